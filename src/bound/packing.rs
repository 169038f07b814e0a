//! Bin packing: if the operations provably need more than m bins of capacity C, the makespan is above C.
//!
//! The proof is Fekete and Schepers' bound L* (2001): loads, scaled by dual feasible functions, still need as many
//! bins as their sum. U(ε) drops loads below ε and counts loads above 1 − ε as whole bins (that alone is Martello
//! and Toth's L2); u(k) rounds what is between to parts of k.

/// u(1) … u(K).
const K: u64 = 5;

/// The smallest C from `low` on that the bound does not refute, found by doubling steps and bisection. `sorted` is decreasing.
pub(super) fn raise(sorted: &[u64], slots: u64, low: u64) -> u64 {
    if sorted.len() as u64 <= slots || !refuted(sorted, slots, low) {
        return low;
    }
    let (mut bad, mut step) = (low, 1u64);
    let mut good = loop {
        let next = bad.saturating_add(step);
        if next == u64::MAX || !refuted(sorted, slots, next) {
            break next;
        }
        bad = next;
        step = step.saturating_mul(2);
    };
    while good - bad > 1 {
        let middle = bad + (good - bad) / 2;
        if refuted(sorted, slots, middle) { bad = middle } else { good = middle }
    }
    good
}

/// Whether the operations provably do not fit into so many bins of this capacity.
fn refuted(sorted: &[u64], slots: u64, capacity: u64) -> bool {
    (1..=K).any(|k| needs_more(sorted, slots, capacity, k))
}

/// Tries u(k) after U(ε), for every ε that makes a difference.
fn needs_more(sorted: &[u64], slots: u64, capacity: u64, k: u64) -> bool {
    // Sums are kept in parts: `whole` parts are one bin.
    let whole = if k == 1 { u128::from(capacity) } else { u128::from(k * (k + 1)) };
    let limit = whole * u128::from(slots);
    // ε runs down over the loads up to a half of the capacity; loads from ε to capacity − ε are summed.
    let half = sorted.partition_point(|&load| load > capacity / 2);
    // Loads above the half are whole bins if they are above capacity − ε.
    let mut big = half;
    let mut middle: u128 = 0;
    let mut at = half;
    loop {
        // ε just above the half: nothing is dropped or counted but the big ones; then ε = each load.
        if big as u128 * whole + middle > limit {
            return true;
        }
        let Some(&epsilon) = sorted.get(at) else { return false };
        if k > 1 && epsilon.saturating_mul(k + 1) < capacity {
            // From here on loads count for nothing: the sum can only fall.
            return false;
        }
        while at < sorted.len() && sorted[at] == epsilon {
            middle += parts(sorted[at], capacity, k);
            at += 1;
        }
        while big > 0 && sorted[big - 1] <= capacity - epsilon {
            big -= 1;
            middle += parts(sorted[big], capacity, k);
        }
    }
}

/// u(k) of a load, in parts.
fn parts(load: u64, capacity: u64, k: u64) -> u128 {
    if k == 1 {
        return load.into();
    }
    let (quotient, rest) = match load.checked_mul(k + 1) {
        Some(scaled) => (u128::from(scaled / capacity), u128::from(scaled % capacity)),
        None => {
            let (scaled, capacity) = (u128::from(load) * u128::from(k + 1), u128::from(capacity));
            (scaled / capacity, scaled % capacity)
        }
    };
    // x(k+1) whole: x itself, else ⌊x(k+1)⌋ / k.
    if rest == 0 { quotient * u128::from(k) } else { quotient * u128::from(k + 1) }
}
