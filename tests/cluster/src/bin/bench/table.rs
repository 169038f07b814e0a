//! The Markdown of a benchmark: a summary, then every reducer's load.

use crate::measure::{Plan, Run};
use crate::mode::Mode;
use crate::stats::{imbalance, median, range};
use std::fmt::Write;

/// Runs of one case, mode and combiner.
struct Row<'a> {
    runs: Vec<&'a Run>,
}

/// All tables.
pub fn markdown(head: &str, runs: &[Run]) -> String {
    let rows = rows(runs);
    let mut out = format!("{head}\n");
    out += "Medians, in brackets the smallest and the largest. *job*: submission to end; *tail*: last map's end to last reduce's \
            end, both in seconds; *÷ stock*: job time in parts of stock's; loads, bytes and task times of reducers as largest ÷ mean; delays (section 4.2 of the \
            paper), seconds, mean over reducers; *early*: share of the bytes copied before the last map ended; CPU in \
            seconds over all tasks; *in all*: of tasks with the start of their JVMs, and of daemons.\n\n";
    out += "| job | combiner | mode | job | ÷ stock | tail | load before combining | load after | bytes | task time | sort delay | \
            run delay | shuffle MB | requests | early | in vain | CPU maps | CPU reduces | CPU in all |\n";
    out += "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for row in &rows {
        out += &row.summary(&rows, runs);
    }
    out += &communication(&rows);
    out += "\n## Loads of reducers\n\nFrom reducer 0 on; median over the repetitions. Before combining: pairs as the maps emitted them.\n\n";
    for row in &rows {
        out += &row.loads(runs);
    }
    out
}

/// What counts, hints and tables cost (Section 4 of the paper).
fn communication(rows: &[Row<'_>]) -> String {
    let mut out = "\n## Communication\n\nBytes on both hops, in brackets what the paper allows (16Mn and 8Mn); *table after*: \
                   milliseconds from the last counts at the JobTracker to the table at the last reduce task that listened.\n\n\
                   | job | combiner | mode | maps | groups | counts | hints and table | scheduling ms | table after |\n\
                   |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for row in rows {
        let first = row.runs[0];
        let Some(plan) = &first.plan else { continue };
        let of = |value: fn(&Plan) -> f64| row.spread(|run| run.plan.as_ref().map_or(f64::NAN, value));
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} ({}) | {} ({}) | {} | {} |",
            first.case,
            if first.combiner { "on" } else { "off" },
            first.mode,
            first.maps,
            plan.groups.len(),
            plan.collected[0],
            plan.collected[1],
            plan.broadcast[0],
            plan.broadcast[1],
            of(|plan| plan.scheduling_ms),
            of(|plan| plan.latency_ms as f64),
        );
    }
    out
}

fn rows(runs: &[Run]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for run in runs {
        match rows.iter_mut().find(|row| row.holds(&run.case, run.mode, run.combiner)) {
            Some(row) => row.runs.push(run),
            None => rows.push(Row { runs: vec![run] }),
        }
    }
    rows.sort_by_key(|row| (row.runs[0].job.clone(), row.runs[0].combiner, row.runs[0].mode));
    rows
}

/// Load of each reducer before combining: what a run without the combiner saw, or what Evenkeel counted.
pub fn loads_before(runs: &[Run], case: &str, mode: Mode) -> Option<Vec<f64>> {
    let of = |run: &&Run| run.case == case && run.mode == mode;
    if let Some(run) = runs.iter().filter(of).find(|run| !run.combiner) {
        return Some(run.records());
    }
    let plan = runs.iter().filter(of).find_map(|run| run.plan.as_ref())?;
    Some(plan.slots.iter().map(|&load| load as f64).collect())
}

impl Row<'_> {
    fn holds(&self, case: &str, mode: Mode, combiner: bool) -> bool {
        let first = self.runs[0];
        first.case == case && first.mode == mode && first.combiner == combiner
    }

    fn median(&self, value: impl Fn(&Run) -> f64) -> f64 {
        median(self.runs.iter().map(|run| value(run)))
    }

    fn spread(&self, value: impl Fn(&Run) -> f64) -> String {
        let (low, high) = range(self.runs.iter().map(|run| value(run)));
        format!("{:.1} ({low:.1}–{high:.1})", self.median(&value))
    }

    fn summary(&self, rows: &[Row<'_>], runs: &[Run]) -> String {
        let first = self.runs[0];
        let stock = rows.iter().find(|row| row.holds(&first.case, Mode::Stock, first.combiner));
        let ratio = stock.map_or("–".to_owned(), |stock| {
            format!("{:.3}", self.median(|r| r.job_seconds) / stock.median(|r| r.job_seconds))
        });
        let before = loads_before(runs, &first.case, first.mode)
            .map_or("–".to_owned(), |loads| format!("{:.3}", imbalance(&loads)));
        format!(
            "| {} | {} | {} | {} | {ratio} | {} | {before} | {:.3} | {:.3} | {:.2} | {:.1} | {:.1} | {:.1} | {:.0} | {:.0} % | {:.1} % | {:.1} | {:.1} | {:.1} |\n",
            first.case,
            if first.combiner { "on" } else { "off" },
            first.mode,
            self.spread(|r| r.job_seconds),
            self.spread(|r| r.tail_seconds),
            self.median(|r| imbalance(&r.records())),
            self.median(|r| imbalance(&r.bytes())),
            self.median(Run::time_imbalance),
            self.median(|r| r.sort_delay),
            self.median(|r| r.run_delay),
            self.median(|r| r.shuffle_bytes as f64 / 1e6),
            self.median(|r| r.requests as f64),
            self.median(|r| r.early * 100.0),
            self.median(|r| r.vain * 100.0),
            self.median(|r| r.map_cpu),
            self.median(|r| r.reduce_cpu),
            self.median(|r| r.whole_cpu),
        )
    }

    fn loads(&self, runs: &[Run]) -> String {
        let first = self.runs[0];
        let mut out = format!(
            "- {} {}, combiner {}\n",
            first.case,
            first.mode,
            if first.combiner { "on" } else { "off" }
        );
        if let Some(loads) = loads_before(runs, &first.case, first.mode) {
            let _ = writeln!(out, "  - pairs before combining: {}", list(loads, 0));
        }
        let reducer = |value: fn(&crate::measure::Reducer) -> f64| -> Vec<f64> {
            (0..first.reducers.len())
                .map(|i| median(self.runs.iter().filter_map(|run| run.reducers.get(i)).map(value)))
                .collect()
        };
        if first.combiner {
            let _ = writeln!(out, "  - pairs: {}", list(reducer(|r| r.records), 0));
        }
        let _ = writeln!(out, "  - bytes: {}", list(reducer(|r| r.bytes), 0));
        let _ = writeln!(out, "  - task seconds: {}", list(reducer(|r| r.seconds), 1));
        let _ = writeln!(out, "  - seconds after the last map: {}", list(reducer(|r| r.done), 1));
        out
    }
}

/// Numbers between commas.
pub fn list(values: Vec<f64>, digits: usize) -> String {
    values.iter().map(|value| format!("{value:.digits$}")).collect::<Vec<_>>().join(", ")
}
