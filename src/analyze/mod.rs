//! What would Evenkeel gain? Answers for a job that ran without it.
//!
//! From its job history alone ([`history`]) only loads and times per reduce task are known, so the answer is
//! a bound ([`tail`]). From a histogram of its keys ([`keys`]) the schedule itself can be made, and the answer is exact
//! for the loads. Section 6.1 of the paper measures both. It works on texts: reading files is the command line's matter.

mod groups;
pub mod hash;
pub mod history;
pub mod html;
pub mod keys;
mod record;
pub mod tail;
pub mod words;

pub use groups::usual_groups;
pub use history::{History, ReduceFact};
pub use keys::{KeyPlan, Keys};
pub use tail::Tail;
