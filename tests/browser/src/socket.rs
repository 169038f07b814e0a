//! A WebSocket client for a browser on this machine: text messages, no extensions.

use crate::Result;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A connection.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: BufReader<TcpStream>,
}

impl Socket {
    /// Opens `ws://127.0.0.1:port/path`.
    pub(crate) fn connect(port: u16, path: &str) -> Result<Self> {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ZXZlbmtlZWwtYnJvd3Nlcg==\r\n\r\n"
        )?;
        let mut stream = BufReader::new(stream);
        let mut status = String::new();
        stream.read_line(&mut status)?;
        if !status.contains(" 101 ") {
            return Err(format!("the browser refused the connection: {status}").into());
        }
        loop {
            let mut line = String::new();
            stream.read_line(&mut line)?;
            if line.trim().is_empty() {
                return Ok(Self { stream });
            }
        }
    }

    /// Sends one text message.
    pub(crate) fn send(&mut self, text: &str) -> Result<()> {
        self.frame(0x1, text.as_bytes())
    }

    /// Waits for the next text message; answers pings.
    pub(crate) fn receive(&mut self) -> Result<String> {
        let mut message = Vec::new();
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head)?;
            let length = match head[1] & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.take()?)),
                127 => u64::from_be_bytes(self.take()?),
                short => u64::from(short),
            };
            let mut payload = Vec::new();
            (&mut self.stream).take(length).read_to_end(&mut payload)?;
            match head[0] & 0x0f {
                0x0 | 0x1 => message.extend_from_slice(&payload),
                0x8 => return Err("the browser closed the connection".into()),
                0x9 => self.frame(0xa, &payload)?,
                _ => {}
            }
            if head[0] & 0x80 != 0 && head[0] & 0x0f <= 0x1 {
                return Ok(String::from_utf8(message)?);
            }
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Clients must mask; a mask of zeros is a mask.
    fn frame(&mut self, kind: u8, payload: &[u8]) -> Result<()> {
        let mut frame = vec![0x80 | kind];
        match payload.len() {
            n if n < 126 => frame.push(0x80 | n as u8),
            n if n < 1 << 16 => {
                frame.push(0x80 | 126);
                frame.extend_from_slice(&(n as u16).to_be_bytes());
            }
            n => {
                frame.push(0x80 | 127);
                frame.extend_from_slice(&(n as u64).to_be_bytes());
            }
        }
        frame.extend_from_slice(&[0; 4]);
        frame.extend_from_slice(payload);
        Ok(self.stream.get_mut().write_all(&frame)?)
    }
}
