//! A cluster whose lines can be harmed.

use crate::cluster::Cluster;
use crate::error::{Error, Result};
use crate::faults::lines::Lines;
use crate::faults::proxy::Proxy;
use crate::faults::wait_for;
use crate::fixture;
use crate::http;
use crate::job::Running;
use crate::spec::Spec;
use std::net::{Ipv4Addr, SocketAddr};

/// A cluster with the plug-in, a proxy before each TaskTracker (which says that it lives at `127.0.1.i`, where its
/// proxy listens) and one before the JobTracker for what TaskTrackers pass on.
#[derive(Debug)]
pub struct Stand {
    /// What stands behind the proxies.
    pub cluster: Cluster,
    /// What is done to its lines.
    pub lines: Lines,
    proxies: Vec<Proxy>,
}

impl Stand {
    /// A specification to start from: short waits for lost TaskTrackers and missing reports.
    pub fn spec(name: &str, trackers: usize) -> Result<Spec> {
        let jar = fixture::plugin_jar().ok_or_else(|| Error::new("build the plug-in first: make jar"))?;
        Ok(Spec::new(trackers)
            .dir(fixture::root().join("target/clusters").join(name))
            .plugin(jar)
            .property("mapred.tasktracker.expiry.interval", 30_000)
            .property("evenkeel.report.wait.ms", 5000))
    }

    /// A cluster like this, with a proxy before the JobTracker's and each TaskTracker's web server.
    pub fn start(mut spec: Spec) -> Result<Self> {
        let lines = Lines::default();
        let nowhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let own = lines.clone();
        let master = Proxy::start(here, nowhere, move |r, s, c| own.report(r, s, c))?;
        for (i, tracker) in spec.trackers.iter_mut().enumerate() {
            let own = tracker.properties.entry("slave.host.name".into());
            own.or_insert(format!("127.0.1.{}", i + 1));
        }
        spec.properties.insert("evenkeel.jobtracker.http.address".into(), master.address.to_string());
        let cluster = Cluster::start(&spec)?;
        let status = cluster.status()?;
        master.before(http::address(&status.jobtracker_url)?);
        let mut proxies = vec![master];
        for daemon in status.daemons.iter().filter(|d| d.name.starts_with("tracker")) {
            let to = http::address(daemon.url.as_deref().unwrap_or_default())?;
            let number: u8 = daemon.name["tracker".len()..].parse().map_err(|_| Error::new("a name"))?;
            let at = SocketAddr::from((Ipv4Addr::new(127, 0, 1, number), to.port()));
            let own = lines.clone();
            proxies.push(Proxy::start(at, to, move |r, s, c| own.copy(r, s, c))?);
        }
        Ok(Self { cluster, lines, proxies })
    }

    /// Delivers a job's reports that were late; how many there were.
    pub fn deliver_late(&self, job: &str) -> Result<usize> {
        let late = self.lines.late(job);
        for request in &late {
            self.proxies[0].pass(request)?;
        }
        Ok(late.len())
    }

    /// How many proxies stand in it.
    pub fn proxies(&self) -> usize {
        self.proxies.len()
    }

    /// The lines of the JobTracker's log about a job.
    pub fn said(&self, job: &str) -> Result<Vec<String>> {
        let log = self.cluster.log("jobtracker")?;
        Ok(log.lines().filter(|l| l.contains(job)).map(str::to_string).collect())
    }

    /// Waits until the JobTracker's log says something about a job.
    pub fn wait_said(&self, job: &str, what: &str) -> Result<String> {
        wait_for(&format!("{what:?} of {job} in the JobTracker's log"), || {
            Ok(self.said(job)?.into_iter().find(|l| l.contains(what)))
        })
    }

    /// Waits until so many of a job's maps are done, 0 to 1.
    pub fn wait_maps(&self, running: &Running, part: f64) -> Result<String> {
        let id = running.job_id()?;
        wait_for("maps", || Ok((self.cluster.progress(&id)?.0 >= part).then_some(())))?;
        Ok(id)
    }
}
