//! A headless Chromium, spoken to over its DevTools protocol: just enough to test a page.
//!
//! ```no_run
//! let browser = evenkeel_browser::Browser::launch()?;
//! let mut page = browser.page()?;
//! page.open("file:///tmp/report.html")?;
//! assert_eq!(page.eval("document.title")?, "WordCount");
//! assert!(page.complaints().is_empty());
//! # Ok::<(), evenkeel_browser::Error>(())
//! ```
#![deny(missing_docs)]

mod base64;
mod launch;
mod page;
mod socket;

pub use launch::Browser;
pub use page::Page;

/// Whatever went wrong, in words.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
/// See [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
