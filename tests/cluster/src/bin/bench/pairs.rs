//! Each mode against stock, repetition by repetition: is a difference more than noise?
//!
//! Runs of one repetition stand next to each other in time, so what slows the machine slows both. A pair gives a quotient;
//! of several, the geometric mean and its 95 % interval (Student's, on logarithms).

use crate::measure::Run;
use crate::mode::Mode;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Student's t for 95 %, by degrees of freedom from 1 on; beyond, the normal distribution's value is near enough.
const STUDENT: [f64; 20] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086,
];
const NORMAL: f64 = 1.96;

/// What is compared: a column's name and its value.
type Column = (&'static str, fn(&Run) -> f64);

const COLUMNS: [Column; 5] = [
    ("job", |run| run.job_seconds),
    ("tail", |run| run.tail_seconds),
    ("CPU maps", |run| run.map_cpu),
    ("CPU reduces", |run| run.reduce_cpu),
    ("CPU in all", |run| run.whole_cpu),
];

/// The table; nothing where no mode has two pairs.
pub fn markdown(runs: &[Run]) -> String {
    let mut lines = String::new();
    let keys: BTreeSet<_> = runs.iter().map(|run| (run.case.as_str(), run.combiner)).collect();
    for (case, combiner) in keys {
        let here: Vec<&Run> =
            runs.iter().filter(|run| run.case == case && run.combiner == combiner).collect();
        for mode in Mode::ALL.into_iter().filter(|mode| *mode != Mode::Stock) {
            let pairs = pairs(&here, mode);
            if pairs.len() > 1 {
                let with = if combiner { "on" } else { "off" };
                let _ = write!(lines, "| {case} | {with} | {mode} | {} |", pairs.len());
                for (_, value) in COLUMNS {
                    let _ = write!(
                        lines,
                        " {} |",
                        interval(pairs.iter().map(|(ours, stock)| (value(ours), value(stock))))
                    );
                }
                lines.push('\n');
            }
        }
    }
    if lines.is_empty() {
        return lines;
    }
    let names = COLUMNS.map(|(name, _)| name).join(" | ");
    format!(
        "\n## In parts of stock, pair by pair\n\nGeometric mean of the quotients of runs of the same repetition, in brackets its 95 % interval.\n\n\
         | job | combiner | mode | pairs | {names} |\n|---|---|---|---|---|---|---|---|---|\n{lines}"
    )
}

/// Runs of a mode beside stock's of the same repetition.
fn pairs<'a>(runs: &[&'a Run], mode: Mode) -> Vec<(&'a Run, &'a Run)> {
    let of = |mode: Mode| runs.iter().copied().filter(move |run| run.mode == mode);
    of(mode)
        .filter_map(|ours| {
            of(Mode::Stock).find(|stock| stock.repetition == ours.repetition).map(|stock| (ours, stock))
        })
        .collect()
}

/// The mean of quotients and its interval, in words.
pub fn interval(pairs: impl Iterator<Item = (f64, f64)>) -> String {
    let logs: Vec<f64> =
        pairs.map(|(ours, stock)| (ours / stock).ln()).filter(|log| log.is_finite()).collect();
    match geometric(&logs) {
        Some((mean, low, high)) => format!("{mean:.3} ({low:.3}–{high:.3})"),
        None => "–".to_owned(),
    }
}

/// Geometric mean and interval from logarithms.
fn geometric(logs: &[f64]) -> Option<(f64, f64, f64)> {
    if logs.len() < 2 {
        return None;
    }
    let count = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let student = STUDENT.get(logs.len() - 2).copied().unwrap_or(NORMAL);
    let half = student * (variance / count).sqrt();
    Some((mean.exp(), (mean - half).exp(), (mean + half).exp()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_its_mean_and_shrinks() {
        let (mean, low, high) = geometric(&[0.1_f64, -0.1]).unwrap();
        assert!((mean - 1.0).abs() < 1e-12 && low < 0.3 && high > 3.0, "{low} {high}");
        let many: Vec<f64> = (0..40).map(|i| if i % 2 == 0 { 0.1 } else { -0.1 }).collect();
        let (_, low, high) = geometric(&many).unwrap();
        assert!((low - 0.9691).abs() < 0.001 && (high - 1.0319).abs() < 0.001, "{low} {high}");
        assert!(geometric(&[0.5]).is_none());
    }
}
