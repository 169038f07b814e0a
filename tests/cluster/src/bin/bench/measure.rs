//! What one run shows: from the job's history, the TaskTrackers' traces and Evenkeel's own report.

use crate::case::Case;
use crate::copied::Copied;
use crate::mode::Mode;
use crate::stats::{imbalance, mean};
use evenkeel::report::{Report, Summary};
use evenkeel_cluster::{JobInfo, TaskInfo};
use serde::{Deserialize, Serialize};

/// One run of a case in a mode. Times are seconds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Run {
    /// Name of the case.
    pub case: String,
    /// Name of the job.
    pub job: String,
    /// The mode.
    pub mode: Mode,
    /// With the job's combiner.
    pub combiner: bool,
    /// Which repetition, from 1.
    pub repetition: u32,
    /// Hadoop's id of the job.
    pub id: String,
    /// Number of map tasks.
    pub maps: usize,
    /// From submission to the end.
    pub job_seconds: f64,
    /// From submission to the end of the last map.
    pub map_seconds: f64,
    /// From the end of the last map to the end of the last reduce.
    pub tail_seconds: f64,
    /// The reduce tasks, by number.
    pub reducers: Vec<Reducer>,
    /// From the end of the last map to the first sort, mean over the reduce tasks.
    pub sort_delay: f64,
    /// From the end of the last map to the first call of the reducer, mean over the reduce tasks.
    pub run_delay: f64,
    /// Pairs that the maps emitted: the load before combining.
    pub pairs: i64,
    /// Bytes copied to reducers.
    pub shuffle_bytes: u64,
    /// Requests for them.
    pub requests: u64,
    /// Share of the bytes that was there when the last map ended.
    pub early: f64,
    /// Share of the bytes that was copied for nothing.
    pub vain: f64,
    /// CPU seconds of all map tasks.
    pub map_cpu: f64,
    /// CPU seconds of all reduce tasks.
    pub reduce_cpu: f64,
    /// CPU seconds of the whole cluster meanwhile: daemons, and tasks with the start of their JVMs. Not
    /// a number in files that are older than it.
    #[serde(default = "unknown")]
    pub whole_cpu: f64,
    /// What Evenkeel says of its schedule.
    pub plan: Option<Plan>,
    /// Pairs of each operation, lowest key first, where the job's output is these numbers (Histogram-Movies).
    pub operations: Vec<u64>,
    /// A hash of the output's lines, whatever their order.
    pub output: u64,
}

fn unknown() -> f64 {
    f64::NAN
}

/// One reduce task. Times are seconds; those of phases count from the end of the last map.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reducer {
    /// Pairs it was given, after combining.
    pub records: f64,
    /// Bytes it was given.
    pub bytes: f64,
    /// How long it ran.
    pub seconds: f64,
    /// When it began to sort.
    pub sorted: f64,
    /// When it began to reduce.
    pub ran: f64,
    /// When it was done.
    pub done: f64,
    /// CPU seconds.
    pub cpu: f64,
}

/// The schedule of a balanced run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Plan {
    /// Load of each slot, before combining.
    pub slots: Vec<u64>,
    /// No schedule of these groups has a smaller largest load.
    pub bound: u64,
    /// The same over true keys, as far as these are known.
    pub key_bound: u64,
    /// Load of each group.
    pub groups: Vec<u64>,
    /// Milliseconds to make the table.
    pub scheduling_ms: f64,
    /// Stages of hints.
    pub hints: u32,
    /// Milliseconds from the last counts at the JobTracker to the table at the last reduce task that listened.
    pub latency_ms: i64,
    /// Bytes of counts on both hops, and what the paper allows.
    pub collected: [u64; 2],
    /// Bytes of hints and tables on both hops, and what the paper allows.
    pub broadcast: [u64; 2],
}

impl Plan {
    fn of(report: &Report) -> Self {
        let (schedule, summary) = (&report.schedule, Summary::of(report));
        Self {
            slots: schedule.slots.clone(),
            bound: schedule.bound,
            key_bound: schedule.key_bound,
            groups: schedule.loads.clone(),
            scheduling_ms: schedule.scheduling_ms,
            hints: schedule.hints,
            latency_ms: summary.table_latency_ms,
            collected: [summary.collect_bytes, summary.paper_collect_bytes],
            broadcast: [summary.broadcast_bytes, summary.paper_broadcast_bytes],
        }
    }
}

impl Run {
    /// Puts together what is known of a finished job.
    pub fn new(case: &Case, mode: Mode, job: &JobInfo, copied: Copied, report: Option<&Report>) -> Self {
        let last = job.last_map();
        let seconds = |from: i64, to: i64| (to - from) as f64 / 1000.0;
        let reduces = job.tasks("REDUCE");
        let reducers: Vec<Reducer> = reduces
            .iter()
            .enumerate()
            .map(|(number, task)| reducer(number as u32, task, last, report))
            .collect();
        let told = |value: fn(&evenkeel::report::Reduced) -> u64| {
            report.map(|report| report.reduces.iter().map(value).sum::<u64>())
        };
        let all = told(|r| r.total_bytes).unwrap_or(copied.bytes);
        let share = |part: u64| if all == 0 { 0.0 } else { part as f64 / all as f64 };
        let cpu = |tasks: &[&TaskInfo]| tasks.iter().map(|task| cpu(task)).sum();
        let end = reduces.iter().map(|task| task.finished).max().unwrap_or(job.finished);
        Self {
            case: case.name.clone(),
            job: case.job.name().to_owned(),
            mode,
            combiner: case.combiner,
            repetition: 0,
            id: job.id.clone(),
            maps: job.tasks("MAP").len(),
            job_seconds: seconds(job.submitted, job.finished),
            map_seconds: seconds(job.submitted, last),
            tail_seconds: seconds(last, end),
            sort_delay: mean(reducers.iter().map(|r| r.sorted)),
            run_delay: mean(reducers.iter().map(|r| r.ran)),
            reducers,
            pairs: job.counter("MAP_OUTPUT_RECORDS"),
            shuffle_bytes: all,
            requests: told(|r| r.requests).unwrap_or(copied.requests),
            early: share(told(|r| r.early_bytes).unwrap_or(copied.early)),
            vain: share(told(|r| r.vain_bytes).unwrap_or(0)),
            map_cpu: cpu(&job.tasks("MAP")),
            reduce_cpu: cpu(&reduces),
            whole_cpu: 0.0,
            plan: report.map(Plan::of),
            operations: Vec::new(),
            output: 0,
        }
    }

    /// Pairs per reducer, after combining.
    pub fn records(&self) -> Vec<f64> {
        self.reducers.iter().map(|r| r.records).collect()
    }

    /// Bytes per reducer.
    pub fn bytes(&self) -> Vec<f64> {
        self.reducers.iter().map(|r| r.bytes).collect()
    }

    /// The largest reduce task time in parts of the mean.
    pub fn time_imbalance(&self) -> f64 {
        imbalance(&self.reducers.iter().map(|r| r.seconds).collect::<Vec<_>>())
    }
}

fn reducer(number: u32, task: &TaskInfo, last: i64, report: Option<&Report>) -> Reducer {
    let since = |time: i64| (time - last) as f64 / 1000.0;
    let told = report.and_then(|report| report.reduces.iter().find(|r| r.reduce == number));
    let winner = task.winner();
    let (started, shuffled, sorted) =
        winner.map_or((task.started, last, last), |a| (a.started, a.shuffled, a.sorted));
    let first = |value: fn(&evenkeel::report::reduced::ReducedGroup) -> i64| {
        told.and_then(|r| r.groups.iter().map(value).filter(|time| *time > 0).min())
    };
    Reducer {
        records: task.counter("REDUCE_INPUT_RECORDS") as f64,
        bytes: told.map_or(task.counter("REDUCE_SHUFFLE_BYTES") as f64, |r| r.bytes() as f64),
        seconds: (task.finished - started) as f64 / 1000.0,
        sorted: since(first(|g| g.sort_start).unwrap_or(shuffled)),
        ran: since(first(|g| g.run_start).unwrap_or(sorted)),
        done: since(task.finished),
        cpu: cpu(task),
    }
}

fn cpu(task: &TaskInfo) -> f64 {
    task.counter("CPU_MILLISECONDS") as f64 / 1000.0
}
