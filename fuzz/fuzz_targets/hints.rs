//! The decoder of hints: no panic, and one message for each stage.
#![no_main]

use evenkeel::wire::Hints;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(hints) = Hints::decode(bytes) {
        assert_eq!(hints.encode().expect("own hints"), bytes);
    }
});
