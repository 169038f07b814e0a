//! Counts to the JobTracker, one table back (Section 4 of the paper), on a real cluster.
//!
//! The key counts of the data are made here, without the plug-in; the table must be the one that the Rust planner
//! gives for them, and each reduce task must have had exactly the keys that the table gives it.

use evenkeel::random::Random;
use evenkeel_cluster::truth::{self, Load, Truth};
use evenkeel_cluster::{Cluster, Job, JobResult, PARTITIONER, Spec, fixture, http};

const GROUPS: u32 = 96;

/// Words of a text whose word `w<i>` is the rarer the larger i is.
fn text(seed: u64, words: usize) -> String {
    let mut random = Random::new(seed);
    let mut out = String::new();
    for i in 0..words {
        let word = (1.0 / (random.unit() + 0.002)) as u32;
        out.push_str(&format!("w{word}"));
        out.push(if i % 9 == 8 { '\n' } else { ' ' });
    }
    out.push('\n');
    out
}

/// The pairs of a word count over some files, a map each.
fn truth(texts: &[String]) -> Truth {
    let mut truth = Truth::new(GROUPS as usize);
    for text in texts {
        let pairs: Vec<_> = text.split_whitespace().map(truth::text).collect();
        truth.map(pairs.iter().map(|(hash, key)| (*hash, key.as_slice(), 4)));
    }
    truth
}

fn word_count(cluster: &Cluster, texts: &[String], reduces: u32) -> Job {
    let (input, output) = (fixture::path("in"), fixture::path("out"));
    for (i, text) in texts.iter().enumerate() {
        cluster.put(&format!("{input}/{i}"), text.as_bytes()).unwrap();
    }
    Job::example("wordcount")
        .arg(&input)
        .arg(&output)
        .conf("mapreduce.partitioner.class", PARTITIONER)
        .conf("mapred.reduce.tasks", reduces)
        .conf("evenkeel.groups", GROUPS)
        .conf("evenkeel.prefetch", "off")
}

/// The job's table is the planner's for the true counts, and the reduce tasks ran by it.
fn check(cluster: &Cluster, result: &JobResult, texts: &[String], reduces: u32) {
    let (job, truth) = (result.job(), truth(texts));
    truth.check(cluster, job, Load::Records, reduces);
    assert_eq!(job.counter("REDUCE_OUTPUT_RECORDS"), truth.distinct() as i64);
}

#[test]
#[ignore = "long: make test-full"]
fn two_jobs_at_once_get_the_tables_of_the_planner() {
    let cluster = fixture::shared();
    let before = cluster.tracker_counts().unwrap();
    let first: Vec<String> = (0..5).map(|i| text(i, 4000)).collect();
    let second: Vec<String> = (0..3).map(|i| text(77 + i, 6000)).collect();
    let one = cluster.submit(&word_count(cluster, &first, 3)).unwrap();
    let two = cluster.submit(&word_count(cluster, &second, 5)).unwrap();
    let one = one.wait().unwrap().ok().unwrap();
    let two = two.wait().unwrap().ok().unwrap();
    check(cluster, &one, &first, 3);
    check(cluster, &two, &second, 5);

    // A TaskTracker fetches a bulletin once, however many of its reduce tasks wait; groups come in few requests.
    let after = cluster.tracker_counts().unwrap();
    let spent = |what: &str| after[what] - before[what];
    assert!(spent("relayed") >= 8 + 8, "a report per map, a timeline per reduce: {}", spent("relayed"));
    let pairs = (5 * 3 + 3 * 5) as u64;
    assert!(spent("groupRequests") <= pairs, "stock asks {pairs} times, we {}", spent("groupRequests"));
}

#[test]
#[ignore = "long: make test-full"]
fn daemons_restart_and_nothing_stale_is_served() {
    let Some(jar) = fixture::plugin_jar() else { panic!("build the plug-in first: make jar") };
    let cluster = Cluster::start(&Spec::new(2).plugin(jar)).unwrap();
    let started = fixture::minute();
    // The wait comes first: a job that had ended before the restart would rightly keep its report.
    fixture::wait_past(started);
    let texts: Vec<String> = (0..3).map(|i| text(i, 3000)).collect();
    let running = cluster.submit(&word_count(&cluster, &texts, 2)).unwrap();
    let old = running.job_id().unwrap();
    while cluster.progress(&old).unwrap().0 <= 0.0 {
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    cluster.restart("jobtracker").unwrap();
    let jobtracker = http::address(&cluster.status().unwrap().jobtracker_url).unwrap();
    let reply = http::get(jobtracker, &format!("/evenkeel/job/{old}.json")).unwrap();
    assert_eq!(reply.status, 404, "the old job is gone, as on stock Hadoop: {}", reply.body);
    drop(running);

    cluster.restart("tracker1").unwrap();
    let result = cluster.run(&word_count(&cluster, &texts, 2)).unwrap().ok().unwrap();
    assert_ne!(result.job().id, old);
    check(&cluster, &result, &texts, 2);
}

#[test]
fn without_the_native_library_the_hash_table_is_used() {
    let Some(jar) = fixture::plugin_jar() else { panic!("build the plug-in first: make jar") };
    let spec = Spec::new(1).plugin(jar).property("evenkeel.native.library", "/no/such/library.so");
    let cluster = Cluster::start(&spec).unwrap();
    let texts = [text(1, 2000), text(2, 2000)];
    let jobs = [0, 1].map(|_| cluster.submit(&word_count(&cluster, &texts, 3)).unwrap());
    for running in jobs {
        let result = running.wait().unwrap().ok().unwrap();
        assert_eq!(result.job().counter("REDUCE_OUTPUT_RECORDS"), truth(&texts).distinct() as i64);
    }
    let log = cluster.log("jobtracker").unwrap();
    let said = log.lines().filter(|l| l.contains("Jobs get hash tables")).collect::<Vec<_>>();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("/no/such/library.so") && said[0].contains("remove the property"), "{said:?}");
}
