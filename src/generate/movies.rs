//! Movies with ratings as Histogram-Movies reads them: `movieId:user_rating,user_rating,…`.
//!
//! A movie is one pair of that job, its average rating the key. Figure 1(a) of the paper shows the
//! 80 keys of its smaller data set; [`Shape`] has two models of them.

use super::alias::Alias;
use super::order::Order;
use crate::random::{Random, mix};
use std::io::{self, Write};
use std::ops::Range;

/// What movies to generate.
#[derive(Clone, Debug)]
pub struct MovieOptions {
    /// Number of movies in all files.
    pub movies: u64,
    /// Number of files.
    pub files: u32,
    /// Ratings of a movie, on average; each has from half to one and a half times as many.
    pub ratings: u32,
    /// The distribution of average ratings.
    pub shape: Shape,
    /// How averages are spread over the input.
    pub order: Order,
    /// Decides everything that the other options leave open.
    pub seed: u64,
}

impl Default for MovieOptions {
    fn default() -> Self {
        Self {
            movies: 100_000,
            files: 1,
            ratings: 60,
            shape: Shape::Normal,
            order: Order::Homogeneous,
            seed: 1,
        }
    }
}

/// The distribution of average ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// 95 % normal with mean 3.2 and deviation 0.335, 5 % uniform from 1 to 5.
    #[default]
    Normal,
    /// Loads that meet all that the paper prints of HM_S, which is aggregates only: 80 keys, 20 of them above 3,500 pairs
    /// with 83.4 % of all, the 20 alone not below 7,700 on 15 slots, and 673 × between stock's largest and smallest load.
    Paper,
    /// All averages alike: nothing to balance but chance.
    Uniform,
}

/// Bins of the finest histogram that the jobs are asked for: width 0.05 from 1 to 5.
pub const BINS: usize = 80;

/// Pairs per bin that meet all that the paper prints of HM_S; they make 15 × 6,651.
pub const PAPER: [u32; BINS] = [
    9, 9, 11, 14, 15, 17, 19, 21, 24, 27, 31, 35, 40, 47, 54, 63, 74, 87, 102, 120, //
    142, 167, 198, 234, 278, 329, 390, 464, 543, 647, 770, 917, 1092, 1299, 3520, 3680, 3820, 3950, 4095,
    4190, //
    4240, 4330, 4470, 4870, 5235, 4590, 4390, 4280, 4210, 4175, 4020, 3880, 3750, 3600, 1301, 1093, 918, 771,
    648, 544, //
    464, 390, 329, 278, 234, 198, 167, 142, 120, 102, 87, 74, 63, 54, 47, 40, 35, 31, 27, 24,
];

/// Movies that share a bin of their own when the order is clustered.
const BLOCK: u64 = 256;
/// Bytes collected before they are written.
const BUFFER: usize = 1 << 16;
/// Users have seven digits.
const USERS: Range<u32> = 1_000_000..10_000_000;

/// Movies that are ready to be written, file by file, in any order.
#[derive(Debug)]
pub struct Movies {
    options: MovieOptions,
    bins: Alias,
    /// Share of all movies up to the end of each bin.
    ends: Vec<f64>,
    /// "0000" to "9999".
    digits: Vec<[u8; 4]>,
}

impl Movies {
    /// Prepares what the options ask for.
    ///
    /// # Errors
    /// If there is no file or no rating.
    pub fn new(options: MovieOptions) -> Result<Self, String> {
        if options.files == 0 || options.ratings == 0 {
            return Err("files and ratings must be at least 1".into());
        }
        let weights = weights(options.shape);
        let sum: f64 = weights.iter().sum();
        let mut end = 0.0;
        let ends = weights
            .iter()
            .map(|weight| {
                end += weight / sum;
                end
            })
            .collect();
        let digits =
            (0..10_000_u32).map(|n| [1000, 100, 10, 1].map(|unit| b'0' + (n / unit % 10) as u8)).collect();
        Ok(Self { options, bins: Alias::new(&weights), ends, digits })
    }

    /// How many files there are.
    pub fn files(&self) -> u32 {
        self.options.files
    }

    /// What a file of this number is called; names sort as numbers do.
    pub fn file_name(&self, file: u32) -> String {
        format!("movies-{file:05}")
    }

    /// Writes a file; how many bytes it has. Files depend on nothing but the options and their number.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write(&self, file: u32, out: &mut impl Write) -> io::Result<u64> {
        let at = |file: u32| {
            (u128::from(self.options.movies) * u128::from(file) / u128::from(self.options.files)) as u64
        };
        let mut random = Random::stream(self.options.seed, 16 + u64::from(file));
        let mut buffer = Vec::with_capacity(2 * BUFFER);
        let mut written = 0;
        for movie in at(file)..at(file + 1) {
            let bin = self.bin(movie, &mut random);
            self.line(movie + 1, bin, &mut random, &mut buffer);
            if buffer.len() >= BUFFER {
                written += buffer.len() as u64;
                out.write_all(&buffer)?;
                buffer.clear();
            }
        }
        out.write_all(&buffer)?;
        Ok(written + buffer.len() as u64)
    }

    /// The bin of a movie's average.
    fn bin(&self, movie: u64, random: &mut Random) -> usize {
        let at = movie as f64 / self.options.movies as f64;
        match self.options.order {
            Order::Sorted => self.at(at),
            Order::Clustered if random.next_u64() & 1 == 0 => {
                (mix(self.options.seed ^ ((movie / BLOCK) << 20)) % BINS as u64) as usize
            }
            // These loads are met exactly: every file has its share of each bin, by the golden section.
            Order::Homogeneous if self.options.shape == Shape::Paper => {
                self.at((movie as f64 * 0.618_033_988_749_894_9).fract())
            }
            Order::Drift if random.unit() < at => BINS - 1 - self.bins.draw(random) as usize,
            _ => self.bins.draw(random) as usize,
        }
    }

    /// The bin that holds a quantile.
    fn at(&self, share: f64) -> usize {
        self.ends.partition_point(|&end| end <= share).min(BINS - 1)
    }

    /// A movie with an average inside its bin, clear of the edges.
    fn line(&self, movie: u64, bin: usize, random: &mut Random, buffer: &mut Vec<u8>) {
        let least = self.options.ratings.div_ceil(2);
        let count = least + random.below(u64::from(self.options.ratings / 2) * 2 + 1) as u32;
        let sum = sum_inside(bin, count, random.unit());
        buffer.extend_from_slice(movie.to_string().as_bytes());
        buffer.push(b':');
        // The sum spread evenly, then half of the neighbours moved apart where both have room: the average stays.
        let (base, extra) = (sum / count, sum % count);
        let roomy = base == 2 || base == 3;
        let mut carry = random.below(u64::from(count)) as u32;
        let mut owed = 0_i32;
        for i in 0..count {
            carry += extra;
            let mut rating = base as i32;
            if carry >= count {
                carry -= count;
                rating += 1;
            }
            let bits = random.next_u64();
            if owed != 0 {
                rating -= owed;
                owed = 0;
            } else if roomy && i + 1 < count && bits & 1 == 0 {
                owed = if bits & 2 == 0 { 1 } else { -1 };
                rating += owed;
            }
            let user = USERS.start + (((bits >> 32) * u64::from(USERS.end - USERS.start)) >> 32) as u32;
            let high = self.digits[(user / 10_000) as usize];
            let low = self.digits[(user % 10_000) as usize];
            buffer.extend_from_slice(&[
                high[1],
                high[2],
                high[3],
                low[0],
                low[1],
                low[2],
                low[3],
                b'_',
                b'0' + rating as u8,
                b',',
            ]);
        }
        *buffer.last_mut().expect("a movie has a rating") = b'\n';
    }
}

/// A sum of `count` ratings whose average lies in a bin, at about `share` of its width.
fn sum_inside(bin: usize, count: u32, share: f64) -> u32 {
    const CLEAR: f64 = 1e-4;
    let low = 1.0 + bin as f64 * 0.05 + CLEAR;
    let high = 1.0 + (bin + 1) as f64 * 0.05 - CLEAR;
    let count = f64::from(count);
    let (least, most) = ((low * count).ceil(), (high * count).floor());
    let sum = if most >= least {
        // Each whole sum inside the bin is as likely as the others.
        least + ((most - least + 1.0) * share).floor()
    } else {
        // Too few ratings for any average in this bin.
        ((low + high) / 2.0 * count).round()
    };
    sum.clamp(count, 5.0 * count) as u32
}

fn weights(shape: Shape) -> Vec<f64> {
    match shape {
        Shape::Paper => PAPER.iter().map(|&load| f64::from(load)).collect(),
        Shape::Uniform => vec![1.0; BINS],
        Shape::Normal => {
            const STEPS: usize = 50;
            let density = |x: f64| (-((x - 3.2) / 0.335_f64).powi(2) / 2.0).exp();
            let step = 0.05 / STEPS as f64;
            let normal: Vec<f64> = (0..BINS)
                .map(|bin| (0..STEPS).map(|i| density(1.0 + ((bin * STEPS + i) as f64 + 0.5) * step)).sum())
                .collect();
            let sum: f64 = normal.iter().sum();
            normal.iter().map(|weight| 0.95 * weight / sum + 0.05 / BINS as f64).collect()
        }
    }
}

#[cfg(test)]
#[path = "movies_tests.rs"]
mod tests;
