//! Tests of [`super`]: the shape of the data, and that a seed repeats it.

use super::*;
use std::collections::{HashMap, HashSet};

fn generate(options: &TextOptions) -> Vec<String> {
    let text = Text::new(options.clone()).unwrap();
    (0..text.files())
        .map(|file| {
            let mut out = Vec::new();
            let written = text.write(file, &mut out).unwrap();
            assert_eq!(written, out.len() as u64);
            String::from_utf8(out).unwrap()
        })
        .collect()
}

fn counts<'a>(text: impl IntoIterator<Item = &'a str>) -> HashMap<&'a str, u64> {
    let mut counts = HashMap::new();
    for word in text.into_iter().flat_map(str::split_whitespace) {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

#[test]
fn size_files_and_lines_are_as_asked() {
    let options = TextOptions { bytes: 300_000, files: 3, line: 100, ..TextOptions::default() };
    let files = generate(&options);
    assert_eq!(files.len(), 3);
    for file in &files {
        assert!((100_000..100_010).contains(&file.len()), "{}", file.len());
        assert!(file.ends_with('\n'));
        assert!(file.lines().all(|line| !line.is_empty() && line.len() < 110 && !line.ends_with(' ')));
    }
    assert_eq!(files, generate(&options), "the same options give the same text");
    assert_ne!(files, generate(&TextOptions { seed: 2, ..options }));
}

#[test]
fn words_follow_zipf() {
    let options = TextOptions { bytes: 4_000_000, words: 10_000, ..TextOptions::default() };
    let files = generate(&options);
    let counts = counts(files.iter().map(String::as_str));
    let total: u64 = counts.values().sum();
    let vocabulary = Vocabulary::new(options.words, options.vocabulary);
    let harmonic: f64 = (1..=10_000).map(|rank| 1.0 / f64::from(rank)).sum();
    for rank in [0_u32, 1, 9, 49] {
        let expected = total as f64 / harmonic / f64::from(rank + 1);
        let found = counts[vocabulary.word(rank).as_str()] as f64;
        assert!((found / expected - 1.0).abs() < 0.08, "rank {rank}: {found} for {expected}");
    }
}

#[test]
fn named_lines_carry_documents_of_the_sizes_asked_for() {
    let options = TextOptions {
        bytes: 1_000_000,
        files: 4,
        documents: 50,
        sizes: Sizes::Zipf(1.0),
        named: true,
        ..TextOptions::default()
    };
    let files = generate(&options);
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    for line in files.iter().flat_map(|file| file.lines()) {
        let (name, text) = line.split_once('\t').unwrap();
        assert!(!text.is_empty());
        *sizes.entry(name).or_default() += line.len() + 1;
    }
    assert_eq!(sizes.len(), 50);
    let mut sizes: Vec<usize> = sizes.into_values().collect();
    sizes.sort_unstable();
    let harmonic: f64 = (1..=50).map(|rank| 1.0 / f64::from(rank)).sum();
    let largest = 1_000_000.0 / harmonic;
    assert!((sizes[49] as f64 / largest - 1.0).abs() < 0.02);
    assert!((sizes[48] as f64 / largest * 2.0 - 1.0).abs() < 0.02);
}

#[test]
fn each_document_can_have_a_file() {
    let options = TextOptions { documents: 20, file_each: true, ..TextOptions::default() };
    let text = Text::new(options.clone()).unwrap();
    assert_eq!(text.files(), 20);
    assert_eq!(text.file_name(3), "doc-000003");
    let total: usize = generate(&options).iter().map(String::len).sum();
    assert!((1_048_576..1_048_576 + 20 * 8).contains(&total));
}

#[test]
fn sorted_input_has_each_word_in_one_place() {
    let options =
        TextOptions { bytes: 400_000, words: 5_000, order: Order::Sorted, ..TextOptions::default() };
    let all = generate(&options).concat();
    let words: Vec<&str> = all.split_whitespace().collect();
    assert!(words.is_sorted());
    let halves: Vec<HashSet<&str>> =
        words.chunks(words.len().div_ceil(2)).map(|half| half.iter().copied().collect()).collect();
    assert!(halves[0].intersection(&halves[1]).count() <= 1);
}

#[test]
fn drift_ends_in_another_distribution() {
    let options = TextOptions {
        bytes: 2_000_000,
        files: 10,
        words: 5_000,
        order: Order::Drift,
        ..TextOptions::default()
    };
    let files = generate(&options);
    let top = |text: &str| {
        let mut counts: Vec<(u64, &str)> =
            counts([text]).into_iter().map(|(word, count)| (count, word)).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts[0].1.to_owned()
    };
    assert_ne!(top(&files[0]), top(&files[9]));
}

#[test]
fn clusters_have_words_of_their_own() {
    let options = TextOptions {
        bytes: 4 * BLOCK,
        files: 4,
        words: 50_000,
        order: Order::Clustered,
        ..TextOptions::default()
    };
    for file in generate(&options) {
        let counts = counts([file.as_str()]);
        let total: u64 = counts.values().sum();
        let mut loads: Vec<u64> = counts.into_values().collect();
        loads.sort_unstable_by(|a, b| b.cmp(a));
        let topic: u64 = loads[..10].iter().sum();
        assert!(topic * 2 > total, "{topic} of {total}");
    }
}

#[test]
fn the_predicted_stock_load_is_what_a_count_finds() {
    let options = TextOptions { bytes: 3_000_000, words: 20_000, ..TextOptions::default() };
    let shares = Text::new(options.clone()).unwrap().stock_shares(15);
    let all = generate(&options).concat();
    let mut found = [0.0; 15];
    for word in all.split_whitespace() {
        let hash = word.bytes().fold(1_i32, |h, b| h.wrapping_mul(31).wrapping_add(i32::from(b)));
        found[((hash & i32::MAX) % 15) as usize] += 1.0;
    }
    let total: f64 = found.iter().sum();
    for (share, found) in shares.iter().zip(found) {
        assert!((share - found / total).abs() < 0.003);
    }
}

#[test]
fn nonsense_is_refused() {
    assert!(Text::new(TextOptions { words: 0, ..TextOptions::default() }).is_err());
    assert!(Text::new(TextOptions { words: u32::MAX, ..TextOptions::default() }).is_err());
    assert!(Text::new(TextOptions { documents: 0, ..TextOptions::default() }).is_err());
    for bad in [f64::NAN, f64::INFINITY, -1e308, -1.0, 1e10] {
        assert!(Text::new(TextOptions { exponent: bad, ..TextOptions::default() }).is_err());
        assert!(Text::new(TextOptions { offset: bad, ..TextOptions::default() }).is_err());
        for sizes in [Sizes::Zipf(bad), Sizes::LogNormal(bad)] {
            assert!(Text::new(TextOptions { sizes, ..TextOptions::default() }).is_err());
        }
    }
}

#[test]
fn the_utmost_is_still_text() {
    for sizes in [Sizes::Zipf(20.0), Sizes::LogNormal(50.0)] {
        let options = TextOptions {
            bytes: 5_000,
            words: 1_000,
            exponent: 20.0,
            offset: 1e9,
            documents: 20,
            sizes,
            ..TextOptions::default()
        };
        let text = generate(&options).concat();
        assert!(text.len() >= 5_000 && text.split_whitespace().count() > 100);
    }
}
