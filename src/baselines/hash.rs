//! What stock MapReduce does: the group modulo the number of slots (formula 3-2).

/// The slot of each of `operations` groups.
pub fn hash(operations: usize, slots: usize) -> Vec<u32> {
    (0..operations).map(|op| (op % slots) as u32).collect()
}
