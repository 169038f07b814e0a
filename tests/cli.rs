//! The planner as a person runs it: output, exit codes, and errors that name file, line and expectation.
#![cfg(feature = "cli")]

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_evenkeel"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    // A command that does not read its input may be gone already.
    stdin.write_all(input.as_bytes()).unwrap_or_default();
    drop(stdin);
    child.wait_with_output().expect("the binary ends")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn plan_as_json() {
    let output = stdout(&run(&["plan", "--slots", "2", "--format", "json"], "the\t304\na\t203\nof\t102\n"));
    let plan: Value = serde_json::from_str(&output).expect("JSON");
    for key in ["algorithm", "slots", "makespan", "lower_bound", "ratio", "optimal", "elapsed_ns"] {
        assert!(plan.get(key).is_some(), "{key}");
    }
    assert_eq!((plan["makespan"].as_u64(), plan["optimal"].as_bool()), (Some(305), Some(true)));
    assert_eq!(plan["slots"][0]["operations"], serde_json::json!(["the"]));
    let output = stdout(&run(&["plan", "-m", "1", "--format", "json", "-"], "5\n\n7\n"));
    let plan: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(plan["slots"][0]["operations"], serde_json::json!([0, 2]));
}

#[test]
fn plan_as_table_with_every_algorithm_and_speeds() {
    for algorithm in ["best", "exact", "relax", "lpt", "multifit", "kk", "hash"] {
        let table = stdout(&run(&["plan", "--slots", "3", "--algorithm", algorithm], "5\n4\n3\n2\n1\n"));
        assert!(table.contains("makespan") && table.contains("lower bound") && table.contains(algorithm));
    }
    let table = stdout(&run(&["plan", "--slots", "2", "--speeds", "1,3"], "1\n3\n"));
    assert!(table.contains("makespan     1\n"), "{table}");
}

#[test]
fn errors_say_what_and_where() {
    for (arguments, input, code, words) in [
        (
            &["plan", "--slots", "2", "-"][..],
            "1\nx\n",
            1,
            &["standard input, line 2", "expected", "\"x\""][..],
        ),
        (&["plan", "--slots", "2", "/no/such/file"], "", 1, &["/no/such/file"]),
        (&["plan", "--slots", "0"], "", 2, &["--slots"]),
        (&["plan"], "", 2, &["--slots"]),
        (&["plan", "--slots", "2", "--algorithm", "magic"], "", 2, &["magic", "best"]),
        (&["plan", "--slots", "2", "--speeds", "1"], "5\n", 1, &["2 slot speeds"]),
        (&["plan", "--slots", "2", "--speeds", "1,0"], "5\n", 1, &["at least 1"]),
        (&["plan", "--slots", "2", "--eta", "7"], "5\n", 1, &["eta"]),
        (&["plan", "--slots", "2"], "18446744073709551615\n1\n", 1, &["64 bits"]),
        (&["plan", "--slots", "1", "--algorithm", "exact"], "9999999999\n", 0, &[]),
        (&["plan", "--slots", "2", "--algorithm", "exact"], "9999999999\n5\n", 1, &["infeasible"]),
        (&["plan", "--slots", "2"], "{\"x\": 1}", 1, &["schedule.loads"]),
        (&["compare", "--slots", "2"], "key,load\na,1\nb\n", 1, &["line 3", "2 columns"]),
        (&["simulate", "--histograms", "-"], "1,2\n3\n", 1, &["line 2", "2 loads"]),
    ] {
        let output = run(arguments, input);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{error}");
        for word in words {
            assert!(error.contains(word), "{arguments:?}: {word:?} not in {error:?}");
        }
    }
}

#[test]
fn compare_writes_pictures() {
    let folder = std::env::temp_dir().join(format!("evenkeel-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("temporary folder");
    let (html, svg) = (folder.join("out.html"), folder.join("out.svg"));
    let loads: String = (1..60).map(|load| format!("{}\n", load * load)).collect();
    let (html, svg) = (html.to_str().expect("UTF-8"), svg.to_str().expect("UTF-8"));
    let table = stdout(&run(&["compare", "--slots", "7", "--html", html, "--svg", svg, "-"], &loads));
    for algorithm in ["best", "exact", "relax", "lpt", "multifit", "kk", "hash", "subset-sum", "lower bound"]
    {
        assert!(table.contains(algorithm), "{algorithm}");
    }
    assert!(std::fs::read_to_string(html).expect("page").contains("<svg"));
    assert!(std::fs::read_to_string(svg).expect("picture").starts_with("<svg"));
    std::fs::remove_dir_all(&folder).expect("temporary folder");
}

#[test]
fn generate_and_simulate_are_seeded() {
    for kind in ["zipf", "histogram-movies", "uniform", "few-huge", "triplets", "lpt-worst"] {
        let twice = [(); 2].map(|()| stdout(&run(&["generate", kind, "--seed", "7"], "")));
        assert!(!twice[0].is_empty() && twice[0] == twice[1], "{kind}");
    }
    let replay =
        stdout(&run(&["simulate", "homogeneous", "--maps", "8", "--slots", "4", "--format", "json"], ""));
    let replay: Value = serde_json::from_str(&replay).expect("JSON");
    assert!(replay[0]["result"]["ratio"].as_f64().expect("number") < 1.01);
    let table = stdout(&run(
        &["simulate", "--histograms", "-", "--slots", "2", "--order", "shuffled"],
        "1,2,3\n4,5,6\n",
    ));
    assert!(table.contains("histograms"));
}

#[test]
fn completions_and_help() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&run(&["completions", shell], "")).contains("evenkeel"));
    }
    for command in ["plan", "compare", "generate", "simulate"] {
        assert!(stdout(&run(&[command, "--help"], "")).len() > 200);
    }
}
