//! The trial job: a word count that waits at gates, and what must hold of it whatever happened.

use crate::cluster::Cluster;
use crate::error::{Error, Result};
use crate::faults::gates::Gates;
use crate::fixture;
use crate::job::{Job, JobInfo, JobResult, Running};
use crate::output::Output;
use crate::spec::PARTITIONER;

const MAIN: &str = "io.evenkeel.cluster.trial.WordTrial";

/// Some files of words, a few of them very frequent, and what a job that counts them must write.
#[derive(Debug)]
pub struct Words {
    /// Their folder.
    pub folder: String,
    /// Words in all files.
    pub pairs: i64,
    /// How many files there are: as many as maps.
    pub files: usize,
    counted: Output,
}

impl Words {
    /// Writes them, and counts them here.
    pub fn put(cluster: &Cluster, files: usize, lines: usize, seed: u64) -> Result<Self> {
        let folder = fixture::path("words");
        let counts = fixture::put_words(cluster, &folder, files, lines, seed)?;
        let text: String = counts.iter().map(|(word, count)| format!("{word}\t{count}\n")).collect();
        let counted = Output { files: [("counted".to_string(), text.into_bytes())].into() };
        Ok(Self { folder, pairs: (files * lines * 8) as i64, files, counted })
    }

    /// Runs the stock job: it must count the same.
    pub fn check_stock(&self, cluster: &Cluster) -> Result<()> {
        let output = fixture::path("stock");
        let job = Job::jar("trial").arg(MAIN).arg(&self.folder).arg(&output).conf("mapred.reduce.tasks", 3);
        cluster.run(&job)?.ok()?;
        cluster.output(&output)?.assert_same_lines(&self.counted);
        Ok(())
    }
}

/// A late-bound run of the trial job.
#[derive(Debug)]
pub struct Trial {
    job: Job,
    output: String,
    reduces: i64,
    /// Where its tasks wait until the test lets them go.
    pub gates: Gates,
}

impl Trial {
    /// Over these words, with so many reducers.
    pub fn new(cluster: &Cluster, words: &Words, reduces: i64) -> Result<Self> {
        let gates = Gates::new(cluster)?;
        let output = fixture::path("out");
        let job = Job::jar("trial")
            .arg(MAIN)
            .arg(&words.folder)
            .arg(&output)
            .conf("mapred.partitioner.class", PARTITIONER)
            .conf("mapred.reduce.tasks", reduces)
            .conf("mapred.reduce.slowstart.completed.maps", 0)
            .conf("evenkeel.prefetch", "always")
            .conf("mapred.map.tasks.speculative.execution", false)
            .conf("mapred.reduce.tasks.speculative.execution", false)
            .conf("trial.gates", gates.folder.display());
        Ok(Self { job, output, reduces, gates })
    }

    /// A property of the job.
    pub fn conf(mut self, name: &str, value: impl ToString) -> Self {
        self.job = self.job.conf(name, value);
        self
    }

    /// Closes a gate.
    pub fn closed(self, gate: &str) -> Self {
        self.conf(&format!("trial.gate.{gate}"), true)
    }

    /// Starts it.
    pub fn submit(&self, cluster: &Cluster) -> Result<Running> {
        cluster.submit(&self.job)
    }

    /// Waits for its end and checks it: it succeeded, was late-bound, and its output is what stock Hadoop's is.
    pub fn check(&self, cluster: &Cluster, words: &Words, running: Running) -> Result<JobResult> {
        let result = running.wait()?.ok()?;
        late_bound(result.job(), self.reduces)?;
        let output = cluster.output(&self.output)?;
        output.assert_same_lines(&words.counted);
        Ok(result)
    }

    /// Its output is what stock Hadoop's is.
    pub fn same(&self, cluster: &Cluster, words: &Words) -> Result<bool> {
        Ok(cluster.output(&self.output)?.sorted_lines() == words.counted.sorted_lines())
    }
}

/// Every reducer that won ran by one and the same table.
pub fn late_bound(job: &JobInfo, reduces: i64) -> Result<()> {
    let tables: Vec<(&str, i64)> = makers(job).collect();
    match tables[..] {
        [(_, count)] if count == reduces => Ok(()),
        _ => Err(Error::new(format!("{}: reducers by table: {tables:?}", job.id))),
    }
}

/// This attempt's output was given up, and another attempt of its map won.
pub fn ran_again(job: &JobInfo, attempt: &str) -> Result<()> {
    let maps = job.tasks("MAP");
    let first = maps.iter().flat_map(|task| &task.attempts).find(|a| a.id == attempt);
    let other = maps.iter().any(|task| {
        task.attempts.iter().any(|a| a.id == attempt) && task.winner().is_some_and(|w| w.id != attempt)
    });
    match first {
        Some(first) if first.status != "SUCCESS" && other => Ok(()),
        _ => Err(Error::new(format!("{attempt} was not run again: {maps:?}"))),
    }
}

/// The algorithm that made a job's table.
pub fn table_maker(job: &JobInfo) -> String {
    makers(job).map(|(name, _)| name.to_string()).collect()
}

fn makers(job: &JobInfo) -> impl Iterator<Item = (&str, i64)> {
    let ours = job.counters.get("Evenkeel").into_iter().flatten();
    ours.filter_map(|(name, count)| Some((name.strip_prefix("Reducers by table of ")?, *count)))
}
