//! Hadoop 1.0.4's jars, fetched by Maven once and offline from then on.

use crate::error::{Context, Error, Result};
use crate::java::Jdk;
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The release this crate runs.
pub const HADOOP: &str = "1.0.4";

/// The release's own collections of jobs.
const COLLECTIONS: [&str; 4] = ["examples", "streaming", "test", "tools"];

/// Where the jars are.
#[derive(Debug, Clone)]
pub struct Jars {
    target: PathBuf,
}

impl Jars {
    /// The jars, built and downloaded if they are not there yet.
    pub fn prepare(jdk: &Jdk) -> Result<Self> {
        let project = match std::env::var_os("EVENKEEL_CLUSTER_JAVA") {
            Some(dir) => PathBuf::from(dir),
            None => Path::new(env!("CARGO_MANIFEST_DIR")).join("java"),
        };
        let target = project.join("target");
        let _lock = lock(&project)?;
        let jars = Self { target };
        if !jars.fresh(&project) {
            jars.build(&project, jdk)?;
        }
        Ok(jars)
    }

    /// The same jars behind a link: Hadoop takes a jar's address, in which a blank is `%20`, for its path.
    pub fn without_blanks(self, link: PathBuf) -> Result<Self> {
        if !self.target.to_string_lossy().contains(char::is_whitespace) {
            return Ok(self);
        }
        std::os::unix::fs::symlink(&self.target, &link).context(link.display())?;
        Ok(Self { target: link })
    }

    /// What daemons, tasks and clients have on their class path: the web pages, unpacked (see
    /// `docs/cluster.md`), then `hadoop-core` and its libraries, as `bin/hadoop` of the release does.
    pub fn hadoop(&self) -> Result<Vec<PathBuf>> {
        let mut jars: Vec<PathBuf> = fs::read_dir(self.target.join("lib"))
            .context("the folder of Hadoop's jars")?
            .flatten()
            .map(|e| e.path())
            .filter(|p| p.extension().is_some_and(|e| e == "jar") && !is_job_jar(p))
            .collect();
        jars.sort();
        jars.insert(0, self.target.join("web"));
        Ok(jars)
    }

    /// The folder that holds all of them.
    pub fn folder(&self) -> PathBuf {
        self.target.clone()
    }

    /// The agent's jar.
    pub fn agent(&self) -> PathBuf {
        self.target.join("agent.jar")
    }

    /// The jar of a job collection by its name: one of the release's own (`examples`, `streaming`, `test`, `tools`)
    /// or ours for tests (`trial`).
    pub fn jobs(&self, name: &str) -> Option<PathBuf> {
        match name {
            "trial" => Some(self.agent()),
            _ if COLLECTIONS.contains(&name) => {
                Some(self.target.join(format!("lib/hadoop-{name}-{HADOOP}.jar")))
            }
            _ => None,
        }
    }

    fn fresh(&self, project: &Path) -> bool {
        let Ok(built) = fs::metadata(self.agent()).and_then(|m| m.modified()) else {
            return false;
        };
        self.target.join("lib").is_dir()
            && self.target.join("web/webapps").is_dir()
            && newest(&project.join("src")).max(modified(&project.join("pom.xml"))) <= Some(built)
    }

    fn build(&self, project: &Path, jdk: &Jdk) -> Result<()> {
        let mut last = String::new();
        for offline in [true, false] {
            let mut maven = Command::new("mvn");
            maven.args(["-q", "-B"]).args(offline.then_some("-o"));
            maven.arg("package").current_dir(project);
            maven.env("JAVA_HOME", &jdk.home);
            let out = maven
                .output()
                .context("Maven (mvn) is needed to fetch Hadoop's jars, and could not be started")?;
            if out.status.success() {
                // An unchanged jar is not written again; its date says that we looked.
                File::options().append(true).open(self.agent())?.set_modified(SystemTime::now())?;
                return Ok(());
            }
            last = String::from_utf8_lossy(&out.stdout).into_owned();
        }
        let dir = project.display();
        Err(Error::new(format!("mvn package in {dir} failed:\n{last}")))
    }
}

fn is_job_jar(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    COLLECTIONS.iter().any(|n| name.starts_with(&format!("hadoop-{n}-")))
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|m| m.modified()).ok()
}

fn newest(dir: &Path) -> Option<SystemTime> {
    let mut latest = None;
    for entry in fs::read_dir(dir).ok()?.flatten() {
        let path = entry.path();
        let date = if path.is_dir() { newest(&path) } else { modified(&path) };
        latest = latest.max(date);
    }
    latest
}

/// Keeps two processes from building at the same time; the lock goes with the file.
fn lock(project: &Path) -> Result<File> {
    fs::create_dir_all(project.join("target"))?;
    let file = File::create(project.join("target/.lock")).context("the build's lock")?;
    // SAFETY: flock(2) on a descriptor that lives as long as `file`.
    if unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX) } != 0 {
        return Err(std::io::Error::last_os_error().into());
    }
    Ok(file)
}
