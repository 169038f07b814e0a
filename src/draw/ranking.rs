//! One value per named thing as horizontal bars, e.g. the largest load of each algorithm (Figure 5 of the paper).

use super::{Drawing, Markup, px};

/// One bar.
#[derive(Debug, Clone)]
pub struct Row {
    /// Name, above the bar.
    pub name: String,
    /// Length of the bar.
    pub value: f64,
    /// The value as text, at the right.
    pub label: String,
    /// Drawn as an outline, as what the others are compared with.
    pub baseline: bool,
}

/// What [`ranking`] draws.
#[derive(Debug, Clone)]
pub struct Ranking<'a> {
    /// Title, also for screen readers.
    pub title: &'a str,
    /// The bars, from top to bottom.
    pub rows: &'a [Row],
    /// A dashed line at this value, with its label.
    pub bound: Option<(f64, &'a str)>,
}

/// Horizontal bars with a dashed line at the bound.
pub fn ranking(what: &Ranking) -> Drawing {
    let top = what
        .rows
        .iter()
        .map(|r| r.value)
        .chain(what.bound.map(|b| b.0))
        .fold(0.0, f64::max)
        .max(f64::MIN_POSITIVE);
    let share = |value: f64| format!("{}%", px(99.0 * (value / top).clamp(0.0, 1.0)));
    let row_height = 38.0;
    let first = if what.bound.is_some() { 22.0 } else { 4.0 };
    let end = first + row_height * what.rows.len() as f64;

    let mut m = Markup::new();
    for (i, row) in what.rows.iter().enumerate() {
        let y = first + row_height * i as f64;
        m.element("text", &[("x", "0"), ("y", &px(y + 13.0))], &row.name);
        m.element("text", &[("x", "99%"), ("y", &px(y + 13.0)), ("text-anchor", "end")], &row.label);
        m.leaf(
            "rect",
            &[
                ("class", if row.baseline { "s0" } else { "s1" }),
                ("x", "0"),
                ("y", &px(y + 18.0)),
                ("width", &share(row.value)),
                ("height", "12"),
            ],
        );
    }
    if let Some((value, label)) = what.bound {
        let x = share(value);
        m.leaf("line", &[("class", "bound"), ("x1", &x), ("x2", &x), ("y1", "18"), ("y2", &px(end))]);
        let anchor = if value / top > 0.5 { "end" } else { "start" };
        m.element("text", &[("x", &x), ("y", "12"), ("text-anchor", anchor)], label);
    }
    let mut description: Vec<String> =
        what.rows.iter().map(|r| format!("{}: {}.", r.name, r.label)).collect();
    description.extend(what.bound.map(|b| format!("{}.", b.1)));
    Drawing {
        title: what.title.to_owned(),
        description: description.join(" "),
        height: end.ceil() as u32 + 4,
        body: m.into_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_bar_and_label() {
        let rows = ["hash", "<best>"].map(|name| Row {
            name: name.to_owned(),
            value: name.len() as f64,
            label: format!("{name}!"),
            baseline: name == "hash",
        });
        let svg = ranking(&Ranking {
            title: "Largest load",
            rows: &rows,
            bound: Some((3.0, "no schedule below 3")),
        })
        .to_inline();
        assert_eq!(svg.matches("<rect").count(), 2);
        assert!(svg.contains("&lt;best&gt;!"));
        assert!(svg.contains("no schedule below 3</text>"));
    }
}
