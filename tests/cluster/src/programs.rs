//! The programs of a cluster: Hadoop's main classes and the Java command lines that run them.

use crate::daemon::Daemon;
use crate::error::{Context, Result};
use crate::process::SMALL;
use crate::supervisor::Supervisor;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub(crate) const NAMENODE: &str = "org.apache.hadoop.hdfs.server.namenode.NameNode";
pub(crate) const DATANODE: &str = "org.apache.hadoop.hdfs.server.datanode.DataNode";
pub(crate) const JOBTRACKER: &str = "org.apache.hadoop.mapred.JobTracker";
pub(crate) const TASKTRACKER: &str = "org.apache.hadoop.mapred.TaskTracker";

/// 1.0.4 writes the script that starts a task, and runs it at once. A process that another thread starts between the two
/// has the script open until it is a program of its own: "text file busy", and the attempt fails with status 126. By
/// `posix_spawn`, Java's way since 13, that takes long enough to happen whenever many tasks start together; by VFORK it
/// is rare, and where the processors are busy [`BUSY`] cures the rest.
const FORK: &str = "-Djdk.lang.Process.launchMechanism=VFORK";

/// What the `bash -c SCRIPT` that starts a task reads first: it starts the script again as long as that is busy.
const BUSY: &str = r#"case ${BASH_EXECUTION_STRING:-} in
  */taskjvm.sh)
    unset BASH_ENV
    shopt -s execfail
    for _ in {1..100}; do
      exec "$BASH_EXECUTION_STRING"
      sleep 0.05
    done
    ;;
esac
"#;

const SCRIPT: &str = r#"#!/usr/bin/env bash
# hadoop jar|fs|job|CLASS ARGUMENTS
command=${1:?jar, fs, job or a class}
shift
case $command in
  jar) class=org.apache.hadoop.util.RunJar ;;
  fs) class=org.apache.hadoop.fs.FsShell ;;
  job) class=org.apache.hadoop.mapred.JobClient ;;
  *) class=$command ;;
esac
exec JAVA "$class" "$@"
"#;

impl Supervisor {
    pub(crate) fn describe(
        &self,
        name: &str,
        class: &str,
        heap: u32,
        http: Option<SocketAddr>,
        plugin: Option<PathBuf>,
    ) -> Result<Daemon> {
        let mut command = match &self.spec.home {
            Some(home) => self.installed(home, name, class, heap)?,
            None => self.daemon_command(name, class, heap, plugin)?,
        };
        if class == TASKTRACKER {
            let mut first = OsString::from("BASH_ENV=");
            first.push(self.busy_script());
            command.splice(0..0, ["env".into(), first]);
        }
        Ok(Daemon {
            name: name.to_string(),
            http,
            log: self.layout.log(name),
            group: None,
            quota: None,
            command,
            dir: self.layout.tmp(name),
            id: self.id.clone(),
            child: None,
            paused: false,
        })
    }

    fn daemon_command(
        &self,
        name: &str,
        class: &str,
        heap: u32,
        plugin: Option<PathBuf>,
    ) -> Result<Vec<OsString>> {
        let mut command = self.java(name, heap, plugin)?;
        if class == JOBTRACKER || class == TASKTRACKER {
            command.splice(1..1, self.spec.daemon_flags.iter().map(OsString::from));
        }
        if class == TASKTRACKER {
            command.insert(1, FORK.into());
        }
        command.push(class.into());
        Ok(command)
    }

    /// The command of a daemon of an installed Hadoop. What this machine needs stands before the installation's own
    /// lines in the daemon's `hadoop-env.sh`.
    fn installed(&self, home: &Path, name: &str, class: &str, heap: u32) -> Result<Vec<OsString>> {
        let own = home.join("conf/hadoop-env.sh");
        let installed = std::fs::read_to_string(&own).context(own.display())?;
        let conf = self.layout.conf(name);
        let text = format!(
            "export JAVA_HOME='{}'\nexport HADOOP_LOG_DIR='{}'\nexport HADOOP_HEAPSIZE={heap}\n\
             export HADOOP_OPTS='{} -Djava.net.preferIPv4Stack=true -Djava.io.tmpdir={}'\n{installed}",
            self.jdk.home.display(),
            self.layout.logs(name).display(),
            SMALL.join(" "),
            self.layout.tmp(name).display(),
        );
        let env = conf.join("hadoop-env.sh");
        std::fs::write(&env, text).context(env.display())?;
        let command = class.rsplit('.').next().unwrap_or(class).to_lowercase();
        let script = home.join("bin/hadoop");
        Ok(vec![script.into(), "--config".into(), conf.into(), command.into()])
    }

    /// The `java` command of a process, up to its main class.
    pub(crate) fn java(&self, name: &str, heap: u32, plugin: Option<PathBuf>) -> Result<Vec<OsString>> {
        let mut command: Vec<OsString> = vec![self.jdk.java().into()];
        command.extend(self.jdk.flags().into_iter().map(OsString::from));
        command.extend(SMALL.map(OsString::from));
        command.push(format!("-Xmx{heap}m").into());
        command.push("-Djava.net.preferIPv4Stack=true".into());
        for (property, path) in
            [("hadoop.log.dir", self.layout.logs(name)), ("java.io.tmpdir", self.layout.tmp(name))]
        {
            let mut flag = OsString::from(format!("-D{property}="));
            flag.push(path);
            command.push(flag);
        }
        let mut classpath = vec![self.layout.conf(name)];
        classpath.extend(self.jars.hadoop()?);
        classpath.extend(plugin);
        classpath.extend(self.spec.classpath.iter().cloned());
        command.push("-classpath".into());
        command.push(std::env::join_paths(classpath).context("the class path")?);
        Ok(command)
    }

    fn busy_script(&self) -> PathBuf {
        self.layout.dir.join("bin/busy.sh")
    }

    /// `bin/hadoop` in the cluster's folder: what the release's script does, for who wants a client of its own. Beside it
    /// what TaskTrackers need to start tasks.
    pub(crate) fn write_scripts(&self) -> Result<()> {
        let busy = self.busy_script();
        std::fs::write(&busy, BUSY).context(busy.display())?;
        let command = self.java("client", 256, self.spec.plugin.clone())?;
        let quoted: Vec<String> = command
            .iter()
            .map(|word| format!("'{}'", word.to_string_lossy().replace('\'', "'\\''")))
            .collect();
        let path = self.layout.dir.join("bin/hadoop");
        std::fs::write(&path, SCRIPT.replace("JAVA", &quoted.join(" "))).context(path.display())?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).context(path.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::io::Read;
    use std::process::{Command, Stdio};

    /// `bash -c SCRIPT` as 1.0.4 starts a task.
    fn start(script: &Path) -> Command {
        let mut bash = Command::new("bash");
        bash.arg("-c").arg(script).env_remove("BASH_ENV").stdout(Stdio::piped()).stderr(Stdio::piped());
        bash
    }

    #[test]
    fn a_busy_script_runs_as_soon_as_it_is_not() {
        let dir = std::env::temp_dir().join(format!("evenkeel-busy-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let (busy, script) = (dir.join("busy.sh"), dir.join("taskjvm.sh"));
        fs::write(&busy, BUSY).unwrap();
        fs::write(&script, "echo \"ran, ${BASH_ENV:-clean}\"\n").unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).unwrap();

        let writer = File::options().append(true).open(&script).unwrap();
        assert_eq!(start(&script).status().unwrap().code(), Some(126));

        let mut waiting = start(&script).env("BASH_ENV", &busy).spawn().unwrap();
        let mut complaint = [0];
        waiting.stderr.as_mut().unwrap().read_exact(&mut complaint).unwrap();
        drop(writer);
        let end = waiting.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&end.stdout), "ran, clean\n", "{end:?}");
        fs::remove_dir_all(&dir).unwrap();
    }
}
