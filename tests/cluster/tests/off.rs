//! Jobs that name the Partitioner and are not late-bound: their output is stock's, and a line in the log says why. And one
//! that is set wrongly: it fails at its first task, and says what is allowed.

use evenkeel_cluster::{Job, PARTITIONER, fixture};
use std::collections::BTreeMap;

/// A word count of some words, and what it must write.
fn word_count() -> (Job, String, Vec<String>) {
    let (input, output) = (fixture::path("in"), fixture::path("out"));
    let counts: BTreeMap<String, u64> = fixture::put_words(fixture::shared(), &input, 2, 100, 3).unwrap();
    let job = Job::example("wordcount").arg(&input).arg(&output);
    let expected = counts.iter().map(|(word, count)| format!("{word}\t{count}")).collect();
    (job.conf("mapreduce.partitioner.class", PARTITIONER), output, expected)
}

fn lines(output: &str) -> Vec<String> {
    let written = fixture::shared().output(output).unwrap();
    written.sorted_lines().iter().map(|l| String::from_utf8_lossy(l).into_owned()).collect()
}

#[test]
#[ignore = "long: make test-full"]
fn one_reducer_record_skipping_and_the_local_runner() {
    let cluster = fixture::shared();
    let cases = [
        ("mapred.reduce.tasks", "1", "late binding is off for this job: the job has one reducer"),
        ("mapred.skip.map.max.skip.records", "5", "record skipping is set for the job"),
        ("mapred.job.tracker", "local", ""),
    ];
    for (name, value, why) in cases {
        let (job, output, expected) = word_count();
        let result = cluster.run(&job.conf("mapred.reduce.tasks", 3).conf(name, value)).unwrap();
        assert!(result.success, "{}", result.text);
        assert_eq!(lines(&output), expected, "{name}={value}");
        if !why.is_empty() {
            let job = result.job();
            assert!(!job.counters.contains_key("Evenkeel"), "{name}={value} was late-bound");
            let map = &job.tasks("MAP")[0].winner().unwrap().id;
            let log = cluster.task_log(map, "syslog").unwrap();
            assert!(log.contains(why), "{log}");
        }
    }
}

#[test]
#[ignore = "long: make test-full"]
fn a_wrong_value_stops_the_job_at_its_first_task() {
    let (job, ..) = word_count();
    let job =
        job.conf("mapred.reduce.tasks", 3).conf("evenkeel.load", "byte").conf("mapred.map.max.attempts", 1);
    let result = fixture::shared().run(&job).unwrap();
    assert!(!result.success);
    let failed =
        result.job().tasks("MAP").iter().flat_map(|t| t.attempts.clone()).find(|a| a.status == "FAILED");
    let error = failed.unwrap().error;
    for word in ["evenkeel.load", "\"byte\"", "allowed", "records"] {
        assert!(error.contains(word), "{word}: {error}");
    }
}
