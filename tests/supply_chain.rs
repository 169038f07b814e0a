//! Where the code of others comes from, under which licences, and that `NOTICE` names what the native library holds.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Licences that go with Apache-2.0 without a word more than a notice.
const ALLOWED: [&str; 10] = [
    "Apache-2.0",
    "MIT",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unlicense",
    "BSL-1.0",
    "Apache-2.0 WITH LLVM-exception",
];
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn cargo(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO")).args(arguments).output().expect("cargo runs");
    assert!(run.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}

fn host() -> String {
    let run = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8(run.stdout).expect("text");
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    host.to_owned()
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be met with the allowed ones.
fn allowed(expression: &str) -> bool {
    let flat = expression.replace(['(', ')'], " ").replace('/', " OR ");
    let any = |words: &str| words.split(" OR ").any(|licence| ALLOWED.contains(&licence.trim()));
    flat.split(" AND ").all(any)
}

#[test]
fn all_crates_come_from_the_registry_with_checksums_and_good_licences() {
    let lock = std::fs::read_to_string("Cargo.lock").expect("the lock file");
    for package in lock.split("[[package]]").skip(1) {
        let field = |name: &str| {
            let start = format!("{name} = \"");
            package.lines().find_map(|line| line.strip_prefix(&start)).map(|rest| rest.trim_end_matches('"'))
        };
        let name = field("name").expect("a name");
        match field("source") {
            None => assert!(name.starts_with("evenkeel"), "{name} is not ours and has no source"),
            Some(source) => {
                assert_eq!(source, REGISTRY, "{name}");
                assert!(field("checksum").is_some_and(|sum| sum.len() == 64), "{name} has no checksum");
            }
        }
    }
    let metadata =
        cargo(&["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform", &host()]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 20, "{} packages", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(allowed(licence), "{}: {licence}", package["name"]);
    }
}

#[test]
fn the_notice_names_what_the_native_library_holds() {
    let options =
        ["--no-default-features", "--features", "jni", "--edges", "normal,no-proc-macro", "--prefix", "none"];
    let mut arguments = vec!["tree", "--package", "evenkeel", "--locked", "--offline", "--format", "{p}|{l}"];
    arguments.extend(options);
    let tree = cargo(&arguments);
    let mut expected = BTreeSet::new();
    for line in tree.lines().filter(|line| !line.starts_with("evenkeel ")) {
        let (package, licence) = line.trim_end_matches(" (*)").split_once('|').expect("package|licence");
        let (name, _) = package.split_once(' ').expect("name and version");
        expected.insert(format!("- {name}: {licence}"));
    }
    let notice = std::fs::read_to_string("NOTICE").expect("NOTICE");
    let written: BTreeSet<String> =
        notice.lines().filter(|line| line.starts_with("- ")).map(str::to_owned).collect();
    let lines = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join("\n");
    assert_eq!(lines(&written), lines(&expected), "write these lines into NOTICE");
}

#[test]
fn licence_expressions_are_read() {
    assert!(
        allowed("MIT OR Apache-2.0") && allowed("MIT/Apache-2.0") && allowed("(MIT OR GPL-3.0) AND Zlib")
    );
    assert!(!allowed("GPL-3.0") && !allowed("MIT AND GPL-3.0") && !allowed("none"));
}
