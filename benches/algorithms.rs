//! Times of every method and of aggregation. `cargo bench --bench algorithms`, `-- best` for one method.
//!
//! Pairs of method and size that are infeasible are skipped and named.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use evenkeel::generate::{JobSize, Kind, Layout, instance, maps};
use evenkeel::histogram::Histogram;
use evenkeel::wire::{Counts, ReportBuilder, Table};
use evenkeel::{Algorithm, Error, Options, Slots, schedule};
use std::hint::black_box;
use std::time::Duration;

const SIZES: [(usize, usize); 4] = [(120, 15), (1024, 100), (8192, 1000), (1_000_000, 10_000)];

fn methods(criterion: &mut Criterion) {
    let kinds = [Kind::Uniform, Kind::HistogramMovies, Kind::Zipf].map(|kind| (kind, &SIZES[..]));
    // Hard for their size: `best` spends its whole budget on most of them.
    for (kind, sizes) in [(Kind::Triplets, &[(45, 15), (300, 100)][..])].into_iter().chain(kinds) {
        for &(n, m) in sizes {
            let mut group = criterion.benchmark_group(format!("{kind:?} {n}/{m}"));
            group
                .sample_size(10)
                .warm_up_time(Duration::from_millis(200))
                .measurement_time(Duration::from_secs(1));
            let loads = instance(kind, n, m, 1);
            let slots = Slots::equal(m as u32).expect("slots");
            for algorithm in Algorithm::ALL {
                let options = Options::with(algorithm);
                if let Err(error @ Error::Infeasible { .. }) = schedule(&loads, &slots, &options) {
                    println!("{kind:?} {n}/{m} {algorithm}: skipped, {error}");
                    continue;
                }
                group.bench_function(BenchmarkId::from_parameter(algorithm), |bencher| {
                    bencher.iter(|| schedule(black_box(&loads), &slots, &options));
                });
            }
        }
    }
}

/// The bytes of a map's report and of the table, beside the paper's 8n and 4n.
fn sizes() {
    println!(
        "| groups n, slots m | report | the paper's 8n | table | the paper's 4n |\n|---|---|---|---|---|"
    );
    for (n, m) in [(120, 15), (480, 15), (1024, 100), (4096, 1000)] {
        let size = JobSize { maps: 1, groups: n, slots: m, pairs: 1_000_000 };
        let job = maps(Layout::Homogeneous, size, 1);
        let report = ReportBuilder::new(&job[0]).build().len();
        let slots = Slots::equal(m as u32).expect("slots");
        let plan = schedule(&job[0], &slots, &Options::default()).expect("table");
        let table = Table::new("best", m as u32, plan.slot_of, &job[0]).encode().expect("table").len();
        println!("| {n}, {m} | {report} | {} | {table} | {} |", 8 * n, 4 * n);
    }
}

fn messages(criterion: &mut Criterion) {
    sizes();
    let loads = instance(Kind::Zipf, 1024, 100, 1);
    let per_map: Vec<u64> = loads.iter().map(|load| load / 100).collect();
    let mut encoded = Vec::new();
    Counts::encode(&per_map, &mut encoded);
    let mut group = criterion.benchmark_group("aggregate");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(2));
    group.bench_function("10000 maps of 1024 groups", |bencher| {
        bencher.iter(|| {
            let mut histogram = Histogram::new(1024, 10_000);
            for map in 0..10_000 {
                histogram
                    .add_counts(map, Counts::decode(black_box(&encoded)).expect("counts"))
                    .expect("added");
            }
            histogram.total()
        });
    });
}

criterion_group!(benches, methods, messages);
criterion_main!(benches);
