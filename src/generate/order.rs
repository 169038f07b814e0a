//! How keys are spread over the input: what an early look at it can know.

use std::fmt;
use std::str::FromStr;

/// The order of generated input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Every part has the same distribution.
    #[default]
    Homogeneous,
    /// By key: each key lives in one place.
    Sorted,
    /// The distribution changes steadily into another one.
    Drift,
    /// Bursts: half of each block is about a few keys of its own.
    Clustered,
}

impl Order {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Homogeneous, Self::Sorted, Self::Drift, Self::Clustered];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Homogeneous => "homogeneous",
            Self::Sorted => "sorted",
            Self::Drift => "drift",
            Self::Clustered => "clustered",
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|order| order.name() == name)
            .ok_or_else(|| format!("no order {name:?}: say homogeneous, sorted, drift or clustered"))
    }
}
