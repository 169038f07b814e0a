//! Bounds for slots of different speed, or slots that carry load already.

use crate::slots::{Slots, Time};

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
        false => water,
    }
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
