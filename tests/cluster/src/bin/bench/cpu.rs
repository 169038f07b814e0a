//! CPU time of processes, by the kernel's account.

use crate::session::Session;
use evenkeel_cluster::Result;
use std::time::{Duration, Instant};

/// Patience for the JVMs of tasks, which live on for a moment when their job is over.
const JVMS: Duration = Duration::from_secs(20);

/// What a process has used so far, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cpu {
    /// Itself.
    pub own: f64,
    /// Its children that have ended: a TaskTracker's tasks.
    pub ended: f64,
}

impl Cpu {
    fn of(pid: i32) -> Self {
        Self::parse(&std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default())
    }

    /// The second field is a name in brackets and may hold blanks; user and system time are the 14th and 15th, those of
    /// ended children the next two, in hundredths of a second on every Linux.
    fn parse(stat: &str) -> Self {
        let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let mut ticks = after.split_whitespace().skip(11).map(|t| t.parse::<u64>().unwrap_or(0) as f64);
        let mut seconds = || (ticks.next().unwrap_or(0.0) + ticks.next().unwrap_or(0.0)) / 100.0;
        Self { own: seconds(), ended: seconds() }
    }
}

impl Session {
    /// What the daemons have used so far, without their tasks.
    pub fn daemons_cpu(&self) -> Result<f64> {
        Ok(self.cpu()?.own)
    }

    /// What the cluster has used so far, daemons and tasks with the start of their JVMs; waits until no task is left.
    /// The kernel adds a task's time to its TaskTracker's when that has waited for it, which is after its end.
    pub fn whole_cpu(&self) -> Result<f64> {
        let end = Instant::now() + JVMS;
        while self.pids()?.into_iter().any(has_children) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(100));
        }
        let cpu = self.cpu()?;
        Ok(cpu.own + cpu.ended)
    }

    fn cpu(&self) -> Result<Cpu> {
        let all = self.pids()?.into_iter().map(Cpu::of);
        Ok(all.fold(Cpu::default(), |sum, one| Cpu { own: sum.own + one.own, ended: sum.ended + one.ended }))
    }

    fn pids(&self) -> Result<Vec<i32>> {
        Ok(self.status()?.daemons.into_iter().filter_map(|daemon| daemon.pid).collect())
    }
}

/// Whether a process has children, ended ones that it has not waited for among them.
fn has_children(pid: i32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let mut children = threads.map(|thread| std::fs::read_to_string(thread.path().join("children")));
    children.any(|pids| pids.is_ok_and(|pids| !pids.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ended_child_is_one_until_it_is_waited_for() {
        let me = std::process::id() as i32;
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let stat = format!("/proc/{}/stat", child.id());
        while !std::fs::read_to_string(&stat).unwrap().contains(") Z ") {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(has_children(me));
        child.wait().unwrap();
        assert!(!has_children(me));
    }

    #[test]
    fn a_name_may_hold_blanks_and_brackets() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 9 9 9 9 250 50 1000 25 20 0 3 0 5 6 7";
        assert_eq!(Cpu::parse(stat), Cpu { own: 3.0, ended: 10.25 });
        assert_eq!(Cpu::parse(""), Cpu::default());
    }
}
