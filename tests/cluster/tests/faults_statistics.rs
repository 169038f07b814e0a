//! Reports that are lost, doubled, out of order or late: statistics are advice, they never cost a pair.

use evenkeel_cluster::Running;
use evenkeel_cluster::faults::{ReportFault, Stand, Trial, Words, table_maker};

const MAPS: usize = 6;

fn stand(name: &str) -> Stand {
    let mut spec = Stand::spec(name, 3).unwrap();
    for tracker in &mut spec.trackers {
        tracker.map_slots = 4;
        tracker.reduce_slots = 4;
    }
    Stand::start(spec).unwrap()
}

#[test]
#[ignore = "a hundred maps: make test-full"]
fn one_report_of_a_hundred_and_one_of_ten_are_lost() {
    let stand = stand("faults_statistics_many");
    let words = Words::put(&stand.cluster, 100, 20, 9).unwrap();
    for (part, lost) in [(100, 1), (10, 10)] {
        let trial = Trial::new(&stand.cluster, &words, 4)
            .unwrap()
            .closed("map.end")
            .conf("mapred.job.reuse.jvm.num.tasks", -1);
        let running = trial.submit(&stand.cluster).unwrap();
        let id = running.job_id().unwrap();
        stand.lines.harm_reports(&id, ReportFault::Drop(part));
        trial.gates.open("map.end").unwrap();
        trial.check(&stand.cluster, &words, running).unwrap();
        assert!(stand.lines.harmed(&id) > 0, "nothing was lost");
        let said = stand.said(&id).unwrap().join("\n");
        let known = format!("table published, {} of 100 maps reported", 100 - lost);
        assert!(said.contains(&known), "{said}");
    }
}

/// The trial job, all of whose reports meet a fault.
struct Harmed {
    fault: ReportFault,
    trial: Trial,
    running: Running,
    id: String,
}

impl Harmed {
    fn submit(stand: &Stand, words: &Words, fault: ReportFault) -> Self {
        let trial = Trial::new(&stand.cluster, words, 2)
            .unwrap()
            .closed("map.end")
            .conf("mapred.job.reuse.jvm.num.tasks", -1);
        let running = trial.submit(&stand.cluster).unwrap();
        let id = running.job_id().unwrap();
        stand.lines.harm_reports(&id, fault.clone());
        trial.gates.open("map.end").unwrap();
        Self { fault, trial, running, id }
    }

    fn check(self, stand: &Stand, words: &Words) {
        let Self { fault, trial, running, id } = self;
        let mut late = 0;
        if let ReportFault::Late = fault {
            stand.wait_said(&id, "table published").unwrap();
            late = stand.deliver_late(&id).unwrap();
        }
        let result = trial.check(&stand.cluster, words, running).unwrap();
        assert!(stand.lines.harmed(&id) > 0, "{fault:?}: nothing happened");
        let report = stand.cluster.report(&id).unwrap();
        let loads = report["schedule"]["loads"].as_array().unwrap().clone();
        let sum = loads.iter().filter_map(|l| l.as_i64()).sum::<i64>();
        let said = stand.said(&id).unwrap().join("\n");
        let known = match fault {
            ReportFault::Drop(1) | ReportFault::Late => 0,
            ReportFault::Drop(_) => MAPS - 1,
            ReportFault::Repeat(_) | ReportFault::Reverse(_) => MAPS,
        };
        let published = format!("table published, {known} of {MAPS} maps reported");
        assert!(said.contains(&published), "{fault:?}: {said}");
        match known {
            0 => assert_eq!(sum, 0, "{fault:?}"),
            MAPS => assert_eq!(sum, words.pairs, "{fault:?}: each map counts once"),
            _ => assert!(sum > 0 && sum < words.pairs, "{fault:?}: {sum} of {}", words.pairs),
        }
        if let ReportFault::Late = fault {
            assert!(late >= MAPS, "{late} reports came after the table");
        }
        assert!(!table_maker(result.job()).is_empty());
    }
}

fn all_at_once(name: &str, faults: impl IntoIterator<Item = ReportFault>) {
    let stand = stand(name);
    let words = Words::put(&stand.cluster, MAPS, 100, 5).unwrap();
    let jobs: Vec<_> = faults.into_iter().map(|fault| Harmed::submit(&stand, &words, fault)).collect();
    for job in jobs {
        job.check(&stand, &words);
    }
}

#[test]
fn reports_lost_repeated_and_late() {
    let lost = ReportFault::Drop(MAPS as u64);
    all_at_once("faults_statistics", [lost, ReportFault::Repeat(10), ReportFault::Late]);
}

#[test]
#[ignore = "make test-full"]
fn all_reports_lost_and_reports_out_of_order() {
    all_at_once("faults_statistics_order", [ReportFault::Drop(1), ReportFault::Reverse(3)]);
}
