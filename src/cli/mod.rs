//! The command line: `evenkeel plan`, `compare`, `simulate`, `analyze`, `generate`, `report`, `completions`.
//!
//! It reads, asks the library, and prints: nothing is scheduled, drawn or estimated here. Not in the paper.
//!
//! Exit codes: 0 done, 1 the input or the instance is at fault, 2 the command line is.

mod analyze;
mod compare;
mod completions;
mod data;
mod failure;
mod generate;
mod input;
mod plan;
mod progress;
mod report;
mod simulate;

pub use failure::Failure;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Balances the Reduce side of MapReduce jobs by the key distribution of their pairs.
#[derive(Debug, Parser)]
#[command(name = "evenkeel", version, propagate_version = true)]
#[command(after_help = "First steps:
  evenkeel generate zipf | evenkeel plan --slots 15
  evenkeel generate histogram-movies -n 80 | evenkeel compare --slots 15

Exit codes: 0 done, 1 the input is at fault, 2 the command line is. RUST_LOG=debug tells what the core does.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Plan(plan::Arguments),
    Compare(compare::Arguments),
    Simulate(simulate::Arguments),
    Analyze(analyze::Arguments),
    Generate(generate::Arguments),
    Report(report::Arguments),
    Completions(completions::Arguments),
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    let result = match Arguments::parse().command {
        Command::Plan(arguments) => plan::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
        Command::Analyze(arguments) => analyze::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Completions(arguments) => completions::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
