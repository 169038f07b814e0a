//! Longest processing time first (Graham 1969): each operation, largest first, to the slot that is done with it first.

use super::by_decreasing_load;
use crate::slots::{Slots, Time};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Most pairs of operation and speed that are looked at: a second or so.
const PAIRS: usize = 1 << 27;

/// The slot of each operation. The loads must add up to less than 2^64.
///
/// With so many different speeds that looking at each for every operation would take too long, an operation goes to the slot
/// that is *free* first, the fastest one of these.
pub fn lpt(loads: &[u64], slots: &Slots) -> Vec<u32> {
    let mut slot_of = vec![0; loads.len()];
    // Slots of one speed are told apart by their load only: one heap for each speed.
    let mut classes: BTreeMap<u64, BinaryHeap<Reverse<(u64, u32)>>> = BTreeMap::new();
    for slot in 0..slots.count() {
        let heap = classes.entry(slots.speed(slot)).or_default();
        heap.push(Reverse((slots.carried(slot), slot as u32)));
    }
    if classes.len().saturating_mul(loads.len()) > PAIRS && classes.len() > 1 {
        return first_free(loads, slots);
    }
    for op in by_decreasing_load(loads) {
        let load = loads[op as usize];
        let done = |speed: u64, heap: &BinaryHeap<Reverse<(u64, u32)>>| {
            let Reverse((carried, slot)) = *heap.peek()?;
            Some((Time { load: carried + load, speed }, slot))
        };
        let first = classes.iter_mut().min_by_key(|(speed, heap)| done(**speed, heap));
        if let Some(mut top) = first.and_then(|(_, heap)| heap.peek_mut()) {
            top.0.0 += load;
            slot_of[op as usize] = top.0.1;
        }
    }
    slot_of
}

/// Each operation, largest first, to the slot that is free first.
fn first_free(loads: &[u64], slots: &Slots) -> Vec<u32> {
    let place = |slot: usize| {
        Reverse((slots.time(slot, slots.carried(slot)), Reverse(slots.speed(slot)), slot as u32))
    };
    let mut heap: BinaryHeap<_> = (0..slots.count()).map(place).collect();
    let mut slot_of = vec![0; loads.len()];
    for op in by_decreasing_load(loads) {
        if let Some(mut top) = heap.peek_mut() {
            top.0.0.load += loads[op as usize];
            slot_of[op as usize] = top.0.2;
        }
    }
    slot_of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slot_that_is_free_first_takes_the_next() {
        let slots = Slots::with_speeds(&[1, 3]).expect("speeds");
        // 6 to the fast one (2), 4 to the slow one (4), 3 to the fast one (3), 3 to it again.
        assert_eq!(first_free(&[3, 6, 3, 4], &slots), [1, 1, 1, 0]);
    }
}
