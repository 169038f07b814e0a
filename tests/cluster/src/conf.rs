//! The configuration of each process of a cluster: four files in a folder of its own.

use crate::error::{Context, Result};
use crate::java::Jdk;
use crate::layout::Layout;
use crate::ports::Ports;
use crate::site::Site;
use crate::spec::{PLUGIN_PROPERTIES, Plugin, Spec};
use std::fs;
use std::path::PathBuf;

/// The ports that must be known from outside; a DataNode's are not among them.
#[derive(Debug, Clone, Copy)]
pub struct Addresses {
    /// NameNode, RPC.
    pub namenode: u16,
    /// NameNode, web pages.
    pub namenode_http: u16,
    /// JobTracker, RPC.
    pub jobtracker: u16,
    /// JobTracker, web pages.
    pub jobtracker_http: u16,
}

impl Addresses {
    /// Four free ports.
    pub fn choose(ports: &mut Ports) -> Result<Self> {
        Ok(Self {
            namenode: ports.free()?,
            namenode_http: ports.free()?,
            jobtracker: ports.free()?,
            jobtracker_http: ports.free()?,
        })
    }
}

/// Writes the configurations of a cluster.
#[derive(Debug)]
pub struct Writer<'a> {
    /// What is wanted.
    pub spec: &'a Spec,
    /// Where.
    pub layout: &'a Layout,
    /// On which ports.
    pub addresses: Addresses,
    /// With which Java.
    pub jdk: &'a Jdk,
}

impl Writer<'_> {
    /// NameNode, DataNode and JobTracker.
    pub fn daemon(&self, name: &str) -> Result<()> {
        let mut mapred = self.mapred();
        self.plugin(&mut mapred, &Plugin::Cluster);
        self.write(name, &mapred)
    }

    /// The client: what a user's machine would have, and shorter waits between its looks at a job.
    pub fn client(&self) -> Result<()> {
        let mut mapred = self.mapred();
        mapred.set("jobclient.completion.poll.interval", 200);
        mapred.set("jobclient.progress.monitor.poll.interval", 200);
        self.write("client", &mapred)
    }

    /// TaskTracker `number`, the first being 1.
    pub fn tracker(&self, number: usize, http: u16) -> Result<()> {
        let name = format!("tracker{number}");
        let tracker = &self.spec.trackers[number - 1];
        let host = format!("127.0.0.{number}");
        let mut mapred = self.mapred();
        mapred
            .set("slave.host.name", &host)
            .set("mapred.local.dir", self.layout.local(&name).display())
            .set("mapred.task.tracker.http.address", format!("{host}:{http}"))
            .set("mapred.tasktracker.map.tasks.maximum", tracker.map_slots)
            .set("mapred.tasktracker.reduce.tasks.maximum", tracker.reduce_slots)
            .set("mapreduce.tasktracker.outofband.heartbeat", true)
            // With the default, a million, a task that ends while a heartbeat is under way makes 1.0.4 send
            // heartbeats without a pause from then on, for ever; this makes the pause 0.14 s.
            .set("mapreduce.tasktracker.outofband.heartbeat.damper", 20);
        self.plugin(&mut mapred, &tracker.plugin);
        mapred.set_all(&tracker.properties);
        for (property, value) in &tracker.finals {
            mapred.set_final(property, value);
        }
        fs::create_dir_all(self.layout.local(&name))?;
        self.write(&name, &mapred)
    }

    /// The plug-in's jar on a node, if it has one.
    pub fn plugin_jar(&self, plugin: &Plugin) -> Option<PathBuf> {
        match plugin {
            Plugin::Cluster | Plugin::Off => self.spec.plugin.clone(),
            Plugin::Missing => None,
            Plugin::Jar(path) => Some(path.clone()),
        }
    }

    fn plugin(&self, mapred: &mut Site, plugin: &Plugin) {
        let on = match plugin {
            Plugin::Cluster => self.spec.plugin.is_some(),
            Plugin::Off | Plugin::Missing => false,
            Plugin::Jar(_) => true,
        };
        if on {
            for (name, value) in PLUGIN_PROPERTIES {
                mapred.set(name, value);
            }
        }
        // What the caller asked for beats what we set.
        mapred.set_all(&self.spec.properties);
    }

    fn core(&self, name: &str) -> Site {
        let mut core = Site::default();
        core.set("hadoop.tmp.dir", self.layout.tmp(name).display());
        if self.spec.hdfs {
            let port = self.addresses.namenode;
            core.set("fs.default.name", format!("hdfs://localhost:{port}"));
        } else {
            core.set("fs.default.name", "file:///");
        }
        core
    }

    fn hdfs(&self) -> Site {
        let dfs = self.layout.dfs();
        let mut hdfs = Site::default();
        hdfs.set("dfs.name.dir", dfs.join("name").display())
            .set("dfs.data.dir", dfs.join("data").display())
            .set("dfs.http.address", format!("127.0.0.1:{}", self.addresses.namenode_http))
            .set("dfs.datanode.address", "127.0.0.1:0")
            .set("dfs.datanode.http.address", "127.0.0.1:0")
            .set("dfs.datanode.ipc.address", "127.0.0.1:0")
            .set("dfs.replication", 1)
            .set("dfs.block.size", self.spec.block_size)
            .set("dfs.safemode.extension", 0)
            .set("dfs.namenode.handler.count", 8);
        hdfs
    }

    fn mapred(&self) -> Site {
        let addresses = self.addresses;
        let mut mapred = Site::default();
        let top = if self.spec.hdfs {
            "/mapred".to_string()
        } else {
            format!("{}/mapred", self.layout.dfs().display())
        };
        mapred
            .set("mapred.job.tracker", format!("localhost:{}", addresses.jobtracker))
            .set("mapred.job.tracker.http.address", format!("127.0.0.1:{}", addresses.jobtracker_http))
            .set("mapred.system.dir", format!("{top}/system"))
            .set("mapreduce.jobtracker.staging.root.dir", format!("{top}/staging"))
            .set("hadoop.job.history.location", format!("file://{}", self.layout.history().display()))
            .set("mapred.child.java.opts", self.task_flags());
        mapred.set_all(&self.spec.properties);
        mapred
    }

    fn task_flags(&self) -> String {
        let mut flags = vec![format!("-Xmx{}m", self.spec.task_heap)];
        flags.extend(self.jdk.flags());
        flags.extend(crate::process::SMALL.map(str::to_string));
        if !self.spec.task_flags.is_empty() {
            flags.push(self.spec.task_flags.clone());
        }
        flags.join(" ")
    }

    fn write(&self, name: &str, mapred: &Site) -> Result<()> {
        let dir = self.layout.conf(name);
        for needed in [&dir, &self.layout.logs(name), &self.layout.tmp(name)] {
            fs::create_dir_all(needed).context(needed.display())?;
        }
        self.core(name).write(&dir.join("core-site.xml"))?;
        self.hdfs().write(&dir.join("hdfs-site.xml"))?;
        mapred.write(&dir.join("mapred-site.xml"))?;
        let log4j = dir.join("log4j.properties");
        fs::write(&log4j, LOG4J).context(log4j.display())
    }
}

/// Daemons log to standard error, which is their log file; tasks to the folder that the TaskTracker made for them.
const LOG4J: &str = "\
hadoop.root.logger=INFO,console
hadoop.tasklog.taskid=null
hadoop.tasklog.iscleanup=false
hadoop.tasklog.totalLogFileSize=100
log4j.rootLogger=${hadoop.root.logger}
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.target=System.err
log4j.appender.console.layout=org.apache.log4j.PatternLayout
log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p [%t] %c: %m%n
log4j.appender.TLA=org.apache.hadoop.mapred.TaskLogAppender
log4j.appender.TLA.taskId=${hadoop.tasklog.taskid}
log4j.appender.TLA.isCleanup=${hadoop.tasklog.iscleanup}
log4j.appender.TLA.totalLogFileSize=${hadoop.tasklog.totalLogFileSize}
log4j.appender.TLA.layout=org.apache.log4j.PatternLayout
log4j.appender.TLA.layout.ConversionPattern=%d{ISO8601} %p %c: %m%n
log4j.logger.org.apache.hadoop.metrics2=WARN
log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
";
