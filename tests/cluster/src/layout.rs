//! A cluster's folder: where configuration, data, local files and logs are.

use crate::error::{Context, Error, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder and what is in it.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The top.
    pub dir: PathBuf,
    /// The same, as Hadoop sees it: it makes links with a command line that blanks would break, so a folder with
    /// blanks in its name gets a link without.
    root: PathBuf,
}

/// What a stopped cluster leaves nothing of.
const DATA: [&str; 4] = ["dfs", "local", "tmp", "bin"];
/// What stays to be read until the next start in the same folder.
const RECORDS: [&str; 3] = ["conf", "logs", "history"];

impl Layout {
    /// An empty layout in `dir`: what an earlier cluster left in its own sub-folders goes, nothing else is touched.
    pub fn create(dir: &Path, id: &str) -> Result<Self> {
        fs::create_dir_all(dir).context(dir.display())?;
        let dir = dir.canonicalize().context(dir.display())?;
        if dir.to_string_lossy().contains([',', ':', '\n']) {
            return Err(Error::new(format!(
                "{}: a comma or a colon in the folder's name would confuse Hadoop",
                dir.display()
            )));
        }
        let layout = Self::of(&dir, id);
        for part in DATA.iter().chain(&RECORDS) {
            let path = layout.dir.join(part);
            if path.exists() {
                fs::remove_dir_all(&path).context(path.display())?;
            }
            fs::create_dir(&path).context(path.display())?;
        }
        if layout.root != layout.dir {
            std::os::unix::fs::symlink(&layout.dir, &layout.root).context(layout.root.display())?;
        }
        Ok(layout)
    }

    /// The layout of a cluster that exists.
    pub fn of(dir: &Path, id: &str) -> Self {
        let blank = |path: &Path| path.to_string_lossy().contains(char::is_whitespace);
        let root = if blank(dir) {
            let temporary = std::env::temp_dir();
            let place = if blank(&temporary) { PathBuf::from("/tmp") } else { temporary };
            place.join(id)
        } else {
            dir.to_path_buf()
        };
        Self { dir: dir.to_path_buf(), root }
    }

    /// A link to the folder of Hadoop's jars, for where that has blanks in its name.
    pub fn jars(&self) -> PathBuf {
        self.root.join("tmp").join("hadoop")
    }

    /// The configuration folder of a daemon, or of the client.
    pub fn conf(&self, name: &str) -> PathBuf {
        self.root.join("conf").join(name)
    }

    /// The log folder of a daemon (`hadoop.log.dir`: task logs are in `userlogs` in it).
    pub fn logs(&self, name: &str) -> PathBuf {
        self.root.join("logs").join(name)
    }

    /// The log file of a daemon.
    pub fn log(&self, name: &str) -> PathBuf {
        self.logs(name).join(format!("{name}.log"))
    }

    /// A folder for a daemon's temporary files.
    pub fn tmp(&self, name: &str) -> PathBuf {
        self.root.join("tmp").join(name)
    }

    /// `mapred.local.dir` of a TaskTracker.
    pub fn local(&self, name: &str) -> PathBuf {
        self.root.join("local").join(name)
    }

    /// Where HDFS keeps its files; with the local file system, where jobs do.
    pub fn dfs(&self) -> PathBuf {
        self.root.join("dfs")
    }

    /// Where the JobTracker keeps job histories.
    pub fn history(&self) -> PathBuf {
        self.root.join("history")
    }

    /// How to reach the supervisor.
    pub fn control(&self) -> PathBuf {
        self.dir.join("control.json")
    }

    /// Removes data and the control file, and keeps configuration, logs and histories.
    pub fn clean(&self) {
        let _ = fs::remove_file(self.control());
        if self.root != self.dir {
            let _ = fs::remove_file(&self.root);
        }
        for part in DATA {
            let _ = fs::remove_dir_all(self.dir.join(part));
        }
    }

    /// Removes everything.
    pub fn remove(&self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}
