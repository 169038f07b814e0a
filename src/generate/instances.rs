//! Instances to schedule, by kind.

use crate::random::{Random, mix};

/// A kind of instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Words with Zipf's frequencies, hashed into groups.
    Zipf,
    /// Like Histogram-Movies in the paper: a quarter of the operations holds 83.4 % of the load.
    HistogramMovies,
    /// Loads between 1 and 10,000, all alike.
    Uniform,
    /// A few huge operations among many small ones.
    FewHuge,
    /// Three operations a slot that fill it exactly: the least makespan is known and hard to find.
    Triplets,
    /// Graham's instance, on which LPT is at its worst: 4/3 − 1/(3m) of the least makespan.
    LptWorst,
}

/// Loads of an instance with `operations` operations for `slots` slots.
///
/// `Triplets` has 3 operations a slot and `LptWorst` 2 operations a slot and one more, whatever is asked for.
///
/// ```
/// use evenkeel::generate::{Kind, instance};
/// assert_eq!(instance(Kind::LptWorst, 0, 2, 1), [3, 3, 2, 2, 2]);
/// assert_eq!(instance(Kind::Zipf, 120, 15, 1).len(), 120);
/// ```
pub fn instance(kind: Kind, operations: usize, slots: usize, seed: u64) -> Vec<u64> {
    let mut random = Random::new(mix(seed) ^ kind as u64);
    match kind {
        Kind::Zipf => zipf(operations, seed),
        Kind::HistogramMovies => histogram_movies(operations, &mut random),
        Kind::Uniform => (0..operations).map(|_| random.between(1, 10_000)).collect(),
        Kind::FewHuge => few_huge(operations, slots, &mut random),
        Kind::Triplets => triplets(slots, &mut random),
        Kind::LptWorst => lpt_worst(slots),
    }
}

fn zipf(operations: usize, seed: u64) -> Vec<u64> {
    let mut loads = vec![0; operations];
    let words = (operations as u64).saturating_mul(100).clamp(1, 5_000_000);
    if operations == 0 {
        return loads;
    }
    for rank in 1..=words {
        let group = mix(seed.wrapping_mul(words).wrapping_add(rank)) % operations as u64;
        // 10 million pairs for the first word of a large vocabulary, 1 for its tail.
        loads[group as usize] += (words * 2 / rank).max(1);
    }
    loads
}

fn histogram_movies(operations: usize, random: &mut Random) -> Vec<u64> {
    // The paper's HM_S: 80 operations, 20 of them above 3,500 pairs, 83.4 % of 99,765 pairs in these.
    let heavy = operations.div_ceil(4);
    let light = operations - heavy;
    let mut loads: Vec<u64> = (0..heavy).map(|_| random.between(3_500, 5_050)).collect();
    let rest = loads.iter().sum::<u64>() as f64 * (100.0 - 83.4) / 83.4;
    let weights: Vec<f64> = (0..light).map(|_| random.unit().powi(2) + 0.004).collect();
    let sum: f64 = weights.iter().sum();
    loads.extend(weights.iter().map(|weight| ((rest * weight / sum) as u64).max(1)));
    random.shuffle(&mut loads);
    loads
}

fn few_huge(operations: usize, slots: usize, random: &mut Random) -> Vec<u64> {
    let huge = (slots / 3).max(1).min(operations);
    let mut loads: Vec<u64> = (0..huge).map(|_| random.between(50_000, 200_000)).collect();
    loads.extend((huge..operations).map(|_| random.between(1, 2_000)));
    random.shuffle(&mut loads);
    loads
}

fn triplets(slots: usize, random: &mut Random) -> Vec<u64> {
    const FULL: u64 = 100_000;
    let mut loads = Vec::with_capacity(3 * slots);
    for _ in 0..slots {
        let first = random.between(FULL / 4 + 1, FULL / 2 - 1);
        // The other two lie between a quarter and a half as well.
        let low = (FULL / 4 + 1).max(FULL - first - (FULL / 2 - 1));
        let high = (FULL / 2 - 1).min(FULL - first - (FULL / 4 + 1));
        let second = random.between(low, high);
        loads.extend([first, second, FULL - first - second]);
    }
    random.shuffle(&mut loads);
    loads
}

fn lpt_worst(slots: usize) -> Vec<u64> {
    let m = slots as u64;
    let pairs = (m..2 * m).rev().flat_map(|load| [load, load]);
    pairs.chain([m]).collect()
}
