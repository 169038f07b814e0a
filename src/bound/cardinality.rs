//! Counting operations: of the h = qm + r largest ones, r slots hold q + 1 each at least on average.

/// The lifted cardinality bound. `sorted` is decreasing and adds up to less than 2^64.
///
/// Take the h = qm + r largest operations, 1 ≤ r ≤ m. The r slots that hold most of them hold at least
/// r(q + 1), so their load is at least that of the r(q + 1) smallest of these h, and one has at least
/// an r-th of it. (Haouari, Gharbi and Jemmali lift with any number k of slots; k = r or k = m is always the best, and
/// k = m is Σ/m.) With h = m + 1 this is k_m + k_{m+1}.
pub(super) fn bound(sorted: &[u64], slots: usize) -> u64 {
    let mut before = Vec::with_capacity(sorted.len() + 1);
    let mut sum = 0;
    before.push(sum);
    for &load in sorted {
        sum += load;
        before.push(sum);
    }
    let least = |h: usize| {
        let (q, r) = ((h - 1) / slots, (h - 1) % slots + 1);
        (before[h] - before[h - r * (q + 1)]).div_ceil(r as u64)
    };
    (1..=sorted.len()).map(least).max().unwrap_or(0)
}
