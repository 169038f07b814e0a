//! One self-contained HTML file: no script, no outside resource.

use super::{Drawing, Markup, STYLE};

const LAYOUT: &str = include_str!("page.css");

/// A page under construction: a title, a plain sentence, then sections.
#[derive(Debug, Clone)]
pub struct Page {
    title: String,
    body: Markup,
}

impl Page {
    /// A page with its heading and the sentence a reader in a hurry needs.
    pub fn new(title: &str, over: &str, sentence: &str) -> Self {
        let mut body = Markup::new();
        body.open("header", &[]);
        body.element("p", &[("class", "over")], over);
        body.element("h1", &[], title);
        body.element("p", &[("class", "sentence"), ("id", "sentence")], sentence);
        body.close("header");
        Self { title: title.to_owned(), body }
    }

    /// A section with a heading; `content` writes it.
    pub fn section(&mut self, id: &str, heading: &str, content: impl FnOnce(&mut Markup)) {
        let labelled = format!("{id}-h");
        self.body.open("section", &[("id", id), ("aria-labelledby", &labelled)]);
        self.body.element("h2", &[("id", &labelled)], heading);
        content(&mut self.body);
        self.body.close("section");
    }

    /// The whole file.
    pub fn into_html(self, footer: &str) -> String {
        let mut m = Markup::new();
        m.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
        m.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">");
        m.raw("<meta name=\"referrer\" content=\"no-referrer\"><link rel=\"icon\" href=\"data:,\">");
        m.element("title", &[], &self.title);
        m.raw("<style>").raw(STYLE).raw(LAYOUT).raw("</style></head><body><main>");
        m.raw(&self.body.into_string());
        m.element("footer", &[], footer);
        m.raw("</main></body></html>\n");
        m.into_string()
    }
}

impl Markup {
    /// A picture with its caption.
    pub fn figure(&mut self, drawing: &Drawing, caption: &str) -> &mut Self {
        self.open("figure", &[]).raw(&drawing.to_inline());
        if !caption.is_empty() {
            self.element("figcaption", &[], caption);
        }
        self.close("figure")
    }

    /// A number in words with its exact value beside it for programs.
    pub fn data(&mut self, value: &str, shown: &str) -> &mut Self {
        self.element("data", &[("value", value)], shown)
    }
}

/// A table: the first column holds names, the others numbers. A cell is (exact value, text shown).
pub fn table(caption: &str, heads: &[&str], rows: &[Vec<(String, String)>]) -> String {
    let mut m = Markup::new();
    m.open("div", &[("class", "scroll"), ("tabindex", "0"), ("role", "region"), ("aria-label", caption)]);
    m.open("table", &[]).element("caption", &[], caption);
    m.open("thead", &[]).open("tr", &[]);
    for head in heads {
        m.element("th", &[("scope", "col")], head);
    }
    m.close("tr").close("thead").open("tbody", &[]);
    for row in rows {
        m.open("tr", &[]);
        for (i, (value, shown)) in row.iter().enumerate() {
            if i == 0 {
                m.element("th", &[("scope", "row")], shown);
            } else {
                m.open("td", &[]).data(value, shown).close("td");
            }
        }
        m.close("tr");
    }
    m.close("tbody").close("table").close("div");
    m.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_loads_nothing_and_shows_hostile_text_as_text() {
        let mut page = Page::new("<script>alert(1)</script>", "job", "a < b");
        page.section("one", "One", |m| {
            m.raw(&table(
                "T",
                &["key", "n"],
                &[vec![(String::new(), "<img src=x>".into()), ("7".into(), "7".into())]],
            ));
        });
        let html = page.into_html("end");
        assert!(!html.contains("<script"));
        assert!(!html.contains("<img"));
        assert!(!html.contains("http:") && !html.contains("https:"), "no outside address");
        assert!(html.contains("<data value=\"7\">7</data>"));
    }
}
