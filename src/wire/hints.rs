//! Hints: which slot will probably get which group. Advice to copy early, nothing runs by it.

use super::SLOT_LIMIT;
use super::bits::{pack, packed_len, unpack, width};
use super::put_varint;
use super::reader::Reader;
use crate::error::{Error, Result};

const MAGIC: &[u8; 4] = b"EKH\x01";

/// One stage of hints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hints {
    /// Number of the stage, from 1.
    pub stage: u64,
    /// Number of slots m.
    pub slots: u32,
    /// The slot that should copy each group already, if any.
    pub slot_of: Vec<Option<u32>>,
}

impl Hints {
    /// The message.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let found = u64::from(self.slots);
        if self.slots == 0 || self.slots > SLOT_LIMIT {
            return Err(Error::Slots { found, limit: SLOT_LIMIT.into() });
        }
        if let Some(slot) = self.slot_of.iter().flatten().find(|&&slot| slot >= self.slots) {
            return Err(Error::Slots { found: u64::from(*slot) + 1, limit: found });
        }
        let mut out = MAGIC.to_vec();
        put_varint(&mut out, self.stage);
        put_varint(&mut out, self.slot_of.len() as u64);
        put_varint(&mut out, found);
        let values = self.slot_of.iter().map(|slot| slot.map_or(0, |slot| slot + 1));
        pack(&mut out, values, width(self.slots));
        Ok(out)
    }

    /// Reads a message. Allocates at most about 96 bytes for each byte of it (with one slot, a group is one bit).
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new("hints", bytes);
        reader.magic(MAGIC, "\"EKH\" and version 1")?;
        let stage = reader.varint("the stage")?;
        let groups = reader.varint("the number of groups")?;
        let slots = reader.varint("the number of slots")?;
        if slots == 0 || slots > SLOT_LIMIT.into() {
            return reader.fail("1 to 2^24 slots");
        }
        if groups > 8 * bytes.len() as u64 {
            return reader.fail("at least one bit for each group");
        }
        let slots = slots as u32;
        let w = width(slots);
        let packed = reader.take(packed_len(groups, w), "the packed slots")?;
        let Some(values) = unpack(packed, groups as usize, w) else {
            return reader.fail("zero bits after the packed slots");
        };
        if values.iter().any(|&value| value > slots) {
            return reader.fail("0 or a slot plus one");
        }
        reader.end()?;
        let slot_of = values.into_iter().map(|value| value.checked_sub(1)).collect();
        Ok(Hints { stage, slots, slot_of })
    }
}
