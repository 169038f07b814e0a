//! Loads from a file: one a line, `key<TAB>load`, CSV with a header, what `CountKeys` writes, or the JSON of our reports.
//!
//! A line that starts with `#` is a remark, unless it holds a key and its load.

use super::Failure;
use crate::analyze::keys::HEADER;
use serde::Deserialize;
use serde_json::Value;
use std::io::Read;

/// What was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Operations {
    pub(super) loads: Vec<u64>,
    /// The name of each operation: its key, or its zero-based line number.
    pub(super) names: Vec<Name>,
}

/// What an operation is called.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub(super) enum Name {
    /// A line, from 0.
    Line(usize),
    /// A key.
    Key(String),
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Name::Line(line) => write!(f, "{line}"),
            Name::Key(key) => f.write_str(key),
        }
    }
}

const NUMBER: &str = "a whole number from 0 to 18446744073709551615";

/// Reads a file as text, or standard input if it is `-`. Keys may hold any bytes: what is no UTF-8 is replaced.
pub(super) fn text(path: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = match path {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes),
        _ => std::fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.map_err(|error| Failure::file(shown(path), error))?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// How errors name the file.
pub(super) fn shown(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// Reads operations from a file, or from standard input if it is `-`.
pub(super) fn operations(path: &str) -> Result<Operations, Failure> {
    parse(shown(path), &text(path)?)
}

fn parse(path: &str, text: &str) -> Result<Operations, Failure> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.trim_start();
    if first.starts_with(['{', '[']) && !is_list(first) {
        let skipped = text[..text.len() - first.len()].matches('\n').count();
        return json(path, first, skipped);
    }
    let mut lines = text.lines().enumerate().peekable();
    let counted = lines.peek().is_some_and(|(_, line)| *line == HEADER);
    let mut columns = None;
    let mut read = Operations::default();
    let mut begun = false;
    for (number, line) in lines {
        if line.trim().is_empty() || (columns.is_none() && is_remark(line)) {
            continue;
        }
        if !std::mem::replace(&mut begun, true) && !counted {
            columns = header(line);
            if columns.is_some() {
                continue;
            }
        }
        let fail = |expected: &str, found: &str| Failure::Line {
            path: path.to_owned(),
            line: number + 1,
            expected: expected.to_owned(),
            found: found.chars().take(80).collect(),
        };
        let (name, load) = match (&columns, counted) {
            (Some(columns), _) => {
                let cells = cells(line).ok_or_else(|| fail("quotes in pairs", line))?;
                if cells.len() != columns.count {
                    return Err(fail(&format!("{} columns, as in the header", columns.count), line));
                }
                (columns.key.map(|key| cells[key].clone()), cells[columns.load].clone())
            }
            // The third column, a hash code, is of no use here.
            (None, true) => match line.rsplit_once('\t').and_then(|(line, _)| line.rsplit_once('\t')) {
                Some((key, load)) => (Some(key.to_owned()), load.to_owned()),
                None => return Err(fail("key, load and hash code, tabs between", line)),
            },
            (None, false) => match line.rsplit_once('\t') {
                Some((key, load)) => (Some(key.to_owned()), load.to_owned()),
                None => (None, line.to_owned()),
            },
        };
        let expected = match (&columns, &name) {
            (None, None) => format!("{NUMBER}; a key, a tab and a load; or a CSV header first"),
            _ => NUMBER.to_owned(),
        };
        read.loads.push(load.trim().parse().map_err(|_| fail(&expected, load.trim()))?);
        read.names.push(name.map_or(Name::Line(number), Name::Key));
    }
    Ok(read)
}

/// Whether a line is a remark: `#` and no key with a load.
fn is_remark(line: &str) -> bool {
    line.starts_with('#') && !line.contains('\t')
}

/// Whether text that starts like JSON is a list of keys after all: its first line ends with a tab and a number, or has a
/// column for loads. Text that is JSON as a whole never gets here as anything else.
fn is_list(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("");
    let keyed = line.rsplit_once('\t').is_some_and(|(_, load)| load.trim().parse::<u64>().is_ok());
    let columns =
        || cells(line).is_some_and(|cells| cells.iter().any(|cell| cell.trim().eq_ignore_ascii_case("load")));
    (keyed || columns()) && serde_json::from_str::<serde::de::IgnoredAny>(text).is_err()
}

/// Which columns of a CSV file hold what.
struct Columns {
    count: usize,
    key: Option<usize>,
    load: usize,
}

/// The columns, if this line is the header of a CSV file: commas, and a last field that is no number.
fn header(line: &str) -> Option<Columns> {
    let cells = cells(line)?;
    let load = cells.iter().position(|cell| cell.trim().eq_ignore_ascii_case("load"));
    if line.contains('\t')
        || (cells.len() < 2 && load.is_none())
        || cells.last()?.trim().parse::<u64>().is_ok()
    {
        return None;
    }
    let load = load.unwrap_or(cells.len() - 1);
    let key = cells.iter().position(|cell| cell.trim().eq_ignore_ascii_case("key"));
    Some(Columns { count: cells.len(), key: key.or((0..cells.len()).find(|&at| at != load)), load })
}

/// The fields of a CSV line; None if a quote is not closed.
fn cells(line: &str) -> Option<Vec<String>> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.trim_end_matches('\r').chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cells.last_mut()?.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            c => cells.last_mut()?.push(c),
        }
    }
    (!quoted).then_some(cells)
}

/// What our reports hold, of which only the loads are read.
#[derive(Deserialize)]
struct Report {
    schedule: Loads,
}

#[derive(Deserialize)]
struct Loads {
    loads: Vec<u64>,
}

/// A list of loads, or a report with `schedule.loads` or `loads`, after so many lines without anything.
fn json(path: &str, text: &str, skipped: usize) -> Result<Operations, Failure> {
    let fail = |error: &serde_json::Error, expected: String, found: String| Failure::Line {
        path: path.to_owned(),
        line: skipped + error.line(),
        expected,
        found: found.chars().take(80).collect(),
    };
    let value: Value =
        serde_json::from_str(text).map_err(|error| fail(&error, "JSON".to_owned(), error.to_string()))?;
    let within = value.pointer("/schedule/loads").and_then(Value::as_array);
    let beside = value.get("loads").and_then(Value::as_array);
    // Read again for the loads: only while it reads does serde_json know in which line it is.
    let (list, read) = match (value.as_array(), within, beside) {
        (Some(list), ..) => (list, serde_json::from_str(text)),
        (_, Some(list), _) => (list, serde_json::from_str(text).map(|report: Report| report.schedule.loads)),
        (.., Some(list)) => (list, serde_json::from_str(text).map(|loads: Loads| loads.loads)),
        _ => {
            let reason = "expected a list of loads, or a report with schedule.loads".to_owned();
            return Err(Failure::Input { path: path.to_owned(), reason });
        }
    };
    let loads: Vec<u64> = read.map_err(|error| match list.iter().position(|load| !load.is_u64()) {
        Some(at) => fail(&error, format!("{NUMBER} as load {at}"), list[at].to_string()),
        None => fail(&error, "a list of loads".to_owned(), error.to_string()),
    })?;
    let names = (0..loads.len()).map(Name::Line).collect();
    Ok(Operations { loads, names })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyed(text: &str) -> Vec<(String, u64)> {
        let read = parse("f", text).expect(text);
        read.names.iter().map(ToString::to_string).zip(read.loads).collect()
    }

    #[test]
    fn every_format_is_read() {
        let pair = |key: &str, load| (key.to_owned(), load);
        assert_eq!(keyed("5\n\n7\r\n"), [pair("0", 5), pair("2", 7)]);
        assert_eq!(keyed("the\t5\na\tb\t7\n"), [pair("the", 5), pair("a\tb", 7)]);
        assert_eq!(keyed("key,load\n\"a,\"\"b\",5\n"), [pair("a,\"b", 5)]);
        assert_eq!(keyed("load,key,x\n5,the,y\n"), [pair("the", 5)]);
        assert_eq!(keyed("[5, 7]"), [pair("0", 5), pair("1", 7)]);
        assert_eq!(keyed("{\"schedule\": {\"loads\": [5]}}"), [pair("0", 5)]);
        assert_eq!(keyed(""), []);
        assert_eq!(
            keyed("# evenkeel keys 1\n# 3 of 3 splits\nthe\t3\t144592\n#x\t4\t-9\n"),
            [pair("the", 3), pair("#x", 4)]
        );
    }

    #[test]
    fn keys_may_begin_like_something_else() {
        let pair = |key: &str, load| (key.to_owned(), load);
        assert_eq!(
            keyed("# remark\n#tag\t5\n[a]\t7\n{b}\t8\n"),
            [pair("#tag", 5), pair("[a]", 7), pair("{b}", 8)]
        );
        assert_eq!(keyed("[a]\t7\n#tag\t5\n"), [pair("[a]", 7), pair("#tag", 5)]);
        assert_eq!(keyed("{b}\t8\n"), [pair("{b}", 8)]);
        assert_eq!(keyed("# remark\nkey,load\n#tag,5\n[a,7\n"), [pair("#tag", 5), pair("[a", 7)]);
        assert_eq!(keyed("[key],load\nx,5\n"), [pair("x", 5)]);
        assert_eq!(keyed("[1,\t2,\t3\n]"), [pair("0", 1), pair("1", 2), pair("2", 3)]);
        assert_eq!(keyed("5\n# remark\n7\n"), [pair("0", 5), pair("2", 7)]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [
            ("1\nx\n", 2),
            ("a\t-1", 1),
            ("# evenkeel keys 1\nthe\t3\n", 2),
            ("key,load\na,1\nb\n", 3),
            ("1\n18446744073709551616", 2),
            ("\n[1,\n2,\n\"x\"]", 4),
            ("{\"schedule\": {\n\"loads\": [1,\n-2]}}", 3),
            ("{\"loads\":\n[0.5]}", 2),
            ("\n\n[1,", 3),
        ] {
            match parse("f", text) {
                Err(Failure::Line { line: found, .. }) => assert_eq!(found, line, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(parse("f", "{\"a\": 1}").is_err());
        let error = parse("f", "[1,\n-1]").expect_err("a load below 0").to_string();
        assert_eq!(error, format!("f, line 2: expected {NUMBER} as load 1, found \"-1\""));
    }
}
