//! The answers as one self-contained page, in the look of the job report.

use super::{History, KeyPlan, Tail, words};
use crate::draw::{
    Distribution, Page, Series, Slots, bytes, count, distribution, duration_ms, percent, slots, table, times,
};
use crate::report::FiveNumbers;

/// The page for whatever is known.
pub fn render(history: Option<(&History, &Tail)>, keys: Option<&KeyPlan>) -> String {
    let title = match history {
        Some((h, _)) if !h.job.name.is_empty() => h.job.name.clone(),
        Some((h, _)) => h.job.id.clone(),
        None => "What would Evenkeel gain?".to_owned(),
    };
    let over = history.map_or("from a histogram of keys".to_owned(), |(h, _)| {
        [h.job.id.as_str(), h.job.user.as_str()].join(" · ")
    });
    let sentence = match (history, keys) {
        (tail, Some(plan)) => words::of_keys(plan, tail.map(|(_, t)| t)),
        (Some((h, t)), None) => words::of_tail(h, t),
        (None, None) => String::new(),
    };
    let mut page = Page::new(&title, &over, &sentence);
    if let Some(plan) = keys {
        key_sections(&mut page, plan);
    }
    if let Some((history, tail)) = history {
        tail_sections(&mut page, history, tail, keys.is_some());
    }
    page.into_html(&format!("Evenkeel {}, analyze.", env!("CARGO_PKG_VERSION")))
}

fn key_sections(page: &mut Page, plan: &KeyPlan) {
    page.section("slots", "Load of each slot", |m| {
        let picture = slots(&Slots {
            title: "Load of each slot, hashing beside Evenkeel",
            unit: "pairs",
            series: &[
                Series { name: "hash", loads: &plan.hash_slots },
                Series { name: "Evenkeel", loads: &plan.slots },
            ],
            bound: Some(plan.bound),
        });
        m.figure(&picture, picture.description());
        let rows = vec![five_row("hash", &plan.hash_five), five_row("Evenkeel", &plan.five)];
        m.raw(&table("Slot loads", &["", "min", "p25", "median", "p75", "max"], &rows));
    });
    page.section("keys", "Loads of the keys", |m| {
        let picture = distribution(&Distribution {
            title: "Loads of the keys on a log scale",
            unit: "pairs",
            things: "keys",
            loads: &plan.loads,
            fair_share: plan.mean(),
        });
        m.figure(&picture, picture.description());
        let rows: Vec<_> = plan
            .heaviest
            .iter()
            .map(|(key, load)| {
                let share = *load as f64 / plan.total.max(1) as f64;
                vec![
                    (String::new(), key.clone()),
                    (load.to_string(), count(*load)),
                    (share.to_string(), percent(share)),
                ]
            })
            .collect();
        m.raw(&table("The heaviest keys", &["key", "pairs", "share"], &rows));
    });
}

fn tail_sections(page: &mut Page, history: &History, tail: &Tail, answered: bool) {
    page.section("tasks", "What each reduce task had to do", |m| {
        if answered {
            m.element("p", &[], &words::of_tail(history, tail));
        }
        let records: Vec<u64> = history.reduces.iter().map(|r| r.records).collect();
        let total: u64 = records.iter().fold(0, |sum, r| sum.saturating_add(*r));
        let picture = slots(&Slots {
            title: "Pairs of each reduce task",
            unit: "pairs",
            series: &[Series { name: "as it ran", loads: &records }],
            bound: Some(total.div_ceil(records.len().max(1) as u64)),
        });
        m.figure(&picture, picture.description());
        let rows: Vec<_> = history
            .reduces
            .iter()
            .map(|r| {
                let busy = r.finish.saturating_sub(r.start.max(history.last_map));
                vec![
                    (String::new(), r.task.to_string()),
                    (r.records.to_string(), count(r.records)),
                    (r.keys.to_string(), count(r.keys)),
                    (r.bytes.to_string(), bytes(r.bytes)),
                    (busy.to_string(), duration_ms(busy as f64)),
                    (r.host.clone(), r.host.clone()),
                ]
            })
            .collect();
        let heads = ["task", "pairs", "keys", "bytes copied", "after last map", "host"];
        m.raw(&table("One row per reduce task", &heads, &rows));
        m.element(
            "p",
            &[("class", "quiet")],
            &format!(
                "Busiest task: {} the mean of the pairs, {} the mean of the bytes. Times follow pairs with a correlation of {:.2}.",
                times(tail.records_ratio),
                times(tail.bytes_ratio),
                tail.correlation
            ),
        );
    });
}

fn five_row(name: &str, five: &FiveNumbers) -> Vec<(String, String)> {
    let mut row = vec![(String::new(), name.to_owned())];
    row.extend(
        [five.min, five.p25, five.median, five.p75, five.max]
            .map(|v| (v.to_string(), count(v.round() as u64))),
    );
    row
}
