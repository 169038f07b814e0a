//! Every message that the code can show stands in `docs/messages.md`, with its cure; those about a job that is not
//! balanced stand in `docs/operations.md`.
//!
//! Looked for are log lines from INFO on, exceptions, `doctor`'s findings, lines to a terminal and
//! sentences that are handed on in Java, and the errors and log lines of the core and the bridge in Rust.
//! Of each at least one longer piece of its fixed text must be on one of the two pages.

use std::fs;
use std::path::{Path, PathBuf};

/// What starts a statement that holds a message.
const STARTS: [&str; 7] =
    ["LOG.info(", "LOG.warn(", "LOG.error(", "Exception(", "Failure(", "Finding.bad(", "System.err.println("];
/// What starts a statement that may hold one, for others to show.
const HANDED_ON: [&str; 3] = ["return ", "static final String ", "String why"];
/// What starts a message in Rust.
const RUST: [&str; 3] = ["#[error(\"", "warn!(\"", "Argument(\""];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "java") {
            found.push(path);
        }
    }
}

/// The string literals of a call, from its parenthesis on, or of a statement.
fn literals(text: &str) -> Vec<String> {
    let call = text.starts_with('(');
    let (mut depth, mut found, mut chars) = (0, Vec::new(), text.chars());
    while let Some(c) = chars.next() {
        match c {
            ';' if !call => break,
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if call && depth == 0 {
                    break;
                }
            }
            '\'' => {
                // A character such as '"'.
                if chars.next() == Some('\\') {
                    chars.next();
                }
                chars.next();
            }
            '"' => found.push(literal(&mut chars)),
            _ => {}
        }
    }
    found
}

/// Whether a text is a sentence, and not a name, a path or markup.
fn sentence(text: &str) -> bool {
    text.split(' ').filter(|word| !word.is_empty() && word.chars().all(char::is_alphabetic)).count() > 2
}

/// The messages of a Java file, each as the pieces of its fixed text.
fn of_java(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in STARTS {
        found.extend(text.match_indices(start).map(|(at, _)| literals(&text[at + start.len() - 1..])));
    }
    for start in HANDED_ON {
        let starts = text.match_indices(start).map(|(at, _)| &text[at..]);
        let texts = starts.filter(|text| !text.starts_with("return Finding.good(")).map(literals);
        found.extend(texts.filter(|pieces| {
            pieces.iter().any(|piece| sentence(piece)) && !pieces[0].starts_with("usage: ")
        }));
    }
    found
}

/// The same of a Rust file; rustfmt may put a long text into a line of its own.
fn of_rust(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        let start = RUST.iter().find_map(|start| Some(line.find(start)? + start.len()));
        if let Some(at) = start.or(line.starts_with('"').then_some(1)) {
            let text = line[at..].split('"').next().unwrap_or_default();
            found.push(text.split(['{', '}']).step_by(2).map(str::to_owned).collect());
        }
    }
    found
}

fn literal(chars: &mut std::str::Chars<'_>) -> String {
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => text.extend(chars.next()),
            c => text.push(c),
        }
    }
    text
}

/// A message with no fixed text as long as this stands inside another one.
const SHORTEST: usize = 6;

/// The message, if the page lacks it; its fixed text comes in pieces.
fn lacking(page: &str, pieces: &[String], seen: &mut usize) -> Option<String> {
    let telling: Vec<&str> = pieces
        .iter()
        .flat_map(|piece| piece.split(". Cure: "))
        .map(|piece| piece.trim().trim_end_matches(':'))
        .filter(|piece| piece.len() >= SHORTEST)
        .collect();
    *seen += usize::from(!telling.is_empty());
    // One word may stand anywhere on the page: two say what is meant, where a message has them.
    let clear: Vec<&str> = telling.iter().copied().filter(|piece| piece.contains(' ')).collect();
    let there = (if clear.is_empty() { &telling } else { &clear }).iter().any(|piece| page.contains(piece));
    (!there && !telling.is_empty()).then(|| telling.join(" … "))
}

#[test]
fn every_message_has_a_cure() {
    let read = |page: &str| fs::read_to_string(page).expect("the page");
    let page = read("docs/messages.md") + &read("docs/operations.md");
    let mut files = Vec::new();
    sources(Path::new("java/src/main/java"), &mut files);
    files.extend(
        ["src/error.rs", "src/jni/failure.rs", "src/jni/mod.rs", "src/ledger/mod.rs"].map(PathBuf::from),
    );
    let (mut seen, mut missing) = (0, Vec::new());
    for file in &files {
        let text = fs::read_to_string(file).expect("a source");
        let java = file.extension().is_some_and(|e| e == "java");
        for pieces in if java { of_java(&text) } else { of_rust(&text) } {
            let message = lacking(&page, &pieces, &mut seen);
            missing.extend(message.map(|message| format!("{}: {message}", file.display())));
        }
    }
    missing.dedup();
    assert!(seen > 150, "only {seen} messages found: does the test still look in the right places?");
    assert!(
        missing.is_empty(),
        "docs/messages.md lacks these messages and their cure:\n{}",
        missing.join("\n")
    );
}
