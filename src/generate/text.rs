//! Text as Word-Count, Term-Vector and Inverted-Index read it: Zipf words in documents of uneven size.
//!
//! The words' frequencies are the key distribution of the first and the last job, the documents'
//! sizes that of Term-Vector.

use super::alias::{Alias, mandelbrot, zipf};
use super::order::Order;
use super::vocabulary::Vocabulary;
use crate::random::{Random, mix};
use std::io::{self, Write};
use std::ops::Range;

/// What text to generate.
#[derive(Clone, Debug)]
pub struct TextOptions {
    /// Size of all files together, in bytes; each ends with a whole word, so some may be a few bytes longer.
    pub bytes: u64,
    /// Number of files, of equal size.
    pub files: u32,
    /// Number of different words.
    pub words: u32,
    /// The s of Zipf's law for words.
    pub exponent: f64,
    /// Mandelbrot's offset: the word of rank r has the weight 1/(r + offset)ˢ. Natural text is near 2.7.
    pub offset: f64,
    /// Which word has which rank: the hash of the frequent words decides how uneven stock Hadoop is.
    pub vocabulary: u64,
    /// Number of documents.
    pub documents: u32,
    /// How large documents are.
    pub sizes: Sizes,
    /// Whether each line begins with the name of its document and a tab.
    pub named: bool,
    /// One file for each document, whatever `files` says.
    pub file_each: bool,
    /// Length of a line in bytes, about.
    pub line: u32,
    /// How words are spread over the input.
    pub order: Order,
    /// Decides everything that the other options leave open.
    pub seed: u64,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            bytes: 1 << 20,
            files: 1,
            words: 100_000,
            exponent: 1.0,
            offset: 0.0,
            vocabulary: 1,
            documents: 1_000,
            sizes: Sizes::LogNormal(1.0),
            named: false,
            file_each: false,
            line: 400,
            order: Order::Homogeneous,
            seed: 1,
        }
    }
}

impl TextOptions {
    fn weights(&self) -> Vec<f64> {
        mandelbrot(self.words as usize, self.exponent, self.offset)
    }
}

/// The distribution of document sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sizes {
    /// All the same.
    Equal,
    /// 1/rankˢ, in random order.
    Zipf(f64),
    /// The logarithm is normal with this deviation.
    LogNormal(f64),
}

/// Text that is ready to be written, file by file, in any order.
#[derive(Debug)]
pub struct Text {
    options: TextOptions,
    vocabulary: Vocabulary,
    words: Alias,
    /// Where each document ends, in bytes from the beginning of the first file.
    ends: Vec<u64>,
    arranged: Arranged,
}

/// What an order needs besides the distribution.
#[derive(Debug)]
enum Arranged {
    Plain,
    /// Words in order, and where each ends in the input.
    Sorted(Vec<u32>, Vec<u64>),
    /// The rank that each rank turns into.
    Drift(Vec<u32>),
    Clustered,
}

/// Bytes of input that share a few words of their own when the order is clustered.
const BLOCK: u64 = 1 << 16;
/// How many words those are.
const TOPIC: u64 = 8;
/// Bytes collected before they are written.
const BUFFER: usize = 1 << 16;

impl Text {
    /// Prepares what the options ask for.
    ///
    /// # Errors
    /// If there is no word, no document or no file, or too many words; if a number of a distribution is out of range.
    pub fn new(options: TextOptions) -> Result<Self, String> {
        if options.words == 0 || options.words > super::vocabulary::MOST_WORDS {
            return Err(format!("words must be 1 to {}", super::vocabulary::MOST_WORDS));
        }
        if options.documents == 0 || options.files == 0 || options.line == 0 {
            return Err("documents, files and line must be at least 1".into());
        }
        within("exponent", options.exponent, 20.0)?;
        within("offset", options.offset, 1e9)?;
        match options.sizes {
            Sizes::Equal => {}
            Sizes::Zipf(exponent) => within("sizes zipf", exponent, 20.0)?,
            Sizes::LogNormal(deviation) => within("sizes log-normal", deviation, 50.0)?,
        }
        let vocabulary = Vocabulary::new(options.words, options.vocabulary);
        let weights = options.weights();
        let words = Alias::new(&weights);
        let ends = document_ends(&options);
        let arranged = match options.order {
            Order::Homogeneous => Arranged::Plain,
            Order::Clustered => Arranged::Clustered,
            Order::Drift => {
                let mut other: Vec<u32> = (0..options.words).collect();
                Random::stream(options.seed, 2).shuffle(&mut other);
                Arranged::Drift(other)
            }
            Order::Sorted => {
                let ranks = vocabulary.sorted();
                let shares: Vec<f64> = ranks
                    .iter()
                    .map(|&rank| weights[rank as usize] * vocabulary.spaced(rank).1 as f64)
                    .collect();
                let ends = cumulate(&shares, options.bytes);
                Arranged::Sorted(ranks, ends)
            }
        };
        Ok(Self { options, vocabulary, words, ends, arranged })
    }

    /// How many files there are.
    pub fn files(&self) -> u32 {
        if self.options.file_each { self.options.documents } else { self.options.files }
    }

    /// What a file of this number is called: its document, where each has a file of its own.
    pub fn file_name(&self, file: u32) -> String {
        if self.options.file_each { document_name(file) } else { format!("text-{file:05}") }
    }

    /// Writes a file; how many bytes it has. Files depend on nothing but the options and their number.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write(&self, file: u32, out: &mut impl Write) -> io::Result<u64> {
        let range = self.range(file);
        let mut random = Random::stream(self.options.seed, 16 + u64::from(file));
        let mut buffer = Vec::with_capacity(BUFFER + self.options.line as usize + 64);
        let mut written = 0;
        let mut at = range.start;
        let mut document = self.ends.partition_point(|&end| end <= at);
        while at < range.end {
            let end = range.end.min(self.ends[document]);
            while at < end {
                let begin = buffer.len();
                let length = u64::from(self.options.line).min(end - at) as usize;
                if self.options.named {
                    buffer.extend_from_slice(document_name(document as u32).as_bytes());
                    buffer.push(b'\t');
                }
                self.fill(at, begin + length, &mut random, &mut buffer);
                at += (buffer.len() - begin) as u64;
                if buffer.len() >= BUFFER {
                    written += buffer.len() as u64;
                    out.write_all(&buffer)?;
                    buffer.clear();
                }
            }
            document = (document + 1).min(self.ends.len() - 1);
        }
        out.write_all(&buffer)?;
        Ok(written + buffer.len() as u64)
    }

    /// The load of each of `m` reducers of a stock Word-Count, as a share of the whole.
    pub fn stock_shares(&self, m: u32) -> Vec<f64> {
        let weights = self.options.weights();
        let sum: f64 = weights.iter().sum();
        self.vocabulary.stock_loads(&weights, m).into_iter().map(|load| load / sum).collect()
    }

    fn range(&self, file: u32) -> Range<u64> {
        if self.options.file_each {
            let end = |file: u32| self.ends[file as usize];
            return file.checked_sub(1).map_or(0, end)..end(file);
        }
        let at = |file: u32| {
            (u128::from(self.options.bytes) * u128::from(file) / u128::from(self.options.files)) as u64
        };
        at(file)..at(file + 1)
    }

    /// Adds words until the buffer is `full` bytes long or a little longer, then ends the line.
    fn fill(&self, at: u64, full: usize, random: &mut Random, buffer: &mut Vec<u8>) {
        let length = buffer.len();
        match &self.arranged {
            Arranged::Plain => self.words(full, buffer, || self.words.draw(random)),
            Arranged::Drift(other) => {
                let share = at as f64 / self.options.bytes as f64;
                let limit = (share * f64::from(u32::MAX)) as u32;
                self.words(full, buffer, || {
                    let rank = self.words.draw(random);
                    if (random.next_u64() as u32) < limit { other[rank as usize] } else { rank }
                });
            }
            Arranged::Clustered => {
                let block = mix(self.options.seed ^ ((at / BLOCK) << 20));
                self.words(full, buffer, || {
                    let bits = random.next_u64();
                    if bits & 1 == 0 {
                        let word = mix(block.wrapping_add((bits >> 1) % TOPIC));
                        (word % u64::from(self.options.words)) as u32
                    } else {
                        self.words.draw(random)
                    }
                });
            }
            Arranged::Sorted(ranks, ends) => {
                let mut next = ends.partition_point(|&end| end <= at).min(ranks.len() - 1);
                let mut position = at;
                self.words(full, buffer, || {
                    while next + 1 < ranks.len() && ends[next] <= position {
                        next += 1;
                    }
                    let rank = ranks[next];
                    position += self.vocabulary.spaced(rank).1 as u64;
                    rank
                });
            }
        }
        if buffer.len() > length {
            buffer.pop();
        }
        buffer.push(b'\n');
    }

    #[inline]
    fn words(&self, full: usize, buffer: &mut Vec<u8>, mut draw: impl FnMut() -> u32) {
        let mut at = buffer.len();
        buffer.resize(full.max(at) + 8, 0);
        loop {
            let (bytes, length) = self.vocabulary.spaced(draw());
            buffer[at..at + 8].copy_from_slice(&bytes);
            at += length;
            if at >= full {
                break;
            }
        }
        buffer.truncate(at);
    }
}

/// Refuses numbers whose weights would be no numbers, or all zero.
fn within(name: &str, found: f64, most: f64) -> Result<(), String> {
    if (0.0..=most).contains(&found) {
        return Ok(());
    }
    Err(format!("{name}: expected a number from 0 to {most}, found {found}"))
}

fn document_name(document: u32) -> String {
    format!("doc-{document:06}")
}

fn document_ends(options: &TextOptions) -> Vec<u64> {
    let mut random = Random::stream(options.seed, 1);
    let count = options.documents as usize;
    let weights = match options.sizes {
        Sizes::Equal => vec![1.0; count],
        Sizes::Zipf(s) => {
            let mut weights = zipf(count, s);
            random.shuffle(&mut weights);
            weights
        }
        Sizes::LogNormal(deviation) => (0..count).map(|_| (deviation * random.normal()).exp()).collect(),
    };
    cumulate(&weights, options.bytes)
}

/// Where each part ends if `total` is shared by weight.
fn cumulate(weights: &[f64], total: u64) -> Vec<u64> {
    let scale = total as f64 / weights.iter().sum::<f64>();
    let mut sum = 0.0;
    let mut ends: Vec<u64> = weights
        .iter()
        .map(|weight| {
            sum += weight * scale;
            (sum as u64).min(total)
        })
        .collect();
    if let Some(last) = ends.last_mut() {
        *last = total;
    }
    ends
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
