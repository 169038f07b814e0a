//! Lower bounds on the makespan: no schedule can be better.
//!
//! The paper has ⌈Σ/m⌉ and, for Histogram-Movies, the best schedule of the 20 largest operations (Section 6.1.1).
//! A bound knows loads and slots, no method and no schedule.

mod cardinality;
mod packing;
mod unequal;

use crate::baselines::by_decreasing_load;
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

/// Operations that make the bound what it is: by themselves, on `slots` slots, they need as long.
#[derive(Debug)]
pub(crate) struct Crux {
    pub(crate) operations: Vec<u32>,
    pub(crate) slots: u32,
}

/// The crux of equal slots that carry nothing, if fewer than all slots explain this bound.
pub(crate) fn crux(loads: &[u64], slots: &Slots, bound: Time) -> Option<Crux> {
    if !slots.are_equal() || !slots.are_empty() {
        return None;
    }
    let order = by_decreasing_load(loads);
    let sorted: Vec<u64> = order.iter().map(|&op| loads[op as usize]).collect();
    let few = cardinality::fewest(&sorted, slots.count(), bound.load)?;
    Some(Crux { operations: order[few.first..few.end].to_vec(), slots: few.slots as u32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crux_needs_as_long_by_itself() {
        let three = Slots::equal(3).expect("slots");
        // Two of the four 5s share a slot; the 1s do not matter.
        let loads = [5, 1, 5, 1, 5, 5];
        let bound = lower_bound(&loads, &three);
        let found = crux(&loads, &three, bound).expect("a crux");
        assert_eq!((bound.load, found.slots, found.operations), (10, 1, vec![4, 5]));
        // Here all slots together make the bound.
        let two = Slots::equal(2).expect("slots");
        assert!(crux(&[5, 4, 3, 2, 1, 1], &two, Time::of(8)).is_none());
        // A bound that counting does not explain has no crux, and neither have slots that differ.
        assert!(crux(&loads, &three, Time::of(11)).is_none());
        let uneven = Slots::with_speeds(&[1, 1, 2]).expect("speeds");
        assert!(crux(&loads, &uneven, bound).is_none());
        let carrying = three.carrying(vec![1, 0, 0]).expect("loads");
        assert!(crux(&loads, &carrying, bound).is_none());
    }
}
