//! Where a key goes: stock MapReduce's partition and Evenkeel's group, both from Java's `hashCode` of the key.

/// `hashCode` of Hadoop's `Text` with this content.
pub fn of_text(text: &str) -> i32 {
    text.bytes().fold(1, |hash: i32, b| hash.wrapping_mul(31).wrapping_add(i32::from(b as i8)))
}

/// The reduce task that stock MapReduce's `HashPartitioner` chooses (formula 3-2 of the paper).
pub fn stock_slot(hash: i32, slots: u32) -> u32 {
    (hash & i32::MAX) as u32 % slots
}

/// The operation group that Evenkeel chooses by default, out of `groups`; `io.evenkeel.map.GroupHash.spread` is the same.
pub fn group(hash: i32, groups: u32) -> u32 {
    const GOLDEN: u32 = 0x9e37_79b9;
    let spread = (hash as u32).wrapping_mul(GOLDEN);
    ((u64::from(spread) * u64::from(groups)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_in_java() {
        assert_eq!(of_text(""), 1);
        assert_eq!(of_text("the"), 144_592);
        assert_eq!(of_text("é"), 31 * (31 - 61) - 87);
        assert_eq!(stock_slot(-1, 15), (i32::MAX % 15) as u32);
        assert_eq!(group(0, 480), 0);
        assert!((0..10_000).all(|h| group(h * 7919, 480) < 480));
    }

    #[test]
    fn groups_are_those_of_the_partitioner() {
        let lines = include_str!("../../tests/vectors/hash.txt").lines().skip(1);
        for line in lines {
            let fields: Vec<i64> = line.split(' ').map(|f| f.parse().unwrap()).collect();
            assert_eq!(i64::from(group(fields[0] as i32, fields[1] as u32)), fields[2], "{line}");
        }
    }
}
