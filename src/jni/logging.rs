//! Log lines of the core, kept until the Java side fetches them for the daemon's log.

use log::{LevelFilter, Log, Metadata, Record};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Lines kept; when they are full, further ones are counted.
const LINES: usize = 1000;
/// Characters kept of a line.
const LENGTH: usize = 2000;

struct Buffer {
    lines: Mutex<(VecDeque<String>, u64)>,
}

static BUFFER: Buffer = Buffer { lines: Mutex::new((VecDeque::new(), 0)) };

impl Log for Buffer {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let line: String = format!("{} {}", record.level(), record.args()).chars().take(LENGTH).collect();
        let mut kept = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.0.len() < LINES {
            kept.0.push_back(line);
        } else {
            kept.1 += 1;
        }
    }

    fn flush(&self) {}
}

/// Starts buffering; a second call changes nothing.
pub(super) fn start() {
    if log::set_logger(&BUFFER).is_ok() {
        log::set_max_level(LevelFilter::Info);
    }
}

/// The lines so far, oldest first.
pub(super) fn drain() -> Vec<String> {
    let mut kept = BUFFER.lines.lock().unwrap_or_else(PoisonError::into_inner);
    let mut lines: Vec<String> = kept.0.drain(..).collect();
    if kept.1 > 0 {
        lines.push(format!("WARN {} more lines were dropped", kept.1));
        kept.1 = 0;
    }
    lines
}
