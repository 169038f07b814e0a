//! Random kicks with a fixed seed: out of a local optimum, back if it did not help.

use super::Search;
use super::state::State;
use super::swap;
use crate::random::Random;

/// The seed: every machine kicks alike.
const SEED: u64 = 0x6576_656e_6b65_656c;

/// A generator for one phase of the search.
pub(super) fn random(phase: u64) -> Random {
    Random::new(SEED ^ phase)
}

impl<'a> Search<'a> {
    /// Kicks until the bound is met or only `reserve` steps are left.
    pub(super) fn kicks(&mut self, state: &mut State<'a>, reserve: u64) {
        if self.slots.count() < 2 {
            return;
        }
        // Later kicks are others.
        let mut random = self.random.clone();
        state.commit();
        while self.budget.left > reserve && state.makespan() > self.bound {
            self.budget.spend(64);
            let before = state.makespan();
            self.kick(state, &mut random);
            self.descend(state, &mut random, reserve);
            let touched = state.touched();
            let kept = match state.makespan().cmp(&before) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Greater => false,
                std::cmp::Ordering::Equal => {
                    let (now, then) = state.unevenness(&touched);
                    now <= then || random.below(16) == 0
                }
            };
            self.budget.spend(touched.len() as u64 * 8);
            if kept {
                state.commit();
                self.keep(state);
            } else {
                state.rollback();
            }
        }
        self.random = random;
    }

    /// Swaps and re-partitions until neither helps.
    pub(super) fn descend(&mut self, state: &mut State<'a>, random: &mut Random, reserve: u64) {
        while self.budget.left > reserve && state.makespan() > self.bound {
            if !swap::improve(state, &mut self.budget)
                && !self.splitter.improve(state, random, &mut self.budget)
            {
                break;
            }
        }
    }

    /// Deals a few operations of the busiest slot and up to three others to these slots at random.
    fn kick(&mut self, state: &mut State<'a>, random: &mut Random) {
        let count = state.slots.count();
        let mut dealt = vec![state.busiest()];
        for _ in 0..2 + random.below(2) {
            let slot = random.below(count as u64) as usize;
            if !dealt.contains(&slot) {
                dealt.push(slot);
            }
        }
        let mut ops: Vec<u32> =
            dealt.iter().flat_map(|&slot| state.members[slot].iter().map(|&(_, op)| op)).collect();
        self.budget.spend(32 * ops.len() as u64);
        // A few of them change places.
        random.shuffle(&mut ops);
        ops.truncate(2 + random.below(6) as usize);
        for op in ops {
            let to = dealt[random.below(dealt.len() as u64) as usize];
            state.put(op, to);
        }
        state.settle();
    }
}
