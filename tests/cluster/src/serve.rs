//! The supervisor process: owns a cluster, answers requests about it, and ends it in every case.
//!
//! It is started with a specification on its standard input. As long as that input stays open, the cluster lives;
//! the word `detach` lets it live on. If the supervisor itself is killed, a watchdog, which holds one end of a
//! pipe to it, sweeps up what it leaves (see `marker`).

use crate::control::{self, Control};
use crate::error::{Context, Error, Result};
use crate::layout::Layout;
use crate::spec::Spec;
use crate::supervisor::Supervisor;
use crate::{cgroup::Cgroups, link, marker};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{SystemTime, UNIX_EPOCH};

/// Why the supervisor ends.
#[derive(Debug)]
pub enum End {
    /// Asked to; `keep` keeps a temporary folder's logs.
    Asked {
        /// Whether the logs of a cluster in a temporary folder stay.
        keep: bool,
    },
    /// The one who started it is gone, or a signal came.
    Left,
}

/// Runs the supervisor until its cluster ends. What it prints is for [`crate::Cluster`]: one JSON object a line.
pub fn main() -> Result<()> {
    // A group of our own: Ctrl-C in the terminal reaches whoever started us, not us.
    // SAFETY: setsid(2) has no arguments; that it fails for a group leader does no harm.
    unsafe { libc::setsid() };
    let signals = block_signals();
    let mut first = String::new();
    std::io::stdin().read_line(&mut first)?;
    let spec: Spec = serde_json::from_str(&first)?;
    let temporary = spec.dir.is_none();
    let id = new_id();
    let dir = spec.dir.clone().unwrap_or_else(|| std::env::temp_dir().join(&id));
    let outcome = Layout::create(&dir, &id).and_then(|layout| {
        redirect_errors(&layout)?;
        let (ends, end) = channel();
        watch_input(ends.clone());
        watch_signals(signals, ends.clone());
        supervise(&id, spec, layout, temporary, ends, end)
    });
    if let Err(e) = &outcome {
        print(json!({ "error": e.to_string() }));
    }
    outcome
}

fn supervise(
    id: &str,
    spec: Spec,
    layout: Layout,
    temporary: bool,
    ends: Sender<End>,
    end: Receiver<End>,
) -> Result<()> {
    let mut watchdog = start_watchdog(id, &layout.dir)?;
    let folder = layout.clone();
    let mut tries = 3;
    let (cluster, started) = loop {
        let cluster = Arc::new(Supervisor::new(id, spec.clone(), folder.clone())?);
        let started = start(&cluster, ends.clone(), &end);
        tries -= 1;
        let again = matches!(&started, Err(e) if e.to_string().contains("Address already in use"));
        if !again || tries == 0 {
            break (cluster, started);
        }
        // Somebody took a port between our choice and the daemon's start: the next choice is another.
        cluster.stop();
        Layout::create(&folder.dir, id)?;
    };
    let kept = match &started {
        Ok(()) => {
            print(json!({ "ready": folder.dir }));
            matches!(end.recv(), Ok(End::Asked { keep: true }))
        }
        // A failure to start names its logs: they stay.
        Err(_) => true,
    };
    cluster.stop();
    if temporary && !kept {
        folder.remove();
    }
    drop(watchdog.stdin.take());
    watchdog.wait()?;
    started
}

/// Starts the cluster on a thread of its own, so that being told to end is heard while it starts.
fn start(cluster: &Arc<Supervisor>, ends: Sender<End>, end: &Receiver<End>) -> Result<()> {
    let (done, result) = channel();
    let starting = Arc::clone(cluster);
    let wake = ends.clone();
    std::thread::spawn(move || {
        let outcome = starting.start(&|text| print(json!({ "progress": text })));
        let _ = done.send(outcome);
        let _ = wake.send(End::Left);
    });
    let first = end.recv();
    match result.try_recv() {
        Ok(outcome) => outcome?,
        Err(_) => return Err(Error::new(format!("told to end while starting: {first:?}"))),
    }
    control::listen(cluster, ends)
}

/// What we, or a panic of ours, have to say goes to a log: our starter's standard error may be a pipe that
/// somebody reads to its end.
fn redirect_errors(layout: &Layout) -> Result<()> {
    let path = layout.dir.join("logs/supervisor.log");
    let log = File::create(&path).context(path.display())?;
    // SAFETY: dup2(2) on two open descriptors.
    unsafe { libc::dup2(log.as_raw_fd(), 2) };
    Ok(())
}

fn print(value: Value) {
    // The reader may have gone; that is no reason to stop.
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{value}");
    let _ = out.flush();
}

fn new_id() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("evenkeel-{}-{:x}", std::process::id(), now.as_nanos())
}

/// Ends the cluster when the input does, unless it said `detach` before.
fn watch_input(ends: Sender<End>) {
    let detached = AtomicBool::new(false);
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(|l| l.ok()) {
            if line == "detach" {
                detached.store(true, Ordering::SeqCst);
            }
        }
        if !detached.load(Ordering::SeqCst) {
            let _ = ends.send(End::Left);
        }
    });
}

fn block_signals() -> libc::sigset_t {
    // SAFETY: the set is initialised by sigemptyset before it is used; called before any thread exists.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            libc::sigaddset(&mut set, signal);
        }
        libc::pthread_sigmask(libc::SIG_BLOCK, &set, std::ptr::null_mut());
        set
    }
}

fn watch_signals(set: libc::sigset_t, ends: Sender<End>) {
    std::thread::spawn(move || {
        let mut signal = 0;
        // SAFETY: both pointers are to locals that outlive the call.
        unsafe { libc::sigwait(&set, &mut signal) };
        let _ = ends.send(End::Left);
    });
}

fn start_watchdog(id: &str, dir: &Path) -> Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg("watchdog")
        .arg(id)
        .arg(dir)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // SAFETY: setsid(2) is async-signal-safe and allocates nothing.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            Ok(())
        });
    }
    command.spawn().context("the watchdog")
}

/// The watchdog: waits until the supervisor is gone, then sweeps.
pub fn watchdog(id: &str, dir: &Path) -> Result<()> {
    block_signals();
    let mut nothing = Vec::new();
    std::io::stdin().read_to_end(&mut nothing)?;
    let left = !marker::processes(id).is_empty();
    marker::sweep(id);
    Cgroups::remove_all(id);
    link::lift(id);
    if left {
        Layout::of(dir, id).clean();
    }
    Ok(())
}

/// Ends a cluster whose supervisor no longer answers, by its mark.
pub fn sweep_stale(control: &Control, dir: &Path) {
    marker::sweep(&control.id);
    Cgroups::remove_all(&control.id);
    link::lift(&control.id);
    Layout::of(dir, &control.id).clean();
}

#[cfg(test)]
mod tests {
    use super::new_id;

    #[test]
    fn ids_differ() {
        assert_ne!(new_id(), new_id());
    }
}
