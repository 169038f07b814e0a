//! What a cluster looks like: how many TaskTrackers, how fast, with or without the plug-in.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The class that a job names to be balanced.
pub const PARTITIONER: &str = "io.evenkeel.EvenkeelPartitioner";

/// The two site properties that switch the plug-in on (see the README).
pub const PLUGIN_PROPERTIES: [(&str, &str); 2] = [
    ("mapreduce.tasktracker.resourcecalculatorplugin", "io.evenkeel.task.TaskHook"),
    ("hadoop.http.filter.initializers", "io.evenkeel.daemon.DaemonHook"),
];

/// A cluster to start.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct Spec {
    /// Its folder. Without one: a fresh folder among the temporary files, gone when the cluster is.
    pub dir: Option<PathBuf>,
    /// Its TaskTrackers, `tracker1` first.
    pub trackers: Vec<Tracker>,
    /// The plug-in's jar, put into every daemon and task, with the two site properties.
    pub plugin: Option<PathBuf>,
    /// More jars for the class path of daemons, tasks and the client.
    pub classpath: Vec<PathBuf>,
    /// Hadoop's folder as somebody installed it: daemons are started by its `bin/hadoop`, with its class path and its
    /// `conf/hadoop-env.sh`. Without one: Hadoop's own jars.
    pub home: Option<PathBuf>,
    /// HDFS (a NameNode and a DataNode) or, if false, this machine's files as the default file system.
    pub hdfs: bool,
    /// HDFS block size in bytes: with it the number of maps.
    pub block_size: u64,
    /// More properties of every node's and the client's `mapred-site.xml`.
    pub properties: BTreeMap<String, String>,
    /// Heap of a task in MB.
    pub task_heap: u32,
    /// Speed at which each TaskTracker serves map outputs, in Mbit/s (link emulation); without one: loopback's.
    pub link: Option<f64>,
    /// More flags for the tasks' JVMs.
    pub task_flags: String,
    /// More flags for the JVMs of JobTracker and TaskTrackers.
    pub daemon_flags: Vec<String>,
}

/// One TaskTracker.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct Tracker {
    /// How many maps it runs at a time.
    pub map_slots: u32,
    /// How many reduces it runs at a time.
    pub reduce_slots: u32,
    /// CPU quota of the TaskTracker and all its tasks together, in cores.
    pub quota: Option<f64>,
    /// Its plug-in, where it differs from the cluster's.
    pub plugin: Plugin,
    /// Properties of its own.
    pub properties: BTreeMap<String, String>,
    /// Properties of its own marked `final`, which beat even a job's.
    pub finals: BTreeMap<String, String>,
}

/// Which plug-in a TaskTracker has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plugin {
    /// The cluster's, if that has one.
    #[default]
    Cluster,
    /// The jar is there, the two properties are not.
    Off,
    /// Neither jar nor properties.
    Missing,
    /// Another jar, with the properties.
    Jar(PathBuf),
}

impl Default for Spec {
    fn default() -> Self {
        Self {
            dir: None,
            trackers: vec![Tracker::default(); 2],
            plugin: None,
            classpath: Vec::new(),
            home: None,
            hdfs: true,
            block_size: 64 << 20,
            properties: BTreeMap::new(),
            task_heap: 200,
            link: None,
            task_flags: String::new(),
            daemon_flags: Vec::new(),
        }
    }
}

impl Default for Tracker {
    fn default() -> Self {
        Self {
            map_slots: 2,
            reduce_slots: 2,
            quota: None,
            plugin: Plugin::Cluster,
            properties: BTreeMap::new(),
            finals: BTreeMap::new(),
        }
    }
}

impl Spec {
    /// A cluster of `trackers` equal TaskTrackers of two map and two reduce slots.
    pub fn new(trackers: usize) -> Self {
        Self { trackers: vec![Tracker::default(); trackers], ..Self::default() }
    }

    /// In this folder.
    pub fn dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.dir = Some(dir.into());
        self
    }

    /// With the plug-in from this jar.
    pub fn plugin(mut self, jar: impl Into<PathBuf>) -> Self {
        self.plugin = Some(jar.into());
        self
    }

    /// Each TaskTracker, with its tasks, gets this many cores.
    pub fn quota(mut self, cores: f64) -> Self {
        for tracker in &mut self.trackers {
            tracker.quota = Some(cores);
        }
        self
    }

    /// One more property in every `mapred-site.xml`.
    pub fn property(mut self, name: &str, value: impl ToString) -> Self {
        self.properties.insert(name.to_string(), value.to_string());
        self
    }

    /// Changes one TaskTracker; the first is number 1.
    pub fn tracker(mut self, number: usize, change: impl FnOnce(&mut Tracker)) -> Self {
        change(&mut self.trackers[number - 1]);
        self
    }
}
