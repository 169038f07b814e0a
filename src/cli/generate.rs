//! `evenkeel generate`: seeded instances and data.

use super::Failure;
use super::data::{self, MovieArguments, TextArguments};
use super::progress::Progress;
use crate::generate::{Kind, instance};
use clap::{Args, Subcommand};
use std::io::{self, BufWriter, IsTerminal, Write};

/// Generate loads to schedule and data to run jobs on.
///
/// The same seed gives the same output everywhere.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Words with Zipf's frequencies, hashed into groups: one load a line
    Zipf(SizeArguments),
    /// Loads like those of Histogram-Movies: a quarter of the operations holds 83.4 %
    HistogramMovies(SizeArguments),
    /// Loads between 1 and 10,000, all alike
    Uniform(SizeArguments),
    /// A few huge operations among many small ones
    FewHuge(SizeArguments),
    /// Three operations a slot that fill it exactly: hard to find
    Triplets(SizeArguments),
    /// Graham's instance, on which LPT is at its worst
    LptWorst(SizeArguments),
    Text(TextArguments),
    Movies(MovieArguments),
}

/// The size of an instance.
#[derive(Debug, Args)]
struct SizeArguments {
    /// Number of operations (triplets and lpt-worst go by the slots)
    #[arg(short = 'n', long, default_value_t = 120, value_parser = clap::value_parser!(u32).range(0..=100_000_000))]
    operations: u32,
    /// Number of slots that the instance is meant for
    #[arg(short = 'm', long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    slots: u32,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.what {
        What::Zipf(size) => write_instance(Kind::Zipf, &size),
        What::HistogramMovies(size) => write_instance(Kind::HistogramMovies, &size),
        What::Uniform(size) => write_instance(Kind::Uniform, &size),
        What::FewHuge(size) => write_instance(Kind::FewHuge, &size),
        What::Triplets(size) => write_instance(Kind::Triplets, &size),
        What::LptWorst(size) => write_instance(Kind::LptWorst, &size),
        What::Text(arguments) => data::text(&arguments),
        What::Movies(arguments) => data::movies(&arguments),
    }
}

fn write_instance(kind: Kind, size: &SizeArguments) -> Result<(), Failure> {
    let SizeArguments { operations, slots, seed } = *size;
    // Loads on a terminal are a sign of life themselves.
    let progress = (!io::stdout().is_terminal()).then(|| Progress::start(1));
    progress.iter().for_each(|progress| progress.step(0, "generating"));
    let mut out = BufWriter::new(io::stdout().lock());
    for load in instance(kind, operations as usize, slots as usize, seed) {
        writeln!(out, "{load}")?;
    }
    out.flush()?;
    Ok(())
}
