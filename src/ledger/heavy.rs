//! The heaviest keys of a job, from the heaviest keys of its maps, in bounded memory.

use crate::wire::HeavyKeys;
use serde::Serialize;
use std::collections::HashMap;

/// Keys kept when the table is cut back.
const KEEP: usize = 1024;

/// A heavy key of the job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeavySum {
    /// The key as text.
    pub key: String,
    /// The operation group that the maps put it into.
    pub group: u32,
    /// The sum of what its maps reported at most.
    pub load: u64,
    /// The sum of what they reported at least: the key has no fewer pairs than this.
    pub at_least: u64,
}

/// Sums by key. It never holds more than twice [`KEEP`] keys and those of one report.
#[derive(Debug, Default)]
pub(super) struct HeavyTable {
    sums: HashMap<(u32, String), (u64, u64)>,
}

impl HeavyTable {
    pub(super) fn add(&mut self, keys: HeavyKeys<'_>) {
        for key in keys.iter() {
            let known = self.sums.len() < 2 * KEEP;
            let sum = self.sums.entry((key.group, key.key.to_owned())).or_default();
            // Advice, not accounting: a forged load may saturate, never overflow.
            sum.0 = sum.0.saturating_add(key.load);
            sum.1 = sum.1.saturating_add(key.load - key.error);
            if !known {
                self.cut();
            }
        }
    }

    fn cut(&mut self) {
        if self.sums.len() > 2 * KEEP {
            let mut kept = self.heaviest();
            kept.truncate(KEEP);
            let entry = |sum: HeavySum| ((sum.group, sum.key), (sum.load, sum.at_least));
            self.sums = kept.into_iter().map(entry).collect();
        }
    }

    /// All keys, heaviest first.
    pub(super) fn heaviest(&self) -> Vec<HeavySum> {
        let sum = |((group, key), (load, at_least)): (&(u32, String), &(u64, u64))| HeavySum {
            key: key.clone(),
            group: *group,
            load: *load,
            at_least: *at_least,
        };
        let mut sums: Vec<HeavySum> = self.sums.iter().map(sum).collect();
        sums.sort_by(|a, b| b.load.cmp(&a.load).then_with(|| (a.group, &a.key).cmp(&(b.group, &b.key))));
        sums
    }
}
