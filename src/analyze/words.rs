//! The answers in plain words.

use super::{History, KeyPlan, Tail};
use crate::draw::{duration_ms, percent};
use crate::report::words::factor;

/// What the history alone allows to say.
pub fn of_tail(history: &History, tail: &Tail) -> String {
    if history.reduces.is_empty() {
        return "No reduce task of this job succeeded, so there is nothing to compare.".into();
    }
    if history.reduces.len() == 1 {
        return "One reduce task did all the work: there is nothing to balance between. More reduce tasks would help first.".into();
    }
    let mut text = format!(
        "The busiest reduce task had {} times the mean of the pairs; spread evenly, the reduce side could end at most {} \
         earlier, {} of the job’s {}.",
        factor(tail.records_ratio),
        duration_ms(tail.saved_at_most_ms() as f64),
        percent(tail.saved_share()),
        duration_ms(tail.job_ms as f64)
    );
    if (tail.at_once as usize) < history.reduces.len() {
        text.push_str(&format!(
            " The {} reduce tasks ran in waves, at most {} at once.",
            history.reduces.len(),
            tail.at_once
        ));
    }
    if tail.records_ratio > 1.1 && tail.correlation < 0.5 {
        text.push_str(&format!(
            " But times hardly follow the pairs here (correlation {:.2}): slow nodes or something else is at play, and \
             balancing pairs may gain less.",
            tail.correlation
        ));
    }
    text
}

/// What the keys allow to say; with a tail, also in time.
pub fn of_keys(plan: &KeyPlan, tail: Option<&Tail>) -> String {
    if plan.total == 0 {
        return "The histogram holds no load.".into();
    }
    let mean = plan.mean();
    let mut text = format!(
        "With Evenkeel the busiest slot would have {} times the mean instead of {}, {} less; no schedule can get below {}.",
        factor(plan.five.max / mean),
        factor(plan.hash_five.max / mean),
        percent(1.0 - plan.of_hash()),
        factor(plan.bound as f64 / mean)
    );
    if let Some((key, load)) = plan.heaviest.first() {
        if *load as f64 >= 0.5 * mean {
            text.push_str(&format!(
                " The key ‘{key}’ alone holds {} of all load, which no scheduling can split.",
                percent(*load as f64 / plan.total as f64)
            ));
        }
    }
    if let Some(tail) = tail {
        let saved = tail.tail_ms as f64 * (1.0 - plan.of_hash());
        text.push_str(&format!(
            " If time follows load, the reduce side would take about {} less of its {}.",
            duration_ms(saved),
            duration_ms(tail.tail_ms as f64)
        ));
    }
    text
}
