//! Readiness, by asking: a daemon is ready when its own pages say so.

use crate::daemon::State;
use crate::error::{Error, Result};
use crate::http;
use crate::supervisor::Supervisor;
use serde_json::Value;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// How long a daemon may take to be ready, on a slow and busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(50);

impl Supervisor {
    /// Asks a daemon, and looks at its process, until it is ready or has failed.
    pub(crate) fn wait_ready(&self, name: &str) -> Result<()> {
        let end = Instant::now() + PATIENCE;
        loop {
            self.fail_if_dead(name)?;
            if self.is_ready(name)? {
                return Ok(());
            }
            if Instant::now() > end {
                let what = format!("was not ready within {} s", PATIENCE.as_secs());
                let failure = self.daemon(name)?.failure(&what);
                return Err(if name == "namenode" { self.with_data_node(&failure, &what) } else { failure });
            }
            std::thread::sleep(LOOK);
        }
    }

    /// A NameNode is not ready as long as no DataNode has come: then that one's log says why.
    fn with_data_node(&self, failure: &Error, what: &str) -> Error {
        match self.daemon("datanode") {
            Ok(daemon) => Error::new(format!("{failure}\n{}", daemon.failure(what))),
            Err(_) => Error::new(failure.to_string()),
        }
    }

    /// While all start, none may end; while one is started again, only that one matters.
    fn fail_if_dead(&self, name: &str) -> Result<()> {
        let alone = name.starts_with("tracker");
        for daemon in self.daemons.lock().unwrap().iter_mut() {
            if (!alone || daemon.name == name) && daemon.state() == State::Dead {
                return Err(daemon.failure("ended while it was starting"));
            }
        }
        Ok(())
    }

    fn is_ready(&self, name: &str) -> Result<bool> {
        let Some(address) = self.daemon(name)?.http else {
            return Ok(true);
        };
        Ok(match name {
            "namenode" => name_node_ready(address).unwrap_or(false),
            "jobtracker" => trackers_alive(address).is_some_and(|alive| alive >= self.running_trackers()),
            _ => http::get(address, "/").is_ok(),
        })
    }

    fn running_trackers(&self) -> u64 {
        let mut running = 0;
        for daemon in self.daemons.lock().unwrap().iter_mut() {
            if daemon.name.starts_with("tracker") && daemon.state() == State::Running {
                running += 1;
            }
        }
        running
    }
}

/// It has a live DataNode and has left its safe mode.
fn name_node_ready(address: SocketAddr) -> Option<bool> {
    let bean = bean(address, "Hadoop:service=NameNode,name=NameNodeInfo")?;
    let live: Value = serde_json::from_str(bean["LiveNodes"].as_str()?).ok()?;
    Some(bean["Safemode"] == "" && live.as_object().is_some_and(|nodes| !nodes.is_empty()))
}

/// How many TaskTrackers the JobTracker has heard of.
fn trackers_alive(address: SocketAddr) -> Option<u64> {
    let bean = bean(address, "Hadoop:service=JobTracker,name=JobTrackerInfo")?;
    let summary: Value = serde_json::from_str(bean["SummaryJson"].as_str()?).ok()?;
    summary["alive"].as_u64()
}

/// One of a daemon's management beans, from its `/jmx` page.
fn bean(address: SocketAddr, name: &str) -> Option<Value> {
    let reply = http::get(address, &format!("/jmx?qry={name}")).ok()?;
    let page: Value = serde_json::from_str(&reply.body).ok()?;
    page["beans"].get(0).cloned()
}
