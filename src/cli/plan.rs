//! `evenkeel plan`: which slot gets which operation.

use super::Failure;
use super::failure::printable;
use super::input::{self, Name, Operations};
use super::progress::Progress;
use crate::{Algorithm, Options, Schedule, Slots, Time, schedule};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::time::Instant;

/// Plan which slot gets which operation.
///
/// Reads one load per line, `key<TAB>load`, CSV with a header (columns key and load), the file that CountKeys writes, a JSON list of
/// loads, or the JSON of a job report, and prints the load and the operations of each slot, then the makespan (the largest load), the lower bound that no plan can
/// beat, their ratio and the time it took. A ratio of 1 is the best there can be.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenkeel generate zipf | evenkeel plan --slots 15
  evenkeel plan --slots 3 --speeds 1,1,2 loads.txt
  evenkeel plan --slots 15 --algorithm relax --eta 0.01 --format json keys.csv")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) on: On,
    /// The method: best tries the others but subset-sum and improves on them; exact and relax are the paper's
    #[arg(short, long, default_value = "best", value_parser = algorithm())]
    algorithm: Algorithm,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// File with the loads, - for standard input
    #[arg(default_value = "-")]
    file: String,
}

/// What to schedule on.
#[derive(Debug, Args)]
pub(super) struct On {
    /// Number of slots (reduce tasks)
    #[arg(short = 'm', long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    slots: u32,
    /// Relative error that relax may make, the paper's η: above 0, at most 1
    #[arg(long, default_value_t = 0.002, allow_negative_numbers = true)]
    eta: f64,
    /// Speed of each slot, whole numbers: speed 2 is done in half the time
    #[arg(long, value_delimiter = ',', value_name = "SPEED,…")]
    speeds: Option<Vec<u32>>,
}

impl On {
    pub(super) fn slots(&self) -> Result<Slots, Failure> {
        let Some(speeds) = &self.speeds else { return Ok(Slots::equal(self.slots)?) };
        if speeds.len() != self.slots as usize {
            let found = format!("{} of them", speeds.len());
            return Err(crate::Error::Speeds { expected: self.slots as usize, found }.into());
        }
        Ok(Slots::with_speeds(speeds)?)
    }

    pub(super) fn options(&self, algorithm: Algorithm) -> Options {
        Options { algorithm, eta: self.eta, budget: None }
    }
}

/// What to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Table,
    /// For programs
    Json,
}

/// Reads a method by name; help lists them all.
pub(super) fn algorithm() -> impl clap::builder::TypedValueParser<Value = Algorithm> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    let names = Algorithm::ALL.map(Algorithm::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Algorithm>())
}

pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let slots = arguments.on.slots()?;
    let progress = Progress::start(1);
    progress.step(0, "reading");
    let read = input::operations(&arguments.file)?;
    let (n, m, algorithm) = (read.loads.len(), slots.count(), arguments.algorithm);
    progress.step(0, &format!("{algorithm}: {n} operations on {m} slots"));
    let start = Instant::now();
    let plan = schedule(&read.loads, &slots, &arguments.on.options(algorithm))
        .map_err(|error| Failure::loads(&arguments.file, error))?;
    let elapsed = start.elapsed().as_nanos() as u64;
    drop(progress);
    let plan = Plan::new(&plan, &read, elapsed);
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.format {
        Format::Table => plan.print(&mut out)?,
        Format::Json => {
            serde_json::to_writer(&mut out, &plan).map_err(io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// A plan as it is printed.
#[derive(Debug, Serialize)]
struct Plan<'a> {
    algorithm: Algorithm,
    slots: Vec<Slot<'a>>,
    makespan: Time,
    lower_bound: Time,
    ratio: f64,
    variance: f64,
    optimal: bool,
    elapsed_ns: u64,
}

#[derive(Debug, Serialize)]
struct Slot<'a> {
    slot: usize,
    load: u64,
    operations: Vec<&'a Name>,
}

impl<'a> Plan<'a> {
    fn new(plan: &Schedule, read: &'a Operations, elapsed_ns: u64) -> Self {
        let loads = plan.loads.iter().enumerate();
        let mut slots: Vec<Slot<'a>> =
            loads.map(|(slot, &load)| Slot { slot, load, operations: Vec::new() }).collect();
        for (name, &slot) in read.names.iter().zip(&plan.slot_of) {
            slots[slot as usize].operations.push(name);
        }
        Plan {
            algorithm: plan.algorithm,
            slots,
            makespan: plan.makespan,
            lower_bound: plan.bound,
            ratio: plan.ratio(),
            variance: plan.variance,
            optimal: plan.optimal,
            elapsed_ns,
        }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        /// Operations that are named; the others are counted.
        const NAMED: usize = 12;
        writeln!(out, "{:>6}  {:>14}  operations", "slot", "load")?;
        for Slot { slot, load, operations } in &self.slots {
            let names: Vec<String> =
                operations.iter().take(NAMED).map(|name| printable(&name.to_string())).collect();
            let more = operations.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            writeln!(out, "{slot:>6}  {load:>14}  {}{more}", names.join(" "))?;
        }
        let optimal = if self.optimal { "  (nothing can be better)" } else { "" };
        writeln!(out, "\nalgorithm    {}", self.algorithm)?;
        writeln!(out, "makespan     {}", self.makespan)?;
        writeln!(out, "lower bound  {}", self.lower_bound)?;
        writeln!(out, "ratio        {:.6}{optimal}", self.ratio)?;
        writeln!(out, "variance     {:.1}", self.variance)?;
        writeln!(out, "time         {:.3} ms", self.elapsed_ns as f64 / 1e6)
    }
}
