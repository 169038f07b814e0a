//! Peak memory and processor time of every method: `cargo bench --bench memory`.
//!
//! Pairs of method and size that are infeasible are skipped and named.

use evenkeel::generate::{Kind, instance};
use evenkeel::histogram::Histogram;
use evenkeel::{Algorithm, Options, Slots, schedule};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Counts what is allocated.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Peak megabytes above what was allocated before.
fn peak<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    (result, (PEAK.load(Relaxed) - before) as f64 / 1e6)
}

/// Milliseconds that this thread has run: other work on the machine does not count. The clock's, where there is no such number.
fn processor(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or(start.elapsed().as_secs_f64() * 1e3, |ns| ns / 1e6)
}

/// Mean milliseconds of `work`, over as many runs as take `least` together: the kernel counts in ticks of milliseconds.
fn mean<T>(least: f64, work: impl Fn() -> T) -> f64 {
    let start = Instant::now();
    let mut runs = 1;
    loop {
        let before = processor(start);
        (0..runs).for_each(|_| drop(work()));
        let took = processor(start) - before;
        if took >= least {
            return took / f64::from(runs);
        }
        runs *= 2;
    }
}

/// One line of the table.
fn line(kind: Kind, n: usize, m: usize, algorithm: Algorithm, least: f64) {
    let loads = instance(kind, n, m, 1);
    let slots = Slots::equal(m as u32).expect("slots");
    let run = || schedule(&loads, &slots, &Options::with(algorithm));
    let name = format!("{kind:?} {}/{m}", loads.len());
    match peak(run) {
        (Ok(plan), peak) => {
            let ms = mean(least, run);
            println!("{name:<27} {algorithm:<11} {:>10.6} {ms:>12.3} {peak:>10.2}", plan.ratio());
        }
        (Err(error), _) => println!("{name:<27} {algorithm:<11} skipped: {error}"),
    }
}

fn main() {
    // `cargo test --benches` only wants to know whether this runs.
    let short = !std::env::args().any(|argument| argument == "--bench");
    let (sizes, least) = if short { (1, 0.0) } else { (4, 200.0) };
    println!("{:<27} {:<11} {:>10} {:>12} {:>10}", "instance", "method", "ratio", "CPU ms", "peak MB");
    let all = [(120, 15), (1024, 100), (8192, 1000), (1_000_000, 10_000)];
    for &(n, m) in &all[..sizes] {
        Algorithm::ALL.into_iter().for_each(|algorithm| line(Kind::Uniform, n, m, algorithm, least));
    }
    for kind in [Kind::HistogramMovies, Kind::Zipf, Kind::FewHuge] {
        all[..sizes].iter().for_each(|&(n, m)| line(kind, n, m, Algorithm::Best, least));
    }
    // Hard for their size: `best` spends its whole budget on most of them.
    for &(n, m) in &[(45, 15), (300, 100), (3000, 1000)][..sizes.min(3)] {
        line(Kind::Triplets, n, m, Algorithm::Best, least);
        line(Kind::Triplets, n, m, Algorithm::Relax, least);
    }
    let counts = instance(Kind::Zipf, 1024, 100, 1);
    let maps = if short { 10 } else { 10_000 };
    let aggregate = || {
        let mut histogram = Histogram::new(1024, maps);
        (0..maps).for_each(|map| assert!(histogram.add(map, &counts).is_ok()));
    };
    let ((), peak) = peak(aggregate);
    println!("aggregation of {maps} maps × 1024 groups: {:.1} ms, {peak:.3} MB", mean(least, aggregate));
}
