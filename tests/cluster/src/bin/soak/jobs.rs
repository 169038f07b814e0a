//! A random job with random faults of its own, and the comparison of its output.

use crate::Tally;
use evenkeel::random::Random;
use evenkeel_cluster::Result;
use evenkeel_cluster::faults::{CopyFault, ReportFault, Spill, Stand, Trial, Words, wait_for};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// Settings that a user may combine.
const SETTINGS: [(&str, &str); 12] = [
    ("mapred.job.reuse.jvm.num.tasks", "-1"),
    ("mapred.map.tasks.speculative.execution", "true"),
    ("mapred.reduce.tasks.speculative.execution", "true"),
    ("mapred.compress.map.output", "true"),
    ("evenkeel.prefetch", "off"),
    ("evenkeel.reduce.order", "key"),
    ("evenkeel.load", "bytes"),
    ("evenkeel.preset", "paper"),
    ("evenkeel.groups", "17"),
    ("evenkeel.groups", "600"),
    ("evenkeel.algorithm", "lpt"),
    ("evenkeel.heavy.keys", "0"),
];

/// Runs one and notes what became of it.
pub fn one(stand: &Stand, inputs: &[Words], random: &mut Random, tally: &Mutex<Tally>) {
    let words = random.pick(inputs);
    let reduces = 2 + random.below(5) as i64;
    let mut settings = Vec::new();
    for _ in 0..random.below(4) {
        settings.push(*random.pick(&SETTINGS));
    }
    let label = format!("{} files, {reduces} reducers, {settings:?}", words.files);
    let outcome = catch_unwind(AssertUnwindSafe(|| run(stand, words, reduces, &settings, random, tally)));
    let wrong = match outcome {
        Ok(Ok(())) => None,
        Ok(Err(e)) => Some(format!("{label}: {e}")),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".into());
            Some(format!("{label}: {text}"))
        }
    };
    let mut tally = tally.lock().unwrap_or_else(|e| e.into_inner());
    tally.jobs += 1;
    println!("{:4} {label}: {}", tally.jobs, if wrong.is_none() { "good" } else { "WRONG" });
    tally.wrong.extend(wrong);
}

fn run(
    stand: &Stand,
    words: &Words,
    reduces: i64,
    settings: &[(&str, &str)],
    random: &mut Random,
    tally: &Mutex<Tally>,
) -> Result<()> {
    let mut trial = Trial::new(&stand.cluster, words, reduces)?
        .closed("map.start")
        .conf("mapred.map.max.attempts", 30)
        .conf("mapred.reduce.max.attempts", 30)
        .conf("mapred.max.tracker.failures", 30)
        .conf("trial.padding", true);
    for (name, value) in settings {
        trial = trial.conf(name, value);
    }
    if random.below(4) == 0 {
        trial = trial.conf("trial.stumble", random.pick(&["open", "write", "close"]));
        note(tally, "output format that throws");
    }
    let running = trial.submit(&stand.cluster)?;
    let id = running.job_id()?;
    let size = (words.files as u64, reduces as u64);
    tally.lock().unwrap_or_else(|e| e.into_inner()).sizes.insert(id.clone(), size);
    let late = harm_reports(stand, &id, random, tally);
    let corrupt = harm_copies(stand, &id, random, tally);
    trial.gates.open("map.start")?;
    if late {
        stand.wait_said(&id, "table published")?;
        stand.deliver_late(&id)?;
    }
    if corrupt {
        damage(stand, &id, words.files, random, tally)?;
    }
    trial.check(&stand.cluster, words, running)?;
    Ok(())
}

fn note(tally: &Mutex<Tally>, name: &'static str) {
    tally.lock().unwrap_or_else(|e| e.into_inner()).fault(name);
}

/// Chooses what the job's reports suffer; whether they are to be delivered after the table.
fn harm_reports(stand: &Stand, id: &str, random: &mut Random, tally: &Mutex<Tally>) -> bool {
    let report = match random.below(8) {
        0 => Some((ReportFault::Drop(1), "all reports lost")),
        1 => Some((ReportFault::Drop(2), "half of the reports lost")),
        2 => Some((ReportFault::Repeat(10), "reports tenfold")),
        3 => Some((ReportFault::Reverse(2), "reports reordered")),
        4 => Some((ReportFault::Late, "reports late")),
        _ => None,
    };
    let Some((fault, name)) = report else { return false };
    let late = matches!(fault, ReportFault::Late);
    stand.lines.harm_reports(id, fault);
    note(tally, name);
    late
}

/// Chooses what the job's copies suffer; whether its map output is to be damaged.
fn harm_copies(stand: &Stand, id: &str, random: &mut Random, tally: &Mutex<Tally>) -> bool {
    let times = 1 + random.below(6) as usize;
    let copy = match random.below(8) {
        0 => Some((CopyFault::Status(500, times), "answers with status 500")),
        1 => Some((CopyFault::Garbage(times), "answers of garbage")),
        2 => Some((CopyFault::Cut(times), "answers cut off")),
        3 => Some((CopyFault::Slow, "slow answers")),
        4 | 5 => {
            stand.lines.harm_copies(id, CopyFault::Hold(0));
            return true;
        }
        _ => None,
    };
    if let Some((fault, name)) = copy {
        stand.lines.harm_copies(id, fault);
        note(tally, name);
    }
    false
}

/// Damages the output of a map once the table is there, then lets the copies go.
fn damage(stand: &Stand, id: &str, maps: usize, random: &mut Random, tally: &Mutex<Tally>) -> Result<()> {
    stand.wait_said(id, "table published")?;
    let map = random.below(maps as u64);
    let way = random.below(3);
    let spill = wait_for("a map's output", || {
        let name = |n: u32| format!("{}_m_{map:06}_{n}", id.replace("job_", "attempt_"));
        Ok((0..6).rev().map(name).find_map(|attempt| Spill::find(&stand.cluster, &attempt).ok()))
    })?;
    let (done, name) = match way {
        0 => (spill.corrupt(spill.largest()), "map output with a flipped bit"),
        1 => (spill.truncate(spill.largest()), "map output cut off"),
        _ => (spill.remove(), "map output removed"),
    };
    if done.is_ok() {
        note(tally, name);
    }
    stand.lines.let_go(id);
    Ok(())
}
