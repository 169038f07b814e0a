//! The job report, the JobTracker's list of jobs and the planner's page in a real browser.

mod sample;

use evenkeel::report::{Report, html};
use evenkeel_browser::{Browser, Page, Result};
use serde_json::Value;
use std::path::PathBuf;
use std::{env, fs, process};

/// A directory of its own for a test, or the one that `EVENKEEL_SCREENSHOTS` names, which is kept.
struct Place(PathBuf, bool);

impl Place {
    fn new(test: &str) -> Self {
        let kept = env::var_os("EVENKEEL_SCREENSHOTS").map(PathBuf::from);
        let temporary = || env::temp_dir().join(format!("evenkeel-page-{}-{test}", process::id()));
        let (dir, keep) = kept.map_or_else(|| (temporary(), false), |dir| (dir, true));
        fs::create_dir_all(&dir).expect("a directory for the page");
        Self(dir, keep)
    }

    fn page_of(&self, report: &Report) -> String {
        let file = self.0.join("report.html");
        fs::write(&file, html::render(report)).expect("the page");
        format!("file://{}", file.display())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.1 {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

fn opened(page: &mut Page, place: &Place, report: &Report) -> Result<()> {
    page.open(&place.page_of(report))
}

/// The exact values of a table's or panel's numbers, row by row.
fn values(page: &mut Page, selector: &str) -> Result<Vec<Vec<String>>> {
    let script = format!(
        "[...document.querySelectorAll('{selector}')].map(row => [...row.querySelectorAll('data')].map(d => d.value))"
    );
    Ok(serde_json::from_value(page.eval(&script)?)?)
}

#[test]
fn numbers_on_the_page_are_those_of_the_json() -> Result<()> {
    let report = sample::word_count("WordCount");
    let json: Value = serde_json::from_str(&report.to_json())?;
    let (browser, place) = (Browser::launch()?, Place::new("numbers"));
    let mut page = browser.page()?;
    opened(&mut page, &place, &report)?;

    assert_eq!(page.eval("document.querySelector('#sentence').textContent")?, json["summary"]["sentence"]);
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let slots = values(&mut page, "#slots tbody tr")?;
    for (row, name, ratio) in [(0, "hashSlots", "hashRatio"), (1, "slots", "ratio")] {
        let five = &json["summary"][name];
        let mut expected: Vec<f64> =
            ["min", "p25", "median", "p75", "max"].iter().map(|k| five[k].as_f64().unwrap()).collect();
        expected.push(json["summary"][ratio].as_f64().unwrap());
        assert_eq!(slots[row].iter().map(|v| number(v)).collect::<Vec<_>>(), expected);
    }
    let bars =
        page.eval("[...document.querySelectorAll('#slots svg rect > title')].map(t => t.textContent)")?;
    let bars: Vec<String> = serde_json::from_value(bars)?;
    assert_eq!(bars.len(), 2 * report.schedule.slots.len());
    let spaced = |n: u64| evenkeel::draw::count(n);
    for (slot, load) in report.schedule.slots.iter().enumerate() {
        assert!(bars.contains(&format!("slot {slot}, Evenkeel: {} pairs", spaced(*load))));
    }
    let tasks = values(&mut page, "#actual tbody tr")?;
    assert_eq!(tasks.len(), report.reduces.len());
    for (row, task) in tasks.iter().zip(&report.reduces) {
        let predicted = report.schedule.slots[task.reduce as usize];
        let ended = task.groups.iter().map(|g| g.run_end).max().unwrap_or(0);
        let times = [task.barrier_ms, report.last_map_ms()].map(|from| (ended - from).to_string());
        assert_eq!(row[..3], [predicted, task.records(), task.bytes()].map(|n| n.to_string()));
        assert_eq!(row[3..6], [task.groups.len().to_string(), times[0].clone(), times[1].clone()]);
    }
    let glance = values(&mut page, "#glance dl")?.concat();
    let facts = [
        &json["summary"]["ratio"],
        &json["summary"]["hashRatio"],
        &json["schedule"]["schedulingMs"],
        &json["traffic"]["reportBytes"],
        &json["summary"]["earlyShare"],
        &json["summary"]["tailMs"],
        &json["summary"]["jobMs"],
    ];
    assert_eq!(glance.iter().map(|v| number(v)).collect::<Vec<_>>(), facts.map(|f| f.as_f64().unwrap()));
    let delays = values(&mut page, "#timeline tbody tr")?;
    for (row, name) in delays.iter().zip(["sortDelayMs", "runDelayMs"]) {
        assert_eq!(number(&row[0]), json["summary"][name].as_f64().unwrap(), "mean {name}");
    }
    let largest = values(&mut page, "#groups tbody tr")?;
    assert_eq!(largest[0][0], report.schedule.loads.iter().max().unwrap().to_string());
    let costs = values(&mut page, "#costs tbody tr")?;
    assert_eq!(costs[0][0], json["summary"]["collectBytes"].to_string());
    assert_eq!(costs[0][1], json["summary"]["paperCollectBytes"].to_string());
    Ok(())
}

#[test]
fn the_page_stands_alone_and_without_complaint() -> Result<()> {
    let (browser, place) = (Browser::launch()?, Place::new("alone"));
    let mut page = browser.page()?;
    let report = sample::word_count("WordCount");
    opened(&mut page, &place, &report)?;
    assert!(page.complaints().is_empty(), "{:?}", page.complaints());
    let own = place.page_of(&report);
    let foreign: Vec<_> = page.requests().iter().filter(|r| **r != own && !r.starts_with("data:")).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    Ok(())
}

#[test]
fn hostile_names_are_text() -> Result<()> {
    let evil = "<script>alert(1)</script>";
    let mut report = sample::word_count(evil);
    report.job.user = "\"><img src=x onerror=alert(2)>".into();
    report.schedule.heavy_keys[0].key = "</title></svg><script>window.hit=1</script>".into();
    report.reduces[0].host = "<svg onload=alert(3)>".into();
    report.summary = evenkeel::report::Summary::of(&report);
    let (browser, place) = (Browser::launch()?, Place::new("hostile"));
    let mut page = browser.page()?;
    opened(&mut page, &place, &report)?;
    assert_eq!(page.eval("document.querySelector('h1').textContent")?, evil);
    assert_eq!(page.eval("document.title")?, evil);
    assert_eq!(page.eval("document.querySelectorAll('script, img, [onload], [onerror]').length")?, 0);
    assert_eq!(page.eval("typeof window.hit")?, "undefined");
    assert!(page.complaints().is_empty(), "{:?}", page.complaints());
    Ok(())
}

#[test]
fn it_fits_a_phone_and_every_other_reader() -> Result<()> {
    let (browser, place) = (Browser::launch()?, Place::new("phone"));
    let mut page = browser.page()?;
    let report = sample::word_count("WordCount");
    let mut grounds = Vec::new();
    for (name, scheme, medium, width, phone) in [
        ("light", "light", "screen", 1100, false),
        ("dark", "dark", "screen", 1100, false),
        ("phone", "light", "screen", 380, true),
        ("phone-dark", "dark", "screen", 380, true),
        ("print", "dark", "print", 760, false),
    ] {
        page.size(width, 900, phone)?;
        page.media(scheme, medium)?;
        opened(&mut page, &place, &report)?;
        let wider =
            page.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth")?;
        assert_eq!(wider, 0, "{name}: the page scrolls sideways");
        let small = page.eval(
            "[...document.querySelectorAll('svg text, td, p')].filter(e => parseFloat(getComputedStyle(e).fontSize) < 11).length",
        )?;
        assert_eq!(small, 0, "{name}: text below 11 px");
        let cut = page.eval(
            "[...document.querySelectorAll('caption')].filter(e => e.getBoundingClientRect().right > innerWidth).length",
        )?;
        assert_eq!(cut, 0, "{name}: a caption is cut off");
        grounds.push(page.eval("getComputedStyle(document.documentElement).backgroundColor")?);
        page.screenshot(&place.0.join(format!("report-{name}.png")))?;
    }
    assert_ne!(grounds[0], grounds[1], "dark is dark");
    assert_eq!(grounds[4], "rgb(255, 255, 255)", "paper is white");
    page.print(&place.0.join("report.pdf"))?;
    assert!(fs::metadata(place.0.join("report.pdf"))?.len() > 10_000);
    Ok(())
}

/// The list as `JobsPage` writes it, which the plug-in's `PageTest` compares, with the style sheets it carries.
fn list_of_jobs() -> String {
    let style = concat!(
        include_str!("../../src/draw/style.css"),
        include_str!("../../src/draw/page.css"),
        include_str!("../../java/src/main/resources/io/evenkeel/daemon/page/jobs.css")
    );
    let long = "etl-without-a-blank/2026-11-16T03:40:00Z#".repeat(5);
    include_str!("jobs.html").replace("<style>", &format!("<style>{style}")).replace("TermVector", &long)
}

#[test]
fn the_list_of_jobs_fits_a_phone() -> Result<()> {
    let (browser, place) = (Browser::launch()?, Place::new("jobs"));
    let file = place.0.join("jobs.html");
    fs::write(&file, list_of_jobs())?;
    let mut page = browser.page()?;
    page.open(&format!("file://{}", file.display()))?;
    for (name, scheme, width, phone) in
        [("wide", "light", 1100, false), ("phone", "light", 380, true), ("phone-dark", "dark", 380, true)]
    {
        page.size(width, 900, phone)?;
        page.media(scheme, "screen")?;
        let wider =
            page.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth")?;
        assert_eq!(wider, 0, "{name}: the list scrolls sideways");
        assert_eq!(page.eval("document.documentElement.clientWidth")?, width);
        let outside = page.eval(
            "[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth)
                .map(e => e.tagName)",
        )?;
        assert_eq!(outside, Value::Array(vec![]), "{name}: cut off at the right");
        assert_eq!(page.eval("document.querySelector('th a').textContent")?, "<script>alert(1)</script>");
        page.screenshot(&place.0.join(format!("jobs-{name}.png")))?;
    }
    assert!(page.complaints().is_empty(), "{:?}", page.complaints());
    Ok(())
}

#[test]
fn the_planner_s_page_has_the_same_look() -> Result<()> {
    let (browser, place) = (Browser::launch()?, Place::new("compare"));
    let (loads, file) = (place.0.join("loads.txt"), place.0.join("compare.html"));
    let text: Vec<String> = (1..400u64).map(|rank| (90_000 / rank).to_string()).collect();
    fs::write(&loads, text.join("\n"))?;
    let planned = process::Command::new(env!("CARGO_BIN_EXE_evenkeel"))
        .args(["compare", "--slots", "15", "--format", "json", "--html"])
        .args([&file, &loads])
        .output()?;
    assert!(planned.status.success(), "{}", String::from_utf8_lossy(&planned.stderr));
    let methods: Vec<Value> = serde_json::from_slice(&planned.stdout)?;
    let mut page = browser.page()?;
    page.open(&format!("file://{}", file.display()))?;
    let rows = values(&mut page, "#methods tbody tr")?;
    assert_eq!(rows.len(), methods.len());
    for (row, method) in rows.iter().zip(&methods).filter(|(_, method)| method["skipped"].is_null()) {
        for (shown, name) in row[1..3].iter().zip(["ratio", "variance"]) {
            // serde_json may miss the last bit of a number, but always in the same way.
            assert_eq!(serde_json::from_str::<Value>(shown)?.as_f64(), method[name].as_f64(), "{method}");
        }
    }
    assert_eq!(page.eval("document.querySelectorAll('#slots svg rect > title').length")?, 2 * 15);
    for (name, scheme, width, phone) in [("light", "light", 1100, false), ("phone-dark", "dark", 380, true)] {
        page.size(width, 900, phone)?;
        page.media(scheme, "screen")?;
        let wider =
            page.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth")?;
        assert_eq!(wider, 0, "{name}: the page scrolls sideways");
        page.screenshot(&place.0.join(format!("compare-{name}.png")))?;
    }
    assert!(page.complaints().is_empty(), "{:?}", page.complaints());
    assert!(page.requests().iter().all(|r| r.starts_with("file://") || r.starts_with("data:")));
    Ok(())
}

#[test]
fn text_and_marks_have_enough_contrast() -> Result<()> {
    const CONTRAST: &str = "(() => {
        const channel = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
        const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number);
            return .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b); };
        const against = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
        const probe = document.body.appendChild(document.createElement('i'));
        const color = name => { probe.style.color = `var(--${name})`; return getComputedStyle(probe).color; };
        const ground = color('ground');
        return [['ink', 4.5], ['quiet', 4.5], ['even', 4.5], ['hash', 3], ['third', 3], ['copy', 3], ['sort', 3], ['run', 3], ['bound', 3], ['good', 4.5], ['bad', 4.5]]
            .filter(([name, least]) => against(color(name), ground) < least).map(([name]) => name);
    })()";
    let (browser, place) = (Browser::launch()?, Place::new("contrast"));
    let mut page = browser.page()?;
    for scheme in ["light", "dark"] {
        page.media(scheme, "screen")?;
        opened(&mut page, &place, &sample::word_count("WordCount"))?;
        assert_eq!(page.eval(CONTRAST)?, Value::Array(vec![]), "{scheme}");
    }
    Ok(())
}
