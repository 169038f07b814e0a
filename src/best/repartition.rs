//! Splits the operations of two slots anew, by meet in the middle (Horowitz and Sahni 1974).

use super::Budget;
use super::state::State;
use crate::generate::Random;
use crate::slots::Time;

/// Operations of two slots that are split anew; the others stay.
const POOL: usize = 24;
/// Partners to try.
const PARTNERS: usize = 24;

/// Re-partitions the busiest slot with another one so that both end below its time. False if no partner helps.
pub(super) fn improve(state: &mut State<'_>, random: &mut Random, budget: &mut Budget) -> bool {
    let busy = state.busiest();
    let time = state.makespan();
    let partners: Vec<usize> = state.lightest_first().filter(|&slot| slot != busy).take(PARTNERS).collect();
    for light in partners {
        if state.slots.are_equal() && state.sums[busy] - state.sums[light] <= 1 {
            break;
        }
        if split(state, busy, light, time, random, budget) {
            return true;
        }
        if budget.left == 0 {
            break;
        }
    }
    false
}

/// Splits the operations of both slots so that both end before `limit`, as early as possible.
pub(super) fn split(
    state: &mut State<'_>,
    a: usize,
    b: usize,
    limit: Time,
    random: &mut Random,
    budget: &mut Budget,
) -> bool {
    let mut pool: Vec<u32> = state.members[a].iter().chain(&state.members[b]).copied().collect();
    if pool.len() > POOL {
        random.shuffle(&mut pool);
        pool.truncate(POOL);
    }
    // Large and small loads in both halves.
    pool.sort_by_key(|&op| (std::cmp::Reverse(state.load(op)), op));
    let left: Vec<u32> = pool.iter().copied().step_by(2).collect();
    let right: Vec<u32> = pool.iter().copied().skip(1).step_by(2).collect();
    budget.spend((8u64 << left.len()) + 16 * pool.len() as u64);
    let in_a = |op: u32| state.slot_of[op as usize] as usize == a;
    let held = |slot: usize| {
        let pooled = pool.iter().filter(|&&op| in_a(op) == (slot == a)).map(|&op| state.load(op));
        state.sums[slot] - pooled.sum::<u64>()
    };
    let (fixed_a, fixed_b) = (held(a), held(b));
    let total: u64 = pool.iter().map(|&op| state.load(op)).sum();
    let done = |part: u64| {
        let first = state.slots.time(a, fixed_a + part);
        first.max(state.slots.time(b, fixed_b + total - part))
    };
    let (sa, sb) = (u128::from(state.slots.speed(a)), u128::from(state.slots.speed(b)));
    let wanted = (u128::from(fixed_b + total) * sa).saturating_sub(u128::from(fixed_a) * sb) / (sa + sb);
    let wanted = wanted.min(total.into()) as u64;

    let (low, high) = (subset_sums(state, &left), subset_sums(state, &right));
    let mut best: Option<(Time, u32, u32)> = None;
    let mut at = high.len();
    for &(sum, mask) in &low {
        while at > 0 && sum + high[at - 1].0 > wanted {
            at -= 1;
        }
        for near in [at.wrapping_sub(1), at] {
            if let Some(&(other, bits)) = high.get(near) {
                let time = done(sum + other);
                if time < limit && best.is_none_or(|(least, ..)| time < least) {
                    best = Some((time, mask, bits));
                }
            }
        }
    }
    let Some((_, mask, bits)) = best else { return false };
    for (ops, mask) in [(left, mask), (right, bits)] {
        for (at, op) in ops.into_iter().enumerate() {
            state.put(op, if mask >> at & 1 == 1 { a } else { b });
        }
    }
    true
}

/// All subset sums with their subsets, by increasing sum.
fn subset_sums(state: &State<'_>, ops: &[u32]) -> Vec<(u64, u32)> {
    let mut sums: Vec<(u64, u32)> = vec![(0, 0)];
    for (at, &op) in ops.iter().enumerate() {
        let load = state.load(op);
        let mut merged = Vec::with_capacity(2 * sums.len());
        let mut next = 0;
        for &(sum, mask) in &sums {
            while sums[next].0 + load < sum {
                merged.push((sums[next].0 + load, sums[next].1 | 1 << at));
                next += 1;
            }
            merged.push((sum, mask));
        }
        merged.extend(sums[next..].iter().map(|&(sum, mask)| (sum + load, mask | 1 << at)));
        sums = merged;
    }
    sums
}
