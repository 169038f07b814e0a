//! The hooks inside real daemons, with `-Xcheck:jni`: messages in batches, hints while maps run, strangers, a TaskTracker
//! that starts anew in the middle of a job, and nothing left behind.
//!
//! One job waits at a gate in each of its maps, so that the test, not the clock, says what happens when.

use evenkeel_cluster::faults::wait_for;
use evenkeel_cluster::{Cluster, Job, PARTITIONER, Spec, fixture, http};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const MAPS: usize = 12;
const FIRST: usize = 8;
const REDUCES: u32 = 3;

/// Maps that wait, each until its own gate is opened.
struct Gate {
    folder: PathBuf,
}

impl Gate {
    fn new(cluster: &Cluster) -> Self {
        let folder = cluster.dir().join("gate");
        fs::create_dir_all(&folder).unwrap();
        let text = format!(
            "cd '{}' || exit 1\n: > started-$mapred_task_id\nwhile [ ! -e go-$mapred_task_partition ]; do sleep 0.1; done\n\
             exec cat\n",
            folder.display()
        );
        fs::write(folder.join("map.sh"), text).unwrap();
        Self { folder }
    }

    fn command(&self) -> String {
        format!("sh {}", self.folder.join("map.sh").display())
    }

    fn started(&self) -> usize {
        let names = fs::read_dir(&self.folder).unwrap().flatten();
        names.filter(|e| e.file_name().to_string_lossy().starts_with("started-")).count()
    }

    fn open(&self, maps: std::ops::Range<usize>) {
        for map in maps {
            fs::write(self.folder.join(format!("go-{map}")), "").unwrap();
        }
    }
}

/// A file of words, one a line, of which few are frequent.
fn words(seed: usize) -> String {
    (0..3000).map(|i| format!("w{}\n", (i * 7919 + seed * 104_729) % (1 + i % 211))).collect()
}

/// A daemon's address and process.
fn daemon(cluster: &Cluster, name: &str) -> (SocketAddr, i32) {
    let status = cluster.status().unwrap();
    let found = status.daemons.iter().find(|d| d.name == name).unwrap();
    let url = if name == "jobtracker" { &status.jobtracker_url } else { found.url.as_ref().unwrap() };
    (http::address(url).unwrap(), found.pid.unwrap())
}

/// A line of `/proc/<pid>/status`, its number.
fn proc_status(pid: i32, field: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = text.lines().find(|l| l.starts_with(field)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Sends something and gives the answer's status, 0 if there is none.
fn send(address: SocketAddr, request: &[u8]) -> u16 {
    let Ok(mut stream) = TcpStream::connect(address) else { return 0 };
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    if stream.write_all(request).is_err() {
        return 0;
    }
    let mut head = [0; 12];
    match stream.read_exact(&mut head) {
        Ok(()) => String::from_utf8_lossy(&head[9..12]).parse().unwrap_or(0),
        Err(_) => 0,
    }
}

/// A crowd of bad requests at every daemon, and bodies that never come held open meanwhile. Their connections.
fn strangers(cluster: &Cluster, job: &str) -> Vec<TcpStream> {
    let hash = "Evenkeel-Hash: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n";
    let map = format!("attempt_{}_m_000000_0", job.trim_start_matches("job_"));
    let requests = [
        format!("GET /evenkeel/v1/params?job={job} HTTP/1.0\r\n\r\n"),
        format!("GET /evenkeel/v1/params?job={job} HTTP/1.0\r\n{hash}\r\n"),
        format!(
            "POST /evenkeel/v1/report?job={job}&map=0&attempt={map} HTTP/1.0\r\n{hash}Content-Length: 3\r\n\r\nabc"
        ),
        format!("POST /evenkeel/v1/groups?job={job} HTTP/1.0\r\n{hash}Content-Length: 10737418240\r\n\r\nx"),
        "POST /evenkeel/v1/batch HTTP/1.0\r\nContent-Length: 4\r\n\r\n\u{1}\u{1}\u{7f}\u{7f}".to_string(),
        "PUT /evenkeel/v1/../../etc/passwd HTTP/1.0\r\n\r\n".to_string(),
        "GET /evenkeel/v1/params?job=%00 HTTP/1.0\r\n\r\n".to_string(),
    ];
    let mut held = Vec::new();
    for name in ["jobtracker", "tracker1", "tracker2"] {
        let (address, pid) = daemon(cluster, name);
        let path = if name == "jobtracker" { "batch".to_string() } else { format!("groups?job={job}") };
        let stalled =
            format!("POST /evenkeel/v1/{path} HTTP/1.1\r\nHost: x\r\n{hash}Content-Length: 4000000\r\n\r\nx");
        for _ in 0..300 {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(stalled.as_bytes()).unwrap();
            held.push(stream);
        }
        let before = (proc_status(pid, "Threads:"), proc_status(pid, "VmRSS:"));
        thread::scope(|crowd| {
            for part in 0..16 {
                let requests = &requests;
                crowd.spawn(move || {
                    for i in 0..60 {
                        let status = send(address, requests[(i + part) % requests.len()].as_bytes());
                        assert!(
                            (400..500).contains(&status) || status == 503,
                            "{status}: {}",
                            requests[(i + part) % 7]
                        );
                    }
                });
            }
        });
        let after = (proc_status(pid, "Threads:"), proc_status(pid, "VmRSS:"));
        eprintln!(
            "{name}: 960 bad requests and 300 bodies that never come: threads {} then {}, resident {} then {} kB",
            before.0, after.0, before.1, after.1
        );
        assert!(after.0 <= before.0 + 100, "{name}: threads {} then {}", before.0, after.0);
        assert!(after.1 <= before.1 + 200_000, "{name}: resident {} then {} kB", before.1, after.1);
        assert_eq!(http::get(address, "/stacks").unwrap().status, 200, "stock pages still answer");
    }
    held
}

fn small_job(cluster: &Cluster) -> Job {
    let input = fixture::path("in");
    cluster.put(&format!("{input}/a"), words(1).as_bytes()).unwrap();
    cluster.put(&format!("{input}/b"), words(2).as_bytes()).unwrap();
    Job::example("wordcount")
        .arg(&input)
        .arg(fixture::path("out"))
        .conf("mapreduce.partitioner.class", PARTITIONER)
        .conf("mapred.reduce.tasks", 2)
}

/// Threads of the JobTracker's hook by now.
fn hook_threads(cluster: &Cluster) -> Vec<String> {
    let stacks = http::get(daemon(cluster, "jobtracker").0, "/stacks").unwrap().body;
    let names = stacks.lines().filter(|l| l.starts_with("Thread ") && l.contains("evenkeel-"));
    names.map(str::to_string).collect()
}

#[test]
fn a_job_at_a_gate_among_strangers_and_restarts() {
    let Some(jar) = fixture::plugin_jar() else { panic!("build the plug-in first: make jar") };
    // A TaskTracker that starts anew has another name; the old one's maps run again when it counts as lost. Both must
    // live through the JobTracker's pause.
    let mut spec = Spec::new(2).plugin(jar).property("mapred.tasktracker.expiry.interval", 40_000);
    for tracker in &mut spec.trackers {
        tracker.map_slots = 6;
    }
    spec.daemon_flags.push("-Xcheck:jni".into());
    let cluster = Cluster::start(&spec).unwrap();
    let gate = Gate::new(&cluster);
    let (input, output) = (fixture::path("in"), fixture::path("out"));
    let texts: Vec<String> = (0..MAPS).map(words).collect();
    for (i, text) in texts.iter().enumerate() {
        cluster.put(&format!("{input}/{i:02}"), text.as_bytes()).unwrap();
    }
    let job = Job::streaming()
        .args(&format!("-input {input} -output {output}"))
        .arg("-mapper")
        .arg(gate.command())
        .args("-reducer org.apache.hadoop.mapred.lib.IdentityReducer")
        .conf("mapred.partitioner.class", PARTITIONER)
        .conf("mapred.reduce.tasks", REDUCES)
        .conf("evenkeel.prefetch", "always")
        .conf("mapred.reduce.slowstart.completed.maps", 0)
        .conf("mapred.map.tasks.speculative.execution", false)
        .conf("mapred.reduce.tasks.speculative.execution", false);
    let running = cluster.submit(&job).unwrap();
    let id = running.job_id().unwrap();
    wait_for("all maps at the gate", || Ok((gate.started() == MAPS).then_some(()))).unwrap();

    let secret = job_secret(&cluster, &id);
    batches_and_hints(&cluster, &gate, &id);
    let held = strangers(&cluster, &id);
    cluster.restart("tracker2").unwrap();
    gate.open(FIRST..MAPS);
    let result = running.wait().unwrap().ok().unwrap();
    drop(held);

    let report = cluster.report(&id).unwrap();
    assert_loads(&report, &texts);
    assert_costs(&report, result.job().last_map());
    let lines = cluster.output(&output).unwrap();
    let mut wanted: Vec<&str> = texts.iter().flat_map(|t| t.lines()).collect();
    wanted.sort_unstable();
    let found: Vec<String> =
        lines.sorted_lines().iter().map(|l| String::from_utf8_lossy(l).trim_end().to_string()).collect();
    assert!(found == wanted, "{} lines, {} expected", found.len(), wanted.len());
    let hinted =
        result.job().tasks("REDUCE").iter().flat_map(|t| &t.attempts).any(|a| {
            cluster.task_log(&a.id, "syslog").is_ok_and(|log| log.contains("Evenkeel: hints of stage"))
        });
    assert!(hinted, "a reduce task heard hints");
    nothing_stays(&cluster, &id);
    native_code_only_in_the_jobtracker(&cluster);
    in_no_log(&cluster, &secret);
}

/// The password of a job's token, from the file that a TaskTracker keeps for its tasks (`Credentials`: a head of five
/// bytes, then per token its name, identifier, password, kind and service, each with its length before it).
fn job_secret(cluster: &Cluster, id: &str) -> Vec<u8> {
    let file = wait_for("a token file", || {
        let find = Command::new("find").arg(cluster.dir().join("local")).args(["-name", "jobToken"]).output();
        let text = String::from_utf8(find?.stdout).unwrap();
        Ok(text.lines().find(|f| f.contains(id)).map(PathBuf::from))
    })
    .unwrap();
    let bytes = fs::read(file).unwrap();
    assert_eq!(&bytes[..4], b"HDTS");
    let mut at = 6;
    let mut block = || {
        let length = usize::from(bytes[at]);
        assert!(length < 128, "one byte holds the length");
        at += 1 + length;
        bytes[at - length..at].to_vec()
    };
    block();
    block();
    let secret = block();
    assert_eq!(block(), b"mapreduce.job");
    secret
}

/// Users' JVMs and TaskTrackers never load it.
fn native_code_only_in_the_jobtracker(cluster: &Cluster) {
    for (name, wanted) in [("jobtracker", true), ("tracker1", false), ("tracker2", false)] {
        let maps = fs::read_to_string(format!("/proc/{}/maps", daemon(cluster, name).1)).unwrap();
        assert_eq!(maps.contains("libevenkeel"), wanted, "{name}");
    }
}

/// Neither as it is nor as Hadoop and we write hashes.
fn in_no_log(cluster: &Cluster, secret: &[u8]) {
    let encoded = Command::new("base64").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    encoded.stdin.as_ref().unwrap().write_all(secret).unwrap();
    let encoded = encoded.wait_with_output().unwrap().stdout.trim_ascii().to_vec();
    assert!(encoded.len() > 20);
    let find =
        Command::new("find").arg(cluster.dir()).args(["-type", "f", "-path", "*logs*"]).output().unwrap();
    let files = String::from_utf8(find.stdout).unwrap();
    assert!(files.contains("jobtracker.log") && files.contains("syslog"), "{files}");
    for file in files.lines() {
        let log = fs::read(file).unwrap();
        for text in [secret, &encoded] {
            assert!(!log.windows(text.len()).any(|w| w == text), "{file} has the job's secret");
        }
    }
}

/// While the JobTracker answers nobody, reports gather in the TaskTrackers and come in few requests; then hints are given.
fn batches_and_hints(cluster: &Cluster, gate: &Gate, id: &str) {
    let before = cluster.tracker_counts().unwrap();
    cluster.pause("jobtracker").unwrap();
    gate.open(0..FIRST);
    wait_for("the first maps' reports", || {
        Ok((cluster.tracker_counts()?["queued"] >= FIRST as u64).then_some(()))
    })
    .unwrap();
    cluster.resume("jobtracker").unwrap();
    let counted = wait_for("reports that are counted, and hints", || {
        Ok(cluster.report(id).ok().filter(|report| {
            let schedule = &report["schedule"];
            schedule["reports"] == FIRST && schedule["hints"].as_u64() > Some(0)
        }))
    })
    .unwrap();
    assert_eq!(
        counted["schedule"]["table"].as_array().map(Vec::len),
        Some(0),
        "no table before the last map"
    );
    page_grows(cluster, id);
    let after = cluster.tracker_counts().unwrap();
    let (batches, messages) = (after["batches"] - before["batches"], after["relayed"] - before["relayed"]);
    eprintln!("{messages} reports came in {batches} requests");
    assert!(messages >= FIRST as u64, "{messages} messages");
    assert!(2 * batches <= messages, "{messages} messages in {batches} requests");
}

/// While maps run the JobTracker's page shows how many have reported, and the loads so far.
fn page_grows(cluster: &Cluster, id: &str) {
    let status = http::get(daemon(cluster, "jobtracker").0, "/evenkeel/status.json").unwrap();
    let status: Value = serde_json::from_str(&status.body).unwrap();
    let job = status["jobs"].as_array().unwrap().iter().find(|j| j["id"] == id).unwrap();
    assert_eq!(job["words"], format!("counting {FIRST}/{MAPS} maps"));
    let bars = job["bars"].as_array().unwrap();
    assert!(bars.iter().any(|bar| bar.as_f64().unwrap() > 0.0), "{bars:?}");
}

/// Each map counts once, though some ran twice.
fn assert_loads(report: &Value, texts: &[String]) {
    let total: usize = texts.iter().map(|t| t.lines().count()).sum();
    assert_eq!(report["summary"]["totalLoad"], total);
    assert_eq!(report["schedule"]["reports"], MAPS);
}

/// What the communication cost, beside what the paper allows, and how long the table took.
fn assert_costs(report: &Value, last_map: i64) {
    let number = |section: &str, name: &str| report[section][name].as_i64().unwrap();
    let (collect, broadcast) = (number("summary", "collectBytes"), number("summary", "broadcastBytes"));
    let (may_collect, may_tell) =
        (number("summary", "paperCollectBytes"), number("summary", "paperBroadcastBytes"));
    assert_eq!(collect, 2 * number("traffic", "reportBytes"));
    assert!(collect > 0 && collect <= may_collect, "{collect} bytes, the paper allows {may_collect}");
    assert!(broadcast > 0 && broadcast <= may_tell, "{broadcast} bytes, the paper allows {may_tell}");
    let had: Vec<i64> =
        report["reduces"].as_array().unwrap().iter().map(|r| r["tableMs"].as_i64().unwrap()).collect();
    assert_eq!(had.len(), REDUCES as usize);
    let (last, told) = (number("traffic", "lastReport"), number("traffic", "published"));
    assert!(last > 0 && told >= last, "published {told}, the last report came {last}");
    assert!(had.iter().all(|t| *t >= told), "{had:?} before {told}");
    eprintln!(
        "counts {collect} of {may_collect} bytes, hints and tables {broadcast} of {may_tell}; the last reduce task had the table \
         {} ms after the last counts and {} ms after Hadoop saw the last map's end",
        number("summary", "tableLatencyMs"),
        had.iter().max().unwrap() - last_map
    );
}

/// After jobs have ended neither threads nor files of them stay, and the JVM's checks found no fault in our native code.
fn nothing_stays(cluster: &Cluster, id: &str) {
    cluster.run(&small_job(cluster)).unwrap().ok().unwrap();
    let files = wait_for("an empty system folder", || {
        let files = cluster.fs(&["-lsr", "/mapred/system"])?;
        Ok((!files.contains("evenkeel.")).then_some(files))
    })
    .unwrap();
    assert!(!files.contains(id), "{files}");
    let threads = hook_threads(cluster);
    assert!(threads.len() <= 12, "{threads:#?}");
    for name in ["jobtracker", "tracker1", "tracker2"] {
        let log = cluster.log(name).unwrap();
        let lines: Vec<&str> = log.lines().collect();
        let ours = lines
            .windows(12)
            .find(|w| w[0].contains("in native method") && w.iter().any(|l| l.contains("at io.evenkeel")));
        assert!(ours.is_none(), "{name}: {ours:#?}");
    }
    let log = cluster.log("jobtracker").unwrap();
    assert!(log.contains("io.evenkeel.core"), "the core's own lines are in the daemon's log");
}
