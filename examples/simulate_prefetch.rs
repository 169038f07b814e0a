//! What prefetch hints are worth for a job of 64 maps and 15 slots, by the way in which its keys lie in the input.
//!
//! `cargo run --release --example simulate_prefetch`

use evenkeel::generate::{JobSize, Layout, maps};
use evenkeel::prefetch::{Replay, simulate};
use evenkeel::{Options, Slots};

fn main() -> Result<(), evenkeel::Error> {
    let slots = Slots::equal(15)?;
    let size = JobSize { maps: 64, groups: 15 * 32, slots: 15, pairs: 100_000 };
    for layout in Layout::ALL {
        let job = maps(layout, size, 1);
        let replay = Replay { maps: &job, slots: &slots, options: Options::default(), rate: f64::INFINITY };
        let found = simulate(&replay)?;
        println!(
            "{:<13} {:>5.1} % copied early, {:.2} % in vain, final ratio {:.4}",
            layout.name(),
            100.0 * found.early,
            100.0 * found.in_vain,
            found.ratio
        );
    }
    Ok(())
}
