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

/// The time scale, and where the lanes end.
struct Scale {
    low: f64,
    high: f64,
    bottom: f64,
}

impl Scale {
    fn of(lanes: &[Lane]) -> Self {
        let spans = || lanes.iter().flat_map(|l| l.copy.iter().chain(&l.sort).chain(&l.run));
        let low = spans().map(|s| s.start).fold(0.0, f64::min);
        let high = spans().map(|s| s.end).fold(0.0, f64::max).max(low + 1.0);
        Self { low, high, bottom: TOP + LANE * lanes.len() as f64 }
    }

    /// Where a time lies, from 0 to 1.
    fn share(&self, time: f64) -> f64 {
        (time - self.low) / (self.high - self.low)
    }
}

/// One lane per reduce task: three thin tracks, copy above sort above run.
pub fn timeline(what: &Timeline) -> Drawing {
    let scale = Scale::of(what.lanes);
    let mut m = Markup::new();
    legend(&mut m);
    ticks(&mut m, &scale);
    for (i, lane) in what.lanes.iter().enumerate() {
        draw_lane(&mut m, &scale, lane, TOP + LANE * i as f64);
    }
    last_map(&mut m, &scale);

    Drawing {
        title: what.title.to_owned(),
        description: format!(
            "{} reduce tasks; the last ended {} after the last map. Each lane has three tracks: \
             copy above sort above run.",
            what.lanes.len(),
            duration_ms(scale.high)
        ),
        height: scale.bottom as u32 + 22,
        body: m.into_string(),
    }
}

/// Vertical lines with their times below.
fn ticks(m: &mut Markup, scale: &Scale) {
    let bottom = scale.bottom;
    for tick in time_ticks(scale.low, scale.high, 4) {
        let x = across(scale.share(tick));
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
                ("text-anchor", if scale.share(tick) > 0.98 { "end" } else { "middle" }),
            ],
            &duration_ms(tick),
        );
    }
}

/// The tracks of one task.
fn draw_lane(m: &mut Markup, scale: &Scale, lane: &Lane, y: f64) {
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
        for (k, part) in join(spans, (scale.high - scale.low) * FINEST).into_iter().enumerate() {
            let class = if k % 2 == 1 { format!("{class} odd") } else { class.to_owned() };
            m.leaf(
                "rect",
                &[
                    ("class", &class),
                    ("x", &across(scale.share(part.start))),
                    ("y", &px(y + 1.0 + 6.0 * track)),
                    ("width", &wide((scale.share(part.end) - scale.share(part.start)).max(FINEST))),
                    ("height", "5"),
                ],
            );
        }
    }
    m.close("g");
}

/// The mark at zero.
fn last_map(m: &mut Markup, scale: &Scale) {
    let zero = across(scale.share(0.0));
    m.leaf(
        "line",
        &[
            ("class", "bound"),
            ("x1", &zero),
            ("x2", &zero),
            ("y1", &px(TOP - 8.0)),
            ("y2", &px(scale.bottom)),
        ],
    );
    m.element(
        "text",
        &[
            ("class", "halo"),
            ("x", &zero),
            ("y", &px(TOP - 12.0)),
            ("text-anchor", if scale.share(0.0) > 0.5 { "end" } else { "start" }),
        ],
        "last map done",
    );
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
