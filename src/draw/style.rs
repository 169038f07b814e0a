//! The shared look of pictures and pages.

/// CSS of every picture and page: light, dark, phone and print. It names no outside resource.
pub const STYLE: &str = include_str!("style.css");
