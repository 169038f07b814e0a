//! The facts of a job as JSON, with what its reduce tasks posted: no panic, and report and page are made of what can be read.
#![no_main]

use evenkeel::report::{Facts, Report, html};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(facts) = Facts::from_json(bytes) else { return };
    if let Ok(report) = facts.into_report() {
        assert!(html::render(&report).contains("</html>"));
        // The JobTracker always names the job.
        assert_eq!(Report::from_json(report.to_json().as_bytes()).is_ok(), !report.job.id.is_empty());
    }
});
