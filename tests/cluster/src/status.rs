//! What a running cluster says about itself.

use crate::daemon::State;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// A running cluster.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Status {
    /// The mark that its processes carry.
    pub id: String,
    /// Its folder.
    pub dir: PathBuf,
    /// The JobTracker's pages.
    pub jobtracker_url: String,
    /// The NameNode's pages.
    pub namenode_url: Option<String>,
    /// `mapred.job.tracker`.
    pub job_tracker: String,
    /// `fs.default.name`.
    pub file_system: String,
    /// The JDK.
    pub java: String,
    /// How TaskTrackers are slowed down to be small machines, or why not. Every figure states it.
    pub slot_emulation: String,
    /// Speed of each TaskTracker's line in Mbit/s, where links are emulated.
    pub link: Option<f64>,
    /// The plug-in's jar.
    pub plugin: Option<PathBuf>,
    /// The release's example jobs.
    pub examples: PathBuf,
    /// One entry a process, the JobTracker and each TaskTracker among them.
    pub daemons: Vec<DaemonStatus>,
}

/// One daemon.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DaemonStatus {
    /// `jobtracker`, `tracker1` and so on: what `kill`, `pause` and `restart` take.
    pub name: String,
    /// What it is doing.
    pub state: State,
    /// Its process.
    pub pid: Option<i32>,
    /// Its pages.
    pub url: Option<String>,
    /// Where its log is; `task-log` has those of tasks.
    pub log: PathBuf,
    /// Its CPU quota in cores.
    pub quota: Option<f64>,
    /// CPU time that it and its tasks have used, where it has a control group and the kernel counts that.
    pub cpu_seconds: Option<f64>,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "folder          {}", self.dir.display())?;
        writeln!(f, "JobTracker      {}jobtracker.jsp", self.jobtracker_url)?;
        if let Some(url) = &self.namenode_url {
            writeln!(f, "NameNode        {url}dfshealth.jsp")?;
        }
        writeln!(f, "file system     {}", self.file_system)?;
        writeln!(f, "Java            {}", self.java)?;
        writeln!(f, "slot emulation  {}", self.slot_emulation)?;
        if let Some(mbit) = self.link {
            writeln!(f, "link emulation  {mbit} Mbit/s for what each TaskTracker serves")?;
        }
        match &self.plugin {
            Some(jar) => writeln!(f, "plug-in         {}", jar.display())?,
            None => writeln!(f, "plug-in         none: stock Hadoop")?,
        }
        for d in &self.daemons {
            let state = format!("{:?}", d.state).to_lowercase();
            let pid = d.pid.map_or("-".to_string(), |p| p.to_string());
            let quota = d.quota.map_or(String::new(), |q| format!("  {q} cores"));
            let url = d.url.as_deref().unwrap_or("");
            writeln!(f, "  {:<12} {state:<8} {pid:>8}  {url}{quota}", d.name)?;
        }
        Ok(())
    }
}
