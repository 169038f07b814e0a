//! `evenkeel generate text` and `movies`: input for jobs, to standard output or into a folder.

use super::Failure;
use super::progress::Progress;
use crate::generate::Order;
use crate::generate::movies::{MovieOptions, Movies, Shape};
use crate::generate::text::{Sizes, Text, TextOptions};
use clap::{Args, ValueEnum};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

/// Where generated files go.
#[derive(Debug, Args)]
struct Target {
    /// Folder to write files into; without it, everything goes to standard output
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Number of files, of equal size
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    files: u32,
    /// Threads to write files with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Text: Zipf words in documents of uneven size.
#[derive(Debug, Args)]
pub(super) struct TextArguments {
    #[command(flatten)]
    target: Target,
    /// Size of all files together, in bytes; k, M and G are allowed
    #[arg(long, default_value = "10M", value_parser = size)]
    size: u64,
    /// Number of different words
    #[arg(long, default_value_t = 100_000)]
    words: u32,
    /// The s of Zipf's law for words, from 0 to 20
    #[arg(long, default_value_t = 1.0, allow_negative_numbers = true)]
    exponent: f64,
    /// Mandelbrot's offset, which flattens the head of Zipf's law; natural text is near 2.7
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    offset: f64,
    /// Which word has which rank, and so which hash
    #[arg(long, default_value_t = 1)]
    vocabulary: u64,
    /// Number of documents
    #[arg(long, default_value_t = 1_000)]
    documents: u32,
    /// Sizes of documents: equal, zipf:S or log-normal:DEVIATION
    #[arg(long, default_value = "log-normal:1", value_parser = sizes)]
    sizes: Sizes,
    /// Begin each line with the name of its document and a tab
    #[arg(long)]
    named: bool,
    /// Write one file for each document
    #[arg(long)]
    file_each: bool,
    /// Length of a line in bytes, about
    #[arg(long, default_value_t = 400)]
    line: u32,
    /// How words are spread over the input: homogeneous, sorted, drift or clustered
    #[arg(long, default_value_t = Order::Homogeneous)]
    order: Order,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Movies with ratings: `movieId:user_rating,…`.
#[derive(Debug, Args)]
pub(super) struct MovieArguments {
    #[command(flatten)]
    target: Target,
    /// Number of movies
    #[arg(long, default_value = "100k", value_parser = size)]
    movies: u64,
    /// Ratings of a movie, on average (ten bytes each)
    #[arg(long, default_value_t = 60)]
    ratings: u32,
    /// Distribution of average ratings
    #[arg(long, value_enum, default_value_t = ShapeName::Normal)]
    shape: ShapeName,
    /// How averages are spread over the input: homogeneous, sorted, drift or clustered
    #[arg(long, default_value_t = Order::Homogeneous)]
    order: Order,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ShapeName {
    /// 95 % normal around 3.2, 5 % uniform
    Normal,
    /// Loads that meet all that the paper prints of HM_S
    Paper,
    /// All averages alike
    Uniform,
}

pub(super) fn text(arguments: &TextArguments) -> Result<(), Failure> {
    let text = Text::new(TextOptions {
        bytes: arguments.size,
        files: arguments.target.files,
        words: arguments.words,
        exponent: arguments.exponent,
        offset: arguments.offset,
        vocabulary: arguments.vocabulary,
        documents: arguments.documents,
        sizes: arguments.sizes,
        named: arguments.named,
        file_each: arguments.file_each,
        line: arguments.line,
        order: arguments.order,
        seed: arguments.seed,
    })
    .map_err(|reason| Failure::Input { path: "generate text".into(), reason })?;
    let write = |file: u32, mut out: &mut dyn Write| text.write(file, &mut out);
    arguments.target.write(text.files(), &|file| text.file_name(file), &write)
}

pub(super) fn movies(arguments: &MovieArguments) -> Result<(), Failure> {
    let movies = Movies::new(MovieOptions {
        movies: arguments.movies,
        files: arguments.target.files,
        ratings: arguments.ratings,
        shape: match arguments.shape {
            ShapeName::Normal => Shape::Normal,
            ShapeName::Paper => Shape::Paper,
            ShapeName::Uniform => Shape::Uniform,
        },
        order: arguments.order,
        seed: arguments.seed,
    })
    .map_err(|reason| Failure::Input { path: "generate movies".into(), reason })?;
    let write = |file: u32, mut out: &mut dyn Write| movies.write(file, &mut out);
    arguments.target.write(movies.files(), &|file| movies.file_name(file), &write)
}

type WriteFile<'a> = &'a (dyn Fn(u32, &mut dyn Write) -> io::Result<u64> + Sync);

impl Target {
    fn write(
        &self,
        files: u32,
        name: &(dyn Fn(u32) -> String + Sync),
        write: WriteFile<'_>,
    ) -> Result<(), Failure> {
        let Some(folder) = &self.out else {
            // Data on a terminal are a sign of life themselves.
            let progress = (!io::stdout().is_terminal()).then(|| Progress::start(files.into()));
            let mut out = io::stdout().lock();
            for file in 0..files {
                progress.iter().for_each(|progress| progress.step(file as usize, "generating"));
                write(file, &mut out)?;
            }
            return Ok(out.flush()?);
        };
        fs::create_dir_all(folder).map_err(|error| Failure::file(&folder.to_string_lossy(), error))?;
        let start = Instant::now();
        let (next, bytes) = (AtomicU32::new(0), AtomicU64::new(0));
        let (done, progress) = (AtomicU32::new(0), Progress::start(files.into()));
        let work = || -> Result<(), Failure> {
            loop {
                let file = next.fetch_add(1, Ordering::Relaxed);
                if file >= files {
                    return Ok(());
                }
                bytes.fetch_add(write_file(&folder.join(name(file)), file, write)?, Ordering::Relaxed);
                progress.step(done.fetch_add(1, Ordering::Relaxed) as usize + 1, "files");
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads.min(files)).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a generator never panics"))
        })?;
        drop(progress);
        let (bytes, seconds) = (bytes.into_inner(), start.elapsed().as_secs_f64());
        let rate = bytes as f64 / 1e6 / seconds.max(1e-9);
        log::info!("{bytes} bytes in {files} files, {seconds:.2} s, {rate:.0} MB/s");
        Ok(())
    }
}

fn write_file(path: &Path, file: u32, write: WriteFile<'_>) -> Result<u64, Failure> {
    File::create(path)
        .and_then(|mut out| write(file, &mut out))
        .map_err(|error| Failure::file(&path.to_string_lossy(), error))
}

/// Reads `12`, `12k`, `12M` or `12G`.
fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1_000),
        Some((at, 'M')) => (&text[..at], 1_000_000),
        Some((at, 'G')) => (&text[..at], 1_000_000_000),
        _ => (text, 1),
    };
    let number: u64 = number.parse().map_err(|_| "expected a number, or one with k, M or G".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "too large".to_owned())
}

/// Reads `equal`, `zipf:1.0` or `log-normal:1.5`.
fn sizes(text: &str) -> Result<Sizes, String> {
    let expected = || "expected equal, zipf:S or log-normal:DEVIATION".to_owned();
    if text == "equal" {
        return Ok(Sizes::Equal);
    }
    let (name, number) = text.split_once(':').ok_or_else(expected)?;
    let number: f64 = number.parse().map_err(|_| expected())?;
    match name {
        "zipf" => Ok(Sizes::Zipf(number)),
        "log-normal" => Ok(Sizes::LogNormal(number)),
        _ => Err(expected()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("12"), Ok(12));
        assert_eq!(size("3k"), Ok(3_000));
        assert_eq!(size("2G"), Ok(2_000_000_000));
        assert!(size("M").is_err() && size("").is_err() && size("99999999999999G").is_err());
    }

    #[test]
    fn document_sizes_have_names() {
        assert_eq!(sizes("equal"), Ok(Sizes::Equal));
        assert_eq!(sizes("zipf:1.5"), Ok(Sizes::Zipf(1.5)));
        assert_eq!(sizes("log-normal:2"), Ok(Sizes::LogNormal(2.0)));
        assert!(sizes("gauss:1").is_err() && sizes("zipf").is_err());
    }

    #[test]
    fn files_are_the_same_with_any_number_of_threads() {
        let folder = std::env::temp_dir().join(format!("evenkeel-data-{}", std::process::id()));
        let written = |threads: u32| {
            let out = folder.join(threads.to_string());
            let target = Target { out: Some(out.clone()), files: 5, threads };
            let movies =
                Movies::new(MovieOptions { movies: 50, files: 5, ..MovieOptions::default() }).unwrap();
            let write = |file: u32, mut out: &mut dyn Write| movies.write(file, &mut out);
            target.write(5, &|file| movies.file_name(file), &write).unwrap();
            (0..5).map(|file| fs::read(out.join(movies.file_name(file))).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(written(1), written(3));
        fs::remove_dir_all(&folder).unwrap();
    }
}
