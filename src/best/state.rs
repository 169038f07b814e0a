//! An assignment that can be changed cheaply: slots by time, operations of a slot by load.

use crate::slots::{Slots, Time};
use std::collections::BTreeSet;

/// An operation of a slot, its load at hand: slots are read front to back, loads of all operations here and there.
pub(super) type Member = (u64, u32);

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
    pub(super) members: Vec<Vec<Member>>,
    /// The slots, by increasing time; after moves only once they are [`State::settle`]d.
    order: BTreeSet<(Time, u32)>,
    /// The load with which each slot stands in that order.
    placed: Vec<u64>,
    /// Slots that may stand in a wrong place.
    stale: Vec<u32>,
    /// Moves to undo: operation, where it was, where it went.
    journal: Vec<(u32, u32, u32)>,
}

impl<'a> State<'a> {
    pub(super) fn new(loads: &'a [u64], slots: &'a Slots, slot_of: Vec<u32>) -> Self {
        let mut members = vec![Vec::new(); slots.count()];
        for (op, (&load, &slot)) in loads.iter().zip(&slot_of).enumerate() {
            if load > 0 {
                members[slot as usize].push((load, op as u32));
            }
        }
        members.iter_mut().for_each(|members| members.sort_unstable());
        let sums = slots.loads_of(loads, &slot_of);
        let time = |(slot, &sum): (usize, &u64)| (slots.time(slot, sum), slot as u32);
        let order = sums.iter().enumerate().map(time).collect();
        let placed = sums.clone();
        State { loads, slots, slot_of, sums, members, order, placed, stale: Vec::new(), journal: Vec::new() }
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

    /// How far from even these slots are, now and at the last commit: sums of squares of their loads by their speed.
    pub(super) fn unevenness(&self, slots: &[usize]) -> (f64, f64) {
        let mut before: Vec<u64> = slots.iter().map(|&slot| self.sums[slot]).collect();
        let place = |slot: u32| slots.binary_search(&(slot as usize));
        for &(op, from, to) in &self.journal {
            // Sums may pass below zero in between: only the end counts.
            if let (Ok(from), Ok(to)) = (place(from), place(to)) {
                before[to] = before[to].wrapping_sub(self.load(op));
                before[from] = before[from].wrapping_add(self.load(op));
            }
        }
        let square = |slot: usize, sum: u64| (sum as f64).powi(2) / self.slots.speed(slot) as f64;
        let now = slots.iter().map(|&slot| square(slot, self.sums[slot])).sum();
        (now, slots.iter().zip(before).map(|(&slot, sum)| square(slot, sum)).sum())
    }

    /// Gives an operation to another slot. After the last of several, [`State::settle`].
    pub(super) fn put(&mut self, op: u32, to: usize) {
        let from = self.slot_of[op as usize];
        if from as usize != to {
            self.journal.push((op, from, to as u32));
            self.relocate(op, to);
        }
    }

    fn relocate(&mut self, op: u32, to: usize) {
        let from = self.slot_of[op as usize] as usize;
        let load = self.load(op);
        if let Ok(at) = self.members[from].binary_search(&(load, op)) {
            self.members[from].remove(at);
        }
        if let Err(at) = self.members[to].binary_search(&(load, op)) {
            self.members[to].insert(at, (load, op));
        }
        self.slot_of[op as usize] = to as u32;
        self.sums[from] -= load;
        self.sums[to] += load;
        self.stale.extend([from as u32, to as u32]);
    }

    /// Puts slots into their places: once, however many operations have come and gone.
    pub(super) fn settle(&mut self) {
        while let Some(slot) = self.stale.pop() {
            let at = slot as usize;
            let (then, now) = (self.placed[at], self.sums[at]);
            if then != now {
                self.order.remove(&(self.slots.time(at, then), slot));
                self.order.insert((self.slots.time(at, now), slot));
                self.placed[at] = now;
            }
        }
    }

    /// Forgets the moves so far: they stand.
    pub(super) fn commit(&mut self) {
        self.journal.clear();
    }

    /// Slots touched since the last commit, in order.
    pub(super) fn touched(&self) -> Vec<usize> {
        let mut touched: Vec<usize> =
            self.journal.iter().flat_map(|&(_, from, to)| [from as usize, to as usize]).collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// Takes back every move since the last commit.
    pub(super) fn rollback(&mut self) {
        while let Some((op, from, _)) = self.journal.pop() {
            self.relocate(op, from as usize);
        }
        self.settle();
    }
}
