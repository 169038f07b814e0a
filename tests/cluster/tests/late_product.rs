//! The full product of what a late-bound job can be set to, against stock: long, so `make test-full` runs it.

use evenkeel_cluster::differential::{late_bound, puma, words};
use evenkeel_cluster::{Job, Output, PARTITIONER, fixture};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;

const CODECS: [&str; 3] =
    ["", "org.apache.hadoop.io.compress.DefaultCodec", "org.apache.hadoop.io.compress.BZip2Codec"];

/// How a job is run, apart from who partitions it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Plain {
    reduces: i64,
    combiner: bool,
    codec: &'static str,
}

/// A late-bound run of it.
#[derive(Debug, Clone)]
struct Late {
    plain: Plain,
    groups: i64,
    order: &'static str,
    load: &'static str,
    algorithm: &'static str,
}

impl Plain {
    fn job(&self, input: &str, output: &str) -> Job {
        let job = puma("wordcount")
            .arg(input)
            .arg(output)
            .conf("puma.combiner", self.combiner)
            .conf("mapred.reduce.tasks", self.reduces)
            .conf("mapred.compress.map.output", !self.codec.is_empty());
        if self.codec.is_empty() { job } else { job.conf("mapred.map.output.compression.codec", self.codec) }
    }
}

impl Late {
    fn run(&self, input: &str, stock: &Output) {
        let output = fixture::path("out");
        let mut job = self
            .plain
            .job(input, &output)
            .conf("mapred.partitioner.class", PARTITIONER)
            .conf("evenkeel.groups", self.groups)
            .conf("evenkeel.reduce.order", self.order)
            .conf("evenkeel.load", self.load)
            .conf("evenkeel.algorithm", self.algorithm);
        if self.algorithm == "hash" {
            job = job.conf("evenkeel.partitioner.delegate", "org.apache.hadoop.mapred.lib.HashPartitioner");
        }
        let result = fixture::shared().run(&job).unwrap().ok().unwrap();
        late_bound(result.job(), self.plain.reduces, self.algorithm);
        assert_eq!(result.job().counter("Groups run"), self.groups, "{self:?}");
        let ours = fixture::shared().output(&output).unwrap();
        ours.assert_same_lines(stock);
        if self.algorithm == "hash" && self.order == "key" {
            assert_eq!(&ours, stock, "{self:?}");
        }
    }
}

fn product() -> Vec<Late> {
    let mut all = Vec::new();
    for reduces in [2, 5] {
        for combiner in [false, true] {
            for codec in CODECS {
                for groups in [reduces, 60, 1000] {
                    for (order, load, algorithm) in [
                        ("group", "records", "best"),
                        ("key", "bytes", "lpt"),
                        ("group", "bytes", "relax"),
                        ("key", "records", "hash"),
                    ] {
                        let plain = Plain { reduces, combiner, codec };
                        all.push(Late { plain, groups, order, load, algorithm });
                    }
                }
            }
        }
    }
    all
}

#[test]
#[ignore = "about 160 jobs"]
fn every_setting_gives_the_output_of_stock() {
    let input = words(4, 300);
    let all = product();
    let mut stock: BTreeMap<Plain, Output> = BTreeMap::new();
    for late in &all {
        if !stock.contains_key(&late.plain) {
            let output = fixture::path("out");
            fixture::shared().run(&late.plain.job(&input, &output)).unwrap().ok().unwrap();
            stock.insert(late.plain.clone(), fixture::shared().output(&output).unwrap());
        }
    }
    let left = Mutex::new(all);
    thread::scope(|scope| {
        for _ in 0..5 {
            scope.spawn(|| {
                while let Some(late) = { left.lock().unwrap().pop() } {
                    late.run(&input, &stock[&late.plain]);
                }
            });
        }
    });
}
