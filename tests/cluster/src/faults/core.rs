//! Native libraries that are broken: the real one, built from this repository's own sources with a fault put in.

use crate::error::{Context, Error, Result};
use crate::fixture;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the native library after `change` has changed the text of its files: `Cargo.toml` and those in `src`,
/// named by their path. The copy stays in `target/broken-core/<name>`, so that it is built again only if it changed.
pub fn build(name: &str, change: impl Fn(&str, String) -> String) -> Result<PathBuf> {
    let root = fixture::root();
    let top = root.join("target/broken-core");
    let copy = top.join(name);
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    write(&copy.join("Cargo.toml"), &change("Cargo.toml", own_manifest(&manifest)))?;
    write(&copy.join("Cargo.lock"), &fs::read_to_string(root.join("Cargo.lock"))?)?;
    sources(&root, &copy, Path::new("src"), &change)?;
    let out = Command::new("cargo")
        .args(["build", "--quiet", "--offline", "--lib", "--no-default-features", "--features", "jni"])
        .current_dir(&copy)
        .env("CARGO_TARGET_DIR", top.join(format!("target-{name}")))
        .output()
        .context("cargo")?;
    if !out.status.success() {
        return Err(Error::new(String::from_utf8_lossy(&out.stderr)));
    }
    Ok(top.join(format!("target-{name}/debug/libevenkeel.so")))
}

/// Only what the library needs: no other members, no tests, no benchmarks.
fn own_manifest(text: &str) -> String {
    let mut out = String::from("[workspace]\n");
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    let text = text.replace("version.workspace = true", &version);
    let mut keep = false;
    for line in text.lines() {
        if line.starts_with('[') {
            let section = line.trim_matches(['[', ']']);
            keep = ["package", "lib", "features", "dependencies"].contains(&section);
        }
        if keep {
            out += line;
            out += "\n";
        }
    }
    out
}

fn sources(root: &Path, copy: &Path, folder: &Path, change: &impl Fn(&str, String) -> String) -> Result<()> {
    for entry in fs::read_dir(root.join(folder)).context(folder.display())? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            sources(root, copy, &path, change)?;
        } else {
            let text = fs::read_to_string(entry.path()).context(path.display())?;
            write(&copy.join(&path), &change(&path.to_string_lossy(), text))?;
        }
    }
    Ok(())
}

/// Writes a file unless it is so already.
fn write(file: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::create_dir_all(file.parent().unwrap_or(Path::new("/")))?;
    fs::write(file, text).context(file.display())
}
