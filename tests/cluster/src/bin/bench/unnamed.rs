//! What the hooks in the daemons and tasks cost jobs that do not name the Partitioner: stock jobs on two clusters that
//! differ in nothing but the plug-in, in turn.

use crate::case::Case;
use crate::measure::Run;
use crate::mode::Mode;
use crate::pairs;
use crate::session::{Session, Settings};
use evenkeel_cluster::Result;
use std::fmt::Write;

/// One stock job, and the CPU time that the cluster's daemons spent meanwhile.
type Measured = (Run, f64);

/// What is compared: a column's name and its value.
type Column = (&'static str, fn(&Measured) -> f64);

const COLUMNS: [Column; 4] = [
    ("job", |(run, _)| run.job_seconds),
    ("CPU maps", |(run, _)| run.map_cpu),
    ("CPU reduces", |(run, _)| run.reduce_cpu),
    ("CPU daemons", |(_, daemons)| *daemons),
];

/// Runs the case as often as asked for on both clusters; writes and returns a table.
pub fn compare(settings: Settings, case: &Case) -> Result<String> {
    let repeat = settings.repeat;
    let without =
        Settings { plugin: None, dir: settings.dir.as_ref().map(|d| d.join("without")), ..settings.clone() };
    let with = Settings { dir: settings.dir.as_ref().map(|d| d.join("with")), ..settings };
    let clusters = [Session::start(without)?, Session::start(with)?];
    for session in &clusters {
        session.prepare(std::slice::from_ref(case))?;
        // The first job of a cluster pays for classes that are loaded once.
        session.stock(case)?;
    }
    let mut pairs: Vec<[Measured; 2]> = Vec::new();
    for repetition in 0..repeat as usize {
        let mut pair = [None, None];
        for turn in 0..2 {
            let which = (turn + repetition) % 2;
            pair[which] = Some(clusters[which].stock(case)?);
        }
        if let [Some(without), Some(with)] = pair {
            eprintln!(
                "[{}/{repeat}] without {:.1} s, with {:.1} s",
                repetition + 1,
                without.0.job_seconds,
                with.0.job_seconds
            );
            pairs.push([without, with]);
        }
    }
    let markdown = clusters[1].head()? + &table(case, &pairs);
    clusters[1].write("unnamed", &markdown)?;
    Ok(markdown)
}

fn table(case: &Case, pairs: &[[Measured; 2]]) -> String {
    let mut out = format!(
        "\n{} with Hadoop's own partitioner on a cluster with the plug-in, in parts of one without; {} pairs, geometric mean, in \
         brackets its 95 % interval.\n\n| what | without | with | with ÷ without |\n|---|---|---|---|\n",
        case.name,
        pairs.len()
    );
    for (name, value) in COLUMNS {
        let median = |side: usize| crate::stats::median(pairs.iter().map(|pair| value(&pair[side])));
        let quotients = pairs.iter().map(|[without, with]| (value(with), value(without)));
        let _ = writeln!(
            out,
            "| {name}, s | {:.2} | {:.2} | {} |",
            median(0),
            median(1),
            pairs::interval(quotients)
        );
    }
    out
}

impl Session {
    fn stock(&self, case: &Case) -> Result<Measured> {
        let before = self.daemons_cpu()?;
        let run = self.run(case, Mode::Stock)?;
        Ok((run, self.daemons_cpu()? - before))
    }
}
