//! A job's specification as JSON, as it comes over the bridge: no panic, and bounded memory.
#![no_main]

use evenkeel::ledger::{JobSpec, Ledger};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(spec) = JobSpec::from_json(text) else { return };
    // Memory grows with these, as it should: keep the fuzzer small.
    if spec.groups <= 1 << 12 && spec.maps <= 1 << 12 && spec.slots <= 1 << 12 {
        if let Ok(mut ledger) = Ledger::new(spec) {
            assert!(ledger.finalise().is_ok());
        }
    }
});
