//! The decoder of tables: no panic, and one message for each table.
#![no_main]

use evenkeel::wire::Table;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(table) = Table::decode(bytes) {
        assert_eq!(table.encode().expect("own table"), bytes);
    }
});
