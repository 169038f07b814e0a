//! Random kicks with a fixed seed: out of a local optimum, back if it did not help.

use super::Search;
use super::state::State;
use super::{repartition, swap};
use crate::generate::Random;

/// The seed: every machine kicks alike.
const SEED: u64 = 0x6576_656e_6b65_656c;

/// A generator for one phase of the search.
pub(super) fn random(phase: u64) -> Random {
    Random::new(SEED ^ phase)
}

impl<'a> Search<'a> {
    /// Kicks until the bound is met or only `reserve` steps are left.
    pub(super) fn kicks(&mut self, state: &mut State<'a>, reserve: u64) {
        let mut random = random(1);
        if self.slots.count() < 2 {
            return;
        }
        state.commit();
        while self.budget.left > reserve && state.makespan() > self.bound {
            self.budget.spend(64);
            let before = state.makespan();
            self.kick(state, &mut random);
            self.descend(state, &mut random, reserve);
            let touched = state.touched();
            let uneven = state.unevenness(&touched);
            let after = state.makespan();
            let kept = match after.cmp(&before) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Greater => false,
                std::cmp::Ordering::Equal => {
                    // Undo and redo would cost more than to compute what it was.
                    uneven <= state.unevenness_before(&touched) || random.below(16) == 0
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
    }

    /// Swaps and re-partitions until neither helps.
    pub(super) fn descend(&mut self, state: &mut State<'a>, random: &mut Random, reserve: u64) {
        while self.budget.left > reserve && state.makespan() > self.bound {
            if !swap::improve(state, &mut self.budget)
                && !repartition::improve(state, random, &mut self.budget)
            {
                break;
            }
        }
    }

    /// Deals the operations of the busiest slot and two or three others anew, in a random order.
    fn kick(&mut self, state: &mut State<'a>, random: &mut Random) {
        let count = state.slots.count();
        let mut dealt = vec![state.busiest()];
        for _ in 0..2 + random.below(2) {
            let slot = random.below(count as u64) as usize;
            if !dealt.contains(&slot) {
                dealt.push(slot);
            }
        }
        let mut ops: Vec<u32> = dealt.iter().flat_map(|&slot| state.members[slot].iter().copied()).collect();
        self.budget.spend(32 * ops.len() as u64);
        // A few of them change places, the largest ones last to be spared.
        random.shuffle(&mut ops);
        ops.truncate(2 + random.below(6) as usize);
        for op in ops {
            let to = dealt[random.below(dealt.len() as u64) as usize];
            state.put(op, to);
        }
    }
}
