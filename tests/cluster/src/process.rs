//! Starting the processes of a cluster so that none can outlive it.
//!
//! Each carries the cluster's mark in its environment (see [`crate::marker`]) and dies with the supervisor.

use crate::error::{Context, Error, Result};
use crate::marker;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};

/// Flags of every small, short-lived JVM here: quick to start, no file among the temporary ones.
pub const SMALL: [&str; 3] = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"];

/// A program to start.
#[derive(Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The folder it works in.
    pub dir: PathBuf,
    /// Where its output goes.
    pub log: PathBuf,
    /// The mark.
    pub id: String,
    /// The control group to join: an open `cgroup.procs`.
    pub entrance: Option<File>,
    /// Whether we talk with it over its standard input and output.
    pub piped: bool,
}

/// A program to start, or, with none, the order to start no more.
type Request = (Option<Launch>, Sender<std::io::Result<Child>>);

/// Starts processes from one thread that lives as long as the supervisor: the kernel's "die with the parent"
/// means the thread that made the process.
#[derive(Debug, Clone)]
pub struct Spawner {
    requests: Sender<Request>,
}

impl Spawner {
    /// Starts the thread.
    pub fn new() -> Self {
        let (requests, inbox) = channel::<Request>();
        std::thread::spawn(move || {
            for (launch, reply) in inbox {
                let Some(launch) = launch else {
                    break;
                };
                let _ = reply.send(spawn(launch));
            }
        });
        Self { requests }
    }

    /// Starts a process.
    pub fn spawn(&self, launch: Launch) -> Result<Child> {
        let program = launch.command[0].to_string_lossy().into_owned();
        let (reply, outcome) = channel();
        self.requests.send((Some(launch), reply)).map_err(|_| ending())?;
        outcome.recv().map_err(|_| ending())?.context(program)
    }

    /// Starts nothing from now on; returns when nothing is being started any more.
    pub fn close(&self) {
        let (reply, closed) = channel();
        if self.requests.send((None, reply)).is_ok() {
            let _ = closed.recv();
        }
    }
}
impl Default for Spawner {
    fn default() -> Self {
        Self::new()
    }
}

fn ending() -> Error {
    Error::new("the cluster is ending")
}

fn spawn(launch: Launch) -> std::io::Result<Child> {
    let log = File::options().create(true).append(true).open(&launch.log)?;
    let mut command = Command::new(&launch.command[0]);
    command
        .args(&launch.command[1..])
        .current_dir(&launch.dir)
        .env(marker::VARIABLE, &launch.id)
        // Cargo names its build folders there, and a JVM looks for native libraries in them.
        .env_remove("LD_LIBRARY_PATH")
        .env_remove("CLASSPATH")
        .env_remove("JAVA_TOOL_OPTIONS")
        .env_remove("JDK_JAVA_OPTIONS")
        .stderr(log.try_clone()?)
        .process_group(0);
    if launch.piped {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
    } else {
        command.stdin(Stdio::null()).stdout(log);
    }
    let entrance = launch.entrance.as_ref().map(AsRawFd::as_raw_fd);
    let parent = std::process::id() as i32;
    // SAFETY: between fork and exec only async-signal-safe calls are made, on memory prepared before.
    unsafe {
        command.pre_exec(move || {
            if let Some(fd) = entrance {
                if libc::write(fd, b"0".as_ptr().cast(), 1) != 1 {
                    return Err(std::io::Error::last_os_error());
                }
            }
            let mut none: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
            // Hadoop checks that its folders have mode 755.
            libc::umask(0o022);
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            if libc::getppid() != parent {
                return Err(std::io::Error::from_raw_os_error(libc::ESRCH));
            }
            Ok(())
        });
    }
    command.spawn()
}

/// The last lines of a log, for a message.
pub fn tail(log: &Path, lines: usize) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}
