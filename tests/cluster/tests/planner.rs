//! The four PUMA jobs of the paper, balanced by pairs and by bytes: the table that the reducers used is the one that
//! the Rust planner gives for the pairs that the data has, counted here (Section 4 of the paper).

use evenkeel::random::Random;
use evenkeel_cluster::differential::puma;
use evenkeel_cluster::truth::{self, Load, Truth};
use evenkeel_cluster::{Job, PARTITIONER, fixture};

const GROUPS: usize = 128;
const SLOTS: u32 = 4;
const FILES: usize = 3;
/// Bins of this width are the paper's 80 operations.
const WIDTH: f32 = 0.05;

type Pair = (i32, Vec<u8>, usize);

/// A job of the suite: its name, its input, and what it makes of a line.
struct Puma {
    name: &'static str,
    files: fn(usize) -> String,
    pairs: fn(&str) -> Vec<Pair>,
}

const JOBS: [Puma; 4] = [
    Puma {
        name: "wordcount",
        files: documents,
        pairs: |line| line.split_whitespace().map(|word| pair(truth::text(word), 4)).collect(),
    },
    Puma {
        name: "termvector",
        files: documents,
        pairs: |line| {
            let (document, words) = line.split_once('\t').unwrap();
            // The value is `word:1`, with its length before it.
            words.split_whitespace().map(|w| pair(truth::text(document), w.len() + 3)).collect()
        },
    },
    Puma {
        name: "invertedindex",
        files: documents,
        pairs: |line| {
            let (document, words) = line.split_once('\t').unwrap();
            words.split_whitespace().map(|w| pair(truth::text(w), document.len() + 1)).collect()
        },
    },
    Puma { name: "histogrammovies", files: movies, pairs: |line| vec![pair(truth::float(bin(line)), 4)] },
];

fn pair((hash, key): (i32, Vec<u8>), value: usize) -> Pair {
    (hash, key, value)
}

/// Lines `document TAB words`: a few documents and a few words have most of the pairs.
fn documents(file: usize) -> String {
    let mut random = Random::new(file as u64);
    let mut out = String::new();
    for _ in 0..600 {
        out += &format!("host{}\t", (1.0 / (random.unit() + 0.005)) as u32);
        for _ in 0..7 {
            out += &format!("w{} ", (1.0 / (random.unit() + 0.002)) as u32);
        }
        out += "\n";
    }
    out
}

/// Lines `movie:user_rating,…`, most averages near 3.
fn movies(file: usize) -> String {
    let mut random = Random::new(100 + file as u64);
    let mut out = String::new();
    for movie in 0..1500 {
        out += &format!("{movie}:");
        let liked = random.unit();
        for user in 0..25 {
            let rating = 1 + ((liked + 3.0 * random.unit()) * 1.25) as u32;
            out += &format!("{}{user}_{}", if user > 0 { "," } else { "" }, rating.min(5));
        }
        out += "\n";
    }
    out
}

/// The upper end of the bin that a movie's average falls in.
fn bin(movie: &str) -> f32 {
    let ratings: Vec<u32> =
        movie.split(',').map(|r| r.rsplit_once('_').unwrap().1.parse().unwrap()).collect();
    let average = ratings.iter().sum::<u32>() as f32 / ratings.len() as f32;
    let whole = (average as u32).min(4) as f32;
    let bins = (1.0 / WIDTH).round() as u32;
    let bin = (1..bins).find(|b| average - whole < WIDTH * *b as f32).unwrap_or(bins);
    whole + WIDTH * bin as f32
}

impl Puma {
    fn truth(&self) -> Truth {
        let mut truth = Truth::new(GROUPS);
        for file in 0..FILES {
            let pairs: Vec<Pair> = (self.files)(file).lines().flat_map(self.pairs).collect();
            truth.map(pairs.iter().map(|(hash, key, value)| (*hash, key.as_slice(), *value)));
        }
        truth
    }

    fn job(&self, input: &str, load: Load) -> Job {
        puma(self.name)
            .arg(input)
            .arg(fixture::path("out"))
            .conf("mapred.partitioner.class", PARTITIONER)
            .conf("mapred.reduce.tasks", SLOTS)
            .conf("mapred.map.tasks", 1)
            .conf("puma.combiner", false)
            .conf("puma.document", "field")
            .conf("puma.histogram.width", WIDTH)
            .conf("evenkeel.groups", GROUPS)
            .conf("evenkeel.load", load.name())
            .conf("evenkeel.prefetch", "off")
    }

    /// Runs it by each of these loads at once, on the same input.
    fn check(&self, loads: &[Load]) {
        let cluster = fixture::shared();
        let input = fixture::path("in");
        for file in 0..FILES {
            cluster.put(&format!("{input}/{file}"), (self.files)(file).as_bytes()).unwrap();
        }
        let truth = self.truth();
        assert!(truth.distinct() > 40, "{}: {} keys", self.name, truth.distinct());
        let jobs: Vec<_> =
            loads.iter().map(|load| cluster.submit(&self.job(&input, *load)).unwrap()).collect();
        for (running, load) in jobs.into_iter().zip(loads) {
            let result = running.wait().unwrap().ok().unwrap();
            truth.check(cluster, result.job(), *load, SLOTS);
        }
    }
}

#[test]
fn word_count_by_pairs() {
    JOBS[0].check(&[Load::Records]);
}

#[test]
fn term_vector_by_bytes() {
    JOBS[1].check(&[Load::Bytes]);
}

#[test]
fn inverted_index_by_bytes() {
    JOBS[2].check(&[Load::Bytes]);
}

#[test]
fn histogram_movies_by_pairs() {
    JOBS[3].check(&[Load::Records]);
}

#[test]
#[ignore = "long: make test-full"]
fn all_jobs_by_pairs_and_by_bytes() {
    for job in JOBS {
        job.check(&[Load::Records, Load::Bytes]);
    }
}
