//! The sets L₀ … Lₛ of Table 1, each a row of bits.
//!
//! Of the sums from T on, Trim keeps the smallest one: one number a step. A sum below T, once reached, stays. So the back trace
//! seldom needs a set itself: a set before it that has the sum, or one after it that has not, will do. And once T is
//! met, no later set is made unless the back trace asks for it, and then only as far as the sums that it still may ask for.

use super::{Ratio, row};
use crate::error::{Error, Result};

/// Most sums below T: 128 MiB.
pub(crate) const LIMIT: u128 = 1 << 25;

/// Most words if all sets are kept: a megabyte stays in the cache.
const ALL: usize = 1 << 17;
/// Most words if every √s-th set is kept.
const SOME: usize = 1 << 19;

/// Memory that is used again and again.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    rows: Vec<u64>,
    /// Words of sets made in it so far: a measure of work.
    pub(crate) words: u64,
}

/// What is kept of the sets.
#[derive(Debug)]
enum Keep {
    /// All of them.
    All,
    /// Every so many-th; those between two of them are made again where the back trace needs them.
    Some(usize),
    /// The step with which each sum below T was first reached.
    First(Vec<u32>),
}

/// Reachable sums.
#[derive(Debug)]
pub(super) struct Sums<'a> {
    loads: &'a [u64],
    target: Ratio,
    /// Sums below T are 0 … limit − 1.
    limit: usize,
    /// Words of a set.
    width: usize,
    /// Words of a set that may still be asked for.
    span: usize,
    /// `All`: the sets. Else: the last two by turns, then the kept ones, then those made again.
    rows: &'a mut Vec<u64>,
    /// Words made, for those who count work.
    made: &'a mut u64,
    keep: Keep,
    /// The kept set after which sets were made again.
    again: Option<usize>,
    /// After each step: the smallest sum from T on.
    over: Vec<Option<u64>>,
    /// The largest sum below T so far.
    reach: usize,
}

impl<'a> Sums<'a> {
    /// The sets of `loads`, trimmed at `target`.
    pub(super) fn new(
        loads: &'a [u64],
        target: Ratio,
        method: &'static str,
        memory: &'a mut Memory,
    ) -> Result<Self> {
        let mut sums = Sums::keeping([ALL, SOME], loads, target, method, memory)?;
        while sums.step() < loads.len() && !sums.is_settled() {
            sums.advance();
        }
        Ok(sums)
    }

    /// L₀ = {0}, and what is kept by the most words that all and that some sets may take.
    fn keeping(
        [all, some]: [usize; 2],
        loads: &'a [u64],
        target: Ratio,
        method: &'static str,
        memory: &'a mut Memory,
    ) -> Result<Self> {
        let limit = target.ceil();
        if limit > LIMIT {
            let (needed, unit) = (limit, "sums below T");
            return Err(Error::Infeasible { method, needed, unit, limit: LIMIT });
        }
        let (limit, steps) = (limit as usize, loads.len());
        let width = limit.div_ceil(64);
        let stride = steps.isqrt().max(1);
        let between = 2 + steps / stride + stride;
        let (keep, count) = match () {
            () if (steps + 1).saturating_mul(width) <= all => (Keep::All, steps + 1),
            () if between.saturating_mul(width) <= some => (Keep::Some(stride), between),
            () => (Keep::First(vec![u32::MAX; limit]), 2),
        };
        let Memory { rows, words: made } = memory;
        if rows.len() < count * width {
            rows.resize(count * width, 0);
        }
        let over = Vec::with_capacity(steps + 1);
        let mut sums =
            Sums { loads, target, limit, width, span: width, rows, made, keep, again: None, over, reach: 0 };
        sums.begin();
        Ok(sums)
    }

    /// L₀ = {0}.
    fn begin(&mut self) {
        self.over.push((self.limit == 0).then_some(0));
        self.rows[..self.width].fill(0);
        if self.limit > 0 {
            self.rows[0] = 1;
            self.keep_last();
        }
    }

    /// Steps made so far.
    fn step(&self) -> usize {
        self.over.len() - 1
    }

    /// Whether nothing closer to T can come: T itself is reached, or the whole numbers next to it.
    fn is_settled(&self) -> bool {
        let whole = self.target.twice_cmp(2 * self.limit as u128).is_eq();
        self.over[self.step()] == Some(self.limit as u64) && (whole || self.reach + 1 == self.limit)
    }

    /// Where the set of a step is while it is the last one.
    fn place(&self, step: usize) -> usize {
        self.width * if matches!(self.keep, Keep::All) { step } else { step % 2 }
    }

    /// A set by its place.
    fn row(&self, start: usize) -> &[u64] {
        &self.rows[start..start + self.width]
    }

    /// Two sets by their places: one to read, one to write.
    fn pair(&mut self, from: usize, to: usize, span: usize) -> (&[u64], &mut [u64]) {
        let (head, tail) = self.rows.split_at_mut(from.max(to));
        match from < to {
            true => (&head[from..from + span], &mut tail[..span]),
            false => (&tail[..span], &mut head[to..to + span]),
        }
    }

    /// One turn of the main loop: lines 3 to 5 of Table 1.
    fn advance(&mut self) {
        let step = self.step();
        let over = self.next_over();
        let load = self.load(step);
        let most = self.limit.min(64 * self.span).saturating_sub(1);
        let top = (self.reach + load).min(most);
        let (from, to) = (self.place(step), self.place(step + 1));
        self.make(from, to, load, top);
        self.over.push(over);
        self.reach = if load > 0 { row::last_up_to(self.row(to), top) } else { self.reach.min(most) };
        self.keep_last();
    }

    /// The smallest sum from T on after the next step.
    fn next_over(&self) -> Option<u64> {
        let (step, limit) = (self.step(), self.limit as u64);
        let last = self.over[step];
        if last == Some(limit) {
            return last;
        }
        let load = self.loads[step];
        let from = limit.saturating_sub(load) as usize;
        let crossing = row::next(self.row(self.place(step)), from).map(|sum| sum as u64 + load);
        match (last, crossing) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// The load of a step; 0 if it adds nothing below T.
    fn load(&self, step: usize) -> usize {
        let load = self.loads[step];
        if load < self.limit as u64 { load as usize } else { 0 }
    }

    /// Makes a set from the one before it. `top` is the largest sum that it may have.
    fn make(&mut self, from: usize, to: usize, load: usize, top: usize) {
        let (limit, width, span) = (self.limit, self.width, self.span);
        let used = (top / 64 + 1).min(span);
        *self.made += span as u64;
        let (old, new) = self.pair(from, to, span);
        if load == 0 {
            new.copy_from_slice(old);
            return;
        }
        new[used..].fill(0);
        row::add(old, &mut new[..used], load);
        if used == width {
            new[used - 1] &= u64::MAX >> (width * 64 - limit);
        }
    }

    /// Keeps what the back trace needs of the last set.
    fn keep_last(&mut self) {
        let (step, width, span) = (self.step(), self.width, self.span);
        let (now, before) = (self.place(step), self.place(step + 1));
        match &mut self.keep {
            Keep::All => {}
            Keep::Some(stride) if step % *stride == 0 => {
                let kept = (2 + step / *stride) * width;
                self.rows.copy_within(now..now + span, kept);
            }
            Keep::Some(_) => {}
            Keep::First(first) if step == 0 => first[0] = 0,
            Keep::First(first) => {
                let (old, new) = (&self.rows[before..before + span], &self.rows[now..now + span]);
                row::note(first, old, new, step as u32);
            }
        }
    }

    /// The two largest sums: below T and from T on (line 7 of Table 1).
    pub(super) fn largest(&self) -> (Option<u64>, Option<u64>) {
        let below = (self.limit > 0).then_some(self.reach as u64);
        (below, self.over[self.step()])
    }

    /// Whether `sum` is in L of that step.
    fn contains(&mut self, sum: u64, step: usize) -> bool {
        if sum >= self.limit as u64 {
            // Once settled it stays.
            return self.over[step.min(self.step())] == Some(sum);
        }
        let sum = sum as usize;
        while self.step() < step {
            if row::has(self.row(self.place(self.step())), sum) {
                return true;
            }
            self.advance();
        }
        match &self.keep {
            Keep::All => row::has(self.row(self.place(step)), sum),
            Keep::First(first) => first[sum] as usize <= step,
            &Keep::Some(stride) => self.between(sum, step, stride),
        }
    }

    /// The same where every `stride`-th set is kept.
    fn between(&mut self, sum: usize, step: usize, stride: usize) -> bool {
        let kept = step / stride;
        let before = (2 + kept) * self.width;
        if step % stride == 0 || row::has(self.row(before), sum) {
            return row::has(self.row(before), sum);
        }
        let end = (kept + 1) * stride;
        let after = if end <= self.step() { before + self.width } else { self.place(self.step()) };
        if !row::has(self.row(after), sum) {
            return false;
        }
        let spare = (2 + self.loads.len() / stride) * self.width;
        if self.again != Some(kept) {
            self.again = Some(kept);
            self.make_again(before, spare, kept * stride, end.min(self.step() + 1));
        }
        row::has(self.row(spare + step % stride * self.width), sum)
    }

    /// Makes the sets after a kept one again, up to `end`.
    fn make_again(&mut self, kept: usize, spare: usize, begin: usize, end: usize) {
        let mut from = kept;
        for step in begin + 1..end {
            let to = spare + (step - begin) * self.width;
            self.make(from, to, self.load(step - 1), self.limit - 1);
            from = to;
        }
    }

    /// The paper's back trace: take an operation whenever the rest can be reached without it.
    pub(super) fn trace(&mut self, mut sum: u64) -> Vec<bool> {
        let mut chosen = vec![false; self.loads.len()];
        for (step, &load) in self.loads.iter().enumerate().rev() {
            if load <= sum && self.contains(sum - load, step) {
                chosen[step] = true;
                sum -= load;
                self.span = self.span.min((sum / 64) as usize + 1);
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const ALL: [usize; 2] = [usize::MAX, 0];
    const SOME: [usize; 2] = [0, usize::MAX];
    const FIRST: [usize; 2] = [0, 0];

    /// The sums of every step, the answer and its back trace, by what is kept.
    fn run(most: [usize; 2], loads: &[u64], target: Ratio) -> (Vec<Vec<u64>>, Vec<bool>, u64) {
        let mut memory = Memory { rows: vec![u64::MAX; 7], words: 0 };
        let mut sums = Sums::keeping(most, loads, target, "test", &mut memory).expect("small");
        let all = most == ALL || sums.limit == 0;
        assert_eq!(matches!(sums.keep, Keep::All), all);
        assert_eq!(matches!(sums.keep, Keep::First(_)), most == FIRST && !all);
        loads.iter().for_each(|_| sums.advance());
        let (below, over) = sums.largest();
        let sum = over.or(below).expect("0 is always there");
        let high = loads.iter().sum::<u64>();
        let sets = (0..=loads.len())
            .map(|step| (0..=high).filter(|&sum| sums.contains(sum, step)).collect())
            .collect();
        (sets, sums.trace(sum), sum)
    }

    /// The answer and its back trace if sets are made only as they are needed.
    fn lazily(most: [usize; 2], loads: &[u64], target: Ratio) -> (Vec<bool>, (Option<u64>, Option<u64>)) {
        let mut memory = Memory::default();
        let mut sums = Sums::keeping(most, loads, target, "test", &mut memory).expect("small");
        while sums.step() < loads.len() && !sums.is_settled() {
            sums.advance();
        }
        let (below, over) = sums.largest();
        (sums.trace(over.or(below).expect("0 is always there")), (below, over))
    }

    /// Table 1 with its lists: every sum below T, and the smallest one from T on.
    fn lists(loads: &[u64], target: Ratio) -> Vec<Vec<u64>> {
        let mut all = vec![vec![0]];
        for &load in loads {
            let mut next: Vec<u64> = all[all.len() - 1].iter().flat_map(|&sum| [sum, sum + load]).collect();
            next.sort_unstable();
            next.dedup();
            next.truncate(next.partition_point(|&sum| u128::from(sum) * target.den < target.num) + 1);
            all.push(next);
        }
        all
    }

    #[test]
    fn whatever_is_kept_the_sets_are_the_lists() {
        let mut random = Random::new(5);
        for round in 0..400 {
            let most = [5, 40, 300][round % 3];
            let count = random.below(12) as usize;
            let loads: Vec<u64> = (0..count).map(|_| random.below(most)).collect();
            let target = Ratio::new(random.below(4 * most + 1).into(), random.between(1, 5).into());
            let [two, all, some] = [FIRST, ALL, SOME].map(|most| run(most, &loads, target));
            assert_eq!(two, all, "{loads:?} {target:?}");
            assert_eq!(some, all, "{loads:?} {target:?}");
            assert_eq!(two.0, lists(&loads, target), "{loads:?} {target:?}");
            let picked = loads.iter().zip(&two.1).filter(|(_, chosen)| **chosen).map(|(load, _)| load);
            assert_eq!(picked.sum::<u64>(), two.2, "{loads:?} {target:?}");
        }
    }

    #[test]
    fn sets_that_are_not_needed_change_nothing() {
        let mut random = Random::new(6);
        let mut early = 0;
        for round in 0..600 {
            let count = random.below(60) as usize;
            let loads: Vec<u64> = (0..count).map(|_| random.below(40)).collect();
            let target = Ratio::new(random.below(300).into(), [1, 1, 2, 3][round % 4]);
            let (_, chosen, sum) = run(ALL, &loads, target);
            for most in [ALL, SOME, FIRST] {
                let (lazy, (below, over)) = lazily(most, &loads, target);
                assert_eq!((&lazy, over.or(below)), (&chosen, Some(sum)), "{loads:?} {target:?}");
            }
            let sums = Sums::new(&loads, target, "test", &mut Memory::default()).expect("small").step();
            early += usize::from(sums < loads.len());
        }
        assert!(early > 100, "{early}");
    }
}
