//! The methods by name: what a command line, a job or a report may say (Section 5 of the paper has three of them).
//! It knows no loads; what each method does is in [`crate::schedule`](mod@crate::schedule).

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A method to schedule operations on slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// The best of the others but [`SubsetSum`](Self::SubsetSum), where they fit a work budget, polished. The default.
    #[default]
    Best,
    /// The paper's decomposition with `Exact_BSS` (Sections 5.1 and 5.3).
    Exact,
    /// The paper's decomposition with `Relax_BSS` (Section 5.4).
    Relax,
    /// Longest processing time first.
    Lpt,
    /// First fit decreasing with a binary search on the capacity.
    Multifit,
    /// Karmarkar and Karp's differencing method.
    Kk,
    /// Group modulo slots, what stock MapReduce does (formula 3-2).
    Hash,
    /// The decomposition with plain Subset Sum, which Section 5.2 argues against.
    SubsetSum,
}

impl Algorithm {
    /// Every method, the default first.
    pub const ALL: [Algorithm; 8] = [
        Algorithm::Best,
        Algorithm::Exact,
        Algorithm::Relax,
        Algorithm::Lpt,
        Algorithm::Multifit,
        Algorithm::Kk,
        Algorithm::Hash,
        Algorithm::SubsetSum,
    ];

    /// The name on the command line, in tables and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Best => "best",
            Algorithm::Exact => "exact",
            Algorithm::Relax => "relax",
            Algorithm::Lpt => "lpt",
            Algorithm::Multifit => "multifit",
            Algorithm::Kk => "kk",
            Algorithm::Hash => "hash",
            Algorithm::SubsetSum => "subset-sum",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Algorithm::ALL.into_iter().find(|a| a.name() == text).ok_or_else(|| Error::UnknownAlgorithm {
            found: text.to_owned(),
            expected: Algorithm::ALL.map(Algorithm::name).join(", "),
        })
    }
}
