//! Peak memory of every method: `cargo bench --bench memory`. One run each, with the time it took.

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

/// Peak megabytes above what was allocated before, and milliseconds.
fn measure<T>(work: impl FnOnce() -> T) -> (T, f64, f64) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let start = Instant::now();
    let result = work();
    let elapsed = start.elapsed().as_secs_f64() * 1e3;
    (result, (PEAK.load(Relaxed) - before) as f64 / 1e6, elapsed)
}

fn main() {
    // `cargo test --benches` only wants to know whether this runs.
    let short = !std::env::args().any(|argument| argument == "--bench");
    println!("{:<14} {:<11} {:>10} {:>12} {:>10}", "n/m", "method", "ratio", "time ms", "peak MB");
    let sizes = [(120, 15), (1024, 100), (8192, 1000), (1_000_000, 10_000)];
    for (n, m) in sizes.into_iter().take(if short { 1 } else { 4 }) {
        let loads = instance(Kind::Uniform, n, m, 1);
        let slots = Slots::equal(m as u32).expect("slots");
        for algorithm in Algorithm::ALL {
            let size = format!("{n}/{m}");
            if n > 2048 && matches!(algorithm, Algorithm::Exact | Algorithm::Relax | Algorithm::SubsetSum) {
                println!("{size:<14} {algorithm:<11} skipped: takes minutes or is infeasible");
                continue;
            }
            match measure(|| schedule(&loads, &slots, &Options::with(algorithm))) {
                (Ok(plan), peak, ms) => {
                    println!("{size:<14} {algorithm:<11} {:>10.6} {ms:>12.3} {peak:>10.2}", plan.ratio());
                }
                (Err(error), ..) => println!("{size:<14} {algorithm:<11} skipped: {error}"),
            }
        }
    }
    let counts = instance(Kind::Zipf, 1024, 100, 1);
    let maps = if short { 10 } else { 10_000 };
    let ((), peak, ms) = measure(|| {
        let mut histogram = Histogram::new(1024, maps);
        (0..maps).for_each(|map| assert!(histogram.add(map, &counts).is_ok()));
    });
    println!("aggregation of {maps} maps × 1024 groups: {ms:.1} ms, {peak:.3} MB");
}
