//! Pictures of loads and timelines: plain SVG, one look for the planner, the job report and `analyze`.
//!
//! Every horizontal position is a share of the width, every font size is fixed, so a picture fits a
//! phone, a wide screen and paper without shrinking its text. Colours are CSS variables with a light and
//! a dark value; no meaning hangs on a colour alone. Figures 1, 3, 4 and 5 of the paper are the models.
//! It draws numbers and knows nothing of jobs.
//!
//! Text that came from a job passes through [`escape`] and nothing else: [`Markup`] calls it for
//! every attribute and every text node.
//!
//! ```
//! use evenkeel::draw::{self, Series};
//! let picture = draw::slots(&draw::Slots {
//!     title: "Load of each slot",
//!     unit: "pairs",
//!     series: &[
//!         Series { name: "hash", loads: &[9, 1, 2] },
//!         Series { name: "Evenkeel", loads: &[4, 4, 4] },
//!     ],
//!     bound: Some(4),
//! });
//! assert!(picture.to_file().starts_with("<svg"));
//! ```

mod bars;
mod distribution;
mod markup;
mod number;
mod page;
mod ranking;
mod style;
mod timeline;

pub use bars::{Series, Slots, slots};
pub use distribution::{Distribution, distribution};
pub use markup::{Markup, escape};
pub use number::{bytes, count, duration_column, duration_ms, percent, percent_column, short, times};
pub use page::{Page, table};
pub use ranking::{Ranking, Row, ranking};
pub use style::STYLE;
pub use timeline::{Lane, Span, Timeline, timeline};

use number::decimal;

/// A finished picture. [`Drawing::to_inline`] goes into a page of ours, [`Drawing::to_file`] stands alone.
#[derive(Debug, Clone)]
pub struct Drawing {
    title: String,
    description: String,
    height: u32,
    body: String,
}

impl Drawing {
    /// The picture for a page that carries [`STYLE`] itself.
    pub fn to_inline(&self) -> String {
        self.render("100%", None)
    }

    /// The picture as a file of its own, style included.
    pub fn to_file(&self) -> String {
        self.render("760", Some(STYLE))
    }

    /// One sentence or two that say what the picture shows.
    pub fn description(&self) -> &str {
        &self.description
    }

    fn render(&self, width: &str, style: Option<&str>) -> String {
        let height = self.height.to_string();
        let mut attributes = vec![
            ("class", "ek"),
            ("role", "img"),
            ("aria-label", self.title.as_str()),
            ("width", width),
            ("height", height.as_str()),
        ];
        if style.is_some() {
            attributes.push(("xmlns", "http://www.w3.org/2000/svg"));
        }
        let mut m = Markup::new();
        m.open("svg", &attributes);
        m.element("title", &[], &self.title);
        m.element("desc", &[], &self.description);
        if let Some(style) = style {
            m.raw("<style>").raw(style).raw("</style>");
            m.leaf("rect", &[("class", "ground"), ("width", "100%"), ("height", "100%")]);
        }
        m.raw(&self.body).close("svg");
        m.into_string()
    }
}

/// Left edge of the plotting area, in percent of the width; tick labels stand to its left.
const LEFT: f64 = 12.0;
/// Right edge of the plotting area, in percent of the width.
const RIGHT: f64 = 99.0;

/// The position of `share` (0 to 1) of the plotting area.
fn across(share: f64) -> String {
    format!("{}%", decimal(LEFT + (RIGHT - LEFT) * share.clamp(0.0, 1.0), 3))
}

/// The width of `share` (0 to 1) of the plotting area.
fn wide(share: f64) -> String {
    format!("{}%", decimal((RIGHT - LEFT) * share.clamp(0.0, 1.0), 3))
}

/// A length in pixels.
fn px(value: f64) -> String {
    decimal(value, 1)
}

/// A line across the plotting area.
fn line(m: &mut Markup, class: &str, y: f64) {
    let (left, right) = (format!("{LEFT}%"), format!("{RIGHT}%"));
    m.leaf("line", &[("class", class), ("x1", &left), ("x2", &right), ("y1", &px(y)), ("y2", &px(y))]);
}
