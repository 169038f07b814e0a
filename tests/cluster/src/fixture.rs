//! One cluster for many tests.
//!
//! A small job takes about twenty seconds, nearly all of them waiting for heartbeats, so tests that do no harm to a
//! cluster share one and run their jobs at the same time.

use crate::cluster::Cluster;
use crate::error::Result;
use crate::jars::Jars;
use crate::java::Jdk;
use crate::marker::processes;
use crate::spec::Spec;
use evenkeel::random::Random;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long a cluster that was told to end may take to be gone.
const GONE: Duration = Duration::from_secs(10);

/// The shared cluster: four TaskTrackers of three map and three reduce slots, with the plug-in if it has been built
/// (jobs that do not name it run as on stock Hadoop). `EVENKEEL_TEST_CLUSTER` names the folder of one that runs
/// already; otherwise it is started at its first use and ends with the test's process.
pub fn shared() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(|| {
        let found = match std::env::var_os("EVENKEEL_TEST_CLUSTER") {
            Some(dir) => Cluster::attach(Path::new(&dir)),
            None => Cluster::start(&shared_spec()),
        };
        match found {
            Ok(cluster) => cluster,
            Err(e) => panic!("the shared cluster: {e}"),
        }
    })
}

/// How the shared cluster is made. Its logs stay in `target/clusters`.
pub fn shared_spec() -> Spec {
    let own = std::env::current_exe().unwrap_or_default();
    let name = own.file_stem().unwrap_or_default().to_string_lossy();
    let name = name.split('-').next().unwrap_or("test");
    let dir = root().join("target/clusters").join(name);
    let mut spec = Spec::new(4).dir(dir);
    for tracker in &mut spec.trackers {
        tracker.map_slots = 3;
        tracker.reduce_slots = 3;
    }
    spec.plugin = plugin_jar();
    spec
}

/// The repository.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own).to_path_buf()
}

/// The plug-in's jar: what `EVENKEEL_PLUGIN` names, or what was built in `java/target`.
pub fn plugin_jar() -> Option<PathBuf> {
    match std::env::var_os("EVENKEEL_PLUGIN") {
        Some(path) => Some(PathBuf::from(path)),
        None => built(&root().join("java/target"), "evenkeel-"),
    }
}

/// The folder of Hadoop's jars (`lib`), its pages (`web`) and our agent, made if it is not there yet.
pub fn hadoop() -> Result<PathBuf> {
    Jars::prepare(&Jdk::find()?).map(|jars| jars.folder())
}

/// The jar of test jobs (`java/src/test/java/io/evenkeel/jobs`), if it has been built.
pub fn jobs_jar() -> Option<PathBuf> {
    let entries = std::fs::read_dir(root().join("java/target")).ok()?;
    entries.flatten().map(|e| e.path()).find(|p| p.to_string_lossy().ends_with("-tests.jar"))
}

/// The jar of our PUMA jobs, if it has been built.
pub fn puma_jar() -> Option<PathBuf> {
    built(&root().join("examples/puma/target"), "")
}

/// The jar of the example jobs, if it has been built.
pub fn examples_jar() -> Option<PathBuf> {
    built(&root().join("examples/jobs/target"), "")
}

/// The newest jar in a folder that is a module's product, not its sources, tests or documentation.
fn built(target: &Path, prefix: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(target).ok()?;
    let jars = entries.flatten().map(|e| e.path()).filter(|p| {
        let name = p.file_name().unwrap_or_default().to_string_lossy();
        let extra = ["-sources.jar", "-tests.jar", "-javadoc.jar"];
        name.starts_with(prefix) && name.ends_with(".jar") && !extra.iter().any(|e| name.ends_with(e))
    });
    jars.max_by_key(|p| std::fs::metadata(p).and_then(|m| m.modified()).ok())
}

/// A path in the cluster's file system that no other test uses.
pub fn path(name: &str) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("/test/{}-{number}/{name}", std::process::id())
}

/// Writes files of words into a folder, a few words very frequent, eight a line. How often each is there.
pub fn put_words(
    cluster: &Cluster,
    folder: &str,
    files: usize,
    lines: usize,
    seed: u64,
) -> Result<BTreeMap<String, u64>> {
    let mut random = Random::new(seed);
    let mut counts = BTreeMap::new();
    for file in 0..files {
        let mut text = String::new();
        for _ in 0..lines {
            for _ in 0..8 {
                let word = format!("w{}", (random.unit().powi(4) * 3000.0) as u64);
                text += &word;
                text += " ";
                *counts.entry(word).or_default() += 1;
            }
            text += "\n";
        }
        cluster.put(&format!("{folder}/f{file}"), text.as_bytes())?;
    }
    Ok(counts)
}

/// Fails unless a cluster is gone: no process carries its mark, no control group is left. A sweep takes a moment.
pub fn assert_gone(id: &str) {
    let end = Instant::now() + GONE;
    while !processes(id).is_empty() {
        assert!(Instant::now() < end, "left: {:?}", processes(id));
        thread::sleep(Duration::from_millis(20));
    }
    loop {
        let found = Command::new("find")
            .args(["/sys/fs/cgroup", "-maxdepth", "4", "-name"])
            .arg(format!("{id}*"))
            .output();
        let left = found.map(|out| String::from_utf8_lossy(&out.stdout).into_owned()).unwrap_or_default();
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < end, "control groups are left: {left}");
        thread::sleep(Duration::from_millis(100));
    }
}

/// The minute it is. Job ids hold the one in which the JobTracker started.
pub fn minute() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_secs() / 60)
}

/// Waits for another minute: a JobTracker that starts twice in one gives the same ids again, and stock Hadoop cannot
/// submit then.
pub fn wait_past(started: u64) {
    while minute() == started {
        thread::sleep(Duration::from_millis(200));
    }
}
