//! `evenkeel report`: a job report's JSON as a page, or in words.

use super::Failure;
use super::failure::printable;
use crate::report::{Report, html};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Show the report of a job that Evenkeel balanced.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The report as JSON: from the JobTracker's page, or from evenkeel.report.dir
    json: String,
    /// Write the page to this file; without it, print the report's sentence
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let path = arguments.json;
    let json = fs::read(&path).map_err(|e| Failure::file(&path, e))?;
    let report = Report::from_json(&json).map_err(|reason| Failure::Input { path, reason })?;
    if let Some(file) = arguments.html {
        let name = file.display().to_string();
        return fs::write(&file, html::render(&report)).map_err(|e| Failure::file(&name, e));
    }
    writeln!(io::stdout(), "{}", printable(&report.summary.sentence))?;
    Ok(())
}
