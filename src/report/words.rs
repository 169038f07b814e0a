//! The report in plain words.

use super::{HeavyKey, Report, Schedule, Summary};
use crate::draw::percent;

/// One sentence: how good the balance is, what hashing would have done, and what still limits it.
pub fn sentence(report: &Report, summary: &Summary) -> String {
    let schedule = &report.schedule;
    if schedule.slots.is_empty() {
        return format!(
            "No table yet: the counts of {} of {} maps are in.",
            schedule.reports, report.job.maps
        );
    }
    if summary.total_load == 0 {
        return "The maps emitted nothing, so there was nothing to balance.".into();
    }
    let best = balance(schedule.optimal, summary.above_bound);
    let mut text = if summary.hash_ratio < 1.02 {
        format!(
            "{best}; hashing would have done about as well (its busiest slot has {} times the mean), so there was little to gain",
            factor(summary.hash_ratio)
        )
    } else {
        format!(
            "{best}; with hashing the busiest slot would have had {} times the mean",
            factor(summary.hash_ratio)
        )
    };
    if let Some(key) = limiting_key(&schedule.heavy_keys, summary) {
        let share = key.at_least as f64 / summary.total_load as f64;
        text.push_str(&format!(
            "; the key ‘{}’ alone holds {}{}, which no scheduling can split",
            key.key,
            if key.load > key.at_least { "at least " } else { "" },
            percent(share)
        ));
    }
    let could_be = could_be(schedule) as f64;
    if could_be > 0.0 && schedule.bound as f64 > 1.02 * could_be {
        text.push_str(&format!(
            "; with more groups the busiest slot could have up to {} less",
            percent(1.0 - could_be / summary.slots.max)
        ));
    }
    if schedule.reports < report.job.maps {
        text.push_str(&format!(
            "; the counts of {} of {} maps never arrived, so true loads differ",
            report.job.maps - schedule.reports,
            report.job.maps
        ));
    }
    text.push('.');
    text
}

fn balance(optimal: bool, above_bound: f64) -> String {
    if optimal || above_bound < 0.000_05 {
        "Slot loads are the best possible".into()
    } else {
        format!("Slot loads are within {} of the best possible", percent(above_bound))
    }
}

/// The least that scheduling key by key might reach, heavy keys taken at their most; 0 if none is known.
fn could_be(schedule: &Schedule) -> u64 {
    let most = |key: &HeavyKey| {
        let group = schedule.loads.get(key.group as usize).copied().unwrap_or(u64::MAX);
        key.load.max(key.at_least).min(group)
    };
    match schedule.key_bound {
        0 => 0,
        bound => schedule.heavy_keys.iter().map(most).fold(bound, u64::max),
    }
}

/// A factor as in a sentence: `2.2`, `1.08`.
pub fn factor(value: f64) -> String {
    let places = if value < 1.995 { 2 } else { 1 };
    format!("{value:.places$}")
}

/// The heaviest key, if it alone holds at least half of what a slot should have.
fn limiting_key<'a>(keys: &'a [HeavyKey], summary: &Summary) -> Option<&'a HeavyKey> {
    keys.iter().max_by_key(|k| k.at_least).filter(|k| k.at_least as f64 >= 0.5 * summary.mean_load)
}

#[cfg(test)]
mod tests {
    use super::super::Job;
    use super::*;

    fn report(hash: &[u64], slots: &[u64], bound: u64, key: u64) -> Report {
        let mut report = Report {
            job: Job { maps: 4, ..Job::default() },
            schedule: Schedule {
                loads: hash.to_vec(),
                hash_slots: hash.to_vec(),
                slots: slots.to_vec(),
                bound,
                reports: 4,
                heavy_keys: vec![HeavyKey {
                    key: "the".into(),
                    load: key,
                    at_least: key,
                    ..HeavyKey::default()
                }],
                ..Schedule::default()
            },
            ..Report::default()
        };
        report.summary = Summary::of(&report);
        report
    }

    #[test]
    fn the_sentence_of_the_specification() {
        let r = report(&[2200, 500, 300, 1000], &[1003, 999, 999, 999], 1000, 360 * 2);
        assert_eq!(
            r.summary.sentence,
            "Slot loads are within 0.3 % of the best possible; with hashing the busiest slot would have had \
             2.2 times the mean; the key ‘the’ alone holds 18 %, which no scheduling can split."
        );
    }

    #[test]
    fn other_cases_are_said_plainly() {
        let r = report(&[1000, 1010, 990, 1000], &[1000, 1000, 1000, 1000], 1000, 3);
        assert!(r.summary.sentence.starts_with("Slot loads are the best possible; hashing would"));
        let r = report(&[0, 0], &[0, 0], 0, 0);
        assert!(r.summary.sentence.starts_with("The maps emitted nothing"));
        let r = report(&[5, 1], &[], 0, 0);
        assert_eq!(r.summary.sentence, "No table yet: the counts of 4 of 4 maps are in.");
        let mut r = report(&[900, 300], &[600, 600], 600, 0);
        r.schedule.key_bound = 480;
        assert!(
            sentence(&r, &r.summary).contains("with more groups the busiest slot could have up to 20 % less")
        );
        let mut r = report(&[5, 1], &[3, 3], 3, 0);
        r.schedule.reports = 3;
        assert!(sentence(&r, &r.summary).contains("1 of 4 maps never arrived"));
    }
}
