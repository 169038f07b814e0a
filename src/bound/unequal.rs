//! Bounds for slots of different speed, or slots that carry load already.

use crate::slots::{Slots, Time};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The strongest of these. `sorted` is decreasing and, with what the slots carry, adds up to less than 2^64.
pub(super) fn bound(sorted: &[u64], slots: &Slots) -> Time {
    let carried = (0..slots.count()).map(|slot| slots.time(slot, slots.carried(slot)));
    let fullest = carried.max().unwrap_or(Time::of(0));
    fullest.max(level(sorted, slots)).max(one(sorted, slots)).max(few(sorted, slots))
}

/// Pour all loads over the slots like water: the level it reaches. Slots that stand above it take none.
fn level(sorted: &[u64], slots: &Slots) -> Time {
    let mut order: Vec<usize> = (0..slots.count()).collect();
    order.sort_by_key(|&slot| slots.time(slot, slots.carried(slot)));
    let mut water = Time { load: sorted.iter().sum(), speed: 0 };
    for slot in order {
        let stands = slots.time(slot, slots.carried(slot));
        if water.speed > 0 && water <= stands {
            break;
        }
        water.load += slots.carried(slot);
        water.speed += slots.speed(slot);
    }
    match slots.are_equal() {
        true => Time::of(water.load.div_ceil(water.speed)),
        false => in_whole_loads(sorted.iter().sum(), slots, water),
    }
}

/// The first time from `level` on at which the slots have room for `total`, each for a whole load.
fn in_whole_loads(total: u64, slots: &Slots, level: Time) -> Time {
    let holds = |slot: usize| {
        let load = u128::from(level.load) * u128::from(slots.speed(slot)) / u128::from(level.speed.max(1));
        (load as u64).max(slots.carried(slot))
    };
    let room: u64 = (0..slots.count()).map(|slot| holds(slot) - slots.carried(slot)).sum();
    // One load more, slot by slot as they get there. Less than one load a slot is missing.
    let next = |slot: usize| Reverse((slots.time(slot, holds(slot) + 1), slot));
    let mut missing = total.saturating_sub(room);
    let mut queue: BinaryHeap<_> =
        if missing > 0 { (0..slots.count()).map(next).collect() } else { BinaryHeap::new() };
    let mut reached = level;
    while let Some(mut first) = queue.peek_mut().filter(|_| missing > 0) {
        reached = first.0.0;
        first.0.0.load += 1;
        missing -= 1;
    }
    reached
}

/// The largest operation runs somewhere.
fn one(sorted: &[u64], slots: &Slots) -> Time {
    let Some(&largest) = sorted.first() else { return Time::of(0) };
    let done = (0..slots.count()).map(|slot| slots.time(slot, slots.carried(slot) + largest));
    done.min().unwrap_or(Time::of(0))
}

/// The j largest operations run on at most j slots: at best on the j fastest.
fn few(sorted: &[u64], slots: &Slots) -> Time {
    let mut speeds: Vec<u64> = (0..slots.count()).map(|slot| slots.speed(slot)).collect();
    speeds.sort_unstable_by(|a, b| b.cmp(a));
    let mut time = Time { load: 0, speed: 0 };
    let mut best = Time::of(0);
    for (load, speed) in sorted.iter().zip(speeds) {
        time = Time { load: time.load + load, speed: time.speed + speed };
        best = best.max(time);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_are_whole() {
        // The level is 3/4, but then the slow slot holds nothing and the fast one 2 of 3.
        let slots = Slots::with_speeds(&[1, 3]).expect("speeds");
        assert_eq!(bound(&[2, 1], &slots), Time::of(1));
        // A slot that stands above the level takes nothing before its next load.
        let slots = slots.carrying(vec![4, 0]).expect("loads");
        assert_eq!(bound(&[1; 11], &slots), Time::of(4));
        assert_eq!(bound(&[1; 13], &slots), Time { load: 13, speed: 3 });
    }

    #[test]
    fn nothing_overflows() {
        let slots = Slots::with_speeds(&[1, u32::MAX]).expect("speeds");
        assert!(bound(&[u64::MAX - 1, 1], &slots) >= Time { load: u64::MAX, speed: 1 << 32 });
        assert_eq!(bound(&[], &slots), Time::of(0));
    }
}
