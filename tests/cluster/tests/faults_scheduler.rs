//! A scheduler that panics, throws, hangs, or lies, and a native library of another version: jobs end with the hash
//! table, and the JobTracker goes on.

use evenkeel_cluster::faults::{Stand, Trial, Words, core, table_maker};
use evenkeel_cluster::http;

/// Jobs of so many groups meet this fault.
const FAULTS: [(i64, &str, &str); 6] = [
    (41, "finalise", "panic!(\"a fault\")"),
    (42, "finalise", "std::thread::sleep(std::time::Duration::from_secs(60))"),
    (43, "finalise", "return Err(Error::Overflow { what: \"a fault\" })"),
    (44, "finalise", "return Ok(vec![1, 2, 3])"),
    (45, "add_report", "panic!(\"a fault\")"),
    (46, "hint", "std::thread::sleep(std::time::Duration::from_secs(60))"),
];

/// The ledger with these faults.
fn broken(path: &str, text: String) -> String {
    if path != "src/ledger/mod.rs" {
        return text;
    }
    let mut out = text;
    for (groups, function, fault) in FAULTS {
        let at = out.find(&format!("pub fn {function}(")).expect("the ledger's functions");
        let body = at + out[at..].find("{\n").expect("a body") + 2;
        out.insert_str(body, &format!("if self.spec.groups == {groups} {{ {fault}; }}\n"));
    }
    out
}

/// Jobs that meet these faults, and one beside them that meets none.
fn check(name: &str, faults: &[i64]) {
    let library = core::build("faulty", broken).unwrap();
    let mut spec = Stand::spec(name, 2)
        .unwrap()
        .property("evenkeel.native.library", library.display())
        .property("evenkeel.schedule.limit.ms", 10_000);
    for tracker in &mut spec.trackers {
        tracker.map_slots = 4;
        tracker.reduce_slots = 7;
    }
    let stand = Stand::start(spec).unwrap();
    let words = Words::put(&stand.cluster, 3, 100, 9).unwrap();
    let trial = |groups: i64| {
        let trial = Trial::new(&stand.cluster, &words, 2).unwrap().conf("evenkeel.groups", groups);
        let running = trial.submit(&stand.cluster).unwrap();
        (groups, trial, running)
    };
    let jobs: Vec<_> = faults.iter().copied().chain([47]).map(trial).collect();
    for (groups, trial, running) in jobs {
        let result = trial.check(&stand.cluster, &words, running).unwrap();
        let job = result.job();
        let maker = table_maker(job);
        if groups == 47 {
            assert_eq!(maker, "best", "a job beside them is scheduled as ever");
        } else {
            assert_eq!(maker, "hash", "{groups}");
            let said = stand.said(&job.id).unwrap();
            assert!(said.iter().any(|l| l.contains("hash table, because")), "{said:?}");
        }
    }
    let log = stand.cluster.log("jobtracker").unwrap();
    assert!(log.contains("panic: a fault"), "the core did panic");
    assert!(!log.contains("Lost tracker"), "heartbeats went on");
}

#[test]
fn a_core_that_panics_hangs_and_lies() {
    check("faults_scheduler", &[41, 42, 44]);
}

#[test]
#[ignore = "long: make test-full"]
fn a_core_that_throws_and_fails_at_reports_and_hints() {
    check("faults_scheduler_more", &[43, 45, 46]);
}

#[test]
#[ignore = "long: make test-full"]
fn a_native_library_of_another_version() {
    let other = |path: &str, text: String| {
        if path == "Cargo.toml" { text.replacen("version = \"", "version = \"9", 1) } else { text }
    };
    let library = core::build("other-version", other).unwrap();
    let spec =
        Stand::spec("faults_version", 1).unwrap().property("evenkeel.native.library", library.display());
    let stand = Stand::start(spec).unwrap();
    let words = Words::put(&stand.cluster, 2, 50, 9).unwrap();
    let trial = Trial::new(&stand.cluster, &words, 2).unwrap();
    let running = trial.submit(&stand.cluster).unwrap();
    let result = trial.check(&stand.cluster, &words, running).unwrap();
    assert_eq!(table_maker(result.job()), "hash");
    let log = stand.cluster.log("jobtracker").unwrap();
    assert!(log.contains("Jobs get hash tables") && log.contains("is version 9"), "it says why");
    // The page still opens.
    let jobtracker = http::address(&stand.cluster.status().unwrap().jobtracker_url).unwrap();
    assert_eq!(http::get(jobtracker, "/evenkeel").unwrap().status, 200);
}
