//! Benchmarks on the cluster in a box: PUMA's jobs, stock and balanced, interleaved, with slot emulation.
//!
//! `evenkeel-bench run` measures what `docs/benchmarks.md` shows, `paper` repeats the paper's evaluation (section 6) with its printed values beside
//! ours, `groups` measures what the number of groups costs, `unnamed` what the plug-in costs jobs that do not name it. `tables` measures nothing: it makes
//! the tables of `run` anew from the runs it has kept.

mod case;
mod copied;
mod counted;
mod cpu;
mod data;
mod groups;
mod kept;
mod limits;
mod measure;
mod mode;
mod pairs;
mod paper;
mod printed;
mod session;
mod stats;
mod table;
mod unnamed;

use case::Job;
use clap::{Args, Parser, Subcommand};
use evenkeel::generate::Order;
use evenkeel_cluster::{Error, Result};
use mode::Mode;
use session::{Session, Settings};
use std::path::PathBuf;
use std::process::ExitCode;

/// Measures PUMA's jobs on the cluster in a box.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure jobs in several modes, interleaved
    Run(RunArguments),
    /// Repeat the paper's evaluation
    Paper(PaperArguments),
    /// What the number of groups costs and brings: the curve behind its default
    Groups(GroupsArguments),
    /// What the plug-in costs jobs that do not name it
    Unnamed(UnnamedArguments),
    /// The tables of runs that `run` has kept, also of a benchmark that was interrupted
    Tables(TablesArguments),
}

#[derive(Debug, Args)]
struct Place {
    /// The jar of PUMA's jobs
    #[arg(long, default_value = "examples/puma/target/evenkeel-puma-0.1.0.jar")]
    jar: PathBuf,
    /// The plug-in's jar; needed by every mode but stock and mixed
    #[arg(long)]
    plugin: Option<PathBuf>,
    /// Where results go
    #[arg(long, default_value = "target/bench")]
    out: PathBuf,
    /// Number of TaskTrackers
    #[arg(long, default_value_t = 8)]
    trackers: usize,
    /// Map slots of each TaskTracker, and as many reduce slots
    #[arg(long, default_value_t = 2)]
    slots: u32,
    /// Cores of each TaskTracker with its tasks; several, between commas, go round; 0 runs without slot emulation
    #[arg(long, value_delimiter = ',', default_values_t = [0.2])]
    quota: Vec<f64>,
    /// Speed in Mbit/s at which each TaskTracker serves map outputs (link emulation)
    #[arg(long)]
    link: Option<f64>,
    /// Number of reduce tasks
    #[arg(long, default_value_t = 15)]
    reduces: u32,
    /// Repetitions of everything
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    /// One more property of every job, NAME=VALUE
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    property: Vec<String>,
    /// Keep the cluster's folder, with all logs, here
    #[arg(long)]
    dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct RunArguments {
    #[command(flatten)]
    place: Place,
    /// wordcount, termvector, invertedindex, histogrammovies
    #[arg(long, value_delimiter = ',', default_values_t = Job::ALL)]
    jobs: Vec<Job>,
    /// stock, mixed, paper, hintless, hinted, measured, waiting, evenkeel
    #[arg(long, value_delimiter = ',', default_values_t = [Mode::Stock, Mode::Mixed, Mode::Paper, Mode::Evenkeel])]
    modes: Vec<Mode>,
    /// Run with PUMA's combiners, without, or both
    #[arg(long, default_value = "both", value_parser = ["on", "off", "both"])]
    combiner: String,
    /// Bytes of text for each text job
    #[arg(long, default_value_t = 16_000_000)]
    text: u64,
    /// Number of movies
    #[arg(long, default_value_t = 200_000)]
    movies: u64,
    /// Ratings of a movie, on average
    #[arg(long, default_value_t = case::RATINGS)]
    ratings: u32,
    /// Number of maps, one file each
    #[arg(long, default_value_t = 16)]
    maps: u32,
    /// How keys are spread over the input: homogeneous, sorted, drift or clustered
    #[arg(long, default_value_t = Order::Homogeneous)]
    order: Order,
    /// Data on which there is nothing to balance
    #[arg(long, conflicts_with = "hot")]
    uniform: bool,
    /// Text of which one word, that no schedule can split, is more than half
    #[arg(long)]
    hot: bool,
    /// Text files of your own for the text jobs, instead of generated ones
    #[arg(long)]
    input: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct PaperArguments {
    #[command(flatten)]
    place: Place,
    /// Size of the data in parts of the paper's
    #[arg(long, default_value_t = 0.01)]
    scale: f64,
    /// At most this many rounds of maps (the paper's larger sets need up to 15)
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// What to compare with stock: paper, evenkeel
    #[arg(long, value_delimiter = ',', default_values_t = [Mode::Paper, Mode::Evenkeel])]
    modes: Vec<Mode>,
    /// Only these cases, for example WC_S,HM_S
    #[arg(long, value_delimiter = ',')]
    cases: Vec<String>,
}

#[derive(Debug, Args)]
struct GroupsArguments {
    #[command(flatten)]
    place: Place,
    /// Numbers of groups; stock is always run as well
    #[arg(long, value_delimiter = ',', default_values_t = [60, 120, 240, 480, 960, 4096])]
    groups: Vec<u32>,
    /// Bytes of text
    #[arg(long, default_value_t = 8_000_000)]
    text: u64,
    /// Number of maps, one file each
    #[arg(long, default_value_t = 2)]
    maps: u32,
    /// Sort buffer in MB of the variant in which each map spills often
    #[arg(long, default_value_t = 2)]
    small_buffer: u32,
}

#[derive(Debug, Args)]
struct UnnamedArguments {
    #[command(flatten)]
    place: Place,
    /// Bytes of text
    #[arg(long, default_value_t = 8_000_000)]
    text: u64,
    /// Number of maps, one file each
    #[arg(long, default_value_t = 16)]
    maps: u32,
}

#[derive(Debug, Args)]
struct TablesArguments {
    /// What `run` wrote: bench.json. Of several files, repetitions are counted on
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run(arguments) => run(arguments),
        Command::Paper(arguments) => again(arguments),
        Command::Groups(arguments) => curve(arguments),
        Command::Unnamed(arguments) => unnamed(arguments),
        Command::Tables(arguments) => tables(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("evenkeel-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: RunArguments) -> Result<()> {
    let combiners: &[bool] = match arguments.combiner.as_str() {
        "on" => &[true],
        "off" => &[false],
        _ => &[false, true],
    };
    let size = case::Size { text: arguments.text, movies: arguments.movies, maps: arguments.maps };
    let mut cases = Vec::new();
    for &job in &arguments.jobs {
        let case = case::Case::new(job, size).ordered(arguments.order).ratings(arguments.ratings);
        let case = if arguments.uniform { case.uniform() } else { case };
        let case = if arguments.hot { case.hot() } else { case };
        let case = case.input(arguments.input.clone());
        cases.extend(combiners.iter().map(|&on| case.clone().combiner(on)));
    }
    let session = Session::start(arguments.place.settings(&arguments.modes)?)?;
    let runs = session.measure("bench", &cases, &arguments.modes)?;
    let markdown = all_tables(&session.head()?, &runs);
    for (name, picture) in limits::pictures(&runs) {
        session.draw(&name, &picture)?;
    }
    session.write("bench", &markdown)?;
    print!("{markdown}");
    Ok(())
}

fn tables(arguments: &TablesArguments) -> Result<()> {
    print!("{}", all_tables("", &kept::read(&arguments.files)?));
    Ok(())
}

fn all_tables(head: &str, runs: &[measure::Run]) -> String {
    table::markdown(head, runs) + &pairs::markdown(runs) + &limits::markdown(runs)
}

fn again(arguments: PaperArguments) -> Result<()> {
    let mut modes = vec![Mode::Stock];
    modes.extend(&arguments.modes);
    let slots = arguments.place.trackers as u32 * arguments.place.slots;
    let cases = paper::cases(arguments.scale, arguments.rounds, slots, &arguments.cases)?;
    let session = Session::start(arguments.place.settings(&modes)?)?;
    let runs = session.measure("paper", &cases, &modes)?;
    let markdown = paper::markdown(&session.head()?, arguments.scale, &runs);
    session.write("paper", &markdown)?;
    print!("{markdown}");
    Ok(())
}

fn curve(arguments: GroupsArguments) -> Result<()> {
    let size = case::Size { text: arguments.text, movies: 1, maps: arguments.maps };
    let case = case::Case::new(Job::WordCount, size).combiner(false);
    let session = Session::start(arguments.place.settings(&[Mode::Evenkeel])?)?;
    let markdown = groups::curve(&session, &case, &arguments.groups, arguments.small_buffer)?;
    session.write("groups", &markdown)?;
    print!("{markdown}");
    Ok(())
}

fn unnamed(arguments: UnnamedArguments) -> Result<()> {
    let size = case::Size { text: arguments.text, movies: 1, maps: arguments.maps };
    let case = case::Case::new(Job::WordCount, size).combiner(false);
    print!("{}", unnamed::compare(arguments.place.settings(&[Mode::Evenkeel])?, &case)?);
    Ok(())
}

impl Place {
    fn settings(self, modes: &[Mode]) -> Result<Settings> {
        if self.plugin.is_none() && modes.iter().any(|mode| mode.balanced()) {
            return Err(Error::new("every mode but stock and mixed needs --plugin JAR"));
        }
        let mut properties = Vec::new();
        for pair in &self.property {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| Error::new(format!("-D {pair}: say NAME=VALUE")))?;
            properties.push((name.to_owned(), value.to_owned()));
        }
        Ok(Settings {
            jar: self.jar,
            plugin: self.plugin,
            out: self.out,
            trackers: self.trackers,
            slots: self.slots,
            quotas: self.quota.iter().copied().filter(|cores| *cores > 0.0).collect(),
            link: self.link,
            reduces: self.reduces,
            repeat: self.repeat,
            properties,
            dir: self.dir,
        })
    }
}
