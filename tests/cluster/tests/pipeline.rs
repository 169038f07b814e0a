//! Section 4.2: the first group runs before the last one is copied, where copies are held and where a TaskTracker is slow.

use evenkeel::report::{Reduced, Report};
use evenkeel_cluster::differential::{late_bound, puma};
use evenkeel_cluster::faults::{CopyFault, Stand, Trial, Words, wait_for};
use evenkeel_cluster::{Cluster, JobResult, PARTITIONER, Running, Spec, fixture};
use std::fmt::Write;
use std::thread;
use std::time::Duration;

const MAPS: u32 = 12;
const REDUCES: usize = 4;

/// Hadoop's own first status of a reduce says 0; ours follows within 0.2 s, and a heartbeat may come between for one task.
const FALL: f64 = 1.0 / 3.0 / REDUCES as f64 + 0.001;

/// Text without rare words, so that groups are of a size.
fn text(file: u32) -> String {
    let mut text = String::new();
    for line in 0..14_000u32 {
        for word in 0..8 {
            let number = (line * 8 + word).wrapping_mul(2_654_435_761).wrapping_add(file * 77_777) % 4_000;
            write!(text, "word-{number:06} ").unwrap();
        }
        text.push('\n');
    }
    text
}

/// How far the reduces are, looked at until the program ends.
fn watch(cluster: &Cluster, running: &Running) -> Vec<f64> {
    let id = running.job_id().unwrap();
    let mut seen = Vec::new();
    while !running.is_finished() {
        if let Ok((_, reduces)) = cluster.progress(&id) {
            seen.push(reduces);
        }
        thread::sleep(Duration::from_millis(100));
    }
    seen
}

fn check(task: &Reduced) {
    let first = task.groups.first().unwrap();
    assert_eq!(task.sort_delay_ms, (first.sort_start - task.barrier_ms).max(0));
    assert_eq!(task.run_delay_ms, (first.run_start - task.barrier_ms).max(0));
    for (one, next) in task.groups.iter().zip(&task.groups[1..]) {
        assert!(one.run_end <= next.run_start, "one group after the other");
        assert!(next.copied <= next.sort_start && next.sort_end <= next.run_end, "copied, sorted, run");
    }
}

/// A job on a cluster with one slow TaskTracker, and how far its reduces were while it ran.
fn on_a_slow_tracker() -> (Cluster, JobResult, Vec<f64>) {
    let Some(jar) = fixture::plugin_jar() else { panic!("build the plug-in first: make jar") };
    let spec = Spec::new(3)
        .plugin(jar)
        .tracker(1, |slow| {
            slow.quota = Some(0.1);
            slow.reduce_slots = 0;
        })
        .property("mapred.map.tasks.speculative.execution", false);
    let cluster = Cluster::start(&spec).unwrap();
    for file in 0..MAPS {
        cluster.put(&format!("in/f{file}"), text(file).as_bytes()).unwrap();
    }
    let job = puma("wordcount")
        .args("in out")
        .conf("puma.combiner", false)
        .conf("mapred.partitioner.class", PARTITIONER)
        .conf("mapred.reduce.tasks", REDUCES)
        .conf("evenkeel.prefetch", "off");
    let running = cluster.submit(&job).unwrap();
    let progress = watch(&cluster, &running);
    let result = running.wait().unwrap().ok().unwrap();
    late_bound(result.job(), REDUCES as i64, "best");
    (cluster, result, progress)
}

/// The report of a job that is over, as the JobTracker's page has it.
fn report(cluster: &Cluster, id: &str) -> Report {
    Report::from_json(cluster.report(id).unwrap().to_string().as_bytes()).unwrap()
}

/// Prints when groups were copied, sorted and run; how many tasks ran a group before their last one was copied.
fn overlapped(report: &Report, maps: u64) -> usize {
    let mut overlapped = 0;
    for task in &report.reduces {
        check(task);
        assert!(task.requests <= maps, "stock asks {maps} times, we {}", task.requests);
        let since = |time: i64| time - task.barrier_ms;
        let (first, last) =
            (task.groups.first().unwrap(), task.groups.iter().max_by_key(|g| g.copied).unwrap());
        println!(
            "reduce {}: first group copied {} ms after the last map, sorted {}, run {}; last group copied {}, run {}; {} requests",
            task.reduce,
            since(first.copied),
            since(first.sort_end),
            since(first.run_start),
            since(last.copied),
            since(last.run_end),
            task.requests
        );
        overlapped += usize::from(first.run_start < last.copied);
    }
    overlapped
}

/// All maps on one TaskTracker, all reduces on another; of the requests between them the first pass and the rest wait
/// until a reducer has run some keys.
#[test]
fn a_reducer_runs_its_first_groups_while_its_last_cannot_be_copied() {
    const FILES: usize = 8;
    let mut spec =
        Stand::spec("pipeline", 2).unwrap().property("mapred.tasktracker.expiry.interval", 600_000);
    (spec.trackers[0].map_slots, spec.trackers[0].reduce_slots) = (FILES as u32, 0);
    (spec.trackers[1].map_slots, spec.trackers[1].reduce_slots) = (0, 2);
    let stand = Stand::start(spec).unwrap();
    let cluster = &stand.cluster;
    let words = Words::put(cluster, FILES, 200, 17).unwrap();
    // Reducers start when all maps have long been done, so that their first requests are for their first groups.
    let trial = Trial::new(cluster, &words, 2)
        .unwrap()
        .closed("map.end")
        .closed("reduce.run")
        .conf("mapred.reduce.slowstart.completed.maps", 1.0);
    let running = trial.submit(cluster).unwrap();
    let id = running.job_id().unwrap();
    stand.lines.harm_copies(&id, CopyFault::Pass(2));
    trial.gates.wait("map.end", FILES).unwrap();
    cluster.pause("tracker2").unwrap();
    trial.gates.open("map.end").unwrap();
    stand.wait_said(&id, "table published").unwrap();
    stand.wait_maps(&running, 1.0).unwrap();
    thread::sleep(Duration::from_secs(2));
    cluster.resume("tracker2").unwrap();
    trial.gates.wait("reduce.run", 1).unwrap();
    wait_for("a request that waits", || Ok((stand.lines.harmed(&id) > 0).then_some(()))).unwrap();
    let told = wait_for("progress", || Ok(Some(cluster.progress(&id)?.1).filter(|p| *p > 0.0))).unwrap();
    assert!(told < 1.0, "{told}");
    stand.lines.let_go(&id);
    trial.gates.open("reduce.run").unwrap();
    let result = trial.check(cluster, &words, running).unwrap();
    assert!(overlapped(&report(cluster, &id), FILES as u64) > 0);
    for task in result.job().tasks("REDUCE") {
        let state = &task.winner().unwrap().state;
        assert!(state.contains("Evenkeel: copying and running"), "{state}");
    }
}

#[test]
#[ignore = "a minute, and a CPU quota: make test-full"]
fn the_first_group_runs_before_the_last_is_copied() {
    let (cluster, result, progress) = on_a_slow_tracker();
    let report = report(&cluster, &result.job().id);
    assert_eq!(report.reduces.len(), REDUCES);
    let overlapped = overlapped(&report, u64::from(MAPS));
    assert!(overlapped > 0, "no reduce task ran its first group before its last one was copied");

    // Progress is told on the way and never falls.
    let between = progress.iter().filter(|p| **p > 0.0 && **p < 1.0).count();
    assert!(between >= 1, "{progress:?}");
    assert!(progress.windows(2).all(|two| two[0] <= two[1] + FALL), "{progress:?}");
}
