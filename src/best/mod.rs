//! `best`: the default. Never worse than hash, LPT and MULTIFIT, nor than KK, `relax` and `exact` where they fit its
//! budget, by construction.
//!
//! LPT first; done if it meets the lower bound. Else swaps and re-partitions polish it, then these methods (plain Subset
//! Sum is never tried) are polished as further starts, then random kicks with a fixed seed spend what is left. Whatever is
//! tried, the best assignment seen is kept, and each method's own answer is seen before it is polished.
//!
//! The budget is counted in steps of work, not in seconds: same input, same table on every machine. It knows no clock, and nothing
//! of hints: [`crate::prefetch`] bends its table afterwards.

mod crux;
mod kick;
mod repartition;
mod state;
mod swap;

use crate::baselines;
use crate::decompose::{self, Select};
use crate::random::Random;
use crate::slots::{Slots, Time};
use repartition::Splitter;
use state::State;

/// Words of sums that are made in the time of a step.
const WORDS_A_STEP: u64 = 8;
/// Most words of sums that `relax` may make as a start: enough for 1024 operations on 100 slots.
const RELAX_FITS: u128 = 150_000_000;
/// The same for `exact`, which seldom pays.
const EXACT_FITS: u128 = 16_000_000;
/// Sums below T that fit: 16 MiB.
const SUMS_FIT: u128 = 1 << 22;
/// Most pairs of operation and slot for `kk` as a start.
const KK_FITS: u128 = 16_000_000;

/// What `best` found.
#[derive(Debug)]
pub(crate) struct Found {
    /// The slot of each operation.
    pub(crate) slot_of: Vec<u32>,
    /// The methods whose answers it has seen.
    pub(crate) seen: Vec<&'static str>,
    /// Steps of work spent.
    pub(crate) work: u64,
}

/// The budget for an instance of this size: about 20 ms up to 1024 operations, 200 ms at 8192, a second or two at a million.
pub fn default_budget(operations: usize) -> u64 {
    const SMALL: u64 = 12_000_000;
    SMALL.max(SMALL / 1000 * operations as u64).min(1_000_000_000)
}

/// Steps of work that are left.
#[derive(Debug)]
struct Budget {
    left: u64,
    spent: u64,
}

impl Budget {
    /// Spends steps; false once there are none left.
    fn spend(&mut self, steps: u64) -> bool {
        self.spent += steps;
        self.left = self.left.saturating_sub(steps);
        self.left > 0
    }
}

/// The search.
struct Search<'a> {
    loads: &'a [u64],
    slots: &'a Slots,
    bound: Time,
    budget: Budget,
    best: Option<(Time, Vec<u32>)>,
    seen: Vec<&'static str>,
    splitter: Splitter,
    random: Random,
}

/// Schedules `loads`, which must add up to less than 2^64. `eta` is in billionths.
pub(crate) fn best(loads: &[u64], slots: &Slots, bound: Time, eta: u64, budget: u64) -> Found {
    Search::new(loads, slots, bound, budget).run(eta, true)
}

impl<'a> Search<'a> {
    fn new(loads: &'a [u64], slots: &'a Slots, bound: Time, budget: u64) -> Self {
        let budget = Budget { left: budget, spent: 0 };
        let (splitter, random) = (Splitter::default(), kick::random(1));
        Search { loads, slots, bound, budget, best: None, seen: Vec::new(), splitter, random }
    }

    /// Searches; `crux` is false for what is a crux itself.
    fn run(mut self, eta: u64, crux: bool) -> Found {
        let (loads, slots) = (self.loads, self.slots);
        let mut lead = self.start("lpt", baselines::lpt(loads, slots));
        if crux && !self.is_optimal() {
            if let Some(slot_of) = self.crux(eta) {
                self.lead(&mut lead, "crux", slot_of);
            }
        }
        // Cheapest first. What fits is decided in steps of work: the same on every machine.
        if !self.is_optimal() {
            self.lead(&mut lead, "multifit", baselines::multifit(loads, slots));
            self.lead(&mut lead, "hash", baselines::hash(loads.len(), slots.count()));
        }
        if !self.is_optimal() && baselines::kk_work(loads.len(), slots.count()) <= KK_FITS {
            if let Ok(slot_of) = baselines::kk(loads, slots) {
                self.lead(&mut lead, "kk", slot_of);
            }
        }
        self.paper(&mut lead, "relax", Select::Relax(eta), RELAX_FITS);
        self.paper(&mut lead, "exact", Select::Exact, EXACT_FITS);
        self.kicks(&mut lead, 0);
        let slot_of = self.best.map(|(_, slot_of)| slot_of).unwrap_or_default();
        Found { slot_of, seen: self.seen, work: self.budget.spent }
    }

    /// One of the paper's methods as a start, if it fits. Kicks often meet the bound for less: they go first, with as much work
    /// as the method may cost.
    fn paper(&mut self, lead: &mut State<'a>, name: &'static str, select: Select, limit: u128) {
        let work = select.work(self.loads, self.slots);
        if self.is_optimal() || work > limit || select.sums(self.loads, self.slots) > SUMS_FIT {
            return;
        }
        let left = self.budget.left;
        let share = u64::try_from(work).unwrap_or(u64::MAX) / WORDS_A_STEP;
        self.kicks(lead, left - share.min(left / 4 * 3));
        if self.is_optimal() {
            return;
        }
        if let Ok((slot_of, words)) = decompose::counted(self.loads, self.slots, select) {
            self.budget.spend(words / WORDS_A_STEP);
            self.lead(lead, name, slot_of);
        }
    }

    /// A method's answer, seen and then polished.
    fn start(&mut self, name: &'static str, slot_of: Vec<u32>) -> State<'a> {
        let mut state = State::new(self.loads, self.slots, slot_of);
        self.seen.push(name);
        self.keep(&state);
        self.descend(&mut state, &mut kick::random(0), 0);
        self.keep(&state);
        log::debug!("{name}: {} after polishing, bound {}", state.makespan(), self.bound);
        state
    }

    /// A further start: it takes the lead if it ends better.
    fn lead(&mut self, lead: &mut State<'a>, name: &'static str, slot_of: Vec<u32>) {
        let state = self.start(name, slot_of);
        if state.makespan() < lead.makespan() {
            *lead = state;
        }
    }

    /// Keeps an assignment if it is the best so far.
    fn keep(&mut self, state: &State<'_>) {
        let makespan = state.makespan();
        if self.best.as_ref().is_none_or(|(best, _)| makespan < *best) {
            self.best = Some((makespan, state.slot_of.clone()));
        }
    }

    fn is_optimal(&self) -> bool {
        self.best.as_ref().is_some_and(|(best, _)| *best <= self.bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::lower_bound;
    use crate::generate::{Kind, instance};

    const ETA: u64 = 2_000_000;

    fn fits(loads: &[u64], slots: &Slots) -> bool {
        let relax = Select::Relax(ETA);
        relax.work(loads, slots) <= RELAX_FITS && relax.sums(loads, slots) <= SUMS_FIT
    }

    #[test]
    fn relax_fits_up_to_1024_operations_on_100_slots() {
        let slots = |count| Slots::equal(count).expect("slots");
        assert!(fits(&[u64::MAX >> 11; 1024], &slots(100)), "whatever the loads are");
        assert!(fits(&[1; 120], &slots(15)));
        assert!(!fits(&[1; 8192], &slots(1000)));
    }

    /// No sum of tens is the bound, so nothing ends the search early: each method that fits has its turn.
    #[test]
    fn every_method_that_fits_is_seen() {
        let loads: Vec<u64> =
            instance(Kind::Uniform, 1024, 100, 1).into_iter().map(|load| load * 10).collect();
        let slots = Slots::equal(100).expect("slots");
        let bound = lower_bound(&loads, &slots);
        assert_ne!(bound.load % 10, 0, "the bound cannot be met");
        let found = best(&loads, &slots, bound, ETA, 1);
        assert_eq!(found.seen, ["lpt", "multifit", "hash", "kk", "relax"], "exact does not fit");
    }
}
