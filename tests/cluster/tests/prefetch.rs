//! Copying overlaps with the maps: what the paper gives up, and stock Hadoop does without balance.

use evenkeel_cluster::Running;
use evenkeel_cluster::faults::{Spill, Stand, Trial, Words, table_maker, wait_for};

const MAPS: usize = 12;
const REDUCES: i64 = 4;

/// Lets all maps end as they come, but the last one: the slowest map of a job, however fast the machine is.
fn all_but_the_last(stand: &Stand, trial: &Trial, running: &Running, last: &str) {
    let mut open = Vec::new();
    wait_for("all maps but the last", || {
        for attempt in trial.gates.at("map.end")? {
            if attempt != last && !open.contains(&attempt) {
                trial.gates.open_for("map.end", &attempt)?;
                open.push(attempt);
            }
        }
        let waits = trial.gates.at("map.end")?.iter().any(|a| a == last);
        let done = stand.cluster.progress(&running.job_id()?)?.0 * MAPS as f64;
        Ok((waits && done >= MAPS as f64 - 1.0).then_some(()))
    })
    .unwrap();
}

/// Twelve maps on four slots, in three rounds, with the same mix of words in every file.
#[test]
fn most_of_a_homogeneous_word_count_is_copied_before_its_last_map() {
    let stand = Stand::start(Stand::spec("prefetch", 2).unwrap()).unwrap();
    let cluster = &stand.cluster;
    let words = Words::put(cluster, MAPS, 1500, 31).unwrap();
    let trial =
        Trial::new(cluster, &words, REDUCES).unwrap().closed("map.end").conf("evenkeel.prefetch", "always");
    let running = trial.submit(cluster).unwrap();
    let id = running.job_id().unwrap();
    let map = |n: usize| format!("{}_m_{n:06}_0", id.replace("job_", "attempt_"));
    all_but_the_last(&stand, &trial, &running, &map(MAPS - 1));
    let bytes = |n: usize| Spill::find(cluster, &map(n)).unwrap().index.iter().map(|(.., b)| b).sum::<u64>();
    let there: u64 = (0..MAPS - 1).map(bytes).sum();
    wait_for("half of what is there is copied", || Ok((2 * stand.lines.passed(&id) > there).then_some(())))
        .unwrap();
    trial.gates.open("map.end").unwrap();

    let result = trial.check(cluster, &words, running).unwrap();
    let job = result.job();
    assert_eq!(table_maker(job), "best");
    let share = |name: &str| job.counter(name) as f64 / job.counter("Bytes copied") as f64;
    let early = share("Bytes copied before the last map");
    assert!(early >= 0.5, "only {early:.3} of the bytes was there when the last map ended");
    let vain = share("Bytes copied in vain");
    assert!(vain <= 0.05, "{vain:.3} of the bytes was copied in vain");
    let (requests, stock) = (job.counter("Copy requests"), MAPS as i64 * REDUCES);
    assert!(requests <= stock, "stock asks {stock} times, we {requests}");
    println!("{early:.3} early, {vain:.3} in vain, {requests} requests");
}
