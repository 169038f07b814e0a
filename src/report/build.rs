//! From what the JobTracker's hook knows (`io.evenkeel.daemon.JobAccount` writes it) to a report.

use super::{HeavyKey, Job, Reduced, Report, Schedule, Summary, Traffic, VERSION};
use crate::bound::lower_bound;
use crate::slots::Slots;
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
    /// Why the job's table is the hash table, empty if it is a schedule.
    pub fallback: String,
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
    ratio: Option<f64>,
    finalise_ns: u64,
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
            schedule: self.snapshot.into_schedule(self.fallback, self.traffic.duplicate_reports),
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
    /// With a reason to fall back, the table that reducers ran by is the hash table, whatever the ledger planned
    /// (it may have been too late). Most reports that came twice were dropped before they reached the ledger.
    fn into_schedule(mut self, fallback: String, dropped: u64) -> Schedule {
        self.duplicates = self.duplicates.saturating_add(dropped);
        if !fallback.is_empty() {
            self.fall_back();
        }
        let keys_total = sum(&self.loads);
        let loads = if self.spec.load == "bytes" { self.bytes.clone() } else { self.loads };
        if !fallback.is_empty() && self.spec.speeds.take().is_some() {
            // The ledger's bound is a time. Stock knows no speeds: what counts is the load.
            self.bound = Slots::equal(self.hash_loads.len() as u32)
                .and_then(|slots| slots.total(&loads).map(|_| lower_bound(&loads, &slots).as_f64()))
                .unwrap_or(0.0);
            self.ratio = None;
        }
        let total = sum(&loads);
        let heaviest = self.heavy.iter().map(|k| k.at_least).max();
        let speeds = self.spec.speeds.unwrap_or_default();
        // Slots of different speed have no common least load.
        let even = speeds.is_empty();
        let key_bound = heaviest
            .filter(|_| even && self.spec.load != "bytes")
            .map_or(0, |key| key.max(total.div_ceil(self.spec.slots.max(1))));
        Schedule {
            load: self.spec.load,
            algorithm: self.algorithm.unwrap_or_default(),
            optimal: self.optimal.unwrap_or(false),
            fallback,
            loads,
            bytes: self.bytes,
            table: self.slot_of.unwrap_or_default(),
            hash_slots: self.hash_loads,
            slots: self.table_loads.unwrap_or_default(),
            bound: if even { self.bound.ceil() as u64 } else { 0 },
            speeds,
            time_ratio: self.ratio.unwrap_or(0.0),
            key_bound,
            heavy_keys: self
                .heavy
                .into_iter()
                .map(|k| HeavyKey { key: k.key, group: k.group, load: k.load, at_least: k.at_least })
                .collect(),
            keys_total,
            reports: self.reports,
            duplicates: u32::try_from(self.duplicates).unwrap_or(u32::MAX),
            scheduling_ms: self.finalise_ns as f64 / 1e6,
            hints: self.stages,
        }
    }

    /// Takes the hash table for the ledger's.
    fn fall_back(&mut self) {
        let slots = self.hash_loads.len() as u32;
        self.slot_of = (slots > 0).then(|| (0..self.loads.len() as u32).map(|group| group % slots).collect());
        self.table_loads = Some(self.hash_loads.clone());
        self.algorithm = Some("hash".to_owned());
        self.optimal = None;
    }
}

fn sum(loads: &[u64]) -> u64 {
    loads.iter().fold(0, |sum, load| sum.saturating_add(*load))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: &str = r#"{"plugin":"0.1.0","job":{"id":"job_1","name":"<b>","maps":2,"reduces":2},
        "snapshot":{"spec":{"slots":2,"load":"records","speeds":null},"reports":2,"loads":[5,3,2],"bytes":[50,30,20],
            "heavy":[{"key":"the","group":0,"load":5,"at_least":4}],"hash_loads":[7,3],"slot_of":[0,1,1],
            "table_loads":[5,5],"bound":5,"algorithm":"best","optimal":true,"finalise_ns":1500000},
        "reduces":[{"reduce":1,"groups":[{"g":1,"records":3}]},{"reduce":"x"},{"reduce":9},7,{"reduce":1,"host":"b"}]}"#;

    #[test]
    fn facts_become_a_report_that_reads_back() {
        let report = Facts::from_json(FACTS.as_bytes()).unwrap().into_report().unwrap();
        assert_eq!(report.schedule.key_bound, 5);
        assert_eq!(report.schedule.scheduling_ms, 1.5);
        assert_eq!(report.reduces.len(), 1, "broken, foreign and replaced timelines are left out");
        assert_eq!(report.reduces[0].host, "b");
        assert_eq!(report.summary.hash_ratio, 1.4);
        assert_eq!(Report::from_json(report.to_json().as_bytes()), Ok(report));
    }

    #[test]
    fn reports_that_never_reached_the_ledger_count_as_duplicates() {
        let facts = FACTS
            .replace(r#""reports":2"#, r#""reports":2,"duplicates":1"#)
            .replace(r#""job""#, r#""traffic":{"duplicateReports":2,"lateReports":5,"eventBytes":9},"job""#);
        let report = Facts::from_json(facts.as_bytes()).unwrap().into_report().unwrap();
        assert_eq!(report.schedule.duplicates, 3);
        assert_eq!((report.traffic.late_reports, report.traffic.event_bytes), (5, 9));
        assert_eq!(report.summary.broadcast_bytes, 0, "events are neither hints nor a table");
        let without = Facts::from_json(FACTS.as_bytes()).unwrap().into_report().unwrap();
        assert_eq!((without.schedule.duplicates, without.traffic.statistics_bytes), (0, 0));
    }

    #[test]
    fn after_a_fallback_the_report_shows_the_table_that_was_used() {
        let late = FACTS.replace(r#""snapshot""#, r#""fallback":"it took too long","snapshot""#);
        let report = Facts::from_json(late.as_bytes()).unwrap().into_report().unwrap();
        assert_eq!(report.schedule.table, [0, 1, 0], "not the one that came too late");
        assert_eq!(report.schedule.slots, [7, 3]);
        assert_eq!(report.schedule.algorithm, "hash");
        assert!(report.summary.sentence.starts_with("Not balanced: "), "{}", report.summary.sentence);
        let paced = late.replace("null", "[30,10]").replace(r#""bound":5,"#, r#""bound":0.25,"ratio":1.2,"#);
        let report = Facts::from_json(paced.as_bytes()).unwrap().into_report().unwrap();
        assert_eq!(report.schedule.bound, 5, "a load, not a time");
        assert_eq!(report.summary.above_bound, 7.0 / 5.0 - 1.0);
        let unknown = r#"{"job":{"reduces":2},"fallback":"there is no library","snapshot":{}}"#;
        let report = Facts::from_json(unknown.as_bytes()).unwrap().into_report().unwrap();
        assert!(report.schedule.table.is_empty());
    }

    #[test]
    fn where_loads_are_bytes_a_key_has_its_share_of_the_pairs() {
        let by_bytes = FACTS
            .replace(r#""load":"records""#, r#""load":"bytes""#)
            .replace(r#""hash_loads":[7,3]"#, r#""hash_loads":[70,30]"#)
            .replace(r#""table_loads":[5,5],"bound":5"#, r#""table_loads":[50,50],"bound":50"#);
        let report = Facts::from_json(by_bytes.as_bytes()).unwrap().into_report().unwrap();
        assert_eq!((report.summary.total_load, report.schedule.keys_total), (100, 10));
        assert_eq!(report.schedule.key_bound, 0, "pairs do not bound bytes");
        assert_eq!(report.summary.heaviest_key_share, 0.4);
        let sentence = &report.summary.sentence;
        assert!(sentence.contains("‘the’ alone holds at least 40\u{a0}% of the pairs, which"), "{sentence}");
        let page = super::super::html::render(&report);
        assert!(page.contains("<th scope=\"col\">holds, in pairs</th>"));
        let unknown = Report { schedule: Schedule { keys_total: 0, ..report.schedule.clone() }, ..report };
        let summary = Summary::of(&unknown);
        assert_eq!(summary.heaviest_key_share, 0.0, "a report that does not know the pairs");
        assert!(!summary.sentence.contains("‘the’"), "{}", summary.sentence);
    }

    #[test]
    fn what_some_tasks_told_is_not_taken_for_the_whole() {
        let page = |facts: &str| {
            let report = Facts::from_json(facts.as_bytes()).unwrap().into_report().unwrap();
            super::super::html::render(&report)
        };
        let one = FACTS.replace(
            r#"{"reduce":1,"host":"b"}"#,
            r#"{"reduce":1,"records":5,"groupsRun":5000,"totalBytes":60,"vainBytes":10,
                "groups":[{"g":1,"runEnd":70,"records":3,"bytes":30}],"barrierMs":20}"#,
        );
        let running = page(&one);
        assert!(
            running.contains("1 of 2 reduce tasks have told what they did. Predicted for these: 5 pairs")
        );
        assert!(!running.contains("a combiner then joined some"), "the other task has not ended");
        assert!(running.contains("<data value=\"5000\">5\u{202f}000</data>"), "groups");
        assert!(
            running.contains("<data value=\"50\">50\u{a0}B</data>"),
            "bytes of groups that are not told too"
        );
        assert!(running.contains("One task had more groups than are told one by one"));
        assert!(running.contains("<data value=\"50\">over 50\u{a0}ms</data>"));
        assert!(running.contains("Last map to last reduce told</dt><dd><data value=\"50\">over 50\u{a0}ms"));
        let silent = FACTS.replace(r#""maps":2"#, r#""state":"failed","maps":2"#);
        let (silent, _) = silent.split_once(",\n        \"reduces\":").unwrap();
        assert!(page(&format!("{silent}}}")).contains("0 of 2 reduce tasks told what they did."));
        let combined = one.replace(r#""records":5,"#, r#""records":4,"#);
        assert!(page(&combined).contains("a combiner then joined some"), "of what it got itself");
    }

    #[test]
    fn tables_that_do_not_fit_are_refused() {
        let wrong = FACTS.replace("[0,1,1]", "[0,1]");
        assert!(Facts::from_json(wrong.as_bytes()).unwrap().into_report().is_err());
        let wrong = FACTS.replace("[0,1,1]", "[0,1,2]");
        assert!(Facts::from_json(wrong.as_bytes()).unwrap().into_report().is_err());
        assert!(Report::from_json(br#"{"version":9}"#).unwrap_err().contains("version 9"));
        assert!(Report::from_json(b"{}").is_err());
        for nameless in [&br#"{"version":1}"#[..], br#"[1,"x"]"#] {
            assert!(Report::from_json(nameless).unwrap_err().contains("expected job.id"), "{nameless:?}");
        }
    }
}
