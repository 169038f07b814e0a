//! What a page or a report shows of a job.

use super::{HeavySum, JobSpec, Ledger};
use crate::algorithm::Algorithm;
use crate::baselines;
use crate::bound::lower_bound;
use crate::schedule::Schedule;
use crate::slots::Time;
use serde::Serialize;

/// Heavy keys in a snapshot.
const HEAVY_SHOWN: usize = 100;

/// A job as it stands.
#[derive(Debug, Clone, Serialize)]
pub struct Snapshot {
    /// What was decided at submission.
    pub spec: JobSpec,
    /// Maps that have reported.
    pub reports: u32,
    /// Reports ignored because their map had reported already.
    pub duplicates: u64,
    /// Stages of hints given.
    pub stages: u64,
    /// Load of each group (pairs or the custom load).
    pub loads: Vec<u64>,
    /// Bytes of each group.
    pub bytes: Vec<u64>,
    /// The heaviest keys, heaviest first.
    pub heavy: Vec<HeavySum>,
    /// Load of each slot as stock MapReduce would have it.
    pub hash_loads: Vec<u64>,
    /// The slot of each group, once the table stands.
    pub slot_of: Option<Vec<u32>>,
    /// Load of each slot by the table.
    pub table_loads: Option<Vec<u64>>,
    /// No schedule of these groups can be done earlier.
    pub bound: Time,
    /// Makespan in parts of the bound.
    pub ratio: Option<f64>,
    /// The method of the table.
    pub algorithm: Option<Algorithm>,
    /// Whether the table is proven to be the best there is.
    pub optimal: Option<bool>,
    /// Time to make the table, in nanoseconds.
    pub finalise_ns: u64,
}

impl Ledger {
    /// The job as it stands.
    pub fn snapshot(&self) -> Snapshot {
        let loads = self.scheduled_by();
        let stock = baselines::hash(loads.len(), self.slots.count());
        let plan = self.done.as_ref().map(|(plan, _)| plan);
        let mut heavy = self.heavy.heaviest();
        heavy.truncate(HEAVY_SHOWN);
        Snapshot {
            spec: self.spec.clone(),
            reports: self.loads.reports(),
            duplicates: self.loads.duplicates(),
            stages: self.hinter.stage(),
            loads: self.loads.loads().to_vec(),
            bytes: self.bytes.loads().to_vec(),
            heavy,
            hash_loads: self.slots.loads_of(loads, &stock),
            slot_of: plan.map(|plan| plan.slot_of.clone()),
            table_loads: plan.map(|plan| plan.loads.clone()),
            bound: lower_bound(loads, &self.slots),
            ratio: plan.map(Schedule::ratio),
            algorithm: plan.map(|plan| plan.algorithm),
            optimal: plan.map(|plan| plan.optimal),
            finalise_ns: self.finalise_ns,
        }
    }
}
