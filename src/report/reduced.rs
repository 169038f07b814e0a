//! What a reduce task tells when it is done: when each of its groups was copied, sorted and run (Section 4.2).
//! `io.evenkeel.reduce.Timeline` writes it.

use crate::draw::{Lane, Span, count, duration_ms};
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
    /// Its groups in the order in which they ran; of very many only the first ones.
    pub groups: Vec<ReducedGroup>,
    /// How many groups there were.
    pub groups_run: u64,
    /// Pairs of all groups; in key order groups run as one, and only this is known.
    pub records: u64,
    /// Bytes copied before the last map was done and then used.
    pub early_bytes: u64,
    /// Bytes copied by a hint that the table did not confirm.
    pub vain_bytes: u64,
    /// All bytes copied.
    pub total_bytes: u64,
    /// Requests for them.
    pub requests: u64,
    /// From `barrier_ms` to the first sort.
    pub sort_delay_ms: i64,
    /// From `barrier_ms` to the first run.
    pub run_delay_ms: i64,
    /// When the task knew that all maps were done: soon after it began, if it began later.
    pub barrier_ms: i64,
    /// When it began to listen for hints and the table.
    pub listened_ms: i64,
    /// When the table was in its hands.
    pub table_ms: i64,
    /// Bytes of the table, as its TaskTracker gave it.
    pub table_bytes: u64,
    /// Bytes of hints, as its TaskTracker gave them.
    pub hint_bytes: u64,
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
        self.groups.iter().fold(0u64, |sum, g| sum.saturating_add(g.records)).max(self.records)
    }

    /// Bytes processed.
    pub fn bytes(&self) -> u64 {
        let told = self.groups.iter().fold(0u64, |sum, g| sum.saturating_add(g.bytes));
        if self.is_cut() { told.max(self.total_bytes.saturating_sub(self.vain_bytes)) } else { told }
    }

    /// Groups processed.
    pub fn groups_run(&self) -> u64 {
        self.groups_run.max(self.groups.len() as u64)
    }

    /// Whether only the first of its groups are told one by one: it ended later than the last of these.
    pub fn is_cut(&self) -> bool {
        self.groups_run > self.groups.len() as u64
    }

    /// From when it knew that all maps were done to the end of its last group.
    pub fn busy_ms(&self) -> i64 {
        self.ended_after(self.barrier_ms)
    }

    /// From this moment to the end of its last group.
    pub fn ended_after(&self, zero: i64) -> i64 {
        let end = self.groups.iter().map(|g| g.run_end).max();
        end.map_or(0, |end| end.saturating_sub(zero).max(0))
    }

    /// The task as a lane of the timeline in which this moment is 0.
    pub fn lane(&self, zero: i64) -> Lane {
        let at = |t: i64| t.saturating_sub(zero) as f64;
        let span = |start: i64, end: i64| Span { start: at(start), end: at(end) };
        let mut lane = Lane {
            name: self.reduce.to_string(),
            note: format!(
                "task {} on {}: sort delay {}, run delay {}, {} groups, ended {}{} after the last map",
                self.reduce,
                self.host,
                duration_ms(self.sort_delay_ms as f64),
                duration_ms(self.run_delay_ms as f64),
                count(self.groups_run()),
                if self.is_cut() { "over " } else { "" },
                duration_ms(self.ended_after(zero) as f64)
            ),
            ..Lane::default()
        };
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
            r#"{"reduce":3,"attempt":"a","host":"h","barrierMs":10000,"sortDelayMs":100,"runDelayMs":200,"unknown":[],
                "groups":[{"g":1,"copied":9000,"sortStart":10100,"sortEnd":10200,"runStart":10200,"runEnd":10500,"records":4,"bytes":40},
                          {"g":7,"copied":10150,"sortStart":10200,"sortEnd":10300,"runStart":10500,"runEnd":12000,"records":6,"bytes":60}]}"#,
        )
        .unwrap();
        assert_eq!((reduced.records(), reduced.bytes(), reduced.busy_ms()), (10, 100, 2000));
        let lane = reduced.lane(10_000);
        assert_eq!(
            lane.note.replace('\u{a0}', " "),
            "task 3 on h: sort delay 100 ms, run delay 200 ms, 2 groups, ended 2 s after the last map"
        );
        assert_eq!(lane.copy[1], Span { start: -1000.0, end: 150.0 });
        assert_eq!(lane.run[1], Span { start: 500.0, end: 2000.0 });
        let later = Reduced { barrier_ms: 14_000, ..reduced };
        assert_eq!(later.lane(10_000).run[1], lane.run[1], "whenever the task itself began");
    }
}
