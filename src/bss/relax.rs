//! `Relax_BSS` (Section 5.4): the same in units of Δ pairs.

use super::exact::select;
use super::sums::Memory;
use super::{Ratio, Selection};
use crate::error::{Error, Result};

/// What `Relax_BSS` found.
#[derive(Debug, Clone)]
pub struct Relaxed {
    /// The subset and its true sum: t* of the paper.
    pub selection: Selection,
    /// Its sum in units of Δ: T* of the paper is this many Δ.
    pub units: u64,
    /// Δ of formula (5-2), in pairs.
    pub delta: Ratio,
}

/// `Relax_BSS` with Δ = 2ηT/s of formula (5-2), η in billionths. The loads must add up to less than 2^64.
///
/// With T = 0 there is no Δ to count in, and the answer is `Exact_BSS`'s: the sum 0.
///
/// # Errors
/// If η is 0 or above 1, or there are more than 2^25 units below T: s is above 67 million times η.
pub fn relax(loads: &[u64], target: Ratio, eta_billionths: u64) -> Result<Relaxed> {
    relax_in(loads, target, eta_billionths, &mut Memory::default())
}

/// The same in memory that is used again and again.
pub(crate) fn relax_in(
    loads: &[u64],
    target: Ratio,
    eta_billionths: u64,
    memory: &mut Memory,
) -> Result<Relaxed> {
    if eta_billionths == 0 || eta_billionths > 1_000_000_000 {
        return Err(Error::Eta { found: (eta_billionths as f64 / 1e9).to_string() });
    }
    if target.num == 0 {
        let selection = Selection { sum: 0, chosen: loads.iter().map(|&load| load == 0).collect() };
        return Ok(Relaxed { selection, units: 0, delta: target });
    }
    let eta = u128::from(eta_billionths);
    let scale = 1_000_000_000 * loads.len().max(1) as u128;
    let target = target.reduced();
    let (num, den) = (target.num.checked_mul(2 * eta), target.den.checked_mul(scale));
    let (num, den) = num.zip(den).ok_or(Error::Overflow { what: "Δ as a fraction" })?;
    // T in units of Δ is s/(2η), whatever T is.
    relaxed(loads, Ratio::new(scale, 2 * eta), Ratio::new(num, den).reduced(), memory)
}

/// `Relax_BSS` with a Δ of one's own, which must not be zero. The loads must add up to less than 2^64.
///
/// Example 2 of the paper, with its back trace (t* = 305):
///
/// ```
/// use evenkeel::bss::{Ratio, relax_by};
/// let found = relax_by(&[102, 304, 203], Ratio::new(609, 2), Ratio::new(10, 1))?;
/// assert_eq!(found.units, 30);
/// assert_eq!(found.selection.sum, 305);
/// # Ok::<(), evenkeel::Error>(())
/// ```
pub fn relax_by(loads: &[u64], target: Ratio, delta: Ratio) -> Result<Relaxed> {
    relaxed(loads, target.divided_by(delta)?, delta, &mut Memory::default())
}

fn relaxed(loads: &[u64], target: Ratio, delta: Ratio, memory: &mut Memory) -> Result<Relaxed> {
    let units: Vec<u64> = loads.iter().map(|&load| delta.units_in(load)).collect();
    let Selection { sum, chosen } = select(&units, target, "relax", true, memory)?;
    let picked = loads.iter().zip(&chosen).filter(|(_, chosen)| **chosen);
    let actual = picked.map(|(&load, _)| load).sum();
    Ok(Relaxed { selection: Selection { sum: actual, chosen }, units: sum, delta })
}
