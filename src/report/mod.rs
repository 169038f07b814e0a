//! The report of one job: what was counted, how it was scheduled, what the reduce tasks then did.
//!
//! [`Report`] is the JSON file; [`html::render`] makes the page of it. The numbers on the page all come
//! from [`Summary`] and from the report's own fields, so page and JSON cannot disagree. Sections 4.2 and 6 of
//! the paper define the delays and the measures. It knows no Hadoop: whatever it shows came in as [`Facts`].

pub mod build;
pub mod html;
pub mod reduced;
mod sections;
pub mod summary;
pub mod words;

pub use build::Facts;
pub use reduced::Reduced;
pub use summary::{FiveNumbers, Summary};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the JSON, in its field `version`. Readers accept this one only.
pub const VERSION: u32 = 1;

/// One job, as kept by the JobTracker's hook.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Report {
    /// Of the format, [`VERSION`] here; another one is refused.
    pub version: u32,
    /// Version of the plug-in that wrote it.
    pub plugin: String,
    /// Who ran what, when.
    pub job: Job,
    /// The job's parameters, as its tasks were given them.
    pub parameters: BTreeMap<String, String>,
    /// Loads and schedule.
    pub schedule: Schedule,
    /// What the reduce tasks told, one entry per task that ended and told, in the order of their numbers.
    pub reduces: Vec<Reduced>,
    /// Bytes that Evenkeel itself sent.
    pub traffic: Traffic,
    /// Everything that follows from the rest.
    pub summary: Summary,
}

/// A job's identity. Times are milliseconds since 1970, 0 if unknown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Job {
    /// Hadoop's id, `job_…`.
    pub id: String,
    /// The name its owner gave it.
    pub name: String,
    /// Its owner.
    pub user: String,
    /// `preparing`, `running`, `succeeded`, `failed` or `killed`.
    pub state: String,
    /// When it was submitted.
    pub submitted: u64,
    /// When its first task started.
    pub started: u64,
    /// When it ended.
    pub finished: u64,
    /// Number of map tasks.
    pub maps: u32,
    /// Number of reduce tasks, the slots of the schedule.
    pub reduces: u32,
}

/// The counted loads and what was decided by them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Schedule {
    /// What a load counts: `records`, `bytes` or `custom`.
    pub load: String,
    /// The method that made the table.
    pub algorithm: String,
    /// Whether the largest load is proved to be the least possible over groups.
    pub optimal: bool,
    /// Why the table is the hash table of stock MapReduce instead; empty if it is a schedule.
    pub fallback: String,
    /// Load of each operation group.
    pub loads: Vec<u64>,
    /// Bytes of each group in the maps' output, where counted.
    pub bytes: Vec<u64>,
    /// The slot of each group; empty before the table is made.
    pub table: Vec<u32>,
    /// Load of each slot if groups were hashed to slots as stock MapReduce does.
    pub hash_slots: Vec<u64>,
    /// Load of each slot by the table.
    pub slots: Vec<u64>,
    /// No schedule of these groups has a smaller largest load; 0 if slots differ in speed.
    pub bound: u64,
    /// Like `bound`, but over true keys, as far as the heavy ones are known.
    pub key_bound: u64,
    /// The speeds of the slots, as their nodes' maps have shown them; empty if they are equal.
    pub speeds: Vec<u32>,
    /// When the last slot is done by these speeds, in parts of the earliest possible time.
    pub time_ratio: f64,
    /// Keys with large loads, largest first. Maps count them in pairs if loads are bytes.
    pub heavy_keys: Vec<HeavyKey>,
    /// What the heavy keys are a part of: the load of all groups, or their pairs if loads are bytes; 0 if unknown.
    pub keys_total: u64,
    /// Maps whose counts arrived.
    pub reports: u32,
    /// Reports that came again, e.g. from a speculative attempt.
    pub duplicates: u32,
    /// Time to make the table, in milliseconds.
    pub scheduling_ms: f64,
    /// Hints given while maps ran.
    pub hints: u32,
}

impl Schedule {
    /// The part that a key with this load has of all keys; 0 if that is not known.
    pub fn share_of_key(&self, load: u64) -> f64 {
        let all = match self.keys_total {
            // Where it is missing.
            0 if self.load != "bytes" => self.loads.iter().fold(0, |sum, load| load.saturating_add(sum)),
            known => known,
        };
        if all == 0 { 0.0 } else { load as f64 / all as f64 }
    }
}

/// A key with a large load.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HeavyKey {
    /// The key as text.
    pub key: String,
    /// The operation group that the maps put it into.
    pub group: u32,
    /// The sum of what its maps said at most.
    pub load: u64,
    /// It has no less than this.
    pub at_least: u64,
}

/// Bytes on the wire for statistics and tables (Section 4.1 of the paper), and when they went.
/// Times are milliseconds since 1970, 0 if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Traffic {
    /// Counts that reached the JobTracker.
    pub report_bytes: u64,
    /// Tables handed out by the JobTracker.
    pub table_bytes: u64,
    /// Hints handed out by the JobTracker.
    pub hint_bytes: u64,
    /// What became of maps, handed out by the JobTracker beside or between hints and table; the paper has none.
    pub event_bytes: u64,
    /// The job's own statistics, handed out by the JobTracker; the paper has none.
    pub statistics_bytes: u64,
    /// Reports that the JobTracker dropped because their map had reported.
    pub duplicate_reports: u64,
    /// Reports that came too late for the table.
    pub late_reports: u64,
    /// When the last map's counts reached the JobTracker; a second report of the same map is none.
    pub last_report: i64,
    /// When the table was made.
    pub scheduled: i64,
    /// When the table was stored, and so told.
    pub published: i64,
}

impl Report {
    /// Reads a report; refuses other versions, reports of no job and tables that do not fit the loads. A summary that is
    /// missing is made.
    pub fn from_json(json: &[u8]) -> Result<Self, String> {
        let report: Report = serde_json::from_slice(json).map_err(|e| format!("not a job report: {e}"))?;
        if report.version != VERSION {
            return Err(format!(
                "this is version {} of the job report, or none; version {VERSION} is known here",
                report.version
            ));
        }
        if report.job.id.is_empty() {
            return Err("not a job report: it names no job, expected job.id to be the id of one".to_owned());
        }
        let mut report = report.checked()?;
        if report.summary.sentence.is_empty() {
            report.summary = Summary::of(&report);
        }
        Ok(report)
    }

    /// The report as JSON, summary included.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a report holds no map with other keys than text")
    }

    /// The unit of the loads, in words.
    pub fn unit(&self) -> &'static str {
        match self.schedule.load.as_str() {
            "bytes" => "bytes",
            "custom" => "units",
            _ => "pairs",
        }
    }

    /// The unit of the heavy keys, in words: no map knows the bytes of a key.
    pub fn key_unit(&self) -> &'static str {
        if self.schedule.load == "bytes" { "pairs" } else { self.unit() }
    }

    /// When all maps were done: the first moment at which a reduce task knew it. Tasks of a later wave and
    /// restarted ones learn it only when they begin.
    pub fn last_map_ms(&self) -> i64 {
        self.reduces.iter().map(|r| r.barrier_ms).filter(|t| *t > 0).min().unwrap_or(0)
    }

    /// Whether the job has not ended.
    pub fn is_running(&self) -> bool {
        matches!(self.job.state.as_str(), "" | "running" | "preparing")
    }

    /// Whether reduce tasks are missing: they have not ended, have failed, or their word was lost.
    pub fn is_partial(&self) -> bool {
        (self.reduces.len() as u64) < u64::from(self.job.reduces)
    }

    fn checked(self) -> Result<Self, String> {
        let s = &self.schedule;
        let groups = s.loads.len();
        if !s.table.is_empty() && s.table.len() != groups {
            return Err(format!("{} groups, but a table of {}", groups, s.table.len()));
        }
        if let Some(slot) = s.table.iter().find(|t| **t as usize >= s.slots.len()) {
            return Err(format!("the table names slot {slot} of {}", s.slots.len()));
        }
        if !s.speeds.is_empty() && (s.speeds.len() != s.hash_slots.len() || s.speeds.contains(&0)) {
            return Err(format!("{} slots, but {} speeds, or one of 0", s.hash_slots.len(), s.speeds.len()));
        }
        if !s.bytes.is_empty() && s.bytes.len() != groups {
            return Err(format!("{} groups, but bytes of {}", groups, s.bytes.len()));
        }
        Ok(self)
    }
}
