//! What README, docs and help show as commands works as shown, and the examples run.
#![cfg(feature = "cli")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PLANNER: &str = env!("CARGO_BIN_EXE_evenkeel");

/// Every line of a text that is a command of the planner: indented, as code is.
fn commands(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| line.starts_with("  ")).map(str::trim);
    // What follows two blanks and a # is a remark.
    code.filter(|line| line.starts_with("evenkeel "))
        .map(|line| line.split("  #").next().unwrap_or(line).trim().to_owned())
        .collect()
}

/// A folder with the files that the commands name.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("evenkeel-documented-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("loads.txt", "30\n12\n9\n9\n4\n1\n");
    write("keys.csv", "key,load\nthe,304\na,203\nof,102\n");
    write(
        "keys.tsv",
        "# evenkeel keys 1\n# 3 of 3 splits, 609 pairs, 3 keys\nthe\t304\t144592\na\t203\t128\nof\t102\t141000\n",
    );
    write("maps.txt", "1,2,3\n4,5,6\n7,8,9\n2,2,2\n");
    write("job_201611160340_0007_alice_wordcount", HISTORY);
    folder
}

const HISTORY: &str = r#"Meta VERSION="1" .
Job JOBID="job_201611160340_0007" JOBNAME="word count" USER="alice" SUBMIT_TIME="1000" .
Job JOBID="job_201611160340_0007" LAUNCH_TIME="1500" TOTAL_MAPS="1" TOTAL_REDUCES="2" JOB_STATUS="PREP" .
MapAttempt TASK_TYPE="MAP" TASKID="task_201611160340_0007_m_000000" TASK_STATUS="SUCCESS" FINISH_TIME="11000" COUNTERS="" .
ReduceAttempt TASK_TYPE="REDUCE" TASKID="task_201611160340_0007_r_000000" TASK_ATTEMPT_ID="a" START_TIME="5000" .
ReduceAttempt TASK_TYPE="REDUCE" TASKID="task_201611160340_0007_r_000000" TASK_ATTEMPT_ID="a" TASK_STATUS="SUCCESS" SHUFFLE_FINISHED="12000" SORT_FINISHED="13000" FINISH_TIME="30000" HOSTNAME="/rack/a" COUNTERS="{(org\.apache\.hadoop\.mapred\.Task$Counter)(Map-Reduce Framework)[(REDUCE_INPUT_RECORDS)(x)(900)]}" .
ReduceAttempt TASK_TYPE="REDUCE" TASKID="task_201611160340_0007_r_000001" TASK_ATTEMPT_ID="b" START_TIME="5000" .
ReduceAttempt TASK_TYPE="REDUCE" TASKID="task_201611160340_0007_r_000001" TASK_ATTEMPT_ID="b" TASK_STATUS="SUCCESS" SHUFFLE_FINISHED="12000" SORT_FINISHED="13000" FINISH_TIME="15000" HOSTNAME="/rack/b" COUNTERS="{(org\.apache\.hadoop\.mapred\.Task$Counter)(Map-Reduce Framework)[(REDUCE_INPUT_RECORDS)(x)(100)]}" .
Job JOBID="job_201611160340_0007" FINISH_TIME="31000" JOB_STATUS="SUCCESS" .
"#;

/// Runs a line as a shell does, our binary first in the path.
fn shell(line: &str, folder: &Path) -> Output {
    let ours = Path::new(PLANNER).parent().expect("a folder").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("bash")
        .args(["-o", "pipefail", "-c", line])
        .env("PATH", format!("{ours}:{path}"))
        .current_dir(folder)
        .output()
        .expect("bash runs")
}

fn help_of(command: &str) -> String {
    let words = command.split_whitespace().chain(["--help"]);
    let output = Command::new(PLANNER).args(words).output().expect("help");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn commands_work_as_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect(name);
    let mut shown = Vec::new();
    for name in ["README.md", "docs/algorithms.md", "docs/report.md"] {
        let found = commands(&read(name));
        assert!(!found.is_empty(), "{name} shows no command");
        shown.extend(found);
    }
    for command in ["", "plan", "compare", "simulate", "analyze"] {
        let found = commands(&help_of(command));
        assert!(!found.is_empty(), "the help of {command} shows no command");
        shown.extend(found);
    }
    // A replay of a large job takes too long unoptimised; a smaller one shows the same.
    let shown = shown.into_iter().map(|line| line.replace("--maps 1000 --slots 100", "--maps 40 --slots 10"));
    let folder = folder();
    for line in shown.collect::<std::collections::BTreeSet<String>>() {
        let output = shell(&line, &folder);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {errors}");
        assert!(!output.stdout.is_empty(), "{line} says nothing");
        assert!(!errors.contains("panicked"), "{line}: {errors}");
    }
    for written in ["loads.svg", "gain.html"] {
        assert!(folder.join(written).metadata().is_ok_and(|file| file.len() > 1000), "{written}");
    }
    std::fs::remove_dir_all(&folder).expect("temporary folder");
}

/// Runs an example that was built with the tests.
fn example(name: &str, arguments: &[&str]) -> String {
    let test = std::env::current_exe().expect("this test");
    let path = test.ancestors().nth(2).expect("target folder").join("examples").join(name);
    let output = Command::new(&path).args(arguments).output();
    let output = output.unwrap_or_else(|error| {
        panic!("{}: {error}; `cargo test` builds it, `cargo test --test documented` does not", path.display())
    });
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn examples_run() {
    let scheduled = example("schedule_histogram", &[]);
    assert!(scheduled.contains("best   loads [120, 113], makespan 120"), "{scheduled}");
    let compared = example("compare_methods", &["12", "5"]);
    assert!(
        compared.starts_with("12 random instances, seed 5") && compared.contains("| `relax` |"),
        "{compared}"
    );
    let best = compared.lines().find(|line| line.starts_with("| `best` |")).expect("best");
    assert_eq!(best.split('|').nth(4).map(str::trim), Some("0"), "best is never worse than lpt");
    assert!(compared.contains("worse than some other method on 0 of them"), "{compared}");
    assert!(example("compare_methods", &["12", "5"]) == compared, "seeded");
}

#[test]
fn simulating_example_runs() {
    let simulated = example("simulate_prefetch", &[]);
    assert_eq!(simulated.lines().count(), 6, "{simulated}");
    assert!(simulated.lines().all(|line| line.contains("copied early")), "{simulated}");
}

/// The rows of the first table under this head: number of groups, what was hashed, and the numbers.
fn rows(text: &str) -> Vec<(String, String, Vec<String>)> {
    let table = text.lines().skip_while(|line| !line.starts_with("| groups | hash |"));
    let mut groups = String::new();
    let mut rows = Vec::new();
    for line in table.skip(2).take_while(|line| line.starts_with('|')) {
        let mut cells = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        let (number, hashed) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        if !number.is_empty() {
            groups = number;
        }
        // The page calls Evenkeel's hash by its name; what is hashed follows the comma.
        let what = hashed.rsplit(", ").next().unwrap_or_default().to_owned();
        rows.push((groups.clone(), what, cells.collect()));
    }
    rows
}

#[test]
fn few_keys_example_makes_the_table_of_the_docs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = std::fs::read_to_string(root.join("docs/benchmarks.md")).expect("docs/benchmarks.md");
    let (shown, printed) = (rows(&docs), example("few_keys", &[]));
    assert!(shown.len() >= 10, "docs/benchmarks.md has no table of few keys: {shown:?}");
    let made = rows(&printed);
    assert_eq!(made.len(), 18, "{printed}");
    for row in shown {
        assert!(made.contains(&row), "docs/benchmarks.md has {row:?}, the example prints\n{printed}");
    }
}

#[test]
fn every_method_is_documented_and_can_be_chosen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let line = |name: &str, start: &str| {
        let text = std::fs::read_to_string(root.join(name)).expect(name);
        text.lines().find(|line| line.starts_with(start)).unwrap_or_default().to_owned()
    };
    // Java's list is compared with this row by a test there.
    let property = line("README.md", "| `evenkeel.algorithm`");
    for algorithm in evenkeel::Algorithm::ALL {
        assert!(property.contains(&format!("`{algorithm}`")), "README.md: {algorithm} cannot be chosen");
        assert!(!line("docs/algorithms.md", &format!("| `{algorithm}` |")).is_empty(), "{algorithm}");
    }
    assert_eq!(property.matches('`').count() / 2 - 2, evenkeel::Algorithm::ALL.len(), "{property}");
}
