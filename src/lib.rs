//! Evenkeel balances the Reduce side of MapReduce jobs by the key distribution of their pairs.
//!
//! This is its core, in pure Rust: only `src/cli` opens files, only `src/jni` knows a JVM. A job's way through it reads like
//! the paper, "Improving the Load Balance of MapReduce Operations based on the Key Distribution of Pairs" (Fan, Gao, Sun,
//! Zhang, Liu; arXiv:1401.0355): counts of the maps are read ([`wire`]) and added up ([`histogram`]), operations are
//! scheduled on slots ([`schedule`](mod@schedule)), and the table is written ([`wire::Table`]). [`ledger`] ties
//! these together for one job.
//!
//! # Schedule a histogram
//!
//! ```
//! use evenkeel::{Options, Slots, schedule};
//! let loads = [102, 304, 203];
//! let plan = schedule(&loads, &Slots::equal(2)?, &Options::default())?;
//! assert_eq!(plan.loads, [304, 305]);
//! assert!(plan.optimal);
//! # Ok::<(), evenkeel::Error>(())
//! ```
#![deny(missing_docs)]

pub mod algorithm;
pub mod analyze;
pub mod baselines;
pub mod best;
pub mod bound;
pub mod bss;
#[cfg(feature = "cli")]
pub mod cli;
pub mod decompose;
pub mod draw;
pub mod error;
pub mod generate;
pub mod histogram;
#[cfg(feature = "jni")]
pub mod jni;
pub mod ledger;
pub mod pace;
pub mod prefetch;
pub mod random;
pub mod report;
pub mod schedule;
pub mod slots;
pub mod wire;

pub use algorithm::Algorithm;
pub use error::{Error, Result};
pub use schedule::{Options, Schedule, schedule};
pub use slots::{Slots, Time};
