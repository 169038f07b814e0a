//! Brings slots below a limit by moves and swaps that waste few copied bytes.

use super::finalise::capacity;
use crate::slots::{Slots, Time};

/// Light slots to look at for each overloaded one.
const PARTNERS: usize = 16;
/// Moves and swaps before giving up, for each slot.
const TURNS: usize = 8;
/// Pairs to look at before giving up.
const PAIRS: usize = 20_000_000;

/// An assignment, what it costs to move each group away, and how much each slot can hold.
struct Repair<'a> {
    loads: &'a [u64],
    cost: &'a [u64],
    held: &'a [Option<u32>],
    room: Vec<u64>,
    sums: Vec<u64>,
    members: Vec<Vec<u32>>,
    looked: usize,
}

/// An operation to give, one to take back, and the slot to do it with.
type Step = (u32, Option<u32>, usize);

/// Changes `slot_of` until every slot ends within `limit`. False if that was not reached.
///
/// Moving a group away from the slot that holds it costs its copied bytes.
pub(super) fn repair(
    loads: &[u64],
    slots: &Slots,
    slot_of: &mut [u32],
    (held, cost): (&[Option<u32>], &[u64]),
    limit: Time,
) -> bool {
    let mut members = vec![Vec::new(); slots.count()];
    slot_of.iter().enumerate().for_each(|(group, &slot)| members[slot as usize].push(group as u32));
    let room = (0..slots.count()).map(|slot| capacity(slots, slot, limit)).collect();
    let sums = slots.loads_of(loads, slot_of);
    let mut repair = Repair { loads, cost, held, room, sums, members, looked: 0 };
    for _ in 0..TURNS * slots.count() {
        let over = |slot: usize| repair.sums[slot].saturating_sub(repair.room[slot]);
        let Some(busy) = (0..slots.count()).max_by_key(|&slot| over(slot)).filter(|&slot| over(slot) > 0)
        else {
            return true;
        };
        if repair.looked > PAIRS {
            return false;
        }
        let Some((give, take, light)) = repair.step(busy) else { return false };
        repair.put(give, busy, light);
        slot_of[give as usize] = light as u32;
        if let Some(take) = take {
            repair.put(take, light, busy);
            slot_of[take as usize] = busy as u32;
        }
    }
    false
}

impl Repair<'_> {
    fn put(&mut self, group: u32, from: usize, to: usize) {
        self.members[from].retain(|&other| other != group);
        self.members[to].push(group);
        self.sums[from] -= self.loads[group as usize];
        self.sums[to] += self.loads[group as usize];
    }

    /// What it costs to take a group away from a slot.
    fn price(&self, group: u32, slot: usize) -> u64 {
        if self.held[group as usize] == Some(slot as u32) { self.cost[group as usize] } else { 0 }
    }

    /// The cheapest step that brings `busy` below its limit, else the one that brings it closest.
    fn step(&mut self, busy: usize) -> Option<Step> {
        let excess = self.sums[busy] - self.room[busy];
        let mut light: Vec<usize> =
            (0..self.sums.len()).filter(|&slot| self.sums[slot] < self.room[slot]).collect();
        light.sort_by_key(|&slot| std::cmp::Reverse(self.room[slot] - self.sums[slot]));
        let mut best: Option<((u64, u64), Step)> = None;
        'partners: for &slot in light.iter().take(PARTNERS) {
            let space = self.room[slot] - self.sums[slot];
            for &give in &self.members[busy] {
                self.looked += 1 + self.members[slot].len();
                if self.looked > PAIRS {
                    break 'partners;
                }
                let (load, price) = (self.loads[give as usize], self.price(give, busy));
                let takes = self.members[slot].iter().map(|&take| Some(take));
                for take in takes.chain([None]) {
                    let back = take.map_or(0, |take| self.loads[take as usize]);
                    let Some(shift) = load.checked_sub(back).filter(|&shift| shift > 0 && shift <= space)
                    else {
                        continue;
                    };
                    let cost = price + take.map_or(0, |take| self.price(take, slot));
                    let key = (excess.saturating_sub(shift), cost);
                    if best.is_none_or(|(least, _)| key < least) {
                        best = Some((key, (give, take, slot)));
                    }
                }
            }
        }
        best.map(|(_, step)| step)
    }
}
