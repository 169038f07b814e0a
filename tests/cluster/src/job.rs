//! Jobs: what to run, and everything that is known of it afterwards.

use crate::control::Control;
use crate::error::{Context, Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A program that runs one job or several, as given to `hadoop jar`.
#[derive(Debug, Clone, Default)]
pub struct Job {
    jar: PathBuf,
    args: Vec<String>,
    conf: BTreeMap<String, String>,
}

impl Job {
    /// A jar. If it names no main class, the first argument does.
    pub fn jar(path: impl Into<PathBuf>) -> Self {
        Self { jar: path.into(), ..Self::default() }
    }

    /// One of the release's own examples, from Maven Central's jar: `wordcount`, `sort`, `join`, …
    pub fn example(name: &str) -> Self {
        Self::jar("examples").arg(name)
    }

    /// A Hadoop Streaming job.
    pub fn streaming() -> Self {
        Self::jar("streaming")
    }

    /// One more argument.
    pub fn arg(mut self, arg: impl ToString) -> Self {
        self.args.push(arg.to_string());
        self
    }

    /// More arguments, between blanks.
    pub fn args(mut self, args: &str) -> Self {
        self.args.extend(args.split_whitespace().map(str::to_string));
        self
    }

    /// A property of the client's site file: every job of the program gets it, `Tool` or not.
    pub fn conf(mut self, name: &str, value: impl ToString) -> Self {
        self.conf.insert(name.to_string(), value.to_string());
        self
    }
}

/// A program that runs.
#[derive(Debug)]
pub struct Running {
    tag: String,
    control: Control,
    result: JoinHandle<Result<Value>>,
}

impl Running {
    pub(crate) fn new(control: Control, job: &Job) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let tag = format!("{}-{number}", std::process::id());
        let jar = if job.jar.components().count() == 1 && !job.jar.is_file() {
            job.jar.clone()
        } else {
            std::path::absolute(&job.jar)?
        };
        let request = json!({ "op": "agent", "request": {
            "op": "run", "tag": tag, "jar": jar, "args": job.args, "conf": job.conf,
        }});
        let asking = control.clone();
        let result = std::thread::spawn(move || asking.ask(request));
        Ok(Self { tag, control, result })
    }

    /// The id of its first job, as soon as the JobTracker has it.
    pub fn job_id(&self) -> Result<String> {
        let end = Instant::now() + Duration::from_secs(60);
        let request = json!({ "op": "agent", "request": { "op": "job-ids", "tag": self.tag } });
        loop {
            let ids = self.control.ask(request.clone())?;
            if let Some(id) = ids.get(0).and_then(Value::as_str) {
                return Ok(id.to_string());
            }
            if self.is_finished() {
                return Err(Error::new("the program ended without a job"));
            }
            if Instant::now() > end {
                return Err(Error::new("no job was submitted within a minute"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Whether it has ended.
    pub fn is_finished(&self) -> bool {
        self.result.is_finished()
    }

    /// Waits for its end.
    pub fn wait(self) -> Result<JobResult> {
        let value =
            self.result.join().map_err(|_| Error::new("the thread that waited for the job panicked"))??;
        serde_json::from_value(value).context("the agent's answer")
    }
}

/// Counters by group and name.
pub type Counters = BTreeMap<String, BTreeMap<String, i64>>;

/// What became of a program and its jobs. Times are milliseconds since 1970.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct JobResult {
    /// It returned 0 and all its jobs succeeded.
    pub success: bool,
    /// Its exit code.
    pub code: i32,
    /// What it printed.
    pub text: String,
    /// When it was started.
    pub started: i64,
    /// When it ended.
    pub ended: i64,
    /// Those that it ran; most programs run one.
    pub jobs: Vec<JobInfo>,
}

/// One job, from the JobTracker's history.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct JobInfo {
    /// For example `job_202611160347_0001`.
    pub id: String,
    /// `mapred.job.name`.
    pub name: String,
    /// `SUCCESS`, `FAILED` or `KILLED`.
    pub status: String,
    /// Why it failed.
    pub failure: String,
    /// When it was submitted.
    pub submitted: i64,
    /// When its tasks were made.
    pub launched: i64,
    /// When it ended.
    pub finished: i64,
    /// Sums over its tasks, as Hadoop shows them.
    pub counters: Counters,
    /// Of all kinds, setup and cleanup too.
    pub tasks: Vec<TaskInfo>,
}

/// One task.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TaskInfo {
    /// For example `task_202611160347_0001_r_000000`.
    pub id: String,
    /// `MAP`, `REDUCE`, `SETUP` or `CLEANUP`.
    pub kind: String,
    /// `SUCCESS`, `FAILED` or `KILLED`.
    pub status: String,
    /// When it started.
    pub started: i64,
    /// When it ended.
    pub finished: i64,
    /// Why it failed.
    pub error: String,
    /// Its counters.
    pub counters: Counters,
    /// All that were started, failed and killed ones too.
    pub attempts: Vec<AttemptInfo>,
}

/// One attempt of a task.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AttemptInfo {
    /// For example `attempt_202611160347_0001_r_000000_0`.
    pub id: String,
    /// `SUCCESS`, `FAILED` or `KILLED`.
    pub status: String,
    /// The TaskTracker's name for itself, which holds its address.
    pub tracker: String,
    /// When it started.
    pub started: i64,
    /// When a reduce had copied everything; 0 for others.
    pub shuffled: i64,
    /// When a reduce had sorted everything; 0 for others.
    pub sorted: i64,
    /// When it ended.
    pub finished: i64,
    /// Its last status line.
    pub state: String,
    /// Why it failed.
    pub error: String,
    /// Its counters.
    pub counters: Counters,
}

impl JobResult {
    /// Its only job.
    pub fn job(&self) -> &JobInfo {
        assert_eq!(self.jobs.len(), 1, "one job expected: {}", self.text);
        &self.jobs[0]
    }

    /// Itself if it succeeded, an error with everything that helps if not.
    pub fn ok(self) -> Result<Self> {
        if self.success {
            return Ok(self);
        }
        let mut text = format!("the program ended with {}:\n{}", self.code, self.text);
        for job in &self.jobs {
            text += &format!("\n{} {} {}", job.id, job.status, job.failure);
            for attempt in job.tasks.iter().flat_map(|t| &t.attempts) {
                if attempt.status != "SUCCESS" {
                    text += &format!("\n{} {} {}", attempt.id, attempt.status, attempt.error);
                }
            }
        }
        Err(Error::new(text))
    }
}

impl JobInfo {
    /// A counter by its name, in whichever group; 0 if the job has none of this name.
    pub fn counter(&self, name: &str) -> i64 {
        find(&self.counters, name)
    }

    /// Its tasks of one kind: `MAP`, `REDUCE`, …
    pub fn tasks(&self, kind: &str) -> Vec<&TaskInfo> {
        self.tasks.iter().filter(|t| t.kind == kind).collect()
    }

    /// When its last map ended.
    pub fn last_map(&self) -> i64 {
        let maps = self.tasks("MAP");
        maps.iter().map(|t| t.finished).max().unwrap_or(0)
    }
}

impl TaskInfo {
    /// A counter by its name, in whichever group; 0 if there is none.
    pub fn counter(&self, name: &str) -> i64 {
        find(&self.counters, name)
    }

    /// The attempt that succeeded.
    pub fn winner(&self) -> Option<&AttemptInfo> {
        self.attempts.iter().find(|a| a.status == "SUCCESS")
    }
}

fn find(counters: &Counters, name: &str) -> i64 {
    counters.values().find_map(|group| group.get(name)).copied().unwrap_or(0)
}
