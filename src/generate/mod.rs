//! Seeded generators: the same seed gives the same output on every machine.
//! For the planner, tests and benchmarks; nothing that schedules may know them.

mod alias;
mod instances;
mod maps;
pub mod movies;
mod order;
pub mod text;
pub mod vocabulary;

pub use alias::{Alias, mandelbrot, zipf};
pub use instances::{Kind, instance};
pub use maps::{JobSize, Layout, maps};
pub use order::Order;
