//! Draws from any discrete distribution in constant time (Walker's alias method, Vose's tables).

use crate::random::Random;

/// A distribution over 0…n−1, ready to be drawn from.
#[derive(Clone, Debug)]
pub struct Alias(Vec<Column>);

/// A column of the table: `own` with a chance of `keep` / 2³², else `other`.
#[derive(Clone, Copy, Debug)]
struct Column {
    keep: u32,
    other: u32,
}

impl Alias {
    /// The distribution of these weights, which are not negative and not all zero.
    pub fn new(weights: &[f64]) -> Self {
        let n = weights.len();
        let scale = n as f64 / weights.iter().sum::<f64>();
        let mut left: Vec<f64> = weights.iter().map(|w| w * scale).collect();
        let (mut small, mut large): (Vec<u32>, Vec<u32>) =
            (0..n as u32).partition(|&i| left[i as usize] < 1.0);
        let mut columns: Vec<Column> = (0..n as u32).map(|i| Column { keep: u32::MAX, other: i }).collect();
        while let (Some(s), Some(&l)) = (small.pop(), large.last()) {
            let share = left[s as usize];
            columns[s as usize] = Column { keep: (share * 2_f64.powi(32)) as u32, other: l };
            left[l as usize] -= 1.0 - share;
            if left[l as usize] < 1.0 {
                large.pop();
                small.push(l);
            }
        }
        Self(columns)
    }

    /// Draws one.
    #[inline]
    pub fn draw(&self, random: &mut Random) -> u32 {
        let bits = random.next_u64();
        let index = (((bits >> 32) * self.0.len() as u64) >> 32) as u32;
        let column = self.0[index as usize];
        if (bits as u32) < column.keep { index } else { column.other }
    }
}

/// The weights of Zipf's law: 1/rankˢ.
pub fn zipf(n: usize, s: f64) -> Vec<f64> {
    mandelbrot(n, s, 0.0)
}

/// The weights of Zipf's law as Mandelbrot mended it: 1/(rank + offset)ˢ, flatter at the head as natural text is.
pub fn mandelbrot(n: usize, s: f64, offset: f64) -> Vec<f64> {
    (1..=n).map(|rank| (rank as f64 + offset).powf(-s)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_follow_the_weights() {
        let weights = [0.5, 0.0, 3.0, 1.0, 0.5];
        let alias = Alias::new(&weights);
        let mut random = Random::new(3);
        let mut counts = [0_u32; 5];
        for _ in 0..100_000 {
            counts[alias.draw(&mut random) as usize] += 1;
        }
        for (count, weight) in counts.iter().zip(weights) {
            assert!((f64::from(*count) / 100_000.0 - weight / 5.0).abs() < 0.01, "{counts:?}");
        }
        assert_eq!(counts[1], 0);
    }

    #[test]
    fn a_single_outcome_always_comes() {
        assert_eq!(Alias::new(&[2.0]).draw(&mut Random::new(1)), 0);
    }
}
