//! `evenkeel`: the planner a person runs.

use std::process::ExitCode;

fn main() -> ExitCode {
    evenkeel::cli::main()
}
