//! The curve behind the default number of groups: balance against what more groups cost the maps.

use crate::case::Case;
use crate::mode::Mode;
use crate::session::Session;
use crate::stats::imbalance;
use evenkeel::report::Report;
use evenkeel_cluster::{JobInfo, Result};

/// How maps write: with a sort buffer that holds all, or one that is spilled often; plain or compressed.
const VARIANTS: [(&str, bool, bool); 4] = [
    ("one spill", false, false),
    ("many spills", true, false),
    ("one spill, compressed", false, true),
    ("many spills, compressed", true, true),
];

/// Bytes of an entry in the index of a map's output.
const INDEX_ENTRY: u32 = 24;

/// Runs the case on stock Hadoop and with each number of groups, in each variant; returns a table.
pub fn curve(session: &Session, case: &Case, groups: &[u32], small_buffer: u32) -> Result<String> {
    session.prepare(std::slice::from_ref(case))?;
    let mut table = session.head()?;
    table += "\n| maps | groups | load, largest ÷ mean | map CPU s | spilled pairs ÷ pairs | map disk MB | copied MB | index kB a map |\n\
              |---|---|---|---|---|---|---|---|\n";
    for (name, spills, compressed) in VARIANTS {
        let mut own = vec![("mapred.compress.map.output".to_owned(), compressed.to_string())];
        if spills {
            own.push(("io.sort.mb".to_owned(), small_buffer.to_string()));
            // Pairs are small here: with Hadoop's 0.05 the buffer would be full of their places after a few thousand.
            own.push(("io.sort.record.percent".to_owned(), "0.3".to_owned()));
        }
        let (stock, _) = session.once(case, Mode::Stock, &own, "/out/groups")?;
        add(&mut table, &line(name, "stock", &stock, None, 0));
        for &n in groups {
            let mut with = own.clone();
            with.push(("evenkeel.groups".to_owned(), n.to_string()));
            let (job, report) = session.once(case, Mode::Evenkeel, &with, "/out/groups")?;
            add(&mut table, &line(name, &n.to_string(), &job, report.as_ref(), n));
        }
    }
    Ok(table)
}

/// Adds a line, and shows it at once: the whole curve takes a while.
fn add(table: &mut String, line: &str) {
    eprintln!("{line}");
    table.push_str(line);
    table.push('\n');
}

fn line(variant: &str, groups: &str, job: &JobInfo, report: Option<&Report>, n: u32) -> String {
    let maps = job.tasks("MAP");
    let reduces = job.tasks("REDUCE");
    let sum = |name: &str| maps.iter().map(|task| task.counter(name)).sum::<i64>() as f64;
    let slots: Vec<f64> = match report {
        Some(report) => report.schedule.slots.iter().map(|&load| load as f64).collect(),
        None => reduces.iter().map(|task| task.counter("REDUCE_INPUT_RECORDS") as f64).collect(),
    };
    let index = (reduces.len() as u32 + n) * INDEX_ENTRY;
    format!(
        "| {variant} | {groups} | {:.3} | {:.1} | {:.2} | {:.1} | {:.1} | {:.1} |",
        imbalance(&slots),
        sum("CPU_MILLISECONDS") / 1000.0,
        sum("SPILLED_RECORDS") / sum("MAP_OUTPUT_RECORDS").max(1.0),
        sum("FILE_BYTES_WRITTEN") / 1e6,
        job.counter("REDUCE_SHUFFLE_BYTES") as f64 / 1e6,
        f64::from(index) / 1000.0,
    )
}
