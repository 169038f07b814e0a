//! The modes that a benchmark compares: which partitioner, with which properties.

use evenkeel_cluster::PARTITIONER;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A way to run a job; nothing else differs between modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Hadoop's own HashPartitioner.
    Stock,
    /// A hash whose bits are mixed first: what a better hash alone would give.
    Mixed,
    /// Evenkeel as the paper describes it: 120 groups, plain hash, no hints.
    Paper,
    /// Evenkeel without hints: nothing is copied before the table.
    Hintless,
    /// Evenkeel with hints, however little there is to copy.
    Hinted,
    /// Evenkeel that gives slots shares by the speed of their nodes' maps.
    Measured,
    /// Evenkeel whose tasks end as Hadoop's.
    Waiting,
    /// Evenkeel as it comes.
    Evenkeel,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Stock,
        Self::Mixed,
        Self::Paper,
        Self::Hintless,
        Self::Hinted,
        Self::Measured,
        Self::Waiting,
        Self::Evenkeel,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stock => "stock",
            Self::Mixed => "mixed",
            Self::Paper => "paper",
            Self::Hintless => "hintless",
            Self::Hinted => "hinted",
            Self::Measured => "measured",
            Self::Waiting => "waiting",
            Self::Evenkeel => "evenkeel",
        }
    }

    /// Whether Evenkeel decides.
    pub fn balanced(self) -> bool {
        !matches!(self, Self::Stock | Self::Mixed)
    }

    /// What the job is submitted with (old API).
    pub fn properties(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Stock => &[],
            Self::Mixed => &[("mapred.partitioner.class", "io.evenkeel.puma.MixedHashPartitioner")],
            Self::Paper => &[("mapred.partitioner.class", PARTITIONER), ("evenkeel.preset", "paper")],
            Self::Hintless => &[("mapred.partitioner.class", PARTITIONER), ("evenkeel.prefetch", "off")],
            Self::Hinted => &[("mapred.partitioner.class", PARTITIONER), ("evenkeel.prefetch", "always")],
            Self::Measured => {
                &[("mapred.partitioner.class", PARTITIONER), ("evenkeel.slot.speeds", "measured")]
            }
            Self::Waiting => &[("mapred.partitioner.class", PARTITIONER), ("evenkeel.task.end", "stock")],
            Self::Evenkeel => &[("mapred.partitioner.class", PARTITIONER)],
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mode = Self::ALL.into_iter().find(|mode| mode.name() == name);
        mode.ok_or_else(|| format!("expected one of {}", Self::ALL.map(Self::name).join(", ")))
    }
}
