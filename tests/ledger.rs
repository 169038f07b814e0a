//! A job's ledger: each map counts once, errors change nothing, one table for ever.

use evenkeel::generate::{JobSize, Layout, maps};
use evenkeel::histogram::{Added, Histogram};
use evenkeel::ledger::{JobSpec, Ledger, Load, Prefetch};
use evenkeel::wire::{HeavyKey, Hints, ReportBuilder, Table};
use evenkeel::{Algorithm, Error};

fn spec(maps: u32, groups: u32, slots: u32) -> JobSpec {
    JobSpec { maps, groups, slots, ..JobSpec::default() }
}

#[test]
fn histogram_errors_change_nothing() {
    let mut histogram = Histogram::new(2, 3);
    assert_eq!(histogram.add(0, &[1]), Err(Error::WrongGroups { expected: 2, found: 1 }));
    assert_eq!(histogram.add(3, &[1, 1]), Err(Error::UnknownMap { map: 3, maps: 3 }));
    assert_eq!(histogram.add(0, &[u64::MAX, 1]), Err(Error::Overflow { what: "the sum of all loads" }));
    assert_eq!((histogram.loads(), histogram.reports()), (&[0, 0][..], 0));
    assert_eq!(histogram.add(0, &[u64::MAX, 0]), Ok(Added::First));
    assert!(histogram.add(1, &[0, 1]).is_err());
    assert_eq!(histogram.add(0, &[5, 5]), Ok(Added::Duplicate));
    assert_eq!((histogram.loads(), histogram.duplicates()), (&[u64::MAX, 0][..], 1));
    assert_eq!((histogram.add(1, &[0, 0]), histogram.add(2, &[0, 0])), (Ok(Added::First), Ok(Added::First)));
    assert_eq!(histogram.reports(), 3);
}

#[test]
fn one_table_for_ever() {
    let mut ledger = Ledger::new(spec(3, 4, 2)).expect("spec");
    assert_eq!(ledger.add_report(1, &ReportBuilder::new(&[9, 0, 0, 9]).build()), Ok(Added::First));
    let table = ledger.finalise().expect("table");
    assert_eq!(ledger.add_report(0, &ReportBuilder::new(&[0, 100, 0, 0]).build()), Ok(Added::Late));
    assert_eq!(ledger.finalise().expect("table"), table);
    assert_eq!(ledger.hint(), Ok(None));
    let table = Table::decode(&table).expect("readable");
    assert!(table.complete && table.slot_of.len() == 4 && table.slot_of[0] != table.slot_of[3]);
    let snapshot = ledger.snapshot();
    assert_eq!((snapshot.reports, snapshot.slot_of.is_some()), (1, true));
    assert_eq!(snapshot.table_loads, Some(vec![9, 9]));
    assert_eq!(snapshot.optimal, Some(true));
}

#[test]
fn a_table_without_any_report_binds_every_group() {
    for maps in [0, 5] {
        let mut ledger = Ledger::new(spec(maps, 7, 3)).expect("spec");
        let table = Table::decode(&ledger.finalise().expect("table")).expect("readable");
        assert_eq!(table.slot_of.len(), 7);
    }
}

#[test]
fn bad_reports_and_specifications_are_errors() {
    let mut ledger = Ledger::new(spec(2, 2, 2)).expect("spec");
    assert!(matches!(ledger.add_report(0, b"nonsense"), Err(Error::Malformed { .. })));
    assert!(matches!(
        ledger.add_report(0, &ReportBuilder::new(&[1]).build()),
        Err(Error::WrongGroups { .. })
    ));
    assert!(matches!(
        ledger.add_report(2, &ReportBuilder::new(&[1, 1]).build()),
        Err(Error::UnknownMap { .. })
    ));
    let big = ReportBuilder::new(&[1, 1]).bytes(&[u64::MAX, 1]).build();
    assert!(matches!(ledger.add_report(0, &big), Err(Error::Overflow { .. })));
    assert_eq!(ledger.snapshot().reports, 0);
    let by_bytes = JobSpec { load: Load::Bytes, ..spec(1, 2, 2) };
    let mut ledger = Ledger::new(by_bytes).expect("spec");
    assert!(ledger.add_report(0, &ReportBuilder::new(&[1, 1]).build()).is_err());
    assert_eq!(ledger.add_report(0, &ReportBuilder::new(&[1, 1]).bytes(&[7, 9]).build()), Ok(Added::First));
    for bad in [
        JobSpec { slots: 0, ..spec(1, 1, 1) },
        JobSpec { eta: 2.0, ..spec(1, 1, 1) },
        JobSpec { groups: u32::MAX, ..spec(1, 1, 1) },
        JobSpec { speeds: Some(vec![1, 2]), ..spec(1, 1, 3) },
    ] {
        assert!(Ledger::new(bad).is_err());
    }
    assert!(JobSpec::from_json("{\"maps\": 1, \"unknown\": 2}").is_err());
}

#[test]
fn heavy_keys_are_summed_and_bounded() {
    let mut ledger = Ledger::new(spec(40, 3, 2)).expect("spec");
    for map in 0..40 {
        let names: Vec<String> = (0..200).map(|key| format!("key {map} {key}")).collect();
        let mut keys: Vec<HeavyKey<'_>> =
            names.iter().map(|key| HeavyKey { group: 1, load: 5, error: 1, key }).collect();
        keys.push(HeavyKey { group: 2, load: 100, error: 10, key: "the" });
        ledger.add_report(map, &ReportBuilder::new(&[1, 1, 1]).heavy(&keys).build()).expect("report");
    }
    let snapshot = ledger.snapshot();
    assert_eq!(
        (snapshot.heavy[0].key.as_str(), snapshot.heavy[0].load, snapshot.heavy[0].at_least),
        ("the", 4000, 3600)
    );
    assert!(snapshot.heavy.len() <= 100);
}

#[test]
fn hints_come_in_stages_and_the_table_honours_them() {
    let size = JobSize { maps: 32, groups: 480, slots: 15, pairs: 50_000 };
    let job = maps(Layout::Homogeneous, size, 4);
    let mut ledger = Ledger::new(spec(32, 480, 15)).expect("spec");
    let (mut last, mut stages) = (None, 0);
    for (map, counts) in job.iter().enumerate() {
        ledger.add_report(map as u32, &ReportBuilder::new(counts).build()).expect("report");
        if let Some(message) = ledger.hint().expect("hint") {
            let hints = Hints::decode(&message).expect("readable");
            stages += 1;
            assert_eq!(hints.stage, stages);
            last = Some(hints);
        }
    }
    let hints = last.expect("at least one stage");
    let table = Table::decode(&ledger.finalise().expect("table")).expect("readable");
    let kept = hints.slot_of.iter().zip(&table.slot_of).filter(|(hint, slot)| **hint == Some(**slot)).count();
    assert!(kept * 10 >= 480 * 8, "{kept} of 480 groups stayed");
    assert!(ledger.snapshot().ratio.expect("table") <= 1.01);
}

/// Whether any hints come for a job whose maps write so many bytes each.
fn hinted(prefetch: Prefetch, bytes: u64) -> bool {
    let size = JobSize { maps: 32, groups: 480, slots: 15, pairs: 50_000 };
    let mut ledger = Ledger::new(JobSpec { prefetch, ..spec(32, 480, 15) }).expect("spec");
    let mut any = false;
    for (map, counts) in maps(Layout::Homogeneous, size, 4).iter().enumerate() {
        let pairs: u64 = counts.iter().sum();
        let written: Vec<u64> = counts.iter().map(|count| count * bytes / pairs).collect();
        let report = ReportBuilder::new(counts).bytes(&written).build();
        ledger.add_report(map as u32, &report).expect("report");
        any |= ledger.hint().expect("hint").is_some();
    }
    any
}

#[test]
fn hints_are_given_where_there_is_much_to_copy() {
    // 32 maps of so many bytes, for 15 slots.
    let (little, much) = (6 << 20, 9 << 20);
    assert!(!hinted(Prefetch::Auto, little) && hinted(Prefetch::Auto, much));
    assert!(hinted(Prefetch::Always, little));
    assert!(!hinted(Prefetch::Off, much));
}

#[test]
fn methods_asked_for_by_name_give_no_hints() {
    let mut ledger = Ledger::new(JobSpec { algorithm: Algorithm::Relax, ..spec(4, 8, 2) }).expect("spec");
    for map in 0..4 {
        ledger.add_report(map, &ReportBuilder::new(&[1, 2, 3, 4, 5, 6, 7, 8]).build()).expect("report");
        assert_eq!(ledger.hint(), Ok(None));
    }
    assert_eq!(Table::decode(&ledger.finalise().expect("table")).expect("readable").algorithm, "relax");
}
