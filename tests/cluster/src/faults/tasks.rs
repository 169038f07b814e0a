//! The processes of task attempts.

use crate::cluster::Cluster;
use crate::error::{Error, Result};
use crate::marker;
use std::fs;

/// The process of an attempt, while it runs: the JVM that was started for it.
pub fn process(cluster: &Cluster, attempt: &str) -> Result<Option<i32>> {
    let id = cluster.status()?.id;
    Ok(marker::processes(&id).into_iter().find(|pid| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let mut words = line.split(|b| *b == 0);
        words.any(|w| w == b"org.apache.hadoop.mapred.Child") && words.any(|w| w == attempt.as_bytes())
    }))
}

/// kill -9 of an attempt's process; an error if there is none.
pub fn kill(cluster: &Cluster, attempt: &str) -> Result<()> {
    match process(cluster, attempt)? {
        Some(pid) => {
            marker::signal(pid, libc::SIGKILL);
            Ok(())
        }
        None => Err(Error::new(format!("{attempt} has no process"))),
    }
}

/// The attempts that have a process now.
pub fn running(cluster: &Cluster) -> Result<Vec<String>> {
    let id = cluster.status()?.id;
    let mut found = Vec::new();
    for pid in marker::processes(&id) {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words: Vec<&[u8]> = line.split(|b| *b == 0).collect();
        if words.contains(&b"org.apache.hadoop.mapred.Child".as_slice()) {
            let attempt = words.iter().find(|w| w.starts_with(b"attempt_"));
            found.extend(attempt.map(|a| String::from_utf8_lossy(a).into_owned()));
        }
    }
    found.sort();
    Ok(found)
}

/// The TaskTracker that has a folder of an attempt.
pub fn tracker_of(cluster: &Cluster, attempt: &str) -> Result<Option<String>> {
    for tracker in fs::read_dir(cluster.dir().join("local"))?.flatten() {
        for user in fs::read_dir(tracker.path().join("taskTracker")).into_iter().flatten().flatten() {
            for job in fs::read_dir(user.path().join("jobcache")).into_iter().flatten().flatten() {
                if job.path().join(attempt).is_dir() {
                    return Ok(Some(tracker.file_name().to_string_lossy().into_owned()));
                }
            }
        }
    }
    Ok(None)
}
