//! From what the JobTracker's hook knows to a report.

use super::{HeavyKey, Job, Reduced, Report, Schedule, Summary, Traffic, VERSION};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the hook hands over: job facts, the ledger's snapshot as JSON, and the timelines as they were posted.
///
/// Timelines come from the job's own tasks. One that cannot be read is left out, of two of the same task the
/// later one stands, and none can spoil the report.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Facts {
    /// Version of the plug-in.
    pub plugin: String,
    /// Who ran what, when.
    pub job: Job,
    /// The job's parameters.
    pub parameters: BTreeMap<String, String>,
    /// [`crate::ledger::Snapshot`] as JSON.
    pub snapshot: Counted,
    /// Timelines of reduce tasks.
    pub reduces: Vec<Value>,
    /// Bytes that Evenkeel itself sent.
    pub traffic: Traffic,
}

/// What a report takes from [`crate::ledger::Snapshot`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Counted {
    spec: Spec,
    reports: u32,
    duplicates: u64,
    stages: u32,
    loads: Vec<u64>,
    bytes: Vec<u64>,
    heavy: Vec<Heavy>,
    hash_loads: Vec<u64>,
    slot_of: Option<Vec<u32>>,
    table_loads: Option<Vec<u64>>,
    bound: f64,
    algorithm: Option<String>,
    optimal: Option<bool>,
    timings: Timings,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Spec {
    slots: u64,
    load: String,
    speeds: Option<Vec<u32>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Heavy {
    key: String,
    group: u32,
    load: u64,
    at_least: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Timings {
    finalise_ns: u64,
}

impl Facts {
    /// Reads the facts.
    pub fn from_json(json: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(json).map_err(|e| format!("not the facts of a job: {e}"))
    }

    /// The report, summary included.
    pub fn into_report(self) -> Result<Report, String> {
        let mut by_task: BTreeMap<u32, Reduced> = BTreeMap::new();
        for value in self.reduces {
            if let Ok(reduced) = serde_json::from_value::<Reduced>(value) {
                if reduced.reduce < self.job.reduces {
                    by_task.insert(reduced.reduce, reduced);
                }
            }
        }
        let mut report = Report {
            version: VERSION,
            plugin: self.plugin,
            job: self.job,
            parameters: self.parameters,
            schedule: self.snapshot.into_schedule(),
            reduces: by_task.into_values().collect(),
            traffic: self.traffic,
            summary: Summary::default(),
        }
        .checked()?;
        report.summary = Summary::of(&report);
        Ok(report)
    }
}

impl Counted {
    fn into_schedule(self) -> Schedule {
        let loads = if self.spec.load == "bytes" { self.bytes.clone() } else { self.loads };
        let total = loads.iter().fold(0u64, |sum, load| sum.saturating_add(*load));
        let heaviest = self.heavy.iter().map(|k| k.at_least).max();
        // Slots of different speed have no common least load.
        let even = self.spec.speeds.is_none();
        let key_bound = heaviest
            .filter(|_| even && self.spec.load != "bytes")
            .map_or(0, |key| key.max(total.div_ceil(self.spec.slots.max(1))));
        Schedule {
            load: self.spec.load,
            algorithm: self.algorithm.unwrap_or_default(),
            optimal: self.optimal.unwrap_or(false),
            loads,
            bytes: self.bytes,
            table: self.slot_of.unwrap_or_default(),
            hash_slots: self.hash_loads,
            slots: self.table_loads.unwrap_or_default(),
            bound: if even { self.bound.ceil() as u64 } else { 0 },
            key_bound,
            heavy_keys: self
                .heavy
                .into_iter()
                .map(|k| HeavyKey { key: k.key, group: k.group, load: k.load, at_least: k.at_least })
                .collect(),
            reports: self.reports,
            duplicates: u32::try_from(self.duplicates).unwrap_or(u32::MAX),
            scheduling_ms: self.timings.finalise_ns as f64 / 1e6,
            hints: self.stages,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: &str = r#"{"plugin":"0.1.0","job":{"id":"job_1","name":"<b>","maps":2,"reduces":2},
        "snapshot":{"spec":{"slots":2,"load":"records","speeds":null},"reports":2,"loads":[5,3,2],"bytes":[50,30,20],
            "heavy":[{"key":"the","group":0,"load":5,"at_least":4}],"hash_loads":[7,3],"slot_of":[0,1,1],
            "table_loads":[5,5],"bound":5,"algorithm":"best","optimal":true,"timings":{"finalise_ns":1500000}},
        "reduces":[{"reduce":1,"groups":[{"g":1,"records":3}]},{"reduce":"x"},{"reduce":9},7,{"reduce":1,"host":"b"}]}"#;

    #[test]
    fn facts_become_a_report_that_reads_back() {
        let report = Facts::from_json(FACTS.as_bytes()).unwrap().into_report().unwrap();
        assert_eq!(report.schedule.key_bound, 5);
        assert_eq!(report.schedule.scheduling_ms, 1.5);
        assert_eq!(report.reduces.len(), 1, "broken, foreign and older timelines are left out");
        assert_eq!(report.reduces[0].host, "b");
        assert_eq!(report.summary.hash_ratio, 1.4);
        assert_eq!(Report::from_json(report.to_json().as_bytes()), Ok(report));
    }

    #[test]
    fn tables_that_do_not_fit_are_refused() {
        let wrong = FACTS.replace("[0,1,1]", "[0,1]");
        assert!(Facts::from_json(wrong.as_bytes()).unwrap().into_report().is_err());
        let wrong = FACTS.replace("[0,1,1]", "[0,1,2]");
        assert!(Facts::from_json(wrong.as_bytes()).unwrap().into_report().is_err());
        assert!(Report::from_json(br#"{"version":9}"#).unwrap_err().contains("version 9"));
        assert!(Report::from_json(b"{}").is_err());
    }
}
