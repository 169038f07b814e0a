//! Gates at which tasks of a trial job wait.

use crate::cluster::Cluster;
use crate::error::{Context, Error, Result};
use crate::faults::wait_for;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// The gates of one job: a folder in which its tasks and the test leave files.
#[derive(Debug, Clone)]
pub struct Gates {
    pub(crate) folder: PathBuf,
    jobtracker_log: PathBuf,
}

impl Gates {
    pub(crate) fn new(cluster: &Cluster) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = cluster.dir().join(format!("tmp/gates/{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).context(folder.display())?;
        Ok(Self { folder, jobtracker_log: cluster.log_file("jobtracker") })
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

    /// Waits until `count` attempts are at a gate, or have passed it. If they do not come, the error says which came, and
    /// what the JobTracker says of failed and lost ones.
    pub fn wait(&self, name: &str, count: usize) -> Result<Vec<String>> {
        let waited = wait_for(&format!("{count} attempts at gate {name}"), || {
            let attempts = self.at(name)?;
            Ok((attempts.len() >= count).then_some(attempts))
        });
        waited.map_err(|e| {
            let came = self.at(name).unwrap_or_default();
            Error::new(format!("{e}; {came:?} came; the JobTracker: {:?}", self.troubles()))
        })
    }

    /// The first lines of the JobTracker's log about attempts that failed or were lost.
    fn troubles(&self) -> Vec<String> {
        let log = fs::read(&self.jobtracker_log).unwrap_or_default();
        let troubles = ["Error from attempt_", "Lost t", "blacklist"];
        let log = String::from_utf8_lossy(&log);
        let told = log.lines().filter(|line| troubles.iter().any(|t| line.contains(t)));
        told.take(10).map(str::to_string).collect()
    }
}
