//! The crux: the operations that the lower bound is about, by themselves.
//!
//! Where the cardinality bound is the largest, a few slots must hold certain operations and nothing else, filled to the brim, and the
//! others have room to spare. Random kicks seldom hit just these slots; as an instance of their own they are small.

use super::Search;
use crate::baselines;
use crate::bound;
use crate::slots::Slots;

impl Search<'_> {
    /// A schedule of the crux on as few slots as it needs, and of the rest by LPT on the others, if there is a crux.
    pub(super) fn crux(&mut self, eta: u64) -> Option<Vec<u32>> {
        let crux = bound::crux(self.loads, self.slots, self.bound)?;
        let count = self.slots.count() as u32;
        let (few, others) = (Slots::equal(crux.slots).ok()?, Slots::equal(count - crux.slots).ok()?);
        let loads = self.loads_of(&crux.operations);
        let found = Search::new(&loads, &few, self.bound, self.budget.left / 2).run(eta, false);
        self.budget.spend(found.work);

        let mut slot_of = vec![u32::MAX; self.loads.len()];
        crux.operations.iter().zip(found.slot_of).for_each(|(&op, slot)| slot_of[op as usize] = slot);
        let rest: Vec<u32> =
            (0..self.loads.len() as u32).filter(|&op| slot_of[op as usize] == u32::MAX).collect();
        let placed = baselines::lpt(&self.loads_of(&rest), &others);
        rest.iter().zip(placed).for_each(|(&op, slot)| slot_of[op as usize] = crux.slots + slot);
        Some(slot_of)
    }

    fn loads_of(&self, operations: &[u32]) -> Vec<u64> {
        operations.iter().map(|&op| self.loads[op as usize]).collect()
    }
}
