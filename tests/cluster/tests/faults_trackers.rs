//! kill -9 of TaskTrackers at known points of a job: its lost maps run again, and its output is the stock job's.

use evenkeel_cluster::faults::{CopyFault, Spill, Stand, Trial, Words, ran_again, tasks, wait_for};
use std::sync::{Mutex, OnceLock};

/// Where a job is when a TaskTracker dies.
#[derive(Debug, Clone, Copy)]
enum Point {
    /// Maps have read their input; their output is not final.
    DuringMaps,
    /// One map is done and has reported; the others have not begun.
    AfterCounts,
    /// The table is there, nothing is copied: 0 %. Otherwise so much of it.
    Copied(u64),
}

/// One cluster for the file; one job at a time, since others would suffer too.
fn stand() -> &'static Mutex<(Stand, Words)> {
    static STAND: OnceLock<Mutex<(Stand, Words)>> = OnceLock::new();
    STAND.get_or_init(|| {
        let stand = Stand::start(Stand::spec("faults_trackers", 3).unwrap()).unwrap();
        let words = Words::put(&stand.cluster, 5, 800, 21).unwrap();
        words.check_stock(&stand.cluster).unwrap();
        Mutex::new((stand, words))
    })
}

/// Runs a job in which a TaskTracker is killed, and started again, at each of these points.
fn killed_at(points: &[Point]) {
    let guard = stand().lock().unwrap_or_else(|e| e.into_inner());
    let (stand, words) = &*guard;
    let cluster = &stand.cluster;
    let during = points.iter().any(|p| matches!(p, Point::DuringMaps));
    let after = points.iter().any(|p| matches!(p, Point::AfterCounts));
    let mut trial = Trial::new(cluster, words, 3).unwrap();
    trial = if during { trial.closed("map.end") } else { trial };
    trial = if after { trial.closed("map.later") } else { trial };
    let running = trial.submit(cluster).unwrap();
    let id = running.job_id().unwrap();
    stand.lines.harm_copies(&id, CopyFault::Hold(0));
    let mut lost = Vec::new();
    for point in points {
        let victim = match *point {
            Point::DuringMaps => trial.gates.wait("map.end", 1).unwrap().remove(0),
            Point::AfterCounts => {
                let first = id.replace("job_", "attempt_") + "_m_000000_0";
                wait_for("the first map", || Ok(Spill::find(cluster, &first).ok())).unwrap();
                stand.wait_maps(&running, 1.0 / words.files as f64).unwrap();
                first
            }
            Point::Copied(percent) => {
                stand.wait_said(&id, "table published").unwrap();
                stand.wait_maps(&running, 1.0).unwrap();
                let (map, total) = outputs(stand, &id, words.files);
                stand.lines.harm_copies(&id, CopyFault::Hold(total * percent / 100));
                wait_for("copies", || Ok((stand.lines.passed(&id) >= total * percent / 100).then_some(())))
                    .unwrap();
                map
            }
        };
        let tracker = tasks::tracker_of(cluster, &victim).unwrap().expect("its node");
        cluster.kill(&tracker).unwrap();
        match point {
            Point::DuringMaps => trial.gates.open("map.end").unwrap(),
            Point::AfterCounts => trial.gates.open("map.later").unwrap(),
            Point::Copied(_) => stand.lines.let_go(&id),
        }
        cluster.restart(&tracker).unwrap();
        lost.push(victim);
    }
    stand.lines.let_go(&id);
    let result = trial.check(cluster, words, running).unwrap();
    for attempt in lost {
        ran_again(result.job(), &attempt).unwrap();
    }
}

/// The newest output of the first map, and the bytes of all maps' newest outputs.
fn outputs(stand: &Stand, job: &str, maps: usize) -> (String, u64) {
    // A map that was lost may have reported, and the table may be there, before it has run again.
    let newest = |map: usize| {
        let name = |n: u32| format!("{}_m_{map:06}_{n}", job.replace("job_", "attempt_"));
        let find = || (0..4).rev().map(name).find_map(|a| Some((Spill::find(&stand.cluster, &a).ok()?, a)));
        wait_for("a map's output", || Ok(find())).unwrap()
    };
    let total = (0..maps).flat_map(|m| newest(m).0.index).map(|(.., bytes)| bytes).sum();
    (newest(0).1, total)
}

#[test]
fn during_maps_and_again_in_the_middle_of_the_copy() {
    killed_at(&[Point::DuringMaps, Point::Copied(50)]);
}

#[test]
#[ignore = "minutes"]
fn at_every_point_three_times() {
    for _ in 0..3 {
        killed_at(&[Point::DuringMaps]);
        killed_at(&[Point::AfterCounts]);
        for percent in [0, 10, 50, 90] {
            killed_at(&[Point::Copied(percent)]);
        }
    }
}
