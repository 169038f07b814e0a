//! Late binding against stock: the same job twice, the same output, the same counters.
//!
//! Each case asserts that its second run was really late-bound, and who made its table. The cases share one cluster.

use evenkeel_cluster::differential::{Case, Run, any_job, last, puma, words};
use evenkeel_cluster::{Jdk, Job, JobInfo, fixture};
use std::sync::OnceLock;

/// Some words, and stock Hadoop's count of them, made once for several cases.
fn counted() -> &'static (String, Run) {
    static COUNTED: OnceLock<(String, Run)> = OnceLock::new();
    COUNTED.get_or_init(|| {
        let input = words(4, 400);
        let stock = Case::new(Job::example("wordcount")).run_stock(&last(&input));
        (input, stock)
    })
}

/// The kinds of a job's tasks that ended without waiting for Hadoop's thread.
fn prompt_ends(job: &JobInfo) -> Vec<&str> {
    let prompt = |attempt: &str| {
        fixture::shared().task_log(attempt, "syslog").unwrap().contains("Evenkeel: the task is done")
    };
    let attempts = job.tasks.iter().flat_map(|task| task.attempts.iter().map(move |attempt| (task, attempt)));
    attempts.filter(|(_, attempt)| prompt(&attempt.id)).map(|(task, _)| task.kind.as_str()).collect()
}

#[test]
fn wordcount() {
    let (input, stock) = counted();
    let job = Case::new(Job::example("wordcount")).ours("evenkeel.prefetch", "always");
    let pair = job.against(stock, last(input));
    assert!(pair.job.counter("Groups run") >= 3 * 32, "enough groups");
    let prompt = prompt_ends(&pair.job);
    let all = pair.job.tasks.len();
    assert!(
        2 * prompt.len() > all,
        "of {all} tasks these woke the thread that they would have waited for: {prompt:?}"
    );
    assert!(prompt.contains(&"REDUCE"), "{prompt:?}");
}

#[test]
#[ignore = "long: make test-full"]
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
    let (input, stock) = counted();
    let pair = Case::new(Job::example("wordcount"))
        .ours("evenkeel.groups", 96)
        .ours("evenkeel.partitioner.delegate", "org.apache.hadoop.mapreduce.lib.partition.HashPartitioner")
        .ours("evenkeel.algorithm", "hash")
        .ours("evenkeel.reduce.order", "key")
        .by("hash")
        .against(stock, last(input));
    assert_eq!(pair.stock, pair.ours);
}

#[test]
fn the_paper_s_preset() {
    let (input, stock) = counted();
    let pair = Case::new(Job::example("wordcount"))
        .ours("evenkeel.preset", "paper")
        .by("relax")
        .against(stock, last(input));
    assert_eq!(pair.job.counter("Groups run"), 120);
    let report = fixture::shared().report(&pair.job.id).unwrap();
    assert_eq!(report["schedule"]["hints"], 0, "the paper has no hints");
    assert_eq!(prompt_ends(&pair.job), [""; 0], "tasks end as Hadoop's");
}

#[test]
#[ignore = "long: make test-full"]
fn multifilewc() {
    let input = words(3, 200);
    Case::old(Job::example("multifilewc")).compare(last(&input));
}

#[test]
#[ignore = "long: make test-full"]
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
#[ignore = "long: make test-full"]
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
#[ignore = "long: make test-full"]
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
fn puma_compressed_in_the_order_of_keys() {
    let input = words(3, 200);
    Case::old(puma("termvector"))
        .both("puma.combiner", false)
        .both("puma.termvector.cutoff", 2)
        .both("mapred.compress.map.output", true)
        .both("mapred.map.output.compression.codec", "org.apache.hadoop.io.compress.BZip2Codec")
        .ours("evenkeel.reduce.order", "key")
        .compare(last(&input));
}

/// Lines that each of these jobs reads its own way: words, sets of items, edges, or movies.
#[test]
#[ignore = "long: make test-full"]
fn the_rest_of_puma() {
    let text = words(3, 200);
    let put = |name: &str, line: &dyn Fn(u32) -> String| {
        let input = fixture::path(name);
        for file in 0..2 {
            let lines: String = (0..400).map(|i| line(file * 400 + i) + "\n").collect();
            fixture::shared().put(&format!("{input}/f{file}"), lines.as_bytes()).unwrap();
        }
        input
    };
    let rating = |movie: u32, user: u32| 1 + (movie * 7 + user * user * 3) % 5;
    let movies = put("movies", &|m| {
        let ratings: Vec<String> = (0..9).map(|u| format!("{u}_{}", rating(m, u))).collect();
        format!("{m}:{}", ratings.join(","))
    });
    let sets = put("sets", &|i| format!("a{},b{},c{}", i % 7, i % 11, i % 40));
    let edges = put("edges", &|i| format!("v{}\tv{}", i % 13, i % 97));
    let centroids = fixture::path("centroids");
    fixture::shared().put(&centroids, b"1:0_1,1_2,2_3\n2:0_5,1_4,2_3\n3:0_3,1_3,2_3\n").unwrap();
    for (name, input) in [
        ("invertedindex", &text),
        ("histogrammovies", &movies),
        ("histogramratings", &movies),
        ("classification", &movies),
        ("sequencecount", &text),
        ("selfjoin", &sets),
        ("adjacencylist", &edges),
    ] {
        let pair =
            Case::old(puma(name)).both("puma.classification.centroids", &centroids).compare(last(input));
        assert!(!pair.ours.sorted_lines().is_empty(), "{name} wrote nothing");
        if name == "sequencecount" {
            let counted = fixture::path("sequences");
            for (file, bytes) in &pair.stock.files {
                fixture::shared().put(&format!("{counted}/{file}"), bytes).unwrap();
            }
            let ranked = Case::old(puma("rankedinvertedindex")).compare(last(&counted));
            assert!(!ranked.ours.sorted_lines().is_empty());
        }
    }
}

#[test]
#[ignore = "long: make test-full"]
fn empty_input() {
    let input = fixture::path("in");
    fixture::shared().put(&format!("{input}/nothing"), b"").unwrap();
    let pair = Case::new(Job::example("wordcount")).compare(last(&input));
    assert!(pair.ours.sorted_lines().is_empty());
}

#[test]
#[ignore = "long: make test-full"]
fn one_map_and_all_keys_in_one_group() {
    let input = fixture::path("in");
    fixture::shared().put(&format!("{input}/one"), "same same\n".repeat(50).as_bytes()).unwrap();
    Case::new(Job::example("wordcount")).compare(last(&input));
}

#[test]
#[ignore = "long: make test-full"]
fn two_hundred_maps_in_reused_jvms() {
    let input = words(200, 5);
    let pair = Case::new(Job::example("wordcount"))
        .reduces(2)
        .both("mapred.job.reuse.jvm.num.tasks", -1)
        .compare(last(&input));
    assert_eq!(pair.job.tasks("MAP").len(), 200);
}

/// One key has more bytes than the reduce child's whole heap, and shares its group with others. Its segments are more
/// than can be merged at once.
#[test]
fn a_group_larger_than_the_reducer_s_heap() {
    const HEAP: i64 = 24 << 20;
    let input = fixture::path("in");
    let value = "a value of some length, ".repeat(7);
    let line = |i: u32| match i % 9 {
        0 => format!("key {}\t{value}{i}\n", i / 9 % 40),
        _ => format!("the same\t{value}{i}\n"),
    };
    let lines: String = (0..170_000).map(line).collect();
    fixture::shared().put(&format!("{input}/one"), lines.as_bytes()).unwrap();
    let flags = Jdk::find().unwrap().flags().join(" ");
    let pair = Case::old(any_job())
        .reduces(2)
        .both("mapred.input.format.class", "org.apache.hadoop.mapred.KeyValueTextInputFormat")
        .both("mapred.reducer.class", "io.evenkeel.jobs.Digest")
        .both("mapred.output.key.class", "org.apache.hadoop.io.Text")
        .both("mapred.output.value.class", "org.apache.hadoop.io.Text")
        .both("mapred.map.tasks", 8)
        .both("io.sort.factor", 3)
        .ours("mapred.reduce.child.java.opts", format!("-Xmx24m -XX:+UseSerialGC {flags}"))
        .ours("evenkeel.groups", 2)
        .ours("evenkeel.prefetch", "off")
        .more_passes()
        .compare(last(&input));
    let reduces = pair.job.tasks("REDUCE");
    for reduce in &reduces {
        assert!(reduce.counter("heap") <= HEAP, "{}", reduce.counter("heap"));
        assert_eq!(reduce.counter("Groups run"), 1);
    }
    let large =
        reduces.iter().find(|r| r.counter("REDUCE_SHUFFLE_BYTES") > HEAP).expect("no group is larger");
    assert!(large.counter("REDUCE_INPUT_GROUPS") > 1, "one key only");
    let same =
        (0..170_000).map(line).filter(|l| l.starts_with("the same")).map(|l| l.len() as i64).sum::<i64>();
    assert!(same > HEAP, "a key of {same} bytes");
}
