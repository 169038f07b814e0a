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

/// Where the time went.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Timings {
    /// Reading and adding reports.
    pub reports_ns: u64,
    /// All stages of hints.
    pub hints_ns: u64,
    /// Making the table.
    pub finalise_ns: u64,
}

/// A job as it stands.
#[derive(Debug, Clone, Serialize)]
pub struct Snapshot {
    /// What was decided at submission.
    pub spec: JobSpec,
    /// Maps that have reported.
    pub reports: u32,
    /// Reports ignored because their map had reported already.
    pub duplicates: u64,
    /// Reports ignored because they came after the table.
    pub late: u64,
    /// Whether the table stands.
    pub finalised: bool,
    /// Stages of hints given.
    pub stages: u64,
    /// The slot that was told to copy each group early, if any.
    pub hints: Vec<Option<u32>>,
    /// Load of each group (pairs or the custom load).
    pub loads: Vec<u64>,
    /// Bytes of each group.
    pub bytes: Vec<u64>,
    /// The heaviest keys, heaviest first.
    pub heavy: Vec<HeavySum>,
    /// Load of each slot as stock MapReduce would have it.
    pub hash_loads: Vec<u64>,
    /// Variance of these.
    pub hash_variance: f64,
    /// The largest of these, as a time.
    pub hash_makespan: Time,
    /// The slot of each group, once the table stands.
    pub slot_of: Option<Vec<u32>>,
    /// Load of each slot by the table.
    pub table_loads: Option<Vec<u64>>,
    /// Variance of these.
    pub variance: Option<f64>,
    /// The largest of these, as a time.
    pub makespan: Option<Time>,
    /// No schedule of these groups can be done earlier.
    pub bound: Time,
    /// Makespan in parts of the bound.
    pub ratio: Option<f64>,
    /// The method of the table.
    pub algorithm: Option<Algorithm>,
    /// Whether the table is proven to be the best there is.
    pub optimal: Option<bool>,
    /// Where the time went.
    pub timings: Timings,
}

impl Ledger {
    /// The job as it stands.
    pub fn snapshot(&self) -> Snapshot {
        let loads = self.scheduled_by();
        let bound = lower_bound(loads, &self.slots);
        let stock = baselines::hash(loads.len(), self.slots.count());
        let stock = Schedule::new(Algorithm::Hash, loads, &self.slots, stock, bound);
        let plan = self.done.as_ref().map(|(plan, _)| plan);
        let mut heavy = self.heavy.heaviest();
        heavy.truncate(HEAVY_SHOWN);
        Snapshot {
            spec: self.spec.clone(),
            reports: self.loads.reports(),
            duplicates: self.loads.duplicates(),
            late: self.late,
            finalised: plan.is_some(),
            stages: self.hinter.stage(),
            hints: self.hinter.hints().to_vec(),
            loads: self.loads.loads().to_vec(),
            bytes: self.bytes.loads().to_vec(),
            heavy,
            hash_loads: stock.loads,
            hash_variance: stock.variance,
            hash_makespan: stock.makespan,
            slot_of: plan.map(|plan| plan.slot_of.clone()),
            table_loads: plan.map(|plan| plan.loads.clone()),
            variance: plan.map(|plan| plan.variance),
            makespan: plan.map(|plan| plan.makespan),
            bound,
            ratio: plan.map(Schedule::ratio),
            algorithm: plan.map(|plan| plan.algorithm),
            optimal: plan.map(|plan| plan.optimal),
            timings: self.timings.clone(),
        }
    }
}
