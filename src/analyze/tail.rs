//! The time from the last map to the last reduce, and how much of it balance could save at most.

use super::History;
use crate::report::FiveNumbers;
use serde::Serialize;

/// The reduce side of a finished job.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tail {
    /// Pairs per reduce task.
    pub records: FiveNumbers,
    /// Bytes copied per reduce task.
    pub bytes: FiveNumbers,
    /// Time per reduce task after the last map (or after its own start, if later), in milliseconds.
    pub busy_ms: FiveNumbers,
    /// Pairs of the busiest task as a multiple of the mean.
    pub records_ratio: f64,
    /// Bytes of the busiest task as a multiple of the mean.
    pub bytes_ratio: f64,
    /// Time from the last map to the last reduce, in milliseconds.
    pub tail_ms: u64,
    /// That time if the same work were spread evenly over as many reduce tasks at once: it can hardly be less.
    pub even_ms: u64,
    /// Most reduce tasks that ran at the same time after the last map.
    pub at_once: u32,
    /// Time of the whole job in milliseconds.
    pub job_ms: u64,
    /// How well times follow pairs: 1 perfectly, 0 not at all.
    pub correlation: f64,
}

impl Tail {
    /// Of this history.
    pub fn of(history: &History) -> Self {
        let spans: Vec<(u64, u64)> =
            history.reduces.iter().map(|r| (r.start.max(history.last_map), r.finish)).collect();
        let busy: Vec<f64> = spans.iter().map(|(s, f)| f.saturating_sub(*s) as f64).collect();
        let records: Vec<f64> = history.reduces.iter().map(|r| r.records as f64).collect();
        let bytes: Vec<f64> = history.reduces.iter().map(|r| r.bytes as f64).collect();
        let end = history.reduces.iter().map(|r| r.finish).max().unwrap_or(0);
        let at_once = most_at_once(&spans);
        let even = busy.iter().sum::<f64>() / f64::from(at_once.max(1));
        let tail_ms = end.saturating_sub(history.last_map);
        Self {
            records_ratio: ratio(&records),
            bytes_ratio: ratio(&bytes),
            correlation: correlation(&records, &busy),
            records: FiveNumbers::of(records),
            bytes: FiveNumbers::of(bytes),
            busy_ms: FiveNumbers::of(busy),
            tail_ms,
            even_ms: (even.ceil() as u64).min(tail_ms),
            at_once,
            job_ms: history.job.finished.max(end).saturating_sub(history.job.submitted),
        }
    }

    /// No balance saves more than this, in milliseconds.
    pub fn saved_at_most_ms(&self) -> u64 {
        self.tail_ms - self.even_ms
    }

    /// The same as a part of the whole job.
    pub fn saved_share(&self) -> f64 {
        self.saved_at_most_ms() as f64 / self.job_ms.max(1) as f64
    }
}

/// The greatest value over the mean; 1 if there is nothing.
fn ratio(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    if mean > 0.0 { values.iter().copied().fold(0.0, f64::max) / mean } else { 1.0 }
}

fn most_at_once(spans: &[(u64, u64)]) -> u32 {
    let mut events: Vec<(u64, i32)> = Vec::new();
    for (start, finish) in spans.iter().filter(|(s, f)| s < f) {
        events.extend([(*start, 1), (*finish, -1)]);
    }
    events.sort_unstable();
    let (mut now, mut most) = (0, 0);
    for (_, change) in events {
        now += change;
        most = most.max(now);
    }
    most as u32
}

fn correlation(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len().max(1) as f64;
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let sum = |f: &dyn Fn(f64, f64) -> f64| x.iter().zip(y).map(|(a, b)| f(a - mx, b - my)).sum::<f64>();
    let spread = (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    if spread > 0.0 { sum(&|a, b| a * b) / spread } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::history::tests::written;
    use super::*;

    #[test]
    fn the_bound_is_what_an_even_spread_would_leave() {
        // The last map ends at 11 s; the tasks then work 19 s and 5 s: 12 s each if even.
        let history = History::parse(&written(&[(5000, 30000, 900), (5000, 16000, 300)])).unwrap();
        let tail = Tail::of(&history);
        assert_eq!((tail.tail_ms, tail.even_ms, tail.at_once), (19_000, 12_000, 2));
        assert_eq!(tail.saved_at_most_ms(), 7_000);
        assert_eq!(tail.records_ratio, 1.5);
        assert_eq!(tail.job_ms, 30_000);
        assert!((tail.correlation - 1.0).abs() < 1e-9);
    }

    #[test]
    fn waves_count_as_waves() {
        let history = History::parse(&written(&[(5000, 20000, 10), (20000, 30000, 10)])).unwrap();
        let tail = Tail::of(&history);
        assert_eq!((tail.at_once, tail.tail_ms, tail.even_ms), (1, 19_000, 19_000));
        assert_eq!(Tail::of(&History::default()).saved_at_most_ms(), 0);
    }
}
