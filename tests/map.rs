//! `docs/architecture.md` maps every class and every file of the core, and no page points to nothing.

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn below(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(Path::new(folder), &mut found);
    found.sort();
    found
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|name| name.to_str()).expect("a name")
}

fn pages() -> Vec<PathBuf> {
    let mut found = below("docs");
    found.extend(
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md", "examples/puma/README.md"]
            .map(PathBuf::from),
    );
    found.retain(|path| path.extension().is_some_and(|e| e == "md"));
    found
}

#[test]
fn every_class_and_file_is_on_the_map() {
    let map = fs::read_to_string("docs/architecture.md").expect("the map");
    let named: Vec<&str> = map.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut missing = Vec::new();
    for class in below("java/src/main/java") {
        if stem(&class) != "package-info" && !named.contains(&stem(&class)) {
            missing.push(class);
        }
    }
    for entry in fs::read_dir("src").expect("the core") {
        let path = entry.expect("an entry").path();
        let place = match path.is_dir() {
            true => format!("{}/`", stem(&path)),
            false => format!("{}.rs`", stem(&path)),
        };
        if stem(&path) != "lib" && !map.contains(&place) {
            missing.push(path);
        }
    }
    assert!(missing.is_empty(), "docs/architecture.md does not name {missing:?}");
}

/// The anchor that a heading gets.
fn anchor(heading: &str) -> String {
    let kept = heading
        .trim()
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .collect::<String>();
    kept.replace(' ', "-")
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for (at, _) in text.match_indices("](") {
            let link = text[at + 2..].split(')').next().unwrap_or_default();
            if link.starts_with("http") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            let found = match fs::read(&target) {
                Ok(bytes) if !place.is_empty() => {
                    let text = String::from_utf8_lossy(&bytes);
                    text.lines()
                        .filter(|line| line.starts_with('#'))
                        .any(|line| anchor(line.trim_start_matches('#')) == place)
                }
                Ok(_) => true,
                Err(_) => target.is_dir(),
            };
            if !found {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Words in backticks that are the names of files or test classes.
#[test]
fn every_file_that_a_page_names_is_there() {
    let sources: Vec<PathBuf> =
        ["src", "java/src", "tests", "examples", "benches", "docs"].into_iter().flat_map(below).collect();
    let there = |name: &str| Path::new(name).exists() || sources.iter().any(|path| path.ends_with(name));
    let mut missing = Vec::new();
    for page in pages()
        .into_iter()
        .filter(|page| !page.ends_with("CHANGELOG.md") && !page.ends_with("CONTRIBUTING.md"))
    {
        let text = fs::read_to_string(&page).expect("a page");
        for word in text
            .lines()
            .filter(|line| !line.starts_with("    "))
            .flat_map(|line| line.split('`').skip(1).step_by(2))
        {
            let name = match word {
                word if word.contains('*') => continue,
                word if word.ends_with(".rs") || word.ends_with(".java") => word.to_owned(),
                word if word.ends_with("Test") && word.chars().all(char::is_alphanumeric) => {
                    format!("{word}.java")
                }
                _ => continue,
            };
            if !there(&name) {
                missing.push(format!("{}: {word}", page.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
