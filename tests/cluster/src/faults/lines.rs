//! The lines between reducers and TaskTrackers, and between TaskTrackers and the JobTracker, and what is done to them.

use crate::faults::batch::{Batch, Entry, REPORT};
use crate::faults::proxy::{Request, Upstream, reply};
use std::collections::HashMap;
use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::sleep;
use std::time::Duration;

const TICK: Duration = Duration::from_millis(20);

/// What happens to the copies of one job.
#[derive(Debug, Clone)]
pub enum CopyFault {
    /// The first so many requests are answered with this status.
    Status(u16, usize),
    /// The first so many are answered with good heads and random bodies.
    Garbage(usize),
    /// The first so many are cut off in the middle of their body.
    Cut(usize),
    /// The first so many are answered with what another job was answered last.
    Swap(String, usize),
    /// All are answered in small pieces.
    Slow,
    /// Bytes pass up to a number, then everything waits; see [`Lines::let_go`].
    Hold(u64),
    /// The first so many requests pass, later ones wait until [`Lines::let_go`], and pass then.
    Pass(usize),
}

/// What happens to the reports of one job.
#[derive(Debug, Clone)]
pub enum ReportFault {
    /// Reports of maps whose number is 0 modulo this are lost.
    Drop(u64),
    /// Each is delivered so often.
    Repeat(usize),
    /// Batches wait for each other and go on in the opposite order, so many at a time.
    Reverse(usize),
    /// None comes in time: see [`Lines::late`].
    Late,
}

#[derive(Debug, Default)]
struct State {
    copies: HashMap<String, CopyFault>,
    reports: HashMap<String, ReportFault>,
    seen: HashMap<String, Vec<u8>>,
    passed: HashMap<String, u64>,
    harmed: HashMap<String, usize>,
    waiting: HashMap<String, usize>,
    late: HashMap<String, Vec<Request>>,
}

/// The faults of all jobs of a cluster; proxies share one.
#[derive(Debug, Clone, Default)]
pub struct Lines(Arc<Mutex<State>>);

impl Lines {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// From now on a job's copies suffer this.
    pub fn harm_copies(&self, job: &str, fault: CopyFault) {
        self.state().copies.insert(job.to_string(), fault);
    }

    /// From now on a job's reports suffer this.
    pub fn harm_reports(&self, job: &str, fault: ReportFault) {
        self.state().reports.insert(job.to_string(), fault);
    }

    /// A job's reports that did not come in time, each a request of its own.
    pub fn late(&self, job: &str) -> Vec<Request> {
        self.state().late.remove(job).unwrap_or_default()
    }

    /// Ends a job's copy fault. What was held within an answer is cut off.
    pub fn let_go(&self, job: &str) {
        self.state().copies.remove(job);
    }

    /// How often a job suffered.
    pub fn harmed(&self, job: &str) -> usize {
        self.state().harmed.get(job).copied().unwrap_or(0)
    }

    /// How many bytes of a job's copies have passed.
    pub fn passed(&self, job: &str) -> u64 {
        self.state().passed.get(job).copied().unwrap_or(0)
    }

    fn count(&self, job: &str) {
        *self.state().harmed.entry(job.to_string()).or_default() += 1;
    }

    /// A request to a TaskTracker.
    pub fn copy(&self, request: &Request, server: &Upstream, client: &mut TcpStream) -> io::Result<()> {
        let job = request.parameter("job").unwrap_or_default().to_string();
        let mut fault = if request.is_copy() { self.due(&job) } else { None };
        if let Some(CopyFault::Pass(_)) = fault {
            while self.state().copies.contains_key(&job) {
                sleep(TICK);
            }
            fault = None;
        }
        let answer = match fault {
            Some(CopyFault::Status(status, _)) => reply(status, b"a fault"),
            _ => server.ask(request)?,
        };
        let body = Batch::body(&answer).map_or(answer.len(), |b| answer.len() - b.len());
        match fault {
            None | Some(CopyFault::Status(..) | CopyFault::Pass(_)) => {
                client.write_all(&answer)?;
                if request.is_copy() {
                    let mut state = self.state();
                    *state.passed.entry(job.clone()).or_default() += (answer.len() - body) as u64;
                    state.seen.insert(job, answer);
                }
                Ok(())
            }
            Some(CopyFault::Garbage(_)) => {
                let mut bytes = answer.clone();
                for (i, byte) in bytes.iter_mut().enumerate().skip(body) {
                    *byte = (i as u8).wrapping_mul(31).wrapping_add(*byte);
                }
                client.write_all(&bytes)
            }
            Some(CopyFault::Cut(_)) => client.write_all(&answer[..body + (answer.len() - body) / 2]),
            Some(CopyFault::Swap(other, _)) => {
                let others = self.state().seen.get(&other).cloned().unwrap_or_default();
                let from = Batch::body(&others).map_or(0, |b| others.len() - b.len());
                client.write_all(&answer[..body])?;
                client.write_all(&others[from..])
            }
            Some(CopyFault::Slow) => {
                client.write_all(&answer[..body])?;
                for piece in answer[body..].chunks(((answer.len() - body) / 40).max(1)) {
                    client.write_all(piece)?;
                    client.flush()?;
                    sleep(TICK);
                }
                Ok(())
            }
            Some(CopyFault::Hold(_)) => self.held(&job, &answer, body, client),
        }
    }

    /// The fault that this request of a job suffers.
    fn due(&self, job: &str) -> Option<CopyFault> {
        let mut state = self.state();
        let fault = state.copies.get_mut(job)?;
        let strikes = match fault {
            CopyFault::Status(_, left)
            | CopyFault::Garbage(left)
            | CopyFault::Cut(left)
            | CopyFault::Swap(_, left) => count_down(left),
            CopyFault::Pass(left) => !count_down(left),
            CopyFault::Slow | CopyFault::Hold(_) => true,
        };
        if !strikes {
            return None;
        }
        let fault = fault.clone();
        *state.harmed.entry(job.to_string()).or_default() += 1;
        Some(fault)
    }

    fn held(&self, job: &str, answer: &[u8], body: usize, client: &mut TcpStream) -> io::Result<()> {
        client.write_all(&answer[..body])?;
        let mut at = body;
        while at < answer.len() {
            let mut state = self.state();
            let Some(CopyFault::Hold(limit)) = state.copies.get(job) else {
                return Err(io::Error::other("cut off"));
            };
            let limit = *limit;
            let passed = state.passed.entry(job.to_string()).or_default();
            let now = (limit.saturating_sub(*passed) as usize).min(answer.len() - at).min(4096);
            *passed += now as u64;
            drop(state);
            client.write_all(&answer[at..at + now])?;
            at += now;
            if now == 0 {
                sleep(TICK);
            }
        }
        Ok(())
    }

    /// A request to the JobTracker.
    pub fn report(&self, request: &Request, server: &Upstream, client: &mut TcpStream) -> io::Result<()> {
        if !request.path.starts_with("/evenkeel/v1/batch") {
            return client.write_all(&server.ask(request)?);
        }
        let entries = Batch::decode(&request.body).map_err(io::Error::other)?;
        let mut kept = Vec::new();
        let mut times = 1;
        let mut orders = Vec::new();
        for entry in &entries {
            let fault = self.state().reports.get(&entry.job).cloned().filter(|_| entry.kind == REPORT);
            match fault {
                Some(ReportFault::Drop(part)) if entry.task % part == 0 => {
                    self.count(&entry.job);
                    continue;
                }
                Some(ReportFault::Late) => {
                    let mut alone = request.clone();
                    alone.body = Batch::encode(&[entry]);
                    self.state().late.entry(entry.job.clone()).or_default().push(alone);
                    self.count(&entry.job);
                    continue;
                }
                Some(ReportFault::Repeat(n)) => times = n,
                Some(ReportFault::Reverse(n)) => orders.push((entry.job.clone(), n)),
                Some(ReportFault::Drop(_)) | None => {}
            }
            kept.push(entry);
        }
        for (job, together) in orders {
            self.reverse(&job, together);
        }
        let mut answers = Vec::new();
        for time in 0..times {
            answers = self.deliver(request, server, &kept)?;
            if time > 0 {
                kept.iter().filter(|e| e.kind == REPORT).for_each(|e| self.count(&e.job));
            }
        }
        let mut next = answers.into_iter();
        let all: Vec<Vec<u8>> = entries
            .iter()
            .map(|e| {
                let passed = kept.iter().any(|k| std::ptr::eq(*k, e));
                if passed { next.next() } else { None }.unwrap_or_else(|| Batch::refusal(404))
            })
            .collect();
        client.write_all(&reply(200, &Batch::reply(&all)))
    }

    fn deliver(&self, request: &Request, server: &Upstream, kept: &[&Entry]) -> io::Result<Vec<Vec<u8>>> {
        if kept.is_empty() {
            return Ok(Vec::new());
        }
        let mut passed = request.clone();
        passed.body = Batch::encode(kept);
        let answer = server.ask(&passed)?;
        Batch::answers(Batch::body(&answer)?).map_err(io::Error::other)
    }

    /// Waits until `together` batches are here or two seconds have passed; the last one goes first.
    fn reverse(&self, job: &str, together: usize) {
        let place = {
            let mut state = self.state();
            let waiting = state.waiting.entry(job.to_string()).or_default();
            *waiting += 1;
            *waiting
        };
        for _ in 0..100 {
            if self.state().waiting.get(job).is_some_and(|n| *n >= together) {
                break;
            }
            sleep(TICK);
        }
        let here = self.state().waiting.get(job).copied().unwrap_or(0);
        sleep(TICK * 10 * here.saturating_sub(place) as u32);
        if here > 1 {
            self.count(job);
        }
    }
}

/// Takes one away; whether there was one.
fn count_down(left: &mut usize) -> bool {
    let any = *left > 0;
    *left = left.saturating_sub(1);
    any
}
