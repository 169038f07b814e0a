//! From a histogram of keys to the schedule that the job would get.

use super::hash;
use crate::bound::lower_bound;
use crate::report::FiveNumbers;
use crate::{Options, Schedule, Slots, schedule};
use serde::Serialize;

/// First line of a file that `CountKeys` wrote: a third column holds the keys' hash codes.
pub const HEADER: &str = "# evenkeel keys 1";

/// A histogram: loads of keys.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Keys {
    /// In the order of the file.
    pub keys: Vec<Key>,
    /// Remarks in the file, e.g. how much was sampled.
    pub remarks: Vec<String>,
}

/// One key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Key {
    /// As text.
    pub name: String,
    /// Pairs of this key, as counted.
    pub load: u64,
    /// Java's `hashCode` of it.
    pub hash: i32,
}

impl Keys {
    /// Takes the next line: `key TAB load`, or with the third column `hashCode` after [`HEADER`]. Lines that
    /// start with `#` and have no tab are remarks. In error, what was expected.
    pub fn take_line(&mut self, line: &str) -> Result<(), &'static str> {
        let line = line.trim_end_matches(['\r', '\n']);
        if let Some(remark) = line.strip_prefix('#').filter(|remark| !remark.contains('\t')) {
            self.remarks.push(remark.trim().to_owned());
            return Ok(());
        }
        if line.is_empty() {
            return Ok(());
        }
        let counted = self.remarks.first().is_some_and(|first| HEADER.ends_with(first.as_str()));
        let (line, code) = match counted {
            true => {
                let (line, code) = line.rsplit_once('\t').ok_or("key, load and hash code, tabs between")?;
                (line, Some(code.parse().map_err(|_| "a hash code in the third column")?))
            }
            false => (line, None),
        };
        let (name, load) = line.rsplit_once('\t').ok_or("a key, a tab and its load")?;
        let load = load.trim().parse().map_err(|_| "a whole number after the tab")?;
        self.keys.push(Key {
            name: name.to_owned(),
            load,
            hash: code.unwrap_or_else(|| hash::of_text(name)),
        });
        Ok(())
    }
}

/// What hashing does to these keys and what Evenkeel would.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeyPlan {
    /// Number of keys.
    pub keys: usize,
    /// Operation groups.
    pub groups: u32,
    /// Load of all keys.
    pub total: u64,
    /// Load of each slot by stock MapReduce.
    pub hash_slots: Vec<u64>,
    /// Load of each slot by Evenkeel.
    pub slots: Vec<u64>,
    /// Five numbers of `hash_slots`.
    pub hash_five: FiveNumbers,
    /// Five numbers of `slots`.
    pub five: FiveNumbers,
    /// No schedule of whole keys has a smaller largest load.
    pub bound: u64,
    /// The method.
    pub algorithm: String,
    /// The heaviest keys and their loads.
    pub heaviest: Vec<(String, u64)>,
    /// Loads of all keys, not in the JSON.
    #[serde(skip)]
    pub loads: Vec<u64>,
}

impl KeyPlan {
    /// Schedules these keys.
    pub fn new(keys: &Keys, slots: u32, groups: u32, options: &Options) -> crate::Result<Self> {
        let places = Slots::equal(slots)?;
        let mut by_group = vec![0u64; groups as usize];
        let mut hash_slots = vec![0u64; slots as usize];
        for key in &keys.keys {
            let group = &mut by_group[hash::group(key.hash, groups) as usize];
            *group = group.saturating_add(key.load);
            let slot = &mut hash_slots[hash::stock_slot(key.hash, slots) as usize];
            *slot = slot.saturating_add(key.load);
        }
        let plan: Schedule = schedule(&by_group, &places, options)?;
        let mut loads: Vec<u64> = keys.keys.iter().map(|k| k.load).collect();
        loads.sort_unstable_by(|a, b| b.cmp(a));
        let mut heaviest: Vec<&Key> = keys.keys.iter().collect();
        heaviest.sort_by(|a, b| b.load.cmp(&a.load).then_with(|| a.name.cmp(&b.name)));
        let five = |loads: &[u64]| FiveNumbers::of(loads.iter().map(|l| *l as f64));
        Ok(Self {
            keys: keys.keys.len(),
            groups,
            total: places.total(&loads)?,
            hash_five: five(&hash_slots),
            five: five(&plan.loads),
            bound: lower_bound(&loads, &places).as_f64().ceil() as u64,
            algorithm: plan.algorithm.to_string(),
            heaviest: heaviest.iter().take(20).map(|k| (k.name.clone(), k.load)).collect(),
            hash_slots,
            slots: plan.loads,
            loads,
        })
    }

    /// Load of a slot if all had the same.
    pub fn mean(&self) -> f64 {
        self.total as f64 / self.slots.len().max(1) as f64
    }

    /// The largest load as a part of what hashing gives.
    pub fn of_hash(&self) -> f64 {
        if self.hash_five.max > 0.0 { self.five.max / self.hash_five.max } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Keys, &'static str> {
        let mut keys = Keys::default();
        text.lines().try_for_each(|line| keys.take_line(line))?;
        Ok(keys)
    }

    #[test]
    fn both_forms_are_read() {
        let plain = read("the\t9\nof\twith tab\t4\n").unwrap();
        assert_eq!((plain.keys[0].load, plain.keys[0].hash), (9, 144_592));
        assert_eq!(plain.keys[1].name, "of\twith tab");
        let counted = read("# evenkeel keys 1\n# sampled 3 of 60 splits\nthe\t9\t-5\n").unwrap();
        assert_eq!((counted.keys[0].load, counted.keys[0].hash), (9, -5));
        assert_eq!(counted.remarks[1], "sampled 3 of 60 splits");
        let tagged = read("#tag\t7\n").unwrap();
        assert_eq!((tagged.keys[0].name.as_str(), tagged.keys[0].load), ("#tag", 7));
        assert!(
            read("the").is_err() && read("the\tx").is_err() && read("# evenkeel keys 1\na\t1\n").is_err()
        );
    }

    #[test]
    fn a_plan_keeps_every_load() {
        let text: String = (1..2000).map(|i| format!("key{i}\t{}\n", 100_000 / i)).collect();
        let keys = read(&text).unwrap();
        let plan = KeyPlan::new(&keys, 15, 512, &Options::default()).unwrap();
        assert_eq!(plan.slots.iter().sum::<u64>(), plan.total);
        assert_eq!(plan.hash_slots.iter().sum::<u64>(), plan.total);
        assert!(plan.five.max >= plan.bound as f64 && plan.of_hash() <= 1.0);
        assert_eq!(plan.heaviest[0], ("key1".to_owned(), 100_000));
    }
}
