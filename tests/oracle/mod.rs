//! Slow and obvious versions of what the core does fast: the paper's lists, and trying everything.
#![allow(dead_code)]

use evenkeel::bss::Ratio;

/// Table 1 of the paper with its ordered lists. Returns the sets L₀ … Lₛ.
pub fn lists(loads: &[u64], target: Ratio) -> Vec<Vec<u64>> {
    let mut all = vec![vec![0]];
    for &load in loads {
        let last = all.last().expect("L0");
        let mut next: Vec<u64> = last.iter().flat_map(|&sum| [sum, sum + load]).collect();
        next.sort_unstable();
        next.dedup();
        // Trim: all sums below T, and the smallest one of the others.
        let below = next.partition_point(|&sum| u128::from(sum) * target.den() < target.num());
        next.truncate(below + 1);
        all.push(next);
    }
    all
}

/// `Exact_BSS` as the paper has it: t* and y*.
pub fn exact(loads: &[u64], target: Ratio) -> (u64, Vec<bool>) {
    let lists = lists(loads, target);
    let last = lists.last().expect("L0");
    let far = |sum: u64| (u128::from(sum) * target.den()).abs_diff(target.num());
    let mut sum = last[last.len() - 1];
    if last.len() > 1 && far(last[last.len() - 2]) < far(sum) {
        sum = last[last.len() - 2];
    }
    let best = sum;
    let mut chosen = vec![false; loads.len()];
    for at in (0..loads.len()).rev() {
        if loads[at] <= sum && lists[at].binary_search(&(sum - loads[at])).is_ok() {
            chosen[at] = true;
            sum -= loads[at];
        }
    }
    (best, chosen)
}

/// The least distance of any subset's sum from T, times its denominator.
pub fn least_distance(loads: &[u64], target: Ratio) -> u128 {
    let sum =
        |mask: u32| -> u64 { (0..loads.len()).filter(|at| mask >> at & 1 == 1).map(|at| loads[at]).sum() };
    let distances =
        (0..1u32 << loads.len()).map(|mask| (u128::from(sum(mask)) * target.den()).abs_diff(target.num()));
    distances.min().expect("the empty subset")
}

/// The least makespan on equal slots, by trying every assignment.
pub fn least_makespan(loads: &[u64], slots: usize) -> u64 {
    fn place(loads: &[u64], sums: &mut Vec<u64>, best: &mut u64) {
        let Some((&load, rest)) = loads.split_first() else {
            *best = (*best).min(sums.iter().copied().max().unwrap_or(0));
            return;
        };
        for slot in 0..sums.len() {
            sums[slot] += load;
            if sums[slot] < *best {
                place(rest, sums, best);
            }
            sums[slot] -= load;
            // Empty slots are alike.
            if sums[slot] == 0 {
                break;
            }
        }
    }
    let mut best = loads.iter().sum::<u64>().saturating_add(1);
    place(loads, &mut vec![0; slots], &mut best);
    best
}

/// The least makespan on slots of these speeds as (load, speed), by trying every assignment.
pub fn least_time(loads: &[u64], speeds: &[u32], carried: &[u64]) -> f64 {
    let (n, m) = (loads.len() as u32, speeds.len());
    let mut best = f64::INFINITY;
    for mut code in 0..(m as u64).pow(n) {
        let mut sums = carried.to_vec();
        for &load in loads {
            sums[(code % m as u64) as usize] += load;
            code /= m as u64;
        }
        let time = sums.iter().zip(speeds).map(|(&sum, &speed)| sum as f64 / f64::from(speed));
        best = best.min(time.fold(0.0, f64::max));
    }
    best
}
