//! The numbers that follow from a report.

use super::{Reduced, Report};
use serde::{Deserialize, Serialize};

/// Least, quartiles and greatest of some values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FiveNumbers {
    /// Least.
    pub min: f64,
    /// A quarter of the values are at most this.
    pub p25: f64,
    /// Half of the values are at most this.
    pub median: f64,
    /// Three quarters of the values are at most this.
    pub p75: f64,
    /// Greatest.
    pub max: f64,
}

impl FiveNumbers {
    /// Of these values, by linear interpolation; all 0 if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let at = |q: f64| match sorted.len() {
            0 => 0.0,
            n => {
                let place = q * (n - 1) as f64;
                let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
                low + (high - low) * place.fract()
            }
        };
        Self { min: at(0.0), p25: at(0.25), median: at(0.5), p75: at(0.75), max: at(1.0) }
    }
}

/// What a reader wants to know, computed once and shown everywhere.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Summary {
    /// The whole report in one sentence.
    pub sentence: String,
    /// Load of all groups together.
    pub total_load: u64,
    /// Load of a slot if all had the same.
    pub mean_load: f64,
    /// Loads per slot by the table.
    pub slots: FiveNumbers,
    /// Loads per slot by hashing.
    pub hash_slots: FiveNumbers,
    /// Variance of the loads per slot by the table (formula 3-4 of the paper).
    pub variance: f64,
    /// Variance of the loads per slot by hashing.
    pub hash_variance: f64,
    /// Busiest slot by the table, as a multiple of the mean; of times where slots differ in speed.
    pub ratio: f64,
    /// Busiest slot by hashing, as a multiple of the mean; of times where slots differ in speed.
    pub hash_ratio: f64,
    /// Busiest slot by the table over the lower bound, less one; of times where slots differ in speed.
    pub above_bound: f64,
    /// Part of all load that the heaviest key holds (of all pairs if loads are bytes), 0 if unknown.
    pub heaviest_key_share: f64,
    /// Time per reduce task after the last map (or after its own start, if later), in milliseconds.
    pub busy_ms: FiveNumbers,
    /// Time from the last map to the end of the last reduce task, in milliseconds.
    pub tail_ms: i64,
    /// Mean sort delay in milliseconds (Section 4.2 of the paper).
    pub sort_delay_ms: f64,
    /// Mean run delay in milliseconds (Section 4.2 of the paper).
    pub run_delay_ms: f64,
    /// Pairs that the reduce tasks processed.
    pub processed_records: u64,
    /// Bytes that the reduce tasks processed.
    pub processed_bytes: u64,
    /// Part of the copied bytes that came before the last map was done.
    pub early_share: f64,
    /// Part of the copied bytes that was not needed.
    pub vain_share: f64,
    /// Duration of the job in milliseconds, 0 if unknown.
    pub job_ms: u64,
    /// Bytes of counts on both hops: map to TaskTracker, and from there, unchanged, to the JobTracker.
    pub collect_bytes: u64,
    /// Bytes of hints and tables on both hops: JobTracker to TaskTrackers, and from there to reduce tasks.
    pub broadcast_bytes: u64,
    /// From the last map's counts at the JobTracker to the table in the hands of the last reduce task that was
    /// listening by then, in milliseconds; 0 if unknown.
    pub table_latency_ms: i64,
    /// What the paper allows for collecting: 16·M·n bytes.
    pub paper_collect_bytes: u64,
    /// What the paper allows for broadcasting: 8·M·n bytes.
    pub paper_broadcast_bytes: u64,
}

impl Summary {
    /// Of this report; the report's own summary is ignored.
    pub fn of(report: &Report) -> Self {
        let s = &report.schedule;
        let total: u64 = s.loads.iter().fold(0, |sum, load| sum.saturating_add(*load));
        let slots = s.slots.len().max(s.hash_slots.len()).max(1);
        let mean = total as f64 / slots as f64;
        let over_mean = |loads: &[u64]| over_mean(loads, &s.speeds, total);
        let by_table = FiveNumbers::of(s.slots.iter().map(|l| *l as f64));
        let by_hash = FiveNumbers::of(s.hash_slots.iter().map(|l| *l as f64));
        let bound = s.bound.max(1) as f64;
        let heaviest = s.heavy_keys.iter().map(|k| k.at_least).max();
        let mean_of = |value: fn(&Reduced) -> f64| {
            report.reduces.iter().map(value).sum::<f64>() / report.reduces.len().max(1) as f64
        };
        let sum_of = |value: fn(&Reduced) -> u64| {
            let values = report.reduces.iter().map(value);
            values.fold(0u64, u64::saturating_add)
        };
        let copied = sum_of(|r| r.total_bytes).max(1) as f64;
        let last_map = report.last_map_ms();
        let maps_groups = u64::from(report.job.maps) * s.loads.len() as u64;
        let mut summary = Self {
            sentence: String::new(),
            total_load: total,
            mean_load: mean,
            slots: by_table,
            hash_slots: by_hash,
            variance: variance(&s.slots),
            hash_variance: variance(&s.hash_slots),
            ratio: over_mean(&s.slots),
            hash_ratio: over_mean(&s.hash_slots),
            above_bound: if s.speeds.is_empty() { by_table.max / bound - 1.0 } else { s.time_ratio - 1.0 }
                .max(0.0),
            heaviest_key_share: heaviest.map_or(0.0, |load| s.share_of_key(load)),
            busy_ms: FiveNumbers::of(report.reduces.iter().map(|r| r.busy_ms() as f64)),
            tail_ms: report.reduces.iter().map(|r| r.ended_after(last_map)).max().unwrap_or(0),
            sort_delay_ms: mean_of(|r| r.sort_delay_ms as f64),
            run_delay_ms: mean_of(|r| r.run_delay_ms as f64),
            processed_records: sum_of(Reduced::records),
            processed_bytes: sum_of(Reduced::bytes),
            early_share: sum_of(|r| r.early_bytes) as f64 / copied,
            vain_share: sum_of(|r| r.vain_bytes) as f64 / copied,
            job_ms: report.job.finished.saturating_sub(report.job.submitted),
            collect_bytes: report.traffic.report_bytes.saturating_mul(2),
            broadcast_bytes: (report.traffic.table_bytes.saturating_add(report.traffic.hint_bytes))
                .saturating_add(sum_of(|r| r.table_bytes.saturating_add(r.hint_bytes))),
            table_latency_ms: table_latency(report),
            paper_collect_bytes: maps_groups.saturating_mul(16),
            paper_broadcast_bytes: maps_groups.saturating_mul(8),
        };
        summary.sentence = super::words::sentence(report, &summary);
        summary
    }
}

/// The time of the busiest slot over that of all slots if they were done together.
fn over_mean(loads: &[u64], speeds: &[u32], total: u64) -> f64 {
    let speed = |slot: usize| speeds.get(slot).map_or(1.0, |speed| f64::from(*speed));
    let speeds: f64 = (0..loads.len()).map(speed).sum();
    let times = loads.iter().enumerate().map(|(slot, load)| *load as f64 / speed(slot));
    if total > 0 { times.fold(0.0, f64::max) * speeds / total as f64 } else { 0.0 }
}

/// Only tasks that listened before the last counts came waited for the table.
fn table_latency(report: &Report) -> i64 {
    let last = report.traffic.last_report;
    let waited = report.reduces.iter().filter(|r| r.listened_ms > 0 && r.listened_ms <= last);
    waited.map(|r| r.table_ms.saturating_sub(last)).max().unwrap_or(0).max(0)
}

fn variance(loads: &[u64]) -> f64 {
    let n = loads.len().max(1) as f64;
    let mean = loads.iter().map(|l| *l as f64).sum::<f64>() / n;
    loads.iter().map(|l| (*l as f64 - mean).powi(2)).sum::<f64>() / n
}

#[cfg(test)]
mod tests {
    use super::super::reduced::ReducedGroup;
    use super::*;

    #[test]
    fn five_numbers_interpolate() {
        let five = FiveNumbers::of([4.0, 1.0, 2.0, 3.0]);
        assert_eq!(five, FiveNumbers { min: 1.0, p25: 1.75, median: 2.5, p75: 3.25, max: 4.0 });
        assert_eq!(FiveNumbers::of([]), FiveNumbers::default());
    }

    #[test]
    fn both_hops_are_counted_and_latecomers_did_not_wait() {
        let mut report = Report::default();
        report.traffic.report_bytes = 100;
        report.traffic.table_bytes = 40;
        report.traffic.hint_bytes = 5;
        report.traffic.last_report = 1_000;
        for (listened_ms, table_ms) in [(900, 1_200), (950, 1_150), (5_000, 5_010), (0, 9_000)] {
            report.reduces.push(Reduced { listened_ms, table_ms, table_bytes: 20, ..Reduced::default() });
        }
        let summary = Summary::of(&report);
        assert_eq!((summary.collect_bytes, summary.broadcast_bytes), (200, 125));
        assert_eq!(summary.table_latency_ms, 200);
    }

    #[test]
    fn a_second_wave_ends_after_the_first() {
        let task = |reduce, barrier_ms, run_end| Reduced {
            reduce,
            barrier_ms,
            groups: vec![ReducedGroup { run_start: barrier_ms, run_end, ..ReducedGroup::default() }],
            ..Reduced::default()
        };
        let reduces = vec![task(0, 10_000, 15_000), task(1, 10_040, 15_020), task(2, 15_500, 21_000)];
        let mut report = Report { reduces, ..Report::default() };
        report.summary = Summary::of(&report);
        assert_eq!(report.summary.tail_ms, 11_000);
        assert_eq!(report.summary.busy_ms.max, 5_500.0, "each task by itself");
        let page = crate::report::html::render(&report);
        assert!(page.contains("<dt>Last map to last reduce</dt><dd><data value=\"11000\">11\u{a0}s"));
        assert!(page.contains("the last ended 11\u{a0}s after the last map"));
        assert!(page.contains("<data value=\"5500\">5.5\u{a0}s</data></td><td><data value=\"11000\">"));
    }

    #[test]
    fn nothing_divides_by_zero() {
        let summary = Summary::of(&Report::default());
        let json = serde_json::to_string(&summary).unwrap();
        assert!(!json.contains("null"), "{json}");
    }
}
