//! `evenkeel-soak`: random faults against random jobs for a given time; every output is compared with the stock job's.

mod faults;
mod jobs;

use clap::Parser;
use evenkeel::random::Random;
use evenkeel_cluster::Result;
use evenkeel_cluster::faults::{Stand, Words};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Random faults against random jobs; prints jobs run, faults injected, mismatches.
#[derive(Debug, Parser)]
struct Arguments {
    /// How long jobs are started.
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// Where the random choices start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many jobs run at a time.
    #[arg(long, default_value_t = 3)]
    jobs: usize,
    /// How many TaskTrackers there are.
    #[arg(long, default_value_t = 4)]
    trackers: usize,
}

/// What has happened so far.
#[derive(Debug, Default)]
pub struct Tally {
    jobs: u64,
    faults: std::collections::BTreeMap<&'static str, u64>,
    wrong: Vec<String>,
    /// Maps and reduces of each job, by its id.
    sizes: std::collections::BTreeMap<String, (u64, u64)>,
}

impl Tally {
    /// Whether an attempt is of a map or reduce of a job that was started here. Setup and cleanup tasks are numbered
    /// after them; stock Hadoop does not survive the kill of a cleanup task that has removed the job's files.
    fn may_be_killed(&self, attempt: &str) -> bool {
        let parts: Vec<&str> = attempt.split('_').collect();
        let [_, time, number, kind, task, _] = parts[..] else { return false };
        let size = self.sizes.get(&format!("job_{time}_{number}"));
        size.zip(task.parse::<u64>().ok())
            .is_some_and(|((maps, reduces), task)| task < if kind == "m" { *maps } else { *reduces })
    }

    fn fault(&mut self, name: &'static str) {
        *self.faults.entry(name).or_default() += 1;
    }
}

fn main() {
    match run(&Arguments::parse()) {
        Ok(true) => {}
        Ok(false) => std::process::exit(1),
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(1);
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool> {
    let mut spec = Stand::spec("soak", arguments.trackers)?;
    for tracker in &mut spec.trackers {
        tracker.map_slots = 3;
        tracker.reduce_slots = 4;
    }
    let stand = Stand::start(spec)?;
    let mut inputs = Vec::new();
    for (files, lines) in [(3, 200), (7, 400), (12, 60)] {
        let words = Words::put(&stand.cluster, files, lines, arguments.seed + files as u64)?;
        words.check_stock(&stand.cluster)?;
        inputs.push(words);
    }
    println!("seed {}, {} s, {} jobs at a time", arguments.seed, arguments.seconds, arguments.jobs);
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let tally = Mutex::new(Tally::default());
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (stand, inputs, tally, over) = (&stand, &inputs, &tally, &over);
        let workers: Vec<_> = (0..arguments.jobs as u64)
            .map(|n| {
                let mut random = Random::new(arguments.seed.wrapping_mul(1000) + n);
                scope.spawn(move || {
                    while Instant::now() < end {
                        jobs::one(stand, inputs, &mut random, tally);
                    }
                })
            })
            .collect();
        let mut random = Random::new(arguments.seed.wrapping_mul(1000) + 999);
        scope.spawn(move || faults::against_nodes(stand, &mut random, over, tally));
        for worker in workers {
            let _ = worker.join();
        }
        over.store(true, Ordering::Relaxed);
    });
    Ok(summary(&tally.into_inner().unwrap_or_else(|e| e.into_inner())))
}

fn summary(tally: &Tally) -> bool {
    for (name, count) in &tally.faults {
        println!("  {count:5} {name}");
    }
    for text in &tally.wrong {
        println!("MISMATCH: {text}");
    }
    let faults: u64 = tally.faults.values().sum();
    println!("jobs run: {}, faults injected: {faults}, mismatches: {}", tally.jobs, tally.wrong.len());
    tally.wrong.is_empty()
}
