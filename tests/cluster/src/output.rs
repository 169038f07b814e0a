//! What a job wrote, and how to compare it with what another wrote.

use crate::cluster::Cluster;
use crate::error::{Context, Result};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

/// The files of an output folder, those of the framework (`_SUCCESS`, `_logs`) left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Bytes by name, for example `part-r-00000`; sequence files are lines of text here.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Output {
    pub(crate) fn read(cluster: &Cluster, path: &str) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("read-{}-{number}", std::process::id());
        let to = cluster.dir().join("tmp/client").join(name);
        let request = json!({ "op": "read", "path": path, "to": to, "text": true });
        let names: Vec<String> = serde_json::from_value(cluster.agent(request)?)?;
        let mut files = BTreeMap::new();
        for name in names {
            let file = to.join(&name);
            files.insert(name, fs::read(&file).context(file.display())?);
        }
        let _ = fs::remove_dir_all(&to);
        Ok(Self { files })
    }

    /// All lines of all files, sorted, none dropped: two jobs with the same multiset of lines give equal lists.
    pub fn sorted_lines(&self) -> Vec<&[u8]> {
        let mut lines: Vec<&[u8]> = Vec::new();
        for bytes in self.files.values() {
            let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
            if !bytes.is_empty() {
                lines.extend(whole.split(|b| *b == b'\n'));
            }
        }
        lines.sort_unstable();
        lines
    }

    /// Fails with the first difference unless both hold the same lines, in whatever files and order.
    pub fn assert_same_lines(&self, other: &Self) {
        let (ours, theirs) = (self.sorted_lines(), other.sorted_lines());
        if let Some((a, b)) = ours.iter().zip(&theirs).find(|(a, b)| a != b) {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            panic!("outputs differ: {:?} against {:?}", text(a), text(b));
        }
        assert_eq!(ours.len(), theirs.len(), "outputs differ in their length");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(files: &[(&str, &str)]) -> Output {
        Output { files: files.iter().map(|(n, t)| (n.to_string(), t.as_bytes().to_vec())).collect() }
    }

    #[test]
    fn lines_are_a_multiset() {
        let a = output(&[("part-0", "b\na\n"), ("part-1", "a\n"), ("part-2", "")]);
        let b = output(&[("part-0", "a\na\nb\n")]);
        let c = output(&[("part-0", "a\nb\n")]);
        a.assert_same_lines(&b);
        assert_ne!(a.sorted_lines(), c.sorted_lines());
    }

    #[test]
    fn an_empty_line_counts() {
        assert_eq!(output(&[("p", "\n\n")]).sorted_lines().len(), 2);
    }
}
