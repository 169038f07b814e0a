//! Both languages agree with `tests/vectors/*.txt` byte by byte, and on how many groups there are and which is a key's.

use evenkeel::Error;
use evenkeel::analyze::{hash, usual_groups};
use evenkeel::wire::{Counts, HeavyKey, Hints, Report, ReportBuilder, Table, order_byte};

/// The examples of a file: fields of each line, comments and blank lines left out.
fn examples(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/vectors/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim_end());
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(|line| line.split('|').map(|field| field.trim().to_owned()).collect()).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("hex");
    (0..text.len()).step_by(2).map(digit).collect()
}

fn list<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> Vec<T> {
    if text == "-" { Vec::new() } else { text.split(',').map(|v| v.parse().expect("number")).collect() }
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>, line: &[String]) {
    let error = result.expect_err(&line.join(" | "));
    assert!(matches!(error, Error::Malformed { .. } | Error::WrongGroups { .. }), "{error}");
}

#[test]
fn counts() {
    for line in examples("counts") {
        let bytes = unhex(&line[1]);
        if line[0] == "error" {
            refused(Counts::decode(&bytes), &line);
            continue;
        }
        let loads: Vec<u64> = list(&line[0]);
        assert_eq!(Counts::decode(&bytes).expect(&line[1]).to_vec(), loads);
        let mut encoded = Vec::new();
        Counts::encode(&loads, &mut encoded);
        assert_eq!(encoded, bytes, "{line:?}");
    }
}

#[test]
fn reports() {
    for line in examples("report") {
        if line[0] == "error" {
            refused(Report::decode(&unhex(&line[2]), line[1].parse::<u32>().expect("groups")), &line);
            continue;
        }
        if line[0] == "reads" {
            let bytes = unhex(&line[3]);
            let report = Report::decode(&bytes, line[1].parse().expect("groups")).expect("readable");
            assert_eq!(report.loads.to_vec(), list::<u64>(&line[2]));
            continue;
        }
        let bytes = unhex(&line[5]);
        let report = Report::decode(&bytes, line[0].parse().expect("groups")).expect(&line[5]);
        let loads: Vec<u64> = list(&line[1]);
        assert_eq!(report.loads.to_vec(), loads);
        let mut builder = ReportBuilder::new(&loads);
        assert_eq!(report.bytes.is_some(), line[2] != "-");
        if let Some(counts) = report.bytes {
            assert_eq!(counts.to_vec(), list::<u64>(&line[2]));
            builder = builder.bytes(&counts.to_vec());
        }
        if line[3] != "-" {
            let texts = line[3].split_whitespace().map(|key| key.split('/').collect::<Vec<_>>());
            let keys: Vec<(Vec<&str>, Vec<u8>)> = texts.map(|key| (key.clone(), unhex(key[3]))).collect();
            let number = |text: &str| text.parse::<u64>().expect("number");
            let keys: Vec<HeavyKey<'_>> = keys
                .iter()
                .map(|(text, key)| HeavyKey {
                    group: number(text[0]) as u32,
                    load: number(text[1]),
                    error: number(text[2]),
                    key: std::str::from_utf8(key).expect("UTF-8"),
                })
                .collect();
            assert_eq!(report.heavy.iter().collect::<Vec<_>>(), keys);
            builder = builder.heavy(&keys);
        }
        if line[4] != "-" {
            assert_eq!(report.statistics, Some(&unhex(&line[4])[..]));
            builder = builder.statistics(&unhex(&line[4]));
        }
        assert_eq!(builder.build(), bytes, "{line:?}");
    }
}

#[test]
fn tables() {
    for line in examples("table") {
        if line[0] == "error" {
            refused(Table::decode(&unhex(&line[1])), &line);
            continue;
        }
        let bytes = unhex(&line[6]);
        let slots = line[2].parse().expect("slots");
        let mut table = Table::new(&line[1], slots, list(&line[3]), &list::<u64>(&line[4]));
        table.complete = line[0] == "true";
        assert_eq!(table.order, list::<u8>(&line[5]));
        assert_eq!(table.encode().expect("table"), bytes, "{line:?}");
        assert_eq!(Table::decode(&bytes), Ok(table));
    }
}

#[test]
fn hints() {
    for line in examples("hints") {
        if line[0] == "error" {
            refused(Hints::decode(&unhex(&line[1])), &line);
            continue;
        }
        let slot_of = list::<String>(&line[2]).iter().map(|slot| slot.parse().ok()).collect();
        let stage = line[0].parse().expect("stage");
        let hints = Hints { stage, slots: line[1].parse().expect("slots"), slot_of };
        let bytes = unhex(&line[3]);
        assert_eq!(hints.encode().expect("hints"), bytes, "{line:?}");
        assert_eq!(Hints::decode(&bytes), Ok(hints));
    }
}

#[test]
fn order_bytes() {
    for line in examples("order") {
        let (load, byte) = line[0].split_once(' ').expect("two fields");
        assert_eq!(order_byte(load.parse().expect("load")).to_string(), byte, "{load}");
    }
}

#[test]
fn groups() {
    for line in examples("groups") {
        let fields: Vec<&str> = line[0].split(' ').collect();
        let number = |i: usize| fields[i].parse::<u64>().expect("a number");
        let (slots, maps, input) = (number(0) as u32, number(1) as u32, number(2));
        let compressed = fields[3].parse().expect("true or false");
        let groups = usual_groups(slots, maps, input / u64::from(maps.max(1)), compressed);
        assert_eq!(u64::from(groups), number(4), "{}", line[0]);
    }
    for line in examples("hash") {
        let fields: Vec<i64> = line[0].split(' ').map(|field| field.parse().expect("a number")).collect();
        assert_eq!(i64::from(hash::group(fields[0] as i32, fields[1] as u32)), fields[2], "{}", line[0]);
    }
}
