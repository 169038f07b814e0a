//! The differential check: a job as stock Hadoop runs it and late-bound, with the same output and the same counters.

use crate::fixture;
use crate::{Job, JobInfo, Output, PARTITIONER};
use std::thread;

/// What a user knows of a reduce phase; it must not change by one.
const COUNTERS: [&str; 6] = [
    "MAP_OUTPUT_RECORDS",
    "MAP_OUTPUT_BYTES",
    "REDUCE_INPUT_GROUPS",
    "REDUCE_INPUT_RECORDS",
    "REDUCE_OUTPUT_RECORDS",
    "COMBINE_INPUT_RECORDS",
];

/// One job, run as stock Hadoop runs it and late-bound.
#[derive(Debug)]
pub struct Case {
    job: Job,
    output: String,
    reduces: i64,
    key: &'static str,
    stock: Vec<(&'static str, String)>,
    ours: Vec<(&'static str, String)>,
    by: &'static str,
    sized: bool,
}

/// A run, and what it wrote.
#[derive(Debug, Clone)]
pub struct Run {
    job: JobInfo,
    output: Output,
}

/// What both runs left.
#[derive(Debug)]
pub struct Pair {
    /// What stock Hadoop wrote.
    pub stock: Output,
    /// What the late-bound run wrote.
    pub ours: Output,
    /// The late-bound job.
    pub job: JobInfo,
}

impl Case {
    /// A job of the new API; `job` makes it, given its output folder.
    pub fn new(job: Job) -> Self {
        Self {
            job,
            output: fixture::path("out"),
            reduces: 3,
            key: "mapreduce.partitioner.class",
            stock: Vec::new(),
            ours: Vec::new(),
            by: "best",
            sized: true,
        }
    }

    /// A job of the old API.
    pub fn old(job: Job) -> Self {
        Self { key: "mapred.partitioner.class", ..Self::new(job) }
    }

    /// How many reduce tasks both runs have.
    pub fn reduces(self, reduces: i64) -> Self {
        Self { reduces, ..self }
    }

    /// A property of both runs.
    pub fn both(self, name: &str, value: impl ToString) -> Self {
        Self { job: self.job.conf(name, value), ..self }
    }

    /// A property of the stock run.
    pub fn stock(mut self, name: &'static str, value: impl ToString) -> Self {
        self.stock.push((name, value.to_string()));
        self
    }

    /// A property of the late-bound run.
    pub fn ours(mut self, name: &'static str, value: impl ToString) -> Self {
        self.ours.push((name, value.to_string()));
        self
    }

    /// The algorithm that must have made the table; `best` if it is not said.
    pub fn by(self, by: &'static str) -> Self {
        Self { by, ..self }
    }

    /// A job whose output files hold more than its pairs, such as the marks in sequence files.
    pub fn unsized_output(self) -> Self {
        Self { sized: false, ..self }
    }

    /// Runs both at the same time; `finish` appends the output folder to a job.
    pub fn compare(self, finish: impl Fn(Job, &str) -> Job + Sync) -> Pair {
        let (stock, ours) = thread::scope(|scope| {
            let stock = scope.spawn(|| self.run_stock(&finish));
            let ours = self.run_ours(&finish);
            (stock.join().unwrap(), ours)
        });
        self.same(stock, ours)
    }

    /// Runs it late-bound only: what stock Hadoop makes of the same job is known.
    pub fn against(self, stock: &Run, finish: impl Fn(Job, &str) -> Job + Sync) -> Pair {
        let ours = self.run_ours(&finish);
        self.same(stock.clone(), ours)
    }

    /// Runs it as stock Hadoop does.
    pub fn run_stock(&self, finish: &impl Fn(Job, &str) -> Job) -> Run {
        let output = format!("{}-stock", self.output);
        self.run(finish(self.job.clone(), &output), &self.stock, output)
    }

    fn run_ours(&self, finish: &impl Fn(Job, &str) -> Job) -> Run {
        let output = format!("{}-ours", self.output);
        self.run(finish(self.job.clone(), &output).conf(self.key, PARTITIONER), &self.ours, output)
    }

    fn run(&self, job: Job, properties: &[(&'static str, String)], output: String) -> Run {
        let cluster = fixture::shared();
        let job = job.conf("mapred.reduce.tasks", self.reduces);
        let job = properties.iter().fold(job, |job, (name, value)| job.conf(name, value));
        let job = cluster.run(&job).unwrap().ok().unwrap().job().clone();
        Run { job, output: cluster.output(&output).unwrap() }
    }

    fn same(&self, stock: Run, ours: Run) -> Pair {
        for name in COUNTERS {
            assert_eq!(stock.job.counter(name), ours.job.counter(name), "{name}");
        }
        let written = |run: &Run| if self.sized { run.job.counter("BYTES_WRITTEN") } else { 0 };
        assert_eq!(written(&stock), written(&ours), "BYTES_WRITTEN");
        late_bound(&ours.job, self.reduces, self.by);
        let mut pair = Pair { stock: stock.output, ours: ours.output, job: ours.job };
        if !self.sized {
            // A map file's index says where in its file keys are: that depends on who got which keys.
            for output in [&mut pair.stock, &mut pair.ours] {
                output.files.retain(|name, _| !name.ends_with("/index"));
            }
        }
        pair.ours.assert_same_lines(&pair.stock);
        pair
    }
}

/// Every reducer ran by one and the same table, with no more requests than stock makes.
pub fn late_bound(job: &JobInfo, reduces: i64, by: &str) {
    let ours = job.counters.get("Evenkeel").expect("the job was not late-bound");
    let tables: Vec<_> = ours.iter().filter(|(name, _)| name.starts_with("Reducers by table of ")).collect();
    assert_eq!(tables.len(), 1, "{ours:?}");
    assert_eq!(*tables[0].1, reduces, "{ours:?}");
    let maker = tables[0].0.trim_start_matches("Reducers by table of ");
    assert_eq!(maker, by, "who made the table");
    let maps = job.tasks("MAP").len() as i64;
    assert!(ours["Copy requests"] <= maps * reduces, "{ours:?}");
}

/// Input then output, as most programs want them.
pub fn last(input: &str) -> impl Fn(Job, &str) -> Job + Sync + '_ {
    move |job, output| job.arg(input).arg(output)
}

/// Some files of words, a few of them very frequent.
pub fn words(files: usize, lines: usize) -> String {
    let input = fixture::path("in");
    fixture::put_words(fixture::shared(), &input, files, lines, 42).unwrap();
    input
}

/// One of our PUMA jobs.
pub fn puma(name: &str) -> Job {
    let jar = fixture::puma_jar().expect("build examples/puma first: mvn package");
    Job::jar(jar).arg(name)
}

/// A job of which the configuration names the classes; those of `java/src/test/java/io/evenkeel/jobs` are in its jar.
pub fn any_job() -> Job {
    let jar = fixture::jobs_jar().expect("build java first: make jar");
    Job::jar(jar).arg("io.evenkeel.jobs.AnyJob")
}
