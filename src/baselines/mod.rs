//! The methods that the paper's is measured against: loads and slots in, the slot of each operation out.
//! None knows of another, of bounds or of jobs.

mod hash;
mod kk;
mod lpt;
mod multifit;

pub use hash::hash;
pub use kk::kk;
pub(crate) use kk::work as kk_work;
pub use lpt::lpt;
pub use multifit::multifit;

/// Operations by decreasing load, equal loads by their number.
pub(crate) fn by_decreasing_load(loads: &[u64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..loads.len() as u32).collect();
    order.sort_by_key(|&op| (std::cmp::Reverse(loads[op as usize]), op));
    order
}
