//! MULTIFIT (Coffman, Garey and Johnson 1978): the least capacity with which first fit decreasing needs no more slots.

use super::by_decreasing_load;
use crate::slots::Slots;

/// Turns of the binary search.
const TURNS: u32 = 10;

/// The slot of each operation. The loads must add up to less than 2^64.
pub fn multifit(loads: &[u64], slots: &Slots) -> Vec<u32> {
    let order = by_decreasing_load(loads);
    let sorted: Vec<u64> = order.iter().map(|&op| loads[op as usize]).collect();
    let largest = sorted.first().copied().unwrap_or(0);
    let total: u64 =
        loads.iter().sum::<u64>() + (0..slots.count()).map(|slot| slots.carried(slot)).sum::<u64>();
    // Times are counted in parts of the fastest slot's.
    let fastest = (0..slots.count()).map(|slot| slots.speed(slot)).max().unwrap_or(1);
    // Slow slots first, as Friesen and Langston fill them.
    let mut bins: Vec<u32> = (0..slots.count() as u32).collect();
    bins.sort_by_key(|&slot| slots.speed(slot as usize));
    let capacities = |time: u128| -> Vec<u64> {
        let room = |&slot: &u32| {
            let speed = u128::from(slots.speed(slot as usize));
            let capacity = time.saturating_mul(speed) / u128::from(fastest);
            capacity.saturating_sub(slots.carried(slot as usize).into()).min(u64::MAX.into()) as u64
        };
        bins.iter().map(room).collect()
    };
    let mut low = u128::from(total / slots.total_speed().max(1)).max(largest.into());
    let mut high = low;
    let mut best = loop {
        match first_fit(&sorted, capacities(high)) {
            Some(bin_of) => break bin_of,
            None => {
                low = high + 1;
                high = high * 2 + 1;
            }
        }
    };
    for _ in 0..TURNS {
        if low >= high {
            break;
        }
        let middle = low + (high - low) / 2;
        match first_fit(&sorted, capacities(middle)) {
            Some(bin_of) => (best, high) = (bin_of, middle),
            None => low = middle + 1,
        }
    }
    let mut slot_of = vec![0; loads.len()];
    order.iter().zip(best).for_each(|(&op, bin)| slot_of[op as usize] = bins[bin as usize]);
    slot_of
}

/// The bin of each load by first fit, or None if one fits nowhere.
fn first_fit(loads: &[u64], capacities: Vec<u64>) -> Option<Vec<u32>> {
    // A tree of maxima finds the first bin with enough room in log m steps.
    let leaves = capacities.len().next_power_of_two();
    let mut room = vec![0; 2 * leaves];
    room[leaves..leaves + capacities.len()].copy_from_slice(&capacities);
    for at in (1..leaves).rev() {
        room[at] = room[2 * at].max(room[2 * at + 1]);
    }
    let mut bin_of = Vec::with_capacity(loads.len());
    for &load in loads {
        if room[1] < load {
            return None;
        }
        let mut at = 1;
        while at < leaves {
            at *= 2;
            at += usize::from(room[at] < load);
        }
        bin_of.push((at - leaves) as u32);
        room[at] -= load;
        while at > 1 {
            at /= 2;
            let most = room[2 * at].max(room[2 * at + 1]);
            if room[at] == most {
                break;
            }
            room[at] = most;
        }
    }
    Some(bin_of)
}
