//! Words that can be said: one to three syllables, the frequent ones short.

use crate::random::Random;

const CONSONANTS: &[u8; 20] = b"bcdfghjklmnpqrstvwxz";
const VOWELS: &[u8; 5] = b"aeiou";

/// The most words that there can be: 100 + 100² + 100³.
pub const MOST_WORDS: u32 = 1_010_100;

/// Words by rank. Each takes at most six bytes, so that one fits into a `u64` with its length.
#[derive(Clone, Debug)]
pub struct Vocabulary(Vec<u64>);

impl Vocabulary {
    /// The first `words` words of a seed; another seed gives the ranks other words.
    ///
    /// # Panics
    /// If `words` is above [`MOST_WORDS`].
    pub fn new(words: u32, seed: u64) -> Self {
        assert!(words <= MOST_WORDS, "at most {MOST_WORDS} words");
        let mut random = Random::stream(seed, 0x766f_6361);
        let mut syllables: [[[u8; 2]; 100]; 3] =
            [std::array::from_fn(|i| [CONSONANTS[i / 5], VOWELS[i % 5]]); 3];
        for place in &mut syllables {
            random.shuffle(place);
        }
        let mut table = Vec::with_capacity(words as usize);
        'all: for length in 1..=3_usize {
            for mut number in 0..100_u32.pow(length as u32) {
                if table.len() == words as usize {
                    break 'all;
                }
                let mut bytes = [b' '; 8];
                for place in 0..length {
                    let syllable = syllables[place][(number % 100) as usize];
                    bytes[2 * place..2 * place + 2].copy_from_slice(&syllable);
                    number /= 100;
                }
                bytes[7] = 2 * length as u8;
                table.push(u64::from_le_bytes(bytes));
            }
        }
        Self(table)
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The word of a rank, with a space behind it, in the first bytes; how many these are.
    #[inline]
    pub fn spaced(&self, rank: u32) -> ([u8; 8], usize) {
        let bytes = self.0[rank as usize].to_le_bytes();
        (bytes, usize::from(bytes[7]) + 1)
    }

    /// The word of a rank.
    pub fn word(&self, rank: u32) -> String {
        let (bytes, length) = self.spaced(rank);
        bytes[..length - 1].iter().map(|&b| char::from(b)).collect()
    }

    /// The ranks in the order of their words.
    pub fn sorted(&self) -> Vec<u32> {
        let mut ranks: Vec<u32> = (0..self.0.len() as u32).collect();
        ranks.sort_unstable_by_key(|&rank| {
            let (mut bytes, length) = self.spaced(rank);
            bytes[length - 1..].fill(0);
            u64::from_be_bytes(bytes)
        });
        ranks
    }

    /// The load of each of `m` reducers under the stock partitioner, if words have these weights:
    /// what Hadoop's `Text` has as its hash, without the sign, modulo m.
    pub fn stock_loads(&self, weights: &[f64], m: u32) -> Vec<f64> {
        let mut loads = vec![0.0; m as usize];
        for (rank, weight) in weights.iter().enumerate().take(self.0.len()) {
            let (bytes, length) = self.spaced(rank as u32);
            let hash = bytes[..length - 1]
                .iter()
                .fold(1_i32, |hash, &b| hash.wrapping_mul(31).wrapping_add(i32::from(b)));
            loads[((hash & i32::MAX) % m as i32) as usize] += weight;
        }
        loads
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn words_differ_and_grow_longer_with_their_rank() {
        let vocabulary = Vocabulary::new(200_000, 5);
        let words: HashSet<String> = (0..200_000).map(|rank| vocabulary.word(rank)).collect();
        assert_eq!(words.len(), 200_000);
        assert_eq!(vocabulary.word(0).len(), 2);
        assert_eq!(vocabulary.word(100).len(), 4);
        assert_eq!(vocabulary.word(199_999).len(), 6);
    }

    #[test]
    fn another_seed_is_another_language() {
        assert_ne!(Vocabulary::new(10, 1).word(3), Vocabulary::new(10, 2).word(3));
        assert_eq!(Vocabulary::new(10, 1).word(3), Vocabulary::new(20, 1).word(3));
    }

    #[test]
    fn sorted_is_the_order_of_the_words() {
        let vocabulary = Vocabulary::new(11_000, 1);
        let words: Vec<String> = vocabulary.sorted().into_iter().map(|rank| vocabulary.word(rank)).collect();
        assert!(words.is_sorted());
    }

    #[test]
    fn stock_loads_are_those_of_hadoops_hash() {
        // Text("ba").hashCode() = (31 + 98)·31 + 97 = 4096.
        let mut vocabulary = Vocabulary::new(1, 1);
        vocabulary.0[0] = u64::from_le_bytes(*b"ba     \x02");
        assert_eq!(vocabulary.stock_loads(&[2.5], 15)[4096 % 15], 2.5);
    }
}
