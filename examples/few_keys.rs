//! Few large keys: how often does a hash put two of them into one group, which no schedule can part? The paper's
//! Histogram-Movies on 15 slots, by number of groups, over random hashes; the table is in `docs/late-binding.md`.
//!
//! `cargo run --release --example few_keys`

use evenkeel::generate::movies::PAPER;
use evenkeel::random::Random;
use evenkeel::{Algorithm, Options, Result, Slots, schedule};

const SLOTS: u32 = 15;
const HASHES: usize = 2000;

/// The largest load of a schedule.
fn largest(loads: &[u64]) -> Result<f64> {
    let options = Options { algorithm: Algorithm::Lpt, ..Options::default() };
    let plan = schedule(loads, &Slots::equal(SLOTS)?, &options)?;
    Ok(plan.loads.into_iter().max().unwrap_or(0) as f64)
}

fn main() -> Result<()> {
    let keys: Vec<u64> = PAPER.iter().map(|&load| u64::from(load)).collect();
    let possible = largest(&keys)?;
    let mut random = Random::new(1);
    println!("| groups | mean | median | worst tenth | above 1.1 |\n|---|---|---|---|---|");
    for groups in [120, 256, 512, 1024, 2048, 4096] {
        let mut found = Vec::with_capacity(HASHES);
        for _ in 0..HASHES {
            let mut loads = vec![0; groups];
            for key in &keys {
                loads[random.below(groups as u64) as usize] += key;
            }
            found.push(largest(&loads)? / possible);
        }
        found.sort_by(f64::total_cmp);
        println!(
            "| {groups} | {:.3} | {:.3} | {:.3} | {:.0} % |",
            found.iter().sum::<f64>() / HASHES as f64,
            found[HASHES / 2],
            found[HASHES * 9 / 10],
            100.0 * found.iter().filter(|r| **r > 1.1).count() as f64 / HASHES as f64
        );
    }
    Ok(())
}
