//! Gates at which tasks of a trial job wait.

use crate::cluster::Cluster;
use crate::error::{Context, Result};
use crate::faults::wait_for;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// The gates of one job: a folder in which its tasks and the test leave files.
#[derive(Debug, Clone)]
pub struct Gates {
    pub(crate) folder: PathBuf,
}

impl Gates {
    pub(crate) fn new(cluster: &Cluster) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = cluster.dir().join(format!("tmp/gates/{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).context(folder.display())?;
        Ok(Self { folder })
    }

    /// Opens a gate for good.
    pub fn open(&self, name: &str) -> Result<()> {
        let file = self.folder.join(format!("{name}.open"));
        fs::write(&file, b"").context(file.display())
    }

    /// Opens a gate for one attempt.
    pub fn open_for(&self, name: &str, attempt: &str) -> Result<()> {
        self.open(&format!("{name}.{attempt}"))
    }

    /// The attempts that have come to a gate.
    pub fn at(&self, name: &str) -> Result<Vec<String>> {
        let prefix = format!("{name}.attempt_");
        let mut attempts = Vec::new();
        for entry in fs::read_dir(&self.folder).context(self.folder.display())? {
            let file = entry?.file_name().to_string_lossy().into_owned();
            if file.starts_with(&prefix) && !file.ends_with(".open") {
                attempts.push(file[name.len() + 1..].to_string());
            }
        }
        attempts.sort();
        Ok(attempts)
    }

    /// Waits until `count` attempts are at a gate, or have passed it.
    pub fn wait(&self, name: &str, count: usize) -> Result<Vec<String>> {
        wait_for(&format!("{count} attempts at gate {name}"), || {
            let attempts = self.at(name)?;
            Ok((attempts.len() >= count).then_some(attempts))
        })
    }
}
