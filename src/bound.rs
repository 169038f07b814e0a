//! Lower bounds on the makespan: no schedule can be better.

use crate::slots::{Slots, Time};

/// The strongest bound we have cheaply. The loads must add up to less than 2^64.
pub fn lower_bound(loads: &[u64], slots: &Slots) -> Time {
    let sum: u64 = loads.iter().sum();
    let largest = loads.iter().copied().max().unwrap_or(0);
    Time::of(sum.div_ceil(slots.count() as u64).max(largest))
}
