//! What is decided about a job when it is submitted.

use crate::algorithm::Algorithm;
use crate::error::{Error, Result};
use crate::slots::Slots;
use serde::{Deserialize, Serialize};

/// What a group's load is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Load {
    /// Pairs as the map emits them, as in the paper.
    #[default]
    Records,
    /// Bytes of the map's output.
    Bytes,
    /// What the user's class says.
    Custom,
}

/// The parameters of a job that its schedule depends on. JSON: a missing field has its default.
///
/// ```
/// let spec: evenkeel::ledger::JobSpec =
///     serde_json::from_str(r#"{"maps": 8, "groups": 240, "slots": 15, "algorithm": "relax"}"#)?;
/// assert_eq!(spec.eta, 0.002);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct JobSpec {
    /// Map tasks M.
    pub maps: u32,
    /// Operation groups n.
    pub groups: u32,
    /// Reduce slots m.
    pub slots: u32,
    /// The method.
    pub algorithm: Algorithm,
    /// η of formula (5-2).
    pub eta: f64,
    /// What a load is.
    pub load: Load,
    /// Whether to give hints while maps run.
    pub prefetch: Prefetch,
    /// Speeds of the slots, if they differ.
    pub speeds: Option<Vec<u32>>,
}

/// When hints are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Prefetch {
    /// Where slots have so much to copy that it pays.
    Auto,
    /// Whatever there is to copy.
    Always,
    /// Never: the paper's way.
    Off,
}

impl Default for JobSpec {
    fn default() -> Self {
        JobSpec {
            maps: 0,
            groups: 0,
            slots: 1,
            algorithm: Algorithm::Best,
            eta: 0.002,
            load: Load::Records,
            prefetch: Prefetch::Auto,
            speeds: None,
        }
    }
}

impl JobSpec {
    /// Reads JSON.
    pub fn from_json(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|error| Error::Spec { reason: error.to_string() })
    }

    /// The slots, if everything is in range.
    pub(super) fn check(&self) -> Result<Slots> {
        /// Far above Hadoop's own limits; keeps a forged specification from taking the daemon's memory.
        const LIMITS: [u32; 2] = [1 << 24, 1 << 20];
        for (what, value, limit) in [("maps", self.maps, LIMITS[0]), ("groups", self.groups, LIMITS[1])] {
            if value > limit {
                let reason = format!("{what} is {value}, expected at most {limit}");
                return Err(Error::Spec { reason });
            }
        }
        crate::schedule::check_eta(self.eta)?;
        match &self.speeds {
            None => Slots::equal(self.slots),
            Some(speeds) if speeds.len() == self.slots as usize => Slots::with_speeds(speeds),
            Some(speeds) => {
                let expected = self.slots as usize;
                Err(Error::Speeds { expected, found: speeds.len().to_string() })
            }
        }
    }
}
