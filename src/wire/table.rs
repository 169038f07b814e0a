//! The table: which slot gets which group (Section 4, step 4), and in which order a slot runs its
//! groups (Section 4.2: smaller loads first).

use super::SLOT_LIMIT;
use super::bits::{pack, packed_len, unpack, width};
use super::put_varint;
use super::reader::Reader;
use crate::error::{Error, Result};

const MAGIC: &[u8; 4] = b"EKT\x01";

/// The one table of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Whether a reducer may run by it.
    pub complete: bool,
    /// The method that made it; ASCII, at most 255 bytes.
    pub algorithm: String,
    /// Number of slots m.
    pub slots: u32,
    /// The slot of each group.
    pub slot_of: Vec<u32>,
    /// The order byte of each group, see [`order_byte`].
    pub order: Vec<u8>,
}

impl Table {
    /// The complete table of a schedule.
    pub fn new(algorithm: &str, slots: u32, slot_of: Vec<u32>, loads: &[u64]) -> Self {
        let order = loads.iter().map(|&load| order_byte(load)).collect();
        Table { complete: true, algorithm: algorithm.to_owned(), slots, slot_of, order }
    }

    /// The message.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let found = u64::from(self.slots);
        if self.slots == 0 || self.slots > SLOT_LIMIT {
            return Err(Error::Slots { found, limit: SLOT_LIMIT.into() });
        }
        if let Some(&slot) = self.slot_of.iter().find(|&&slot| slot >= self.slots) {
            return Err(Error::Slots { found: u64::from(slot) + 1, limit: found });
        }
        if self.order.len() != self.slot_of.len() {
            let (expected, found) = (self.slot_of.len() as u64, self.order.len() as u64);
            return Err(Error::WrongGroups { expected, found });
        }
        if !self.algorithm.is_ascii() || self.algorithm.len() > 255 {
            let reason = format!("algorithm name {:?}: expected ASCII", self.algorithm);
            return Err(Error::Spec { reason });
        }
        let mut out = MAGIC.to_vec();
        out.push(self.complete.into());
        out.push(self.algorithm.len() as u8);
        out.extend(self.algorithm.as_bytes());
        put_varint(&mut out, self.slot_of.len() as u64);
        put_varint(&mut out, found);
        pack(&mut out, self.slot_of.iter().copied(), width(self.slots - 1));
        out.extend(&self.order);
        Ok(out)
    }

    /// Reads a message. Allocates at most about 5 bytes for each byte of it.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new("table", bytes);
        reader.magic(MAGIC, "\"EKT\" and version 1")?;
        let flags = reader.byte("the flags")?;
        if flags > 1 {
            return reader.fail("flags 0 or 1");
        }
        let length = reader.byte("the length of the algorithm's name")?;
        let name = reader.take(length.into(), "the algorithm's name")?;
        let Some(name) = std::str::from_utf8(name).ok().filter(|name| name.is_ascii()) else {
            return reader.fail("an algorithm's name in ASCII");
        };
        let groups = reader.varint("the number of groups")?;
        let slots = reader.varint("the number of slots")?;
        if slots == 0 || slots > SLOT_LIMIT.into() {
            return reader.fail("1 to 2^24 slots");
        }
        if groups > bytes.len() as u64 {
            return reader.fail("an order byte for each group");
        }
        let w = width(slots as u32 - 1);
        let packed = reader.take(packed_len(groups, w), "the packed slots")?;
        let Some(slot_of) = unpack(packed, groups as usize, w) else {
            return reader.fail("zero bits after the packed slots");
        };
        if slot_of.iter().any(|&slot| slot >= slots as u32) {
            return reader.fail("slots below the number of slots");
        }
        let order = reader.take(groups, "an order byte for each group")?.to_vec();
        reader.end()?;
        let algorithm = name.to_owned();
        Ok(Table { complete: flags == 1, algorithm, slots: slots as u32, slot_of, order })
    }
}

/// 0 for load 0, else 1 + ⌊4·log₂(load)⌋, at most 255: the coarse load by which a slot orders its groups.
///
/// Computed without floating point, so that every machine agrees.
///
/// ```
/// use evenkeel::wire::order_byte;
/// assert_eq!([0, 1, 2, 3, 4, 1000].map(order_byte), [0, 1, 5, 7, 9, 40]);
/// ```
pub fn order_byte(load: u64) -> u8 {
    /// ⌈2^(63 + q/4)⌉ for q = 1, 2, 3.
    const QUARTERS: [u64; 3] = [0x9837_f051_8db8_a970, 0xb504_f333_f9de_6485, 0xd744_fcca_d69d_6af5];
    if load == 0 {
        return 0;
    }
    let shift = load.leading_zeros();
    let scaled = load << shift;
    let quarters = QUARTERS.iter().filter(|&&limit| scaled >= limit).count() as u32;
    (1 + 4 * (63 - shift) + quarters).min(255) as u8
}
