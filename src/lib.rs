//! Evenkeel balances the Reduce side of MapReduce jobs by the key distribution of their pairs.
#![deny(missing_docs)]

pub mod draw;
