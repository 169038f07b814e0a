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
        (
            &["plan", "--slots", "2"],
            "18446744073709551615\n1\n",
            1,
            &["standard input: ", "64 bits", "expected 18446744073709551615 at most", "larger units"],
        ),
        (&["compare", "--slots", "2"], "18446744073709551615\n1\n", 1, &["standard input: ", "64 bits"]),
        (
            &["simulate", "--slots", "2", "--histograms", "-"],
            "18446744073709551615,1\n",
            1,
            &["standard input: ", "64 bits"],
        ),
        (&["plan", "--slots", "2"], "[5,\n\"x\"]", 1, &["standard input, line 2", "as load 1"]),
        (&["generate", "text", "--exponent", "nan"], "", 1, &["exponent: expected a number from 0", "NaN"]),
        (&["generate", "text", "--exponent", "-1"], "", 1, &["exponent: expected a number from 0", "-1"]),
        (&["generate", "text", "--offset", "inf"], "", 1, &["offset: expected a number from 0", "inf"]),
        (&["generate", "text", "--sizes", "log-normal:nan"], "", 1, &["log-normal: expected a number"]),
        (&["generate", "text", "--sizes", "zipf:-1e308"], "", 1, &["zipf: expected a number from 0"]),
        (&["generate", "text", "--sizes", "zipf:x"], "", 2, &["--sizes", "zipf:S"]),
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

#[test]
fn files_of_a_job_are_read_or_refused() {
    let folder = std::env::temp_dir().join(format!("evenkeel-job-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("temporary folder");
    let file = folder.join("input");
    let path = file.to_str().expect("UTF-8");
    for (arguments, content, words) in [
        (
            &["analyze", path][..],
            "Meta VERSION=\"1\" .\nJob JOBID=\"job_1\" LAUNCH_TIME=\"x\" .\n",
            &["line 2, LAUNCH_TIME: expected a whole number, found \"x\""][..],
        ),
        (
            &["analyze", "--slots", "2", "--histogram", path],
            "a\t18446744073709551615\nb\t1\n",
            &["64 bits", "larger units"],
        ),
        (&["report", path], "[1,\"x\"]", &["expected job.id"]),
        (&["report", path], "{\"version\":1}", &["expected job.id"]),
    ] {
        std::fs::write(&file, content).expect("a file");
        let output = run(arguments, "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        for word in words.iter().chain([&path]) {
            assert!(error.contains(word), "{arguments:?}: {word:?} not in {error:?}");
        }
    }
    std::fs::write(&file, "{\"version\":1,\"job\":{\"id\":\"job_1\",\"maps\":3}}").expect("a file");
    assert_eq!(stdout(&run(&["report", path], "")), "No table yet: the counts of 0 of 3 maps are in.\n");
    std::fs::remove_dir_all(&folder).expect("temporary folder");
}

/// Large maps get more groups, and the history tells how large they were.
#[test]
fn analyze_takes_as_many_groups_as_the_plug_in() {
    let folder = std::env::temp_dir().join(format!("evenkeel-groups-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("temporary folder");
    let (history, keys) = (folder.join("history"), folder.join("keys.tsv"));
    let read = "{(FileSystemCounters)(FileSystemCounters)[(HDFS_BYTES_READ)(HDFS_BYTES_READ)(67108864)]}";
    let job = "Job JOBID=\"job_1\" TOTAL_MAPS=\"1\" TOTAL_REDUCES=\"15\" .\n";
    let map = format!("MapAttempt TASK_TYPE=\"MAP\" TASK_STATUS=\"SUCCESS\" COUNTERS=\"{read}\" .\n");
    std::fs::write(&history, format!("{job}{map}")).expect("a file");
    std::fs::write(&keys, "the\t30\na\t2\n").expect("a file");
    let (history, keys) = (history.to_str().expect("UTF-8"), keys.to_str().expect("UTF-8"));
    for (arguments, groups) in [
        (&["analyze", "--json", "--histogram", keys, history][..], 2048),
        (&["analyze", "--json", "--histogram", keys, "--slots", "15"], 512),
        (&["analyze", "--json", "--histogram", keys, "--groups", "77", history], 77),
    ] {
        let answer: Value = serde_json::from_str(&stdout(&run(arguments, ""))).expect("JSON");
        assert_eq!(answer["keys"]["groups"], groups, "{arguments:?}");
    }
    std::fs::remove_dir_all(&folder).expect("temporary folder");
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
                Some(1) => assert!(error.contains(path), "{arguments:?}: {error}"),
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
    let result = &replay[0]["result"];
    assert!(result["ratio"].as_f64().expect("number") < 1.01);
    let stages = result["stage_ms"].as_array().expect("a time for each stage");
    assert_eq!(Some(stages.len() as u64), result["stages"].as_u64());
    let slowest = stages.iter().filter_map(Value::as_f64).fold(0.0, f64::max);
    assert_eq!(Some(slowest), result["slowest_stage_ms"].as_f64());
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
