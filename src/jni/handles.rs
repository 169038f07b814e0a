//! Open jobs by number. A number is never used twice, so an old one finds nothing.

use super::failure::Failure;
use crate::Result;
use crate::ledger::Ledger;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Jobs open at a time.
const LIMIT: usize = 100_000;

/// All open jobs of this process.
pub(super) static HANDLES: LazyLock<Handles> = LazyLock::new(Handles::default);

/// The table of open jobs. Its own lock is held for a lookup only; each ledger has one of its own.
#[derive(Default)]
pub(super) struct Handles {
    ledgers: Mutex<HashMap<i64, Arc<Mutex<Ledger>>>>,
    last: AtomicI64,
}

impl Handles {
    /// Keeps a ledger and gives its number, which is above 0.
    pub(super) fn open(&self, ledger: Ledger) -> std::result::Result<i64, Failure> {
        let handle = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let mut ledgers = self.ledgers.lock().unwrap_or_else(PoisonError::into_inner);
        if ledgers.len() >= LIMIT {
            return Err(Failure::Full(LIMIT));
        }
        ledgers.insert(handle, Arc::new(Mutex::new(ledger)));
        Ok(handle)
    }

    /// Calls something on an open job's ledger.
    pub(super) fn with<T>(
        &self,
        handle: i64,
        action: impl FnOnce(&mut Ledger) -> Result<T>,
    ) -> std::result::Result<T, Failure> {
        let found = self.ledgers.lock().unwrap_or_else(PoisonError::into_inner).get(&handle).cloned();
        let ledger = found.ok_or(Failure::Handle(handle))?;
        let mut ledger = ledger.lock().map_err(|_| Failure::Broken)?;
        Ok(action(&mut ledger)?)
    }

    /// Forgets a job; a call that is under way ends first by itself.
    pub(super) fn close(&self, handle: i64) -> std::result::Result<(), Failure> {
        let gone = self.ledgers.lock().unwrap_or_else(PoisonError::into_inner).remove(&handle);
        gone.map(drop).ok_or(Failure::Handle(handle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::JobSpec;

    fn ledger() -> Ledger {
        Ledger::new(JobSpec { maps: 1, groups: 4, slots: 2, ..JobSpec::default() }).unwrap()
    }

    #[test]
    fn a_handle_lives_from_open_to_close() {
        let handles = Handles::default();
        let handle = handles.open(ledger()).unwrap();
        assert!(handles.with(handle, Ledger::finalise).is_ok());
        assert!(handles.close(handle).is_ok());
        assert!(matches!(handles.close(handle), Err(Failure::Handle(_))));
        assert!(matches!(handles.with(handle, Ledger::finalise), Err(Failure::Handle(_))));
        assert_ne!(handles.open(ledger()).unwrap(), handle);
    }

    #[test]
    fn invented_handles_find_nothing() {
        let handles = Handles::default();
        for handle in [0, -1, i64::MIN, i64::MAX] {
            assert!(matches!(handles.with(handle, Ledger::finalise), Err(Failure::Handle(_))));
        }
    }

    #[test]
    fn a_panic_breaks_its_own_job_only() {
        let handles = Handles::default();
        let (bad, good) = (handles.open(ledger()).unwrap(), handles.open(ledger()).unwrap());
        let call = std::panic::AssertUnwindSafe(|| handles.with::<()>(bad, |_| panic!("on purpose")));
        assert!(std::panic::catch_unwind(call).is_err());
        assert!(matches!(handles.with(bad, Ledger::finalise), Err(Failure::Broken)));
        assert!(handles.with(good, Ledger::finalise).is_ok());
        assert!(handles.close(bad).is_ok());
    }
}
