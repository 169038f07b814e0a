//! Replays a job from its maps' histograms: what would hints have been worth?

use super::finalise::{EPSILON, finalise};
use super::{Hinter, Observed};
use crate::error::{Error, Result};
use crate::histogram::Histogram;
use crate::schedule::Options;
use crate::slots::Slots;
use crate::wire::Counts;
use serde::Serialize;
use std::time::Instant;

/// A job to replay.
#[derive(Debug, Clone)]
pub struct Replay<'a> {
    /// The histogram of each map, in the order in which the maps end.
    pub maps: &'a [Vec<u64>],
    /// What is scheduled on and copied to, as in the real job.
    pub slots: &'a Slots,
    /// How to schedule.
    pub options: Options,
    /// How fast a slot copies, in parts of its fair share of what the maps write; infinite for at once.
    pub rate: f64,
}

/// What came of it. Pairs stand for bytes.
#[derive(Debug, Clone, Serialize)]
pub struct Simulation {
    /// Part of all bytes that was in place when the last map ended.
    pub early: f64,
    /// The most that could have been: all but the last map's own.
    pub early_at_most: f64,
    /// Bytes copied to a slot that did not get them, as part of all bytes.
    pub in_vain: f64,
    /// Makespan of the final table in parts of the lower bound.
    pub ratio: f64,
    /// The same of the best table without hints.
    pub ratio_without: f64,
    /// Stages of hints.
    pub stages: usize,
    /// Each stage, in milliseconds.
    pub stage_ms: Vec<f64>,
    /// The longest of these.
    pub slowest_stage_ms: f64,
    /// The final table, in milliseconds.
    pub finalise_ms: f64,
}

/// What a slot has copied of a group: from the first `maps` maps.
#[derive(Debug, Clone, Copy, Default)]
struct Copied {
    slot: u32,
    bytes: u64,
    maps: usize,
}

/// Replays the job.
pub fn simulate(replay: &Replay<'_>) -> Result<Simulation> {
    let groups = replay.maps.first().map_or(0, Vec::len);
    let count =
        u32::try_from(replay.maps.len()).map_err(|_| Error::Overflow { what: "the number of maps" })?;
    let n = u32::try_from(groups).map_err(|_| Error::Overflow { what: "the number of groups" })?;
    let mut histogram = Histogram::new(n, count);
    let mut observed = Observed::new(count, n);
    let mut hinter = Hinter::new(count, n, replay.slots.clone());
    let mut copied: Vec<Option<Copied>> = vec![None; groups];
    let (mut vain, mut stage_ms) = (0u64, Vec::new());
    let mut buffer = Vec::new();
    for (map, counts) in replay.maps.iter().enumerate() {
        histogram.add(map as u32, counts)?;
        buffer.clear();
        Counts::encode(counts, &mut buffer);
        observed.add(Counts::decode(&buffer)?);
        let start = Instant::now();
        if hinter.look(&mut observed, histogram.loads())? {
            stage_ms.push(start.elapsed().as_secs_f64() * 1e3);
        }
        if map + 1 < replay.maps.len() {
            vain += copy(replay, &hinter, &mut copied, map + 1, histogram.total());
        }
    }
    let start = Instant::now();
    let held: Vec<Option<u32>> = copied.iter().map(|copied| copied.map(|copied| copied.slot)).collect();
    let bytes: Vec<u64> = copied.iter().map(|copied| copied.map_or(0, |copied| copied.bytes)).collect();
    let loads = histogram.loads();
    let table = finalise(loads, replay.slots, &replay.options, &held, &bytes, EPSILON)?;
    let finalise_ms = start.elapsed().as_secs_f64() * 1e3;
    let plain = crate::schedule(loads, replay.slots, &replay.options)?;
    let mut early = 0;
    for (copied, &slot) in copied.iter().zip(&table.slot_of) {
        if let Some(copied) = copied {
            *(if copied.slot == slot { &mut early } else { &mut vain }) += copied.bytes;
        }
    }
    let total = (histogram.total() as f64).max(1.0);
    let last: u64 = replay.maps.last().map_or(0, |counts| counts.iter().sum());
    Ok(Simulation {
        early: early as f64 / total,
        early_at_most: 1.0 - last as f64 / total,
        in_vain: vain as f64 / total,
        ratio: table.ratio(),
        ratio_without: plain.ratio(),
        stages: hinter.stage() as usize,
        slowest_stage_ms: stage_ms.iter().copied().fold(0.0, f64::max),
        stage_ms,
        finalise_ms,
    })
}

/// Lets every slot copy until the next map ends; returns the bytes that a withdrawn hint wasted.
fn copy(
    replay: &Replay<'_>,
    hinter: &Hinter,
    copied: &mut [Option<Copied>],
    ended: usize,
    total: u64,
) -> u64 {
    let mut wasted = 0;
    let fair = total as f64 / ended as f64 / replay.slots.total_speed() as f64;
    let room = |slot: usize| fair * replay.rate * replay.slots.speed(slot) as f64;
    let mut left: Vec<f64> = (0..replay.slots.count()).map(room).collect();
    for (group, &hint) in hinter.hints().iter().enumerate() {
        if copied[group].map(|copied| copied.slot) != hint {
            wasted += copied[group].map_or(0, |copied| copied.bytes);
            copied[group] = hint.map(|slot| Copied { slot, ..Copied::default() });
        }
        let Some(copied) = &mut copied[group] else { continue };
        let left = &mut left[copied.slot as usize];
        while copied.maps < ended && *left > 0.0 {
            let bytes = replay.maps[copied.maps][group];
            copied.bytes += bytes;
            copied.maps += 1;
            *left -= bytes as f64;
        }
    }
    wasted
}
