//! The demo: one skewed job on a cluster of small machines, as stock Hadoop runs it and balanced.

use clap::Args;
use evenkeel::generate::text::{Text, TextOptions};
use evenkeel_cluster::{Cluster, Context, Error, Job, JobInfo, Result, Spec, http};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// After this time the demo gives up; it takes about four minutes.
const LIMIT: Duration = Duration::from_secs(600);

/// Rounds of maps, as in a real job.
const MAPS_PER_SLOT: usize = 2;

/// What the demo needs.
#[derive(Args)]
pub struct Demo {
    /// The plug-in's jar
    #[arg(long)]
    plugin: PathBuf,
    /// The jar of the PUMA jobs
    #[arg(long)]
    puma: PathBuf,
    /// Where the cluster lives
    #[arg(long, default_value = "target/demo")]
    dir: PathBuf,
    /// Size of the text in bytes
    #[arg(long, default_value_t = 24_000_000)]
    size: u64,
    /// TaskTrackers, of two map and two reduce slots each
    #[arg(long, default_value_t = 8)]
    trackers: usize,
    /// Reduce tasks
    #[arg(long, default_value_t = 15)]
    reduces: usize,
    /// Cores of each TaskTracker
    #[arg(long, default_value_t = 0.2)]
    quota: f64,
}

impl Demo {
    /// Runs it.
    pub fn work(self) -> Result<()> {
        let start = Instant::now();
        let say = |text: &str| eprintln!("[{:3} s] {text}", start.elapsed().as_secs());
        std::thread::spawn(|| {
            std::thread::sleep(LIMIT);
            eprintln!("the demo did not end within {} s", LIMIT.as_secs());
            std::process::exit(1);
        });

        say("starting a real Hadoop 1.0.4: NameNode, DataNode, JobTracker, TaskTrackers ...");
        let spec = Spec::new(self.trackers).dir(&self.dir).quota(self.quota).plugin(&self.plugin);
        let cluster = Cluster::start_with(&spec, &say)?;
        let status = cluster.status()?;
        say(&format!("{}jobtracker.jsp  (slot emulation: {})", status.jobtracker_url, status.slot_emulation));

        say(&format!("generating {} of text, as skewed as the paper's", megabytes(self.size)));
        let text = cluster.dir().join("tmp/text");
        self.generate(&text)?;
        cluster.fs(&["-put", &text.to_string_lossy(), "in"])?;

        say("WordCount, without combiner, as stock Hadoop runs it");
        let stock = cluster.run_shown(&self.job("stock"))?.ok()?;
        say("the same job, balanced: mapred.partitioner.class=io.evenkeel.EvenkeelPartitioner");
        let job = self.job("balanced").conf("mapred.partitioner.class", "io.evenkeel.EvenkeelPartitioner");
        let balanced = cluster.run_shown(&job)?.ok()?;

        say("comparing the outputs");
        let (one, two) = (cluster.output("stock")?, cluster.output("balanced")?);
        if one.sorted_lines() != two.sorted_lines() {
            return Err(Error::new("the outputs differ"));
        }
        let lines = one.sorted_lines().len();
        let report = self.report(&cluster, &balanced.job().id)?;
        cluster.stop(false)?;
        say("the cluster is gone");

        println!();
        println!(
            "WordCount of {} of text, {} reduce tasks, {} TaskTrackers",
            megabytes(self.size),
            self.reduces,
            self.trackers
        );
        println!("slot emulation: {}, {} cores each", status.slot_emulation, self.quota);
        println!("same output: yes, {lines} lines");
        println!();
        table(stock.job(), balanced.job());
        println!();
        println!("the balanced job's report: {}", report.display());
        Ok(())
    }

    fn generate(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder).context(folder.display())?;
        let text = Text::new(TextOptions {
            bytes: self.size,
            files: (MAPS_PER_SLOT * 2 * self.trackers) as u32,
            offset: 2.7,
            vocabulary: 508,
            ..TextOptions::default()
        });
        let text = text.map_err(Error::new)?;
        for number in 0..text.files() {
            let path = folder.join(text.file_name(number));
            text.write(number, &mut File::create(&path).context(path.display())?)?;
        }
        Ok(())
    }

    /// Saves the report of a job, which the JobTracker has soon after the job's end.
    fn report(&self, cluster: &Cluster, job: &str) -> Result<PathBuf> {
        let url = cluster.status()?.jobtracker_url;
        let address = http::address(&url)?;
        let file = self.dir.join("report.html");
        for _ in 0..40 {
            let reply = http::get(address, &format!("/evenkeel/job/{job}"))?;
            if reply.status == 200 && reply.body.contains("succeeded") {
                fs::write(&file, reply.body).context(file.display())?;
                return Ok(file);
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        Err(Error::new(format!("{url}evenkeel/job/{job} has no report")))
    }

    fn job(&self, output: &str) -> Job {
        Job::jar(&self.puma)
            .arg("wordcount")
            .arg("-Dpuma.combiner=false")
            .arg("-Dmapred.job.reuse.jvm.num.tasks=-1")
            .arg(format!("-Dmapred.reduce.tasks={}", self.reduces))
            .args("in")
            .arg(output)
    }
}

/// Prints both jobs side by side.
fn table(stock: &JobInfo, balanced: &JobInfo) {
    type Figure = (&'static str, fn(&JobInfo) -> f64);
    let figures: [Figure; 5] = [
        ("job, seconds", |j| (j.finished - j.submitted) as f64 / 1e3),
        ("last map to end, seconds", |j| (j.finished - j.last_map()) as f64 / 1e3),
        ("largest load of a reduce task, million pairs", |j| max(&loads(j)) / 1e6),
        ("largest load / mean load", |j| max(&loads(j)) / mean(&loads(j))),
        ("longest reduce after the last map, seconds", |j| {
            let after = |t: &&evenkeel_cluster::TaskInfo| (t.finished - j.last_map()) as f64 / 1e3;
            max(&j.tasks("REDUCE").iter().map(after).collect::<Vec<_>>())
        }),
    ];
    println!("{:<46} {:>9} {:>9} {:>7}", "", "stock", "Evenkeel", "ratio");
    for (name, figure) in figures {
        let (a, b) = (figure(stock), figure(balanced));
        println!("{name:<46} {a:>9.2} {b:>9.2} {:>7.2}", b / a);
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes as f64 / 1e6)
}

fn loads(job: &JobInfo) -> Vec<f64> {
    let reduces = job.tasks("REDUCE");
    reduces.iter().map(|t| t.counter("REDUCE_INPUT_RECORDS") as f64).collect()
}

fn max(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
