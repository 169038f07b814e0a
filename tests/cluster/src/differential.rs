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

const SPILLED: &str = "SPILLED_RECORDS";
const WRITTEN: &str = "MAP_OUTPUT_MATERIALIZED_BYTES";

/// Bytes of a partition without pairs, not compressed: the mark of its end and a checksum.
const EMPTY: i64 = 6;

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
    compressed: bool,
    passes: bool,
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
            compressed: false,
            passes: false,
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
        let compressed =
            self.compressed || name == "mapred.compress.map.output" && value.to_string() == "true";
        Self { job: self.job.conf(name, value), compressed, ..self }
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

    /// A job whose reducers have more segments of a group than they can merge at once, and so write pairs again.
    pub fn more_passes(self) -> Self {
        Self { passes: true, ..self }
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
        self.same_spills(&stock.job, &ours.job);
        self.same_bytes(&stock.job, &ours.job);
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

    /// Records that went to disk. Maps write as many as in stock. Reduces write each pair once, and again in each
    /// further pass; a reducer's input may be less, since pairs that it skips do not count there.
    fn same_spills(&self, stock: &JobInfo, ours: &JobInfo) {
        assert_eq!(sum(stock, "MAP", SPILLED), sum(ours, "MAP", SPILLED), "records that maps spilled");
        if !self.passes {
            assert_eq!(sum(stock, "REDUCE", SPILLED), sum(ours, "REDUCE", SPILLED), "reduces spilled");
        }
        for reduce in ours.tasks("REDUCE") {
            let (read, spilled) = (reduce.counter("REDUCE_INPUT_RECORDS"), reduce.counter(SPILLED));
            assert!(spilled >= read, "{} read {read} records and spilled {spilled}", reduce.id);
        }
    }

    /// Bytes that reduces copied: all groups of all maps, once, and what was copied in vain. Uncompressed, a group
    /// is its pairs and 6 bytes, as a partition is. What stock's reduces say is not compared: the last copies may be
    /// missing there. What its maps wrote is what they copy.
    fn same_bytes(&self, stock: &JobInfo, ours: &JobInfo) {
        let maps = ours.tasks("MAP").len() as i64;
        let copied = ours.counter("REDUCE_SHUFFLE_BYTES");
        assert_eq!(copied, ours.counter("Bytes copied"), "REDUCE_SHUFFLE_BYTES");
        let wanted = copied - ours.counter("Bytes copied in vain");
        let partitions = maps * self.reduces;
        let empty = ours.counter(WRITTEN) - wanted;
        if self.compressed {
            // How long an empty partition is, the codec decides.
            let each = empty.checked_div(partitions).unwrap_or(EMPTY);
            assert!(each >= EMPTY && empty == each * partitions, "{empty} bytes of maps were not copied");
        } else {
            assert_eq!(empty, EMPTY * partitions, "bytes of maps that were not copied");
            let groups = maps * ours.counter("Groups run");
            let pairs = stock.counter(WRITTEN) - EMPTY * partitions;
            assert_eq!(wanted, pairs + EMPTY * groups, "REDUCE_SHUFFLE_BYTES");
        }
        assert!(
            stock.counter("REDUCE_SHUFFLE_BYTES") <= stock.counter(WRITTEN),
            "stock's REDUCE_SHUFFLE_BYTES"
        );
    }
}

/// A counter of all tasks of a kind.
fn sum(job: &JobInfo, kind: &str, counter: &str) -> i64 {
    job.tasks(kind).iter().map(|task| task.counter(counter)).sum()
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
