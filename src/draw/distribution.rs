//! Loads of the operation groups, largest first, on a log scale (Figure 1(a) of the paper).

use super::number::{count, short};
use super::{Drawing, LEFT, Markup, RIGHT, across, line, px, wide};

/// What [`distribution`] draws.
#[derive(Debug, Clone, Copy)]
pub struct Distribution<'a> {
    /// Title, also for screen readers.
    pub title: &'a str,
    /// What a load counts, e.g. `pairs`.
    pub unit: &'a str,
    /// What the loads belong to, in the plural, e.g. `groups`.
    pub things: &'a str,
    /// Loads, in any order.
    pub loads: &'a [u64],
    /// The load of one slot if all were equal: what is above it cannot be balanced away.
    pub fair_share: f64,
}

const MOST_BARS: usize = 160;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 230.0;

/// The log scale.
struct Scale {
    decades: f64,
}

impl Scale {
    fn new(largest: f64) -> Self {
        Self { decades: largest.max(1.0).log10().ceil().max(1.0) }
    }

    /// A load of 1 still gets a visible bar; 0 gets none.
    fn y(&self, load: f64) -> f64 {
        if load < 1.0 {
            return BOTTOM;
        }
        BOTTOM - 3.0 - (BOTTOM - TOP - 3.0) * load.log10() / self.decades
    }
}

/// Bars of the loads in decreasing order, log scale.
pub fn distribution(what: &Distribution) -> Drawing {
    let mut loads = what.loads.to_vec();
    loads.sort_unstable_by(|a, b| b.cmp(a));
    let empty = loads.iter().filter(|l| **l == 0).count();
    let largest = loads.first().copied().unwrap_or(0);
    let scale = Scale::new((largest as f64).max(what.fair_share));

    let mut m = Markup::new();
    grid(&mut m, &scale);
    bars(&mut m, &scale, what, &loads);
    line(&mut m, "axis", BOTTOM);
    marks(&mut m, &scale, what);

    Drawing {
        title: what.title.to_owned(),
        description: describe(what, &loads, empty),
        height: 256,
        body: m.into_string(),
    }
}

/// A line for each power of ten, or for every second and so on where there are many.
fn grid(m: &mut Markup, scale: &Scale) {
    let step = (scale.decades as usize).div_ceil(6).max(1);
    for decade in (0..=scale.decades as usize).step_by(step) {
        let value = 10f64.powi(decade as i32);
        line(m, "rule", scale.y(value));
        m.element(
            "text",
            &[
                ("class", "quiet"),
                ("x", &format!("{}%", LEFT - 1.2)),
                ("y", &px(scale.y(value) + 4.0)),
                ("text-anchor", "end"),
            ],
            &short(value),
        );
    }
}

/// One bar a load, or one for neighbours where there are many.
fn bars(m: &mut Markup, scale: &Scale, what: &Distribution, sorted: &[u64]) {
    let per_bar = sorted.len().div_ceil(MOST_BARS).max(1);
    let bars = sorted.len().div_ceil(per_bar);
    for (bar, members) in sorted.chunks(per_bar).enumerate() {
        let load = members[0];
        let first = bar * per_bar + 1;
        let name = if members.len() > 1 {
            format!("{} {first} to {}", what.things, first + members.len() - 1)
        } else {
            format!("number {first} of the {}", what.things)
        };
        m.open(
            "rect",
            &[
                ("class", "s1 thin"),
                ("x", &across(bar as f64 / bars as f64)),
                ("y", &px(scale.y(load as f64))),
                ("width", &wide(0.86 / bars as f64)),
                ("height", &px(BOTTOM - scale.y(load as f64))),
            ],
        );
        m.element("title", &[], &format!("{name}: {} {}", count(load), what.unit));
        m.close("rect");
    }
}

/// The fair share, and what lies at both ends.
fn marks(m: &mut Markup, scale: &Scale, what: &Distribution) {
    if what.fair_share >= 1.0 {
        let at = scale.y(what.fair_share);
        line(m, "bound", at);
        m.element(
            "text",
            &[("class", "halo"), ("x", &format!("{RIGHT}%")), ("y", &px(at - 6.0)), ("text-anchor", "end")],
            &format!("one slot’s fair share: {}", short(what.fair_share)),
        );
    }
    for (share, anchor, text) in [
        (0.0, "start", "largest".to_owned()),
        (1.0, "end", format!("{} {}", count(what.loads.len() as u64), what.things)),
    ] {
        m.element(
            "text",
            &[("class", "quiet"), ("x", &across(share)), ("y", "246"), ("text-anchor", anchor)],
            &text,
        );
    }
}

fn describe(what: &Distribution, sorted: &[u64], empty: usize) -> String {
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or(0);
    let above = sorted.iter().filter(|l| **l as f64 > what.fair_share).count();
    format!(
        "Loads of {} {} in {}, largest first, on a log scale. Largest {}, median {}, {} without load. \
         {} above one slot’s fair share of {}.",
        count(sorted.len() as u64),
        what.things,
        what.unit,
        count(sorted.first().copied().unwrap_or(0)),
        count(median),
        count(empty as u64),
        count(above as u64),
        count(what.fair_share.round() as u64),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_few_whatever_the_number_of_groups() {
        for n in [0usize, 1, 2, 160, 161, 100_000] {
            let loads: Vec<u64> = (0..n as u64).map(|i| i * i).collect();
            let svg = distribution(&Distribution {
                title: "Groups",
                unit: "pairs",
                things: "groups",
                loads: &loads,
                fair_share: loads.iter().sum::<u64>() as f64 / 15.0,
            })
            .to_inline();
            assert!(svg.matches("<rect").count() <= MOST_BARS, "{n}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{n}");
        }
    }
}
