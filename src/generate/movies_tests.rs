//! Tests of [`super`]: the shape of the data, and that a seed repeats it.

use super::*;

fn generate(options: &MovieOptions) -> Vec<String> {
    let movies = Movies::new(options.clone()).unwrap();
    (0..movies.files())
        .map(|file| {
            let mut out = Vec::new();
            let written = movies.write(file, &mut out).unwrap();
            assert_eq!(written, out.len() as u64);
            String::from_utf8(out).unwrap()
        })
        .collect()
}

/// Movies per bin, computed as the job does: in single precision, by the upper end of the bin.
fn histogram(text: &str) -> Vec<u64> {
    let mut bins = vec![0; BINS];
    for line in text.lines() {
        let (_, ratings) = line.split_once(':').unwrap();
        let (mut sum, mut count) = (0_u32, 0_u32);
        for rating in ratings.split(',') {
            let (user, rating) = rating.split_once('_').unwrap();
            assert_eq!(user.len(), 7);
            let rating: u32 = rating.parse().unwrap();
            assert!((1..=5).contains(&rating));
            sum += rating;
            count += 1;
        }
        let average = sum as f32 / count as f32;
        let whole = (average as i32).min(4);
        let fraction = average - whole as f32;
        let part = (1..20).take_while(|&bin| fraction >= 0.05_f32 * bin as f32).count();
        bins[(whole as usize - 1) * 20 + part] += 1;
    }
    bins
}

fn loads_under_stock(bins: &[u64]) -> Vec<u64> {
    let mut loads = vec![0; 15];
    for (bin, load) in bins.iter().enumerate() {
        let upper = (1 + bin / 20) as f32 + 0.05_f32 * (bin % 20 + 1) as f32;
        loads[(upper.to_bits() & 0x7fff_ffff) as usize % 15] += load;
    }
    loads
}

fn top_20_share(bins: &[u64]) -> f64 {
    let mut bins = bins.to_vec();
    bins.sort_unstable_by(|a, b| b.cmp(a));
    bins[..20].iter().sum::<u64>() as f64 / bins.iter().sum::<u64>() as f64
}

#[test]
fn eighty_bins_of_which_twenty_hold_83_percent() {
    for ratings in [42, 200] {
        let options = MovieOptions { movies: 30_000, ratings, ..MovieOptions::default() };
        let bins = histogram(&generate(&options).concat());
        assert!(bins.iter().all(|&load| load > 0), "{bins:?}");
        let share = top_20_share(&bins);
        assert!((share - 0.833).abs() < 0.006, "{share}");
    }
}

#[test]
fn the_asked_loads_are_met() {
    let options =
        MovieOptions { movies: 99_765, shape: Shape::Paper, ratings: 42, ..MovieOptions::default() };
    let bins = histogram(&generate(&options).concat());
    let total: u64 = bins.iter().sum();
    assert_eq!(total, 15 * 6_651);
    assert!(top_20_share(&bins) > 0.834);
    for (bin, (found, asked)) in bins.iter().zip(PAPER).enumerate() {
        assert!(found.abs_diff(u64::from(asked)) <= 3, "bin {bin}: {found} for {asked}");
    }
    let loads = loads_under_stock(&bins);
    let (most, least) = (loads.iter().max().unwrap(), loads.iter().min().unwrap());
    let skew = *most as f64 / *least as f64;
    assert!((620.0..730.0).contains(&skew), "{skew}");
}

#[test]
fn the_loads_meet_all_that_the_paper_prints() {
    assert_eq!(PAPER.iter().sum::<u32>(), 15 * 6_651);
    let loads = loads_under_stock(&PAPER.map(u64::from));
    assert_eq!(loads.iter().max().unwrap() / loads.iter().min().unwrap(), 673);
    let mut heavy: Vec<u32> = PAPER.into_iter().filter(|&load| load > 3_500).collect();
    assert_eq!(heavy.len(), 20);
    heavy.sort_unstable();
    // Fifteen slots for twenty: the ten lightest share five, the lightest with the heaviest of them.
    assert_eq!((0..5).map(|i| heavy[i] + heavy[9 - i]).max(), Some(7_700));
}

#[test]
fn files_are_shares_of_the_movies_and_repeatable() {
    let options = MovieOptions { movies: 1_000, files: 3, ..MovieOptions::default() };
    let files = generate(&options);
    let lines: Vec<usize> = files.iter().map(|file| file.lines().count()).collect();
    assert_eq!(lines, [333, 333, 334]);
    assert_eq!(files, generate(&options));
    assert_ne!(files, generate(&MovieOptions { seed: 2, ..options }));
}

#[test]
fn sorted_movies_rise() {
    let options = MovieOptions { movies: 4_000, files: 4, order: Order::Sorted, ..MovieOptions::default() };
    let files: Vec<Vec<u64>> = generate(&options).iter().map(|file| histogram(file)).collect();
    for pair in files.windows(2) {
        let last = pair[0].iter().rposition(|&load| load > 0).unwrap();
        let first = pair[1].iter().position(|&load| load > 0).unwrap();
        assert!(last <= first);
    }
}

#[test]
fn drift_mirrors_the_averages_in_the_end() {
    let options = MovieOptions { movies: 20_000, files: 10, order: Order::Drift, ..MovieOptions::default() };
    let files = generate(&options);
    let mean = |file: &String| {
        let bins = histogram(file);
        let sum: u64 = bins.iter().enumerate().map(|(bin, load)| bin as u64 * load).sum();
        sum as f64 / bins.iter().sum::<u64>() as f64
    };
    assert!(mean(&files[0]) - mean(&files[9]) > 5.0);
}

#[test]
fn clusters_have_a_bin_of_their_own() {
    let options = MovieOptions { movies: BLOCK, order: Order::Clustered, ..MovieOptions::default() };
    let bins = histogram(&generate(&options).concat());
    assert!(*bins.iter().max().unwrap() > BLOCK * 2 / 5);
}

#[test]
fn a_movie_with_one_rating_is_possible() {
    let options = MovieOptions { movies: 100, ratings: 1, ..MovieOptions::default() };
    assert_eq!(generate(&options).concat().lines().count(), 100);
    assert!(Movies::new(MovieOptions { ratings: 0, ..MovieOptions::default() }).is_err());
}
