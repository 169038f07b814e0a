//! Files that `evenkeel analyze` reads, a job's history and a histogram of keys: no panic.
#![no_main]

use evenkeel::Options;
use evenkeel::analyze::{History, KeyPlan, Keys, Tail, html, words};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut keys = Keys::default();
    let readable = text.lines().all(|line| keys.take_line(line).is_ok());
    let options = Options { budget: Some(1_000), ..Options::default() };
    let plan = if readable { KeyPlan::new(&keys, 3, 16, &options).ok() } else { None };
    let history = History::parse(&text).ok();
    let tail = history.as_ref().map(Tail::of);
    let both = history.as_ref().zip(tail.as_ref());
    if let Some((history, tail)) = both {
        assert!(!words::of_tail(history, tail).is_empty());
    }
    if let Some(plan) = &plan {
        assert!(!words::of_keys(plan, tail.as_ref()).is_empty());
    }
    assert!(html::render(both, plan.as_ref()).contains("</html>"));
});
