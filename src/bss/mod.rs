//! The Balanced Subset Sum problem (Section 5.2): a subset whose sum is as close to T as possible.
//!
//! [`exact`] is Table 1 of the paper, [`relax`] is Section 5.4. Both give the same answer as the paper's ordered lists;
//! here a set of sums is a row of bits, and a step of the main loop is a shift. It knows numbers and a target, not
//! slots: [`decompose`](crate::decompose) is who divides a job among them.

mod exact;
mod ratio;
mod relax;
mod row;
mod sums;

pub use exact::{exact, subset_sum};
pub(crate) use exact::{exact_in, subset_sum_in};
pub use ratio::Ratio;
pub(crate) use relax::relax_in;
pub use relax::{Relaxed, relax, relax_by};
pub(crate) use sums::Memory;

/// A subset of operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// The sum of the subset: t* of the paper.
    pub sum: u64,
    /// Whether each operation is in it: y of the paper.
    pub chosen: Vec<bool>,
}
