//! Many small jobs, one after another and several at a time: the JobTracker's heap and threads stay as they were.

use evenkeel_cluster::{Cluster, Jdk, Job, Spec, fixture, http};
use std::collections::BTreeMap;
use std::process::Command;

const AT_ONCE: usize = 5;

/// Live bytes of our classes' instances in the JobTracker and its number of threads, after a full collection.
fn measure(cluster: &Cluster) -> (BTreeMap<String, u64>, u64, u64) {
    let status = cluster.status().unwrap();
    let pid = status.daemons.iter().find(|d| d.name == "jobtracker").and_then(|d| d.pid).unwrap();
    let jcmd = Jdk::find().unwrap().home.join("bin/jcmd");
    let out = Command::new(jcmd).args([&pid.to_string(), "GC.class_histogram"]).output().unwrap();
    assert!(out.status.success(), "jcmd: {}", String::from_utf8_lossy(&out.stderr));
    let mut ours = BTreeMap::new();
    let mut heap = 0;
    for line in String::from_utf8_lossy(&out.stdout).lines() {
        let parts: Vec<&str> = line.split_whitespace().collect();
        match parts[..] {
            [_, instances, _, class, ..] if class.starts_with("io.evenkeel.") => {
                ours.insert(class.to_string(), instances.parse().unwrap());
            }
            ["Total", _, bytes] => heap = bytes.parse().unwrap(),
            _ => {}
        }
    }
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let threads = text.lines().find_map(|l| l.strip_prefix("Threads:")).unwrap().trim().parse().unwrap();
    (ours, heap, threads)
}

fn run(cluster: &Cluster, input: &str, jobs: usize) {
    for _ in 0..jobs.div_ceil(AT_ONCE) {
        let running: Vec<_> = (0..AT_ONCE)
            .map(|i| {
                let job = Job::example("wordcount")
                    .arg(input)
                    .arg(fixture::path("out"))
                    .conf("mapreduce.partitioner.class", "io.evenkeel.EvenkeelPartitioner")
                    .conf("mapred.reduce.tasks", 2 + i % 2)
                    .conf("evenkeel.groups", 4096);
                cluster.submit(&job).unwrap()
            })
            .collect();
        for job in running {
            job.wait().unwrap().ok().unwrap();
        }
    }
}

fn stays_flat(jobs: usize) {
    let Some(jar) = fixture::plugin_jar() else { panic!("build the plug-in first: make jar") };
    // Two finished jobs are kept for the page, so that what is kept on purpose does not grow.
    let mut spec = Spec::new(2).plugin(jar).property("evenkeel.jobs.kept", 2);
    spec = spec.property("mapred.jobtracker.completeuserjobs.maximum", 2);
    for tracker in &mut spec.trackers {
        (tracker.map_slots, tracker.reduce_slots) = (4, 4);
    }
    let cluster = Cluster::start(&spec).unwrap();
    let input = fixture::path("in");
    for name in ["a", "b"] {
        cluster.put(&format!("{input}/{name}"), b"to be or not to be that is the question\n").unwrap();
    }
    run(&cluster, &input, AT_ONCE);
    let (before, heap_before, threads_before) = measure(&cluster);
    run(&cluster, &input, jobs);
    let (after, heap_after, threads_after) = measure(&cluster);
    eprintln!(
        "{jobs} jobs: live heap {} then {} kB, threads {threads_before} then {threads_after}",
        heap_before / 1024,
        heap_after / 1024
    );
    for class in ["JobRecord", "Planning", "Reports", "NativePlanner", "Parking$Ticket", "Exchange"] {
        let count = |sums: &BTreeMap<String, u64>| {
            sums.get(&format!("io.evenkeel.daemon.{class}")).copied().unwrap_or(0)
        };
        assert!(count(&after) <= count(&before).max(1), "{class}: {} then {}", count(&before), count(&after));
    }
    assert!(threads_after <= threads_before + 10, "threads {threads_before} then {threads_after}");
    assert!(heap_after <= heap_before + (8 << 20), "live heap {heap_before} then {heap_after} bytes");
    let status =
        http::get(http::address(&cluster.status().unwrap().jobtracker_url).unwrap(), "/evenkeel/status.json");
    assert_eq!(status.unwrap().status, 200);
}

#[test]
#[ignore = "takes minutes: make test-full"]
fn the_jobtracker_stays_flat_over_fifty_jobs() {
    stays_flat(50);
}
