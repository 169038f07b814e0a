//! The decoder of counts: no panic, and what it accepts survives a round trip.
#![no_main]

use evenkeel::wire::Counts;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(counts) = Counts::decode(bytes) else { return };
    assert!(counts.iter().all(|(group, load)| group < counts.len() && load > 0));
    if counts.len() <= 1 << 16 {
        let loads = counts.to_vec();
        let mut again = Vec::new();
        Counts::encode(&loads, &mut again);
        assert_eq!(Counts::decode(&again).expect("own message").to_vec(), loads);
    }
});
