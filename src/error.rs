//! Everything that can go wrong in the core, as one type. It knows numbers and names, not who shows the message;
//! `docs/messages.md` has a cure for each.

/// What every fallible function of this crate returns.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the core. Each names what was found and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A report or a table is about another number of operation groups than the job has.
    #[error("expected {expected} operation groups, found {found}")]
    WrongGroups {
        /// Groups of the job.
        expected: u64,
        /// Groups of the message.
        found: u64,
    },
    /// A report comes from a map task that the job does not have.
    #[error("unknown map {map}: the job has {maps} maps, numbered from 0")]
    UnknownMap {
        /// The number in the report.
        map: u32,
        /// Maps of the job.
        maps: u32,
    },
    /// A sum does not fit into 64 bits.
    #[error("{what} does not fit into 64 bits")]
    Overflow {
        /// Which sum.
        what: &'static str,
    },
    /// The bytes are no message of this protocol.
    #[error("malformed {message} at byte {offset}: expected {expected}")]
    Malformed {
        /// Which message was being read.
        message: &'static str,
        /// Where reading stopped.
        offset: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// The number of slots is zero or beyond what a table can hold.
    #[error("expected 1 to {limit} slots, found {found}")]
    Slots {
        /// Slots asked for.
        found: u64,
        /// The most there can be.
        limit: u64,
    },
    /// Not one speed per slot, or a speed of zero.
    #[error("expected {expected} slot speeds of at least 1, found {found}")]
    Speeds {
        /// Slots.
        expected: usize,
        /// What was given.
        found: String,
    },
    /// η of formula (5-2) is out of range.
    #[error("eta must be at least 0.000000001 and at most 1, found {found}")]
    Eta {
        /// What was given, as text.
        found: String,
    },
    /// Δ of `Relax_BSS` is zero: nothing can be counted in units of it.
    #[error("Δ must be above 0")]
    Delta,
    /// No algorithm has this name.
    #[error("unknown algorithm {found:?}: expected one of {expected}")]
    UnknownAlgorithm {
        /// What was given.
        found: String,
        /// The names there are.
        expected: String,
    },
    /// The instance is too large for the chosen method.
    #[error("{method} is infeasible here: it needs {needed} {unit}, the limit is {limit}; take best or lpt")]
    Infeasible {
        /// The method.
        method: &'static str,
        /// What it would need.
        needed: u128,
        /// Of what.
        unit: &'static str,
        /// The most it may use.
        limit: u128,
    },
    /// A job specification is not usable.
    #[error("bad job specification: {reason}")]
    Spec {
        /// Why.
        reason: String,
    },
}
