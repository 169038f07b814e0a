//! `evenkeel completions`: what a shell needs to complete our commands.

use super::Failure;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

/// Print completions for a shell.
///
/// For bash: evenkeel completions bash > /etc/bash_completion.d/evenkeel
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "evenkeel", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(())
}
