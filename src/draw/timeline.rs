//! What each reduce task did when: copy, sort and run per group (Figure 3(b) of the paper).

use super::number::{duration_ms, time_ticks};
use super::{Drawing, LEFT, Markup, across, px, wide};

/// One stretch of work, in milliseconds after the last map was done (before it: negative).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// When it began.
    pub start: f64,
    /// When it ended.
    pub end: f64,
}

/// One reduce task.
#[derive(Debug, Clone, Default)]
pub struct Lane {
    /// Short name at the left, e.g. the task's number.
    pub name: String,
    /// What a pointer that rests on the lane is told.
    pub note: String,
    /// Copying of groups.
    pub copy: Vec<Span>,
    /// Sorting of groups.
    pub sort: Vec<Span>,
    /// Running the user's reducer on groups.
    pub run: Vec<Span>,
}

/// What [`timeline`] draws.
#[derive(Debug, Clone, Copy)]
pub struct Timeline<'a> {
    /// Title, also for screen readers.
    pub title: &'a str,
    /// The tasks, from top to bottom.
    pub lanes: &'a [Lane],
}

const TOP: f64 = 44.0;
const LANE: f64 = 22.0;
/// Spans shorter than this share of the width join their neighbours.
const FINEST: f64 = 0.0015;

/// One lane per reduce task: three thin tracks, copy above sort above run.
pub fn timeline(what: &Timeline) -> Drawing {
    let spans = || what.lanes.iter().flat_map(|l| l.copy.iter().chain(&l.sort).chain(&l.run));
    let low = spans().map(|s| s.start).fold(0.0, f64::min);
    let high = spans().map(|s| s.end).fold(0.0, f64::max).max(low + 1.0);
    let share = |t: f64| (t - low) / (high - low);
    let bottom = TOP + LANE * what.lanes.len() as f64;

    let mut m = Markup::new();
    legend(&mut m);
    for tick in time_ticks(low, high, 4) {
        let x = across(share(tick));
        m.leaf(
            "line",
            &[("class", "rule"), ("x1", &x), ("x2", &x), ("y1", &px(TOP - 4.0)), ("y2", &px(bottom))],
        );
        m.element(
            "text",
            &[
                ("class", "quiet"),
                ("x", &x),
                ("y", &px(bottom + 14.0)),
                ("text-anchor", if share(tick) > 0.98 { "end" } else { "middle" }),
            ],
            &duration_ms(tick),
        );
    }
    for (i, lane) in what.lanes.iter().enumerate() {
        let y = TOP + LANE * i as f64;
        m.open("g", &[]).element("title", &[], &lane.note);
        m.element(
            "text",
            &[
                ("class", "quiet"),
                ("x", &format!("{}%", LEFT - 1.2)),
                ("y", &px(y + 13.0)),
                ("text-anchor", "end"),
            ],
            &lane.name,
        );
        for (track, class, spans) in
            [(0.0, "copy", &lane.copy), (1.0, "sort", &lane.sort), (2.0, "run", &lane.run)]
        {
            for (k, part) in join(spans, (high - low) * FINEST).into_iter().enumerate() {
                let class = if k % 2 == 1 { format!("{class} odd") } else { class.to_owned() };
                m.leaf(
                    "rect",
                    &[
                        ("class", &class),
                        ("x", &across(share(part.start))),
                        ("y", &px(y + 1.0 + 6.0 * track)),
                        ("width", &wide((share(part.end) - share(part.start)).max(FINEST))),
                        ("height", "5"),
                    ],
                );
            }
        }
        m.close("g");
    }
    let zero = across(share(0.0));
    m.leaf(
        "line",
        &[("class", "bound"), ("x1", &zero), ("x2", &zero), ("y1", &px(TOP - 8.0)), ("y2", &px(bottom))],
    );
    m.element(
        "text",
        &[
            ("class", "halo"),
            ("x", &zero),
            ("y", &px(TOP - 12.0)),
            ("text-anchor", if share(0.0) > 0.5 { "end" } else { "start" }),
        ],
        "last map done",
    );

    Drawing {
        title: what.title.to_owned(),
        description: format!(
            "{} reduce tasks; the last ended {} after the last map. Each lane has three tracks: \
             copy above sort above run.",
            what.lanes.len(),
            duration_ms(high)
        ),
        height: bottom as u32 + 22,
        body: m.into_string(),
    }
}

fn legend(m: &mut Markup) {
    for (i, (class, name)) in
        [("copy", "copy (top)"), ("sort", "sort (middle)"), ("run", "run (bottom)")].into_iter().enumerate()
    {
        let x = format!("{}%", 33 * i);
        m.open("svg", &[("x", &x), ("y", "0"), ("height", "20"), ("overflow", "visible")]);
        m.leaf("rect", &[("class", class), ("x", "0"), ("y", "5"), ("width", "16"), ("height", "6")]);
        m.element("text", &[("x", "21"), ("y", "13"), ("class", "key")], name);
        m.close("svg");
    }
}

/// Sorts the spans and joins those that could not be told apart at this resolution.
fn join(spans: &[Span], finest: f64) -> Vec<Span> {
    let mut sorted: Vec<Span> = spans.iter().copied().filter(|s| s.end >= s.start).collect();
    sorted.sort_by(|a, b| a.start.total_cmp(&b.start));
    let mut out: Vec<Span> = Vec::new();
    for span in sorted {
        match out.last_mut() {
            Some(last) if last.end - last.start < finest && span.start - last.end < finest => {
                last.end = last.end.max(span.end);
            }
            Some(last) if span.end <= last.end => {}
            _ => out.push(span),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(list: &[(f64, f64)]) -> Vec<Span> {
        list.iter().map(|&(start, end)| Span { start, end }).collect()
    }

    #[test]
    fn short_spans_join_long_ones_stay() {
        let joined = join(&spans(&[(5.0, 9.0), (0.0, 0.1), (0.1, 0.2), (9.0, 12.0)]), 1.0);
        assert_eq!(joined, spans(&[(0.0, 0.2), (5.0, 9.0), (9.0, 12.0)]));
    }

    #[test]
    fn a_lane_per_task_bounded_in_size() {
        let lane = Lane {
            name: "0".into(),
            note: "task 0 <early>".into(),
            copy: (0..50_000).map(|i| Span { start: f64::from(i), end: f64::from(i + 1) }).collect(),
            ..Lane::default()
        };
        let svg = timeline(&Timeline { title: "Time", lanes: &[lane.clone(), lane] }).to_inline();
        assert!(svg.matches("class=\"copy").count() < 1500);
        assert!(svg.contains("last map done"));
        assert_eq!(svg.matches("<g><title>task 0 &lt;early&gt;</title>").count(), 2);
        assert!(timeline(&Timeline { title: "none", lanes: &[] }).to_file().contains("</svg>"));
    }
}
