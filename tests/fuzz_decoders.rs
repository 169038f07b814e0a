//! A short fuzz run of every decoder on a stable compiler: mutated messages, fixed seed. `fuzz/` has the same for cargo-fuzz.

use evenkeel::random::Random;
use evenkeel::wire::{Counts, HeavyKey, Hints, Report, ReportBuilder, Table};

const ROUNDS: usize = 60_000;

/// Calls `check` with mutations of `seeds`.
fn mutate(seeds: &[Vec<u8>], check: impl Fn(&[u8])) {
    let mut random = Random::new(2024);
    for round in 0..ROUNDS {
        let mut bytes = seeds[round % seeds.len()].clone();
        for _ in 0..random.below(4) {
            let at = random.below(bytes.len() as u64 + 1) as usize;
            match random.below(5) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, random.next_u64() as u8),
                2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
                3 if at < bytes.len() => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5) as usize],
                _ => bytes.extend(std::iter::repeat_n(0xff, random.below(12) as usize)),
            }
        }
        check(&bytes);
    }
}

fn counts(loads: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    Counts::encode(loads, &mut out);
    out
}

#[test]
fn counts_decoder() {
    let lists: [&[u64]; 4] = [&[], &[1, 0, 0, 5], &[u64::MAX; 5], &[0; 40]];
    mutate(&lists.map(counts), |bytes| {
        if let Ok(read) = Counts::decode(bytes) {
            assert!(read.iter().all(|(group, load)| group < read.len() && load > 0));
            if read.len() < 1 << 16 {
                assert_eq!(Counts::decode(&counts(&read.to_vec())).expect("own").to_vec(), read.to_vec());
            }
        }
    });
}

#[test]
fn report_decoder() {
    let keys = [HeavyKey { group: 1, load: 9, error: 2, key: "ключ" }];
    let seeds = [
        ReportBuilder::new(&[1, 2, 3]).build(),
        ReportBuilder::new(&[1, 2, 3]).bytes(&[4, 5, 6]).heavy(&keys).statistics(b"x").build(),
    ];
    mutate(&seeds, |bytes| {
        if let Ok(report) = Report::decode(bytes, 3) {
            assert_eq!(report.loads.len(), 3);
            assert_eq!(report.heavy.iter().count(), report.heavy.len());
        }
    });
}

#[test]
fn table_decoder() {
    let table = |slots, of: Vec<u32>| {
        Table::new("best", slots, of.clone(), &vec![7; of.len()]).encode().expect("table")
    };
    mutate(&[table(1, vec![0; 9]), table(15, (0..15).collect()), table(1 << 24, vec![5, 6])], |bytes| {
        if let Ok(read) = Table::decode(bytes) {
            assert_eq!(read.encode().expect("own"), bytes);
        }
    });
}

#[test]
fn hints_decoder() {
    let hints = |slots, slot_of| Hints { stage: 3, slots, slot_of }.encode().expect("hints");
    mutate(
        &[hints(1, vec![Some(0); 9]), hints(15, (0..15).map(Some).collect()), hints(4, vec![None; 30])],
        |bytes| {
            if let Ok(read) = Hints::decode(bytes) {
                assert_eq!(read.encode().expect("own"), bytes);
            }
        },
    );
}
