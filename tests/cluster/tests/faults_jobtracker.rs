//! A JobTracker that is killed and started again: jobs are lost as on stock Hadoop, nothing stale is served, and a job
//! that is submitted again is right.

use evenkeel_cluster::faults::{CopyFault, Stand, Trial, Words, core, wait_for};
use evenkeel_cluster::{Job, Running, fixture, http};

fn stand(name: &str, library: Option<String>) -> (Stand, Words) {
    let mut spec = Stand::spec(name, 2).unwrap().property("mapred.jobtracker.restart.recover", true);
    if let Some(library) = library {
        spec =
            spec.property("evenkeel.native.library", library).property("evenkeel.schedule.limit.ms", 600_000);
    }
    let stand = Stand::start(spec).unwrap();
    let words = Words::put(&stand.cluster, 3, 100, 11).unwrap();
    (stand, words)
}

/// A stock job whose maps wait.
fn stock(stand: &Stand, words: &Words) -> (Trial, Running, String) {
    let trial = Trial::new(&stand.cluster, words, 2).unwrap().closed("map.start");
    let trial = trial.conf("mapred.partitioner.class", "org.apache.hadoop.mapred.lib.HashPartitioner");
    let running = trial.submit(&stand.cluster).unwrap();
    let id = running.job_id().unwrap();
    (trial, running, id)
}

/// Kills the JobTracker and starts it again; both jobs are gone, and one that is submitted now is right.
fn killed_and_started(stand: &Stand, words: &Words, jobs: &[&str]) {
    let since = fixture::minute();
    stand.cluster.kill("jobtracker").unwrap();
    fixture::wait_past(since);
    stand.cluster.restart("jobtracker").unwrap();
    let jobtracker = http::address(&stand.cluster.status().unwrap().jobtracker_url).unwrap();
    for job in jobs {
        let page = http::get(jobtracker, &format!("/jobdetails.jsp?jobid={job}")).unwrap();
        let known = page.body.contains("Status:</b>") && !page.body.contains("could not be found");
        assert!(!known, "stock Hadoop recovers no job: {}", page.body);
        let reply = http::get(jobtracker, &format!("/evenkeel/job/{job}.json")).unwrap();
        assert_eq!(reply.status, 404, "{}", reply.body);
        let params = http::get(jobtracker, &format!("/evenkeel/v1/params?job={job}")).unwrap();
        assert_eq!(params.status, 404, "{}", params.body);
        let left = stand.cluster.fs(&["-ls", &format!("/mapred/system/{job}")]);
        assert!(left.is_err(), "stock Hadoop clears its system directory: {left:?}");
    }
    let trial = Trial::new(&stand.cluster, words, 2).unwrap();
    let running = trial.submit(&stand.cluster).unwrap();
    trial.check(&stand.cluster, words, running).unwrap();
}

#[test]
fn after_the_table_was_stored_beside_a_stock_job() {
    let (stand, words) = stand("faults_jobtracker", None);
    let trial = Trial::new(&stand.cluster, &words, 2).unwrap();
    let ours = trial.conf("trial.gate.reduce.start", true);
    let running = ours.submit(&stand.cluster).unwrap();
    let id = running.job_id().unwrap();
    stand.wait_said(&id, "table published").unwrap();
    let stored = stand.cluster.fs(&["-ls", &format!("/mapred/system/{id}")]).unwrap();
    assert!(stored.contains("evenkeel.table") && stored.contains("evenkeel.params"), "{stored}");
    let (_trial, _running, other) = stock(&stand, &words);
    killed_and_started(&stand, &words, &[&id, &other]);
}

#[test]
#[ignore = "minutes"]
fn before_during_and_after_scheduling() {
    let hang = |path: &str, text: String| {
        if path != "src/ledger/mod.rs" {
            return text;
        }
        let start = "pub fn finalise(&mut self) -> Result<Vec<u8>> {\n";
        let sleep =
            "if self.spec.groups == 42 { std::thread::sleep(std::time::Duration::from_secs(600)); }\n";
        assert!(text.contains(start));
        text.replace(start, &format!("{start}{sleep}"))
    };
    let library = core::build("hanging", hang).unwrap();
    let (stand, words) = stand("faults_jobtracker_long", Some(library.display().to_string()));
    let cluster = &stand.cluster;
    for round in 0..3 {
        // Before: maps have not begun.
        let trial = Trial::new(cluster, &words, 2).unwrap().closed("map.start");
        let running = trial.submit(cluster).unwrap();
        let id = running.job_id().unwrap();
        trial.gates.wait("map.start", 1).unwrap();
        killed_and_started(&stand, &words, &[&id]);
        // During: the scheduler works on it for ten minutes.
        let trial = Trial::new(cluster, &words, 2).unwrap().conf("evenkeel.groups", 42);
        let running = trial.submit(cluster).unwrap();
        let id = stand.wait_maps(&running, 1.0).unwrap();
        killed_and_started(&stand, &words, &[&id]);
        // After, while groups are copied.
        let trial = Trial::new(cluster, &words, 2).unwrap().closed("map.start");
        let running = trial.submit(cluster).unwrap();
        let id = running.job_id().unwrap();
        stand.lines.harm_copies(&id, CopyFault::Hold(1000));
        trial.gates.open("map.start").unwrap();
        stand.wait_said(&id, "table published").unwrap();
        wait_for("a copy", || Ok((stand.lines.passed(&id) >= 1000).then_some(()))).unwrap();
        killed_and_started(&stand, &words, &[&id]);
        stand.lines.let_go(&id);
        println!("round {round} is over");
    }
}

#[test]
#[ignore = "a stock job that waits in its client"]
fn a_stock_client_is_told_nothing_more() {
    let (stand, words) = stand("faults_jobtracker_stock", None);
    let output = fixture::path("out");
    let job = Job::example("wordcount").arg(&words.folder).arg(&output).conf("mapred.reduce.tasks", 2);
    let running = stand.cluster.submit(&job).unwrap();
    let id = running.job_id().unwrap();
    killed_and_started(&stand, &words, &[&id]);
    let ended = running.wait().is_ok_and(|r| r.success);
    assert!(!ended, "stock Hadoop lost the job");
}
