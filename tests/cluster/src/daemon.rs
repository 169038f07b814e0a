//! One daemon: a Hadoop process that can be started, killed, paused and started again.

use crate::cgroup::Group;
use crate::error::{Error, Result};
use crate::marker;
use crate::process::{Launch, Spawner, tail};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Child;

/// What a daemon is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not started yet, or killed by us.
    Stopped,
    /// Running.
    Running,
    /// Held by `pause`.
    Paused,
    /// Ended, and not by us.
    Dead,
}

/// A daemon.
#[derive(Debug)]
pub struct Daemon {
    /// `namenode`, `datanode`, `jobtracker`, `tracker1`, …
    pub name: String,
    /// Its web server, where that is known beforehand.
    pub http: Option<SocketAddr>,
    /// Its log.
    pub log: PathBuf,
    /// Its control group.
    pub group: Option<Group>,
    /// Its quota in cores.
    pub quota: Option<f64>,
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The folder it works in.
    pub dir: PathBuf,
    /// The cluster's mark.
    pub id: String,
    pub(crate) child: Option<Child>,
    pub(crate) paused: bool,
}

impl Daemon {
    /// Starts it; it must not be running.
    pub fn start(&mut self, spawner: &Spawner) -> Result<()> {
        if matches!(self.state(), State::Running | State::Paused) {
            return Err(Error::new(format!("{} is running", self.name)));
        }
        let entrance = match &self.group {
            Some(group) => Some(group.entrance()?),
            None => None,
        };
        self.child = Some(spawner.spawn(Launch {
            command: self.command.clone(),
            dir: self.dir.clone(),
            log: self.log.clone(),
            id: self.id.clone(),
            entrance,
            piped: false,
        })?);
        self.paused = false;
        Ok(())
    }

    /// kill -9, and waits until it is gone.
    pub fn kill(&mut self) -> Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        self.paused = false;
        Ok(())
    }

    /// Holds it (SIGSTOP) or lets it go on (SIGCONT). Its tasks are processes of their own and go on.
    pub fn pause(&mut self, hold: bool) -> Result<()> {
        let pid = self.pid().ok_or_else(|| Error::new(format!("{} is not running", self.name)))?;
        marker::signal(pid, if hold { libc::SIGSTOP } else { libc::SIGCONT });
        self.paused = hold;
        Ok(())
    }

    /// What it is doing.
    pub fn state(&mut self) -> State {
        match &mut self.child {
            None => State::Stopped,
            Some(child) => match child.try_wait() {
                Ok(None) if self.paused => State::Paused,
                Ok(None) => State::Running,
                _ => State::Dead,
            },
        }
    }

    /// Its process, while it runs.
    pub fn pid(&mut self) -> Option<i32> {
        let child = self.child.as_mut()?;
        matches!(child.try_wait(), Ok(None)).then_some(child.id() as i32)
    }

    /// An error with the end of its log and where to find the rest.
    pub fn failure(&self, what: &str) -> Error {
        Error::new(format!(
            "{} {what}. The end of its log, {}:\n{}",
            self.name,
            self.log.display(),
            tail(&self.log, 30)
        ))
    }
}
