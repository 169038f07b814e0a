//! The loads of n groups in at most the paper's 8n bytes (Section 4.1).

use super::reader::Reader;
use super::{put_varint, varint_len};
use crate::error::Result;

/// An encoded and checked list of loads. It borrows its bytes: reading it allocates nothing, so that
/// a long run of zeros in few bytes costs a daemon no memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts<'a> {
    len: u32,
    dense: bool,
    payload: &'a [u8],
}

impl<'a> Counts<'a> {
    /// Appends `loads`, in the smaller one of both modes.
    ///
    /// # Panics
    /// If there are 2^32 loads or more.
    pub fn encode(loads: &[u64], out: &mut Vec<u8>) {
        assert!(u32::try_from(loads.len()).is_ok(), "too many groups for a message");
        put_varint(out, loads.len() as u64);
        if tokens_len(loads) < 8 * loads.len() {
            out.push(0);
            put_tokens(out, loads);
        } else {
            out.push(1);
            loads.iter().for_each(|load| out.extend(load.to_be_bytes()));
        }
    }

    /// Checks `bytes`, all of which must be one list.
    pub fn decode(bytes: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new("counts", bytes);
        let len = reader.varint("the number of groups")?;
        let Ok(len) = u32::try_from(len) else {
            return reader.fail("fewer than 2^32 groups");
        };
        let dense = match reader.byte("the mode")? {
            0 => false,
            1 => true,
            _ => return reader.fail("mode 0 or 1"),
        };
        let payload = reader.clone().rest();
        if dense {
            reader.take(8 * u64::from(len), "8 bytes for each group")?;
        } else {
            let mut found = 0u64;
            while found < u64::from(len) {
                found += match reader.varint("a load")? {
                    0 => match reader.varint("a run of zeros")?.checked_add(1) {
                        Some(run) if run <= u64::from(len) - found => run,
                        _ => return reader.fail("a run of zeros that ends within the groups"),
                    },
                    _ => 1,
                };
            }
        }
        reader.end()?;
        Ok(Counts { len, dense, payload })
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no groups.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The groups whose load is not zero, in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> + use<'a> {
        let Counts { dense, payload, .. } = *self;
        let mut reader = Reader::new("counts", payload);
        let mut next = 0usize;
        std::iter::from_fn(move || {
            // The bytes were checked by `decode`: an error here can only mean the end.
            while !reader.is_empty() {
                let load = match dense {
                    true => u64::from_be_bytes(reader.take(8, "a load").ok()?.try_into().ok()?),
                    false => reader.varint("a load").ok()?,
                };
                if load == 0 {
                    next += if dense { 1 } else { reader.varint("a run").ok()? as usize + 1 };
                    continue;
                }
                next += 1;
                return Some((next - 1, load));
            }
            None
        })
    }

    /// All loads. Allocates 8 bytes for each group: check [`Counts::len`] first.
    pub fn to_vec(&self) -> Vec<u64> {
        let mut loads = vec![0; self.len()];
        self.iter().for_each(|(group, load)| loads[group] = load);
        loads
    }
}

/// Cuts loads into tokens: a load and 1, or 0 and the length of a run of zeros.
fn tokens(loads: &[u64]) -> impl Iterator<Item = (u64, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let load = *loads.get(at)?;
        let run = if load > 0 { 1 } else { loads[at..].iter().take_while(|&&v| v == 0).count() };
        at += run;
        Some((load, run))
    })
}

fn tokens_len(loads: &[u64]) -> usize {
    let len = |(load, run): (u64, usize)| match load {
        0 => 1 + varint_len(run as u64 - 1),
        load => varint_len(load),
    };
    tokens(loads).map(len).sum()
}

fn put_tokens(out: &mut Vec<u8>, loads: &[u64]) {
    for (load, run) in tokens(loads) {
        put_varint(out, load);
        if load == 0 {
            put_varint(out, run as u64 - 1);
        }
    }
}
