//! `best`: the default. Never worse than any method that fits its budget, by construction.
//!
//! LPT first; done if it meets the lower bound. Else swaps and re-partitions polish it, then every other method that fits is
//! polished as a further start, then random kicks with a fixed seed spend what is left. Whatever is
//! tried, the best assignment seen is kept, and each method's own answer is seen before it is polished.
//!
//! The budget is counted in steps of work, not in seconds: same input, same table on every machine.

mod kick;
mod repartition;
mod state;
mod swap;

use crate::baselines;
use crate::decompose::{Select, decompose};
use crate::slots::{Slots, Time};
use state::State;

/// Most words of sums that `relax` may shift as a start: enough for 1024 operations on 100 slots.
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
    SMALL.max(SMALL / 1000 * operations as u64).min(100 * SMALL)
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
}

/// Schedules `loads`, which must add up to less than 2^64. `eta` is in billionths.
pub(crate) fn best(loads: &[u64], slots: &Slots, bound: Time, eta: u64, budget: u64) -> Found {
    let budget = Budget { left: budget, spent: 0 };
    let mut search = Search { loads, slots, bound, budget, best: None, seen: Vec::new() };
    search.run(eta);
    let slot_of = search.best.map(|(_, slot_of)| slot_of).unwrap_or_default();
    Found { slot_of, seen: search.seen, work: search.budget.spent }
}

impl<'a> Search<'a> {
    fn run(&mut self, eta: u64) {
        let (loads, slots) = (self.loads, self.slots);
        let whole = self.budget.left;
        let mut lead = self.start("lpt", baselines::lpt(loads, slots));
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
        // The paper's methods cost the most: kicks come first, and often meet the bound.
        self.kicks(&mut lead, whole / 4);
        for (name, select, limit) in
            [("relax", Select::Relax(eta), RELAX_FITS), ("exact", Select::Exact, EXACT_FITS)]
        {
            let fits = || select.work(loads, slots) <= limit && select.sums(loads, slots) <= SUMS_FIT;
            if !self.is_optimal() && fits() {
                if let Ok(slot_of) = decompose(loads, slots, select) {
                    self.lead(&mut lead, name, slot_of);
                }
            }
        }
        self.kicks(&mut lead, 0);
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
