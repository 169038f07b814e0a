//! The command line of the cluster in a box.

use clap::{Args, Parser, Subcommand};
use evenkeel_cluster::{Cluster, Context, Control, Error, Job, Result, Spec, serve};
use std::path::PathBuf;
use std::process::ExitCode;

mod demo;
mod show;

/// A real Hadoop 1.0.4 cluster in a box: every daemon a process of its own, on loopback, in one folder.
#[derive(Parser)]
#[command(
    version,
    after_help = "Example:\n  \
        evenkeel-cluster up --dir /tmp/c --trackers 3\n  \
        evenkeel-cluster fs --dir /tmp/c -put README.md in/readme\n  \
        evenkeel-cluster run --dir /tmp/c examples wordcount in out\n  \
        evenkeel-cluster fs --dir /tmp/c -cat 'out/part*'\n  \
        evenkeel-cluster down --dir /tmp/c\n\n\
        EVENKEEL_CLUSTER_DIR names the folder where --dir does not."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Args)]
struct Place {
    /// The cluster's folder
    #[arg(long, env = "EVENKEEL_CLUSTER_DIR", default_value = "target/cluster", global = true)]
    dir: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Start a cluster and leave it running
    Up(Box<Up>),
    /// Show what runs, and where
    Status {
        #[command(flatten)]
        place: Place,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Stop the cluster: no process, no port, no data is left; logs are
    Down {
        #[command(flatten)]
        place: Place,
    },
    /// Run a jar as `hadoop jar` does, then show counters and task times
    Run(Run),
    /// Run `hadoop fs` with the given arguments
    #[command(disable_help_flag = true)]
    Fs {
        #[command(flatten)]
        place: Place,
        /// For example: -ls / or -put here there or -cat 'out/part*'
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// kill -9 one daemon: namenode, datanode, jobtracker, tracker1, ...
    Kill(One),
    /// Hold one daemon (SIGSTOP)
    Pause(One),
    /// Let a held daemon go on
    Resume(One),
    /// Start one daemon anew, killing it first if it runs
    Restart(One),
    /// Change the CPU quota of a TaskTracker that was started with one
    Quota {
        #[command(flatten)]
        one: One,
        /// In cores; without a number the quota is lifted
        cores: Option<f64>,
    },
    /// Print a task attempt's log
    TaskLog {
        #[command(flatten)]
        place: Place,
        /// For example attempt_202611160347_0001_r_000000_0
        attempt: String,
        /// syslog, stdout or stderr
        #[arg(default_value = "syslog")]
        file: String,
    },
    /// Start a cluster, run a command with EVENKEEL_TEST_CLUSTER set to its folder, stop the cluster
    With {
        #[command(flatten)]
        up: Box<Up>,
        /// The command and its arguments
        #[arg(last = true, required = true)]
        command: Vec<String>,
    },
    /// Run one skewed job, stock and balanced, and compare
    Demo(demo::Demo),
    #[command(hide = true)]
    Serve,
    #[command(hide = true)]
    Watchdog { id: String, dir: PathBuf },
}

#[derive(Args)]
struct One {
    #[command(flatten)]
    place: Place,
    /// namenode, datanode, jobtracker, tracker1, ...
    daemon: String,
}

#[derive(Args)]
struct Up {
    #[command(flatten)]
    place: Place,
    /// How many TaskTrackers
    #[arg(long, default_value_t = 3)]
    trackers: usize,
    /// Map slots of each
    #[arg(long, default_value_t = 2)]
    map_slots: u32,
    /// Reduce slots of each
    #[arg(long, default_value_t = 2)]
    reduce_slots: u32,
    /// CPU quota in cores of each TaskTracker with its tasks (slot emulation); several, between commas,
    /// for unequal ones
    #[arg(long, value_delimiter = ',')]
    quota: Vec<f64>,
    /// Speed in Mbit/s at which each TaskTracker serves map outputs (link emulation)
    #[arg(long)]
    link: Option<f64>,
    /// The plug-in's jar; it also sets the two site properties
    #[arg(long)]
    plugin: Option<PathBuf>,
    /// More jars on the class path of all
    #[arg(long)]
    classpath: Vec<PathBuf>,
    /// A property of every mapred-site.xml
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    property: Vec<String>,
    /// No HDFS: this machine's files are the default file system
    #[arg(long)]
    local_files: bool,
    /// HDFS block size in bytes
    #[arg(long, default_value_t = 64 << 20)]
    block_size: u64,
    /// Heap of a task in MB
    #[arg(long, default_value_t = 200)]
    task_heap: u32,
}

#[derive(Args)]
struct Run {
    #[command(flatten)]
    place: Place,
    /// A property of every job of the program, Tool or not
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    property: Vec<String>,
    /// Print everything that is known of the jobs, as JSON
    #[arg(long)]
    json: bool,
    /// A jar, or one of the release's own: examples, streaming, tools, test
    jar: PathBuf,
    /// Main class (where the jar names none) and arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

fn main() -> ExitCode {
    match work(Cli::parse().command) {
        Ok(code) => code,
        Err(e) => {
            eprintln!("evenkeel-cluster: {e}");
            ExitCode::FAILURE
        }
    }
}

fn work(command: Command) -> Result<ExitCode> {
    match command {
        Command::Up(up) => up.work()?,
        Command::Status { place, json } => {
            let status = Cluster::attach(&place.dir)?.status()?;
            if json {
                println!("{}", serde_json::to_string_pretty(&status)?);
            } else {
                print!("{status}");
            }
        }
        Command::Down { place } => down(&place)?,
        Command::Run(run) => return run.work(),
        Command::Fs { place, args } => {
            let args = show::absolute(&args)?;
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            print!("{}", Cluster::attach(&place.dir)?.fs(&args)?);
        }
        Command::Kill(one) => Cluster::attach(&one.place.dir)?.kill(&one.daemon)?,
        Command::Pause(one) => Cluster::attach(&one.place.dir)?.pause(&one.daemon)?,
        Command::Resume(one) => Cluster::attach(&one.place.dir)?.resume(&one.daemon)?,
        Command::Restart(one) => Cluster::attach(&one.place.dir)?.restart(&one.daemon)?,
        Command::Quota { one, cores } => {
            Cluster::attach(&one.place.dir)?.quota(&one.daemon, cores)?;
        }
        Command::TaskLog { place, attempt, file } => {
            print!("{}", Cluster::attach(&place.dir)?.task_log(&attempt, &file)?);
        }
        Command::With { up, command } => return with(*up, &command),
        Command::Demo(demo) => demo.work()?,
        Command::Serve => {
            // Its error has already gone to whoever started it.
            return Ok(if serve::main().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Watchdog { id, dir } => serve::watchdog(&id, &dir)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn down(place: &Place) -> Result<()> {
    match Cluster::attach(&place.dir) {
        Ok(cluster) => cluster.stop(false),
        Err(e) => {
            let control = Control::read(&place.dir).map_err(|_| e)?;
            serve::sweep_stale(&control, &std::path::absolute(&place.dir)?);
            Ok(())
        }
    }
}

/// The cluster ends with this process, so with the command, however that ends.
fn with(up: Up, command: &[String]) -> Result<ExitCode> {
    let cluster = Cluster::start_with(&up.spec()?, &|text| eprintln!("{text}"))?;
    let status = std::process::Command::new(&command[0])
        .args(&command[1..])
        .env("EVENKEEL_TEST_CLUSTER", cluster.dir())
        .status()
        .context(&command[0])?;
    cluster.stop(false)?;
    Ok(ExitCode::from(status.code().map_or(1, |code| code as u8)))
}

impl Up {
    fn work(self) -> Result<()> {
        let cluster = Cluster::start_with(&self.spec()?, &|text| eprintln!("{text}"))?;
        print!("{}", cluster.status()?);
        cluster.detach()
    }

    fn spec(self) -> Result<Spec> {
        let mut spec = Spec::new(self.trackers).dir(&self.place.dir);
        for (index, tracker) in spec.trackers.iter_mut().enumerate() {
            tracker.map_slots = self.map_slots;
            tracker.reduce_slots = self.reduce_slots;
            tracker.quota = self.quota.get(index % self.quota.len().max(1)).copied();
        }
        spec.plugin = self.plugin;
        spec.classpath = self.classpath;
        spec.hdfs = !self.local_files;
        spec.block_size = self.block_size;
        spec.task_heap = self.task_heap;
        spec.link = self.link;
        for (name, value) in pairs(&self.property)? {
            spec = spec.property(name, value);
        }
        Ok(spec)
    }
}

impl Run {
    fn work(self) -> Result<ExitCode> {
        let mut job = Job::jar(self.jar);
        for arg in &self.args {
            job = job.arg(arg);
        }
        for (name, value) in pairs(&self.property)? {
            job = job.conf(name, value);
        }
        let cluster = Cluster::attach(&self.place.dir)?;
        let running = cluster.submit(&job)?;
        show::progress(&cluster, &running);
        let result = running.wait()?;
        if self.json {
            println!("{}", serde_json::to_string_pretty(&result)?);
        } else {
            show::result(&result);
        }
        Ok(if result.success { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn pairs(list: &[String]) -> Result<Vec<(&str, &str)>> {
    list.iter()
        .map(|pair| {
            pair.split_once('=').ok_or_else(|| Error::new(format!("-D {pair}: NAME=VALUE is expected")))
        })
        .collect()
}
