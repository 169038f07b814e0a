//! The agent: one long-lived client JVM that runs jobs and looks at files and results, several at a time.
//!
//! Requests and answers are JSON, one a line, on its standard input and output; an `id` pairs them.

use crate::error::{Context, Error, Result};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

type Waiting = Arc<Mutex<Option<HashMap<u64, Sender<Value>>>>>;

/// The agent's line to us.
#[derive(Debug)]
pub struct Agent {
    child: Mutex<Child>,
    input: Mutex<(ChildStdin, u64)>,
    waiting: Waiting,
    log: PathBuf,
}

impl Agent {
    /// Takes over a process that was started with pipes.
    pub fn new(mut child: Child, log: PathBuf) -> Result<Self> {
        let missing = || Error::new("the agent has no pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let waiting: Waiting = Arc::new(Mutex::new(Some(HashMap::new())));
        let answers = Arc::clone(&waiting);
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(|l| l.ok()) {
                deliver(&answers, &line);
            }
            // Whoever still waits sees its channel close.
            *answers.lock().unwrap() = None;
        });
        Ok(Self { child: Mutex::new(child), input: Mutex::new((input, 0)), waiting, log })
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&self, mut request: Value) -> Result<Value> {
        let gone = || Error::new(format!("the agent has ended; its log is {}", self.log.display()));
        let (reply, answer) = channel();
        {
            let mut input = self.input.lock().unwrap();
            input.1 += 1;
            request["id"] = json!(input.1);
            self.waiting.lock().unwrap().as_mut().ok_or_else(gone)?.insert(input.1, reply);
            writeln!(input.0, "{request}").map_err(|_| gone())?;
            input.0.flush().context("the agent's input")?;
        }
        let mut answer = answer.recv().map_err(|_| gone())?;
        if let Some(error) = answer["error"].as_str() {
            return Err(Error::new(error));
        }
        Ok(answer["ok"].take())
    }

    /// Whether its process has ended.
    pub fn ended(&self) -> bool {
        !matches!(self.child.lock().unwrap().try_wait(), Ok(None))
    }
}

fn deliver(waiting: &Waiting, line: &str) {
    let Ok(value) = serde_json::from_str::<Value>(line) else {
        return;
    };
    let Some(id) = value["id"].as_u64() else {
        return;
    };
    let receiver = waiting.lock().unwrap().as_mut().and_then(|w| w.remove(&id));
    if let Some(receiver) = receiver {
        let _ = receiver.send(value);
    }
}
