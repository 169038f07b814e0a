//! `Relax_BSS` (Section 5.4): the same in units of Δ pairs.

use super::exact::select;
use super::{Ratio, Selection};
use crate::error::Result;

/// What `Relax_BSS` found.
#[derive(Debug, Clone)]
pub struct Relaxed {
    /// The subset and its true sum: t* of the paper.
    pub selection: Selection,
    /// Its sum in units of Δ: T* of the paper is this many Δ.
    pub units: u64,
    /// Δ.
    pub delta: Ratio,
}

impl Relaxed {
    /// The relative error of formula (5-3), |T* − t*| / T.
    pub fn relative_error(&self, target: Ratio) -> f64 {
        let relaxed = self.units as f64 * self.delta.as_f64();
        (relaxed - self.selection.sum as f64).abs() / target.as_f64()
    }
}

/// `Relax_BSS` with Δ = 2ηT/s of formula (5-2), η in billionths.
pub fn relax(loads: &[u64], target: Ratio, eta_billionths: u64) -> Result<Relaxed> {
    relax_in(loads, target, eta_billionths, &mut Vec::new())
}

/// The same in memory that is used again and again.
pub(crate) fn relax_in(
    loads: &[u64],
    target: Ratio,
    eta_billionths: u64,
    memory: &mut Vec<u64>,
) -> Result<Relaxed> {
    let eta = u128::from(eta_billionths);
    let scale = 1_000_000_000 * loads.len().max(1) as u128;
    let delta = Ratio::new(2 * eta * target.num, scale * target.den);
    // T in units of Δ is s/(2η), whatever T is.
    relaxed(loads, Ratio::new(scale, 2 * eta), delta, memory)
}

/// `Relax_BSS` with a Δ of one's own.
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
    relaxed(loads, target.divided_by(delta)?, delta, &mut Vec::new())
}

fn relaxed(loads: &[u64], target: Ratio, delta: Ratio, memory: &mut Vec<u64>) -> Result<Relaxed> {
    let units: Vec<u64> = loads.iter().map(|&load| delta.units_in(load)).collect();
    let Selection { sum, chosen } = select(&units, target, "relax", true, memory)?;
    let picked = loads.iter().zip(&chosen).filter(|(_, chosen)| **chosen);
    let actual = picked.map(|(&load, _)| load).sum();
    Ok(Relaxed { selection: Selection { sum: actual, chosen }, units: sum, delta })
}
