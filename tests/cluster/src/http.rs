//! One HTTP request on loopback, enough to ask a daemon whether it is ready.

use crate::error::{Context, Error, Result};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A reply: its status and its body.
#[derive(Debug, Clone)]
pub struct Reply {
    /// For example 200.
    pub status: u16,
    /// The body, as text.
    pub body: String,
}

/// Where a daemon's page is served, from its address as a status gives it.
pub fn address(url: &str) -> Result<SocketAddr> {
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    host.parse().map_err(|e| Error::new(format!("{url}: {e}")))
}

/// Asks `address` for `path`.
pub fn get(address: SocketAddr, path: &str) -> Result<Reply> {
    let limit = Duration::from_secs(10);
    let mut stream = TcpStream::connect_timeout(&address, limit).context(address)?;
    stream.set_read_timeout(Some(limit))?;
    stream.set_write_timeout(Some(limit))?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).context(address)?;
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text
        .split_once("\r\n\r\n")
        .ok_or_else(|| Error::new(format!("{address}{path}: not an HTTP reply")))?;
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|s| s.parse().ok())
        .ok_or_else(|| Error::new(format!("{address}{path}: no status in {head:?}")))?;
    Ok(Reply { status, body: body.to_string() })
}
