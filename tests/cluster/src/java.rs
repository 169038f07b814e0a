//! Which Java runs the cluster: Hadoop 1.0.4 needs a JDK from 11 to 17.
//!
//! Older ones cannot build the plug-in (`--release 8` came with 9), and from 24 on `Subject.getSubject`,
//! which Hadoop calls, throws.

use crate::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A JDK that can run Hadoop 1.0.4.
#[derive(Debug, Clone)]
pub struct Jdk {
    /// Its folder, the one that holds `bin/java`.
    pub home: PathBuf,
    /// Its feature release, for example 17.
    pub version: u32,
}

impl Jdk {
    /// Looks at `JAVA_HOME`, then `java` on the `PATH`, then the folders where systems keep JDKs.
    pub fn find() -> Result<Self> {
        let mut seen = Vec::new();
        for home in candidates() {
            let Some(version) = version_of(&home) else {
                continue;
            };
            if (11..=17).contains(&version) {
                return Ok(Self { home, version });
            }
            seen.push(format!("{} is {version}", home.display()));
        }
        let seen = if seen.is_empty() { "none was found".to_string() } else { seen.join(", ") };
        Err(Error::new(format!(
            "Hadoop 1.0.4 needs a JDK from 11 to 17 ({seen}). Install one, for example \
             `apt-get install openjdk-17-jdk-headless`, or point JAVA_HOME at it."
        )))
    }

    /// The `java` program.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    /// Flags without which no Hadoop 1.0.4 process runs on this JDK.
    pub fn flags(&self) -> Vec<String> {
        vec!["--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED".to_string()]
    }
}

fn candidates() -> Vec<PathBuf> {
    let mut homes = Vec::new();
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        homes.push(PathBuf::from(home));
    }
    if let Some(path) = std::env::var_os("PATH") {
        for dir in std::env::split_paths(&path) {
            if let Ok(real) = dir.join("java").canonicalize() {
                if let Some(home) = real.parent().and_then(Path::parent) {
                    homes.push(home.to_path_buf());
                }
            }
        }
    }
    for place in ["/usr/lib/jvm", "/opt/java", "/opt"] {
        let Ok(entries) = std::fs::read_dir(place) else {
            continue;
        };
        let mut found: Vec<_> = entries.flatten().map(|e| e.path()).collect();
        found.sort();
        homes.extend(found.into_iter().rev());
    }
    homes.retain(|h| h.join("bin/java").is_file());
    homes
}

/// The feature release, from the `release` file or, where there is none, from the program.
fn version_of(home: &Path) -> Option<u32> {
    if let Ok(text) = std::fs::read_to_string(home.join("release")) {
        let line = text.lines().find(|l| l.starts_with("JAVA_VERSION="))?;
        return parse(line.split('"').nth(1)?);
    }
    let out = Command::new(home.join("bin/java")).arg("-version").output().ok()?;
    let text = String::from_utf8_lossy(&out.stderr).into_owned();
    parse(text.split('"').nth(1)?)
}

/// `17.0.15` is 17; `1.8.0_402` is 8.
fn parse(version: &str) -> Option<u32> {
    let mut parts = version.split(['.', '-', '+', '_']);
    let first: u32 = parts.next()?.parse().ok()?;
    if first == 1 {
        return parts.next()?.parse().ok();
    }
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn versions_are_read_in_both_styles() {
        assert_eq!(parse("17.0.15"), Some(17));
        assert_eq!(parse("11"), Some(11));
        assert_eq!(parse("1.8.0_402"), Some(8));
        assert_eq!(parse("25-ea"), Some(25));
        assert_eq!(parse("x"), None);
    }
}
