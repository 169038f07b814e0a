//! A handle on a running cluster: what tests, the demo and the command line use.

use crate::control::Control;
use crate::error::{Context, Error, Result};
use crate::http;
use crate::job::{Job, JobResult, Running};
use crate::output::Output;
use crate::serve;
use crate::spec::Spec;
use crate::status::Status;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// A running cluster. One that was started by [`Cluster::start`] ends with the value, or with this process.
#[derive(Debug)]
pub struct Cluster {
    dir: PathBuf,
    control: Control,
    owned: Option<(Child, ChildStdin)>,
}

impl Cluster {
    /// Starts a cluster; returns when jobs can run on it.
    pub fn start(spec: &Spec) -> Result<Self> {
        Self::start_with(spec, &|_| {})
    }

    /// The same, telling how far it is.
    pub fn start_with(spec: &Spec, say: &dyn Fn(&str)) -> Result<Self> {
        let mut spec = spec.clone();
        if let Some(dir) = &spec.dir {
            let dir = std::path::absolute(dir)?;
            if let Ok(control) = Control::read(&dir) {
                if control.ask(json!({ "op": "status" })).is_ok() {
                    let dir = dir.display();
                    return Err(Error::new(format!("a cluster already runs in {dir}")));
                }
                serve::sweep_stale(&control, &dir);
            }
            spec.dir = Some(dir);
        }
        for jar in spec.plugin.iter_mut().chain(&mut spec.home).chain(&mut spec.classpath) {
            *jar = std::path::absolute(&*jar)?;
        }
        let program = program()?;
        let mut child = Command::new(&program)
            .arg("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context(program.display())?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::new("the supervisor has no pipes"));
        };
        writeln!(input, "{}", serde_json::to_string(&spec)?).context("the supervisor")?;
        let mut last = Value::Null;
        for line in BufReader::new(output).lines() {
            last = serde_json::from_str(&line?)?;
            match last["progress"].as_str() {
                Some(text) => say(text),
                None => break,
            }
        }
        if let Some(dir) = last["ready"].as_str() {
            let dir = PathBuf::from(dir);
            let control = Control::read(&dir)?;
            return Ok(Self { dir, control, owned: Some((child, input)) });
        }
        drop(input);
        let _ = child.wait();
        let text = last["error"].as_str().unwrap_or("the supervisor ended");
        Err(Error::new(text))
    }

    /// A cluster that somebody else has started in this folder.
    pub fn attach(dir: &Path) -> Result<Self> {
        let dir = std::path::absolute(dir)?;
        let control = Control::read(&dir)?;
        control.ask(json!({ "op": "status" })).context(format!(
            "the cluster in {} was not ended properly; `evenkeel-cluster down` cleans up",
            dir.display()
        ))?;
        Ok(Self { dir, control, owned: None })
    }

    /// Lets it run on after this process.
    pub fn detach(mut self) -> Result<()> {
        if let Some((_, mut input)) = self.owned.take() {
            writeln!(input, "detach")?;
        }
        Ok(())
    }

    /// Ends it, waits until all is gone; in a temporary folder of its own `keep` lets the logs stay.
    pub fn stop(mut self, keep: bool) -> Result<()> {
        self.end(keep)
    }

    /// Its folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What runs, and where.
    pub fn status(&self) -> Result<Status> {
        let value = self.control.ask(json!({ "op": "status" }))?;
        Ok(serde_json::from_value(value)?)
    }

    /// kill -9 of `namenode`, `datanode`, `jobtracker`, `tracker1`, …
    pub fn kill(&self, daemon: &str) -> Result<()> {
        self.daemon("kill", daemon)
    }

    /// Holds a daemon: it keeps its connections and answers nothing.
    pub fn pause(&self, daemon: &str) -> Result<()> {
        self.daemon("pause", daemon)
    }

    /// Lets a held daemon go on.
    pub fn resume(&self, daemon: &str) -> Result<()> {
        self.daemon("resume", daemon)
    }

    /// Starts a daemon anew, killing it first if it runs; returns when it is ready.
    pub fn restart(&self, daemon: &str) -> Result<()> {
        self.daemon("restart", daemon)
    }

    /// Changes the CPU quota of a TaskTracker that has one.
    pub fn quota(&self, tracker: &str, cores: Option<f64>) -> Result<()> {
        let request = json!({ "op": "quota", "daemon": tracker, "cores": cores });
        self.control.ask(request).map(drop)
    }

    /// Runs a program with a job in it and waits for its end. A job that fails is not an `Err`: see
    /// [`JobResult::success`].
    pub fn run(&self, job: &Job) -> Result<JobResult> {
        self.submit(job)?.wait()
    }

    /// The same, without waiting.
    pub fn submit(&self, job: &Job) -> Result<Running> {
        Running::new(self.control.clone(), job)
    }

    /// `hadoop fs` with these arguments; its output.
    pub fn fs(&self, args: &[&str]) -> Result<String> {
        let answer = self.agent(json!({ "op": "fs", "args": args }))?;
        let text = answer["text"].as_str().unwrap_or("").to_string();
        if answer["code"] == 0 { Ok(text) } else { Err(Error::new(format!("fs {}: {text}", args.join(" ")))) }
    }

    /// Writes a file into the cluster's file system.
    pub fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let name = format!("put-{:?}", std::thread::current().id());
        let file = self.dir.join("tmp/client").join(name);
        std::fs::write(&file, bytes).context(file.display())?;
        let parent = path.rsplit_once('/').map_or("", |(p, _)| p);
        if !parent.is_empty() {
            let _ = self.fs(&["-mkdir", parent]);
        }
        let outcome = self.fs(&["-put", &file.to_string_lossy(), path]);
        std::fs::remove_file(&file)?;
        outcome.map(drop)
    }

    /// A job's output: every file below `path`, sequence files as lines of text.
    pub fn output(&self, path: &str) -> Result<Output> {
        Output::read(self, path)
    }

    /// How far a job is: progress of maps and of reduces, from 0 to 1.
    pub fn progress(&self, job: &str) -> Result<(f64, f64)> {
        let answer = self.agent(json!({ "op": "progress", "job": job }))?;
        let part = |name: &str| answer[name].as_f64().unwrap_or(0.0);
        Ok((part("map"), part("reduce")))
    }

    /// A file of a task attempt's log: `syslog`, `stdout` or `stderr`, wherever it ran.
    pub fn task_log(&self, attempt: &str, file: &str) -> Result<String> {
        let parts: Vec<&str> = attempt.split('_').collect();
        let [_, tracker_start, number, ..] = parts[..] else {
            return Err(Error::new(format!("{attempt} is no task attempt")));
        };
        let job = format!("job_{tracker_start}_{number}");
        for folder in std::fs::read_dir(self.dir.join("logs"))?.flatten() {
            let path = folder.path().join("userlogs").join(&job);
            let path = path.join(attempt).join(file);
            if let Ok(bytes) = std::fs::read(path) {
                return Ok(String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        Err(Error::new(format!("no {file} of {attempt}")))
    }

    /// The plug-in's report on a job, as its page in the JobTracker gives it.
    pub fn report(&self, job: &str) -> Result<Value> {
        let jobtracker = http::address(&self.status()?.jobtracker_url)?;
        let reply = http::get(jobtracker, &format!("/evenkeel/job/{job}.json"))?;
        if reply.status != 200 {
            return Err(Error::new(format!("the report of {job}: status {}: {}", reply.status, reply.body)));
        }
        Ok(serde_json::from_str(&reply.body)?)
    }

    /// What the plug-in's hooks in all TaskTrackers have counted (`/evenkeel/v1/health`), added up.
    pub fn tracker_counts(&self) -> Result<BTreeMap<String, u64>> {
        let mut sum = BTreeMap::new();
        let status = self.status()?;
        for daemon in status.daemons.iter().filter(|d| d.name.starts_with("tracker")) {
            let url =
                daemon.url.as_ref().ok_or_else(|| Error::new(format!("{} has no address", daemon.name)))?;
            let reply = http::get(http::address(url)?, "/evenkeel/v1/health")?;
            let said: BTreeMap<String, Value> = serde_json::from_str(&reply.body)?;
            for (name, count) in said.into_iter().filter_map(|(name, v)| Some((name, v.as_u64()?))) {
                *sum.entry(name).or_default() += count;
            }
        }
        Ok(sum)
    }

    /// A daemon's log so far.
    pub fn log(&self, daemon: &str) -> Result<String> {
        let path = self.log_file(daemon);
        let bytes = std::fs::read(&path).context(path.display())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(crate) fn log_file(&self, daemon: &str) -> PathBuf {
        self.dir.join(format!("logs/{daemon}/{daemon}.log"))
    }

    pub(crate) fn agent(&self, request: Value) -> Result<Value> {
        self.control.ask(json!({ "op": "agent", "request": request }))
    }

    fn daemon(&self, op: &str, daemon: &str) -> Result<()> {
        self.control.ask(json!({ "op": op, "daemon": daemon })).map(drop)
    }

    fn end(&mut self, keep: bool) -> Result<()> {
        let asked = self.control.ask(json!({ "op": "stop", "keep": keep }));
        if let Some((mut child, input)) = self.owned.take() {
            drop(input);
            child.wait()?;
            return Ok(());
        }
        asked?;
        let end = Instant::now() + Duration::from_secs(20);
        while Path::new(&format!("/proc/{}", self.control.pid)).exists() {
            if Instant::now() > end {
                return Err(Error::new("the supervisor did not end within 20 s"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.owned.is_some() {
            let failed = std::thread::panicking();
            if failed {
                eprintln!("logs of the cluster: {}", self.dir.join("logs").display());
            }
            let _ = self.end(failed);
        }
    }
}

/// The program `evenkeel-cluster`: this one, or the one that Cargo built beside it.
fn program() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("EVENKEEL_CLUSTER_PROGRAM") {
        return Ok(PathBuf::from(path));
    }
    let own = std::env::current_exe()?;
    own.ancestors().map(|p| p.with_file_name("evenkeel-cluster")).take(3).find(|p| p.is_file()).ok_or_else(
        || Error::new("the program evenkeel-cluster is missing: `cargo build -p evenkeel-cluster`"),
    )
}
