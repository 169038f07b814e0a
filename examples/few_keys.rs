//! Few large keys: how often does a hash put two of them into one group, which no schedule can part? The paper's
//! Histogram-Movies on 15 slots, by number of groups: with a hash as good as random, and with Evenkeel's, for keys that are
//! numbers at equal steps and for its own keys, bins of ratings. The table is in `docs/benchmarks.md`.
//!
//! `cargo run --release --example few_keys`

use evenkeel::analyze::hash;
use evenkeel::generate::movies::PAPER;
use evenkeel::random::Random;
use evenkeel::{Algorithm, Options, Result, Slots, schedule};

const SLOTS: u32 = 15;
const TRIES: usize = 2000;

/// The largest load of a schedule.
fn largest(loads: &[u64]) -> Result<f64> {
    let options = Options { algorithm: Algorithm::Lpt, ..Options::default() };
    let plan = schedule(loads, &Slots::equal(SLOTS)?, &options)?;
    Ok(plan.loads.into_iter().max().unwrap_or(0) as f64)
}

/// The same when keys are hashed into groups.
fn grouped(groups: u32, mut group: impl FnMut(usize) -> u32) -> Result<f64> {
    let mut loads = vec![0; groups as usize];
    for (key, load) in PAPER.iter().enumerate() {
        loads[group(key) as usize] += u64::from(*load);
    }
    largest(&loads)
}

/// Mean, median, worst tenth, and how many are above 1.1.
fn columns(mut found: Vec<f64>) -> String {
    found.sort_by(f64::total_cmp);
    format!(
        "{:.3} | {:.3} | {:.3} | {:.0} %",
        found.iter().sum::<f64>() / found.len() as f64,
        found[found.len() / 2],
        found[found.len() * 9 / 10],
        100.0 * found.iter().filter(|r| **r > 1.1).count() as f64 / found.len() as f64
    )
}

fn main() -> Result<()> {
    let keys: Vec<u64> = PAPER.iter().map(|&load| u64::from(load)).collect();
    let possible = largest(&keys)?;
    let mut random = Random::new(1);
    println!("| groups | hash | mean | median | worst tenth | above 1.1 |\n|---|---|---|---|---|---|");
    for groups in [120, 256, 512, 1024, 2048, 4096] {
        let (mut any, mut steps) = (Vec::new(), Vec::new());
        for _ in 0..TRIES {
            any.push(grouped(groups, |_| random.below(u64::from(groups)) as u32)? / possible);
            let (start, step) = (random.below(1_000_000) as i32, 1 + random.below(1_000_000) as i32);
            let code = |key: usize| start.wrapping_add(step.wrapping_mul(key as i32));
            steps.push(grouped(groups, |key| hash::group(code(key), groups))? / possible);
        }
        let bin = |key: usize| (1.0 + (key / 20) as f32 + 0.05 * (1 + key % 20) as f32).to_bits() as i32;
        let bins = grouped(groups, |key| hash::group(bin(key), groups))? / possible;
        println!("| {groups} | random | {} |", columns(any));
        println!("| | Evenkeel's, numbers at equal steps | {} |", columns(steps));
        println!("| | Evenkeel's, bins of ratings | {bins:.3} | | | |");
    }
    Ok(())
}
