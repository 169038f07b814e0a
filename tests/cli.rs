//! The planner as a person runs it: output, exit codes, and errors that name file, line and expectation.
#![cfg(feature = "cli")]

use serde_json::Value;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_evenkeel"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments);
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
        (&["plan", "--slots", "2", "--eta", "-1"], "5\n", 1, &["eta", "-1"]),
        (&["plan", "--slots", "2"], "a,5\nb,7\n", 1, &["line 1", "CSV header", "a,5"]),
        (&["plan", "--slots", "2"], "\u{feff}key,load\r\na,1\r\nb,\r\n", 1, &["line 3", "found \"\""]),
        (&["plan", "--slots", "2"], "18446744073709551615\n1\n", 1, &["64 bits"]),
        (&["plan", "--slots", "1", "--algorithm", "exact"], "9999999999\n", 0, &[]),
        (&["plan", "--slots", "2", "--algorithm", "exact"], "9999999999\n5\n", 1, &["infeasible"]),
        (
            &["plan", "--slots", "2", "--algorithm", "relax", "--eta", "0.000000001"],
            "5\n7\n",
            1,
            &["relax is infeasible", "; take best or lpt"],
        ),
        (&["plan", "--slots", "2"], "{\"x\": 1}", 1, &["schedule.loads"]),
        (&["compare", "--slots", "2"], "key,load\na,1\nb\n", 1, &["line 3", "2 columns"]),
        (&["simulate", "--histograms", "-"], "1,2\n3\n", 1, &["standard input, line 2", "2 loads"]),
        (&["simulate", "--rate", "-1"], "", 2, &["--rate"]),
        (&["simulate", "--maps", "100000", "--slots", "100000"], "", 1, &["memory"]),
        (&["analyze", "--histogram", "x", "--slots", "2", "--algorithm", "magic"], "", 2, &["magic", "best"]),
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
fn keys_may_look_like_remarks_and_a_third_column_is_no_load() {
    let plan = |input: &str| -> Value {
        let output = stdout(&run(&["plan", "-m", "1", "--format", "json"], input));
        serde_json::from_str::<Value>(&output).expect("JSON")["slots"][0].clone()
    };
    let slot = plan("# a remark\n#tag\t5\n[x]\t7\n");
    assert_eq!((&slot["load"], &slot["operations"]), (&12.into(), &serde_json::json!(["#tag", "[x]"])));
    let slot = plan("# evenkeel keys 1\n# 1 of 1 splits\nthe\t3\t144592\na\t2\t-97\n");
    assert_eq!((&slot["load"], &slot["operations"]), (&5.into(), &serde_json::json!(["the", "a"])));
    // A key cannot steer the terminal.
    let table = stdout(&run(&["plan", "-m", "1"], "\u{1b}[2Jx\t3\n"));
    assert!(!table.contains('\u{1b}'), "{table:?}");
    let keys = std::env::temp_dir().join(format!("evenkeel-keys-{}", std::process::id()));
    std::fs::write(&keys, "\u{1b}[2Jx\t30\ny\t2\n").expect("a file");
    let told = stdout(&run(&["analyze", "-m", "2", "--histogram", keys.to_str().expect("UTF-8")], ""));
    assert!(told.contains("[2Jx") && !told.contains('\u{1b}'), "{told:?}");
    std::fs::remove_file(&keys).expect("a file");
}

#[test]
fn nobody_has_to_listen() {
    // Standard error closed, then an error to tell; standard output closed, then much to say.
    for (arguments, closed, code) in
        [(["plan", "--slots", "2", "-"], "stderr", 1), (["generate", "zipf", "-n", "500000"], "stdout", 0)]
    {
        let mut child = start(&arguments);
        if closed == "stderr" {
            drop(child.stderr.take())
        } else {
            drop(child.stdout.take())
        }
        // The command may be gone before it has read this.
        child.stdin.take().expect("piped").write_all(b"no number\n").unwrap_or_default();
        let status = child.wait().expect("the binary ends");
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}

/// Whatever a file holds, a command ends with an answer or with one line that names the file.
#[test]
fn hostile_input_is_no_reason_to_panic() {
    let mut random = evenkeel::random::Random::new(6);
    let words = [
        "key,load\n",
        "# evenkeel keys 1\n",
        "\t",
        "\n",
        ",",
        "\"",
        "0",
        "7",
        "18446744073709551615",
        "-1",
        "1e9",
        "[",
        "]",
        "{",
        "}",
        "\u{feff}",
        "the",
        "schedule",
        ":",
        "\r\n",
        " ",
        "Job JOBID=\"j\" .\n",
        "\u{1b}[2J",
        "ключ",
    ];
    let folder = std::env::temp_dir().join(format!("evenkeel-hostile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("temporary folder");
    let file = folder.join("input");
    let path = file.to_str().expect("UTF-8");
    for round in 0..60 {
        let mut input: Vec<u8> = Vec::new();
        for _ in 0..random.below(30) {
            input.extend(words[random.below(words.len() as u64) as usize].bytes());
        }
        if round % 5 == 0 {
            input.extend([0xff, 0x00, 0xc3]);
        }
        std::fs::write(&file, &input).expect("a file");
        for arguments in [
            &["plan", "--slots", "3", "--algorithm", "lpt", path][..],
            &["compare", "--slots", "2", path],
            &["simulate", "--slots", "2", "--histograms", path],
            &["analyze", "--slots", "2", "--histogram", path],
            &["analyze", path],
            &["report", path],
        ] {
            let output = run(arguments, "");
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => {}
                Some(1) => {
                    assert!(error.contains(path) || error.contains("64 bits"), "{arguments:?}: {error}")
                }
                code => panic!("{arguments:?} ended with {code:?}: {error}\n{input:?}"),
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("temporary folder");
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
