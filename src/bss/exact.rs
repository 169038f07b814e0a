//! `Exact_BSS`, Table 1 of the paper (Section 5.3), and plain Subset Sum beside it.

use super::sums::{Memory, Sums};
use super::{Ratio, Selection};
use crate::error::Result;

/// The subset of `loads` whose sum is closest to `target`; of two equally close ones the larger.
///
/// Example 1 of the paper:
///
/// ```
/// use evenkeel::bss::{Ratio, exact};
/// let best = exact(&[1, 3, 2], Ratio::new(6, 2))?;
/// assert_eq!(best.sum, 3);
/// assert_eq!(best.chosen, [true, false, true]);
/// # Ok::<(), evenkeel::Error>(())
/// ```
///
/// # Errors
/// If T is above 2^25: the sums below it would not fit into memory.
pub fn exact(loads: &[u64], target: Ratio) -> Result<Selection> {
    exact_in(loads, target, &mut Memory::default())
}

/// The subset whose sum is as large as possible, but not above `target`: what Section 5.2 argues against.
pub fn subset_sum(loads: &[u64], target: Ratio) -> Result<Selection> {
    subset_sum_in(loads, target, &mut Memory::default())
}

/// The same in memory that is used again and again.
pub(crate) fn exact_in(loads: &[u64], target: Ratio, memory: &mut Memory) -> Result<Selection> {
    select(loads, target, "exact", true, memory)
}

/// The same in memory that is used again and again.
pub(crate) fn subset_sum_in(loads: &[u64], target: Ratio, memory: &mut Memory) -> Result<Selection> {
    select(loads, target, "subset-sum", false, memory)
}

/// Both of them, and `Relax_BSS` in units of Δ: `balanced` allows a sum above the target.
pub(super) fn select(
    loads: &[u64],
    target: Ratio,
    method: &'static str,
    balanced: bool,
    memory: &mut Memory,
) -> Result<Selection> {
    let mut sums = Sums::new(loads, target, method, memory)?;
    let sum = match sums.largest() {
        (Some(below), Some(over)) => {
            // Line 8: the lower one only if it is strictly closer. Subset Sum takes the upper one only if it is T itself.
            let exact = target.twice_cmp(2 * u128::from(over)).is_eq();
            let closer = target.twice_cmp(u128::from(below) + u128::from(over)).is_lt();
            if if balanced { closer } else { !exact } { below } else { over }
        }
        (below, over) => below.or(over).unwrap_or(0),
    };
    Ok(Selection { sum, chosen: sums.trace(sum) })
}
