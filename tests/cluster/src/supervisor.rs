//! The supervisor's work: starting the daemons in the right order, watching them, changing them.

use crate::agent::Agent;
use crate::cgroup::Cgroups;
use crate::conf::{Addresses, Writer};
use crate::daemon::Daemon;
use crate::error::{Error, Result};
use crate::jars::Jars;
use crate::java::Jdk;
use crate::layout::Layout;
use crate::ports::Ports;
use crate::process::{Launch, Spawner};
use crate::programs::{DATANODE, JOBTRACKER, NAMENODE, TASKTRACKER};
use crate::spec::{Plugin, Spec};
use crate::status::{DaemonStatus, Status};
use crate::{link, marker};
use serde_json::Value;
use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Mutex, MutexGuard};

/// A running cluster, seen from the process that owns it.
#[derive(Debug)]
pub struct Supervisor {
    /// The cluster's mark.
    pub id: String,
    /// Its folder.
    pub layout: Layout,
    pub(crate) spec: Spec,
    pub(crate) jdk: Jdk,
    pub(crate) jars: Jars,
    addresses: Addresses,
    slots: String,
    cgroups: Option<Cgroups>,
    spawner: Spawner,
    pub(crate) daemons: Mutex<Vec<Daemon>>,
    agent: Mutex<Option<std::sync::Arc<Agent>>>,
}

impl Supervisor {
    /// Prepares everything and starts nothing.
    pub fn new(id: &str, spec: Spec, layout: Layout) -> Result<Self> {
        if spec.trackers.is_empty() || spec.trackers.len() > 250 {
            return Err(Error::new("a cluster has 1 to 250 TaskTrackers"));
        }
        for jar in spec.plugin.iter().chain(&spec.classpath) {
            if !jar.exists() {
                return Err(Error::new(format!("{}: no such jar", jar.display())));
            }
        }
        let jdk = Jdk::find()?;
        let jars = Jars::prepare(&jdk)?.without_blanks(layout.jars())?;
        let mut ports = Ports::default();
        let addresses = Addresses::choose(&mut ports)?;
        let wanted = spec.trackers.iter().any(|t| t.quota.is_some());
        let (cgroups, slots) = if wanted {
            match Cgroups::find() {
                Ok(c) => {
                    let words = c.describe();
                    (Some(c), words)
                }
                Err(e) => (None, format!("none: no CPU quotas here ({e})")),
            }
        } else {
            (None, "none: not asked for".to_string())
        };
        let cluster = Self {
            id: id.to_string(),
            layout,
            spec,
            jdk,
            jars,
            addresses,
            slots,
            cgroups,
            spawner: Spawner::new(),
            daemons: Mutex::new(Vec::new()),
            agent: Mutex::new(None),
        };
        cluster.prepare(&mut ports)?;
        Ok(cluster)
    }

    /// Starts all of it; returns when jobs can run.
    pub fn start(&self, say: &dyn Fn(&str)) -> Result<()> {
        if self.spec.hdfs {
            self.format()?;
            self.daemon("namenode")?.start(&self.spawner)?;
            self.daemon("datanode")?.start(&self.spawner)?;
        }
        self.start_agent()?;
        if self.spec.hdfs {
            self.wait_ready("namenode")?;
            say("HDFS is up");
        }
        for name in self.names() {
            if name == "jobtracker" || name.starts_with("tracker") {
                self.daemon(&name)?.start(&self.spawner)?;
            }
        }
        self.wait_ready("jobtracker")?;
        say("JobTracker and TaskTrackers are up");
        for number in 1..=self.spec.trackers.len() {
            self.throttle(&format!("tracker{number}"))?;
        }
        self.limit_links()?;
        self.ask_agent(serde_json::json!({ "op": "ping" }))?;
        Ok(())
    }

    /// kill -9 of one daemon.
    pub fn kill(&self, name: &str) -> Result<()> {
        self.daemon(name)?.kill()
    }

    /// Holds or releases one daemon.
    pub fn pause(&self, name: &str, hold: bool) -> Result<()> {
        self.daemon(name)?.pause(hold)
    }

    /// Kills a daemon if it runs, starts it and waits until it is ready.
    pub fn restart(&self, name: &str) -> Result<()> {
        {
            let mut daemon = self.daemon(name)?;
            daemon.kill()?;
            if let (Some(cgroups), Some(group)) = (&self.cgroups, &daemon.group) {
                cgroups.limit(group, None)?;
            }
            daemon.start(&self.spawner)?;
        }
        self.wait_ready(name)?;
        self.throttle(name)
    }

    /// Sets the quota of a TaskTracker, in cores; none lifts it.
    pub fn quota(&self, name: &str, cores: Option<f64>) -> Result<()> {
        let mut daemon = self.daemon(name)?;
        let (Some(cgroups), Some(group)) = (&self.cgroups, &daemon.group) else {
            return Err(Error::new(format!(
                "{name} has no control group: start the cluster with quotas (slot emulation: {})",
                self.slots
            )));
        };
        cgroups.limit(group, cores)?;
        daemon.quota = cores;
        Ok(())
    }

    /// Passes a request to the agent.
    pub fn ask_agent(&self, mut request: Value) -> Result<Value> {
        let mut agent = self.agent.lock().unwrap().clone();
        if agent.as_ref().is_none_or(|a| a.ended()) {
            self.start_agent()?;
            agent = self.agent.lock().unwrap().clone();
        }
        if let Some(jar) = request["jar"].as_str().and_then(|name| self.jars.jobs(name)) {
            request["jar"] = serde_json::json!(jar);
        }
        agent.ok_or_else(|| Error::new("there is no agent"))?.ask(request)
    }

    /// What runs, where, and how to reach it.
    pub fn status(&self) -> Status {
        let mut daemons = self.daemons.lock().unwrap();
        let local = |port: u16| format!("http://127.0.0.1:{port}/");
        Status {
            id: self.id.clone(),
            dir: self.layout.dir.clone(),
            jobtracker_url: local(self.addresses.jobtracker_http),
            namenode_url: self.spec.hdfs.then(|| local(self.addresses.namenode_http)),
            job_tracker: format!("localhost:{}", self.addresses.jobtracker),
            file_system: if self.spec.hdfs {
                format!("hdfs://localhost:{}", self.addresses.namenode)
            } else {
                "file:///".into()
            },
            java: format!("{} ({})", self.jdk.home.display(), self.jdk.version),
            slot_emulation: self.slots.clone(),
            link: self.spec.link,
            plugin: self.spec.plugin.clone(),
            examples: self.jars.jobs("examples").unwrap_or_default(),
            daemons: daemons
                .iter_mut()
                .map(|d| DaemonStatus {
                    name: d.name.clone(),
                    state: d.state(),
                    pid: d.pid(),
                    url: d.http.map(|a| format!("http://{a}/")),
                    log: d.log.clone(),
                    quota: d.quota,
                    cpu_seconds: d.group.as_ref().and_then(|g| g.cpu_seconds()),
                })
                .collect(),
        }
    }

    /// Ends everything: no process, no control group, no data is left; logs are.
    pub fn stop(&self) {
        self.spawner.close();
        marker::sweep(&self.id);
        if let Ok(mut daemons) = self.daemons.lock() {
            for daemon in daemons.iter_mut() {
                let _ = daemon.kill();
            }
        }
        Cgroups::remove_all(&self.id);
        if self.spec.link.is_some() {
            link::lift(&self.id);
        }
        self.layout.clean();
    }

    fn prepare(&self, ports: &mut Ports) -> Result<()> {
        let writer =
            Writer { spec: &self.spec, layout: &self.layout, addresses: self.addresses, jdk: &self.jdk };
        writer.client()?;
        self.write_scripts()?;
        let mut daemons = Vec::new();
        let here = |port| Some(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        if self.spec.hdfs {
            writer.daemon("namenode")?;
            writer.daemon("datanode")?;
            let name_http = here(self.addresses.namenode_http);
            // They read mapred-site.xml too, whose filter they must be able to load, as from Hadoop's lib folder.
            let jar = writer.plugin_jar(&Plugin::Cluster);
            daemons.push(self.describe("namenode", NAMENODE, 128, name_http, jar.clone())?);
            daemons.push(self.describe("datanode", DATANODE, 128, None, jar)?);
        }
        writer.daemon("jobtracker")?;
        let job_http = here(self.addresses.jobtracker_http);
        let jar = writer.plugin_jar(&Plugin::Cluster);
        daemons.push(self.describe("jobtracker", JOBTRACKER, 256, job_http, jar)?);
        for (index, tracker) in self.spec.trackers.iter().enumerate() {
            let number = index + 1;
            let name = format!("tracker{number}");
            let port = ports.free()?;
            writer.tracker(number, port)?;
            let http = SocketAddr::from((Ipv4Addr::new(127, 0, 0, number as u8), port));
            let jar = writer.plugin_jar(&tracker.plugin);
            let mut daemon = self.describe(&name, TASKTRACKER, 192, Some(http), jar)?;
            if let (Some(cgroups), Some(cores)) = (&self.cgroups, tracker.quota) {
                daemon.group = Some(cgroups.create(&format!("{}-{name}", self.id))?);
                daemon.quota = Some(cores);
            }
            daemons.push(daemon);
        }
        *self.daemons.lock().unwrap() = daemons;
        Ok(())
    }

    fn format(&self) -> Result<()> {
        let mut command = self.java("namenode", 128, None)?;
        command.extend([NAMENODE, "-format"].map(OsString::from));
        let log = self.layout.log("namenode");
        let status = self
            .spawner
            .spawn(Launch {
                command,
                dir: self.layout.tmp("namenode"),
                log,
                id: self.id.clone(),
                entrance: None,
                piped: false,
            })?
            .wait()?;
        if status.success() {
            Ok(())
        } else {
            Err(self.daemon("namenode")?.failure("could not format its folder"))
        }
    }

    fn start_agent(&self) -> Result<()> {
        let mut command = self.java("client", 256, self.spec.plugin.clone())?;
        if self.jdk.version >= 12 {
            command.insert(1, "-Djava.security.manager=allow".into());
        }
        if let Some(classpath) = command.last_mut() {
            classpath.push(":");
            classpath.push(self.jars.agent());
        }
        command.push("io.evenkeel.cluster.Agent".into());
        for path in [self.layout.conf("client"), self.layout.history()] {
            command.push(path.into());
        }
        let log = self.layout.log("client");
        let child = self.spawner.spawn(Launch {
            command,
            dir: self.layout.tmp("client"),
            log: log.clone(),
            id: self.id.clone(),
            entrance: None,
            piped: true,
        })?;
        *self.agent.lock().unwrap() = Some(std::sync::Arc::new(Agent::new(child, log)?));
        Ok(())
    }

    fn names(&self) -> Vec<String> {
        let daemons = self.daemons.lock().unwrap();
        daemons.iter().map(|d| d.name.clone()).collect()
    }

    /// Applies the quota that a TaskTracker is to have from now on; it starts without one.
    fn throttle(&self, name: &str) -> Result<()> {
        let daemon = self.daemon(name)?;
        match (&self.cgroups, &daemon.group) {
            (Some(cgroups), Some(group)) => cgroups.limit(group, daemon.quota),
            _ => Ok(()),
        }
    }

    fn limit_links(&self) -> Result<()> {
        let Some(mbit) = self.spec.link else {
            return Ok(());
        };
        let daemons = self.daemons.lock().unwrap();
        let trackers = daemons.iter().filter(|d| d.name.starts_with("tracker"));
        link::limit(&self.id, mbit, &trackers.filter_map(|d| d.http).collect::<Vec<_>>())
    }

    pub(crate) fn daemon(&self, name: &str) -> Result<Locked<'_>> {
        let daemons = self.daemons.lock().unwrap();
        let Some(index) = daemons.iter().position(|d| d.name == name) else {
            let names: Vec<&str> = daemons.iter().map(|d| d.name.as_str()).collect();
            return Err(Error::new(format!("no daemon {name:?}; there are {}", names.join(", "))));
        };
        Ok(Locked { daemons, index })
    }
}

/// A daemon, with the list it is in locked.
pub(crate) struct Locked<'a> {
    daemons: MutexGuard<'a, Vec<Daemon>>,
    index: usize,
}

impl std::ops::Deref for Locked<'_> {
    type Target = Daemon;
    fn deref(&self) -> &Daemon {
        &self.daemons[self.index]
    }
}

impl std::ops::DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut Daemon {
        &mut self.daemons[self.index]
    }
}
