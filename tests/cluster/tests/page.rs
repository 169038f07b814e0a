//! The JobTracker's page and a job's report in a real browser, while a PUMA job runs on a live cluster and after it.

use evenkeel_browser::{Browser, Page};
use evenkeel_cluster::differential::puma;
use evenkeel_cluster::{Cluster, PARTITIONER, Running, fixture, http};
use serde_json::Value;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

const EVIL: &str = "<script>alert(1)</script>";
const PATIENCE: Duration = Duration::from_secs(300);

const REDUCES: usize = 4;

/// Words by Zipf's law, one a line, so that hashing is uneven.
fn words(seed: u64) -> String {
    (1..400)
        .flat_map(|rank| std::iter::repeat_n(format!("word{rank}\n"), (3000 / (rank + seed)) as usize))
        .collect()
}

/// PUMA's WordCount. Without its combiner the pairs that were predicted are those that are processed.
fn submit(cluster: &Cluster, report_dir: &str) -> Running {
    let input = fixture::path("in");
    for map in 0..8 {
        cluster.put(&format!("{input}/{map}"), words(map).as_bytes()).unwrap();
    }
    let job = puma("wordcount")
        .arg(&input)
        .arg(fixture::path("out"))
        .conf("puma.combiner", false)
        .conf("mapred.job.name", EVIL)
        .conf("mapred.reduce.tasks", REDUCES)
        .conf("mapred.partitioner.class", PARTITIONER)
        .conf("evenkeel.report.dir", report_dir);
    cluster.submit(&job).unwrap()
}

fn text(page: &mut Page, selector: &str) -> String {
    let script = format!("document.querySelector('{selector}')?.textContent ?? ''");
    page.eval(&script).unwrap().as_str().unwrap_or_default().to_owned()
}

fn picture(page: &mut Page, name: &str) {
    if let Some(dir) = std::env::var_os("EVENKEEL_SCREENSHOTS") {
        page.screenshot(&Path::new(&dir).join(format!("{name}.png"))).unwrap();
    }
}

fn assert_quiet(page: &Page, origin: &str) {
    assert!(page.complaints().is_empty(), "{:?}", page.complaints());
    let foreign: Vec<_> =
        page.requests().iter().filter(|r| !r.starts_with(origin) && !r.starts_with("data:")).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}

#[test]
fn the_page_follows_a_job_and_its_report_tells_the_truth() {
    let cluster = fixture::shared();
    let origin = cluster.status().unwrap().jobtracker_url;
    let address = http::address(&origin).unwrap();
    let browser = Browser::launch().unwrap();
    let mut page = browser.page().unwrap();
    page.size(1100, 900, false).unwrap();
    page.open(&format!("{origin}evenkeel")).unwrap();

    let report_dir = fixture::path("report");
    let running = submit(cluster, &report_dir);
    let id = running.job_id().unwrap();
    let states = follow(&mut page, &id);
    running.wait().unwrap().ok().unwrap();
    assert!(states.iter().any(|s| s.starts_with("counting ")), "seen while it ran: {states:?}");
    assert_eq!(states.last().map(String::as_str), Some("done"));

    assert_eq!(text(&mut page, &format!("#job-{id}")), EVIL);
    assert_eq!(page.eval("document.querySelectorAll('script').length").unwrap(), 1);
    list_equals_status(&mut page, &id);
    page.wait_for("document.querySelector('#health').textContent.includes('4 of 4')", PATIENCE).unwrap();
    assert!(text(&mut page, "#health").contains("Native libraryloaded"));
    picture(&mut page, "jobs");
    fits_a_phone(&mut page, "jobs");
    assert_quiet(&page, &origin);

    open_by_keyboard(&mut page, &id);
    report_equals_json(&mut page, address, &id);
    picture(&mut page, "live-report");
    fits_a_phone(&mut page, "live-report");
    assert_quiet(&page, &origin);

    let plain = http::get(address, "/evenkeel").unwrap().body;
    assert!(plain.contains("<noscript><meta http-equiv=\"refresh\""), "without script it reloads by itself");
    assert_eq!(http::get(address, "/evenkeel/job/job_1_0001").unwrap().status, 404);
    assert_eq!(http::get(address, "/evenkeel/nothing").unwrap().status, 404);
    written(cluster, &report_dir, &id);
}

/// At 380 px nothing but a table in its own frame scrolls sideways.
fn fits_a_phone(page: &mut Page, name: &str) {
    page.size(380, 900, true).unwrap();
    let wider =
        page.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth").unwrap();
    assert_eq!(wider, 0, "{name}: it scrolls sideways on a phone");
    picture(page, &format!("{name}-phone"));
    page.size(1100, 900, false).unwrap();
}

/// Watches the job's row, without reloading the page, until it is done; the states seen on the way.
fn follow(page: &mut Page, id: &str) -> Vec<String> {
    let end = Instant::now() + PATIENCE;
    let mut states: Vec<String> = Vec::new();
    while states.last().map(String::as_str) != Some("done") {
        assert!(Instant::now() < end, "{states:?}");
        let state = text(page, &format!("#row-{id} td[data-label=State]"));
        if !state.is_empty() && states.last() != Some(&state) {
            states.push(state);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    states
}

fn list_equals_status(page: &mut Page, id: &str) {
    let status = page.eval("fetch('/evenkeel/status.json').then(r => r.json())").unwrap();
    let job = status["jobs"].as_array().unwrap().iter().find(|j| j["id"] == id).unwrap().clone();
    assert_eq!(job["name"], EVIL);
    assert_eq!(job["words"], "done");
    let script = format!("[...document.querySelectorAll('#row-{id} data')].map(d => +d.value)");
    let shown: Vec<f64> = serde_json::from_value(page.eval(&script).unwrap()).unwrap();
    assert_eq!(shown, [job["ratio"].as_f64().unwrap(), job["hashRatio"].as_f64().unwrap()]);
    let bars = format!("document.querySelectorAll('#row-{id} svg rect').length");
    assert_eq!(page.eval(&bars).unwrap(), job["bars"].as_array().unwrap().len());
}

fn open_by_keyboard(page: &mut Page, id: &str) {
    page.eval("document.activeElement.blur()").unwrap();
    for _ in 0..20 {
        page.press("Tab").unwrap();
        if page.eval("document.activeElement.id").unwrap() == format!("job-{id}") {
            page.press("Enter").unwrap();
            page.wait_for("document.querySelector('#sentence') !== null", PATIENCE).unwrap();
            return;
        }
    }
    panic!("the link to the report cannot be reached with the keyboard");
}

fn report_equals_json(page: &mut Page, address: SocketAddr, id: &str) {
    let reply = http::get(address, &format!("/evenkeel/job/{id}.json")).unwrap();
    let report: Value = serde_json::from_str(&reply.body).unwrap();
    assert_eq!(report["job"]["state"], "succeeded");
    assert_eq!(report["reduces"].as_array().unwrap().len(), REDUCES);
    assert_eq!(text(page, "h1"), EVIL);
    assert_eq!(text(page, "#sentence"), report["summary"]["sentence"].as_str().unwrap());
    let script = "[...document.querySelectorAll('#actual tbody tr')].map(r => [...r.querySelectorAll('data')].map(d => d.value))";
    let rows: Vec<Vec<String>> = serde_json::from_value(page.eval(script).unwrap()).unwrap();
    assert_eq!(rows.len(), REDUCES);
    let mut processed = 0;
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row[0], report["schedule"]["slots"][i].to_string());
        assert_eq!(row[0], row[1], "no combiner: every predicted pair was processed");
        processed += row[1].parse::<u64>().unwrap();
    }
    assert_eq!(processed, report["summary"]["totalLoad"].as_u64().unwrap());
    assert_eq!(report["summary"]["processedRecords"], processed);
    let pairs: usize = (0..8).map(|map| words(map).lines().count()).sum();
    assert_eq!(processed, pairs as u64, "one pair a word");
    assert!(text(page, "#groups tbody").contains("word1"), "the heaviest word is named");
    let facts = "[...document.querySelectorAll('#glance data')].map(d => +d.value)";
    let facts: Vec<f64> = serde_json::from_value(page.eval(facts).unwrap()).unwrap();
    for name in ["ratio", "hashRatio", "earlyShare", "tailMs", "jobMs"] {
        let value = report["summary"][name].as_f64().unwrap();
        let shown = facts.iter().any(|fact| (fact - value).abs() <= 1e-12 * value.abs());
        assert!(shown, "{name} {value} is not among {facts:?}");
    }
}

/// The report also stands where the job wanted it, the same; it is written after the job's end.
fn written(cluster: &Cluster, dir: &str, id: &str) {
    let end = Instant::now() + Duration::from_secs(60);
    let wanted = cluster.report(id).unwrap();
    loop {
        let listed = cluster.fs(&["-ls", dir]).unwrap_or_default();
        if listed.contains(&format!("evenkeel-{id}.html")) && listed.contains(&format!("evenkeel-{id}.json"))
        {
            let json = cluster.fs(&["-cat", &format!("{dir}/evenkeel-{id}.json")]).unwrap();
            let report: Value = serde_json::from_str(&json).unwrap();
            for part in ["job", "schedule"] {
                assert_eq!(report[part], wanted[part]);
            }
            return;
        }
        assert!(Instant::now() < end, "{listed}");
        std::thread::sleep(Duration::from_secs(1));
    }
}
