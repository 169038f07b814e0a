//! A real, unmodified Apache Hadoop 1.0.4 cluster in a box, for tests, for the demo and for a person.
//!
//! Every daemon is a process of its own on loopback: NameNode, DataNode, JobTracker and as many TaskTrackers as
//! asked for, each with its own folders, ports and address. A cluster starts in seconds, in a folder of its own, and
//! never outlives its owner: not after a failure, not after Ctrl-C, not after `kill -9`.
//!
//! ```no_run
//! use evenkeel_cluster::{Cluster, Job, Spec};
//!
//! # fn main() -> evenkeel_cluster::Result<()> {
//! let cluster = Cluster::start(&Spec::new(3))?;
//! cluster.put("in/text", b"a rose is a rose\n")?;
//! let result = cluster.run(&Job::example("wordcount").args("in out"))?.ok()?;
//! assert_eq!(result.job().counter("REDUCE_INPUT_GROUPS"), 3);
//! println!("{:?}", cluster.output("out")?.sorted_lines());
//! # Ok(())
//! # }
//! ```
//!
//! `docs/cluster.md` in the repository tells more.

#![deny(missing_docs)]

mod agent;
mod cgroup;
mod cluster;
mod conf;
mod control;
mod daemon;
pub mod differential;
mod error;
pub mod faults;
pub mod fixture;
pub mod http;
mod jars;
mod java;
mod job;
mod layout;
mod link;
mod marker;
mod output;
mod ports;
mod process;
mod programs;
mod progress;
mod ready;
#[doc(hidden)]
pub mod serve;
mod site;
mod spec;
mod status;
mod supervisor;
pub mod truth;

pub use cluster::Cluster;
pub use control::Control;
pub use daemon::State;
pub use error::{Context, Error, Result};
pub use java::Jdk;
pub use job::{AttemptInfo, Counters, Job, JobInfo, JobResult, Running, TaskInfo};
pub use marker::processes;
pub use output::Output;
pub use spec::{PARTITIONER, PLUGIN_PROPERTIES, Plugin, Spec, Tracker};
pub use status::{DaemonStatus, Status};
