//! Hints in stages: as much as pays, little when the picture is worthless, sticky from stage to stage.

use super::finalise::{EPSILON, capacity, keep_held, stretched};
use super::observe::Observed;
use crate::algorithm::Algorithm;
use crate::best;
use crate::error::{Error, Result};
use crate::schedule::{Options, check_eta, schedule};
use crate::slots::Slots;

/// Standard deviations that a slot keeps free for what the variance of its groups may bring.
const SIGMAS: f64 = 2.0;
/// Times the error of the last forecast that a slot keeps free for drift.
const DRIFT: f64 = 2.0;

/// Gives hints for one job.
#[derive(Debug, Clone)]
pub struct Hinter {
    slots: Slots,
    hints: Vec<Option<u32>>,
    stage: u64,
    /// Maps seen when the next stage is due.
    next: u32,
    marked: bool,
}

impl Hinter {
    /// For a job of `maps` maps and `groups` groups.
    pub fn new(maps: u32, groups: u32, slots: Slots) -> Self {
        Hinter { slots, hints: vec![None; groups as usize], stage: 0, next: first_stage(maps), marked: false }
    }

    /// Other speeds of the same slots; the next stage keeps to them.
    pub fn set_slots(&mut self, slots: Slots) {
        self.slots = slots;
    }

    /// The slot that should copy each group already.
    pub fn hints(&self) -> &[Option<u32>] {
        &self.hints
    }

    /// Stages given so far.
    pub fn stage(&self) -> u64 {
        self.stage
    }

    /// Looks at what was seen; true if a new stage of hints was made.
    ///
    /// `loads` is what the job is scheduled by, `bytes` are the bytes of each group so far.
    pub fn look(&mut self, loads: &mut Observed, bytes: &[u64]) -> Result<bool> {
        let (seen, maps) = (loads.seen(), loads.maps());
        if !self.marked && seen >= self.next.div_ceil(2) {
            loads.set_mark();
            self.marked = true;
        }
        if seen < self.next || seen == 0 || seen >= maps {
            return Ok(false);
        }
        let changed = self.make(loads, bytes)?;
        loads.set_mark();
        self.next = seen + ((maps - seen) / 4).clamp(1, (maps / 10).max(1));
        self.stage += u64::from(changed);
        Ok(changed)
    }

    fn make(&mut self, loads: &Observed, bytes: &[u64]) -> Result<bool> {
        let forecast = loads.forecast();
        let budget = Some(best::default_budget(forecast.len()) / 8);
        let options = Options { algorithm: Algorithm::Best, budget, ..Options::default() };
        let plain = match schedule(&forecast, &self.slots, &options) {
            // Forecasts may add up to more than the real loads ever will.
            Err(Error::Overflow { .. }) => return Ok(false),
            plain => plain?,
        };
        let margin = self.drift(loads, &plain.slot_of);
        let limit = stretched(plain.makespan, EPSILON + margin);
        // Hints stay where they are as long as the forecast, with its error, allows it.
        let held = (self.hints.as_slice(), bytes);
        let Some(slot_of) = keep_held(&forecast, &self.slots, held, limit, check_eta(options.eta)?) else {
            return Ok(false);
        };
        let variances = loads.variances();
        let mut groups: Vec<u32> = (0..forecast.len() as u32).filter(|&g| forecast[g as usize] > 0).collect();
        // What is hinted stays first; then calm groups before restless ones, large before small.
        // The exponent is ⌊log₂⌋ without a logarithm, which machines may round each in its own way.
        let restless =
            |g: u32| (variances[g as usize] / forecast[g as usize] as f64).max(1.0).to_bits() >> 52;
        groups.sort_by(|&a, &b| {
            let held = |g: u32| self.hints[g as usize] != Some(slot_of[g as usize]);
            let size = |g: u32| std::cmp::Reverse(forecast[g as usize]);
            held(a)
                .cmp(&held(b))
                .then(restless(a).cmp(&restless(b)))
                .then(size(a).cmp(&size(b)))
                .then(a.cmp(&b))
        });
        let mut sums: Vec<(f64, f64)> =
            (0..self.slots.count()).map(|s| (self.slots.carried(s) as f64, 0.0)).collect();
        let mut hints = vec![None; self.hints.len()];
        for group in groups {
            let (g, slot) = (group as usize, slot_of[group as usize]);
            let room = capacity(&self.slots, slot as usize, plain.makespan) as f64 * (1.0 - margin);
            let (load, variance) = &mut sums[slot as usize];
            let (sum, var) = (*load + forecast[g] as f64, *variance + variances[g]);
            let stays = self.hints[g] == Some(slot);
            if stays || sum + SIGMAS * var.sqrt() <= room {
                (*load, *variance) = (sum, var);
                hints[g] = Some(slot);
            }
        }
        let changed = hints != self.hints;
        self.hints = hints;
        Ok(changed)
    }

    /// How wrong the forecast of a slot's share was since the last mark, as a part of its share, for the part that is to come.
    fn drift(&self, loads: &Observed, slot_of: &[u32]) -> f64 {
        let Some(shares) = loads.lately() else { return 0.0 };
        let mut slots = vec![(0.0, 0.0); self.slots.count()];
        for ((then, now), &slot) in shares.into_iter().zip(slot_of) {
            slots[slot as usize].0 += then;
            slots[slot as usize].1 += now;
        }
        let error = |&(then, now): &(f64, f64)| if then > 0.0 { (now / then - 1.0).powi(2) } else { 0.0 };
        let mean = slots.iter().map(error).sum::<f64>() / slots.len() as f64;
        let to_come = 1.0 - f64::from(loads.seen()) / f64::from(loads.maps());
        (DRIFT * mean.sqrt() * to_come).min(1.0)
    }
}

/// Maps to see before the first stage: a tenth, but not fewer than 16 or a quarter of a small job's.
fn first_stage(maps: u32) -> u32 {
    maps.div_ceil(10).max(maps.div_ceil(4).min(16))
}
