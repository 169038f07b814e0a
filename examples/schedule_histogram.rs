//! Counts of three maps, added up and scheduled on two slots: the core in twenty lines.
//!
//! `cargo run --example schedule_histogram`

use evenkeel::histogram::Histogram;
use evenkeel::{Algorithm, Options, Slots, schedule};

fn main() -> Result<(), evenkeel::Error> {
    // Three maps counted the pairs of six operation groups.
    let mut histogram = Histogram::new(6, 3);
    histogram.add(0, &[40, 3, 20, 0, 7, 12])?;
    histogram.add(1, &[31, 0, 22, 5, 9, 11])?;
    histogram.add(2, &[35, 4, 18, 2, 0, 14])?;

    let slots = Slots::equal(2)?;
    for algorithm in [Algorithm::Hash, Algorithm::Relax, Algorithm::Best] {
        let plan = schedule(histogram.loads(), &slots, &Options::with(algorithm))?;
        println!(
            "{algorithm:<6} loads {:?}, makespan {}, lower bound {}, ratio {:.3}",
            plan.loads,
            plan.makespan,
            plan.bound,
            plan.ratio()
        );
    }
    Ok(())
}
