//! The sets L₀ … Lₛ of Table 1 as one row of bits.
//!
//! A sum below T, once reached, stays (Trim keeps it), so it is enough to know with which operation each sum was
//! first reached; of the sums from T on, Trim keeps the smallest one, so one number a step is enough.

use super::Ratio;
use crate::error::{Error, Result};

/// Most sums below T: about a gigabyte.
pub(crate) const LIMIT: u128 = 1 << 28;

/// Reachable sums.
#[derive(Debug)]
pub(super) struct Sums {
    /// Sums below T are 0 … limit − 1.
    limit: usize,
    bits: Vec<u64>,
    /// Where the next set is built.
    spare: Vec<u64>,
    /// The step with which each sum below T was reached.
    first: Vec<u32>,
    /// After each step: the smallest sum from T on.
    over: Vec<Option<u64>>,
    /// The largest sum below T so far.
    reach: usize,
}

impl Sums {
    /// L₀ = {0}, trimmed at `target`.
    pub(super) fn new(target: Ratio, steps: usize, method: &'static str) -> Result<Self> {
        let limit = target.ceil();
        if limit > LIMIT {
            let (needed, unit) = (limit, "sums below T");
            return Err(Error::Infeasible { method, needed, unit, limit: LIMIT });
        }
        let limit = limit as usize;
        let mut sums = Sums {
            limit,
            bits: vec![0; limit.div_ceil(64)],
            spare: vec![0; limit.div_ceil(64)],
            first: vec![u32::MAX; limit],
            over: Vec::with_capacity(steps + 1),
            reach: 0,
        };
        sums.over.push((limit == 0).then_some(0));
        if limit > 0 {
            sums.bits[0] = 1;
            sums.first[0] = 0;
        }
        Ok(sums)
    }

    /// One turn of the main loop: lines 3 to 5 of Table 1.
    pub(super) fn add(&mut self, load: u64) {
        let step = self.over.len() as u32;
        let last = self.over[self.over.len() - 1];
        let from = (self.limit as u64).saturating_sub(load) as usize;
        let crossing = self.next(from).map(|sum| sum as u64 + load);
        self.over.push(match (last, crossing) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        });
        if load == 0 || load >= self.limit as u64 {
            return;
        }
        let top = (self.reach + load as usize).min(self.limit - 1);
        self.shift(load as usize, top / 64 + 1, step);
        self.reach = self.last_up_to(top);
    }

    /// Adds every sum plus `load`, in the first `used` words.
    fn shift(&mut self, load: usize, used: usize, step: u32) {
        let (words, bits) = (load / 64, (load % 64) as u32);
        let (old, new) = (&self.bits[..used], &mut self.spare[..used]);
        new[..words].copy_from_slice(&old[..words]);
        new[words] = old[words] | old[0] << bits;
        // `x >> 1 >> (63 − bits)` is `x >> (64 − bits)`, and 0 for no shift at all.
        let carried = old.iter().zip(&old[1..]).map(|(low, high)| high << bits | low >> 1 >> (63 - bits));
        for ((new, old), carried) in new[words + 1..].iter_mut().zip(&old[words + 1..]).zip(carried) {
            *new = old | carried;
        }
        if used == self.bits.len() {
            new[used - 1] &= u64::MAX >> (self.bits.len() * 64 - self.limit);
        }
        for (block, (old, new)) in old.chunks(16).zip(new.chunks(16)).enumerate() {
            let changed = old.iter().zip(new).fold(0, |changed, (old, new)| changed | (old ^ new));
            if changed == 0 {
                continue;
            }
            for (at, (old, new)) in old.iter().zip(new).enumerate() {
                let mut added = old ^ new;
                let first = &mut self.first[(block * 16 + at) * 64..];
                while added != 0 {
                    first[added.trailing_zeros() as usize] = step;
                    added &= added - 1;
                }
            }
        }
        std::mem::swap(&mut self.bits, &mut self.spare);
    }

    /// The largest sum up to `top`, which must be below T. There is always 0.
    fn last_up_to(&self, top: usize) -> usize {
        let mut at = top / 64;
        let mut word = self.bits[at] & (u64::MAX >> (63 - top % 64));
        while word == 0 && at > 0 {
            at -= 1;
            word = self.bits[at];
        }
        at * 64 + 63_usize.saturating_sub(word.leading_zeros() as usize)
    }

    /// The smallest sum below T that is at least `from`.
    fn next(&self, from: usize) -> Option<usize> {
        let mut at = from / 64;
        let mut word = self.bits.get(at)? & (u64::MAX << (from % 64));
        while word == 0 {
            at += 1;
            word = *self.bits.get(at)?;
        }
        Some(at * 64 + word.trailing_zeros() as usize)
    }

    /// The two largest sums: below T and from T on (line 7 of Table 1).
    pub(super) fn largest(&self) -> (Option<u64>, Option<u64>) {
        let below = (self.limit > 0).then_some(self.reach as u64);
        (below, self.over[self.over.len() - 1])
    }

    /// Whether `sum` is in L of that step.
    fn contains(&self, sum: u64, step: usize) -> bool {
        if sum < self.limit as u64 {
            self.first[sum as usize] as usize <= step
        } else {
            self.over[step] == Some(sum)
        }
    }

    /// The paper's back trace: take an operation whenever the rest can be reached without it.
    pub(super) fn trace(&self, mut sum: u64, loads: &[u64]) -> Vec<bool> {
        let mut chosen = vec![false; loads.len()];
        for (step, &load) in loads.iter().enumerate().rev() {
            if load <= sum && self.contains(sum - load, step) {
                chosen[step] = true;
                sum -= load;
            }
        }
        chosen
    }
}
