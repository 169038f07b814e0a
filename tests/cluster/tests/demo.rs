//! The demo that the README starts with: it runs to its end, or is stopped on the way, and leaves nothing behind.

use evenkeel_cluster::{Cluster, Status, fixture, http, processes};
use std::fs;
use std::net::TcpStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Starts the demo as `make demo` does, smaller, in a process group of its own as a terminal would.
fn start(name: &str) -> (Child, PathBuf) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    let plugin = fixture::plugin_jar().expect("build the plug-in first: make jar");
    let puma = fixture::puma_jar().expect("build the PUMA jobs first: make puma");
    let mut demo = Command::new(env!("CARGO_BIN_EXE_evenkeel-cluster"));
    demo.arg("demo").arg("--plugin").arg(plugin).arg("--puma").arg(puma).arg("--dir").arg(&dir);
    demo.args(["--size", "100000", "--trackers", "1", "--reduces", "2", "--quota", "1"]);
    demo.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    // SAFETY: signal(2) is async-signal-safe and allocates nothing.
    unsafe {
        demo.pre_exec(|| {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            Ok(())
        })
    };
    (demo.spawn().unwrap(), dir)
}

/// The demo's cluster, once it is up.
fn cluster(demo: &mut Child, dir: &Path) -> Cluster {
    loop {
        if let Ok(cluster) = Cluster::attach(dir) {
            return cluster;
        }
        assert_eq!(demo.try_wait().unwrap(), None, "the demo ended before its cluster was up");
        thread::sleep(Duration::from_millis(50));
    }
}

fn assert_nothing_is_left(status: &Status) {
    fixture::assert_gone(&status.id);
    let urls = status.daemons.iter().filter_map(|d| d.url.as_ref());
    for url in urls.chain([&status.jobtracker_url]).chain(&status.namenode_url) {
        let address = http::address(url).unwrap();
        assert!(TcpStream::connect(address).is_err(), "{url} is open");
    }
    // The supervisor, which outlives a demo that was stopped, removes these last.
    let end = Instant::now() + Duration::from_secs(10);
    for data in ["dfs", "local", "tmp", "bin", "control.json"] {
        while status.dir.join(data).exists() {
            assert!(Instant::now() < end, "{data} is left");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn the_demo_compares_both_jobs_and_leaves_a_report_and_no_process() {
    let (mut demo, dir) = start("demo");
    let status = cluster(&mut demo, &dir).status().unwrap();
    let out = demo.wait_with_output().unwrap();
    let (said, shown) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success(), "{said}{shown}");
    assert_nothing_is_left(&status);

    assert!(said.contains("WordCount of 0.1 MB of text, 2 reduce tasks, 1 TaskTrackers"), "{said}");
    assert!(said.contains("same output: yes, "), "{said}");
    for row in
        ["stock  Evenkeel   ratio", "job, seconds", "last map to end, seconds", "largest load / mean load"]
    {
        assert!(said.contains(row), "{row}: {said}");
    }
    let report = dir.join("report.html");
    assert!(said.contains(&format!("the balanced job's report: {}", report.display())), "{said}");
    let report = fs::read_to_string(report).unwrap();
    assert!(report.contains("</html>") && report.contains("succeeded"), "{report}");
}

#[test]
fn ctrl_c_while_a_task_runs_ends_the_demo_with_nothing_left() {
    let (mut demo, dir) = start("demo-stopped");
    let status = cluster(&mut demo, &dir).status().unwrap();
    let task = |pid: &i32| {
        let line = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.contains("org.apache.hadoop.mapred.Child")
    };
    while !processes(&status.id).iter().any(task) {
        assert_eq!(demo.try_wait().unwrap(), None, "the demo ended before a task ran");
        thread::sleep(Duration::from_millis(50));
    }
    // SAFETY: kill(2) takes two integers and touches no memory of ours.
    assert_eq!(unsafe { libc::kill(-(demo.id() as i32), libc::SIGINT) }, 0);
    let out = demo.wait_with_output().unwrap();
    assert_eq!(out.status.signal(), Some(libc::SIGINT), "{}", String::from_utf8_lossy(&out.stderr));
    assert_nothing_is_left(&status);
    assert!(!dir.join("report.html").exists());
}
