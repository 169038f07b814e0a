//! The paper's evaluation, redrawn: the data of each of its figures and tables, its printed values beside ours.

use crate::case::{Case, Input, Job, Size};
use crate::measure::Run;
use crate::mode::Mode;
use crate::printed::{self, CASES, Printed};
use crate::stats::{imbalance, mean, range};
use crate::table::list;
use evenkeel::generate::movies::Shape;
use evenkeel_cluster::{Error, Result};
use std::fmt::Write;

/// The eight cases, or those that are asked for, at a scale. Loads are counted before combining, as the paper's
/// are, so combiners are off.
pub fn cases(scale: f64, rounds: u32, slots: u32, only: &[String]) -> Result<Vec<Case>> {
    if let Some(name) = only.iter().find(|name| CASES.iter().all(|case| case.name != **name)) {
        return Err(Error::new(format!(
            "no case {name}: say WC_S, TV_S, II_S, HM_S, WC_L, TV_L, II_L or HM_L"
        )));
    }
    let wanted = |case: &&Printed| only.is_empty() || only.iter().any(|name| name == case.name);
    Ok(CASES.iter().filter(wanted).map(|case| at_scale(case, scale, rounds, slots)).collect())
}

fn at_scale(printed: &Printed, scale: f64, rounds: u32, slots: u32) -> Case {
    let maps = ((printed.gigabytes / printed::BLOCK).ceil() as u32).min(rounds * slots);
    let bytes = printed.gigabytes * 1e9 * scale;
    // All movies of the paper, with fewer ratings each: the loads are the paper's own at any scale.
    let movies = printed::MOVIES * printed.gigabytes / 5.1;
    let job = match &printed.name[..2] {
        "WC" => Job::WordCount,
        "TV" => Job::TermVector,
        "II" => Job::InvertedIndex,
        _ => Job::HistogramMovies,
    };
    let mut case = Case::new(job, Size { text: bytes as u64, movies: movies as u64, maps }).combiner(false);
    if let Input::Movies(options) = &mut case.input {
        options.shape = Shape::Paper;
        options.ratings = ((bytes / movies / 10.0) as u32).max(42);
    }
    case.name = printed.name.to_owned();
    case.data = match job {
        Job::TermVector if printed.name.ends_with('S') => "documents-S".to_owned(),
        Job::InvertedIndex if printed.name.ends_with('S') => "documents-S".to_owned(),
        _ => format!("data-{}", printed.name),
    };
    case
}

/// The figures and tables as text.
pub fn markdown(head: &str, scale: f64, runs: &[Run]) -> String {
    let mut out = format!(
        "# The paper's evaluation, redrawn\n\n{head}Data is generated, {scale} of the paper's size; jobs run without combiners. As in the \
         paper, of the repetitions the one with the smallest duration counts. \"std\" is stock Hadoop 1.0.4.\n"
    );
    let best = Best { runs };
    out += &best.figure_1();
    out += &best.figure_4();
    out += &best.figure_5();
    out += &best.figure_6();
    out += &best.figures_7_to_10();
    out
}

struct Best<'a> {
    runs: &'a [Run],
}

impl Best<'_> {
    fn of(&self, case: &str, mode: Mode) -> Option<&Run> {
        let runs = self.runs.iter().filter(|run| run.case == case && run.mode == mode);
        runs.min_by(|a, b| a.job_seconds.total_cmp(&b.job_seconds))
    }

    fn modes(&self, case: &str) -> Vec<&Run> {
        Mode::ALL.into_iter().filter_map(|mode| self.of(case, mode)).collect()
    }

    fn figure_1(&self) -> String {
        let mut out = String::from("\n## Figure 1: skew of HM_S\n\n");
        let Some(run) = self.of("HM_S", Mode::Stock) else { return String::new() };
        let (least, most) = range(run.records());
        let operations = run.operations.len();
        let _ = writeln!(
            out,
            "(a) Loads of the {operations} operations, by rating, as the job counted them: {}\n",
            loads(&run.operations)
        );
        let asked = evenkeel::generate::movies::PAPER.map(u64::from);
        if run.operations != asked {
            let _ = writeln!(out, "The data was to have: {}\n", loads(&asked));
        }
        let _ = writeln!(out, "(b) Loads of the slots, std: {}\n", list(run.records(), 0));
        let _ = writeln!(out, "Largest ÷ smallest: {:.0} (paper: {}).", most / least.max(1.0), printed::SKEW);
        out
    }

    fn figure_4(&self) -> String {
        let mut out = String::from("\n## Figure 4: loads of the slots, WC_S\n\n");
        let runs = self.modes("WC_S");
        if runs.is_empty() {
            return String::new();
        }
        for run in runs {
            let _ = writeln!(out, "- {}: {}", label(run.mode), list(run.records(), 0));
        }
        out
    }

    fn figure_5(&self) -> String {
        let mut out = String::from(
            "\n## Figure 5: largest loads\n\n| case | ideal | std | ÷ ideal | paper's std ÷ ideal | balanced | ÷ ideal | bound ÷ ideal | paper's balanced ÷ ideal |\n\
             |---|---|---|---|---|---|---|---|---|\n",
        );
        for case in CASES {
            let Some(stock) = self.of(case.name, Mode::Stock) else { continue };
            let ideal = mean(stock.records());
            let ratio = |part: Option<u64>, of: Option<u64>| match (part, of) {
                (Some(part), Some(of)) => format!("{:.3}", part as f64 / of as f64),
                _ => "not printed".to_owned(),
            };
            for run in self.modes(case.name).into_iter().filter(|run| run.mode.balanced()) {
                let bound = run.plan.as_ref().map_or(0.0, |plan| plan.bound.max(plan.key_bound) as f64);
                let _ = writeln!(
                    out,
                    "| {} {} | {ideal:.0} | {:.0} | {:.3} | {} | {:.0} | {:.4} | {:.4} | {} |",
                    case.name,
                    label(run.mode),
                    range(stock.records()).1,
                    imbalance(&stock.records()),
                    // "Close to ideal": the paper's own largest load stands for its ideal.
                    ratio(case.standard, case.ideal.or(case.improved)),
                    range(run.records()).1,
                    imbalance(&run.records()),
                    bound / ideal,
                    ratio(case.improved, case.ideal),
                );
            }
        }
        let _ = writeln!(
            out,
            "\nHM_S in the paper: ideal 6,651; no schedule of its twenty heavy operations is below {}; reached 8,651.",
            printed::HEAVY_OPTIMUM
        );
        out
    }

    fn figure_6(&self) -> String {
        let mut out = String::from("\n## Figure 6: durations of reduce tasks of TV, seconds\n\n");
        let runs: Vec<&Run> = ["TV_S", "TV_L"].iter().flat_map(|case| self.modes(case)).collect();
        if runs.is_empty() {
            return String::new();
        }
        for run in runs {
            let seconds = run.reducers.iter().map(|r| r.seconds).collect();
            let _ = writeln!(out, "- {} {}: {}", run.case, label(run.mode), list(seconds, 1));
        }
        out
    }

    fn figures_7_to_10(&self) -> String {
        let mut out = String::from(
            "\n## Figures 7 to 10, tables 2 and 3\n\nSeconds. *task*: mean duration of a reduce task (figure 7); *scheduling* (figure 8; the \
             paper: below ",
        );
        let _ = write!(out, "{} s", printed::SCHEDULING);
        out += "); *sort delay*, *run delay* (figure 9); *job* (figure 10); *÷ std* (table 3).\n\n\
                | case | GB (table 2) | maps | mode | task | scheduling | sort delay | run delay | job | ÷ std | paper's ÷ std |\n\
                |---|---|---|---|---|---|---|---|---|---|---|\n";
        for case in CASES {
            let Some(stock) = self.of(case.name, Mode::Stock) else { continue };
            for run in self.modes(case.name) {
                let scheduling = run
                    .plan
                    .as_ref()
                    .map_or("–".to_owned(), |plan| format!("{:.4}", plan.scheduling_ms / 1000.0));
                let _ = writeln!(
                    out,
                    "| {} | {} | {} | {} | {:.1} | {scheduling} | {:.1} | {:.1} | {:.1} | {:.4} | {} |",
                    case.name,
                    case.gigabytes,
                    run.maps,
                    label(run.mode),
                    mean(run.reducers.iter().map(|r| r.seconds)),
                    run.sort_delay,
                    run.run_delay,
                    run.job_seconds,
                    run.job_seconds / stock.job_seconds,
                    if run.mode.balanced() { case.ratio.to_string() } else { "1".to_owned() },
                );
            }
        }
        out
    }
}

fn loads(values: &[u64]) -> String {
    list(values.iter().map(|&load| load as f64).collect(), 0)
}

fn label(mode: Mode) -> &'static str {
    match mode {
        Mode::Stock => "std",
        Mode::Mixed => "std, mixed hash",
        Mode::Paper => "paper's approach",
        Mode::Hintless => "Evenkeel without hints",
        Mode::Hinted => "Evenkeel with hints",
        Mode::Measured => "Evenkeel, measured slots",
        Mode::Waiting => "Evenkeel, ends as Hadoop's",
        Mode::Evenkeel => "Evenkeel",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cases_scale() {
        let all = cases(0.01, 3, 16, &[]).unwrap();
        let maps: Vec<u32> = all
            .iter()
            .map(|case| match &case.input {
                Input::Text(options) => options.files,
                Input::Movies(options) => options.files,
                Input::Folder(_) => 0,
            })
            .collect();
        assert_eq!(maps, [15, 15, 15, 48, 48, 48, 29, 48]);
        let Input::Movies(small) = &all[3].input else { panic!("movies expected") };
        assert_eq!((small.movies, small.ratings), (99_765, 51));
    }

    #[test]
    fn unknown_cases_are_refused() {
        assert!(cases(0.01, 3, 16, &["WC_M".to_owned()]).is_err());
        assert_eq!(cases(0.01, 3, 16, &["HM_L".to_owned()]).unwrap().len(), 1);
    }
}
