//! What a job's maps emit, counted from the data without the plug-in; and the check that a job's table is the one
//! the Rust planner gives for it, and that its reduce tasks ran by that table.

use crate::{Cluster, JobInfo};
use evenkeel::analyze::hash;
use evenkeel::{Algorithm, Options, Slots, schedule};
use serde_json::Value;
use std::collections::HashSet;

/// What a segment of map output has beside its pairs: the mark of its end (2 bytes) and a checksum (4).
const FRAME: u64 = 6;

/// What a job balances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// Pairs.
    Records,
    /// Bytes of map output, each pair with the lengths of its key and value.
    Bytes,
}

impl Load {
    /// The value of `evenkeel.load`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Records => "records",
            Self::Bytes => "bytes",
        }
    }
}

/// The pairs of a job by operation group.
#[derive(Debug)]
pub struct Truth {
    records: Vec<u64>,
    bytes: Vec<u64>,
    keys: Vec<HashSet<Vec<u8>>>,
}

impl Truth {
    /// No pair yet, in so many groups.
    pub fn new(groups: usize) -> Self {
        Self { records: vec![0; groups], bytes: vec![0; groups], keys: vec![HashSet::new(); groups] }
    }

    /// Adds the pairs that one map emits: Java's hash of the key, the serialized key, the size of the value.
    pub fn map<'a>(&mut self, pairs: impl IntoIterator<Item = (i32, &'a [u8], usize)>) {
        let mut used = vec![false; self.records.len()];
        for (code, key, value) in pairs {
            let group = hash::group(code, self.records.len() as u32) as usize;
            used[group] = true;
            self.records[group] += 1;
            let lengths = vint(key.len()) + vint(value);
            self.bytes[group] += (lengths + key.len() + value) as u64;
            if !self.keys[group].contains(key) {
                self.keys[group].insert(key.to_vec());
            }
        }
        for (group, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            self.bytes[group] += FRAME;
        }
    }

    /// How many different keys there are.
    pub fn distinct(&self) -> usize {
        self.keys.iter().map(HashSet::len).sum()
    }

    /// The job's table is the planner's for these pairs, and each reduce task had exactly the keys that it gives.
    pub fn check(&self, cluster: &Cluster, job: &JobInfo, load: Load, slots: u32) {
        let report = cluster.report(&job.id).unwrap();
        let loads = match load {
            Load::Records => &self.records,
            Load::Bytes => &self.bytes,
        };
        assert_eq!(&numbers(&report["schedule"]["loads"]), loads, "loads by {load:?}");
        let options = Options { algorithm: Algorithm::Best, ..Options::default() };
        let plan = schedule(loads, &Slots::equal(slots).unwrap(), &options).unwrap();
        let table = numbers(&report["schedule"]["table"]);
        assert_eq!(table, plan.slot_of.iter().map(|&s| u64::from(s)).collect::<Vec<_>>());
        let mut keys = vec![0; slots as usize];
        for (group, slot) in table.iter().enumerate() {
            keys[*slot as usize] += self.keys[group].len() as i64;
        }
        let done: Vec<i64> = job.tasks("REDUCE").iter().map(|t| t.counter("REDUCE_INPUT_GROUPS")).collect();
        assert_eq!(done, keys);
    }
}

/// `Text` as Hadoop writes and hashes it: the hash, and the bytes with their length before them.
pub fn text(word: &str) -> (i32, Vec<u8>) {
    assert!(word.len() < 128, "a longer word has a longer length");
    let mut bytes = vec![word.len() as u8];
    bytes.extend(word.bytes());
    (hash::of_text(word), bytes)
}

/// `FloatWritable` as Hadoop writes and hashes it.
pub fn float(value: f32) -> (i32, Vec<u8>) {
    (value.to_bits() as i32, value.to_be_bytes().to_vec())
}

/// Bytes of a length as Hadoop writes it.
fn vint(length: usize) -> usize {
    match length {
        0..128 => 1,
        128..256 => 2,
        _ => 3,
    }
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|v| v.as_u64().unwrap()).collect()
}
