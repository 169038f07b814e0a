//! Seeded generators: the same seed gives the same output on every machine.

mod instances;
mod random;

pub use instances::{Kind, instance};
pub use random::Random;
