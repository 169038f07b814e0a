//! Dynamic programming decomposition (Section 5.1): slot after slot takes the operations whose sum is closest to its
//! share T of what is left (formula 5-1). How they are chosen is `bss`'s matter.

use crate::bss::{self, Ratio};
use crate::error::{Error, Result};
use crate::slots::Slots;

/// How a slot selects its operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Select {
    /// `Exact_BSS`.
    Exact,
    /// `Relax_BSS` with this η, in billionths.
    Relax(u64),
    /// Plain Subset Sum, never above T.
    SubsetSum,
}

/// Most words of sums that a decomposition may shift: seconds of work, also for a JobTracker's thread.
const WORK_LIMIT: u128 = 1 << 34;

impl Select {
    fn name(self) -> &'static str {
        match self {
            Select::Exact => "exact",
            Select::Relax(_) => "relax",
            Select::SubsetSum => "subset-sum",
        }
    }

    /// About how many sums the largest target has below it: memory.
    pub(crate) fn sums(self, loads: &[u64], slots: &Slots) -> u128 {
        match self {
            Select::Relax(eta) => loads.len() as u128 * 1_000_000_000 / (2 * u128::from(eta.max(1))),
            _ => {
                let sum: u128 = loads.iter().map(|&load| u128::from(load)).sum();
                let fastest = (0..slots.count()).map(|slot| slots.speed(slot)).max().unwrap_or(1);
                sum * u128::from(fastest) / u128::from(slots.total_speed().max(1))
            }
        }
    }

    /// How many 64-bit words of sums a decomposition makes at most, about.
    pub(crate) fn work(self, loads: &[u64], slots: &Slots) -> u128 {
        let n = loads.iter().filter(|&&load| load > 0).count() as u128;
        let m = slots.count() as u128;
        match self {
            Select::Relax(eta) => n * n * m * 1_000_000_000 / (u128::from(eta) * 2 * 64 * 3) + n * m,
            _ => {
                let sum: u128 = loads.iter().map(|&load| u128::from(load)).sum();
                n * (sum / 128) + n * m
            }
        }
    }
}

/// The slot of each operation. The loads must add up to less than 2^64.
///
/// Operations without load are no part of the paper's problem: they go to the last slot.
pub fn decompose(loads: &[u64], slots: &Slots, select: Select) -> Result<Vec<u32>> {
    counted(loads, slots, select).map(|(slot_of, _)| slot_of)
}

/// The same, and how many words of sums were made.
pub(crate) fn counted(loads: &[u64], slots: &Slots, select: Select) -> Result<(Vec<u32>, u64)> {
    let work = select.work(loads, slots);
    if work > WORK_LIMIT {
        let (method, unit, limit) = (select.name(), "words of sums", WORK_LIMIT);
        return Err(Error::Infeasible { method, needed: work, unit, limit });
    }
    let count = slots.count();
    let mut slot_of = vec![count as u32 - 1; loads.len()];
    let mut open: Vec<u32> = (0..loads.len() as u32).filter(|&op| loads[op as usize] > 0).collect();
    let mut rest: u64 = slots.total(loads)?;
    let mut speeds = slots.total_speed();
    let mut memory = bss::Memory::default();
    for slot in 0..count - 1 {
        let items: Vec<u64> = open.iter().map(|&op| loads[op as usize]).collect();
        let target = share(slots, slot, rest, speeds);
        let chosen = match select {
            Select::Exact => bss::exact_in(&items, target, &mut memory)?.chosen,
            Select::Relax(eta) => bss::relax_in(&items, target, eta, &mut memory)?.selection.chosen,
            Select::SubsetSum => bss::subset_sum_in(&items, target, &mut memory)?.chosen,
        };
        rest -= slots.carried(slot);
        speeds -= slots.speed(slot);
        let mut kept = Vec::with_capacity(open.len());
        for (op, chosen) in open.into_iter().zip(chosen) {
            if chosen {
                slot_of[op as usize] = slot as u32;
                rest -= loads[op as usize];
            } else {
                kept.push(op);
            }
        }
        open = kept;
        if open.is_empty() {
            break;
        }
    }
    Ok((slot_of, memory.words))
}

/// T of a slot: its part of the rest by speed, less what it carries.
fn share(slots: &Slots, slot: usize, rest: u64, speeds: u64) -> Ratio {
    let part = u128::from(rest) * u128::from(slots.speed(slot));
    let carried = u128::from(slots.carried(slot)) * u128::from(speeds);
    Ratio::new(part.saturating_sub(carried), speeds.into())
}
