//! One job's state behind the bridge: reports in, hints and the one table out (Section 4).
//!
//! Memory is bounded by O(n), a bit for each map and a fixed number of heavy keys, whatever is reported.
//! It ties `wire`, `histogram`, `prefetch` and `schedule` together and decides two things: whether hints pay, and that `best` takes over where a method
//! cannot serve. It knows no JVM and no other job.

mod heavy;
mod snapshot;
mod spec;

pub use heavy::HeavySum;
pub use snapshot::Snapshot;
pub use spec::{JobSpec, Load, Prefetch};

use crate::algorithm::Algorithm;
use crate::error::{Error, Result};
use crate::histogram::{Added, Histogram};
use crate::pace::Paces;
use crate::prefetch::{EPSILON, Hinter, Observed, finalise};
use crate::schedule::{Options, Schedule};
use crate::slots::Slots;
use crate::wire::{Hints, Report, Table};
use heavy::HeavyTable;
use std::time::Instant;

/// What is less than this a slot has copied in a moment, once the table is there.
const MUCH: u128 = 16 << 20;

/// What the JobTracker knows of one job.
///
/// ```
/// use evenkeel::ledger::{JobSpec, Ledger};
/// use evenkeel::wire::{ReportBuilder, Table};
/// let spec = JobSpec { maps: 2, groups: 4, slots: 2, ..JobSpec::default() };
/// let mut ledger = Ledger::new(spec)?;
/// ledger.add_report(0, &ReportBuilder::new(&[5, 1, 1, 0]).build())?;
/// ledger.add_report(1, &ReportBuilder::new(&[0, 1, 1, 1]).build())?;
/// let table = Table::decode(&ledger.finalise()?)?;
/// assert!(table.complete);
/// assert_eq!(table.slot_of.len(), 4);
/// # Ok::<(), evenkeel::Error>(())
/// ```
#[derive(Debug)]
pub struct Ledger {
    spec: JobSpec,
    slots: Slots,
    loads: Histogram,
    bytes: Histogram,
    heavy: HeavyTable,
    observed: Observed,
    hinter: Hinter,
    finalise_ns: u64,
    done: Option<(Schedule, Vec<u8>)>,
}

impl Ledger {
    /// An empty ledger for a job.
    pub fn new(spec: JobSpec) -> Result<Self> {
        let slots = spec.check()?;
        Ok(Ledger {
            loads: Histogram::new(spec.groups, spec.maps),
            bytes: Histogram::new(spec.groups, spec.maps),
            heavy: HeavyTable::default(),
            observed: Observed::new(spec.maps, spec.groups),
            hinter: Hinter::new(spec.maps, spec.groups, slots.clone()),
            finalise_ns: 0,
            done: None,
            spec,
            slots,
        })
    }

    /// Takes the report of a map task. A report that is in error changes nothing.
    pub fn add_report(&mut self, map: u32, message: &[u8]) -> Result<Added> {
        let report = Report::decode(message, self.spec.groups)?;
        if self.spec.load == Load::Bytes && report.bytes.is_none() {
            let (message, expected) = ("report", "a section with the bytes, which this job schedules by");
            return Err(Error::Malformed { message, offset: 0, expected });
        }
        if self.done.is_some() {
            self.loads.has(map)?;
            return Ok(Added::Late);
        }
        if let (Some(bytes), false) = (report.bytes, self.loads.has(map)?) {
            let sum = bytes.iter().try_fold(self.bytes.total(), |sum, (_, v)| sum.checked_add(v));
            sum.ok_or(Error::Overflow { what: "the sum of all bytes" })?;
        }
        let added = self.loads.add_counts(map, report.loads)?;
        if added == Added::First {
            if let Some(bytes) = report.bytes {
                self.bytes.add_counts(map, bytes)?;
            }
            match (self.spec.load, report.bytes) {
                (Load::Bytes, Some(bytes)) => self.observed.add(bytes),
                _ => self.observed.add(report.loads),
            }
            self.heavy.add(report.heavy);
        }
        Ok(added)
    }

    /// Takes over what is known of the slots' nodes, for all that is decided from now on.
    pub fn pace(&mut self, paces: &Paces) -> Result<()> {
        let speeds = paces.speeds(self.spec.slots)?;
        if self.done.is_none() && speeds != self.spec.speeds {
            log::info!(
                "speeds of the slots: {}",
                speeds.as_ref().map_or("equal".into(), |s| format!("{s:?}"))
            );
            self.spec.speeds = speeds;
            self.slots = self.spec.check()?;
            self.hinter.set_slots(self.slots.clone());
        }
        Ok(())
    }

    /// The hints message, when a new stage is due by the reports so far.
    ///
    /// Only `best` gives hints: a method that was asked for by name makes its own table and no other.
    pub fn hint(&mut self) -> Result<Option<Vec<u8>>> {
        if self.done.is_some() || self.spec.algorithm != Algorithm::Best || !self.pays() {
            return Ok(None);
        }
        let bytes = copied_by(&self.bytes, &self.loads);
        if !self.hinter.look(&mut self.observed, bytes)? {
            return Ok(None);
        }
        let (stage, slot_of) = (self.hinter.stage(), self.hinter.hints().to_vec());
        log::debug!("stage {stage}: {} of {} groups hinted", slot_of.iter().flatten().count(), slot_of.len());
        Hints { stage, slots: self.spec.slots, slot_of }.encode().map(Some)
    }

    /// Whether hints pay: requests while maps run cost every task something, and what is little is copied in a moment
    /// when the table is there. Where no bytes are reported nothing is known of that.
    fn pays(&self) -> bool {
        let forecast = u128::from(self.bytes.total()) * u128::from(self.spec.maps)
            / u128::from(self.bytes.reports().max(1))
            / u128::from(self.spec.slots.max(1));
        match self.spec.prefetch {
            Prefetch::Off => false,
            Prefetch::Always => true,
            Prefetch::Auto => self.bytes.reports() == 0 || forecast >= MUCH,
        }
    }

    /// The table message, from whatever has been reported. Asked again it gives the same bytes.
    pub fn finalise(&mut self) -> Result<Vec<u8>> {
        if let Some((_, message)) = &self.done {
            return Ok(message.clone());
        }
        let start = Instant::now();
        let options = Options { algorithm: self.spec.algorithm, eta: self.spec.eta, budget: None };
        let plan = match self.plan(&options) {
            Err(Error::Infeasible { method, needed, .. }) => {
                log::warn!("{method} needs {needed} here: the job is scheduled by best instead");
                self.plan(&Options::with(Algorithm::Best))?
            }
            plan => plan?,
        };
        let slot_of = plan.slot_of.clone();
        let table = Table::new(plan.algorithm.name(), self.spec.slots, slot_of, self.scheduled_by());
        let message = table.encode()?;
        self.finalise_ns = start.elapsed().as_nanos() as u64;
        log::info!(
            "{} groups on {} slots by {}: makespan {} is {:.4} of the bound",
            self.spec.groups,
            self.spec.slots,
            plan.algorithm,
            plan.makespan,
            plan.ratio()
        );
        self.done = Some((plan, message.clone()));
        Ok(message)
    }

    /// The schedule that honours the hints given.
    fn plan(&self, options: &Options) -> Result<Schedule> {
        let bytes = copied_by(&self.bytes, &self.loads);
        finalise(self.scheduled_by(), &self.slots, options, self.hinter.hints(), bytes, EPSILON)
    }

    /// The loads that the job is scheduled by.
    fn scheduled_by(&self) -> &[u64] {
        match self.spec.load {
            Load::Bytes => self.bytes.loads(),
            Load::Records | Load::Custom => self.loads.loads(),
        }
    }
}

/// What a group costs to copy: its bytes, or its loads if maps do not report bytes.
fn copied_by<'a>(bytes: &'a Histogram, loads: &'a Histogram) -> &'a [u64] {
    if bytes.total() > 0 { bytes.loads() } else { loads.loads() }
}
