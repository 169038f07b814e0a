//! The commands of `examples/README.md`, as they stand there, on a real cluster.

use evenkeel_cluster::{Job, JobResult, fixture};
use std::collections::{BTreeMap, BTreeSet};

/// The command in the README that holds this word, with files for its IN and OUT.
fn command(word: &str, input: &str, output: &str) -> Job {
    let folder = fixture::root().join("examples");
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let mut lines = readme.lines().filter_map(|line| line.strip_prefix("    hadoop jar "));
    let line = lines.find(|line| line.contains(word)).expect("the command is in the README");
    let mut words = line.split_whitespace();
    let mut job = match words.next().unwrap() {
        "hadoop-streaming.jar" => Job::streaming(),
        _ => Job::jar(fixture::examples_jar().expect("build the examples first: make examples")),
    };
    let mut before = "";
    for word in words {
        job = match word {
            "IN" => job.arg(input),
            "OUT" => job.arg(output),
            file if before == "-file" => job.arg(folder.join("streaming").join(file).display()),
            other => job.arg(other),
        };
        before = word;
    }
    job
}

/// Runs a command on these lines, in two files; its output by key.
fn run(word: &str, lines: &[String]) -> (JobResult, BTreeMap<String, String>) {
    let cluster = fixture::shared();
    let (input, output) = (fixture::path("in"), fixture::path("out"));
    let (first, second) = lines.split_at(lines.len() / 2);
    for (name, part) in [("a", first), ("b", second)] {
        cluster.put(&format!("{input}/{name}"), (part.join("\n") + "\n").as_bytes()).unwrap();
    }
    let result = cluster.run(&command(word, &input, &output)).unwrap().ok().unwrap();
    let ours = result.job().counters.get("Evenkeel").expect("it is balanced");
    assert_eq!(ours.get("Reducers by table of best"), Some(&3), "{ours:?}");
    let written = cluster.output(&output).unwrap();
    let lines = written.sorted_lines();
    let pairs = lines.iter().map(|line| {
        let line = String::from_utf8_lossy(line);
        let (key, value) = line.split_once('\t').unwrap();
        (key.to_owned(), value.to_owned())
    });
    let found: BTreeMap<_, _> = pairs.collect();
    assert_eq!(found.len(), lines.len(), "each key once");
    (result, found)
}

/// Lines of a few words, some of them frequent.
fn text() -> Vec<String> {
    let word = |n: u64| format!("w{}", (n * n * 7919) % 1009 % (1 + n % 60));
    (0..400u64).map(|line| (0..9).map(|i| word(line * 9 + i)).collect::<Vec<_>>().join(" ")).collect()
}

fn counts(lines: &[String]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for word in lines.iter().flat_map(|line| line.split(' ')) {
        *counts.entry(word.to_owned()).or_insert(0) += 1;
    }
    counts
}

#[test]
fn shares_add_up_to_one() {
    let lines = text();
    let (_, found) = run("share", &lines);
    let counted = counts(&lines);
    let all: u64 = counted.values().sum();
    let expected: BTreeMap<_, _> =
        counted.into_iter().map(|(word, n)| (word, format!("{:.6}", n as f64 / all as f64))).collect();
    assert_eq!(found, expected);
}

#[test]
fn streaming_counts_words() {
    let lines = text();
    let (_, found) = run("words.sh", &lines);
    assert_eq!(found, counts(&lines).into_iter().map(|(word, n)| (word, n.to_string())).collect());
}

#[test]
fn vocabularies_are_balanced_by_the_length_of_texts() {
    let mut lines = Vec::new();
    let mut expected: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut words = 0;
    for (i, text) in text().into_iter().enumerate() {
        // Three write long texts, the others short ones.
        let (author, text) = if i % 4 == 0 {
            (format!("novelist{}", i % 3), text.repeat(20))
        } else {
            (format!("poet{i}"), text)
        };
        words += text.split(' ').count() as u64;
        expected.entry(author.clone()).or_default().extend(text.split(' ').map(str::to_owned));
        lines.push(format!("{author}\t{text}"));
    }
    let (result, found) = run("vocabulary", &lines);
    assert_eq!(found, expected.into_iter().map(|(author, set)| (author, set.len().to_string())).collect());
    let report = fixture::shared().report(&result.job().id).unwrap();
    assert_eq!(report["schedule"]["load"], "custom");
    assert_eq!(report["summary"]["totalLoad"], words);
}

#[test]
fn sessions_of_a_user_are_counted_in_the_order_of_time() {
    const USERS: u64 = 40;
    let mut lines = Vec::new();
    for i in 0..600u64 {
        let (user, click) = (i % USERS, i / USERS);
        // User n has n + 1 visits at most, each of some clicks a minute apart, and an hour between visits.
        let (visit, at) = (click % (user + 1), click / (user + 1));
        lines.push((visit * 1_000 + at, format!("user{user}\t{}", 1_000_000 + visit * 7_200 + at * 60)));
    }
    // Not in the order of time.
    lines.sort_by_key(|(order, line)| (order * 7_919 % 1_000, line.clone()));
    let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    let (_, found) = run("sessions", &lines);
    let clicks = 600 / USERS;
    let visits = |user: u64| (user + 1).min(clicks).to_string();
    assert_eq!(found, (0..USERS).map(|user| (format!("user{user}"), visits(user))).collect());
}
