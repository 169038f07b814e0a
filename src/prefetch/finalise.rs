//! The final table: as many copied bytes as possible stay where they are, the makespan within ε of the best.

use super::repair::repair;
use crate::best;
use crate::bound::lower_bound;
use crate::error::{Error, Result};
use crate::schedule::{Options, Schedule, check_eta, schedule};
use crate::slots::{Slots, Time};

/// How far above the best makespan the table may be: half a percent.
pub const EPSILON: f64 = 0.005;

/// The schedule of `loads` that keeps groups on the slot that holds them already.
///
/// `held` is that slot, `copied` the bytes of the group that it has; both have one entry for each group. The makespan is at most
/// 1 + `epsilon` times that of the schedule by `options`, which is also the answer if nothing is held.
///
/// # Errors
/// If `held` or `copied` has another length than `loads` or names a slot that is not there, and whatever [`schedule`] refuses.
pub fn finalise(
    loads: &[u64],
    slots: &Slots,
    options: &Options,
    held: &[Option<u32>],
    copied: &[u64],
    epsilon: f64,
) -> Result<Schedule> {
    let expected = loads.len() as u64;
    for found in [held.len() as u64, copied.len() as u64] {
        if found != expected {
            return Err(Error::WrongGroups { expected, found });
        }
    }
    if let Some(slot) = held.iter().flatten().find(|&&slot| slot as usize >= slots.count()) {
        return Err(Error::Slots { found: u64::from(*slot) + 1, limit: slots.count() as u64 });
    }
    let plain = schedule(loads, slots, options)?;
    if held.iter().all(Option::is_none) {
        return Ok(plain);
    }
    let limit = stretched(plain.makespan, epsilon);
    let slot_of = keep_held(loads, slots, (held, copied), limit, check_eta(options.eta)?)
        .unwrap_or_else(|| relabelled(&plain.slot_of, slots, held, copied));
    Ok(Schedule::new(options.algorithm, loads, slots, slot_of, plain.bound))
}

/// A time (1 + ε) as long, rounded down.
pub(super) fn stretched(time: Time, epsilon: f64) -> Time {
    let more = (time.load as f64 * epsilon) as u64;
    Time { load: time.load.saturating_add(more), speed: time.speed }
}

/// The most that a slot can hold and be done in time.
pub(super) fn capacity(slots: &Slots, slot: usize, limit: Time) -> u64 {
    let load = u128::from(limit.load) * u128::from(slots.speed(slot)) / u128::from(limit.speed);
    load.min(u64::MAX.into()) as u64
}

/// Held groups stay, less what a slot cannot hold; the others are scheduled around them. None if that does not end within `limit`.
pub(super) fn keep_held(
    loads: &[u64],
    slots: &Slots,
    (held, copied): (&[Option<u32>], &[u64]),
    limit: Time,
    eta: u64,
) -> Option<Vec<u32>> {
    let mut members = vec![Vec::new(); slots.count()];
    for (group, slot) in held.iter().enumerate() {
        if let Some(slot) = slot {
            members[*slot as usize].push(group as u32);
        }
    }
    let mut slot_of = vec![u32::MAX; loads.len()];
    let mut carried: Vec<u64> = (0..slots.count()).map(|slot| slots.carried(slot)).collect();
    for (slot, members) in members.iter_mut().enumerate() {
        let all = carried[slot] + members.iter().map(|&group| loads[group as usize]).sum::<u64>();
        carried[slot] = all - shed(loads, copied, members, all.saturating_sub(capacity(slots, slot, limit)));
        members.iter().for_each(|&group| slot_of[group as usize] = slot as u32);
    }
    let free: Vec<u32> =
        (0..loads.len() as u32).filter(|&group| slot_of[group as usize] == u32::MAX).collect();
    let rest: Vec<u64> = free.iter().map(|&group| loads[group as usize]).collect();
    let around = slots.clone().carrying(carried).ok()?;
    let bound = lower_bound(&rest, &around).max(limit);
    let found = best::best(&rest, &around, bound, eta, best::default_budget(rest.len()) / 8);
    free.iter().zip(&found.slot_of).for_each(|(&group, &slot)| slot_of[group as usize] = slot);
    repair(loads, slots, &mut slot_of, (held, copied), limit).then_some(slot_of)
}

/// Takes groups of at least `excess` load together out of `members`, few copied bytes first; returns their load.
fn shed(loads: &[u64], copied: &[u64], members: &mut Vec<u32>, excess: u64) -> u64 {
    if excess == 0 {
        return 0;
    }
    let cost = |group: u32| copied[group as usize] as f64 / (loads[group as usize] as f64).max(1.0);
    // Few bytes for much load first, so that what stays was dear to copy.
    members.sort_by(|&a, &b| {
        let (small, large) = (loads[a as usize].min(excess), loads[b as usize].min(excess));
        cost(a).total_cmp(&cost(b)).then(large.cmp(&small)).then(a.cmp(&b))
    });
    let mut out = Vec::new();
    let mut gone = 0;
    for &group in members.iter() {
        if gone >= excess {
            break;
        }
        if loads[group as usize] > 0 {
            gone += loads[group as usize];
            out.push(group);
        }
    }
    // Some may turn out not to have been needed: the dearest first.
    out.sort_by_key(|&group| std::cmp::Reverse((copied[group as usize], group)));
    out.retain(|&group| {
        let needed = gone - loads[group as usize] < excess;
        gone -= if needed { 0 } else { loads[group as usize] };
        needed
    });
    let out: std::collections::HashSet<u32> = out.into_iter().collect();
    members.retain(|group| !out.contains(group));
    gone
}

/// The plain schedule, its slots renamed so that much of what is held is in place. Only slots that are alike change names.
fn relabelled(slot_of: &[u32], slots: &Slots, held: &[Option<u32>], copied: &[u64]) -> Vec<u32> {
    if !slots.are_equal() || !slots.are_empty() {
        return slot_of.to_vec();
    }
    let mut common = std::collections::HashMap::new();
    for ((&planned, &held), &bytes) in slot_of.iter().zip(held).zip(copied) {
        if let Some(held) = held {
            *common.entry((planned, held)).or_insert(0u64) += bytes;
        }
    }
    let mut pairs: Vec<((u32, u32), u64)> = common.into_iter().collect();
    pairs.sort_by_key(|&(pair, bytes)| (std::cmp::Reverse(bytes), pair));
    let mut name = vec![u32::MAX; slots.count()];
    let mut taken = vec![false; slots.count()];
    for ((planned, held), _) in pairs {
        if name[planned as usize] == u32::MAX && !taken[held as usize] {
            name[planned as usize] = held;
            taken[held as usize] = true;
        }
    }
    let mut free = (0..slots.count() as u32).filter(|&slot| !taken[slot as usize]);
    for name in name.iter_mut().filter(|name| **name == u32::MAX) {
        *name = free.next().unwrap_or(0);
    }
    slot_of.iter().map(|&slot| name[slot as usize]).collect()
}
