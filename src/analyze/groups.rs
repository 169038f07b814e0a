//! How many operation groups a job gets that names no number.
//!
//! The plug-in decides this in the JobTracker, when a job comes (`io.evenkeel.daemon.GroupCount`, which says why); `analyze`
//! must foresee the same. Both are held together by `tests/vectors/groups.txt`.

/// A job's least number of groups, then for each slot, and the bytes of a map's input that are worth one more.
const PLAIN: (u64, u64, u64) = (512, 16, 32 << 10);

/// The same where map output is compressed, each group by itself.
const COMPRESSED: (u64, u64, u64) = (96, 16, 128 << 10);

/// Segments that a reducer may hold for the sake of large maps.
const SEGMENTS: u64 = 100_000;

/// Nobody gets more unless there are more slots.
const MOST: u64 = 4096;

/// Groups of a job of so many slots and maps; `map_input`: bytes that a map reads on average, 0 if unknown.
pub fn usual_groups(slots: u32, maps: u32, map_input: u64, compressed: bool) -> u32 {
    let (least, per_slot, worth) = if compressed { COMPRESSED } else { PLAIN };
    let by_slots = u64::from(slots).saturating_mul(per_slot).max(least);
    let by_size = (map_input / worth).min(SEGMENTS * u64::from(slots) / u64::from(maps.max(1)));
    (by_slots.max(by_size).min(MOST) as u32).max(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_strangers_do_not_overflow() {
        assert_eq!(usual_groups(u32::MAX, 0, u64::MAX, false), u32::MAX);
        assert_eq!(usual_groups(0, u32::MAX, u64::MAX, true), 96);
    }
}
