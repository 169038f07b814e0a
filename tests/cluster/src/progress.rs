//! A job's progress, for whoever waits for it: a line that moves on a terminal, a line now and then elsewhere.

use crate::cluster::Cluster;
use crate::error::Result;
use crate::job::{Job, JobResult, Running};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

const LOOK: Duration = Duration::from_millis(500);
const LINE_EVERY: Duration = Duration::from_secs(20);
const CELLS: usize = 20;

impl Cluster {
    /// Runs a job to its end and shows on standard error how far it is.
    pub fn run_shown(&self, job: &Job) -> Result<JobResult> {
        let running = self.submit(job)?;
        let terminal = std::io::stderr().is_terminal();
        let start = Instant::now();
        let (mut last, mut shown) = (String::new(), Instant::now());
        let id = running.job_id();
        while !running.is_finished() {
            if let Some((maps, reduces)) = id.as_ref().ok().and_then(|id| self.progress(id).ok()) {
                let line = line(maps, reduces, start.elapsed());
                if terminal {
                    eprint!("\r{line}");
                } else if shown.elapsed() >= LINE_EVERY && line != last {
                    eprintln!("{line}");
                    shown = Instant::now();
                    last = line;
                }
            }
            wait(&running);
        }
        if terminal {
            // Blanks over the line: what follows stands in its place.
            eprint!("\r{}\r", " ".repeat(line(1.0, 1.0, start.elapsed()).chars().count()));
            std::io::stderr().flush()?;
        }
        running.wait()
    }
}

/// Half a second, or less if the job ends.
fn wait(running: &Running) {
    let end = Instant::now() + LOOK;
    while !running.is_finished() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn line(maps: f64, reduces: f64, elapsed: Duration) -> String {
    format!("        maps {}  reduces {}  {:3} s", bar(maps), bar(reduces), elapsed.as_secs())
}

fn bar(part: f64) -> String {
    let full = (part.clamp(0.0, 1.0) * CELLS as f64).floor() as usize;
    format!("[{}{}] {:3.0} %", "#".repeat(full), ".".repeat(CELLS - full), part * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_each_other() {
        assert_eq!(bar(0.0), "[....................]   0 %");
        assert_eq!(bar(0.5), "[##########..........]  50 %");
        assert_eq!(bar(1.0), "[####################] 100 %");
    }
}
