//! One version: Cargo.toml has it, and whatever else names it agrees.

use std::fs;
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn whatever_names_a_version_names_this_one() {
    for pom in ["java/pom.xml", "examples/puma/pom.xml", "examples/jobs/pom.xml"] {
        let text = fs::read_to_string(pom).expect(pom);
        assert!(text.contains(&format!("<revision>{VERSION}</revision>")), "{pom}");
    }
    for page in ["README.md", "docs/operations.md", "examples/README.md", "examples/puma/README.md"] {
        let text = fs::read_to_string(page).expect(page);
        let jars: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || "`/()|".contains(c))
            .filter(|word| word.starts_with("evenkeel-") && word.ends_with(".jar"))
            .collect();
        assert!(!jars.is_empty(), "{page} names no jar");
        assert!(jars.iter().all(|jar| jar.ends_with(&format!("-{VERSION}.jar"))), "{page}: {jars:?}");
    }
    let changes = fs::read_to_string("CHANGELOG.md").expect("the changes");
    assert!(changes.contains(&format!("\n## {VERSION}")), "CHANGELOG.md has no chapter {VERSION}");
    let script = Command::new("scripts/version").output().expect("scripts/version runs");
    assert_eq!(String::from_utf8_lossy(&script.stdout).trim(), VERSION);
    let planner = Command::new(env!("CARGO_BIN_EXE_evenkeel")).arg("--version").output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&planner.stdout).trim(), format!("evenkeel {VERSION}"));
}
