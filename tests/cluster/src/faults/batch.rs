//! The reports that a TaskTracker passes on in one request (`batch` in `docs/protocol.md`), as a proxy sees them.

use crate::error::{Error, Result};
use std::io;

/// A map's report.
pub const REPORT: u8 = 1;
/// A reduce task's timeline.
pub const REDUCED: u8 = 2;

const HASH: usize = 20;

/// One message of a batch.
#[derive(Debug, Clone)]
pub struct Entry {
    /// [`REPORT`] or [`REDUCED`].
    pub kind: u8,
    /// The job.
    pub job: String,
    /// The number of its task.
    pub task: u64,
    /// All of its bytes.
    pub bytes: Vec<u8>,
}

/// A batch, or the answers to one.
#[derive(Debug, Clone)]
pub struct Batch;

impl Batch {
    /// The messages of a batch.
    pub fn decode(body: &[u8]) -> Result<Vec<Entry>> {
        let mut at = 0;
        let count = number(body, &mut at)?;
        let mut entries = Vec::new();
        for _ in 0..count {
            let start = at;
            let kind = *take(body, &mut at, 1)?.first().unwrap_or(&0);
            let job = block(body, &mut at)?;
            let job = String::from_utf8_lossy(job).into_owned();
            let task = number(body, &mut at)?;
            block(body, &mut at)?;
            take(body, &mut at, HASH)?;
            block(body, &mut at)?;
            entries.push(Entry { kind, job, task, bytes: body[start..at].to_vec() });
        }
        Ok(entries)
    }

    /// The batch of some messages.
    pub fn encode(entries: &[&Entry]) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, entries.len() as u64);
        for entry in entries {
            out.extend_from_slice(&entry.bytes);
        }
        out
    }

    /// The answers in the body of a reply, each with its status first.
    pub fn answers(body: &[u8]) -> Result<Vec<Vec<u8>>> {
        let mut at = 0;
        let count = number(body, &mut at)?;
        let mut answers = Vec::new();
        for _ in 0..count {
            let start = at;
            number(body, &mut at)?;
            block(body, &mut at)?;
            answers.push(body[start..at].to_vec());
        }
        Ok(answers)
    }

    /// An answer without a signature.
    pub fn refusal(status: u64) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, status);
        put(&mut out, 0);
        out
    }

    /// The body of a reply with these answers.
    pub fn reply(answers: &[Vec<u8>]) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, answers.len() as u64);
        out.extend(answers.iter().flatten());
        out
    }

    /// The body of a whole reply, head cut off.
    pub fn body(reply: &[u8]) -> io::Result<&[u8]> {
        let end = reply.windows(4).position(|w| w == b"\r\n\r\n");
        end.map(|at| &reply[at + 4..]).ok_or_else(|| io::Error::other("not an HTTP reply"))
    }
}

fn take<'a>(body: &'a [u8], at: &mut usize, length: usize) -> Result<&'a [u8]> {
    let part = body.get(*at..*at + length).ok_or_else(|| Error::new("a batch ends early"))?;
    *at += length;
    Ok(part)
}

fn block<'a>(body: &'a [u8], at: &mut usize) -> Result<&'a [u8]> {
    let length = number(body, at)?;
    take(body, at, length as usize)
}

fn number(body: &[u8], at: &mut usize) -> Result<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let byte = take(body, at, 1)?[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(Error::new("a number of more than nine bytes"))
}

fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
