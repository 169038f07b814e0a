//! Faults against nodes and tasks, whichever job they serve.

use crate::Tally;
use evenkeel::random::Random;
use evenkeel_cluster::Result;
use evenkeel_cluster::faults::{Stand, tasks};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Kills and holds tasks and daemons until it is over.
pub fn against_nodes(stand: &Stand, random: &mut Random, over: &AtomicBool, tally: &Mutex<Tally>) {
    while !over.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1000 + random.below(6000)));
        match strike(stand, random, tally) {
            Ok(Some(name)) => tally.lock().unwrap_or_else(|e| e.into_inner()).fault(name),
            Ok(None) => {}
            Err(e) => eprintln!("no fault: {e}"),
        }
    }
}

fn strike(stand: &Stand, random: &mut Random, tally: &Mutex<Tally>) -> Result<Option<&'static str>> {
    let cluster = &stand.cluster;
    let trackers = stand.proxies() - 1;
    let tracker = format!("tracker{}", 1 + random.below(trackers as u64));
    let running = tasks::running(cluster)?;
    let may_be_killed = |attempt: &str| {
        let tally = tally.lock().unwrap_or_else(|e| e.into_inner());
        tally.may_be_killed(attempt)
    };
    match random.below(10) {
        0..=5 => {
            let victims: Vec<_> = running.into_iter().filter(|a| may_be_killed(a)).collect();
            if victims.is_empty() {
                return Ok(None);
            }
            let victim = random.pick(&victims);
            // It may have ended by itself meanwhile.
            if tasks::kill(cluster, victim).is_err() {
                return Ok(None);
            }
            Ok(Some(if victim.contains("_m_") { "map killed" } else { "reduce killed" }))
        }
        6 | 7 if running.iter().any(|a| !may_be_killed(a)) => Ok(None),
        6 | 7 => {
            cluster.kill(&tracker)?;
            cluster.restart(&tracker)?;
            // Lost maps run again before the next one dies: stock Hadoop gives up a map that is lost too often.
            std::thread::sleep(Duration::from_secs(10));
            Ok(Some("TaskTracker killed and started"))
        }
        8 => {
            cluster.pause(&tracker)?;
            std::thread::sleep(Duration::from_secs(4));
            cluster.resume(&tracker)?;
            Ok(Some("TaskTracker held for 4 s"))
        }
        _ => {
            cluster.pause("jobtracker")?;
            std::thread::sleep(Duration::from_secs(3));
            cluster.resume("jobtracker")?;
            Ok(Some("JobTracker held for 3 s"))
        }
    }
}
