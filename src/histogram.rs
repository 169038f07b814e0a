//! The key distribution of a job: the sum of its maps' counts (Section 4, step 3). It knows no message
//! but counts, and not what they are used for.

use crate::error::{Error, Result};
use crate::wire::Counts;

/// What became of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// The map's first report: it counts.
    First,
    /// The map had reported already: ignored.
    Duplicate,
    /// The table stands already: ignored.
    Late,
}

/// Loads of n operation groups, summed over the maps that have reported.
///
/// Takes 8n bytes and one bit for each map.
///
/// ```
/// use evenkeel::histogram::{Added, Histogram};
/// let mut h = Histogram::new(3, 2);
/// assert_eq!(h.add(0, &[1, 0, 4])?, Added::First);
/// assert_eq!(h.add(0, &[9, 9, 9])?, Added::Duplicate);
/// assert_eq!(h.add(1, &[1, 1, 1])?, Added::First);
/// assert_eq!(h.loads(), [2, 1, 5]);
/// # Ok::<(), evenkeel::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Histogram {
    loads: Vec<u64>,
    total: u64,
    maps: u32,
    seen: Vec<u64>,
    reports: u32,
    duplicates: u64,
}

impl Histogram {
    /// An empty histogram of `groups` groups for a job with `maps` maps.
    pub fn new(groups: u32, maps: u32) -> Self {
        Histogram {
            loads: vec![0; groups as usize],
            total: 0,
            maps,
            seen: vec![0; (maps as usize).div_ceil(64)],
            reports: 0,
            duplicates: 0,
        }
    }

    /// Adds the counts of `map`, unless it has reported before.
    pub fn add(&mut self, map: u32, counts: &[u64]) -> Result<Added> {
        let found = counts.len() as u64;
        self.add_nonzero(map, found, || counts.iter().copied().enumerate())
    }

    /// The same from an encoded section, without unpacking it.
    pub fn add_counts(&mut self, map: u32, counts: Counts<'_>) -> Result<Added> {
        self.add_nonzero(map, counts.len() as u64, || counts.iter())
    }

    fn add_nonzero<I>(&mut self, map: u32, found: u64, counts: impl Fn() -> I) -> Result<Added>
    where
        I: Iterator<Item = (usize, u64)>,
    {
        if found != self.loads.len() as u64 {
            let expected = self.loads.len() as u64;
            return Err(Error::WrongGroups { expected, found });
        }
        if self.has(map)? {
            self.duplicates += 1;
            return Ok(Added::Duplicate);
        }
        let overflow = Error::Overflow { what: "the sum of all loads" };
        let sum = counts().try_fold(self.total, |sum, (_, v)| sum.checked_add(v));
        // No group can overflow once the total fits: a bad report changes nothing.
        self.total = sum.ok_or(overflow)?;
        for (group, load) in counts() {
            self.loads[group] += load;
        }
        self.seen[map as usize / 64] |= 1 << (map % 64);
        self.reports += 1;
        Ok(Added::First)
    }

    /// Whether `map` has reported.
    pub fn has(&self, map: u32) -> Result<bool> {
        if map >= self.maps {
            return Err(Error::UnknownMap { map, maps: self.maps });
        }
        Ok(self.seen[map as usize / 64] >> (map % 64) & 1 == 1)
    }

    /// The loads so far.
    pub fn loads(&self) -> &[u64] {
        &self.loads
    }

    /// The sum of all loads.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Maps of the job.
    pub fn maps(&self) -> u32 {
        self.maps
    }

    /// Maps that have reported.
    pub fn reports(&self) -> u32 {
        self.reports
    }

    /// Reports that were ignored because their map had reported before.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }
}
