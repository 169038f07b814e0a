//! Loads of the slots as bars, one series beside the other (Figures 1(b) and 4 of the paper).

use super::number::{count, short, ticks, times};
use super::{Drawing, LEFT, Markup, across, line, px, wide};

/// The loads of all slots under one schedule.
#[derive(Debug, Clone, Copy)]
pub struct Series<'a> {
    /// Name in the legend.
    pub name: &'a str,
    /// Load per slot.
    pub loads: &'a [u64],
}

/// What [`slots`] draws.
#[derive(Debug, Clone, Copy)]
pub struct Slots<'a> {
    /// Title, also for screen readers.
    pub title: &'a str,
    /// What a load counts, e.g. `pairs`.
    pub unit: &'a str,
    /// One to three schedules. By custom the first is what hashing would do: drawn as an outline.
    pub series: &'a [Series<'a>],
    /// No schedule can have a smaller largest load: drawn as a dashed line.
    pub bound: Option<u64>,
}

/// Above this many slots, slots are sorted by load and neighbours share a bar.
const MOST_BARS: usize = 120;
const TOP: f64 = 54.0;
const BOTTOM: f64 = 254.0;

/// Bars of the load of each slot.
pub fn slots(what: &Slots) -> Drawing {
    let slots = what.series.iter().map(|s| s.loads.len()).max().unwrap_or(0);
    let per_bar = slots.div_ceil(MOST_BARS).max(1);
    let bars = slots.div_ceil(per_bar);
    let largest = |loads: &[u64]| loads.iter().copied().max().unwrap_or(0);
    let top = what.series.iter().map(|s| largest(s.loads)).chain(what.bound).max().unwrap_or(0).max(1) as f64
        * 1.04;
    let y = |load: f64| BOTTOM - (BOTTOM - TOP) * load / top;

    let mut m = Markup::new();
    legend(&mut m, what);
    grid(&mut m, top, y);
    let thin = bars > 60;
    // Few slots: bars side by side. Many: the first series as bars, the others as steps across them.
    let gap = if thin { 0.0 } else { 0.18 };
    let lanes = if thin { 1 } else { what.series.len().max(1) };
    let lane = (1.0 - gap) / lanes as f64;
    for (s, series) in what.series.iter().enumerate() {
        let mut order: Vec<usize> = (0..series.loads.len()).collect();
        if per_bar > 1 {
            order.sort_by_key(|&i| std::cmp::Reverse(series.loads[i]));
        }
        for (bar, members) in order.chunks(per_bar).enumerate() {
            let load = members.iter().map(|&i| series.loads[i]).max().unwrap_or(0);
            let share = |part: f64| (bar as f64 + part) / bars as f64;
            let height = BOTTOM - y(load as f64);
            let height = if thin && s > 0 { 3.0 } else { height };
            let class = format!("s{}{}", s.min(2), if thin { " thin" } else { "" });
            m.open(
                "rect",
                &[
                    ("class", &class),
                    ("x", &across(share(gap / 2.0 + lane * (s % lanes) as f64))),
                    ("y", &px(y(load as f64))),
                    ("width", &wide(lane / bars as f64)),
                    ("height", &px(height)),
                ],
            );
            let name =
                if per_bar > 1 { format!("{} slots", members.len()) } else { format!("slot {}", members[0]) };
            m.element("title", &[], &format!("{name}, {}: {} {}", series.name, count(load), what.unit));
            m.close("rect");
        }
    }
    line(&mut m, "axis", BOTTOM);
    slot_numbers(&mut m, bars, per_bar);
    if let Some(bound) = what.bound {
        line(&mut m, "bound", y(bound as f64));
    }

    Drawing {
        title: what.title.to_owned(),
        description: describe(what, slots),
        height: 284,
        body: m.into_string(),
    }
}

/// Legend above the picture, the bound's value included.
fn legend(m: &mut Markup, what: &Slots) {
    let entries = what.series.len() + usize::from(what.bound.is_some());
    let step = 100.0 / entries.max(1) as f64;
    for (s, series) in what.series.iter().enumerate() {
        let x = format!("{}%", px(step * s as f64));
        m.open("svg", &[("x", &x), ("y", "0"), ("overflow", "visible"), ("height", "40")]);
        let class = format!("s{}", s.min(2));
        m.leaf("rect", &[("class", &class), ("x", "1"), ("y", "3"), ("width", "11"), ("height", "11")]);
        m.element("text", &[("x", "18"), ("y", "13"), ("class", "key")], series.name);
        let busiest = series.loads.iter().copied().max().unwrap_or(0);
        m.element(
            "text",
            &[("x", "18"), ("y", "28"), ("class", "quiet")],
            &format!("max {}", short(busiest as f64)),
        );
        m.close("svg");
    }
    if let Some(bound) = what.bound {
        let x = format!("{}%", px(step * what.series.len() as f64));
        m.open("svg", &[("x", &x), ("y", "0"), ("overflow", "visible"), ("height", "40")]);
        m.leaf("line", &[("class", "bound"), ("x1", "0"), ("x2", "16"), ("y1", "9"), ("y2", "9")]);
        m.element("text", &[("x", "21"), ("y", "13"), ("class", "key")], "best possible");
        m.element(
            "text",
            &[("x", "21"), ("y", "28"), ("class", "quiet")],
            &format!("at least {}", short(bound as f64)),
        );
        m.close("svg");
    }
}

/// Horizontal lines with their values at the left.
fn grid(m: &mut Markup, top: f64, y: impl Fn(f64) -> f64) {
    for tick in ticks(0.0, top, 4) {
        line(m, "rule", y(tick));
        m.element(
            "text",
            &[
                ("class", "quiet"),
                ("x", &format!("{}%", LEFT - 1.2)),
                ("y", &px(y(tick) + 4.0)),
                ("text-anchor", "end"),
            ],
            &short(tick),
        );
    }
}

/// Numbers under the bars; every bar while they fit a phone, else a few.
fn slot_numbers(m: &mut Markup, bars: usize, per_bar: usize) {
    if per_bar > 1 {
        let text = format!("slots by load, busiest first ({per_bar} a bar)");
        m.element(
            "text",
            &[("class", "quiet"), ("x", &across(0.5)), ("y", "274"), ("text-anchor", "middle")],
            &text,
        );
        return;
    }
    let step = bars.div_ceil(16).max(1);
    for slot in (0..bars).step_by(step) {
        m.element(
            "text",
            &[
                ("class", "quiet"),
                ("x", &across((slot as f64 + 0.5) / bars as f64)),
                ("y", "270"),
                ("text-anchor", "middle"),
            ],
            &slot.to_string(),
        );
    }
    m.element("text", &[("class", "quiet"), ("x", "0"), ("y", "270")], "slot");
}

/// The picture in words.
fn describe(what: &Slots, slots: usize) -> String {
    let mut text = format!("Load of {} slots in {}.", count(slots as u64), what.unit);
    for series in what.series {
        let busiest = series.loads.iter().copied().max().unwrap_or(0);
        let total: f64 = series.loads.iter().map(|load| *load as f64).sum();
        let mean = total / series.loads.len().max(1) as f64;
        text.push_str(&format!(" {}: largest {}", series.name, count(busiest)));
        if mean > 0.0 {
            text.push_str(&format!(", {} the mean", times(busiest as f64 / mean)));
        }
        text.push('.');
    }
    if let Some(bound) = what.bound {
        text.push_str(&format!(" No schedule can have a largest load below {}.", count(bound)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(slots_count: usize) -> Drawing {
        let hash: Vec<u64> = (0..slots_count as u64).map(|i| i * 7 % 11).collect();
        let even = vec![5; slots_count];
        slots(&Slots {
            title: "Load <of> slots",
            unit: "pairs",
            series: &[Series { name: "hash", loads: &hash }, Series { name: "Even & keel", loads: &even }],
            bound: Some(5),
        })
    }

    #[test]
    fn one_bar_per_slot_and_series() {
        let svg = picture(15).to_inline();
        assert_eq!(svg.matches("<rect class=\"s0\"").count(), 15 + 1);
        assert_eq!(svg.matches("<rect class=\"s1\"").count(), 15 + 1);
        assert_eq!(svg.matches("class=\"bound\"").count(), 2);
        assert!(svg.contains("Load &lt;of&gt; slots"));
        assert!(svg.contains("Even &amp; keel"));
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn many_slots_share_bars() {
        let svg = picture(10_000).to_file();
        assert!(svg.matches("<rect").count() <= 2 * MOST_BARS + 3);
        assert!(svg.contains("84 a bar"));
    }

    #[test]
    fn loads_may_add_up_to_more_than_64_bits() {
        let loads = [u64::MAX; 3];
        let series = [Series { name: "hash", loads: &loads }];
        let picture = slots(&Slots { title: "Load", unit: "pairs", series: &series, bound: None });
        assert!(picture.description().contains("1\u{a0}× the mean"), "{}", picture.description());
    }

    #[test]
    fn nothing_at_all_is_still_a_picture() {
        for n in [0, 1] {
            assert!(picture(n).to_file().ends_with("</svg>"));
        }
    }
}
