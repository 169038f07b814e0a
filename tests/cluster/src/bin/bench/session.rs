//! A cluster for the length of a benchmark, and the interleaved runs on it.

use crate::case::{Case, Size};
use crate::copied::Copied;
use crate::counted;
use crate::data;
use crate::measure::Run;
use crate::mode::Mode;
use evenkeel::draw::Drawing;
use evenkeel::report::Report;
use evenkeel_cluster::{Cluster, Context, Error, Job, JobInfo, Output, Result, Spec, Status};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What stays the same in all runs.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The jar of jobs.
    pub jar: PathBuf,
    /// The plug-in.
    pub plugin: Option<PathBuf>,
    /// Where results go.
    pub out: PathBuf,
    /// Number of TaskTrackers.
    pub trackers: usize,
    /// Map slots of each, and as many reduce slots.
    pub slots: u32,
    /// Cores of the TaskTrackers, in turn; none without slot emulation.
    pub quotas: Vec<f64>,
    /// Speed of a TaskTracker's line in Mbit/s; none without link emulation.
    pub link: Option<f64>,
    /// Number of reduce tasks.
    pub reduces: u32,
    /// How often everything is run.
    pub repeat: u32,
    /// Properties of every job.
    pub properties: Vec<(String, String)>,
    /// The cluster's folder.
    pub dir: Option<PathBuf>,
}

/// What a good admin sets on such a cluster, the same for all modes. All else is Hadoop's default.
const SITE: [(&str, &str); 6] = [
    ("mapred.map.tasks.speculative.execution", "false"),
    ("mapred.reduce.tasks.speculative.execution", "false"),
    ("mapred.job.reuse.jvm.num.tasks", "-1"),
    ("io.sort.mb", "50"),
    // Short records: with the default of 0.05 the buffer spills when it is a tenth full.
    ("io.sort.record.percent", "0.4"),
    ("tasktracker.http.threads", "40"),
];

/// Patience for a report that is written when the job is over.
const REPORT: Duration = Duration::from_secs(20);

/// A running cluster with the settings.
#[derive(Debug)]
pub struct Session {
    cluster: Cluster,
    settings: Settings,
}

impl Session {
    /// Starts the cluster.
    pub fn start(settings: Settings) -> Result<Self> {
        let mut spec = Spec::new(settings.trackers);
        spec.dir.clone_from(&settings.dir);
        spec.plugin.clone_from(&settings.plugin);
        spec.link = settings.link;
        for (tracker, cores) in spec.trackers.iter_mut().zip(settings.quotas.iter().cycle()) {
            tracker.quota = Some(*cores);
        }
        for tracker in &mut spec.trackers {
            (tracker.map_slots, tracker.reduce_slots) = (settings.slots, settings.slots);
        }
        for (name, value) in SITE {
            spec = spec.property(name, value);
        }
        let cluster = Cluster::start_with(&spec, &say)?;
        Ok(Self { cluster, settings })
    }

    /// Runs all cases in all modes, in turn, as often as asked for, and keeps `NAME.json` up to date. Outputs of a
    /// case must be equal in all modes.
    pub fn measure(&self, name: &str, cases: &[Case], modes: &[Mode]) -> Result<Vec<Run>> {
        data::prepare(&self.cluster, cases, &say)?;
        self.warm_up(modes)?;
        let mut runs: Vec<Run> = Vec::new();
        let all = self.settings.repeat as usize * cases.len() * modes.len();
        let start = Instant::now();
        let mut outputs: BTreeMap<(String, bool), u64> = BTreeMap::new();
        for repetition in 1..=self.settings.repeat {
            for case in cases {
                for mode in in_turn(modes, repetition) {
                    let mut run = self.run(case, mode)?;
                    run.repetition = repetition;
                    let expected = *outputs.entry((case.name.clone(), case.combiner)).or_insert(run.output);
                    if run.output != expected {
                        return Err(Error::new(format!("{} {mode}: another output than before", case.name)));
                    }
                    let left = left(start.elapsed(), runs.len() + 1, all);
                    say(&format!(
                        "[{}/{all}{left}] {repetition}. {} {mode}{}: {:.1} s, tail {:.1} s",
                        runs.len() + 1,
                        case.name,
                        if case.combiner { "" } else { ", no combiner" },
                        run.job_seconds,
                        run.tail_seconds
                    ));
                    runs.push(run);
                    self.keep(name, &runs)?;
                }
            }
        }
        Ok(runs)
    }

    /// Runs a small job before anything is measured, and a balanced one if any is to come: daemons run for weeks
    /// elsewhere, and the first job of its kind here would pay for the classes that it makes them load.
    fn warm_up(&self, modes: &[Mode]) -> Result<()> {
        let maps = self.settings.trackers as u32 * self.settings.slots;
        let size = Size { text: u64::from(maps) * 50_000, movies: 1, maps };
        let mut small = Case::new(crate::case::Job::WordCount, size);
        small.data = "warm-up".to_owned();
        data::prepare(&self.cluster, std::slice::from_ref(&small), &say)?;
        let stock = modes.iter().find(|mode| !mode.balanced());
        let balanced = modes.iter().find(|mode| mode.balanced());
        for &mode in stock.into_iter().chain(balanced) {
            let (info, _) = self.once(&small, mode, &[], "/out/warm-up")?;
            say(&format!("warm-up, {mode}: {:.1} s", (info.finished - info.submitted) as f64 / 1000.0));
        }
        Ok(())
    }

    /// What a reader must know before the numbers.
    pub fn head(&self) -> Result<String> {
        let status = self.status()?;
        let settings = &self.settings;
        let mut head = format!(
            "{} TaskTrackers, each with {} map and as many reduce slots; slot emulation: {}{}{}; {} reduce tasks; {} \
             repetitions, modes in turn.\nAlike in all modes: ",
            settings.trackers,
            settings.slots,
            status.slot_emulation,
            cores(&settings.quotas),
            line(settings.link),
            settings.reduces,
            settings.repeat,
        );
        for (name, value) in SITE {
            head += &format!("`{name}={value}`, ");
        }
        for (name, value) in &settings.properties {
            head += &format!("`{name}={value}`, ");
        }
        Ok(head + "what the cluster in a box sets (docs/cluster.md), else Hadoop's defaults.\n")
    }

    /// Writes `NAME.md` beside `NAME.json`.
    pub fn write(&self, name: &str, markdown: &str) -> Result<()> {
        let out = &self.settings.out;
        fs::create_dir_all(out).context(out.display())?;
        fs::write(out.join(format!("{name}.md")), markdown)?;
        say(&format!("results are in {}", out.display()));
        Ok(())
    }

    /// Writes a picture beside the tables.
    pub fn draw(&self, name: &str, picture: &Drawing) -> Result<()> {
        Ok(fs::write(self.settings.out.join(name), picture.to_file())?)
    }

    fn keep(&self, name: &str, runs: &[Run]) -> Result<()> {
        let out = &self.settings.out;
        fs::create_dir_all(out).context(out.display())?;
        Ok(fs::write(out.join(format!("{name}.json")), serde_json::to_string_pretty(runs)?)?)
    }

    /// What the cluster says of itself.
    pub fn status(&self) -> Result<Status> {
        self.cluster.status()
    }

    /// Runs a case once and measures it.
    pub fn run(&self, case: &Case, mode: Mode) -> Result<Run> {
        let out = format!("/out/{}-{mode}-{}", case.name, case.combiner);
        let before = self.whole_cpu()?;
        let (info, report) = self.once(case, mode, &[], &out)?;
        let whole_cpu = self.whole_cpu()? - before;
        let copied = Copied::of(&self.cluster, self.settings.trackers, &info.id, info.last_map())?;
        let mut run = Run::new(case, mode, &info, copied, report.as_ref());
        run.whole_cpu = whole_cpu;
        let output = self.cluster.output(&out)?;
        run.output = digest(&output);
        if case.job == crate::case::Job::HistogramMovies {
            run.operations = counted::by_rating(&output)?;
        }
        Ok(run)
    }

    /// Puts the data of cases into the cluster's file system.
    pub fn prepare(&self, cases: &[Case]) -> Result<()> {
        data::prepare(&self.cluster, cases, &say)
    }

    /// Runs a case once, with properties of its own, into a folder that is emptied before; its report, if it has one.
    pub fn once(
        &self,
        case: &Case,
        mode: Mode,
        own: &[(String, String)],
        out: &str,
    ) -> Result<(JobInfo, Option<Report>)> {
        let reports = format!("{out}-report");
        let _ = self.cluster.fs(&["-rmr", out]);
        let _ = self.cluster.fs(&["-rmr", &reports]);
        let mut job = Job::jar(&self.settings.jar).arg(case.job.name()).arg(data::path(case)).arg(out);
        job = job.conf("mapred.reduce.tasks", self.settings.reduces);
        for (name, value) in case.properties() {
            job = job.conf(name, value);
        }
        for (name, value) in mode.properties() {
            job = job.conf(name, value);
        }
        for (name, value) in self.settings.properties.iter().chain(own) {
            job = job.conf(name, value);
        }
        if mode.balanced() {
            job = job.conf("evenkeel.report.dir", &reports);
        }
        let result = self.cluster.run_shown(&job)?.ok().context(format!("{} {mode}", case.name))?;
        let report = if mode.balanced() { Some(self.report(&reports)?) } else { None };
        Ok((result.job().clone(), report))
    }

    fn report(&self, folder: &str) -> Result<Report> {
        let end = Instant::now() + REPORT;
        loop {
            let text = self.cluster.fs(&["-cat", &format!("{folder}/*.json")]);
            let error = match text.map(|text| Report::from_json(text.as_bytes())) {
                Ok(Ok(report)) => return Ok(report),
                Ok(Err(error)) => error,
                Err(error) => error.to_string(),
            };
            if Instant::now() > end {
                return Err(Error::new(format!("no report in {folder}: {error}")));
            }
            std::thread::sleep(Duration::from_millis(500));
        }
    }
}

/// The modes as a repetition runs them: every second one the other way round, so that what comes right after another mode
/// in one comes right before it in the next, and every two begin with another mode. So no mode always has the quieter machine.
fn in_turn(modes: &[Mode], repetition: u32) -> Vec<Mode> {
    let mut order = modes.to_vec();
    order.rotate_left((repetition as usize - 1) / 2 % modes.len());
    if repetition % 2 == 0 {
        order.reverse();
    }
    order
}

fn digest(output: &Output) -> u64 {
    let mut hasher = DefaultHasher::new();
    output.sorted_lines().hash(&mut hasher);
    hasher.finish()
}

/// How long the rest will take if it goes on like this.
fn left(elapsed: Duration, done: usize, all: usize) -> String {
    let rest = elapsed.as_secs_f64() / done as f64 * (all - done) as f64;
    if rest < 1.0 { String::new() } else { format!(", about {:.0} min left", (rest / 60.0).ceil()) }
}

fn say(text: &str) {
    eprintln!("{text}");
}

/// The link in words.
fn line(mbit: Option<f64>) -> String {
    mbit.map_or(String::new(), |mbit| format!("; link emulation: {mbit} Mbit/s for what each serves"))
}

/// The quotas in words.
fn cores(quotas: &[f64]) -> String {
    match quotas {
        [] => String::new(),
        [all] => format!(", {all} cores each"),
        some => format!(", {} cores in turn", some.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In as many repetitions as make a full turn each mode is first equally often, and of any two each is before the
    /// other equally often.
    #[test]
    fn no_mode_has_a_better_place() {
        for modes in [&Mode::ALL[..1], &Mode::ALL[..2], &Mode::ALL[..3], &Mode::ALL[..4]] {
            let turn: Vec<_> = (1..=2 * modes.len() as u32).map(|i| in_turn(modes, i)).collect();
            for one in modes {
                assert_eq!(turn.iter().filter(|order| order[0] == *one).count(), 2);
                for other in modes.iter().filter(|other| *other != one) {
                    let at = |order: &[Mode], mode| order.iter().position(|m| m == mode);
                    let before = turn.iter().filter(|order| at(order, one) < at(order, other)).count();
                    assert_eq!(before, modes.len(), "{one} before {other} in {turn:?}");
                }
            }
        }
    }
}
