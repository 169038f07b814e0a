//! Late binding against stock, for what else jobs use: secondary sort, named outputs, map files, committers, the
//! DistributedCache, most of the heap, loads and statistics of their own, many counters, threads in maps, a data base.

use evenkeel_cluster::differential::{Case, any_job, last, late_bound, words};
use evenkeel_cluster::{Job, fixture};
use std::collections::BTreeMap;

const TEXT: &str = "org.apache.hadoop.io.Text";
const LONG: &str = "org.apache.hadoop.io.LongWritable";
const INT: &str = "org.apache.hadoop.io.IntWritable";

/// An old-API word count of Hadoop's own classes, with a reducer.
fn old_count(reducer: &str) -> Case {
    Case::old(any_job())
        .both("mapred.mapper.class", "org.apache.hadoop.mapred.lib.TokenCountMapper")
        .both("mapred.reducer.class", reducer)
        .both("mapred.output.key.class", TEXT)
        .both("mapred.output.value.class", LONG)
}

/// A new-API job of these classes.
fn new_job(mapper: &str, reducer: &str) -> Case {
    Case::new(any_job())
        .both("mapred.mapper.new-api", true)
        .both("mapred.reducer.new-api", true)
        .both("mapreduce.map.class", mapper)
        .both("mapreduce.reduce.class", reducer)
}

#[test]
fn secondary_sort_with_its_own_partitioner() {
    let cluster = fixture::shared();
    let input = fixture::path("in");
    for file in 0..3u32 {
        let pairs = (0..900u32).map(|i| (i * 7919 + file * 31, i)).map(|(a, b)| {
            let first = a % 40 * (a % 3);
            format!("{first} {}\n", (a + b) % 1000)
        });
        cluster.put(&format!("{input}/f{file}"), pairs.collect::<String>().as_bytes()).unwrap();
    }
    // The example's own driver sets its partitioner itself; its classes are used as they are.
    let examples = cluster.status().unwrap().examples;
    let own = |class: &str| format!("org.apache.hadoop.examples.SecondarySort${class}");
    let pair = new_job(&own("MapClass"), &own("Reduce"))
        .both("mapred.output.value.groupfn.class", own("FirstGroupingComparator"))
        .both("mapred.mapoutput.key.class", own("IntPair"))
        .both("mapred.mapoutput.value.class", INT)
        .both("mapred.output.key.class", TEXT)
        .both("mapred.output.value.class", INT)
        .stock("mapreduce.partitioner.class", own("FirstPartitioner"))
        .ours("evenkeel.partitioner.delegate", own("FirstPartitioner"))
        .compare(|job, output| job.arg("-libjars").arg(examples.display()).arg(&input).arg(output));
    // Each call of the reducer writes a line, then its key's values in order: the same calls, whole.
    let calls = |files: &BTreeMap<String, Vec<u8>>| {
        let mut calls = Vec::new();
        for bytes in files.values() {
            calls.extend(String::from_utf8_lossy(bytes).split("-----").map(str::to_owned));
        }
        calls.sort();
        calls
    };
    assert_eq!(calls(&pair.stock.files), calls(&pair.ours.files));
}

#[test]
fn named_outputs_a_committer_and_cached_files_of_the_old_api() {
    let input = words(3, 200);
    let cached = fixture::path("left-out");
    fixture::shared().put(&cached, b"w0\nw1\nw7\n").unwrap();
    let mut case = old_count("io.evenkeel.jobs.OldOutputs")
        .unsized_output()
        .both("mapred.cache.files", &cached)
        .both("mapred.output.committer.class", "io.evenkeel.jobs.MarkingCommitter")
        .both("mo.namedOutputs", "text map");
    for (name, format) in [("text", "TextOutputFormat"), ("map", "MapFileOutputFormat")] {
        case = case
            .both(&format!("mo.namedOutput.{name}.format"), format!("org.apache.hadoop.mapred.{format}"))
            .both(&format!("mo.namedOutput.{name}.key"), TEXT)
            .both(&format!("mo.namedOutput.{name}.value"), LONG);
    }
    let pair = case.compare(last(&input));
    let names: Vec<&String> = pair.ours.files.keys().collect();
    for wanted in
        ["committed-0", "committed-2", "committed-job", "map-r-00001/data", "text-r-00002", "part-00000"]
    {
        assert!(pair.ours.files.contains_key(wanted), "{wanted} in {names:?}");
    }
    assert!(!pair.ours.sorted_lines().iter().any(|line| line.starts_with(b"w7\t")));
}

#[test]
#[ignore = "long: make test-full"]
fn map_files_come_in_the_order_of_keys_by_themselves() {
    let input = words(3, 200);
    let pair = old_count("org.apache.hadoop.mapred.lib.LongSumReducer")
        .both("mapred.output.format.class", "org.apache.hadoop.mapred.MapFileOutputFormat")
        .ours("evenkeel.groups", 99)
        .ours("evenkeel.partitioner.delegate", "org.apache.hadoop.mapred.lib.HashPartitioner")
        .ours("evenkeel.algorithm", "hash")
        .by("hash")
        .unsized_output()
        .compare(last(&input));
    assert_eq!(pair.stock, pair.ours);
}

#[test]
fn named_outputs_most_of_the_heap_a_custom_load_and_statistics_of_the_new_api() {
    let input = words(3, 200);
    let pair = new_job("io.evenkeel.jobs.TokenMapper", "io.evenkeel.jobs.NewOutputs")
        .unsized_output()
        .both("mapred.output.key.class", TEXT)
        .both("mapred.output.value.class", INT)
        .both("mapreduce.multipleoutputs", "text")
        .both(
            "mapreduce.multipleoutputs.namedOutput.text.format",
            "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat",
        )
        .both("mapreduce.multipleoutputs.namedOutput.text.key", TEXT)
        .both("mapreduce.multipleoutputs.namedOutput.text.value", INT)
        .ours("evenkeel.load", "custom")
        .ours("evenkeel.load.class", "io.evenkeel.jobs.WordLength")
        .compare(last(&input));
    assert_eq!(pair.job.counter("tokens known"), 3 * 3 * 200 * 8, "each of three reducers knows all tokens");
    assert_eq!(pair.job.counter("reducers known"), 3 * 3, "each of three maps is told of three reducers");
}

#[test]
#[ignore = "long: make test-full"]
fn as_many_counters_as_stock_allows_and_threads_in_maps() {
    let input = words(3, 100);
    let case = |counters: usize| {
        old_count("org.apache.hadoop.mapred.lib.LongSumReducer")
            .both("mapred.mapper.class", "io.evenkeel.jobs.ManyCounters")
            .both("mapred.map.runner.class", "org.apache.hadoop.mapred.lib.MultithreadedMapRunner")
            .both("mapred.map.multithreadedrunner.threads", 4)
            .both("jobs.counters", counters)
            .compare(last(&input))
    };
    let few = case(1);
    let own: usize = few.job.counters["Evenkeel"].len();
    let all: usize = few.job.counters.values().map(BTreeMap::len).sum();
    assert!(own <= 10);
    // Stock allows 120 in all; a few are left for those that not every run has.
    let many = case(116 - (all - own));
    assert_eq!(many.job.counter("counter 0"), 3 * 100);
    assert_eq!(many.job.counter("reducers known"), 3 * 3, "each of three maps is told of three reducers");
    assert_eq!(many.job.counters["Evenkeel"].len(), own);
}

/// Its data base listens at a fixed port, so this is not among the tests that run beside each other.
#[test]
#[ignore = "needs port 9001"]
fn dbcount() {
    let cluster = fixture::shared();
    let job = Job::example("dbcount")
        .conf("mapred.partitioner.class", "io.evenkeel.EvenkeelPartitioner")
        .conf("mapred.map.tasks", 3)
        .conf("mapred.reduce.tasks", 3);
    // It checks its own result: the sum over the table that the reducers wrote.
    let result = cluster.run(&job).unwrap().ok().unwrap();
    late_bound(result.job(), 3, "best");
    assert!(result.job().counter("REDUCE_OUTPUT_RECORDS") > 0);
}
