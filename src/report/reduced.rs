//! What a reduce task tells when it is done: when each of its groups was copied, sorted and run (Section 4.2).

use crate::draw::{Lane, Span};
use serde::{Deserialize, Serialize};

/// The timeline of one reduce task. Times are milliseconds since 1970.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Reduced {
    /// Number of the reduce task: its slot in the table.
    pub reduce: u32,
    /// Attempt id.
    pub attempt: String,
    /// Where it ran.
    pub host: String,
    /// Its groups in the order in which they ran.
    pub groups: Vec<ReducedGroup>,
    /// Bytes copied before the last map was done and then used.
    pub early_bytes: u64,
    /// Bytes copied by a hint that the table did not confirm.
    pub vain_bytes: u64,
    /// All bytes copied.
    pub total_bytes: u64,
    /// Requests for them.
    pub requests: u64,
    /// From the last map's end to the first sort.
    pub sort_delay_ms: i64,
    /// From the last map's end to the first run.
    pub run_delay_ms: i64,
    /// When the task knew that all maps were done.
    pub barrier_ms: i64,
}

/// One group of a reduce task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReducedGroup {
    /// Number of the group.
    pub g: u32,
    /// When its last part was here.
    pub copied: i64,
    /// When its sort began.
    pub sort_start: i64,
    /// When its sort ended.
    pub sort_end: i64,
    /// When the user's reducer began with it.
    pub run_start: i64,
    /// When the user's reducer was through with it.
    pub run_end: i64,
    /// Pairs it really had, after combining.
    pub records: u64,
    /// Bytes it really had.
    pub bytes: u64,
}

impl Reduced {
    /// Pairs processed.
    pub fn records(&self) -> u64 {
        self.groups.iter().fold(0, |sum, g| sum.saturating_add(g.records))
    }

    /// Bytes processed.
    pub fn bytes(&self) -> u64 {
        self.groups.iter().fold(0, |sum, g| sum.saturating_add(g.bytes))
    }

    /// From the last map's end to the end of the last group.
    pub fn busy_ms(&self) -> i64 {
        let end = self.groups.iter().map(|g| g.run_end).max();
        end.map_or(0, |end| end.saturating_sub(self.barrier_ms).max(0))
    }

    /// The task as a lane of the timeline; time 0 is the end of the last map.
    pub fn lane(&self) -> Lane {
        let at = |t: i64| t.saturating_sub(self.barrier_ms) as f64;
        let span = |start: i64, end: i64| Span { start: at(start), end: at(end) };
        let mut lane = Lane { name: self.reduce.to_string(), ..Lane::default() };
        // Only arrivals are known: a group's copying is drawn from the arrival before it.
        let mut arrivals: Vec<i64> = self.groups.iter().map(|g| g.copied).filter(|t| *t > 0).collect();
        arrivals.sort_unstable();
        let mut before = arrivals.first().copied().unwrap_or(0).min(self.barrier_ms);
        for arrival in arrivals {
            lane.copy.push(span(before, arrival));
            before = arrival;
        }
        for g in &self.groups {
            if g.sort_start > 0 {
                lane.sort.push(span(g.sort_start, g.sort_end));
            }
            if g.run_start > 0 {
                lane.run.push(span(g.run_start, g.run_end));
            }
        }
        lane
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_count_from_the_last_map() {
        let reduced: Reduced = serde_json::from_str(
            r#"{"reduce":3,"attempt":"a","host":"h","barrierMs":10000,"unknown":[],
                "groups":[{"g":1,"copied":9000,"sortStart":10100,"sortEnd":10200,"runStart":10200,"runEnd":10500,"records":4,"bytes":40},
                          {"g":7,"copied":10150,"sortStart":10200,"sortEnd":10300,"runStart":10500,"runEnd":12000,"records":6,"bytes":60}]}"#,
        )
        .unwrap();
        assert_eq!((reduced.records(), reduced.bytes(), reduced.busy_ms()), (10, 100, 2000));
        let lane = reduced.lane();
        assert_eq!(lane.copy[1], Span { start: -1000.0, end: 150.0 });
        assert_eq!(lane.run[1], Span { start: 500.0, end: 2000.0 });
    }
}
