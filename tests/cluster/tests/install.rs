//! The tarball of `make dist`, installed into Hadoop's folder by the README's five steps.

use evenkeel_cluster::{Cluster, Jdk, Spec, fixture};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
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

/// What the release's `bin/hadoop` does with its folder and its arguments, as far as it matters here.
const SCRIPT: &str = r#"#!/usr/bin/env bash
home=$(cd "$(dirname "$0")/.." && pwd)
conf=$home/conf
if [ "$1" = --config ]; then conf=$2; shift 2; fi
. "$conf/hadoop-env.sh"
command=$1
shift
case $command in
  namenode) class=org.apache.hadoop.hdfs.server.namenode.NameNode ;;
  datanode) class=org.apache.hadoop.hdfs.server.datanode.DataNode ;;
  jobtracker) class=org.apache.hadoop.mapred.JobTracker ;;
  tasktracker) class=org.apache.hadoop.mapred.TaskTracker; HADOOP_OPTS="$HADOOP_OPTS $HADOOP_TASKTRACKER_OPTS" ;;
  jar) class=org.apache.hadoop.util.RunJar ;;
  *) echo "unknown: $command" >&2; exit 2 ;;
esac
classpath=$conf:$home
for jar in "$home"/hadoop-core-*.jar "$home"/lib/*.jar; do classpath=$classpath:$jar; done
exec "$JAVA_HOME/bin/java" "-Xmx${HADOOP_HEAPSIZE:-1000}m" $HADOOP_OPTS \
  -Dhadoop.log.dir="${HADOOP_LOG_DIR:-$home/logs}" -Dhadoop.home.dir="$home" -classpath "$classpath" "$class" "$@"
"#;

/// A folder as the release unpacks: `hadoop-core` and the web pages on top, libraries below `lib`, the script.
fn unpack_hadoop(home: &Path, jdk: &Jdk) {
    for folder in ["lib", "conf", "bin"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    let hadoop = fixture::hadoop().unwrap();
    for jar in fs::read_dir(hadoop.join("lib")).unwrap().flatten() {
        let name = jar.file_name().to_string_lossy().into_owned();
        let folder = if name.starts_with("hadoop-") { home.to_path_buf() } else { home.join("lib") };
        symlink(jar.path(), folder.join(name)).unwrap();
    }
    symlink(hadoop.join("web/webapps"), home.join("webapps")).unwrap();
    let script = home.join("bin/hadoop");
    fs::write(&script, SCRIPT).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(home.join("conf/hadoop-env.sh"), format!("export JAVA_HOME={}\n", jdk.home.display())).unwrap();
}

/// README's step 3: each option with the variables and properties that it says to add it to on this Java.
fn options(readme: &str, java: u32) -> Vec<(String, Vec<String>)> {
    let step = readme.split("\n3. ").nth(1).unwrap().split("\n4. ").next().unwrap();
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let (mut from, mut on) = (0, false);
    for (index, part) in step.split('`').enumerate() {
        if index % 2 == 0 {
            for after in part.split("Java ").skip(1) {
                let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
                from = digits.parse().unwrap_or(from);
            }
        } else if part.starts_with('-') {
            assert!(from > 0, "from which Java on?");
            on = java >= from;
            if on {
                found.push((part.to_string(), Vec::new()));
            }
        } else if on && !part.contains('/') {
            found.last_mut().unwrap().1.push(part.to_string());
        }
    }
    found
}

/// A node's folder with what the README's steps put into it.
struct Node {
    home: PathBuf,
    jar: String,
    properties: Vec<(String, String)>,
    variables: Vec<(String, String)>,
}

impl Node {
    /// Steps 1 to 3 with the files of the unpacked tarball.
    fn install(home: &Path, unpacked: &Path, version: &str, jdk: &Jdk) -> Self {
        let readme = fs::read_to_string(unpacked.join("README.md")).unwrap();
        let sample = fs::read_to_string(unpacked.join("conf/mapred-site.xml")).unwrap();
        let jar = format!("evenkeel-{version}.jar");
        assert!(readme.contains(&format!("Copy `{jar}` into `$HADOOP_HOME/lib`")));
        assert!(readme.contains(&format!("Run `hadoop jar $HADOOP_HOME/lib/{jar} doctor`")));
        fs::copy(unpacked.join(&jar), home.join("lib").join(&jar)).unwrap();

        let mut properties = properties(&sample);
        assert_eq!(self::properties(&readme), properties, "the README and the sample");
        let mut variables = Vec::new();
        for (option, places) in options(&readme, jdk.version) {
            for place in places {
                let list = if place.starts_with("HADOOP_") { &mut variables } else { &mut properties };
                list.push((place, option.clone()));
            }
        }
        let node = Self { home: home.to_path_buf(), jar, properties, variables };
        node.write_site(&[]);
        node.write_env(jdk);
        node
    }

    fn write_site(&self, more: &[(String, String)]) {
        let mut text = String::from("<configuration>\n");
        for (name, value) in self.properties.iter().chain(more) {
            text += &format!("<property><name>{name}</name><value>{value}</value></property>\n");
        }
        fs::write(self.home.join("conf/mapred-site.xml"), text + "</configuration>\n").unwrap();
    }

    fn write_env(&self, jdk: &Jdk) {
        let mut text = format!("export JAVA_HOME={}\n", jdk.home.display());
        for (name, option) in &self.variables {
            text += &format!("export {name}=\"${name} {option}\"\n");
        }
        fs::write(self.home.join("conf/hadoop-env.sh"), text).unwrap();
    }

    /// `hadoop` with these arguments on this node: how it ended and what it said.
    fn hadoop(&self, args: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(self.home.join("bin/hadoop"));
        command.args(args).current_dir(&self.home).env("HADOOP_HOME", &self.home);
        for name in ["HADOOP_OPTS", "HADOOP_TASKTRACKER_OPTS", "HADOOP_CONF_DIR", "LD_LIBRARY_PATH"] {
            command.env_remove(name);
        }
        let out = command.output().unwrap();
        let text =
            format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        (out.status.code(), text)
    }

    /// Step 5.
    fn doctor(&self) -> (Option<i32>, String) {
        self.hadoop(&["jar", &format!("{}/lib/{}", self.home.display(), self.jar), "doctor"])
    }

    /// One step is left out: `doctor` finds just that, and ends with 1.
    fn doctor_finds(&self, what: &str) {
        let (status, said) = self.doctor();
        let wrong: Vec<&str> = said.lines().filter(|line| line.starts_with("WRONG")).collect();
        assert_eq!(status, Some(1), "{said}");
        assert!(wrong.len() == 1 && wrong[0].contains(what), "{what}: {said}");
    }
}

#[test]
fn the_tarball_installs_by_the_readme_and_balances_a_job() {
    let Some(jar) = fixture::plugin_jar() else { panic!("build the plug-in first: make jar") };
    let root = fixture::root();
    let jdk = Jdk::find().unwrap();
    let version = run("scripts/version", &[], &root).trim().to_string();
    let work = std::env::temp_dir().join(format!("evenkeel-install-{}", std::process::id()));
    let _ = fs::remove_dir_all(&work);
    let (home, dist) = (work.join("hadoop-1.0.4"), work.join("dist"));
    fs::create_dir_all(&dist).unwrap();
    run("scripts/dist", &[&version, jar.to_str().unwrap(), dist.to_str().unwrap()], &root);
    run("tar", &["-xzf", &format!("evenkeel-{version}.tar.gz")], &dist);
    let unpacked = dist.join(format!("evenkeel-{version}"));
    is_complete(&unpacked);
    unpack_hadoop(&home, &jdk);

    // Steps 1 to 3.
    let mut node = Node::install(&home, &unpacked, &version, &jdk);

    // Step 4: the daemons start by that folder's script, and the README's job runs.
    let mut spec = Spec::new(1);
    spec.home = Some(home.clone());
    for (property, value) in &node.properties {
        spec = spec.property(property, value);
    }
    let cluster = Cluster::start(&spec).unwrap();
    let status = cluster.status().unwrap();
    for daemon in &status.daemons {
        let line = fs::read_to_string(format!("/proc/{}/cmdline", daemon.pid.unwrap())).unwrap();
        assert!(line.contains(&format!(":{}/lib/{}", home.display(), node.jar)), "{}: {line}", daemon.name);
    }
    // Where the daemons are: what an installed Hadoop has known since long before the README's steps.
    let file_system = format!(
        "<configuration><property><name>fs.default.name</name><value>{}</value></property>\n\
         <property><name>hadoop.tmp.dir</name><value>{}</value></property></configuration>\n",
        status.file_system,
        work.join("tmp").display()
    );
    fs::write(home.join("conf/core-site.xml"), file_system).unwrap();
    let places = [
        ("mapred.job.tracker".to_string(), status.job_tracker),
        ("mapreduce.jobtracker.staging.root.dir".to_string(), "/mapred/staging".to_string()),
    ];
    node.write_site(&places);
    balances(&cluster, &node);

    // Step 5: `doctor` agrees, while all runs and afterwards.
    well(&node);
    drop(cluster);
    well(&node);

    // Each of the steps left out. Without its jar in lib there is no doctor to ask, and that fails too.
    for left_out in 0..node.properties.len() {
        let (name, value) = node.properties.remove(left_out);
        node.write_site(&places);
        node.doctor_finds(if name.contains("child") { "tasks cannot start" } else { &name });
        node.properties.insert(left_out, (name, value));
    }
    node.write_site(&places);
    for left_out in 0..node.variables.len() {
        let (name, option) = node.variables.remove(left_out);
        node.write_env(&jdk);
        node.doctor_finds(if name == "HADOOP_OPTS" { "daemons cannot start" } else { "status 126" });
        node.variables.insert(left_out, (name, option));
    }
    node.write_env(&jdk);
    well(&node);
    fs::rename(home.join("lib").join(&node.jar), work.join("away.jar")).unwrap();
    assert_ne!(node.doctor().0, Some(0));
    let away = work.join("away.jar").display().to_string();
    let (status, said) = node.hadoop(&["jar", &away, "doctor"]);
    assert!(status == Some(1) && said.contains("WRONG no Evenkeel jar in"), "{said}");
    fs::remove_dir_all(&work).unwrap();
}

/// The tarball has what its pages speak of, and nothing that was built from the examples.
fn is_complete(unpacked: &Path) {
    for file in ["LICENSE", "README.md", "CHANGELOG.md", "conf/mapred-site.xml", "docs/operations.md"] {
        assert!(unpacked.join(file).is_file(), "{file}");
    }
    for page in ["README.md", "CONTRIBUTING.md", "examples/README.md", "docs/operations.md"] {
        assert_eq!(dead_links(&unpacked.join(page)), Vec::<String>::new(), "{page}");
    }
    for module in ["jobs", "puma"] {
        assert!(!unpacked.join("examples").join(module).join("target").exists(), "{module}");
    }
}

fn well(node: &Node) {
    let (status, said) = node.doctor();
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("all is well") && !said.contains("WRONG"), "{said}");
    assert!(said.contains("ok    Hadoop 1.0.4") && said.contains("ok    native library"), "{said}");
}

/// A job as the README starts it.
fn balances(cluster: &Cluster, node: &Node) {
    let (input, output) = (fixture::path("in"), fixture::path("out"));
    cluster.put(&format!("{input}/a"), b"to be or not to be\n").unwrap();
    let named = "mapreduce.partitioner.class=io.evenkeel.EvenkeelPartitioner";
    let readme = fs::read_to_string(fixture::root().join("README.md")).unwrap();
    assert!(readme.contains(&format!("-D {named} IN OUT")));
    let arguments = ["-D", "mapred.reduce.tasks=3", "-D", named, &input, &output];
    let (status, said) =
        node.hadoop(&[&["jar", "hadoop-examples-1.0.4.jar", "wordcount"], &arguments[..]].concat());
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(
        cluster.output(&output).unwrap().sorted_lines(),
        [b"be\t2".as_slice(), b"not\t1", b"or\t1", b"to\t2"]
    );
    let log = cluster.log("jobtracker").unwrap();
    assert!(log.contains(": table published, "), "it was balanced");
}
