//! Slot emulation: a CPU quota for a TaskTracker and everything it starts, by control groups of either version.
//!
//! On few cores, reducers that run at the same time share the processor, and a badly balanced job ends when a well
//! balanced one does. With a quota each, TaskTrackers behave like small machines, and balance shows.

use crate::error::{Context, Error, Result};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Period of the quota. Short, so that heartbeats and small requests of a throttled daemon are not held up for long.
const PERIOD_US: u64 = 50_000;

/// Where groups can be made.
#[derive(Debug, Clone)]
pub struct Cgroups {
    parent: PathBuf,
    version: u8,
}

impl Cgroups {
    /// Finds a place where this user may set CPU quotas, by making one there and removing it.
    pub fn find() -> Result<Self> {
        let mut reasons = Vec::new();
        for candidate in candidates() {
            match candidate.probe() {
                Ok(()) => return Ok(candidate),
                Err(e) => reasons.push(format!("{e}")),
            }
        }
        if reasons.is_empty() {
            reasons.push("no CPU controller is mounted".into());
        }
        Err(Error::new(reasons.join("; ")))
    }

    /// In words, for the head of a table.
    pub fn describe(&self) -> String {
        format!("cgroup v{} CPU quotas", self.version)
    }

    /// Makes a group without a limit.
    pub fn create(&self, name: &str) -> Result<Group> {
        let dir = self.parent.join(name);
        fs::create_dir(&dir).context(dir.display())?;
        Ok(Group { dir })
    }

    /// Sets a group's quota, in cores; none lifts it.
    pub fn limit(&self, group: &Group, cores: Option<f64>) -> Result<()> {
        let quota = cores.map(|c| (c * PERIOD_US as f64).round().max(1_000.0) as i64);
        let write = |file: &str, text: String| {
            let path = group.dir.join(file);
            fs::write(&path, text).context(path.display())
        };
        if self.version == 1 {
            write("cpu.cfs_period_us", PERIOD_US.to_string())?;
            write("cpu.cfs_quota_us", quota.unwrap_or(-1).to_string())
        } else {
            let quota = quota.map_or("max".to_string(), |q| q.to_string());
            write("cpu.max", format!("{quota} {PERIOD_US}"))
        }
    }

    fn probe(&self) -> Result<()> {
        if self.version == 2 {
            // Refused where the parent itself holds processes; the file below then does not appear.
            let _ = fs::write(self.parent.join("cgroup.subtree_control"), "+cpu");
        }
        let group = self.create(&format!("evenkeel-probe-{}", std::process::id()))?;
        let outcome = self.limit(&group, Some(1.0));
        group.remove();
        outcome
    }

    /// Removes what a cluster left behind.
    pub fn remove_all(id: &str) {
        for place in candidates() {
            let Ok(entries) = fs::read_dir(&place.parent) else {
                continue;
            };
            for entry in entries.flatten() {
                if entry.file_name().to_string_lossy().starts_with(&format!("{id}-")) {
                    Group { dir: entry.path() }.remove();
                }
            }
        }
    }
}

/// One group.
#[derive(Debug)]
pub struct Group {
    dir: PathBuf,
}

impl Group {
    /// The file to which a process writes `0` to join.
    pub fn entrance(&self) -> Result<File> {
        let path = self.dir.join("cgroup.procs");
        File::options().write(true).open(&path).context(path.display())
    }

    /// CPU time that the group has used so far, in seconds, where the kernel counts it.
    pub fn cpu_seconds(&self) -> Option<f64> {
        if let Ok(text) = fs::read_to_string(self.dir.join("cpu.stat")) {
            let line = text.lines().find(|l| l.starts_with("usage_usec "));
            if let Some(value) = line.and_then(|l| l.split(' ').nth(1)) {
                return value.parse::<f64>().ok().map(|us| us / 1e6);
            }
        }
        let text = fs::read_to_string(self.dir.join("cpuacct.usage")).ok()?;
        text.trim().parse::<f64>().ok().map(|ns| ns / 1e9)
    }

    /// Removes it; its processes must have ended. The kernel takes a moment to let go of the last one.
    pub fn remove(&self) {
        for _ in 0..100 {
            match fs::remove_dir(&self.dir) {
                Err(e) if e.raw_os_error() == Some(libc::EBUSY) => {
                    std::thread::sleep(std::time::Duration::from_millis(50));
                }
                _ => return,
            }
        }
    }
}

/// Mount points of a CPU controller, and in each the group we are in ourselves before the top.
fn candidates() -> Vec<Cgroups> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    places(&mounts, &own)
}

/// The same, from the two files' text.
fn places(mounts: &str, own: &str) -> Vec<Cgroups> {
    let mut found = Vec::new();
    for line in mounts.lines() {
        let Some((left, right)) = line.split_once(" - ") else {
            continue;
        };
        let kind = right.split(' ').next().unwrap_or("");
        let options = right.rsplit(' ').next().unwrap_or("");
        let version = match kind {
            "cgroup" if options.split(',').any(|o| o == "cpu") => 1,
            "cgroup2" => 2,
            _ => continue,
        };
        let Some(top) = left.split(' ').nth(4).map(PathBuf::from) else {
            continue;
        };
        let inside = own_group(own, version);
        let inside = inside.trim_start_matches('/');
        if !inside.is_empty() && top.join(inside).is_dir() {
            let own_dir = top.join(inside);
            if let Some(above) = own_dir.parent().filter(|p| p.starts_with(&top)) {
                found.push(at(above, version));
            }
            found.push(at(&own_dir, version));
        }
        found.push(at(&top, version));
    }
    found.sort_by_key(|c| c.version);
    found
}

fn at(parent: &Path, version: u8) -> Cgroups {
    Cgroups { parent: parent.to_path_buf(), version }
}

/// Our own group's path, from `/proc/self/cgroup`.
fn own_group(text: &str, version: u8) -> &str {
    text.lines()
        .filter_map(|line| {
            let mut parts = line.splitn(3, ':');
            let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
            let fits = if version == 1 {
                controllers.split(',').any(|c| c == "cpu")
            } else {
                controllers.is_empty()
            };
            fits.then_some(path)
        })
        .next()
        .unwrap_or("/")
}

#[cfg(test)]
mod tests {
    use super::{own_group, places};
    use std::fs;

    #[test]
    fn our_own_group_is_found_in_both_versions() {
        let text = "12:cpu,cpuacct:/a/b\n1:name=systemd:/c\n0::/d e\n";
        assert_eq!(own_group(text, 1), "/a/b");
        assert_eq!(own_group(text, 2), "/d e");
        assert_eq!(own_group("", 2), "/");
    }

    /// A tree of plain files in place of the kernel's: what is written where, in version 2.
    #[test]
    fn version_2_is_found_below_our_own_group_and_set_by_one_file() {
        let top = std::env::temp_dir().join(format!("evenkeel-cgroup2-{}", std::process::id()));
        fs::create_dir_all(top.join("user/session")).unwrap();
        let mounts = format!(
            "24 1 0:22 / /proc rw - proc proc rw\n30 23 0:26 / {} rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n",
            top.display()
        );
        let found = places(&mounts, "0::/user/session\n");
        let parents: Vec<_> = found.iter().map(|place| place.parent.clone()).collect();
        assert_eq!(parents, [top.join("user"), top.join("user/session"), top.clone()]);
        assert_eq!(found[0].describe(), "cgroup v2 CPU quotas");

        found[0].probe().unwrap();
        assert_eq!(fs::read_to_string(top.join("user/cgroup.subtree_control")).unwrap(), "+cpu");
        let group = found[0].create("evenkeel-x-tracker1").unwrap();
        let max = || fs::read_to_string(top.join("user/evenkeel-x-tracker1/cpu.max")).unwrap();
        found[0].limit(&group, Some(0.2)).unwrap();
        assert_eq!(max(), "10000 50000");
        found[0].limit(&group, None).unwrap();
        assert_eq!(max(), "max 50000");
        fs::write(top.join("user/evenkeel-x-tracker1/cpu.stat"), "usage_usec 2500000\nuser_usec 1\n")
            .unwrap();
        assert_eq!(group.cpu_seconds(), Some(2.5));
        assert!(group.entrance().is_err(), "no such file here, and that is told");

        // Where a group's controller is not handed down, its file is missing or refused: the next place is tried.
        fs::remove_dir_all(top.join("user")).unwrap();
        assert!(found[0].probe().is_err());
        fs::remove_dir_all(&top).unwrap();
    }
}
