//! The tarball of `make dist`, installed into Hadoop's folder by the README's steps.

use evenkeel_cluster::{Cluster, Job, Spec, fixture};
use std::fs;
use std::path::Path;
use std::process::Command;

fn run(program: &str, args: &[&str], dir: &Path) -> String {
    let out = Command::new(program).args(args).current_dir(dir).output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success(), "{program} {args:?}: {text}");
    text
}

/// Name and value of each property of a site file.
fn properties(text: &str) -> Vec<(String, String)> {
    let uncommented: String =
        text.split("<!--").map(|part| part.split_once("-->").map_or(part, |(_, rest)| rest)).collect();
    let between = |text: &str, tag: &str| {
        let (_, rest) = text.split_once(&format!("<{tag}>")).unwrap();
        rest.split_once(&format!("</{tag}>")).unwrap().0.to_string()
    };
    uncommented.split("<property>").skip(1).map(|p| (between(p, "name"), between(p, "value"))).collect()
}

/// The links of a page to files that are not there.
fn dead_links(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
    let files = links.filter(|link| !link.starts_with("http")).filter_map(|link| link.split('#').next());
    files.filter(|file| !page.with_file_name(file).exists()).map(str::to_string).collect()
}

/// A folder as the release unpacks: `hadoop-core` on top, libraries below `lib`, configuration in `conf`.
fn unpack_hadoop(home: &Path) {
    let jars = fixture::root().join("tests/cluster/java/target/lib");
    for jar in fs::read_dir(jars).unwrap().flatten() {
        let name = jar.file_name().to_string_lossy().into_owned();
        let folder = if name.starts_with("hadoop-") { home.to_path_buf() } else { home.join("lib") };
        std::os::unix::fs::symlink(jar.path(), folder.join(name)).unwrap();
    }
}

#[test]
fn the_tarball_installs_by_the_readme_and_balances_a_job() {
    let Some(jar) = fixture::plugin_jar() else { panic!("build the plug-in first: make jar") };
    let root = fixture::root();
    let version = run("scripts/version", &[], &root).trim().to_string();
    let work = std::env::temp_dir().join(format!("evenkeel-install-{}", std::process::id()));
    let _ = fs::remove_dir_all(&work);
    let (home, dist) = (work.join("hadoop-1.0.4"), work.join("dist"));
    for folder in ["lib", "conf"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    fs::create_dir_all(&dist).unwrap();
    run("scripts/dist", &[&version, jar.to_str().unwrap(), dist.to_str().unwrap()], &root);
    run("tar", &["-xzf", &format!("evenkeel-{version}.tar.gz")], &dist);
    let unpacked = dist.join(format!("evenkeel-{version}"));
    for file in ["LICENSE", "README.md", "CHANGELOG.md", "conf/mapred-site.xml", "docs/operations.md"] {
        assert!(unpacked.join(file).is_file(), "{file}");
    }
    for page in ["README.md", "CONTRIBUTING.md", "examples/README.md", "docs/operations.md"] {
        assert_eq!(dead_links(&unpacked.join(page)), Vec::<String>::new(), "{page}");
    }
    let examples = unpacked.join("examples");
    for module in ["jobs", "puma"] {
        assert!(!examples.join(module).join("target").exists(), "{module}: what was built is not shipped");
    }

    // Step 1: the jar into lib. Step 2: the properties, which the README and the sample must agree on.
    let name = format!("evenkeel-{version}.jar");
    fs::copy(unpacked.join(&name), home.join("lib").join(&name)).unwrap();
    let sample = fs::read_to_string(unpacked.join("conf/mapred-site.xml")).unwrap();
    let readme = fs::read_to_string(unpacked.join("README.md")).unwrap();
    let wanted = properties(&sample);
    assert_eq!(properties(&readme), wanted);
    assert!(readme.contains(&format!("Copy `{name}` into `$HADOOP_HOME/lib`")));
    fs::write(home.join("conf/mapred-site.xml"), &sample).unwrap();

    // Step 4: the daemons start with what is in that folder, and the README's job runs.
    let mut spec = Spec::new(1);
    spec.classpath = vec![home.join("lib").join(&name)];
    for (property, value) in &wanted {
        spec = spec.property(property, value);
    }
    let cluster = Cluster::start(&spec).unwrap();
    balances(&cluster);
    drop(cluster);

    // Step 5: `doctor` agrees; Hadoop's own jars, which the cluster's start has fetched, make the folder complete.
    unpack_hadoop(&home);
    let java = ["java", "-jar", &format!("lib/{name}"), "doctor", "--home", "."].map(str::to_string);
    let said = doctor(&java, &home);
    assert!(
        said.contains("ok    Hadoop 1.0.4") && said.contains(&format!("ok    native library {version}")),
        "{said}"
    );
    for (property, _) in &wanted {
        assert!(said.contains(&format!("ok    {property}")), "{said}");
    }
    fs::remove_dir_all(&work).unwrap();
}

/// A job as the README starts it.
fn balances(cluster: &Cluster) {
    let (input, output) = (fixture::path("in"), fixture::path("out"));
    cluster.put(&format!("{input}/a"), b"to be or not to be\n").unwrap();
    let job = Job::example("wordcount")
        .arg("-Dmapred.reduce.tasks=3")
        .arg("-Dmapreduce.partitioner.class=io.evenkeel.EvenkeelPartitioner")
        .arg(&input)
        .arg(&output);
    let result = cluster.run(&job).unwrap().ok().unwrap();
    assert_eq!(
        cluster.output(&output).unwrap().sorted_lines(),
        [b"be\t2".as_slice(), b"not\t1", b"or\t1", b"to\t2"]
    );
    let log = cluster.log("jobtracker").unwrap();
    assert!(log.contains(&format!("{}: table published", result.job().id)), "it was balanced");
}

/// What `doctor` says; the child options of new Java are the only thing that this sample does not set.
fn doctor(command: &[String], home: &Path) -> String {
    // Cargo's own search path leads to a library without the bridge.
    let mut command_line = Command::new(&command[0]);
    let out =
        command_line.args(&command[1..]).env_remove("LD_LIBRARY_PATH").current_dir(home).output().unwrap();
    String::from_utf8_lossy(&out.stdout).into_owned()
}
