//! Messages are no larger than the paper's, and reading one takes no more memory than a small constant times its bytes.

use evenkeel::generate::{JobSize, Kind, Layout, instance, maps};
use evenkeel::random::Random;
use evenkeel::wire::{Counts, Hints, Report, ReportBuilder, Table, put_varint};
use std::alloc::{GlobalAlloc, System};
use std::cell::Cell;

/// Counts what each thread allocates.
struct Counting;

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 {
        // A thread that ends counts no more.
        ALLOCATED.try_with(|sum| sum.set(sum.get() + layout.size())).unwrap_or_default();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: std::alloc::Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// All bytes that `work` allocates, freed or not.
fn allocated<T>(work: impl FnOnce() -> T) -> usize {
    let before = ALLOCATED.get();
    drop(work());
    ALLOCATED.get() - before
}

#[test]
fn no_larger_than_the_papers() {
    // Magic, version, flags, name of the method, numbers of groups and slots.
    const HEAD: usize = 24;
    for (n, m) in [(1, 1), (120, 15), (1024, 100), (4096, 1 << 24)] {
        let random = || {
            let mut random = Random::new(n as u64);
            (0..n).map(|_| random.next_u64() / n as u64).collect::<Vec<u64>>()
        };
        for loads in [random(), vec![0; n], vec![u64::MAX; n], instance(Kind::Zipf, n, m.min(n), 1)] {
            assert!(ReportBuilder::new(&loads).build().len() <= 8 * n + HEAD, "{n} groups");
            let slot_of = (0..n as u32).map(|group| group % m as u32).collect();
            let table = Table::new("best", m as u32, slot_of, &loads).encode().expect("table");
            assert!(table.len() <= 4 * n + HEAD, "{n} groups, {m} slots: {}", table.len());
        }
    }
    // A map's real counts take a third of it, the table half.
    let (n, m) = (1024, 100);
    let map = maps(Layout::Homogeneous, JobSize { maps: 1, groups: n, slots: m, pairs: 1_000_000 }, 1);
    assert!(ReportBuilder::new(&map[0]).build().len() * 3 <= 8 * n);
    let slot_of = (0..n as u32).map(|group| group % m as u32).collect();
    assert!(Table::new("best", m as u32, slot_of, &map[0]).encode().expect("table").len() * 2 <= 4 * n);
}

#[test]
fn a_decoder_takes_no_more_than_its_input_deserves() {
    let table =
        |n: u32| Table::new("best", 1, vec![0; n as usize], &vec![7; n as usize]).encode().expect("table");
    let hints = |n| Hints { stage: 3, slots: 1, slot_of: vec![Some(0); n] }.encode().expect("hints");
    let mut messages = vec![table(1), table(5000), hints(1), hints(5000)];
    for claimed in [1 << 16, 1 << 24, u64::from(u32::MAX), u64::MAX] {
        // A few bytes that claim to be many.
        let mut counts = Vec::new();
        put_varint(&mut counts, claimed);
        messages.push([&counts[..], &[0, 0], &counts].concat());
        messages.push([&counts[..], &[1]].concat());
        messages.push([&b"EKT\x01\x01\x04best"[..], &counts, &[1]].concat());
        for head in [table(0), hints(0), ReportBuilder::new(&[]).build()] {
            (1..=head.len()).for_each(|at| messages.push([&head[..at], &counts, &head[at..]].concat()));
        }
    }
    for bytes in &messages {
        // The most are hints for one slot: a bit becomes 12 bytes.
        let most = 96 * bytes.len() + 256;
        assert_eq!(allocated(|| Counts::decode(bytes).is_ok()), 0, "{bytes:?}");
        for taken in [
            allocated(|| Table::decode(bytes)),
            allocated(|| Hints::decode(bytes)),
            allocated(|| Report::decode(bytes, 3).is_ok()),
        ] {
            assert!(taken <= most, "{taken} bytes for {}", bytes.len());
        }
    }
}
