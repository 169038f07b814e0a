//! The decoder of reports: no panic, whatever a task sends.
#![no_main]

use evenkeel::wire::Report;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(report) = Report::decode(bytes, 3) {
        assert_eq!(report.loads.len(), 3);
        assert_eq!(report.heavy.iter().count(), report.heavy.len());
    }
});
