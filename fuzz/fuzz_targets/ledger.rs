//! Reports of any map in any order into a job's ledger: no panic, bad ones change nothing, and one table for ever.
#![no_main]

use evenkeel::Algorithm;
use evenkeel::ledger::{JobSpec, Ledger, Load};
use evenkeel::wire::Table;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let [groups, slots, maps, method, load, rest @ ..] = bytes else { return };
    let mut rest = rest;
    let (groups, slots, maps) = (u32::from(groups % 9), u32::from(slots % 5), u32::from(maps % 9));
    let algorithm = match method % 32 {
        0 => Algorithm::Best,
        other => Algorithm::ALL[1 + usize::from(other) % 7],
    };
    let load = [Load::Records, Load::Bytes, Load::Custom][usize::from(load % 3)];
    let spec = JobSpec { maps, groups, slots, algorithm, load, ..JobSpec::default() };
    let Ok(mut ledger) = Ledger::new(spec) else { return };
    while let [map, length, tail @ ..] = rest {
        let (message, tail) = tail.split_at(tail.len().min(usize::from(*length)));
        let before = ledger.snapshot();
        match ledger.add_report(u32::from(*map), message) {
            Ok(_) => assert!(ledger.hint().is_ok()),
            Err(_) => assert_eq!(ledger.snapshot().loads, before.loads),
        }
        rest = tail;
    }
    let Ok(table) = ledger.finalise() else { return };
    assert_eq!(ledger.finalise().as_ref(), Ok(&table));
    let table = Table::decode(&table).expect("own table");
    assert!(table.complete && table.slot_of.len() == groups as usize);
    assert!(serde_json::to_vec(&ledger.snapshot()).is_ok());
});
