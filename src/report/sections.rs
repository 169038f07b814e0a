//! The sections of the page, one function each.

use super::{FiveNumbers, Reduced, Report};
use crate::draw::{
    Distribution, Lane, Page, Series, Slots, Timeline, bytes, count, distribution, duration_column,
    duration_ms, percent, percent_column, slots as draw_slots, table, timeline as draw_timeline, times,
};

type Cell = (String, String);
type Rows = Vec<Vec<Cell>>;

/// What the bars named `hash` are.
const HASH: &str = "Hash deals the same groups out by their number, as a hash of keys would; stock Hadoop’s own may fall \
                    better or worse, above all where keys have regular hash codes, as numbers at equal steps do.";
/// Groups named in the table of the largest ones.
const LARGEST: usize = 15;
/// What the copy track shows.
const COPY: &str = "Copy shows when groups were complete: parts of earlier maps came before.";
/// Lanes of the timeline.
const LANES: usize = 40;
/// Rows of the table of reduce tasks before it is cut.
const TASKS: usize = 2_000;

/// Loads per slot.
pub(super) fn slots(report: &Report, page: &mut Page) {
    let (s, sum) = (&report.schedule, &report.summary);
    if s.slots.is_empty() {
        return;
    }
    page.section("slots", "Load of each slot", |m| {
        let series =
            [Series { name: "hash", loads: &s.hash_slots }, Series { name: "Evenkeel", loads: &s.slots }];
        let shown = if s.fallback.is_empty() { 2 } else { 1 };
        let picture = draw_slots(&Slots {
            title: "Load of each slot, hashing beside Evenkeel",
            unit: report.unit(),
            series: &series[..shown],
            bound: Some(s.bound).filter(|bound| *bound > 0),
        });
        let caption = format!("{} {HASH}", picture.description());
        m.figure(&picture, &caption);
        let mut rows = vec![
            five_row("hash", &sum.hash_slots, sum.hash_ratio),
            five_row("Evenkeel", &sum.slots, sum.ratio),
        ];
        rows.truncate(shown);
        let caption = format!("Slot loads in {}", report.unit());
        let heads = ["", "min", "p25", "median", "p75", "max", "max : mean"];
        m.raw(&table(&caption, &heads, &rows));
        m.element("p", &[("class", "quiet")], &bounds(report));
    });
}

/// The two bounds in words.
fn bounds(report: &Report) -> String {
    let s = &report.schedule;
    if let (Some(least), Some(most)) = (s.speeds.iter().min(), s.speeds.iter().max()) {
        return format!(
            "The fastest slots take {} times the load of the slowest in the same time, as the maps on their nodes did.",
            super::words::factor(f64::from(*most) / f64::from(*least))
        );
    }
    let over_groups = format!(
        "No schedule of these {} groups has a largest load below {}",
        count(s.loads.len() as u64),
        count(s.bound)
    );
    match s.key_bound {
        0 => format!("{over_groups}."),
        k if k == s.bound => format!("{over_groups}, nor would scheduling key by key."),
        k => format!("{over_groups}; scheduling key by key could not get below {}.", count(k)),
    }
}

/// The distribution of loads and the largest groups.
pub(super) fn groups(report: &Report, page: &mut Page) {
    let s = &report.schedule;
    if s.loads.is_empty() {
        return;
    }
    page.section("groups", "Loads of the operation groups", |m| {
        let picture = distribution(&Distribution {
            title: "Loads of the operation groups on a log scale",
            unit: report.unit(),
            things: "groups",
            loads: &s.loads,
            fair_share: report.summary.mean_load,
        });
        m.figure(&picture, picture.description());
        let holds = format!("holds, in {}", report.key_unit());
        m.raw(&table(
            "The largest groups",
            &["group", report.unit(), "share", "slot", "heaviest known key", &holds],
            &largest(report),
        ));
    });
}

fn largest(report: &Report) -> Rows {
    let s = &report.schedule;
    let mut order: Vec<usize> = (0..s.loads.len()).filter(|g| s.loads[*g] > 0).collect();
    order.sort_by_key(|g| (std::cmp::Reverse(s.loads[*g]), *g));
    let share = |load: u64| load as f64 / report.summary.total_load.max(1) as f64;
    let row = |g: &usize| {
        let load = s.loads[*g];
        let slot = s.table.get(*g).map_or("–".to_owned(), u32::to_string);
        let key = s.heavy_keys.iter().filter(|k| k.group as usize == *g).max_by_key(|k| k.load);
        let (name, holds) = match key {
            Some(k) => (k.key.clone(), cell_key(k.load, k.at_least)),
            None => ("–".to_owned(), (String::new(), "–".to_owned())),
        };
        vec![
            same(g.to_string()),
            (load.to_string(), count(load)),
            (share(load).to_string(), percent_column(share(load))),
            same(slot),
            same(name),
            holds,
        ]
    };
    order.iter().take(LARGEST).map(row).collect()
}

/// The load of a key, of which only a lower bound may be known.
fn cell_key(load: u64, at_least: u64) -> Cell {
    let shown = count(at_least);
    let sure = load == at_least;
    (at_least.to_string(), if sure { shown } else { format!("at least {shown}") })
}

/// When each reduce task copied, sorted and ran.
pub(super) fn timeline(report: &Report, page: &mut Page) {
    if report.reduces.is_empty() && !report.is_partial() {
        return;
    }
    page.section("timeline", "What each reduce task did, and when", |m| {
        if report.is_partial() {
            m.element("p", &[], &told(report));
        }
        if report.reduces.is_empty() {
            return;
        }
        let last_map = report.last_map_ms();
        let mut chosen: Vec<&Reduced> = report.reduces.iter().collect();
        if chosen.len() > LANES {
            chosen.sort_by_key(|r| std::cmp::Reverse(r.ended_after(last_map)));
            chosen.truncate(LANES);
            chosen.sort_by_key(|r| r.reduce);
        }
        let lanes: Vec<Lane> = chosen.iter().map(|r| r.lane(last_map)).collect();
        let picture =
            draw_timeline(&Timeline { title: "Copy, sort and run of each reduce task", lanes: &lanes });
        let mut caption = format!("{} {COPY}", picture.description());
        if chosen.len() < report.reduces.len() {
            caption.push_str(&format!(
                " Shown are the {LANES} of {} tasks that ended last.",
                report.reduces.len()
            ));
        }
        m.figure(&picture, &caption);
        let delays =
            |value: fn(&Reduced) -> i64| FiveNumbers::of(report.reduces.iter().map(|r| value(r) as f64));
        let rows = [
            ("sort delay", delays(|r| r.sort_delay_ms), report.summary.sort_delay_ms),
            ("run delay", delays(|r| r.run_delay_ms), report.summary.run_delay_ms),
        ]
        .map(|(name, five, mean)| {
            let mut row = vec![same(name.to_owned())];
            row.extend([mean, five.min, five.median, five.max].map(cell_ms));
            row
        });
        m.raw(&table(
            "From when a task knows that all maps are done to its first group",
            &["", "mean", "min", "median", "max"],
            &rows,
        ));
    });
}

/// Predicted beside processed.
pub(super) fn actual(report: &Report, page: &mut Page) {
    if report.reduces.is_empty() {
        return;
    }
    page.section("actual", "Predicted and processed", |m| {
        m.element("p", &[("class", "quiet")], &compared(report));
        let last_map = report.last_map_ms();
        let rows: Rows = report.reduces.iter().take(TASKS).map(|r| actual_row(report, r, last_map)).collect();
        let predicted = format!("predicted {}", report.unit());
        m.open("details", &[("open", "")]).element("summary", &[], "Every reduce task");
        m.raw(&table(
            "One row per reduce task",
            &[
                "task",
                &predicted,
                "processed pairs",
                "processed bytes",
                "groups",
                "took",
                "last map to end",
                "host",
            ],
            &rows,
        ));
        m.close("details");
        if report.reduces.len() > TASKS {
            m.element(
                "p",
                &[],
                &format!("The first {TASKS} of {} tasks; the JSON has all.", report.reduces.len()),
            );
        }
    });
}

/// Which tasks the numbers are of, if not of all.
fn told(report: &Report) -> String {
    format!(
        "{} of {} reduce tasks {}told what they did.",
        count(report.reduces.len() as u64),
        count(report.job.reduces.into()),
        if report.is_running() { "have " } else { "" }
    )
}

/// How well the prediction held, in words.
fn compared(report: &Report) -> String {
    let sum = &report.summary;
    let slot = |r: &Reduced| report.schedule.slots.get(r.reduce as usize).copied().unwrap_or(0);
    let predicted = report.reduces.iter().map(slot).fold(0u64, u64::saturating_add);
    let processed = match report.schedule.load.as_str() {
        "bytes" => sum.processed_bytes,
        _ => sum.processed_records,
    };
    let mut text = if report.is_partial() {
        told(report) + " Predicted for these: "
    } else {
        "Predicted in all: ".to_owned()
    };
    text += &format!(
        "{} {}; processed: {} pairs, {}.",
        count(predicted),
        report.unit(),
        count(sum.processed_records),
        bytes(sum.processed_bytes)
    );
    if report.schedule.load == "records" && processed < predicted {
        text.push_str(
            " Loads count pairs as the maps emitted them; a combiner then joined some, so fewer were processed.",
        );
    }
    if sum.busy_ms.median > 0.0 {
        text.push_str(&format!(
            " The slowest task took {} the median time.",
            times(sum.busy_ms.max / sum.busy_ms.median)
        ));
    }
    let cut = report.reduces.iter().filter(|r| r.is_cut()).count();
    if cut > 0 {
        text.push_str(&format!(
            " {} had more groups than are told one by one: {} took longer than is seen here.",
            if cut == 1 { "One task".to_owned() } else { format!("{} tasks", count(cut as u64)) },
            if cut == 1 { "it" } else { "they" },
        ));
    }
    text
}

fn actual_row(report: &Report, r: &Reduced, last_map: i64) -> Vec<Cell> {
    let predicted = report.schedule.slots.get(r.reduce as usize).copied().unwrap_or(0);
    let time = |ms: i64| {
        let (value, shown) = cell_ms(ms as f64);
        (value, if r.is_cut() { format!("over {shown}") } else { shown })
    };
    vec![
        same(r.reduce.to_string()),
        (predicted.to_string(), count(predicted)),
        (r.records().to_string(), count(r.records())),
        (r.bytes().to_string(), bytes(r.bytes())),
        (r.groups_run().to_string(), count(r.groups_run())),
        time(r.busy_ms()),
        time(r.ended_after(last_map)),
        same(r.host.clone()),
    ]
}

/// What Evenkeel itself cost, beside what the paper allows.
pub(super) fn costs(report: &Report, page: &mut Page) {
    page.section("costs", "What it cost", |m| {
        let s = &report.summary;
        let row = |name: &str, used: u64, allowed: u64, formula: &str| {
            vec![
                same(name.to_owned()),
                (used.to_string(), bytes(used)),
                (allowed.to_string(), format!("{} = {}", formula, bytes(allowed))),
            ]
        };
        let rows = vec![
            row("counts to the JobTracker", s.collect_bytes, s.paper_collect_bytes, "16·M·n"),
            row("hints and tables from it", s.broadcast_bytes, s.paper_broadcast_bytes, "8·M·n"),
        ];
        m.raw(&table("Bytes on the network", &["", "sent, both hops", "the paper’s bound"], &rows));
        m.element("p", &[], &costs_in_words(report));
    });
}

fn costs_in_words(report: &Report) -> String {
    let (s, plan) = (&report.summary, &report.schedule);
    let mut text = format!(
        "Making the table took {} (method: {}). {} counted {} maps",
        duration_ms(plan.scheduling_ms),
        plan.algorithm,
        if plan.duplicates == 0 {
            "The JobTracker".to_owned()
        } else {
            let s = if plan.duplicates == 1 { "" } else { "s" };
            format!("With {} report{s} that came twice, the JobTracker", count(plan.duplicates.into()))
        },
        count(plan.reports.into())
    );
    if plan.hints > 0 {
        let times = if plan.hints == 1 { "once".to_owned() } else { format!("{} times", plan.hints) };
        text.push_str(&format!(" and gave hints {times} while maps ran"));
    }
    text.push('.');
    if s.table_latency_ms > 0 {
        text.push_str(&format!(
            " {} after the last map’s counts had come, every waiting reduce task{} had the table.",
            duration_ms(s.table_latency_ms as f64),
            if report.is_partial() { " that told" } else { "" }
        ));
    }
    if !report.reduces.is_empty() {
        text.push_str(&format!(
            " {} of the copied bytes came before the last map was done; {} were copied in vain.",
            percent(s.early_share),
            percent(s.vain_share)
        ));
    }
    let beside = report.traffic.event_bytes.saturating_add(report.traffic.statistics_bytes);
    if beside > 0 {
        text.push_str(&format!(
                " Beside the table above, the JobTracker sent {} on what became of maps and of the job’s own statistics.",
                bytes(beside)
            ));
    }
    text
}

/// The job's parameters, folded.
pub(super) fn parameters(report: &Report, page: &mut Page) {
    if report.parameters.is_empty() {
        return;
    }
    page.section("parameters", "Parameters", |m| {
        let rows: Rows = report
            .parameters
            .iter()
            .map(|(key, value)| vec![same(key.clone()), same(value.clone())])
            .collect();
        m.open("details", &[]).element("summary", &[], "As the job’s tasks were given them");
        m.raw(&table("Parameters", &["name", "value"], &rows)).close("details");
    });
}

fn five_row(name: &str, five: &FiveNumbers, ratio: f64) -> Vec<Cell> {
    let mut row = vec![same(name.to_owned())];
    row.extend(
        [five.min, five.p25, five.median, five.p75, five.max]
            .map(|v| (v.to_string(), count(v.round() as u64))),
    );
    row.push((ratio.to_string(), times(ratio)));
    row
}

fn cell_ms(ms: f64) -> Cell {
    (ms.to_string(), duration_column(ms))
}

fn same(text: String) -> Cell {
    (text.clone(), text)
}
