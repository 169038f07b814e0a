//! The mark that every process of a cluster carries: `EVENKEEL_CLUSTER=<id>` in its environment.
//!
//! Daemons pass it on to the tasks they start, and those to their own children, so one look through `/proc`
//! finds all that belongs to a cluster and nothing else. Nothing is ever killed by its name.

use std::fs;
use std::time::{Duration, Instant};

/// The variable's name.
pub const VARIABLE: &str = "EVENKEEL_CLUSTER";

/// The processes that carry the mark of cluster `id`, zombies left out.
pub fn processes(id: &str) -> Vec<i32> {
    let wanted = format!("{VARIABLE}={id}").into_bytes();
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|n| n.parse().ok()) else {
            continue;
        };
        let Ok(environment) = fs::read(entry.path().join("environ")) else {
            continue;
        };
        if environment.split(|b| *b == 0).any(|v| v == wanted) {
            found.push(pid);
        }
    }
    found
}

/// Kills every process of cluster `id` until none is left, or until five seconds have passed.
/// Returns whether none is left.
pub fn sweep(id: &str) -> bool {
    let end = Instant::now() + Duration::from_secs(5);
    loop {
        let left = processes(id);
        if left.is_empty() {
            return true;
        }
        for pid in left {
            signal(pid, libc::SIGKILL);
        }
        if Instant::now() > end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a signal; a process that is gone is no error.
pub fn signal(pid: i32, signal: i32) {
    // SAFETY: kill(2) takes two integers and touches no memory of ours.
    unsafe { libc::kill(pid, signal) };
}
