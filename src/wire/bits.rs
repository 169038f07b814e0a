//! Fixed-width numbers packed into bytes, most significant bit first.

/// Bits that `value` needs: 0 for 0.
pub(crate) fn width(value: u32) -> u32 {
    32 - value.leading_zeros()
}

/// Bytes that `count` numbers of `width` bits take.
pub(crate) fn packed_len(count: u64, width: u32) -> u64 {
    (count * u64::from(width)).div_ceil(8)
}

/// Appends `values`, each in `width` bits, the last byte padded with zeros.
pub(crate) fn pack(out: &mut Vec<u8>, values: impl Iterator<Item = u32>, width: u32) {
    let (mut held, mut bits) = (0u64, 0);
    for value in values {
        held = held << width | u64::from(value);
        bits += width;
        while bits >= 8 {
            bits -= 8;
            out.push((held >> bits) as u8);
        }
    }
    if bits > 0 {
        out.push((held << (8 - bits)) as u8);
    }
}

/// The `count` numbers that `pack` wrote, or None if the padding is not zero.
/// `bytes` must be `packed_len(count, width)` long.
pub(crate) fn unpack(bytes: &[u8], count: usize, width: u32) -> Option<Vec<u32>> {
    let mut values = Vec::with_capacity(count);
    let (mut held, mut bits) = (0u64, 0);
    let mut bytes = bytes.iter();
    for _ in 0..count {
        while bits < width {
            held = held << 8 | u64::from(*bytes.next()?);
            bits += 8;
        }
        bits -= width;
        values.push((held >> bits & ((1 << width) - 1)) as u32);
    }
    (held & ((1 << bits) - 1) == 0).then_some(values)
}
