//! A proxy before an HTTP server, which a script lets do harm.
//!
//! One request a connection. The script gets the request, may pass it on as often as it likes, and writes what it
//! wants to the client.

use crate::error::{Context, Result};
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Duration;

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Request {
    /// `GET` or `POST`.
    pub method: String,
    /// Path and query.
    pub path: String,
    /// The lines after the first, without those about the connection and the body's length.
    headers: Vec<String>,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// The value of a parameter of the query.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let (_, query) = self.path.split_once('?')?;
        query.split('&').find_map(|p| p.strip_prefix(name)?.strip_prefix('='))
    }

    /// Whether it asks for groups of a map's output, in our way or Hadoop's.
    pub fn is_copy(&self) -> bool {
        self.path.starts_with("/evenkeel/v1/groups") || self.path.starts_with("/mapOutput")
    }
}

/// The server behind a proxy.
#[derive(Debug)]
pub struct Upstream(RwLock<SocketAddr>);

impl Upstream {
    /// Passes a request on; the whole reply, head included.
    pub fn ask(&self, request: &Request) -> io::Result<Vec<u8>> {
        let address = *self.0.read().unwrap_or_else(|e| e.into_inner());
        let mut server = TcpStream::connect_timeout(&address, Duration::from_secs(10))?;
        server.set_read_timeout(Some(Duration::from_secs(60)))?;
        let mut head = format!("{} {} HTTP/1.0\r\n", request.method, request.path);
        for line in &request.headers {
            head += line;
            head += "\r\n";
        }
        if request.method == "POST" {
            head += &format!("Content-Length: {}\r\n", request.body.len());
        }
        head += "\r\n";
        server.write_all(head.as_bytes())?;
        server.write_all(&request.body)?;
        let mut reply = Vec::new();
        server.read_to_end(&mut reply)?;
        Ok(reply)
    }
}

/// A reply of a proxy's own.
pub fn reply(status: u16, body: &[u8]) -> Vec<u8> {
    let mut bytes =
        format!("HTTP/1.1 {status} Fault\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())
            .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

type Script = dyn Fn(&Request, &Upstream, &mut TcpStream) -> io::Result<()> + Send + Sync;

/// A proxy; it listens until it is dropped.
#[derive(Debug)]
pub struct Proxy {
    /// Where it listens.
    pub address: SocketAddr,
    upstream: Arc<Upstream>,
    over: Arc<AtomicBool>,
}

impl Proxy {
    /// Listens at `address` (port 0: any) for the server at `to`.
    pub fn start(
        address: SocketAddr,
        to: SocketAddr,
        script: impl Fn(&Request, &Upstream, &mut TcpStream) -> io::Result<()> + Send + Sync + 'static,
    ) -> Result<Self> {
        let listener = TcpListener::bind(address).context(address)?;
        let address = listener.local_addr()?;
        let upstream = Arc::new(Upstream(RwLock::new(to)));
        let over = Arc::new(AtomicBool::new(false));
        let script: Arc<Script> = Arc::new(script);
        let (behind, ended) = (upstream.clone(), over.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if ended.load(Ordering::Relaxed) {
                    return;
                }
                let (script, behind) = (script.clone(), behind.clone());
                std::thread::spawn(move || serve(client, &script, &behind));
            }
        });
        Ok(Self { address, upstream, over })
    }

    /// Passes a request on by itself; what the server says.
    pub fn pass(&self, request: &Request) -> Result<Vec<u8>> {
        Ok(self.upstream.ask(request)?)
    }

    /// From now on it stands before another server.
    pub fn before(&self, to: SocketAddr) {
        *self.upstream.0.write().unwrap_or_else(|e| e.into_inner()) = to;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
    }
}

fn serve(mut client: TcpStream, script: &Arc<Script>, upstream: &Upstream) {
    let limit = Some(Duration::from_secs(60));
    let _ = client.set_read_timeout(limit).and_then(|()| client.set_write_timeout(limit));
    if let Ok(request) = read(&mut client) {
        // A client that went away, or a server that is dead: the connection ends.
        let _ = script(&request, upstream, &mut client);
    }
    let _ = client.shutdown(Shutdown::Both);
}

fn read(client: &mut TcpStream) -> io::Result<Request> {
    let mut bytes = Vec::new();
    let mut byte = [0u8; 1];
    while !bytes.ends_with(b"\r\n\r\n") {
        client.read_exact(&mut byte)?;
        bytes.push(byte[0]);
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut lines = text.split("\r\n").filter(|l| !l.is_empty());
    let first = lines.next().unwrap_or_default();
    let mut words = first.split(' ').map(str::to_string);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut length = 0;
    let mut headers = Vec::new();
    for line in lines {
        let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
        match name.as_str() {
            "content-length" => {
                length = line[name.len() + 1..].trim().parse().map_err(io::Error::other)?;
            }
            "connection" | "keep-alive" | "expect" => {}
            _ => headers.push(line.to_string()),
        }
    }
    let mut body = vec![0; length];
    client.read_exact(&mut body)?;
    Ok(Request { method, path, headers, body })
}
