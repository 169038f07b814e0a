//! An assignment that can be changed cheaply: slots by time, operations of a slot by load.

use crate::slots::{Slots, Time};
use std::collections::{BTreeSet, HashMap};

/// An assignment under change.
#[derive(Debug, Clone)]
pub(super) struct State<'a> {
    pub(super) loads: &'a [u64],
    pub(super) slots: &'a Slots,
    /// The slot of each operation.
    pub(super) slot_of: Vec<u32>,
    /// The load of each slot.
    pub(super) sums: Vec<u64>,
    /// The operations of each slot, by increasing load.
    pub(super) members: Vec<Vec<u32>>,
    /// The slots, by increasing time.
    order: BTreeSet<(Time, u32)>,
    /// Moves to undo: operation and where it was.
    journal: Vec<(u32, u32)>,
}

impl<'a> State<'a> {
    pub(super) fn new(loads: &'a [u64], slots: &'a Slots, slot_of: Vec<u32>) -> Self {
        let mut members = vec![Vec::new(); slots.count()];
        let mut ops: Vec<u32> = (0..loads.len() as u32).filter(|&op| loads[op as usize] > 0).collect();
        ops.sort_by_key(|&op| (loads[op as usize], op));
        for op in ops {
            members[slot_of[op as usize] as usize].push(op);
        }
        let sums = slots.loads_of(loads, &slot_of);
        let time = |(slot, &sum): (usize, &u64)| (slots.time(slot, sum), slot as u32);
        let order = sums.iter().enumerate().map(time).collect();
        State { loads, slots, slot_of, sums, members, order, journal: Vec::new() }
    }

    pub(super) fn load(&self, op: u32) -> u64 {
        self.loads[op as usize]
    }

    /// The time of the busiest slot.
    pub(super) fn makespan(&self) -> Time {
        self.order.last().map_or(Time::of(0), |&(time, _)| time)
    }

    pub(super) fn busiest(&self) -> usize {
        self.order.last().map_or(0, |&(_, slot)| slot as usize)
    }

    /// Slots with the least time first.
    pub(super) fn lightest_first(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().map(|&(_, slot)| slot as usize)
    }

    /// How far from even: the sum of squares of the slots' loads by their speed.
    pub(super) fn unevenness(&self, slots: &[usize]) -> f64 {
        let square = |&slot: &usize| (self.sums[slot] as f64).powi(2) / self.slots.speed(slot) as f64;
        slots.iter().map(square).sum()
    }

    /// The same as it was at the last commit.
    pub(super) fn unevenness_before(&self, slots: &[usize]) -> f64 {
        let mut sums: HashMap<usize, u64> = slots.iter().map(|&slot| (slot, self.sums[slot])).collect();
        let mut now: HashMap<u32, u32> = HashMap::new();
        for &(op, from) in self.journal.iter().rev() {
            let at = now.insert(op, from).unwrap_or(self.slot_of[op as usize]);
            let load = self.load(op);
            *sums.entry(at as usize).or_default() -= load;
            *sums.entry(from as usize).or_default() += load;
        }
        let square = |slot: &usize| (sums[slot] as f64).powi(2) / self.slots.speed(*slot) as f64;
        slots.iter().map(square).sum()
    }

    /// Gives an operation to another slot.
    pub(super) fn put(&mut self, op: u32, to: usize) {
        let from = self.slot_of[op as usize];
        self.journal.push((op, from));
        self.relocate(op, to);
    }

    fn relocate(&mut self, op: u32, to: usize) {
        let from = self.slot_of[op as usize] as usize;
        if from == to {
            return;
        }
        let (load, loads) = (self.load(op), self.loads);
        let place =
            |list: &[u32]| list.binary_search_by_key(&(load, op), |&other| (loads[other as usize], other));
        if let Ok(at) = place(&self.members[from]) {
            self.members[from].remove(at);
        }
        if let Err(at) = place(&self.members[to]) {
            self.members[to].insert(at, op);
        }
        self.slot_of[op as usize] = to as u32;
        self.resize(from, self.sums[from] - load);
        self.resize(to, self.sums[to] + load);
    }

    fn resize(&mut self, slot: usize, sum: u64) {
        self.order.remove(&(self.slots.time(slot, self.sums[slot]), slot as u32));
        self.sums[slot] = sum;
        self.order.insert((self.slots.time(slot, sum), slot as u32));
    }

    /// Forgets the moves so far: they stand.
    pub(super) fn commit(&mut self) {
        self.journal.clear();
    }

    /// Slots touched since the last commit.
    pub(super) fn touched(&self) -> Vec<usize> {
        let from = self.journal.iter().map(|&(_, from)| from as usize);
        let to = self.journal.iter().map(|&(op, _)| self.slot_of[op as usize] as usize);
        let mut touched: Vec<usize> = from.chain(to).collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// Takes back every move since the last commit.
    pub(super) fn rollback(&mut self) {
        while let Some((op, from)) = self.journal.pop() {
            self.relocate(op, from as usize);
        }
    }
}
