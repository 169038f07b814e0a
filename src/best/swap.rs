//! Moves and swaps from the busiest slot, lightest slots first.

use super::Budget;
use super::state::State;

/// Makes one move or swap that leaves both slots below the busiest one's time. False if there is none.
pub(super) fn improve(state: &mut State<'_>, budget: &mut Budget) -> bool {
    let busy = state.busiest();
    let mut found = None;
    for light in state.lightest_first() {
        if light == busy {
            continue;
        }
        let (ideal, room) = room(state, busy, light);
        if room <= 1 {
            if state.slots.are_equal() || !budget.spend(1) {
                break;
            }
            continue;
        }
        let steps = state.members[busy].len() + state.members[light].len() + 8;
        if !budget.spend(steps as u64) {
            break;
        }
        found = best_pair(state, busy, light, ideal, room).map(|pair| (pair, light));
        if found.is_some() {
            break;
        }
    }
    let Some(((give, take), light)) = found else { return false };
    state.put(give, light);
    if let Some(take) = take {
        state.put(take, busy);
    }
    state.settle();
    true
}

/// How much load should go over, and from how much on it is too much.
fn room(state: &State<'_>, busy: usize, light: usize) -> (u64, u64) {
    let (b, l) = (state.sums[busy], state.sums[light]);
    if state.slots.are_equal() {
        return (b.saturating_sub(l) / 2, b.saturating_sub(l));
    }
    let (sb, sl) = (state.slots.speed(busy), state.slots.speed(light));
    let there = u128::from(b) * u128::from(sl);
    let gap = there.saturating_sub(u128::from(l) * u128::from(sb));
    let room = there.div_ceil(sb.into()).saturating_sub(l.into());
    ((gap / u128::from(sb + sl)) as u64, room.min(u64::MAX.into()) as u64)
}

/// An operation to give and one to take back, if any.
type Pair = (u32, Option<u32>);

/// The pair that shifts closest to `ideal`, and more than 0 and less than `room`.
fn best_pair(state: &State<'_>, busy: usize, light: usize, ideal: u64, room: u64) -> Option<Pair> {
    let mut best: Option<(u64, Pair)> = None;
    let mut consider = |shift: u64, pair: Pair| {
        let off = shift.abs_diff(ideal);
        if shift > 0 && shift < room && best.is_none_or(|(least, _)| off < least) {
            best = Some((off, pair));
        }
    };
    let theirs = &state.members[light];
    let mut at = 0;
    for &(load, give) in &state.members[busy] {
        consider(load, (give, None));
        // `theirs[at]` is the first one that leaves less than the ideal shift.
        while at < theirs.len() && theirs[at].0 + ideal <= load {
            at += 1;
        }
        for take in [at.wrapping_sub(1), at] {
            if let Some(&(back, take)) = theirs.get(take) {
                consider(load.saturating_sub(back), (give, Some(take)));
            }
        }
    }
    best.map(|(_, pair)| pair)
}
