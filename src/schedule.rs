//! Schedules: who gets what, how long it takes, and how far that is from the least possible (Section 3.2).
//! The one door to all methods. It knows neither maps nor jobs: operations are loads by number.

use crate::algorithm::Algorithm;
use crate::baselines;
use crate::best;
use crate::bound::lower_bound;
use crate::decompose::{Select, decompose};
use crate::error::{Error, Result};
use crate::slots::{Slots, Time};
use serde::Serialize;

/// How to schedule.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The method.
    pub algorithm: Algorithm,
    /// η of formula (5-2), taken in billionths. Only `relax` (and `best`, which tries it) looks at it.
    pub eta: f64,
    /// The work that `best` may spend, in its own units; None for the default.
    pub budget: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Options { algorithm: Algorithm::Best, eta: 0.002, budget: None }
    }
}

impl Options {
    /// The defaults with another method.
    pub fn with(algorithm: Algorithm) -> Self {
        Options { algorithm, ..Options::default() }
    }
}

/// A schedule of n operations on m slots.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Schedule {
    /// The method that made it.
    pub algorithm: Algorithm,
    /// The slot of each operation.
    pub slot_of: Vec<u32>,
    /// The load of each slot, with what it carried.
    pub loads: Vec<u64>,
    /// When the last slot is done: the paper's max-load.
    pub makespan: Time,
    /// No schedule can be done earlier.
    pub bound: Time,
    /// The variance of the slots' times (Section 3.2).
    pub variance: f64,
    /// Whether the makespan is proven to be the least possible.
    pub optimal: bool,
}

impl Schedule {
    /// What an assignment amounts to.
    pub fn new(algorithm: Algorithm, loads: &[u64], slots: &Slots, slot_of: Vec<u32>, bound: Time) -> Self {
        let sums = slots.loads_of(loads, &slot_of);
        let makespan = slots.makespan(&sums);
        let variance = variance(&sums, slots);
        let optimal = makespan <= bound;
        Schedule { algorithm, slot_of, loads: sums, makespan, bound, variance, optimal }
    }

    /// Makespan in parts of the bound: 1 is the best there can be.
    pub fn ratio(&self) -> f64 {
        self.makespan.ratio(self.bound)
    }
}

/// The variance of the slots' times.
fn variance(sums: &[u64], slots: &Slots) -> f64 {
    let times = || sums.iter().enumerate().map(|(slot, &load)| slots.time(slot, load).as_f64());
    let mean = times().sum::<f64>() / sums.len() as f64;
    times().map(|time| (time - mean).powi(2)).sum::<f64>() / sums.len() as f64
}

/// Schedules `loads` on `slots`.
///
/// # Errors
/// If the loads do not add up to a 64-bit number, η is out of range, or the method cannot do an instance of this size.
pub fn schedule(loads: &[u64], slots: &Slots, options: &Options) -> Result<Schedule> {
    slots.total(loads)?;
    if u32::try_from(loads.len()).is_err() {
        return Err(Error::Overflow { what: "the number of operations" });
    }
    let eta = check_eta(options.eta)?;
    let bound = lower_bound(loads, slots);
    let slot_of = match options.algorithm {
        Algorithm::Best => {
            let budget = options.budget.unwrap_or_else(|| best::default_budget(loads.len()));
            let found = best::best(loads, slots, bound, eta, budget);
            log::debug!("best saw {:?} in {} steps", found.seen, found.work);
            found.slot_of
        }
        Algorithm::Exact => decompose(loads, slots, Select::Exact)?,
        Algorithm::Relax => decompose(loads, slots, Select::Relax(eta))?,
        Algorithm::SubsetSum => decompose(loads, slots, Select::SubsetSum)?,
        Algorithm::Lpt => baselines::lpt(loads, slots),
        Algorithm::Multifit => baselines::multifit(loads, slots),
        Algorithm::Kk => baselines::kk(loads, slots)?,
        Algorithm::Hash => baselines::hash(loads.len(), slots.count()),
    };
    Ok(Schedule::new(options.algorithm, loads, slots, slot_of, bound))
}

/// η in billionths, if it is in range.
pub(crate) fn check_eta(eta: f64) -> Result<u64> {
    let billionths = (eta * 1e9).round();
    if (1.0..=1e9).contains(&billionths) {
        return Ok(billionths as u64);
    }
    Err(Error::Eta { found: eta.to_string() })
}
