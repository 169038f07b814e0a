//! Counting operations: of the h = qm + r largest ones, r slots hold q + 1 each at least on average.

/// The lifted cardinality bound. `sorted` is decreasing and adds up to less than 2^64.
///
/// Take the h = qm + r largest operations, 1 ≤ r ≤ m. The r slots that hold most of them hold at least
/// r(q + 1), so their load is at least that of the r(q + 1) smallest of these h, and one has at least
/// an r-th of it. (Haouari, Gharbi and Jemmali lift with any number k of slots; k = r or k = m is always the best, and
/// k = m is Σ/m.) With h = m + 1 this is k_m + k_{m+1}.
pub(super) fn bound(sorted: &[u64], slots: usize) -> u64 {
    let before = prefixes(sorted);
    (1..=sorted.len()).map(|h| Few::of(h, slots).least(&before)).max().unwrap_or(0)
}

/// Slots that a bound is about: the operations from rank `first` to `end` on `slots` slots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Few {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) slots: usize,
}

impl Few {
    /// The slots that hold most of the h largest operations.
    fn of(h: usize, slots: usize) -> Self {
        let (q, r) = ((h - 1) / slots, (h - 1) % slots + 1);
        Few { first: h - r * (q + 1), end: h, slots: r }
    }

    /// One of them has this load at least.
    fn least(self, before: &[u64]) -> u64 {
        (before[self.end] - before[self.first]).div_ceil(self.slots as u64)
    }
}

/// The fewest slots, but not all, for which the bound is `least`.
pub(super) fn fewest(sorted: &[u64], slots: usize, least: u64) -> Option<Few> {
    let before = prefixes(sorted);
    let tight = |few: &Few| few.slots < slots && few.least(&before) == least;
    (1..=sorted.len()).map(|h| Few::of(h, slots)).filter(tight).min_by_key(|few| few.slots)
}

/// The sum of the first h operations, for each h.
fn prefixes(sorted: &[u64]) -> Vec<u64> {
    let mut before = Vec::with_capacity(sorted.len() + 1);
    let mut sum = 0;
    before.push(sum);
    for &load in sorted {
        sum += load;
        before.push(sum);
    }
    before
}
