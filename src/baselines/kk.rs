//! Karmarkar and Karp's differencing (1982) for m slots: the two partial schedules with the largest differences are
//! joined, the large sums of one with the small sums of the other.

use crate::error::{Error, Result};
use crate::slots::Slots;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Most operations × slots.
const LIMIT: u128 = 1 << 27;
const NONE: u32 = u32::MAX;

/// A slot of a partial schedule: its sum above the smallest one's, and its operations as a chain.
#[derive(Debug, Clone, Copy)]
struct Part {
    sum: u64,
    head: u32,
    tail: u32,
}

/// The work it takes.
pub(crate) fn work(operations: usize, slots: usize) -> u128 {
    operations as u128 * slots as u128
}

/// The slot of each operation. Speeds and carried loads are looked at only when parts are given to slots.
///
/// # Errors
/// If there are more than 2^27 pairs of operation and slot.
pub fn kk(loads: &[u64], slots: &Slots) -> Result<Vec<u32>> {
    let needed = work(loads.len(), slots.count());
    if needed > LIMIT {
        let (method, unit) = ("kk", "pairs of operation and slot");
        return Err(Error::Infeasible { method, needed, unit, limit: LIMIT });
    }
    let mut next = vec![NONE; loads.len()];
    // Partial schedules, parts by decreasing sum; parts without operations are left out.
    let part = |op: usize| vec![Part { sum: loads[op], head: op as u32, tail: op as u32 }];
    let mut tuples: Vec<Vec<Part>> = (0..loads.len()).map(part).collect();
    let mut heap: BinaryHeap<(u64, Reverse<u32>)> =
        (0..loads.len()).map(|op| (loads[op], Reverse(op as u32))).collect();
    while heap.len() > 1 {
        let (Some((_, Reverse(a))), Some((_, Reverse(b)))) = (heap.pop(), heap.pop()) else { break };
        let small = std::mem::take(&mut tuples[b as usize]);
        let joined = join(std::mem::take(&mut tuples[a as usize]), small, slots.count(), &mut next);
        let least = if joined.len() == slots.count() { joined[joined.len() - 1].sum } else { 0 };
        heap.push((joined[0].sum - least, Reverse(a)));
        tuples[a as usize] = joined;
    }
    let parts = heap.pop().map(|(_, Reverse(at))| std::mem::take(&mut tuples[at as usize]));
    Ok(give(parts.unwrap_or_default(), loads, slots, &next))
}

/// Joins the largest part of one with the smallest of the other. Parts keep their true sums: only differences count.
fn join(mut a: Vec<Part>, b: Vec<Part>, slots: usize, next: &mut [u32]) -> Vec<Part> {
    let known = a.len();
    for (at, part) in b.into_iter().enumerate() {
        let opposite = slots - 1 - at;
        if opposite >= known {
            a.push(part);
            continue;
        }
        let place = &mut a[opposite];
        place.sum += part.sum;
        next[place.tail as usize] = part.head;
        place.tail = part.tail;
    }
    a.sort_by_key(|part| Reverse(part.sum));
    a
}

/// The largest part to the fastest slot that carries least.
fn give(parts: Vec<Part>, loads: &[u64], slots: &Slots, next: &[u32]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..slots.count()).collect();
    order.sort_by_key(|&slot| (Reverse(slots.speed(slot)), slots.carried(slot), slot));
    let mut slot_of = vec![0; loads.len()];
    for (part, slot) in parts.into_iter().zip(order) {
        let mut op = part.head;
        while op != NONE {
            slot_of[op as usize] = slot as u32;
            op = next[op as usize];
        }
    }
    slot_of
}
