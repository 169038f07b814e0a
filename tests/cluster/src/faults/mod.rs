//! Faults from outside: what a test does to a cluster, its tasks, its files and its lines.
//!
//! - [`Gates`]: holds tasks of the trial job at a known point.
//! - [`tasks`]: the processes of task attempts, and their death.
//! - [`Spill`]: a map's output on disk, to read, corrupt and truncate.
//! - [`Proxy`]: stands before an HTTP server and cuts, delays, doubles or replaces what passes.
//! - [`Lines`]: what is done to a job's copies and reports; [`Stand`]: a cluster all of whose lines pass it.
//! - [`core`]: native libraries that panic, hang, lie or are of another version.
//! - [`Batch`]: the reports that a TaskTracker passes on, as they pass a proxy.
//! - [`Trial`]: a job with gates, and what must hold of it whatever happened.
//!
//! `docs/reliability.md` lists the cases.

mod batch;
pub mod core;
mod gates;
mod lines;
mod proxy;
mod spill;
mod stand;
pub mod tasks;
mod trial;

pub use batch::{Batch, Entry, REDUCED, REPORT};
pub use gates::Gates;
pub use lines::{CopyFault, Lines, ReportFault};
pub use proxy::{Proxy, Request, Upstream, reply};
pub use spill::Spill;
pub use stand::Stand;
pub use trial::{Trial, Words, late_bound, ran_again, table_maker};

use crate::error::{Error, Result};
use std::time::{Duration, Instant};

/// Looks until `look` finds something; an error that names `what` after three minutes.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Result<Option<T>>) -> Result<T> {
    let end = Instant::now() + Duration::from_secs(180);
    loop {
        if let Some(found) = look()? {
            return Ok(found);
        }
        if Instant::now() > end {
            return Err(Error::new(format!("waited three minutes in vain: {what}")));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
