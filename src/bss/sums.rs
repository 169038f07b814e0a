//! The sets L₀ … Lₛ of Table 1 as one row of bits.
//!
//! Of the sums from T on, Trim keeps the smallest one: one number a step. A sum below T, once reached, stays. So where all sets
//! would take too much memory, it is enough to know with which operation each sum was first reached.

use super::Ratio;
use crate::error::{Error, Result};

/// Most sums below T: 128 MiB.
pub(crate) const LIMIT: u128 = 1 << 25;

/// Most words of rows that are kept as they are: a megabyte stays in the cache.
const ROWS: usize = 1 << 17;

/// Reachable sums.
#[derive(Debug)]
pub(super) struct Sums<'a> {
    /// Sums below T are 0 … limit − 1.
    limit: usize,
    /// Words of a set.
    width: usize,
    /// Sets one after the other: all of them, or the last two by turns.
    rows: &'a mut Vec<u64>,
    /// The step with which each sum below T was reached, if not all sets are kept.
    first: Option<Vec<u32>>,
    /// After each step: the smallest sum from T on.
    over: Vec<Option<u64>>,
    /// The largest sum below T so far.
    reach: usize,
}

impl<'a> Sums<'a> {
    /// L₀ = {0}, trimmed at `target`. `rows` is memory to work in.
    pub(super) fn new(
        target: Ratio,
        steps: usize,
        method: &'static str,
        rows: &'a mut Vec<u64>,
    ) -> Result<Self> {
        let limit = target.ceil();
        if limit > LIMIT {
            let (needed, unit) = (limit, "sums below T");
            return Err(Error::Infeasible { method, needed, unit, limit: LIMIT });
        }
        let limit = limit as usize;
        let width = limit.div_ceil(64);
        let all = (steps + 1).saturating_mul(width) <= ROWS;
        let needed = if all { steps + 1 } else { 2 } * width;
        if rows.len() < needed {
            rows.resize(needed, 0);
        }
        rows[..width].fill(0);
        let mut first = (!all).then(|| vec![u32::MAX; limit]);
        if limit > 0 {
            rows[0] = 1;
            first.iter_mut().for_each(|first| first[0] = 0);
        }
        let mut over = Vec::with_capacity(steps + 1);
        over.push((limit == 0).then_some(0));
        Ok(Sums { limit, width, rows, first, over, reach: 0 })
    }

    /// Where the set of a step begins.
    fn row(&self, step: usize) -> usize {
        self.width * if self.first.is_some() { step % 2 } else { step }
    }

    /// The set of the last step.
    fn bits(&self) -> &[u64] {
        let start = self.row(self.over.len() - 1);
        &self.rows[start..start + self.width]
    }

    /// One turn of the main loop: lines 3 to 5 of Table 1.
    pub(super) fn add(&mut self, load: u64) {
        let last = self.over[self.over.len() - 1];
        let from = (self.limit as u64).saturating_sub(load) as usize;
        let crossing = self.next(from).map(|sum| sum as u64 + load);
        let over = match (last, crossing) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let load = if load < self.limit as u64 { load as usize } else { 0 };
        self.shift(load);
        self.over.push(over);
        if load > 0 {
            self.reach = self.last_up_to((self.reach + load).min(self.limit - 1));
        }
    }

    /// Builds the next set: every sum, and every sum plus `load`.
    fn shift(&mut self, load: usize) {
        let step = self.over.len();
        let (from, to, width) = (self.row(step - 1), self.row(step), self.width);
        let (head, tail) = self.rows.split_at_mut(from.max(to));
        let (old, new) = match from < to {
            true => (&head[from..from + width], &mut tail[..width]),
            false => (&tail[..width], &mut head[to..to + width]),
        };
        if load == 0 {
            new.copy_from_slice(old);
            return;
        }
        let used = (self.reach + load).min(self.limit - 1) / 64 + 1;
        let (words, bits) = (load / 64, (load % 64) as u32);
        new[used..].fill(0);
        let (old, new) = (&old[..used], &mut new[..used]);
        let near = words.min(used);
        new[..near].copy_from_slice(&old[..near]);
        if words < used {
            new[words] = old[words] | old[0] << bits;
            // `x >> 1 >> (63 − bits)` is `x >> (64 − bits)`, and 0 for no shift at all.
            let carried = old.iter().zip(&old[1..]).map(|(low, high)| high << bits | low >> 1 >> (63 - bits));
            for ((new, old), carried) in new[words + 1..].iter_mut().zip(&old[words + 1..]).zip(carried) {
                *new = old | carried;
            }
        }
        if used == width {
            new[used - 1] &= u64::MAX >> (width * 64 - self.limit);
        }
        if let Some(first) = &mut self.first {
            note(first, old, new, step as u32);
        }
    }

    /// The largest sum up to `top`, which must be below T. There is always 0.
    fn last_up_to(&self, top: usize) -> usize {
        let mut at = top / 64;
        let bits = self.bits();
        let mut word = bits[at] & (u64::MAX >> (63 - top % 64));
        while word == 0 && at > 0 {
            at -= 1;
            word = bits[at];
        }
        at * 64 + 63_usize.saturating_sub(word.leading_zeros() as usize)
    }

    /// The smallest sum below T that is at least `from`.
    fn next(&self, from: usize) -> Option<usize> {
        let mut at = from / 64;
        let bits = self.bits();
        let mut word = bits.get(at)? & (u64::MAX << (from % 64));
        while word == 0 {
            at += 1;
            word = *bits.get(at)?;
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
        if sum >= self.limit as u64 {
            return self.over[step] == Some(sum);
        }
        let at = sum as usize;
        match &self.first {
            Some(first) => first[at] as usize <= step,
            None => self.rows[self.row(step) + at / 64] >> (at % 64) & 1 == 1,
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

/// Notes the step at every sum that `new` has and `old` has not.
fn note(first: &mut [u32], old: &[u64], new: &[u64], step: u32) {
    for (block, (old, new)) in old.chunks(16).zip(new.chunks(16)).enumerate() {
        let changed = old.iter().zip(new).fold(0, |changed, (old, new)| changed | (old ^ new));
        if changed == 0 {
            continue;
        }
        for (at, (old, new)) in old.iter().zip(new).enumerate() {
            let mut added = old ^ new;
            while added != 0 {
                first[(block * 16 + at) * 64 + added.trailing_zeros() as usize] = step;
                added &= added - 1;
            }
        }
    }
}
