//! What a person sees of a job.

use evenkeel_cluster::{Cluster, JobResult, Result, Running};
use std::io::IsTerminal;
use std::time::Duration;

/// Arguments of `hadoop fs` with the paths of this machine made absolute: the shell runs in another folder.
pub fn absolute(args: &[String]) -> Result<Vec<String>> {
    let mut args = args.to_vec();
    let last = args.len().saturating_sub(1);
    let here = match args.first().map(String::as_str) {
        Some("-put" | "-copyFromLocal" | "-moveFromLocal") => 1..last,
        Some("-get" | "-copyToLocal" | "-getmerge") => last..last + 1,
        _ => 0..0,
    };
    for arg in &mut args[here] {
        if !arg.starts_with('-') {
            *arg = std::path::absolute(&*arg)?.to_string_lossy().into_owned();
        }
    }
    Ok(args)
}

/// Shows how far a program's first job is, while it runs, if there is a terminal to show it on.
pub fn progress(cluster: &Cluster, running: &Running) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let Ok(id) = running.job_id() else {
        return;
    };
    while !running.is_finished() {
        if let Ok((map, reduce)) = cluster.progress(&id) {
            let percent = |part: f64| (part * 100.0).round();
            eprint!("\r{id}  map {:3}%  reduce {:3}% ", percent(map), percent(reduce));
        }
        std::thread::sleep(Duration::from_millis(300));
    }
    eprintln!();
}

/// Prints what became of a program.
pub fn result(result: &JobResult) {
    print!("{}", result.text);
    for job in &result.jobs {
        let seconds = (job.finished - job.submitted) as f64 / 1e3;
        println!("\n{} {:?} {} {seconds:.1} s", job.id, job.name, job.status);
        if !job.failure.is_empty() {
            println!("  {}", job.failure);
        }
        for (group, counters) in &job.counters {
            println!("  {group}");
            for (name, value) in counters {
                println!("    {name} = {value}");
            }
        }
        println!("  seconds after submission: started, copied, sorted, ended; records in");
        for task in &job.tasks {
            for attempt in &task.attempts {
                let at = |time: i64| match time {
                    0 => "      ".to_string(),
                    t => format!("{:6.1}", (t - job.submitted) as f64 / 1e3),
                };
                let records = task.counter("MAP_INPUT_RECORDS") + task.counter("REDUCE_INPUT_RECORDS");
                println!(
                    "    {} {:<8} {} {} {} {}  {records:>10}  {} {}",
                    attempt.id,
                    attempt.status,
                    at(attempt.started),
                    at(attempt.shuffled),
                    at(attempt.sorted),
                    at(attempt.finished),
                    attempt.tracker.split(':').next().unwrap_or(""),
                    attempt.error.lines().next().unwrap_or("")
                );
            }
        }
    }
}
