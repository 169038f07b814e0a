//! Lines of a Hadoop 1.x job history: `Type KEY="value" … .`, with counters inside values.

use std::collections::HashMap;
use std::str::FromStr;

/// One record.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Record<'a> {
    /// `Job`, `Task`, `MapAttempt`, `ReduceAttempt`, `Meta`, …
    pub(super) kind: &'a str,
    /// Values by key, unescaped.
    pub(super) values: HashMap<&'a str, String>,
}

impl<'a> Record<'a> {
    /// Reads the record at the head of `text`; gives it and what follows. `None` at the end or at a cut-off record.
    pub(super) fn next(text: &'a str) -> Option<(Self, &'a str)> {
        let text = text.trim_start();
        let (kind, mut rest) = text.split_once(' ')?;
        let mut values = HashMap::new();
        loop {
            rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            if let Some(after) = rest.strip_prefix('.') {
                return Some((Record { kind, values }, after));
            }
            let (key, after) = rest.split_once("=\"")?;
            let (value, after) = quoted(after)?;
            values.insert(key, value);
            rest = after;
        }
    }

    /// A value as text, empty if it is not there.
    pub(super) fn text(&self, key: &str) -> &str {
        self.values.get(key).map_or("", String::as_str)
    }

    /// A value as a number, 0 if it is not there. In error, which one it is and what was expected.
    pub(super) fn number<N: FromStr + Default>(&self, key: &str) -> Result<N, String> {
        number(key, self.text(key))
    }

    /// A counter of a task, 0 if it is not there.
    pub(super) fn counter(&self, group: &str, name: &str) -> Result<u64, String> {
        number(name, &counter(self.text("COUNTERS"), group, name).unwrap_or_default())
    }
}

fn number<N: FromStr + Default>(name: &str, text: &str) -> Result<N, String> {
    match text.trim() {
        "" => Ok(N::default()),
        text => text.parse().map_err(|_| {
            let found: String = text.chars().take(80).collect();
            format!("{name}: expected a whole number, found {found:?}")
        }),
    }
}

/// Reads up to the closing quote; a backslash takes the next character as it is only before `"`, `=` and `.`:
/// before any other it belongs to the counters' own escapes.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((out, &text[at + 1..])),
            '\\' => match chars.next()? {
                (_, escaped @ ('"' | '=' | '.' | '\\')) => out.push(escaped),
                (_, other) => out.extend(['\\', other]),
            },
            c => out.push(c),
        }
    }
    None
}

/// The value of a counter in Hadoop's compact form, `{(group)(title)[(name)(title)(value)]…}…`.
fn counter(compact: &str, group: &str, name: &str) -> Option<String> {
    let mut units: Vec<String> = Vec::new();
    let mut current_group = String::new();
    let mut unit: Option<String> = None;
    let mut chars = compact.chars();
    while let Some(c) = chars.next() {
        match (c, &mut unit) {
            ('\\', Some(unit)) => unit.extend(chars.next()),
            ('(', None) => unit = Some(String::new()),
            (')', Some(_)) => units.extend(unit.take()),
            (c, Some(unit)) => unit.push(c),
            ('{', None) => units.clear(),
            ('[', None) => {
                if let Some(first) = units.first().filter(|_| units.len() == 2) {
                    current_group = first.clone();
                }
                units.clear();
            }
            (']', None) => {
                if let [found, _, value] = units.as_slice() {
                    if current_group == group && found == name {
                        return Some(value.clone());
                    }
                }
                units.clear();
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_hold_quotes_dots_and_line_breaks() {
        let text = "Job JOBNAME=\"a \\\"b\\\" \\= 1\\.5\nnext\" USER=\"x\" .\nTask TASKID=\"t\" .\n";
        let (job, rest) = Record::next(text).unwrap();
        assert_eq!((job.kind, job.text("JOBNAME")), ("Job", "a \"b\" = 1.5\nnext"));
        let (task, rest) = Record::next(rest).unwrap();
        assert_eq!(task.text("TASKID"), "t");
        assert_eq!(Record::next(rest), None);
        assert_eq!(Record::next("Job JOBNAME=\"cut o"), None);
    }

    #[test]
    fn counters_are_found_by_group_and_name() {
        let compact =
            "{(mine)(mine)[(IN)(in)(1)][(a\\(b\\)\\[)(x)(2)]}{(task)(Task)[(OUT)(o)(3)][(IN)(in)(4)]}";
        let found = |group, name| counter(compact, group, name);
        assert_eq!(found("task", "IN").as_deref(), Some("4"));
        assert_eq!(found("mine", "IN").as_deref(), Some("1"));
        assert_eq!(found("mine", "a(b)[").as_deref(), Some("2"));
        assert_eq!(found("task", "GONE"), None);
        assert_eq!(counter("{(task", "task", "IN"), None);
    }
}
