//! Splits the operations of two slots anew, by meet in the middle (Horowitz and Sahni 1974).

use super::Budget;
use super::state::{Member, State};
use crate::random::Random;
use crate::slots::Time;

/// Operations of two slots that are split anew; the others stay.
const POOL: usize = 24;
/// Partners to try.
const PARTNERS: usize = 24;

/// A sum and the subset that has it, as bits.
type Subset = (u64, u32);

/// Memory to split in, used again and again.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    partners: Vec<usize>,
    pool: Vec<Member>,
    left: Vec<Member>,
    right: Vec<Member>,
    low: Vec<Subset>,
    high: Vec<Subset>,
    spare: Vec<Subset>,
}

impl Splitter {
    /// Re-partitions the busiest slot with another one so that both end below its time. False if no partner helps.
    pub(super) fn improve(
        &mut self,
        state: &mut State<'_>,
        random: &mut Random,
        budget: &mut Budget,
    ) -> bool {
        let busy = state.busiest();
        let time = state.makespan();
        let mut partners = std::mem::take(&mut self.partners);
        partners.clear();
        partners.extend(state.lightest_first().filter(|&slot| slot != busy).take(PARTNERS));
        let mut helped = false;
        for &light in &partners {
            let even = state.slots.are_equal() && state.sums[busy] - state.sums[light] <= 1;
            if even || budget.left == 0 {
                break;
            }
            helped = self.split(state, (busy, light), time, random, budget);
            if helped {
                break;
            }
        }
        self.partners = partners;
        helped
    }

    /// Splits the operations of both slots so that both end before `limit`, as early as possible.
    fn split(
        &mut self,
        state: &mut State<'_>,
        (a, b): (usize, usize),
        limit: Time,
        random: &mut Random,
        budget: &mut Budget,
    ) -> bool {
        self.gather(state, a, b, random);
        budget.spend((8u64 << self.left.len()) + 16 * self.pool.len() as u64);
        let Some((mask, bits)) = self.meet(state, a, b, limit) else { return false };
        for (ops, mask) in [(&self.left, mask), (&self.right, bits)] {
            for (at, &(_, op)) in ops.iter().enumerate() {
                state.put(op, if mask >> at & 1 == 1 { a } else { b });
            }
        }
        state.settle();
        true
    }

    /// Puts operations of both slots into two halves, large and small loads in both.
    fn gather(&mut self, state: &State<'_>, a: usize, b: usize, random: &mut Random) {
        let pool = &mut self.pool;
        pool.clear();
        pool.extend(state.members[a].iter().chain(&state.members[b]));
        if pool.len() > POOL {
            random.shuffle(pool);
            pool.truncate(POOL);
        }
        pool.sort_unstable_by_key(|&(load, op)| (std::cmp::Reverse(load), op));
        self.left.clear();
        self.left.extend(pool.iter().step_by(2));
        self.right.clear();
        self.right.extend(pool.iter().skip(1).step_by(2));
    }

    /// The subsets of both halves for slot `a` with which both slots end earliest, if that is before `limit`.
    fn meet(&mut self, state: &State<'_>, a: usize, b: usize, limit: Time) -> Option<(u32, u32)> {
        let (mut fixed_a, mut fixed_b, mut total) = (state.sums[a], state.sums[b], 0);
        for &(load, op) in &self.pool {
            let in_a = state.slot_of[op as usize] as usize == a;
            *(if in_a { &mut fixed_a } else { &mut fixed_b }) -= load;
            total += load;
        }
        let done = |part: u64| {
            let first = state.slots.time(a, fixed_a + part);
            first.max(state.slots.time(b, fixed_b + total - part))
        };
        let (sa, sb) = (u128::from(state.slots.speed(a)), u128::from(state.slots.speed(b)));
        let wanted = (u128::from(fixed_b + total) * sa).saturating_sub(u128::from(fixed_a) * sb) / (sa + sb);
        let wanted = wanted.min(total.into()) as u64;
        subset_sums(&self.left, &mut self.low, &mut self.spare);
        subset_sums(&self.right, &mut self.high, &mut self.spare);
        let mut best: Option<(Time, u32, u32)> = None;
        let mut at = self.high.len();
        for &(sum, mask) in &self.low {
            while at > 0 && sum + self.high[at - 1].0 > wanted {
                at -= 1;
            }
            for near in [at.wrapping_sub(1), at] {
                if let Some(&(other, bits)) = self.high.get(near) {
                    let time = done(sum + other);
                    if time < limit && best.is_none_or(|(least, ..)| time < least) {
                        best = Some((time, mask, bits));
                    }
                }
            }
        }
        best.map(|(_, mask, bits)| (mask, bits))
    }
}

/// All subset sums with their subsets, by increasing sum.
fn subset_sums(ops: &[Member], sums: &mut Vec<Subset>, merged: &mut Vec<Subset>) {
    sums.clear();
    sums.push((0, 0));
    for (at, &(load, _)) in ops.iter().enumerate() {
        merged.clear();
        let mut next = 0;
        for &(sum, mask) in sums.iter() {
            while sums[next].0 + load < sum {
                merged.push((sums[next].0 + load, sums[next].1 | 1 << at));
                next += 1;
            }
            merged.push((sum, mask));
        }
        merged.extend(sums[next..].iter().map(|&(sum, mask)| (sum + load, mask | 1 << at)));
        std::mem::swap(sums, merged);
    }
}
