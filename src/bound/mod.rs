//! Lower bounds on the makespan: no schedule can be better.
//!
//! The paper has ⌈Σ/m⌉ and, for Histogram-Movies, the best schedule of the 20 largest operations (Section 6.1.1).

mod cardinality;
mod packing;
mod unequal;

use crate::slots::{Slots, Time};

/// The strongest bound that we have cheaply. The loads must add up to less than 2^64.
///
/// Equal slots: the largest of ⌈Σ/m⌉, the largest operation, the lifted cardinality bound (which has
/// k_m + k_{m+1} as its first case), and the least capacity that Fekete and Schepers' bin packing bound does not refute.
///
/// ```
/// use evenkeel::{Slots, bound::lower_bound};
/// // Σ/m is 6, but two of four 5s must share a slot.
/// assert_eq!(lower_bound(&[5, 5, 5, 5], &Slots::equal(3)?).as_f64(), 10.0);
/// # Ok::<(), evenkeel::Error>(())
/// ```
pub fn lower_bound(loads: &[u64], slots: &Slots) -> Time {
    let mut sorted: Vec<u64> = loads.iter().copied().filter(|&load| load > 0).collect();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    if !slots.are_equal() || !slots.are_empty() {
        return unequal::bound(&sorted, slots);
    }
    let m = slots.count() as u64;
    let sum: u64 = sorted.iter().sum();
    let largest = sorted.first().copied().unwrap_or(0);
    let simple = sum.div_ceil(m).max(largest).max(cardinality::bound(&sorted, slots.count()));
    Time::of(packing::raise(&sorted, m, simple))
}
