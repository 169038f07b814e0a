//! `evenkeel compare`: all methods side by side, and a picture of hash beside best.

use super::Failure;
use super::input;
use super::plan::{Format, On};
use super::progress::Progress;
use crate::draw::{self, Page, Series};
use crate::{Algorithm, Error, Schedule, schedule};
use clap::Args;
use std::io::{self, Write};
use std::time::Instant;

/// Compare all methods on the same loads.
///
/// Prints makespan, ratio to the lower bound, variance of the slots' loads and time of each method. With --html or --svg also
/// writes a picture of the slots' loads, hash (stock Hadoop) beside best, the lower bound as a line.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  evenkeel generate histogram-movies -n 80 | evenkeel compare --slots 15 --svg loads.svg -")]
pub(super) struct Arguments {
    #[command(flatten)]
    on: On,
    /// Write a page with the picture and the table
    #[arg(long, value_name = "OUT")]
    html: Option<String>,
    /// Write the picture alone
    #[arg(long, value_name = "OUT")]
    svg: Option<String>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// File with the loads, - for standard input
    #[arg(default_value = "-")]
    file: String,
}

/// A method, what it gave, and how long it took.
type Row = (Algorithm, Result<Schedule, Error>, f64);

pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let slots = arguments.on.slots()?;
    let progress = Progress::start(Algorithm::ALL.len() as u64);
    progress.step(0, "reading");
    let read = input::operations(&arguments.file)?;
    slots.total(&read.loads).map_err(|error| Failure::loads(&arguments.file, error))?;
    let rows: Vec<Row> = Algorithm::ALL
        .into_iter()
        .enumerate()
        .map(|(at, algorithm)| {
            progress.step(at, algorithm.name());
            let start = Instant::now();
            let plan = schedule(&read.loads, &slots, &arguments.on.options(algorithm));
            (algorithm, plan, start.elapsed().as_secs_f64() * 1e3)
        })
        .collect();
    drop(progress);
    if let Some((.., Err(error), _)) =
        rows.iter().find(|(_, plan, _)| matches!(plan, Err(e) if !is_skipped(e)))
    {
        return Err(error.clone().into());
    }
    if let Some(path) = &arguments.svg {
        std::fs::write(path, picture(&rows).to_file()).map_err(|error| Failure::file(path, error))?;
    }
    if let Some(path) = &arguments.html {
        std::fs::write(path, page(&rows)).map_err(|error| Failure::file(path, error))?;
    }
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Table => print(&rows, &mut out)?,
        Format::Json => {
            let list: Vec<serde_json::Value> = rows.iter().map(json).collect();
            writeln!(out, "{}", serde_json::Value::from(list))?;
        }
    }
    Ok(())
}

fn is_skipped(error: &Error) -> bool {
    matches!(error, Error::Infeasible { .. })
}

fn json((algorithm, plan, ms): &Row) -> serde_json::Value {
    match plan {
        Ok(plan) => serde_json::json!({
            "algorithm": algorithm, "makespan": plan.makespan, "lower_bound": plan.bound, "ratio": plan.ratio(),
            "variance": plan.variance, "optimal": plan.optimal, "elapsed_ns": (ms * 1e6) as u64,
        }),
        Err(error) => serde_json::json!({ "algorithm": algorithm, "skipped": error.to_string() }),
    }
}

fn print(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<11} {:>16} {:>10} {:>16} {:>12}",
        "algorithm", "makespan", "ratio", "variance", "time"
    )?;
    for (algorithm, plan, ms) in rows {
        match plan {
            Ok(plan) => {
                let optimal = if plan.optimal { "  optimal" } else { "" };
                let (makespan, ratio, variance) = (plan.makespan.to_string(), plan.ratio(), plan.variance);
                writeln!(
                    out,
                    "{algorithm:<11} {makespan:>16} {ratio:>10.6} {variance:>16.1} {ms:>9.3} ms{optimal}"
                )?;
            }
            Err(error) => writeln!(out, "{algorithm:<11} skipped: {error}")?,
        }
    }
    match bound(rows) {
        Some(bound) => writeln!(out, "{:<11} {bound:>16}", "lower bound"),
        None => Ok(()),
    }
}

fn plan(rows: &[Row], wanted: Algorithm) -> Option<&Schedule> {
    rows.iter().find(|row| row.0 == wanted).and_then(|(_, plan, _)| plan.as_ref().ok())
}

fn bound(rows: &[Row]) -> Option<String> {
    plan(rows, Algorithm::Best).map(|plan| plan.bound.to_string())
}

fn picture(rows: &[Row]) -> draw::Drawing {
    let loads = |wanted: Algorithm| plan(rows, wanted).map_or(&[][..], |plan| &plan.loads);
    let bound = plan(rows, Algorithm::Best).map(|plan| plan.bound);
    let (hash, best) = (loads(Algorithm::Hash), loads(Algorithm::Best));
    draw::slots(&draw::Slots {
        title: "Load of each slot",
        unit: "load",
        series: &[Series { name: "hash", loads: hash }, Series { name: "best", loads: best }],
        bound: bound.filter(|bound| bound.speed == 1).map(|bound| bound.load),
    })
}

/// With a mark where nothing can be better.
fn makespan(plan: &Schedule) -> String {
    let shown =
        if plan.makespan.speed == 1 { draw::count(plan.makespan.load) } else { plan.makespan.to_string() };
    if plan.optimal { format!("{shown}, optimal") } else { shown }
}

fn page(rows: &[Row]) -> String {
    let ratio = |wanted| plan(rows, wanted).map_or(1.0, Schedule::ratio);
    let optimal = plan(rows, Algorithm::Best).is_some_and(|plan| plan.optimal);
    let best = match ratio(Algorithm::Best) - 1.0 {
        _ if optimal => "best fills it as little as any schedule can".to_owned(),
        above => format!("best comes within {} of the least possible", draw::percent(above)),
    };
    let sentence = format!(
        "By hashing, the fullest slot has {:.2} times the least possible load; {best}.",
        ratio(Algorithm::Hash)
    );
    let mut page = Page::new("Loads of the slots", "Evenkeel planner", &sentence);
    page.section("slots", "Slots", |m| {
        m.figure(&picture(rows), "Hash is what stock Hadoop does. No plan can be below the dashed line.");
    });
    let cells = |(algorithm, plan, ms): &Row| {
        let cell = |text: String| (text.clone(), text);
        let mut cells = vec![cell(algorithm.to_string())];
        match plan {
            Ok(plan) => cells.extend([
                (plan.makespan.to_string(), makespan(plan)),
                (plan.ratio().to_string(), format!("{:.6}", plan.ratio())),
                (plan.variance.to_string(), draw::count(plan.variance.round() as u64)),
                (ms.to_string(), draw::duration_ms(*ms)),
            ]),
            Err(_) => cells.extend(["–", "–", "–", "infeasible"].map(|text| cell(text.to_owned()))),
        }
        cells
    };
    let rows: Vec<Vec<(String, String)>> = rows.iter().map(cells).collect();
    let heads = ["method", "makespan", "ratio to bound", "variance", "time"];
    let table = draw::table("All methods on the same loads", &heads, &rows);
    page.section("methods", "Methods", |m| {
        m.raw(&table);
    });
    page.into_html("Written by evenkeel compare.")
}
