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
    /// Busiest slot by the table, as a multiple of the mean.
    pub ratio: f64,
    /// Busiest slot by hashing, as a multiple of the mean.
    pub hash_ratio: f64,
    /// Busiest slot by the table over the lower bound, less one.
    pub above_bound: f64,
    /// Part of all load that the heaviest key holds, 0 if unknown.
    pub heaviest_key_share: f64,
    /// Time from the last map to the end of each reduce task, in milliseconds.
    pub busy_ms: FiveNumbers,
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
        let over_mean = |load: f64| if mean > 0.0 { load / mean } else { 0.0 };
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
        let maps_groups = u64::from(report.job.maps) * s.loads.len() as u64;
        let mut summary = Self {
            sentence: String::new(),
            total_load: total,
            mean_load: mean,
            slots: by_table,
            hash_slots: by_hash,
            variance: variance(&s.slots),
            hash_variance: variance(&s.hash_slots),
            ratio: over_mean(by_table.max),
            hash_ratio: over_mean(by_hash.max),
            above_bound: (by_table.max / bound - 1.0).max(0.0),
            heaviest_key_share: heaviest.map_or(0.0, |load| load as f64 / total.max(1) as f64),
            busy_ms: FiveNumbers::of(report.reduces.iter().map(|r| r.busy_ms() as f64)),
            sort_delay_ms: mean_of(|r| r.sort_delay_ms as f64),
            run_delay_ms: mean_of(|r| r.run_delay_ms as f64),
            processed_records: sum_of(Reduced::records),
            processed_bytes: sum_of(Reduced::bytes),
            early_share: sum_of(|r| r.early_bytes) as f64 / copied,
            vain_share: sum_of(|r| r.vain_bytes) as f64 / copied,
            job_ms: report.job.finished.saturating_sub(report.job.submitted),
            paper_collect_bytes: maps_groups.saturating_mul(16),
            paper_broadcast_bytes: maps_groups.saturating_mul(8),
        };
        summary.sentence = super::words::sentence(report, &summary);
        summary
    }
}

fn variance(loads: &[u64]) -> f64 {
    let n = loads.len().max(1) as f64;
    let mean = loads.iter().map(|l| *l as f64).sum::<f64>() / n;
    loads.iter().map(|l| (*l as f64 - mean).powi(2)).sum::<f64>() / n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_numbers_interpolate() {
        let five = FiveNumbers::of([4.0, 1.0, 2.0, 3.0]);
        assert_eq!(five, FiveNumbers { min: 1.0, p25: 1.75, median: 2.5, p75: 3.25, max: 4.0 });
        assert_eq!(FiveNumbers::of([]), FiveNumbers::default());
    }

    #[test]
    fn nothing_divides_by_zero() {
        let summary = Summary::of(&Report::default());
        let json = serde_json::to_string(&summary).unwrap();
        assert!(!json.contains("null"), "{json}");
    }
}
