//! What is run: a job, its data, with or without its combiner.

use evenkeel::generate::Order;
use evenkeel::generate::movies::{MovieOptions, Shape};
use evenkeel::generate::text::{Sizes, TextOptions};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// A job of the paper's evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Job {
    /// WC.
    WordCount,
    /// TV.
    TermVector,
    /// II.
    InvertedIndex,
    /// HM.
    HistogramMovies,
}

impl Job {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::WordCount, Self::TermVector, Self::InvertedIndex, Self::HistogramMovies];

    /// Its name in the jar of jobs.
    pub fn name(self) -> &'static str {
        match self {
            Self::WordCount => "wordcount",
            Self::TermVector => "termvector",
            Self::InvertedIndex => "invertedindex",
            Self::HistogramMovies => "histogrammovies",
        }
    }

    /// The paper's short name.
    pub fn short(self) -> &'static str {
        match self {
            Self::WordCount => "WC",
            Self::TermVector => "TV",
            Self::InvertedIndex => "II",
            Self::HistogramMovies => "HM",
        }
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Job {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let job = Self::ALL.into_iter().find(|job| job.name() == name || job.short() == name);
        job.ok_or_else(|| "expected wordcount, termvector, invertedindex or histogrammovies".to_owned())
    }
}

/// How much data.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Bytes of text.
    pub text: u64,
    /// Number of movies.
    pub movies: u64,
    /// Number of files, a map each.
    pub maps: u32,
}

/// The data of a case.
#[derive(Debug, Clone)]
pub enum Input {
    /// Generated text.
    Text(TextOptions),
    /// Generated movies.
    Movies(MovieOptions),
    /// A folder of somebody's own files.
    Folder(PathBuf),
}

/// A job with its data.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its name in tables.
    pub name: String,
    /// The job.
    pub job: Job,
    /// Its data; equal keys share one copy.
    pub data: String,
    /// How the data is made.
    pub input: Input,
    /// With its combiner.
    pub combiner: bool,
}

/// The seed of the vocabulary with which stock's largest load is 1.3464 × the mean on 15 reducers, as in the
/// paper's WC_S (10,488,733 for 7,789,497).
pub const VOCABULARY: u64 = 508;

/// Ratings of a movie, on average.
pub const RATINGS: u32 = 42;

impl Case {
    /// A job on data of this size, skewed as the paper's is.
    pub fn new(job: Job, size: Size) -> Self {
        let text = TextOptions {
            bytes: size.text,
            files: size.maps,
            words: 100_000,
            exponent: 1.0,
            offset: 2.7,
            vocabulary: VOCABULARY,
            ..TextOptions::default()
        };
        let documents =
            TextOptions { documents: 600, sizes: Sizes::LogNormal(1.0), named: true, ..text.clone() };
        let (data, input) = match job {
            Job::WordCount => ("text", Input::Text(text)),
            Job::TermVector | Job::InvertedIndex => ("documents", Input::Text(documents)),
            Job::HistogramMovies => (
                "movies",
                Input::Movies(MovieOptions {
                    movies: size.movies,
                    files: size.maps,
                    ratings: RATINGS,
                    ..MovieOptions::default()
                }),
            ),
        };
        Self { name: job.short().to_owned(), job, data: data.to_owned(), input, combiner: true }
    }

    /// With keys spread this way over the input.
    pub fn ordered(mut self, by: Order) -> Self {
        match &mut self.input {
            Input::Text(options) => options.order = by,
            Input::Movies(options) => options.order = by,
            Input::Folder(_) => {}
        }
        self
    }

    /// With data on which hashing is as good as anything.
    pub fn uniform(mut self) -> Self {
        match &mut self.input {
            Input::Text(options) => {
                options.exponent = 0.0;
                options.documents = 20_000;
                options.sizes = Sizes::Equal;
            }
            Input::Movies(options) => options.shape = Shape::Uniform,
            Input::Folder(_) => {}
        }
        self
    }

    /// With this many ratings a movie: the fewer there are, the less a map reads for each pair that it emits.
    pub fn ratings(mut self, mean: u32) -> Self {
        if let Input::Movies(options) = &mut self.input {
            options.ratings = mean;
        }
        self
    }

    /// With text of which one word is more than half: no schedule can split it.
    pub fn hot(mut self) -> Self {
        if let Input::Text(options) = &mut self.input {
            (options.exponent, options.offset) = (2.0, 0.0);
        }
        self
    }

    /// On files of somebody's own, if it is a text job and there are any.
    pub fn input(mut self, folder: Option<PathBuf>) -> Self {
        if let (Some(folder), Input::Text(_)) = (folder, &self.input) {
            self.data = "own".to_owned();
            self.input = Input::Folder(folder);
        }
        self
    }

    /// With its combiner or without.
    pub fn combiner(mut self, on: bool) -> Self {
        self.combiner = on;
        self
    }

    /// The properties that the job needs for its data.
    pub fn properties(&self) -> Vec<(&'static str, String)> {
        let mut properties = vec![("puma.combiner", self.combiner.to_string())];
        let named = matches!(&self.input, Input::Text(options) if options.named);
        if matches!(self.job, Job::TermVector | Job::InvertedIndex) && named {
            properties.push(("puma.document", "field".to_owned()));
        }
        if self.job == Job::HistogramMovies {
            properties.push(("puma.histogram.width", "0.05".to_owned()));
        }
        properties
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evenkeel::generate::text::Text;

    #[test]
    fn word_count_is_as_skewed_as_the_papers() {
        let size = Size { text: 1000, movies: 10, maps: 1 };
        let Input::Text(options) = Case::new(Job::WordCount, size).input else { panic!("text expected") };
        let shares = Text::new(options).unwrap().stock_shares(15);
        let most = shares.iter().copied().fold(0.0, f64::max) * 15.0;
        assert!((most - 10_488_733.0 / 7_789_497.0).abs() < 0.001, "{most}");
    }

    #[test]
    fn a_hot_word_is_most_of_its_text() {
        let size = Size { text: 1000, movies: 10, maps: 1 };
        let Input::Text(options) = Case::new(Job::WordCount, size).hot().input else {
            panic!("text expected")
        };
        let shares = Text::new(options).unwrap().stock_shares(15);
        assert!(shares.iter().copied().fold(0.0, f64::max) > 0.5, "{shares:?}");
    }
}
