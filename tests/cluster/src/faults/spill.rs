//! A map's output on a TaskTracker's disk: `file.out` and its index.

use crate::cluster::Cluster;
use crate::error::{Context, Error, Result};
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

const ENTRY: usize = 24;
const CHECKSUM: usize = 4;

/// The output of one map attempt.
#[derive(Debug, Clone)]
pub struct Spill {
    /// The TaskTracker that holds it.
    pub tracker: String,
    /// `file.out`.
    pub data: PathBuf,
    /// Start, raw length and length on disk of each partition.
    pub index: Vec<(u64, u64, u64)>,
}

impl Spill {
    /// The output of an attempt, wherever in the cluster it is.
    pub fn find(cluster: &Cluster, attempt: &str) -> Result<Self> {
        let local = cluster.dir().join("local");
        for entry in fs::read_dir(&local).context(local.display())? {
            let entry = entry?;
            if let Some(folder) = folder(&entry.path(), attempt) {
                let data = folder.join("output/file.out");
                let index = fs::read(folder.join("output/file.out.index")).context(data.display())?;
                let number = |at: usize| {
                    let bytes: [u8; 8] = index[at..at + 8].try_into().unwrap_or_default();
                    u64::from_be_bytes(bytes)
                };
                let count = index.len() / ENTRY;
                let entries = (0..count).map(|i| i * ENTRY);
                return Ok(Self {
                    tracker: entry.file_name().to_string_lossy().into_owned(),
                    data,
                    index: entries.map(|at| (number(at), number(at + 8), number(at + 16))).collect(),
                });
            }
        }
        Err(Error::new(format!("no output of {attempt}")))
    }

    /// The partition with the most bytes.
    pub fn largest(&self) -> usize {
        (0..self.index.len()).max_by_key(|&p| self.index[p].2).unwrap_or(0)
    }

    /// The pairs of a partition as they are on disk, whatever its checksum says: uncompressed output only.
    pub fn pairs(&self, partition: usize) -> Result<Vec<(Vec<u8>, Vec<u8>)>> {
        let bytes = self.bytes(partition)?;
        let mut pairs = Vec::new();
        let mut at = 0;
        while let (Some(key), Some(value)) = (bytes.get(at), bytes.get(at + 1)) {
            // Lengths below 128 are one byte each in Hadoop's own format.
            let (key, value) = (usize::from(*key), usize::from(*value));
            if key > 127 || value > 127 || at + 2 + key + value > bytes.len() {
                break;
            }
            let start = at + 2;
            pairs
                .push((bytes[start..start + key].to_vec(), bytes[start + key..start + key + value].to_vec()));
            at = start + key + value;
        }
        Ok(pairs)
    }

    fn bytes(&self, partition: usize) -> Result<Vec<u8>> {
        let (start, _, length) = self.index[partition];
        let mut bytes = vec![0; length as usize - CHECKSUM];
        File::open(&self.data).context(self.data.display())?.read_exact_at(&mut bytes, start)?;
        Ok(bytes)
    }

    /// Flips one bit of the last letter of a partition's first key, and leaves the checksum as it was.
    pub fn corrupt(&self, partition: usize) -> Result<()> {
        let file = File::options().read(true).write(true).open(&self.data).context(self.data.display())?;
        let (start, ..) = self.index[partition];
        let mut head = [0u8; 1];
        file.read_exact_at(&mut head, start)?;
        let at = start + 1 + u64::from(head[0]);
        let mut letter = [0u8; 1];
        file.read_exact_at(&mut letter, at)?;
        Ok(file.write_all_at(&[letter[0] ^ 1], at)?)
    }

    /// Cuts the file off in the middle of a partition.
    pub fn truncate(&self, partition: usize) -> Result<()> {
        let (start, _, length) = self.index[partition];
        let file = File::options().write(true).open(&self.data).context(self.data.display())?;
        Ok(file.set_len(start + length / 2)?)
    }

    /// Deletes `file.out`; the index stays.
    pub fn remove(&self) -> Result<()> {
        fs::remove_file(&self.data).context(self.data.display())
    }
}

/// The folder of an attempt below a TaskTracker's local folder.
fn folder(top: &Path, attempt: &str) -> Option<PathBuf> {
    for user in fs::read_dir(top.join("taskTracker")).ok()?.flatten() {
        for job in fs::read_dir(user.path().join("jobcache")).into_iter().flatten().flatten() {
            let found = job.path().join(attempt);
            if found.join("output/file.out.index").is_file() {
                return Some(found);
            }
        }
    }
    None
}
