//! The messages of Section 4, byte by byte as `docs/protocol.md` says.
//!
//! Each has one safe decoder: it never panics, never reads beyond its input, and allocates at most a
//! small constant times its input. What it accepts it can encode again, byte for byte the same meaning.
//!
//! | message | from → to | the paper | here |
//! |---|---|---|---|
//! | [`Report`] | map → JobTracker | 8n bytes | at most 8n and a header, about n to 3n as a rule |
//! | [`Table`] | JobTracker → reducer | 4n bytes | (w + 8)/8 · n bytes, w = bits of m − 1 |
//! | [`Hints`] | JobTracker → reducer | – | w/8 · n bytes, w = bits of m |

mod bits;
mod counts;
mod hints;
mod reader;
mod report;
mod table;

pub use counts::Counts;
pub use hints::Hints;
pub use report::{HeavyKey, HeavyKeys, KEY_LIMIT, Report, ReportBuilder};
pub use table::{Table, order_byte};

/// Most slots that a message can name: packed slots and order byte then stay within the paper's 4n bytes.
pub const SLOT_LIMIT: u32 = 1 << 24;

/// Appends `value` as unsigned LEB128.
pub fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Bytes of `value` as unsigned LEB128.
pub(crate) fn varint_len(value: u64) -> usize {
    (64 - (value | 1).leading_zeros() as usize).div_ceil(7)
}
