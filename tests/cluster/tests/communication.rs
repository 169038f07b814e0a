//! Counts to the JobTracker, one table back (Section 4 of the paper), on a real cluster.
//!
//! The key counts of the data are made here, without the plug-in; the table must be the one that the Rust planner
//! gives for them, and each reduce task must have had exactly the keys that the table gives it.

use evenkeel::{Algorithm, Options, Slots, schedule};
use evenkeel_cluster::{Cluster, Job, JobResult, Spec, fixture, http};
use serde_json::Value;
use std::collections::BTreeMap;

const PARTITIONER: &str = "io.evenkeel.EvenkeelPartitioner";
const GROUPS: u32 = 96;

/// Words of a text whose word `w<i>` is the rarer the larger i is.
fn text(seed: u64, words: usize) -> String {
    let mut state = seed;
    let mut out = String::new();
    for i in 0..words {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let unit = (state >> 11) as f64 / (1u64 << 53) as f64;
        let word = (1.0 / (unit + 0.002)) as u32;
        out.push_str(&format!("w{word}"));
        out.push(if i % 9 == 8 { '\n' } else { ' ' });
    }
    out.push('\n');
    out
}

/// The group of a word, as the map side must choose it: `Text.hashCode`, mixed.
fn group(word: &str) -> u32 {
    let hash = word.bytes().fold(1i32, |h, b| h.wrapping_mul(31).wrapping_add(i32::from(b as i8)));
    let mut h = hash as u32;
    h ^= h >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h = h.wrapping_mul(0xc2b2_ae35);
    h ^= h >> 16;
    ((u64::from(h) * u64::from(GROUPS)) >> 32) as u32
}

fn counts(texts: &[String]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    for word in texts.iter().flat_map(|t| t.split_whitespace()) {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

fn report(cluster: &Cluster, job: &str) -> Value {
    let jobtracker = http::address(&cluster.status().unwrap().jobtracker_url).unwrap();
    let reply = http::get(jobtracker, &format!("/evenkeel/job/{job}.json")).unwrap();
    assert_eq!(reply.status, 200, "{}", reply.body);
    serde_json::from_str(&reply.body).unwrap()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|v| v.as_u64().unwrap()).collect()
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
    let job = result.job();
    let report = report(cluster, &job.id);
    let truth = counts(texts);
    let mut loads = vec![0u64; GROUPS as usize];
    for (word, count) in &truth {
        loads[group(word) as usize] += count;
    }
    assert_eq!(numbers(&report["schedule"]["loads"]), loads);
    let options = Options { algorithm: Algorithm::Best, ..Options::default() };
    let plan = schedule(&loads, &Slots::equal(reduces).unwrap(), &options).unwrap();
    let table = numbers(&report["schedule"]["table"]);
    assert_eq!(table, plan.slot_of.iter().map(|&s| u64::from(s)).collect::<Vec<_>>());
    let mut keys = vec![0; reduces as usize];
    for word in truth.keys() {
        keys[table[group(word) as usize] as usize] += 1;
    }
    let done: Vec<i64> = job.tasks("REDUCE").iter().map(|t| t.counter("REDUCE_INPUT_GROUPS")).collect();
    assert_eq!(done, keys);
    assert_eq!(job.counter("REDUCE_OUTPUT_RECORDS"), truth.len() as i64);
}

#[test]
fn two_jobs_at_once_get_the_tables_of_the_planner() {
    let cluster = fixture::shared();
    let before = health(cluster);
    let first: Vec<String> = (0..5).map(|i| text(i, 4000)).collect();
    let second: Vec<String> = (0..3).map(|i| text(77 + i, 6000)).collect();
    let one = cluster.submit(&word_count(cluster, &first, 3)).unwrap();
    let two = cluster.submit(&word_count(cluster, &second, 5)).unwrap();
    let one = one.wait().unwrap().ok().unwrap();
    let two = two.wait().unwrap().ok().unwrap();
    check(cluster, &one, &first, 3);
    check(cluster, &two, &second, 5);

    // A TaskTracker fetches a bulletin once, however many of its reduce tasks wait; groups come in few requests.
    let after = health(cluster);
    let spent = |what: &str| after[what] - before[what];
    assert!(spent("relayed") >= 8 + 8, "a report per map, a timeline per reduce: {}", spent("relayed"));
    assert!(spent("batches") <= spent("relayed"));
    let pairs = (5 * 3 + 3 * 5) as u64;
    assert!(spent("groupRequests") <= pairs, "stock asks {pairs} times, we {}", spent("groupRequests"));
}

/// The TaskTrackers' counts, added up.
fn health(cluster: &Cluster) -> BTreeMap<String, u64> {
    let mut sum = BTreeMap::new();
    for daemon in cluster.status().unwrap().daemons.iter().filter(|d| d.name.starts_with("tracker")) {
        let reply =
            http::get(http::address(daemon.url.as_ref().unwrap()).unwrap(), "/evenkeel/v1/health").unwrap();
        let said: BTreeMap<String, Value> = serde_json::from_str(&reply.body).unwrap();
        for (name, count) in said.into_iter().filter_map(|(name, v)| Some((name, v.as_u64()?))) {
            *sum.entry(name).or_default() += count;
        }
    }
    sum
}

fn minute() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() / 60
}

#[test]
fn daemons_restart_and_nothing_stale_is_served() {
    let Some(jar) = fixture::plugin_jar() else { panic!("build the plug-in first: make jar") };
    let cluster = Cluster::start(&Spec::new(2).plugin(jar)).unwrap();
    let started = minute();
    let texts: Vec<String> = (0..3).map(|i| text(i, 3000)).collect();
    let running = cluster.submit(&word_count(&cluster, &texts, 2)).unwrap();
    let old = running.job_id().unwrap();
    while cluster.progress(&old).unwrap().0 <= 0.0 {
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    // A JobTracker that starts again within the same minute gives the same job ids again: stock cannot submit then.
    while minute() == started {
        std::thread::sleep(std::time::Duration::from_millis(500));
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
    for _ in 0..2 {
        let result = cluster.run(&word_count(&cluster, &texts, 3)).unwrap().ok().unwrap();
        assert_eq!(result.job().counter("REDUCE_OUTPUT_RECORDS"), counts(&texts).len() as i64);
    }
    let log = cluster.log("jobtracker").unwrap();
    let said = log.lines().filter(|l| l.contains("Jobs get hash tables")).collect::<Vec<_>>();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("/no/such/library.so") && said[0].contains("remove the property"), "{said:?}");
}
