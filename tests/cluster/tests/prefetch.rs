//! Copying overlaps with the maps: what the paper gives up, and stock Hadoop does without balance.

use evenkeel::random::Random;
use evenkeel_cluster::{Cluster, Job, Spec, fixture};

const MAPS: usize = 12;
const REDUCES: usize = 4;

/// The same mix of words in every file; random numbers, cubed, for the skew.
fn text(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut out = String::new();
    for _ in 0..40_000 {
        out.push_str(&format!("w{} ", (random.unit().powi(3) * 5000.0) as u32));
    }
    out.push('\n');
    out
}

/// Twelve maps on four slots, in three rounds.
#[test]
fn most_of_a_homogeneous_word_count_is_copied_before_its_last_map() {
    let Some(jar) = fixture::plugin_jar() else { panic!("build the plug-in first: make jar") };
    let spec = Spec::new(2).plugin(jar);
    let cluster = Cluster::start(&spec).unwrap();
    for map in 0..MAPS {
        cluster.put(&format!("in/{map}"), text(map as u64).as_bytes()).unwrap();
    }
    let puma = fixture::puma_jar().expect("build the PUMA jobs first: make puma");
    let job = |out: &str| {
        Job::jar(&puma)
            .args("wordcount in")
            .arg(out)
            .conf("mapred.reduce.tasks", REDUCES)
            .conf("puma.combiner", false)
            .conf("mapred.reduce.slowstart.completed.maps", 0.0)
    };
    let stock = cluster.run(&job("stock")).unwrap().ok().unwrap();
    let balanced = job("out").conf("mapred.partitioner.class", "io.evenkeel.EvenkeelPartitioner");
    let balanced = cluster.run(&balanced).unwrap().ok().unwrap();
    cluster.output("out").unwrap().assert_same_lines(&cluster.output("stock").unwrap());

    let job = balanced.job();
    assert_eq!(job.counter("REDUCE_INPUT_RECORDS"), stock.job().counter("REDUCE_INPUT_RECORDS"));
    assert_eq!(job.counter("Reducers by table of best"), REDUCES as i64);
    let share = |name: &str| job.counter(name) as f64 / job.counter("Bytes copied") as f64;
    let early = share("Bytes copied before the last map");
    assert!(early >= 0.5, "only {early:.3} of the bytes was there when the last map ended");
    let vain = share("Bytes copied in vain");
    assert!(vain <= 0.05, "{vain:.3} of the bytes was copied in vain");
    let requests = job.counter("Copy requests");
    assert!(requests <= (MAPS * REDUCES) as i64, "stock asks {} times, we {requests}", MAPS * REDUCES);
}
