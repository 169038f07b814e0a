//! Hadoop's configuration files: XML with names and values.

use crate::error::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The properties of one `*-site.xml`.
#[derive(Debug, Clone, Default)]
pub struct Site {
    values: BTreeMap<String, (String, bool)>,
}

impl Site {
    /// Sets a property.
    pub fn set(&mut self, name: &str, value: impl ToString) -> &mut Self {
        self.values.insert(name.to_string(), (value.to_string(), false));
        self
    }

    /// Sets a property that nothing loaded later, not even a job, may change.
    pub fn set_final(&mut self, name: &str, value: impl ToString) -> &mut Self {
        self.values.insert(name.to_string(), (value.to_string(), true));
        self
    }

    /// Sets all of them.
    pub fn set_all(&mut self, values: &BTreeMap<String, String>) -> &mut Self {
        for (name, value) in values {
            self.set(name, value);
        }
        self
    }

    /// The file's text.
    pub fn xml(&self) -> String {
        let mut out = String::from("<?xml version=\"1.0\"?>\n<configuration>\n");
        for (name, (value, is_final)) in &self.values {
            let last = if *is_final { "<final>true</final>" } else { "" };
            out += &format!(
                "  <property><name>{}</name><value>{}</value>{last}</property>\n",
                escape(name),
                escape(value)
            );
        }
        out + "</configuration>\n"
    }

    /// Writes the file.
    pub fn write(&self, path: &Path) -> Result<()> {
        fs::write(path, self.xml()).context(path.display())
    }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_finals_are_marked() {
        let mut site = Site::default();
        site.set("a", "x<y&z").set_final("b", 3);
        let xml = site.xml();
        assert!(xml.contains("<value>x&lt;y&amp;z</value></property>"));
        assert!(xml.contains("<name>b</name><value>3</value><final>true</final>"), "{xml}");
    }
}
