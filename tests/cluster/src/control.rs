//! How others talk to the supervisor: JSON lines over a loopback port, with a secret that only this user can read.

use crate::error::{Context, Error, Result};
use crate::serve::End;
use crate::supervisor::Supervisor;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Where the supervisor listens; `control.json` in the cluster's folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Control {
    /// The cluster's mark.
    pub id: String,
    /// The supervisor's process.
    pub pid: u32,
    port: u16,
    secret: String,
}

impl Control {
    /// Reads it from a cluster's folder.
    pub fn read(dir: &Path) -> Result<Self> {
        let path = dir.join("control.json");
        let text = std::fs::read_to_string(&path)
            .map_err(|_| Error::new(format!("no cluster runs in {}", dir.display())))?;
        serde_json::from_str(&text).context(path.display())
    }

    /// Sends one request and waits for its answer, however long that takes.
    pub fn ask(&self, mut request: Value) -> Result<Value> {
        let gone = "the cluster's supervisor does not answer";
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).context(gone)?;
        request["secret"] = json!(self.secret);
        writeln!(stream, "{request}").context(gone)?;
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).context(gone)?;
        if line.is_empty() {
            return Err(Error::new("the cluster ended before it answered"));
        }
        let mut answer: Value = serde_json::from_str(&line)?;
        match answer["error"].as_str() {
            Some(error) => Err(Error::new(error)),
            None => Ok(answer["ok"].take()),
        }
    }
}

/// Opens the port, writes `control.json`, and answers requests on threads of their own.
pub(crate) fn listen(cluster: &Arc<Supervisor>, ends: Sender<End>) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("the control port")?;
    let control = Control {
        id: cluster.id.clone(),
        pid: std::process::id(),
        port: listener.local_addr()?.port(),
        secret: secret()?,
    };
    let path = cluster.layout.control();
    let _ = std::fs::remove_file(&path);
    let file =
        File::options().write(true).create_new(true).mode(0o600).open(&path).context(path.display())?;
    serde_json::to_writer(file, &control)?;
    let cluster = Arc::clone(cluster);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (cluster, ends) = (Arc::clone(&cluster), ends.clone());
            let secret = control.secret.clone();
            std::thread::spawn(move || {
                let _ = serve(stream, &secret, &cluster, &ends);
            });
        }
    });
    Ok(())
}

fn serve(stream: TcpStream, secret: &str, cluster: &Supervisor, ends: &Sender<End>) -> Result<()> {
    let mut line = String::new();
    BufReader::new(stream.try_clone()?).read_line(&mut line)?;
    let request: Value = serde_json::from_str(&line)?;
    let outcome = if request["secret"] == secret {
        answer(&request, cluster, ends)
    } else {
        Err(Error::new("wrong secret"))
    };
    let reply = match outcome {
        Ok(value) => json!({ "ok": value }),
        Err(e) => json!({ "error": e.to_string() }),
    };
    let mut stream = stream;
    writeln!(stream, "{reply}")?;
    Ok(())
}

fn answer(request: &Value, cluster: &Supervisor, ends: &Sender<End>) -> Result<Value> {
    let daemon = || {
        let name = request["daemon"].as_str();
        name.ok_or_else(|| Error::new("which daemon?"))
    };
    match request["op"].as_str().unwrap_or("") {
        "status" => return Ok(serde_json::to_value(cluster.status())?),
        "agent" => return cluster.ask_agent(request["request"].clone()),
        "kill" => cluster.kill(daemon()?)?,
        "pause" => cluster.pause(daemon()?, true)?,
        "resume" => cluster.pause(daemon()?, false)?,
        "restart" => cluster.restart(daemon()?)?,
        "quota" => cluster.quota(daemon()?, request["cores"].as_f64())?,
        "stop" => {
            let keep = request["keep"].as_bool().unwrap_or(false);
            let _ = ends.send(End::Asked { keep });
        }
        other => return Err(Error::new(format!("unknown request {other:?}"))),
    }
    Ok(Value::Null)
}

fn secret() -> Result<String> {
    let mut bytes = [0_u8; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}
