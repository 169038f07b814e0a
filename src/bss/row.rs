//! A set of sums as a row of bits: bit s is set if s can be reached.

/// Whether `sum` is in the set.
pub(super) fn has(row: &[u64], sum: usize) -> bool {
    row[sum / 64] >> (sum % 64) & 1 == 1
}

/// Writes every sum of `old`, and every sum plus `load`, which must not be 0. What does not fit into `new` is lost.
pub(super) fn add(old: &[u64], new: &mut [u64], load: usize) {
    let used = new.len();
    let old = &old[..used];
    let (words, bits) = (load / 64, (load % 64) as u32);
    let near = words.min(used);
    new[..near].copy_from_slice(&old[..near]);
    if words < used {
        new[words] = old[words] | old[0] << bits;
        // `x >> 1 >> (63 − bits)` is `x >> (64 − bits)`, and 0 for no shift at all.
        let carried = old.iter().zip(&old[1..]).map(|(low, high)| high << bits | low >> 1 >> (63 - bits));
        for ((new, old), carried) in new[words + 1..].iter_mut().zip(&old[words + 1..]).zip(carried) {
            *new = old | carried;
        }
    }
}

/// The largest sum up to `top`. There is always 0.
pub(super) fn last_up_to(row: &[u64], top: usize) -> usize {
    let mut at = top / 64;
    let mut word = row[at] & (u64::MAX >> (63 - top % 64));
    while word == 0 && at > 0 {
        at -= 1;
        word = row[at];
    }
    at * 64 + 63_usize.saturating_sub(word.leading_zeros() as usize)
}

/// The smallest sum that is at least `from`.
pub(super) fn next(row: &[u64], from: usize) -> Option<usize> {
    let mut at = from / 64;
    let mut word = row.get(at)? & (u64::MAX << (from % 64));
    while word == 0 {
        at += 1;
        word = *row.get(at)?;
    }
    Some(at * 64 + word.trailing_zeros() as usize)
}

/// Notes the step at every sum that `new` has and `old` has not.
pub(super) fn note(first: &mut [u32], old: &[u64], new: &[u64], step: u32) {
    for (block, (old, new)) in old.chunks(16).zip(new.chunks(16)).enumerate() {
        let changed = old.iter().zip(new).fold(0, |changed, (old, new)| changed | (old ^ new));
        if changed == 0 {
            continue;
        }
        for (at, (old, new)) in old.iter().zip(new).enumerate() {
            let mut added = old ^ new;
            while added != 0 {
                first[(block * 16 + at) * 64 + added.trailing_zeros() as usize] = step;
                added &= added - 1;
            }
        }
    }
}
