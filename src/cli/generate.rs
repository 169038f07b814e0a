//! `evenkeel generate`: seeded instances and data.

use super::Failure;
use super::data::{self, MovieArguments, TextArguments};
use crate::generate::{Kind, instance};
use clap::{Args, Subcommand};
use std::io::{self, BufWriter, Write};

/// Generate instances to schedule and data to run jobs on. The same seed gives the same output everywhere.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Instance(InstanceArguments),
    Text(TextArguments),
    Movies(MovieArguments),
}

/// Loads to schedule, one a line.
#[derive(Debug, Args)]
struct InstanceArguments {
    /// The kind of instance
    #[arg(value_enum)]
    kind: Kind,
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
        What::Instance(arguments) => write_instance(&arguments),
        What::Text(arguments) => data::text(&arguments),
        What::Movies(arguments) => data::movies(&arguments),
    }
}

fn write_instance(arguments: &InstanceArguments) -> Result<(), Failure> {
    let InstanceArguments { kind, operations, slots, seed } = *arguments;
    let mut out = BufWriter::new(io::stdout().lock());
    for load in instance(kind, operations as usize, slots as usize, seed) {
        writeln!(out, "{load}")?;
    }
    out.flush()?;
    Ok(())
}
