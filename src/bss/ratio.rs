//! Fractions: T of formula (5-1) and Δ of formula (5-2) are never rounded.

use crate::error::{Error, Result};
use std::cmp::Ordering;

/// A fraction that is not negative.
#[derive(Debug, Clone, Copy)]
pub struct Ratio {
    pub(super) num: u128,
    /// At least 1.
    pub(super) den: u128,
}

impl Ratio {
    /// `num / den`. A denominator of zero counts as one.
    pub fn new(num: u128, den: u128) -> Self {
        Ratio { num, den: den.max(1) }
    }

    /// Numerator, as given.
    pub fn num(self) -> u128 {
        self.num
    }

    /// Denominator, as given; at least 1.
    pub fn den(self) -> u128 {
        self.den
    }

    /// The smallest integer that is not below.
    pub fn ceil(self) -> u128 {
        self.num.div_ceil(self.den)
    }

    /// The nearest floating-point number.
    pub fn as_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// This divided by `other`, in lowest terms.
    pub(super) fn divided_by(self, other: Ratio) -> Result<Ratio> {
        if other.num == 0 {
            return Err(Error::Delta);
        }
        let (a, d) = lowest(self.num, other.num);
        let (c, b) = lowest(other.den, self.den);
        match (a.checked_mul(c), b.checked_mul(d)) {
            (Some(num), Some(den)) => Ok(Ratio { num, den }),
            _ => Err(Error::Overflow { what: "T in units of Δ" }),
        }
    }

    /// The same in lowest terms.
    pub(super) fn reduced(self) -> Ratio {
        let (num, den) = lowest(self.num, self.den);
        Ratio { num, den }
    }

    /// `load` in units of this, to the nearest whole one, halves up: ⌊load / Δ + 1/2⌋. This must not be zero.
    pub(super) fn units_in(self, load: u64) -> u64 {
        // ⌊load/Δ + 1/2⌋ is the largest q with (2q − 1)·num ≤ 2·load·den.
        let twice = 2 * u128::from(load);
        if let (Ok(num), Ok(den)) = (u64::try_from(self.num), u64::try_from(self.den)) {
            // Most fractions are small: a division of 64 bits takes a tenth of the time.
            let sum = (2 * u128::from(den)).checked_mul(load.into()).and_then(|v| v.checked_add(num.into()));
            if let (Some(Ok(sum)), Some(two)) = (sum.map(u64::try_from), num.checked_mul(2)) {
                return sum / two;
            }
        }
        if let Some(sum) = twice.checked_mul(self.den).and_then(|v| v.checked_add(self.num)) {
            if let Some(two) = self.num.checked_mul(2) {
                return u64::try_from(sum / two).unwrap_or(u64::MAX);
            }
        }
        let fits = |q: u128| q == 0 || wide(2 * q - 1, self.num) <= wide(twice, self.den);
        let mut q = (load as f64 / self.as_f64() + 0.5) as u64 as u128;
        while !fits(q) {
            q -= 1;
        }
        while fits(q + 1) {
            q += 1;
        }
        u64::try_from(q).unwrap_or(u64::MAX)
    }

    /// Compares twice this with an integer.
    pub(super) fn twice_cmp(self, value: u128) -> Ordering {
        wide(self.num, 2).cmp(&wide(value, self.den))
    }
}

/// A product in 256 bits: high half, low half.
fn wide(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 64);
    let (middle, carry) = middle.overflowing_add(a0 * b1);
    let high = a1 * b1 + (middle >> 64) + (u128::from(carry) << 64);
    (high, (middle << 64) | (low & LOW))
}

fn lowest(a: u128, b: u128) -> (u128, u128) {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a.checked_div(x).zip(b.checked_div(x)).unwrap_or((a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_products() {
        assert_eq!(wide(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(wide(1 << 100, 1 << 100), (1 << 72, 0));
        assert_eq!(wide(u128::MAX, 3), (2, u128::MAX - 2));
    }

    #[test]
    fn units_agree_on_both_paths() {
        let small = Ratio::new(20_000_003, 7);
        let large = Ratio::new(20_000_003 << 90, 7 << 90);
        for load in (0..40_000_000u64).step_by(977) {
            assert_eq!(small.units_in(load), large.units_in(load));
        }
        assert_eq!(Ratio::new(10, 1).units_in(5), 1);
        assert_eq!(Ratio::new(10, 1).units_in(4), 0);
    }
}
