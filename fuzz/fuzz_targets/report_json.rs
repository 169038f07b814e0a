//! A job report as JSON, as `evenkeel report` reads it: no panic, and a page is made of what can be read.
#![no_main]

use evenkeel::report::{Report, html};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(report) = Report::from_json(bytes) else { return };
    assert!(!report.summary.sentence.is_empty() && !report.job.id.is_empty());
    assert!(html::render(&report).contains("</html>"));
    assert!(Report::from_json(report.to_json().as_bytes()).is_ok());
});
