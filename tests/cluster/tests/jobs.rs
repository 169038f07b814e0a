//! Jobs on a stock cluster: what the harness reports of them is what happened.

use evenkeel::analyze::History;
use evenkeel_cluster::{Cluster, Job, JobInfo, Plugin, Spec, TaskInfo, fixture};
use std::process::Command;

const TEXT: &[u8] = b"a rose is a rose is a rose\nno rose without a thorn\n";

#[test]
fn a_stock_wordcount_is_reported_whole() {
    let cluster = fixture::shared();
    let (input, output) = (fixture::path("in"), fixture::path("out"));
    cluster.put(&format!("{input}/text"), TEXT).unwrap();
    let job = Job::example("wordcount").arg(&input).arg(&output).conf("mapred.reduce.tasks", 2);
    let running = cluster.submit(&job).unwrap();
    let id = running.job_id().unwrap();
    let result = running.wait().unwrap().ok().unwrap();
    let job = result.job();
    assert_eq!(job.id, id);
    assert_eq!(job.counter("MAP_INPUT_RECORDS"), 2);
    assert_eq!(job.counter("REDUCE_INPUT_GROUPS"), 6);
    assert_eq!(job.tasks("REDUCE").len(), 2);
    let mut records = 0;
    for task in job.tasks("REDUCE") {
        let attempt = task.winner().unwrap();
        assert!(job.last_map() <= attempt.shuffled, "{attempt:?}");
        assert!(attempt.shuffled <= attempt.sorted && attempt.sorted <= attempt.finished);
        records += task.counter("REDUCE_OUTPUT_RECORDS");
        let log = cluster.task_log(&attempt.id, "syslog").unwrap();
        assert!(log.contains("ReduceTask"), "{log}");
    }
    assert_eq!(records, 6);
    analysed(cluster, job);
    let output = cluster.output(&output).unwrap();
    let names: Vec<_> = output.files.keys().map(String::as_str).collect();
    assert_eq!(names, ["part-r-00000", "part-r-00001"]);
    let lines = output.sorted_lines();
    assert_eq!(lines[0], b"a\t4");
    assert_eq!(lines.len(), 6);
}

/// What `evenkeel analyze` reads in the history that Hadoop wrote is what its counters say.
fn analysed(cluster: &Cluster, job: &JobInfo) {
    let mut find = Command::new("find");
    find.arg(cluster.dir().join("history")).arg("-name").arg(format!("{}_*", job.id));
    let files = String::from_utf8(find.output().unwrap().stdout).unwrap();
    let file = files.lines().find(|f| !f.ends_with(".xml") && !f.ends_with(".crc")).unwrap();
    let history = History::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(history.last_map > 0 && history.reduces.iter().all(|r| history.last_map <= r.copied));
    let read: Vec<(i64, i64)> = history.reduces.iter().map(|r| (r.records as i64, r.keys as i64)).collect();
    let tasks = job.tasks("REDUCE");
    let counted =
        |task: &&TaskInfo| (task.counter("REDUCE_INPUT_RECORDS"), task.counter("REDUCE_INPUT_GROUPS"));
    assert_eq!(read, tasks.iter().map(counted).collect::<Vec<_>>());
}

#[test]
fn a_job_that_fails_says_why() {
    let cluster = fixture::shared();
    let result = cluster.run(&Job::example("wordcount").args("/no/such/folder /out")).unwrap();
    assert!(!result.success);
    assert!(result.text.contains("does not exist"), "{}", result.text);

    let input = fixture::path("in");
    cluster.put(&format!("{input}/text"), TEXT).unwrap();
    let result = cluster
        .run(
            &Job::streaming()
                .args("-mapper false -reducer cat -input")
                .arg(&input)
                .arg("-output")
                .arg(fixture::path("out"))
                .conf("mapred.map.max.attempts", 1),
        )
        .unwrap();
    assert!(!result.success);
    assert_eq!(result.job().status, "FAILED");
    let error = result.ok().unwrap_err().to_string();
    assert!(error.contains("subprocess failed with code 1"), "{error}");
}

#[test]
#[ignore = "long: make test-full"]
fn a_streaming_job_with_scripts_runs() {
    let cluster = fixture::shared();
    let (input, output) = (fixture::path("in"), fixture::path("out"));
    cluster.put(&format!("{input}/text"), TEXT).unwrap();
    let job = Job::streaming()
        .args("-mapper cat -reducer")
        .arg("wc -l")
        .args("-numReduceTasks 1 -input")
        .arg(&input)
        .arg("-output")
        .arg(&output);
    cluster.run(&job).unwrap().ok().unwrap();
    let output = cluster.output(&output).unwrap();
    let line = String::from_utf8_lossy(output.sorted_lines()[0]).into_owned();
    assert_eq!(line.trim(), "2");
}

#[test]
#[ignore = "long: make test-full"]
fn sequence_files_are_read_as_text() {
    let cluster = fixture::shared();
    let output = fixture::path("out");
    let job = Job::example("randomtextwriter")
        .arg(&output)
        .conf("test.randomtextwrite.total_bytes", 2000)
        .conf("test.randomtextwrite.bytes_per_map", 2000)
        .conf("test.randomtextwrite.maps_per_host", 1);
    cluster.run(&job).unwrap().ok().unwrap();
    let output = cluster.output(&output).unwrap();
    assert!(!output.sorted_lines().is_empty());
    for line in output.sorted_lines() {
        assert!(std::str::from_utf8(line).unwrap().contains('\t'));
    }
}

#[test]
fn one_tracker_can_be_configured_killed_paused_and_started_again() {
    let spec =
        Spec::new(2).quota(0.8).property("mapred.tasktracker.expiry.interval", 10_000).tracker(2, |t| {
            t.quota = Some(0.5);
            t.plugin = Plugin::Missing;
            t.map_slots = 1;
            t.finals.insert("some.value".into(), "of its own".into());
        });
    let cluster = Cluster::start(&spec).unwrap();
    let site = |name: &str| {
        let path = cluster.dir().join(format!("conf/{name}/mapred-site.xml"));
        std::fs::read_to_string(path).unwrap()
    };
    assert!(site("tracker2").contains("<value>of its own</value><final>true</final>"));
    assert!(!site("tracker1").contains("of its own"));

    let status = cluster.status().unwrap();
    let quotas: Vec<_> = status.daemons.iter().filter_map(|d| d.quota).collect();
    if status.slot_emulation.starts_with("cgroup") {
        assert_eq!(quotas, [0.8, 0.5]);
        cluster.quota("tracker2", Some(0.25)).unwrap();
        let pid = status.daemons.last().unwrap().pid.unwrap();
        let groups = std::fs::read_to_string(format!("/proc/{pid}/cgroup")).unwrap();
        assert!(groups.contains(&format!("{}-tracker2", status.id)), "{groups}");
    } else {
        assert!(quotas.is_empty(), "{}", status.slot_emulation);
    }

    cluster.put("in/text", TEXT).unwrap();
    let running = cluster.submit(&Job::example("wordcount").args("in out")).unwrap();
    running.job_id().unwrap();
    cluster.kill("tracker1").unwrap();
    cluster.pause("tracker2").unwrap();
    let states: Vec<_> =
        cluster.status().unwrap().daemons[3..].iter().map(|d| format!("{:?}", d.state)).collect();
    assert_eq!(states, ["Stopped", "Paused"]);
    cluster.resume("tracker2").unwrap();
    cluster.restart("tracker1").unwrap();
    let result = running.wait().unwrap().ok().unwrap();
    assert_eq!(result.job().counter("REDUCE_OUTPUT_RECORDS"), 6);
    assert!(cluster.kill("tracker9").unwrap_err().to_string().contains("tracker2"));
}

#[test]
#[ignore = "long: make test-full"]
fn this_machines_files_can_be_the_file_system() {
    let mut spec = Spec::new(1);
    spec.hdfs = false;
    let cluster = Cluster::start(&spec).unwrap();
    let input = cluster.dir().join("dfs/in");
    std::fs::create_dir(&input).unwrap();
    std::fs::write(input.join("text"), TEXT).unwrap();
    let output = cluster.dir().join("dfs/out");
    let job = Job::example("wordcount").arg(input.display()).arg(output.display());
    cluster.run(&job).unwrap().ok().unwrap();
    let output = cluster.output(&output.to_string_lossy()).unwrap();
    assert_eq!(output.sorted_lines().len(), 6);
}
