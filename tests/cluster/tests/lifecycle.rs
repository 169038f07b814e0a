//! A cluster starts, and whatever happens to it or to its owner, nothing of it is left.

use evenkeel_cluster::fixture::assert_gone;
use evenkeel_cluster::{Cluster, Control, Job, Spec, State, http, processes};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn address(url: &str) -> SocketAddr {
    http::address(url).unwrap()
}

fn kill(pid: u32, signal: &str) {
    let status = Command::new("kill").args([signal, &pid.to_string()]).status();
    assert!(status.unwrap().success());
}

/// What the kernel's traffic control says, if it can be asked and agrees.
fn tc(arguments: &[&str]) -> Option<String> {
    let output = Command::new("tc").args(arguments).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_cluster_in_a_folder_with_blanks_runs_jobs_shows_its_pages_and_leaves_nothing_but_logs() {
    let dir = folder("a b");
    let cluster = Cluster::start(&Spec::new(1).dir(&dir)).unwrap();
    let status = cluster.status().unwrap();
    assert_eq!(status.daemons.len(), 4);
    for daemon in &status.daemons {
        assert_eq!(daemon.state, State::Running, "{}", daemon.name);
    }
    let jobtracker = address(&status.jobtracker_url);
    let namenode = address(status.namenode_url.as_ref().unwrap());
    let tracker = address(status.daemons[3].url.as_ref().unwrap());

    cluster.put("in/text", b"a rose is a rose\n").unwrap();
    let result = cluster.run(&Job::example("wordcount").args("in out")).unwrap().ok().unwrap();
    let id = &result.job().id;
    for (place, page, text) in [
        (jobtracker, "/jobtracker.jsp".to_string(), id.as_str()),
        (jobtracker, format!("/jobdetails.jsp?jobid={id}"), "word count"),
        (namenode, "/dfshealth.jsp".to_string(), "Live Nodes"),
        (tracker, "/tasktracker.jsp".to_string(), "tracker_127.0.0.1"),
    ] {
        let reply = http::get(place, &page).unwrap();
        assert_eq!(reply.status, 200, "{page}");
        assert!(reply.body.contains(text), "{page}: {}", reply.body);
    }

    let again = Cluster::start(&Spec::new(1).dir(&dir));
    assert!(again.unwrap_err().to_string().contains("already runs"));

    cluster.stop(false).unwrap();
    assert!(processes(&status.id).is_empty());
    for place in [jobtracker, namenode, tracker] {
        assert!(TcpStream::connect(place).is_err(), "{place} is open");
    }
    let mut left: Vec<_> =
        std::fs::read_dir(&dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["conf", "history", "logs"]);
    assert!(!std::env::temp_dir().join(&status.id).exists());
}

#[test]
fn two_clusters_run_side_by_side_and_end_by_kill_9_and_by_term() {
    let mut spec = Spec::new(1).dir(folder("first")).quota(0.5);
    let shaped = tc(&["qdisc", "add", "dev", "lo", "root", "handle", "3fff:", "htb"]).is_some();
    if shaped {
        tc(&["qdisc", "del", "dev", "lo", "root", "handle", "3fff:", "htb"]).unwrap();
        spec.link = Some(50.0);
    } else {
        eprintln!("links cannot be limited here: that part is left out");
    }
    let first = Cluster::start(&spec).unwrap();
    let second = Cluster::start(&Spec::new(1)).unwrap();
    let (one, two) = (first.status().unwrap(), second.status().unwrap());
    assert_ne!(one.jobtracker_url, two.jobtracker_url);
    assert!(!processes(&one.id).is_empty());
    if shaped {
        let tracker = address(one.daemons.last().unwrap().url.as_ref().unwrap());
        assert!(http::get(tracker, "/stacks").unwrap().body.len() > 4000);
        let classes = tc(&["-s", "class", "show", "dev", "lo"]).unwrap();
        assert!(classes.contains("rate 50Mbit") && !classes.contains("Sent 0 bytes"), "{classes}");
    }

    let supervisor = Control::read(first.dir()).unwrap().pid;
    kill(supervisor, "-KILL");
    assert_gone(&one.id);
    assert!(second.status().is_ok(), "the other cluster goes on");
    if shaped {
        let end = Instant::now() + Duration::from_secs(10);
        while tc(&["qdisc", "show", "dev", "lo"]).unwrap().contains("htb") {
            assert!(Instant::now() < end, "links are still limited");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    let supervisor = Control::read(second.dir()).unwrap().pid;
    kill(supervisor, "-TERM");
    assert_gone(&two.id);
    drop(second);
    assert!(!two.dir.exists(), "a temporary folder goes with its cluster");
}

#[test]
fn a_cluster_whose_owner_is_killed_ends() {
    // The owner here is `up`, killed while the cluster starts.
    for signal in ["-INT", "-KILL"] {
        let dir = folder("orphan");
        let mut up = Command::new(env!("CARGO_BIN_EXE_evenkeel-cluster"));
        up.args(["up", "--trackers", "1", "--dir"]).arg(&dir).stdout(Stdio::null()).stderr(Stdio::null());
        // A shell that runs us in the background has told us to ignore what Ctrl-C sends.
        // SAFETY: signal(2) is async-signal-safe and allocates nothing.
        unsafe {
            up.pre_exec(|| {
                libc::signal(libc::SIGINT, libc::SIG_DFL);
                Ok(())
            })
        };
        let mut up = up.spawn().unwrap();
        let log = dir.join("logs/namenode/namenode.log");
        while !log.exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        kill(up.id(), signal);
        up.wait().unwrap();
        let end = Instant::now() + Duration::from_secs(10);
        while dir.join("dfs").exists() {
            assert!(Instant::now() < end, "{} is still there", dir.display());
            std::thread::sleep(Duration::from_millis(20));
        }
        std::fs::remove_dir_all(&dir).unwrap();
    }
}

#[test]
fn a_daemon_that_cannot_start_is_named_with_its_log() {
    let spec = Spec::new(1).dir(folder("broken")).property("mapred.job.tracker.http.address", "192.0.2.1:1");
    let error = Cluster::start(&spec).unwrap_err().to_string();
    assert!(error.contains("jobtracker ended while it was starting"), "{error}");
    assert!(error.contains("logs/jobtracker/jobtracker.log"), "{error}");
    assert!(!folder("broken").join("dfs").exists());
}
