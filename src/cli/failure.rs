//! How a command fails: one line on standard error that names the file, the line and what was expected.

use super::input::shown;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A line of the input is not what it should be.
    #[error("{path}, line {line}: expected {expected}, found {found:?}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What should stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// The input as a whole is not what it should be.
    #[error("{path}: {reason}")]
    Input {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// The core refuses.
    #[error(transparent)]
    Core(#[from] crate::Error),
    /// Standard output is closed: not our fault, and nothing to say.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// A failure of a file.
    pub fn file(path: &str, error: io::Error) -> Self {
        Failure::File { path: path.to_owned(), error }
    }

    /// What the core says of the loads in a file: if their sum is too large, the file is at fault.
    pub(super) fn loads(path: &str, error: crate::Error) -> Self {
        match error {
            crate::Error::Overflow { what } => {
                let reason = format!(
                    "{what} does not fit into 64 bits: expected {} at most; count in larger units",
                    u64::MAX
                );
                Failure::Input { path: shown(path).to_owned(), reason }
            }
            error => Failure::Core(error),
        }
    }

    /// Says why, and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            failure => {
                say(format_args!("evenkeel: {failure}"));
                ExitCode::FAILURE
            }
        }
    }
}

/// A line on standard error. Nobody may be there to read it: that is no reason to fail.
pub(super) fn say(line: std::fmt::Arguments<'_>) {
    writeln!(io::stderr(), "{line}").unwrap_or_default();
}

/// Text from a file without what could steer a terminal.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
