//! Times of every method and of aggregation. `cargo bench --bench algorithms`, `-- best` for one method.
//!
//! Pairs of method and size that are infeasible are skipped and named.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use evenkeel::generate::{Kind, instance};
use evenkeel::histogram::Histogram;
use evenkeel::wire::{Counts, ReportBuilder, Table};
use evenkeel::{Algorithm, Error, Options, Slots, schedule};
use std::hint::black_box;
use std::time::Duration;

const SIZES: [(usize, usize); 4] = [(120, 15), (1024, 100), (8192, 1000), (1_000_000, 10_000)];

/// Whether a bench of this method would take minutes.
fn too_slow(algorithm: Algorithm, operations: usize) -> bool {
    let paper = matches!(algorithm, Algorithm::Exact | Algorithm::Relax | Algorithm::SubsetSum);
    paper && operations > 2048
}

fn methods(criterion: &mut Criterion) {
    for kind in [Kind::Zipf, Kind::Uniform, Kind::HistogramMovies] {
        for (n, m) in SIZES {
            let mut group = criterion.benchmark_group(format!("{kind:?} {n}/{m}"));
            group
                .sample_size(10)
                .warm_up_time(Duration::from_millis(200))
                .measurement_time(Duration::from_secs(1));
            let loads = instance(kind, n, m, 1);
            let slots = Slots::equal(m as u32).expect("slots");
            for algorithm in Algorithm::ALL {
                let options = Options::with(algorithm);
                if too_slow(algorithm, n) {
                    println!("{kind:?} {n}/{m} {algorithm}: skipped, takes minutes or is infeasible");
                    continue;
                }
                if n > 100_000 {
                    if let Err(error @ Error::Infeasible { .. }) = schedule(&loads, &slots, &options) {
                        println!("{kind:?} {n}/{m} {algorithm}: skipped, {error}");
                        continue;
                    }
                }
                group.bench_function(BenchmarkId::from_parameter(algorithm), |bencher| {
                    bencher.iter(|| schedule(black_box(&loads), &slots, &options));
                });
            }
        }
    }
}

fn messages(criterion: &mut Criterion) {
    let loads = instance(Kind::Zipf, 1024, 100, 1);
    let per_map: Vec<u64> = loads.iter().map(|load| load / 100).collect();
    let mut encoded = Vec::new();
    Counts::encode(&per_map, &mut encoded);
    let report = ReportBuilder::new(&per_map).build();
    let table = schedule(&loads, &Slots::equal(100).expect("slots"), &Options::default()).expect("table");
    let table = Table::new("best", 100, table.slot_of, &loads).encode().expect("table");
    println!("counts of 1024 groups: {} bytes, the paper's {}", encoded.len(), 8 * 1024);
    println!("report of 1024 groups: {} bytes", report.len());
    println!("table of 1024 groups on 100 slots: {} bytes, the paper's {}", table.len(), 4 * 1024);
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
