//! Who may see a balanced job: the same people as on Hadoop's own pages, also after the JobTracker was restarted.

use evenkeel_cluster::{Cluster, Job, Spec, fixture, http};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// The name that the example gives itself.
const NAME: &str = "word count";

/// A cluster whose web pages ask who you are, and whose jobs are for their viewers only.
fn guarded() -> Spec {
    let mut spec = Spec::new(1)
        .dir(fixture::root().join("target/clusters/access"))
        .property(
            "hadoop.http.filter.initializers",
            "org.apache.hadoop.security.AuthenticationFilterInitializer,io.evenkeel.daemon.DaemonHook",
        )
        .property("hadoop.http.authentication.type", "simple")
        .property("hadoop.http.authentication.simple.anonymous.allowed", "true")
        .property("hadoop.http.authentication.signature.secret", "of this test")
        .property("mapred.acls.enabled", "true")
        .property("mapred.queue.default.acl-administer-jobs", "carol");
    spec.plugin = fixture::plugin_jar();
    assert!(spec.plugin.is_some(), "build the plug-in first: make jar");
    spec
}

fn as_user(address: SocketAddr, path: &str, user: &str) -> http::Reply {
    let mark = if path.contains('?') { '&' } else { '?' };
    http::get(address, &format!("{path}{mark}user.name={user}")).unwrap()
}

/// Hadoop's page and ours agree about this user.
fn check(address: SocketAddr, id: &str, user: &str, welcome: bool) {
    let hadoops = as_user(address, &format!("/jobdetails.jsp?jobid={id}"), user);
    assert_eq!(hadoops.body.contains(NAME), welcome, "{user} on Hadoop's own page");
    for path in ["/evenkeel", "/evenkeel/", "/evenkeel.html", "/evenkeel/status.json"] {
        let list = as_user(address, path, user);
        assert_eq!(list.status, 200, "{user}: {path}");
        assert!(list.body.contains(id), "{user}: {path} names the job");
        assert_eq!(list.body.contains(NAME), welcome, "{user}: {path}");
    }
    for end in ["", ".json", ".html", ".json.html"] {
        let report = as_user(address, &format!("/evenkeel/job/{id}{end}"), user);
        assert_eq!(report.status, if welcome { 200 } else { 403 }, "{user}: report{end}");
        assert_eq!(report.body.contains(NAME), welcome, "{user}: report{end}");
    }
}

fn jobtracker(cluster: &Cluster) -> SocketAddr {
    http::address(&cluster.status().unwrap().jobtracker_url).unwrap()
}

#[test]
fn viewers_see_a_job_and_strangers_do_not_also_after_a_restart() {
    let cluster = Cluster::start(&guarded()).unwrap();
    cluster.put("in/a", b"a rose is a rose is a rose\n").unwrap();
    cluster.put("in/b", b"and a rose by any other name\n").unwrap();
    let job = Job::example("wordcount")
        .args("in out")
        .conf("mapred.reduce.tasks", 2)
        .conf("mapreduce.job.acl-view-job", "bob")
        .conf("mapreduce.partitioner.class", "io.evenkeel.EvenkeelPartitioner");
    let result = cluster.run(&job).unwrap().ok().unwrap();
    let id = &result.job().id;
    let address = jobtracker(&cluster);
    let end = Instant::now() + Duration::from_secs(60);
    while !as_user(address, &format!("/evenkeel/job/{id}.json"), "bob").body.contains("succeeded") {
        assert!(Instant::now() < end, "no report");
        std::thread::sleep(Duration::from_millis(200));
    }
    for (user, welcome) in [("bob", true), ("carol", true), ("mallory", false)] {
        check(address, id, user, welcome);
    }
    let before = as_user(address, &format!("/evenkeel/job/{id}.json"), "bob").body;

    cluster.restart("jobtracker").unwrap();
    let address = jobtracker(&cluster);
    let list = as_user(address, "/evenkeel", "bob");
    assert!(list.body.contains(NAME), "the restarted JobTracker knows the job: {}", list.body);
    let after = as_user(address, &format!("/evenkeel/job/{id}.json"), "bob");
    assert_eq!(after.body, before);
    assert_eq!(as_user(address, &format!("/evenkeel/job/{id}"), "mallory").status, 403);
    cluster.stop(false).unwrap();
}
