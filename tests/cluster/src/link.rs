//! Link emulation: what a TaskTracker serves leaves it over a line of limited speed, by the kernel's traffic control.
//!
//! On one machine the network is memory, and copying map outputs costs next to nothing. With a limit for the answers of each
//! TaskTracker's HTTP port, copying takes the time that it takes elsewhere, and it shows whether it was done in time.
//! What reducers receive is not limited, nor is HDFS; a reducer on the map's own node copies over the line as well.

use crate::error::{Context, Error, Result};
use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};

/// Loopback packets are up to 64 kB: less than two of them at once would stall the line.
const BURST: &str = "128k";

/// Packets below 2 kB pass at once: they are answers to a node's own tasks, which cross no line elsewhere, and would wait here
/// behind seconds of map output.
const SMALL: &str = "match u16 0 0xf800 at 2";

/// Limits what the given addresses send to `mbit` Mbit/s each. Only one cluster at a time can.
pub fn limit(id: &str, mbit: f64, senders: &[SocketAddr]) -> Result<()> {
    if !(mbit.is_finite() && mbit > 0.0) {
        return Err(Error::new(format!("a link of {mbit} Mbit/s: say a number above 0")));
    }
    tc(&["qdisc", "add", "dev", "lo", "root", "handle", &handle(id), "htb"], "").map_err(|e| {
        Error::new(format!(
            "links cannot be limited here ({e}); it takes root, `tc`, and a loopback on which nobody else has a queueing \
             discipline (`tc qdisc show dev lo`)"
        ))
    })?;
    tc(&["-batch", "-"], &commands(&handle(id), mbit, senders)).inspect_err(|_| lift(id))
}

/// Lifts a cluster's limits, if it has any.
pub fn lift(id: &str) {
    let _ = tc(&["qdisc", "del", "dev", "lo", "root", "handle", &handle(id), "htb"], "");
}

/// A handle of its own for each cluster, so that none lifts another's limits.
fn handle(id: &str) -> String {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    format!("{:x}:", 0x4000 | (hasher.finish() & 0x3fff))
}

fn commands(handle: &str, mbit: f64, senders: &[SocketAddr]) -> String {
    let kbit = (mbit * 1000.0).ceil();
    let mut out =
        format!("class add dev lo parent {handle} classid {handle}ffff htb rate 10gbit quantum 65536\n");
    for (index, sender) in senders.iter().enumerate() {
        let class = format!("{handle}{:x}", index + 1);
        let from = format!("match ip src {}/32 match ip sport {} 0xffff", sender.ip(), sender.port());
        let _ = writeln!(
            out,
            "class add dev lo parent {handle} classid {class} htb rate {kbit}kbit burst {BURST} cburst {BURST} \
             quantum 65536"
        );
        // By the length in the packet's head; a packet of 64 kB says 0.
        for (priority, length, class) in
            [(1, "match u16 0 0xffff at 2", &*class), (2, SMALL, &format!("{handle}ffff")), (3, "", &*class)]
        {
            let _ = writeln!(
                out,
                "filter add dev lo parent {handle} protocol ip prio {priority} u32 {from} {length} flowid {class}"
            );
        }
    }
    out
}

fn tc(arguments: &[&str], input: &str) -> Result<()> {
    // Not on the search path of users who are not root on some systems.
    let paths = format!("{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap_or_default());
    let mut child = Command::new("tc")
        .env("PATH", paths)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .context("tc")?;
    if let Some(mut pipe) = child.stdin.take() {
        pipe.write_all(input.as_bytes()).context("tc")?;
    }
    let output = child.wait_with_output().context("tc")?;
    if output.status.success() {
        Ok(())
    } else {
        Err(Error::new(String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sender_gets_a_class_of_its_own() {
        let senders = ["127.0.0.1:50060".parse().unwrap(), "127.0.0.12:4000".parse().unwrap()];
        let text = commands("4abc:", 12.5, &senders);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 9, "{text}");
        assert!(lines[5].contains("classid 4abc:2 htb rate 12500kbit"), "{text}");
        assert!(lines[7].contains("sport 4000 0xffff match u16 0 0xf800 at 2 flowid 4abc:ffff"), "{text}");
        assert!(lines[8].contains("src 127.0.0.12/32 match ip sport 4000 0xffff  flowid 4abc:2"), "{text}");
    }

    #[test]
    fn clusters_do_not_share_a_handle() {
        assert_ne!(handle("evenkeel-1"), handle("evenkeel-2"));
    }

    #[test]
    fn speeds_that_are_none_are_refused() {
        for mbit in [0.0, -1.0, f64::NAN] {
            assert!(limit("evenkeel-test", mbit, &[]).is_err());
        }
    }
}
