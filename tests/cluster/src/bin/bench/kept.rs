//! Runs that earlier benchmarks kept: `bench.json`, which is up to date after every run.

use crate::measure::Run;
use evenkeel_cluster::{Context, Result};
use std::fs;
use std::path::PathBuf;

/// The runs of all files. Repetitions of a file come after those of the files before it, so that runs which stood next
/// to each other in time stay pairs, and no others become one.
pub fn read(files: &[PathBuf]) -> Result<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).context(file.display())?;
        let mut more: Vec<Run> = serde_json::from_str(&text).context(file.display())?;
        let before = runs.iter().map(|run| run.repetition).max().unwrap_or(0);
        more.iter_mut().for_each(|run| run.repetition += before);
        runs.append(&mut more);
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::path::Path;

    /// What the pages show was measured on jobs with the same output in all modes.
    #[test]
    fn published_runs_of_a_case_have_one_output() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/data");
        let mut files = 0;
        for entry in fs::read_dir(data).unwrap() {
            let mut outputs = BTreeMap::new();
            for run in read(&[entry.unwrap().path()]).unwrap() {
                let output = *outputs.entry((run.case.clone(), run.combiner)).or_insert(run.output);
                assert_eq!(run.output, output, "{} {}", run.case, run.mode);
            }
            assert!(!outputs.is_empty());
            files += 1;
        }
        assert!(files > 0);
    }

    #[test]
    fn repetitions_count_on() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/data/against-stock.json");
        let once = read(std::slice::from_ref(&file)).unwrap();
        let twice = read(&[file.clone(), file]).unwrap();
        let most = once.iter().map(|run| run.repetition).max().unwrap();
        assert_eq!(twice.len(), 2 * once.len());
        assert_eq!(twice[once.len()].repetition, most + once[0].repetition);
    }
}
