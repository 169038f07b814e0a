//! Longest processing time first (Graham 1969): each operation, largest first, to the slot that is done with it first.

use super::by_decreasing_load;
use crate::slots::{Slots, Time};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The slot of each operation. The loads must add up to less than 2^64.
pub fn lpt(loads: &[u64], slots: &Slots) -> Vec<u32> {
    let mut slot_of = vec![0; loads.len()];
    // Slots of one speed are told apart by their load only: one heap for each speed.
    let mut classes: BTreeMap<u64, BinaryHeap<Reverse<(u64, u32)>>> = BTreeMap::new();
    for slot in 0..slots.count() {
        let heap = classes.entry(slots.speed(slot)).or_default();
        heap.push(Reverse((slots.carried(slot), slot as u32)));
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
