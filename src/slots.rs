//! Slots: how many, how fast, and what they carry already.
//!
//! The paper's slots are alike (Section 3) and leave speeds to future work; here both are one case.
//! It knows nothing of operations, nor where speeds come from ([`crate::pace`]).

use crate::error::{Error, Result};
use crate::wire::SLOT_LIMIT;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;

/// A time: a load divided by a speed. With equal slots the speed is 1 and the time is the load.
///
/// Comparisons are exact.
#[derive(Debug, Clone, Copy)]
pub struct Time {
    /// What is to be done, in pairs or whatever is balanced.
    pub load: u64,
    /// The speed, at least 1.
    pub speed: u64,
}

impl Time {
    /// The time of a load on a slot of speed 1.
    pub const fn of(load: u64) -> Self {
        Time { load, speed: 1 }
    }

    /// The nearest floating-point number.
    pub fn as_f64(self) -> f64 {
        self.load as f64 / self.speed as f64
    }

    /// This time in parts of another; 1 if both are zero.
    pub fn ratio(self, other: Time) -> f64 {
        if self == other { 1.0 } else { self.as_f64() / other.as_f64() }
    }
}

impl Ord for Time {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.speed == other.speed {
            return self.load.cmp(&other.load);
        }
        let left = u128::from(self.load) * u128::from(other.speed);
        left.cmp(&(u128::from(other.load) * u128::from(self.speed)))
    }
}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Time {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Time {}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self.load % self.speed {
            0 => serializer.serialize_u64(self.load / self.speed),
            _ => serializer.serialize_f64(self.as_f64()),
        }
    }
}

impl std::fmt::Display for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.load % self.speed {
            0 => f.pad(&(self.load / self.speed).to_string()),
            _ => f.pad(&format!("{:.3}", self.as_f64())),
        }
    }
}

/// The slots of a job.
///
/// ```
/// use evenkeel::Slots;
/// assert_eq!(Slots::with_speeds(&[3, 3, 3])?, Slots::equal(3)?);
/// # Ok::<(), evenkeel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slots {
    count: usize,
    /// Empty if all are equal.
    speeds: Vec<u32>,
    /// Empty if none carries load.
    carried: Vec<u64>,
}

impl Slots {
    /// `count` slots of equal speed that carry nothing.
    pub fn equal(count: u32) -> Result<Self> {
        if count == 0 || count > SLOT_LIMIT {
            return Err(Error::Slots { found: count.into(), limit: SLOT_LIMIT.into() });
        }
        Ok(Slots { count: count as usize, speeds: Vec::new(), carried: Vec::new() })
    }

    /// One slot for each speed. Equal speeds are exactly the plain case.
    pub fn with_speeds(speeds: &[u32]) -> Result<Self> {
        let count = u32::try_from(speeds.len()).unwrap_or(u32::MAX);
        let mut slots = Slots::equal(count)?;
        if let Some(at) = speeds.iter().position(|&speed| speed == 0) {
            let found = format!("0 for slot {at}");
            return Err(Error::Speeds { expected: speeds.len(), found });
        }
        if speeds.iter().any(|&speed| speed != speeds[0]) {
            slots.speeds = speeds.to_vec();
        }
        Ok(slots)
    }

    /// The same slots, carrying these loads already.
    pub fn carrying(mut self, carried: Vec<u64>) -> Result<Self> {
        if carried.len() != self.count {
            return Err(Error::Slots { found: carried.len() as u64, limit: self.count as u64 });
        }
        self.carried = if carried.iter().all(|&load| load == 0) { Vec::new() } else { carried };
        Ok(self)
    }

    /// Number of slots.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Speed of a slot; 1 if all are equal.
    pub fn speed(&self, slot: usize) -> u64 {
        self.speeds.get(slot).map_or(1, |&speed| speed.into())
    }

    /// What a slot carries already.
    pub fn carried(&self, slot: usize) -> u64 {
        self.carried.get(slot).copied().unwrap_or(0)
    }

    /// Whether all slots have the same speed.
    pub fn are_equal(&self) -> bool {
        self.speeds.is_empty()
    }

    /// Whether no slot carries load.
    pub fn are_empty(&self) -> bool {
        self.carried.is_empty()
    }

    /// The sum of all speeds.
    pub fn total_speed(&self) -> u64 {
        if self.are_equal() { self.count as u64 } else { self.speeds.iter().map(|&s| u64::from(s)).sum() }
    }

    /// When a slot is done with `load` (which includes what it carried).
    pub fn time(&self, slot: usize, load: u64) -> Time {
        Time { load, speed: self.speed(slot) }
    }

    /// The sum of `loads` and of what the slots carry, or an error if it does not fit.
    pub fn total(&self, loads: &[u64]) -> Result<u64> {
        let all = loads.iter().chain(&self.carried);
        let sum = all.copied().try_fold(0u64, u64::checked_add);
        sum.ok_or(Error::Overflow { what: "the sum of all loads" })
    }

    /// The load of each slot under an assignment of `loads`.
    pub fn loads_of(&self, loads: &[u64], slot_of: &[u32]) -> Vec<u64> {
        let mut sums: Vec<u64> = (0..self.count).map(|slot| self.carried(slot)).collect();
        for (&load, &slot) in loads.iter().zip(slot_of) {
            sums[slot as usize] += load;
        }
        sums
    }

    /// The time of the slot that is done last.
    pub fn makespan(&self, sums: &[u64]) -> Time {
        let times = sums.iter().enumerate().map(|(slot, &load)| self.time(slot, load));
        times.max().unwrap_or(Time::of(0))
    }
}
