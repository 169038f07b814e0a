//! Late binding against stock: the same job twice, the same output, the same counters.
//!
//! Each case asserts that its second run was really late-bound, and who made its table. The cases share one cluster.

use evenkeel_cluster::{Job, JobInfo, Output, fixture};
use std::thread;

const PARTITIONER: &str = "io.evenkeel.EvenkeelPartitioner";

/// What a user knows of a reduce phase; it must not change by one.
const COUNTERS: [&str; 5] = [
    "MAP_OUTPUT_RECORDS",
    "REDUCE_INPUT_GROUPS",
    "REDUCE_INPUT_RECORDS",
    "REDUCE_OUTPUT_RECORDS",
    "COMBINE_INPUT_RECORDS",
];

/// One job, run as stock Hadoop runs it and late-bound.
struct Case {
    job: Job,
    output: String,
    reduces: i64,
    key: &'static str,
    ours: Vec<(&'static str, String)>,
    by: &'static str,
    sized: bool,
}

/// What both runs left.
struct Pair {
    stock: Output,
    ours: Output,
    job: JobInfo,
}

impl Case {
    /// A job of the new API; `job` makes it, given its output folder.
    fn new(job: Job) -> Self {
        Self {
            job,
            output: fixture::path("out"),
            reduces: 3,
            key: "mapreduce.partitioner.class",
            ours: Vec::new(),
            by: "",
            sized: true,
        }
    }

    /// A job of the old API.
    fn old(job: Job) -> Self {
        Self { key: "mapred.partitioner.class", ..Self::new(job) }
    }

    fn reduces(self, reduces: i64) -> Self {
        Self { reduces, ..self }
    }

    /// A property of both runs.
    fn both(self, name: &str, value: impl ToString) -> Self {
        Self { job: self.job.conf(name, value), ..self }
    }

    /// A property of the late-bound run.
    fn ours(mut self, name: &'static str, value: impl ToString) -> Self {
        self.ours.push((name, value.to_string()));
        self
    }

    /// The algorithm that must have made the table; any if it is not said.
    fn by(self, by: &'static str) -> Self {
        Self { by, ..self }
    }

    /// A job whose output files hold more than its pairs, such as the marks in sequence files.
    fn unsized_output(self) -> Self {
        Self { sized: false, ..self }
    }

    /// Runs both at the same time; `finish` appends the output folder to a job.
    fn compare(self, finish: impl Fn(Job, &str) -> Job + Sync) -> Pair {
        let cluster = fixture::shared();
        let job = self.job.conf("mapred.reduce.tasks", self.reduces);
        let (first, second) = (format!("{}-stock", self.output), format!("{}-ours", self.output));
        let stock = finish(job.clone(), &first);
        let mut ours = finish(job, &second).conf(self.key, PARTITIONER);
        for (name, value) in self.ours {
            ours = ours.conf(name, value);
        }
        let (stock, ours) = thread::scope(|scope| {
            let stock = scope.spawn(|| cluster.run(&stock).unwrap().ok().unwrap());
            let ours = cluster.run(&ours).unwrap().ok().unwrap();
            (stock.join().unwrap(), ours)
        });
        for name in COUNTERS {
            assert_eq!(stock.job().counter(name), ours.job().counter(name), "{name}");
        }
        let written = |job: &JobInfo| if self.sized { job.counter("BYTES_WRITTEN") } else { 0 };
        assert_eq!(written(stock.job()), written(ours.job()), "BYTES_WRITTEN");
        late_bound(ours.job(), self.reduces, self.by);
        let pair = Pair {
            stock: cluster.output(&first).unwrap(),
            ours: cluster.output(&second).unwrap(),
            job: ours.job().clone(),
        };
        pair.ours.assert_same_lines(&pair.stock);
        pair
    }
}

/// Every reducer ran by one and the same table, with no more requests than stock makes.
fn late_bound(job: &JobInfo, reduces: i64, by: &str) {
    let ours = job.counters.get("Evenkeel").expect("the job was not late-bound");
    let tables: Vec<_> = ours.iter().filter(|(name, _)| name.starts_with("Reducers by table of ")).collect();
    assert_eq!(tables.len(), 1, "{ours:?}");
    assert_eq!(*tables[0].1, reduces, "{ours:?}");
    if !by.is_empty() {
        assert_eq!(tables[0].0, &format!("Reducers by table of {by}"));
    }
    let maps = job.tasks("MAP").len() as i64;
    assert!(ours["Copy requests"] <= maps * reduces, "{ours:?}");
}

/// Input then output, as most programs want them.
fn last(input: &str) -> impl Fn(Job, &str) -> Job + Sync + '_ {
    move |job, output| job.arg(input).arg(output)
}

/// Some files of words, a few of them very frequent.
fn words(files: usize, lines: usize) -> String {
    let input = fixture::path("in");
    let mut seed = 42u64;
    for file in 0..files {
        let mut text = String::new();
        for _ in 0..lines {
            for _ in 0..8 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let rank = ((seed >> 33) as f64 / (1u64 << 31) as f64).powi(4) * 3000.0;
                text += &format!("w{} ", rank as u64);
            }
            text += "\n";
        }
        fixture::shared().put(&format!("{input}/f{file}"), text.as_bytes()).unwrap();
    }
    input
}

fn puma(name: &str) -> Job {
    let jar = fixture::puma_jar().expect("build examples/puma first: mvn package");
    Job::jar(jar).arg(name)
}

#[test]
fn wordcount() {
    let input = words(4, 400);
    let pair = Case::new(Job::example("wordcount")).compare(last(&input));
    assert!(pair.job.counter("Groups run") >= 3 * 32, "enough groups");
}

#[test]
fn wordcount_compressed_with_few_groups_by_bytes() {
    let input = words(3, 300);
    Case::new(Job::example("wordcount"))
        .reduces(4)
        .both("mapred.compress.map.output", true)
        .ours("evenkeel.groups", 16)
        .ours("evenkeel.load", "bytes")
        .compare(last(&input));
}

#[test]
fn key_order_with_the_hash_table_is_stock_byte_for_byte() {
    let input = words(3, 300);
    let pair = Case::new(Job::example("wordcount"))
        .ours("evenkeel.groups", 96)
        .ours("evenkeel.partitioner.delegate", "org.apache.hadoop.mapreduce.lib.partition.HashPartitioner")
        .ours("evenkeel.algorithm", "hash")
        .ours("evenkeel.reduce.order", "key")
        .by("hash")
        .compare(last(&input));
    assert_eq!(pair.stock, pair.ours);
}

#[test]
fn the_paper_s_preset() {
    let input = words(3, 300);
    let pair = Case::new(Job::example("wordcount")).ours("evenkeel.preset", "paper").compare(last(&input));
    assert_eq!(pair.job.counter("Groups run"), 120);
    assert_eq!(pair.job.counter("Bytes copied before the last map"), 0);
}

#[test]
fn multifilewc() {
    let input = words(3, 200);
    Case::old(Job::example("multifilewc")).compare(last(&input));
}

#[test]
fn aggregatewordcount() {
    let input = words(2, 200);
    let home = std::env::var("HOME").unwrap();
    let jar = "repository/org/apache/hadoop/hadoop-examples/1.0.4/hadoop-examples-1.0.4.jar";
    Case::old(Job::example("aggregatewordcount"))
        .both("user.jar.file", format!("{home}/.m2/{jar}")) // without it this example finds none of its own classes
        .compare(|job, output| job.arg(&input).arg(output).args("3 textinputformat"));
}

#[test]
fn sort() {
    let cluster = fixture::shared();
    let input = fixture::path("in");
    let writer = Job::example("randomtextwriter")
        .arg(&input)
        .conf("test.randomtextwrite.total_bytes", 200_000)
        .conf("test.randomtextwrite.bytes_per_map", 100_000)
        .conf("test.randomtextwrite.maps_per_host", 1);
    cluster.run(&writer).unwrap().ok().unwrap();
    let text = "org.apache.hadoop.io.Text";
    Case::old(Job::example("sort"))
        .unsized_output()
        .compare(|job, output| job.args(&format!("-r 3 -outKey {text} -outValue {text} {input} {output}")));
}

#[test]
fn join() {
    let cluster = fixture::shared();
    let (left, right) = (fixture::path("left"), fixture::path("right"));
    for file in 0..2 {
        let lines =
            |by: u32| (0..300u32).filter(move |k| k % by == 0).map(move |k| format!("{file}{k:05}\tv{by}\n"));
        cluster.put(&format!("{left}/f{file}"), lines(2).collect::<String>().as_bytes()).unwrap();
        cluster.put(&format!("{right}/f{file}"), lines(3).collect::<String>().as_bytes()).unwrap();
    }
    let options = "-r 3 -inFormat org.apache.hadoop.mapred.KeyValueTextInputFormat \
                   -outFormat org.apache.hadoop.mapred.TextOutputFormat -outKey org.apache.hadoop.io.Text \
                   -joinOp inner";
    let pair = Case::old(Job::example("join"))
        .compare(|job, output| job.args(options).arg(&left).arg(&right).arg(output));
    assert_eq!(pair.ours.sorted_lines().len(), 100);
}

#[test]
fn streaming_with_scripts() {
    let input = words(2, 200);
    Case::old(Job::streaming()).compare(|job, output| {
        job.arg("-mapper")
            .arg("tr -s [:blank:] \\n")
            .args("-reducer")
            .arg("uniq -c")
            .args(&format!("-numReduceTasks 3 -input {input} -output {output}"))
    });
}

#[test]
fn puma_with_and_without_combiners() {
    let input = words(3, 200);
    for (name, combiner) in [("wordcount", false), ("invertedindex", true)] {
        Case::old(puma(name)).both("puma.combiner", combiner).compare(last(&input));
    }
    Case::old(puma("termvector"))
        .both("puma.combiner", false)
        .both("puma.termvector.cutoff", 2)
        .ours("evenkeel.reduce.order", "key")
        .compare(last(&input));
}

#[test]
fn empty_input() {
    let input = fixture::path("in");
    fixture::shared().put(&format!("{input}/nothing"), b"").unwrap();
    let pair = Case::new(Job::example("wordcount")).compare(last(&input));
    assert!(pair.ours.sorted_lines().is_empty());
}

#[test]
fn one_map_and_all_keys_in_one_group() {
    let input = fixture::path("in");
    fixture::shared().put(&format!("{input}/one"), "same same\n".repeat(50).as_bytes()).unwrap();
    Case::new(Job::example("wordcount")).compare(last(&input));
}

#[test]
fn two_hundred_maps_in_reused_jvms() {
    let input = words(200, 5);
    let pair = Case::new(Job::example("wordcount"))
        .reduces(2)
        .both("mapred.job.reuse.jvm.num.tasks", -1)
        .compare(last(&input));
    assert_eq!(pair.job.tasks("MAP").len(), 200);
}

#[test]
fn a_group_larger_than_the_reducer_s_memory_for_it() {
    let input = fixture::path("in");
    let line = "a rather long word of which there is no second one in any of these lines\n".replace(' ', "-");
    fixture::shared().put(&format!("{input}/one"), line.repeat(200_000).as_bytes()).unwrap();
    Case::old(puma("wordcount"))
        .both("puma.combiner", false)
        .both("mapred.max.split.size", 2_000_000)
        .both("mapred.map.tasks", 8)
        .both("io.sort.factor", 3)
        .compare(last(&input));
}
