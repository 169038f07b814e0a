//! The report in plain words.

use super::{HeavyKey, Report, Schedule, Summary};
use crate::draw::{count, percent};

/// One sentence: how good the balance is, what hashing would have done, and what still limits it.
pub fn sentence(report: &Report, summary: &Summary) -> String {
    unbalanced(report, summary).unwrap_or_else(|| balanced(report, summary))
}

/// A job without a schedule of its own, and why.
fn unbalanced(report: &Report, summary: &Summary) -> Option<String> {
    let schedule = &report.schedule;
    if !schedule.fallback.is_empty() {
        return Some(fallen_back(report, summary));
    }
    let (reports, maps) = (schedule.reports, report.job.maps);
    if schedule.slots.is_empty() && !report.is_running() {
        return Some(format!(
            "The job ended ({}) before its table was made; the counts of {reports} of {maps} maps were in.",
            report.job.state
        ));
    }
    if schedule.slots.is_empty() {
        return Some(format!("No table yet: the counts of {reports} of {maps} maps are in."));
    }
    (summary.total_load == 0).then(|| "The maps emitted nothing, so there was nothing to balance.".into())
}

/// A job with a schedule.
fn balanced(report: &Report, summary: &Summary) -> String {
    let schedule = &report.schedule;
    let could_be = could_be(schedule) as f64;
    let coarse = could_be > 0.0 && schedule.bound as f64 > 1.02 * could_be;
    let of_what = if coarse {
        format!(" for these {} groups", count(schedule.loads.len() as u64))
    } else {
        String::new()
    };
    let best = balance(schedule, summary.above_bound) + &of_what;
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
    if let Some(key) = limiting_key(schedule) {
        text.push_str(&format!(
            "; the key ‘{}’ alone holds {}{}{}, which no scheduling can split",
            key.key,
            if key.load > key.at_least { "at least " } else { "" },
            percent(schedule.share_of_key(key.at_least)),
            if report.key_unit() == report.unit() { "" } else { " of the pairs" }
        ));
    }
    if coarse {
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

/// A job that was not balanced after all, and why.
fn fallen_back(report: &Report, summary: &Summary) -> String {
    let mut text = format!(
        "Not balanced: this job got the hash table of stock MapReduce, because {}",
        report.schedule.fallback
    );
    if summary.total_load > 0 {
        text.push_str(&format!("; its busiest slot has {} times the mean", factor(summary.ratio)));
    } else {
        text.push_str("; its loads are not known");
    }
    text.push('.');
    text
}

fn balance(schedule: &Schedule, above_bound: f64) -> String {
    let what = if schedule.speeds.is_empty() {
        "Slot loads are"
    } else {
        "Slots differ in speed, and their loads follow it: their times are"
    };
    if schedule.optimal || above_bound < 0.000_05 {
        format!("{what} the best possible")
    } else {
        format!("{what} within {} of the best possible", percent(above_bound))
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
fn limiting_key(schedule: &Schedule) -> Option<&HeavyKey> {
    let heaviest = schedule.heavy_keys.iter().max_by_key(|k| k.at_least)?;
    let slots = schedule.slots.len().max(1) as f64;
    Some(heaviest).filter(|k| schedule.share_of_key(k.at_least) * slots >= 0.5)
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
    fn within_a_share_of_the_best_with_a_heavy_key() {
        let r = report(&[2200, 500, 300, 1000], &[1003, 999, 999, 999], 1000, 360 * 2);
        assert_eq!(
            r.summary.sentence,
            "Slot loads are within 0.3\u{a0}% of the best possible; with hashing the busiest slot would have had \
             2.2 times the mean; the key ‘the’ alone holds 18\u{a0}%, which no scheduling can split."
        );
    }

    #[test]
    fn a_job_without_a_schedule_says_why() {
        let mut r = report(&[900, 300], &[900, 300], 600, 0);
        r.schedule.fallback = "there was no schedule within 20000 ms".into();
        assert_eq!(
            Summary::of(&r).sentence,
            "Not balanced: this job got the hash table of stock MapReduce, because there was no schedule within \
             20000 ms; its busiest slot has 1.50 times the mean."
        );
        let mut r = report(&[], &[], 0, 0);
        r.schedule.fallback = "the native library is missing".into();
        assert!(Summary::of(&r).sentence.ends_with("is missing; its loads are not known."));
        let mut r = report(&[5, 1], &[], 0, 0);
        r.job.state = "killed".into();
        assert!(Summary::of(&r).sentence.starts_with("The job ended (killed) before its table was made"));
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
        assert!(sentence(&r, &r.summary).starts_with("Slot loads are the best possible for these 2 groups;"));
        assert!(
            sentence(&r, &r.summary)
                .contains("with more groups the busiest slot could have up to 20\u{a0}% less")
        );
        let mut r = report(&[600, 600], &[400, 800], 0, 0);
        r.schedule.speeds = vec![50, 100];
        r.schedule.time_ratio = 1.0;
        assert_eq!(
            Summary::of(&r).sentence,
            "Slots differ in speed, and their loads follow it: their times are the best possible; with hashing \
             the busiest slot would have had 1.50 times the mean."
        );
        let mut r = report(&[5, 1], &[3, 3], 3, 0);
        r.schedule.reports = 3;
        assert!(sentence(&r, &r.summary).contains("1 of 4 maps never arrived"));
    }
}
