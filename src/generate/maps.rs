//! Histograms of the maps of a job, by the way in which its keys lie in the input.

use crate::random::{Random, mix};

/// How keys lie in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Layout {
    /// Every map sees the same mix of keys.
    Homogeneous,
    /// The same mix, but maps of very different size.
    Bursty,
    /// The mix changes slowly from the first map to the last.
    Drifting,
    /// Each key lives in a few neighbouring maps, as the hosts of Term-Vector do.
    Clustered,
    /// The input is sorted by key: each map sees keys that hardly any other sees.
    Sorted,
    /// A key that no map of the first half has, and that is half a slot's work in the end.
    LateHotKey,
}

impl Layout {
    /// All of them.
    pub const ALL: [Layout; 6] = [
        Layout::Homogeneous,
        Layout::Bursty,
        Layout::Drifting,
        Layout::Clustered,
        Layout::Sorted,
        Layout::LateHotKey,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Homogeneous => "homogeneous",
            Layout::Bursty => "bursty",
            Layout::Drifting => "drifting",
            Layout::Clustered => "clustered",
            Layout::Sorted => "sorted",
            Layout::LateHotKey => "late-hot-key",
        }
    }
}

/// The size of a job.
#[derive(Debug, Clone, Copy)]
pub struct JobSize {
    /// Map tasks.
    pub maps: usize,
    /// Operation groups.
    pub groups: usize,
    /// Slots, for which a hot key is sized.
    pub slots: usize,
    /// Pairs that a map emits on average.
    pub pairs: u64,
}

/// The histogram of each map.
///
/// ```
/// use evenkeel::generate::{JobSize, Layout, maps};
/// let size = JobSize { maps: 16, groups: 480, slots: 15, pairs: 100_000 };
/// let job = maps(Layout::Homogeneous, size, 1);
/// assert_eq!((job.len(), job[0].len()), (16, 480));
/// ```
pub fn maps(layout: Layout, size: JobSize, seed: u64) -> Vec<Vec<u64>> {
    let mut random = Random::new(mix(seed) ^ mix(layout as u64 + 1));
    let mut job = vec![vec![0u64; size.groups]; size.maps];
    if size.groups == 0 || size.maps == 0 {
        return job;
    }
    match layout {
        Layout::Clustered => windows(&mut job, size, 4, seed, &mut random),
        Layout::Sorted => windows(&mut job, size, 1, seed, &mut random),
        _ => mixes(&mut job, layout, size, seed, &mut random),
    }
    job
}

/// Every map draws from a mix of shares.
fn mixes(job: &mut [Vec<u64>], layout: Layout, size: JobSize, seed: u64, random: &mut Random) {
    let (first, last) = (shares(size.groups, seed), shares(size.groups, seed ^ 0x5eed));
    let hot = random.below(size.groups as u64) as usize;
    for (map, counts) in job.iter_mut().enumerate() {
        let at = map as f64 / (size.maps.max(2) - 1) as f64;
        let pairs = size.pairs as f64
            * if layout == Layout::Bursty { 0.1 + 3.0 * random.unit().powi(3) } else { 1.0 };
        // A third of the mix is another one in the end.
        let drift = if layout == Layout::Drifting { at / 3.0 } else { 0.0 };
        for (group, count) in counts.iter_mut().enumerate() {
            let share = first[group] * (1.0 - drift) + last[group] * drift;
            *count = around(pairs * share, random);
        }
        if layout == Layout::LateHotKey && at > 0.5 {
            counts[hot] += around(pairs / size.slots as f64, random);
        }
    }
}

/// Every key lives in `width` maps in a row.
fn windows(job: &mut [Vec<u64>], size: JobSize, width: usize, seed: u64, random: &mut Random) {
    let keys = (size.groups * 20).max(size.maps * 50);
    let total = size.pairs as f64 * size.maps as f64;
    let weight: f64 = (1..=keys).map(|rank| 1.0 / (rank as f64 + 10.0)).sum();
    for rank in 1..=keys {
        let group = (mix(seed ^ rank as u64) % size.groups as u64) as usize;
        let pairs = total / weight / (rank as f64 + 10.0);
        // Large keys span more maps: a map's input is bounded.
        let width = width.max((pairs / size.pairs as f64 * 4.0).ceil() as usize).min(size.maps);
        let start = random.below((size.maps - width + 1) as u64) as usize;
        for counts in &mut job[start..start + width] {
            counts[group] += around(pairs / width as f64, random);
        }
    }
}

/// Zipf's words hashed into groups.
fn shares(groups: usize, seed: u64) -> Vec<f64> {
    let words = groups as u64 * 100;
    let mut shares = vec![0.0; groups];
    for rank in 1..=words {
        let group = mix(seed.wrapping_mul(0x9e37).wrapping_add(rank)) % groups as u64;
        shares[group as usize] += 1.0 / (rank as f64 + 10.0);
    }
    let sum: f64 = shares.iter().sum();
    shares.iter().map(|share| share / sum).collect()
}

/// A count with this mean and variance. Only sums, products and roots, so that every machine draws alike.
fn around(mean: f64, random: &mut Random) -> u64 {
    if mean < 4.0 {
        // Few: one trial after the other.
        let (mut count, mut left) = (0, mean);
        while left > 0.0 {
            count += u64::from(random.unit() < left.min(0.25));
            left -= 0.25;
        }
        return count;
    }
    let normal: f64 = (0..12).map(|_| random.unit()).sum::<f64>() - 6.0;
    (mean + normal * mean.sqrt()).round().max(0.0) as u64
}
