//! A report like that of a small WordCount, made up but consistent.

use evenkeel::report::reduced::{Reduced, ReducedGroup};
use evenkeel::report::{HeavyKey, Job, Report, Schedule, Summary, Traffic, VERSION};

const SLOTS: usize = 15;
const GROUPS: usize = 480;
const BARRIER: i64 = 1_700_000_040_000;

/// The report of a job of this name.
pub fn word_count(name: &str) -> Report {
    // Zipf's law over more keys than groups; 'the' and 'of' are the heaviest.
    let mut loads = vec![0u64; GROUPS];
    for key in 1..=40_000u64 {
        loads[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as usize % GROUPS] += 900_000 / key;
    }
    let table = longest_first(&loads);
    let sums = |slot_of: &dyn Fn(usize) -> usize| {
        let mut sums = vec![0u64; SLOTS];
        (0..GROUPS).for_each(|g| sums[slot_of(g)] += loads[g]);
        sums
    };
    let slots = sums(&|g| table[g] as usize);
    let total: u64 = loads.iter().sum();
    let largest = loads.iter().copied().max().unwrap_or(0);
    let group_of = |key: u64| (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as u32 % GROUPS as u32;
    let mut report = Report {
        version: VERSION,
        plugin: "0.1.0".into(),
        job: Job {
            id: "job_202611160340_0007".into(),
            name: name.into(),
            user: "alice".into(),
            state: "succeeded".into(),
            submitted: 1_700_000_000_000,
            started: 1_700_000_003_000,
            finished: 1_700_000_071_000,
            maps: 120,
            reduces: SLOTS as u32,
        },
        parameters: [("algorithm", "best"), ("load", "records"), ("order", "group")]
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .into(),
        schedule: Schedule {
            load: "records".into(),
            algorithm: "best".into(),
            optimal: false,
            fallback: String::new(),
            bytes: loads.iter().map(|l| l * 9).collect(),
            hash_slots: sums(&|g| g % SLOTS),
            slots: slots.clone(),
            bound: largest.max(total.div_ceil(SLOTS as u64)),
            speeds: Vec::new(),
            time_ratio: 1.0,
            key_bound: 900_000.max(total.div_ceil(SLOTS as u64)),
            heavy_keys: [(1, "the"), (2, "of"), (3, "and"), (4, "to"), (5, "in")]
                .map(|(k, text)| HeavyKey {
                    key: text.into(),
                    group: group_of(k),
                    load: 900_000 / k,
                    at_least: 900_000 / k,
                })
                .into(),
            keys_total: total,
            reports: 120,
            duplicates: 1,
            scheduling_ms: 3.4,
            hints: 5,
            loads: loads.clone(),
            table: table.clone(),
        },
        reduces: (0..SLOTS as u32).map(|slot| reduced(slot, &loads, &table)).collect(),
        traffic: Traffic {
            report_bytes: 81_344,
            table_bytes: 5_120,
            hint_bytes: 9_216,
            event_bytes: 7_340,
            statistics_bytes: 0,
            duplicate_reports: 1,
            late_reports: 0,
            last_report: BARRIER - 30,
            scheduled: BARRIER - 20,
            published: BARRIER + 40,
        },
        summary: Summary::default(),
    };
    report.summary = Summary::of(&report);
    report
}

fn longest_first(loads: &[u64]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..loads.len()).collect();
    order.sort_by_key(|g| std::cmp::Reverse(loads[*g]));
    let (mut table, mut sums) = (vec![0; loads.len()], [0u64; SLOTS]);
    for g in order {
        let slot = (0..SLOTS).min_by_key(|s| sums[*s]).unwrap_or(0);
        sums[slot] += loads[g];
        table[g] = slot as u32;
    }
    table
}

fn reduced(slot: u32, loads: &[u64], table: &[u32]) -> Reduced {
    let mut mine: Vec<usize> = (0..loads.len()).filter(|g| table[*g] == slot).collect();
    mine.sort_by_key(|g| loads[*g]);
    let (mut copied, mut sorted, mut run) = (BARRIER - 9_000, BARRIER + 90, BARRIER + 120);
    let groups: Vec<ReducedGroup> = mine
        .iter()
        .map(|&g| {
            let cost = loads[g] as i64 / 60;
            copied += 60 + cost / 3;
            let sort_start = sorted.max(copied);
            sorted = sort_start + 10 + cost / 4;
            let run_start = run.max(sorted);
            run = run_start + 15 + cost + i64::from(slot) * 3;
            ReducedGroup {
                g: g as u32,
                copied,
                sort_start,
                sort_end: sorted,
                run_start,
                run_end: run,
                records: loads[g],
                bytes: loads[g] * 9,
            }
        })
        .collect();
    let total: u64 = groups.iter().map(|g| g.bytes).sum();
    Reduced {
        reduce: slot,
        attempt: format!("attempt_202611160340_0007_r_{slot:06}_0"),
        host: format!("node{}", slot % 8),
        sort_delay_ms: groups[0].sort_start - BARRIER,
        run_delay_ms: groups[0].run_start - BARRIER,
        records: groups.iter().map(|g| g.records).sum(),
        groups_run: groups.len() as u64,
        groups,
        early_bytes: total * 9 / 10,
        vain_bytes: total / 200,
        total_bytes: total,
        requests: 140,
        barrier_ms: BARRIER,
        listened_ms: BARRIER - 20_000,
        table_ms: BARRIER + 80 + i64::from(slot),
        table_bytes: 300,
        hint_bytes: 900,
    }
}
