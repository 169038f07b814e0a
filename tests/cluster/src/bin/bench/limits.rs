//! How far a balanced run is from what its job allows: the tail against the lower bound, the loads against theirs.
//!
//! A reducer's time after the last map grows with its load, so a schedule can shorten stock's tail to (lower bound ÷ stock's
//! largest load) of itself; less only if a pair costs less as well. What comes before the last map no schedule can shorten.

use crate::measure::Run;
use crate::mode::Mode;
use crate::stats::{median, range};
use evenkeel::draw::{Drawing, Series, Slots, slots};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A case with or without its combiner.
type Key<'a> = (&'a str, bool);

/// The table, a line for each balanced mode of each case that stock ran too.
pub fn markdown(runs: &[Run]) -> String {
    let mut out = "\n## Against the limits\n\nTail and job in parts of stock's. *Possible*: lower bound ÷ stock's largest load, what balance alone can make of \
                   the tail. *Job's limit*: stock's job with just its tail shortened so. *Load ÷ bound*: largest load in parts of the lower bound.\n\n"
        .to_owned();
    out += "| job | combiner | mode | tail | possible | job | job's limit | load ÷ bound | sort delay | stock's | run delay | stock's | early | stock's | in vain |\n";
    out += "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (case, combiner) in keys(runs) {
        let stock = of(runs, (case, combiner), Mode::Stock);
        for mode in Mode::ALL.into_iter().filter(|mode| mode.balanced()) {
            let ours = of(runs, (case, combiner), mode);
            if !stock.is_empty() && !ours.is_empty() {
                out += &line(&stock, &ours);
            }
        }
    }
    out
}

fn line(stock: &[&Run], ours: &[&Run]) -> String {
    let first = ours[0];
    let middle = |runs: &[&Run], value: fn(&Run) -> f64| median(runs.iter().map(|run| value(run)));
    let (tail, job) = (middle(stock, |r| r.tail_seconds), middle(stock, |r| r.job_seconds));
    let possible = possible(stock[0], first);
    let limit = possible.map(|part| (job - tail * (1.0 - part)) / job);
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let mut out =
        format!("| {} | {} | {} ", first.case, if first.combiner { "on" } else { "off" }, first.mode);
    let _ = write!(out, "| {:.3} | {} ", middle(ours, |r| r.tail_seconds) / tail, share(possible));
    let _ = write!(out, "| {:.3} | {} ", middle(ours, |r| r.job_seconds) / job, share(limit));
    let bounded = first.plan.as_ref().filter(|plan| plan.bound > 0);
    let _ = write!(out, "| {} ", share(bounded.map(|plan| most(&plan.slots) / plan.bound as f64)));
    for value in [(|r| r.sort_delay) as fn(&Run) -> f64, |r| r.run_delay] {
        let _ = write!(out, "| {:.1} | {:.1} ", middle(ours, value), middle(stock, value));
    }
    let early = |runs: &[&Run]| middle(runs, |r| r.early * 100.0);
    let _ = write!(out, "| {:.0} % | {:.0} % ", early(ours), early(stock));
    let _ = writeln!(out, "| {:.1} % |", middle(ours, |r| r.vain * 100.0));
    out
}

/// The lower bound in parts of stock's largest load; known where stock's reducers saw the loads that were scheduled, on
/// slots that counted as equal.
fn possible(stock: &Run, ours: &Run) -> Option<f64> {
    let plan = ours.plan.as_ref().filter(|plan| !ours.combiner && plan.bound > 0)?;
    Some(plan.bound as f64 / range(stock.records()).1)
}

fn most(loads: &[u64]) -> f64 {
    loads.iter().copied().max().unwrap_or(0) as f64
}

/// Loads of the slots of each case without its combiner, stock beside Evenkeel, as `loads-CASE.svg`.
pub fn pictures(runs: &[Run]) -> Vec<(String, Drawing)> {
    let picture = |(case, combiner): Key<'_>| {
        let stock = *of(runs, (case, combiner), Mode::Stock).first()?;
        let ours = *of(runs, (case, combiner), Mode::Evenkeel).first()?;
        let plan = ours.plan.as_ref().filter(|_| !combiner)?;
        let loads: Vec<u64> = stock.records().iter().map(|&records| records as u64).collect();
        let series =
            [Series { name: "stock Hadoop", loads: &loads }, Series { name: "Evenkeel", loads: &plan.slots }];
        let title = format!("{case}: pairs of each reducer");
        let drawing = slots(&Slots {
            title: &title,
            unit: "pairs",
            series: &series,
            bound: Some(plan.bound).filter(|b| *b > 0),
        });
        Some((format!("loads-{case}.svg"), drawing))
    };
    keys(runs).into_iter().filter_map(picture).collect()
}

fn keys(runs: &[Run]) -> BTreeSet<Key<'_>> {
    runs.iter().map(|run| (run.case.as_str(), run.combiner)).collect()
}

fn of<'a>(runs: &'a [Run], (case, combiner): Key<'_>, mode: Mode) -> Vec<&'a Run> {
    runs.iter().filter(|run| run.case == case && run.combiner == combiner && run.mode == mode).collect()
}
