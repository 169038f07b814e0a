//! `evenkeel analyze`: what a job that ran without Evenkeel would gain.

use super::Failure;
use super::failure::{printable, say};
use super::plan::algorithm;
use super::progress::Progress;
use crate::analyze::{History, KeyPlan, Keys, Tail, html, usual_groups, words};
use crate::draw::{bytes, count, duration_ms};
use crate::{Algorithm, Options};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

/// Tell what a job that ran without Evenkeel would gain from it.
///
/// From the job's history (the file job_… in the JobTracker's history directory) the answer is a bound. From a histogram of
/// its keys, made by `hadoop io.evenkeel.tools.CountKeys`, it is the schedule itself. Give both for an estimate in time.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenkeel analyze job_201611160340_0007_alice_wordcount --html gain.html
  evenkeel analyze --histogram keys.tsv --slots 15")]
pub(super) struct Arguments {
    /// Job history file of Hadoop 1.x
    #[arg(required_unless_present = "histogram")]
    history: Option<String>,
    /// Histogram: key, tab, load per line (and a third column with Java's hashCode, as CountKeys writes it)
    #[arg(long, value_name = "FILE")]
    histogram: Option<String>,
    /// Number of reduce tasks; from the history if that is given
    #[arg(short = 'm', long, required_unless_present = "history", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    slots: Option<u32>,
    /// Number of operation groups; by default what the plug-in would take for a job that does not compress its map output. A
    /// history tells how much a map reads: large maps get more
    #[arg(short = 'n', long, value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    groups: Option<u32>,
    /// Method to schedule with
    #[arg(short, long, default_value = "best", value_parser = algorithm())]
    algorithm: Algorithm,
    /// Write the answer as a page to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let history = arguments.history.as_deref().map(read_history).transpose()?;
    let tail = history.as_ref().map(Tail::of);
    let plan = match &arguments.histogram {
        Some(path) => Some(plan_keys(path, &arguments, history.as_ref())?),
        None => None,
    };
    let both = history.as_ref().zip(tail.as_ref());
    if let Some(file) = &arguments.html {
        let name = file.display().to_string();
        fs::write(file, html::render(both, plan.as_ref())).map_err(|e| Failure::file(&name, e))?;
    }
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::json!({"history": tail, "keys": plan}))?;
        return Ok(());
    }
    if let Some((history, tail)) = both {
        writeln!(out, "{}", printable(&words::of_tail(history, tail)))?;
        write_tasks(&mut out, history)?;
    }
    if let Some(plan) = &plan {
        writeln!(out, "{}", printable(&words::of_keys(plan, tail.as_ref())))?;
        write_slots(&mut out, plan)?;
    } else {
        writeln!(
            out,
            "Keys are not in the history: for the schedule itself, make a histogram with CountKeys."
        )?;
    }
    Ok(())
}

fn read_history(path: &str) -> Result<History, Failure> {
    let text = fs::read(path).map_err(|e| Failure::file(path, e))?;
    History::parse(&String::from_utf8_lossy(&text))
        .map_err(|reason| Failure::Input { path: path.to_owned(), reason })
}

fn plan_keys(path: &str, arguments: &Arguments, history: Option<&History>) -> Result<KeyPlan, Failure> {
    let slots = arguments.slots.or(history.map(|h| h.job.reduces)).unwrap_or(1).max(1);
    let (maps, input) = history.map_or((0, 0), |history| (history.job.maps, history.map_input));
    let groups = arguments.groups.unwrap_or_else(|| usual_groups(slots, maps, input, false));
    let keys = read_keys(path)?;
    for remark in keys.remarks.iter().skip(1) {
        say(format_args!("{path}: {}", printable(remark)));
    }
    let progress = Progress::start(1);
    progress.step(0, &format!("{}: {groups} groups on {slots} slots", arguments.algorithm));
    KeyPlan::new(&keys, slots, groups, &Options::with(arguments.algorithm))
        .map_err(|error| Failure::loads(path, error))
}

fn read_keys(path: &str) -> Result<Keys, Failure> {
    let fail = |e| Failure::file(path, e);
    let file = File::open(path).map_err(fail)?;
    let size = file.metadata().map_err(fail)?.len();
    let bar = ProgressBar::new(size).with_style(
        ProgressStyle::with_template("reading {bar:30} {bytes}/{total_bytes} {eta}")
            .expect("a valid template"),
    );
    let mut reader = BufReader::new(bar.wrap_read(file));
    let (mut keys, mut line, mut number) = (Keys::default(), Vec::new(), 0);
    while reader.read_until(b'\n', &mut line).map_err(fail)? > 0 {
        number += 1;
        let text = String::from_utf8_lossy(&line);
        keys.take_line(&text).map_err(|expected| Failure::Line {
            path: path.to_owned(),
            line: number,
            expected: expected.to_owned(),
            found: text.trim_end().chars().take(80).collect(),
        })?;
        line.clear();
    }
    bar.finish_and_clear();
    Ok(keys)
}

fn write_tasks(out: &mut impl Write, history: &History) -> io::Result<()> {
    writeln!(
        out,
        "{:>6} {:>15} {:>12} {:>12} {:>14}  host",
        "task", "pairs", "keys", "bytes", "after last map"
    )?;
    for r in &history.reduces {
        let busy = r.finish.saturating_sub(r.start.max(history.last_map));
        writeln!(
            out,
            "{:>6} {:>15} {:>12} {:>12} {:>14}  {}",
            r.task,
            count(r.records),
            count(r.keys),
            bytes(r.bytes),
            duration_ms(busy as f64),
            printable(&r.host)
        )?;
    }
    Ok(())
}

fn write_slots(out: &mut impl Write, plan: &KeyPlan) -> io::Result<()> {
    writeln!(out, "{:<10} {:>14} {:>14} {:>14} {:>14} {:>14}", "", "min", "p25", "median", "p75", "max")?;
    for (name, five) in [("hash", &plan.hash_five), ("Evenkeel", &plan.five)] {
        let cells = [five.min, five.p25, five.median, five.p75, five.max].map(|v| count(v.round() as u64));
        writeln!(
            out,
            "{name:<10} {:>14} {:>14} {:>14} {:>14} {:>14}",
            cells[0], cells[1], cells[2], cells[3], cells[4]
        )?;
    }
    writeln!(out, "{:<10} {:>74}", "bound", count(plan.bound))
}
