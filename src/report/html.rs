//! The report as one self-contained HTML page.

use super::{Reduced, Report, sections};
use crate::draw::{Page, bytes, duration_ms, times};

/// The page of a report. It loads nothing and holds no script.
pub fn render(report: &Report) -> String {
    let job = &report.job;
    let over = [job.id.as_str(), job.user.as_str(), job.state.as_str()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ");
    let title = if job.name.is_empty() { &job.id } else { &job.name };
    let mut page = Page::new(title, &over, &report.summary.sentence);
    page.section("glance", "At a glance", |m| {
        m.open("dl", &[("class", "facts")]);
        for (name, value, shown) in glance(report) {
            m.open("div", &[]).element("dt", &[], name);
            m.open("dd", &[]).data(&value, &shown).close("dd").close("div");
        }
        m.close("dl");
    });
    sections::slots(report, &mut page);
    sections::groups(report, &mut page);
    sections::timeline(report, &mut page);
    sections::actual(report, &mut page);
    sections::costs(report, &mut page);
    sections::parameters(report, &mut page);
    page.into_html(&format!("Evenkeel {}. Loads are counted in {}.", report.plugin, report.unit()))
}

/// The numbers of the first panel: name, exact value, text.
fn glance(report: &Report) -> Vec<(&'static str, String, String)> {
    let s = &report.summary;
    let mut facts = vec![
        ("Busiest slot, times the mean", s.ratio.to_string(), times(s.ratio)),
        ("The same by hashing", s.hash_ratio.to_string(), times(s.hash_ratio)),
        (
            "Making the table",
            report.schedule.scheduling_ms.to_string(),
            duration_ms(report.schedule.scheduling_ms),
        ),
        ("Statistics sent", report.traffic.report_bytes.to_string(), bytes(report.traffic.report_bytes)),
    ];
    if !report.reduces.is_empty() {
        facts.push((
            "Copied before the last map",
            s.early_share.to_string(),
            crate::draw::percent(s.early_share),
        ));
        let name =
            if report.is_partial() { "Last map to last reduce told" } else { "Last map to last reduce" };
        let over = if report.reduces.iter().any(Reduced::is_cut) { "over " } else { "" };
        facts.push((name, s.tail_ms.to_string(), format!("{over}{}", duration_ms(s.tail_ms as f64))));
    }
    if s.job_ms > 0 {
        facts.push(("Whole job", s.job_ms.to_string(), duration_ms(s.job_ms as f64)));
    }
    facts
}
