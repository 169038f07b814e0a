//! kill -9 of tasks at known points, maps that change their mind, speculation, reused JVMs, many jobs at once.

use evenkeel_cluster::faults::{CopyFault, Stand, Trial, Words, tasks, wait_for};
use evenkeel_cluster::{JobInfo, TaskInfo};
use std::sync::OnceLock;

fn stand() -> &'static (Stand, Words) {
    static STAND: OnceLock<(Stand, Words)> = OnceLock::new();
    STAND.get_or_init(|| {
        // Four: an attempt that failed on two nodes finds one that no reduce held at a gate occupies.
        let mut spec = Stand::spec("faults_tasks", 4).unwrap();
        for tracker in &mut spec.trackers {
            tracker.map_slots = 4;
            tracker.reduce_slots = 4;
        }
        let stand = Stand::start(spec).unwrap();
        let words = Words::put(&stand.cluster, 4, 500, 3).unwrap();
        (stand, words)
    })
}

fn statuses<'a>(job: &'a JobInfo, task: &str) -> (&'a TaskInfo, Vec<&'a str>) {
    let found = job.tasks.iter().find(|t| t.id.ends_with(task)).unwrap();
    (found, found.attempts.iter().map(|a| a.status.as_str()).collect())
}

#[test]
fn a_reducer_killed_while_it_copies_then_while_it_sorts_then_while_it_runs() {
    let (stand, words) = stand();
    let cluster = &stand.cluster;
    let trial = Trial::new(cluster, words, 2).unwrap().closed("reduce.sort").closed("reduce.run");
    let trial = trial.closed("map.start");
    let running = trial.submit(cluster).unwrap();
    let id = running.job_id().unwrap();
    let attempt = |n: u32| format!("{}_r_000000_{n}", id.replace("job_", "attempt_"));
    stand.lines.harm_copies(&id, CopyFault::Hold(4000));
    trial.gates.open("map.start").unwrap();
    stand.wait_said(&id, "table published").unwrap();
    wait_for("a copy", || Ok((stand.lines.passed(&id) >= 4000).then_some(()))).unwrap();
    tasks::kill(cluster, &attempt(0)).unwrap();
    stand.lines.let_go(&id);
    for (gate, number) in [("reduce.sort", 1), ("reduce.run", 2)] {
        let wanted = attempt(number);
        wait_for(gate, || Ok(trial.gates.at(gate)?.contains(&wanted).then_some(()))).unwrap();
        tasks::kill(cluster, &wanted).unwrap();
        trial.gates.open(gate).unwrap();
    }
    let result = trial.check(cluster, words, running).unwrap();
    let (task, statuses) = statuses(result.job(), "_r_000000");
    assert_eq!(statuses, ["FAILED", "FAILED", "FAILED", "SUCCESS"], "{task:?}");
}

#[test]
fn maps_killed_after_their_report_count_once_though_they_report_other_counts() {
    let (stand, words) = stand();
    let cluster = &stand.cluster;
    let trial = Trial::new(cluster, words, 2).unwrap().closed("map.reported").conf("trial.padding", true);
    let running = trial.submit(cluster).unwrap();
    let id = running.job_id().unwrap();
    let maps = trial.gates.wait("map.reported", words.files).unwrap();
    for attempt in &maps[..2] {
        tasks::kill(cluster, attempt).unwrap();
    }
    trial.gates.open("map.reported").unwrap();
    let result = trial.check(cluster, words, running).unwrap();
    let job = result.job();
    for attempt in &maps[..2] {
        let (task, statuses) = statuses(job, &attempt["attempt_000000000000_0000".len()..][..9]);
        assert_eq!(statuses, ["FAILED", "SUCCESS"], "{task:?}");
    }
    // The second attempts emitted twice as many pairs; the loads are those of the first reports.
    assert!(job.counter("MAP_OUTPUT_RECORDS") > words.pairs, "the second attempts emitted the same");
    let report = stand.cluster.report(&id).unwrap();
    let loads = report["schedule"]["loads"].as_array().unwrap();
    assert_eq!(loads.iter().filter_map(|l| l.as_i64()).sum::<i64>(), words.pairs);
}

#[test]
#[ignore = "long: make test-full"]
fn ten_jobs_at_once_in_reused_jvms_with_speculation() {
    let (stand, words) = stand();
    let jobs: Vec<_> = (0..10)
        .map(|i| {
            let trial = Trial::new(&stand.cluster, words, 2 + i % 3)
                .unwrap()
                .conf("mapred.job.reuse.jvm.num.tasks", -1)
                .conf("mapred.map.tasks.speculative.execution", true)
                .conf("mapred.reduce.tasks.speculative.execution", true)
                .conf("evenkeel.groups", 40 + i);
            let running = trial.submit(&stand.cluster).unwrap();
            (trial, running)
        })
        .collect();
    for (trial, running) in jobs {
        trial.check(&stand.cluster, words, running).unwrap();
    }
}

#[test]
#[ignore = "Hadoop speculates after a minute"]
fn speculative_attempts_win() {
    let (stand, words) = stand();
    let cluster = &stand.cluster;
    for (gate, kind) in [("map.later", "_m_000001"), ("reduce.run", "_r_000001")] {
        let trial = Trial::new(cluster, words, 3)
            .unwrap()
            .closed(gate)
            .conf("mapred.map.tasks.speculative.execution", true)
            .conf("mapred.reduce.tasks.speculative.execution", true);
        let running = trial.submit(cluster).unwrap();
        let id = running.job_id().unwrap();
        let slow = format!("{}{kind}_0", id.replace("job_", "attempt_"));
        wait_for("the slow attempt", || Ok(trial.gates.at(gate)?.contains(&slow).then_some(()))).unwrap();
        // All others pass; this one stays until another attempt of its task has won.
        let mut open = Vec::new();
        while !running.is_finished() {
            for attempt in trial.gates.at(gate).unwrap() {
                if attempt != slow && !open.contains(&attempt) {
                    trial.gates.open_for(gate, &attempt).unwrap();
                    open.push(attempt);
                }
            }
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        let result = trial.check(cluster, words, running).unwrap();
        // A job that ends first does not write down that it kills the slow attempt.
        let (task, statuses) = statuses(result.job(), kind);
        let won = task.attempts.iter().find(|a| a.status == "SUCCESS").unwrap();
        assert_ne!(won.id, slow, "{statuses:?}");
        assert!(statuses.iter().all(|s| ["KILLED", "SUCCESS"].contains(s)), "{statuses:?}");
    }
}
