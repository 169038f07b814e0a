//! Writing SVG and HTML: the one place where text is escaped.

use std::borrow::Cow;

/// `text` made safe for element content and for quoted attributes, in HTML and in XML.
///
/// Control characters that XML forbids become the replacement character.
pub fn escape(text: &str) -> Cow<'_, str> {
    let plain = |c: char| !matches!(c, '&' | '<' | '>' | '"' | '\'') && legal(c);
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if legal(c) => out.push(c),
            _ => out.push('\u{fffd}'),
        }
    }
    Cow::Owned(out)
}

fn legal(c: char) -> bool {
    !c.is_control() || matches!(c, '\n' | '\t')
}

/// Markup under construction. Names of elements and attributes are ours; values and text are escaped.
#[derive(Debug, Default, Clone)]
pub struct Markup(String);

impl Markup {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// An element's start tag.
    pub fn open(&mut self, name: &str, attributes: &[(&str, &str)]) -> &mut Self {
        self.tag(name, attributes).raw(">")
    }

    /// An element's end tag.
    pub fn close(&mut self, name: &str) -> &mut Self {
        self.raw("</").raw(name).raw(">")
    }

    /// An element without content.
    pub fn leaf(&mut self, name: &str, attributes: &[(&str, &str)]) -> &mut Self {
        self.tag(name, attributes).raw("/>")
    }

    /// An element that holds just text.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) -> &mut Self {
        self.open(name, attributes).text(text).close(name)
    }

    /// Text, escaped.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.0.push_str(&escape(text));
        self
    }

    /// Markup that was built here before; never text from outside.
    pub fn raw(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// The markup.
    pub fn into_string(self) -> String {
        self.0
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)]) -> &mut Self {
        self.raw("<").raw(name);
        for (key, value) in attributes {
            self.raw(" ").raw(key).raw("=\"").text(value).raw("\"");
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_special_character_is_escaped_and_nothing_else_changes() {
        assert_eq!(
            escape("<script>alert('1' & \"2\")</script>"),
            "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;"
        );
        assert!(matches!(escape("Größe 東京 9 %"), Cow::Borrowed(_)));
        assert_eq!(escape("a\u{0}b\u{1b}c\td\n"), "a\u{fffd}b\u{fffd}c\td\n");
    }

    #[test]
    fn attributes_cannot_break_out() {
        let mut m = Markup::new();
        m.leaf("rect", &[("class", "x\" onload=\"alert(1)")]);
        assert_eq!(m.into_string(), "<rect class=\"x&quot; onload=&quot;alert(1)\"/>");
    }
}
