//! Reports that are lost, doubled, out of order or late: statistics are advice, they never cost a pair.

use evenkeel_cluster::faults::{ReportFault, Stand, Trial, Words, table_maker};
use std::time::Duration;

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

#[test]
fn reports_lost_repeated_reordered_and_late() {
    let stand = stand("faults_statistics");
    let words = Words::put(&stand.cluster, MAPS, 100, 5).unwrap();
    let faults = [
        ReportFault::Drop(MAPS as u64),
        ReportFault::Drop(1),
        ReportFault::Repeat(10),
        ReportFault::Reverse(3),
        ReportFault::Late(Duration::from_secs(6)),
    ];
    let jobs: Vec<_> = faults
        .into_iter()
        .map(|fault| {
            let trial = Trial::new(&stand.cluster, &words, 2)
                .unwrap()
                .closed("map.end")
                .conf("mapred.job.reuse.jvm.num.tasks", -1);
            let running = trial.submit(&stand.cluster).unwrap();
            let id = running.job_id().unwrap();
            stand.lines.harm_reports(&id, fault.clone());
            trial.gates.open("map.end").unwrap();
            (fault, trial, running, id)
        })
        .collect();
    for (fault, trial, running, id) in jobs {
        let result = trial.check(&stand.cluster, &words, running).unwrap();
        assert!(stand.lines.harmed(&id) > 0, "{fault:?}: nothing happened");
        let report = stand.cluster.report(&id).unwrap();
        let loads = report["schedule"]["loads"].as_array().unwrap().clone();
        let sum = loads.iter().filter_map(|l| l.as_i64()).sum::<i64>();
        let said = stand.said(&id).unwrap().join("\n");
        let published =
            |maps: usize| said.contains(&format!("table published, {maps} of {MAPS} maps reported"));
        match fault {
            ReportFault::Drop(1) => {
                assert!(published(0), "{said}");
                assert_eq!(sum, 0);
            }
            ReportFault::Drop(_) => {
                assert!(published(MAPS - 1), "{said}");
                assert!(sum > 0 && sum < words.pairs, "{sum} of {}", words.pairs);
            }
            ReportFault::Late(_) => {
                assert!(said.contains("scheduling with what is known"), "{said}");
                assert!(sum < words.pairs, "{sum} of {}", words.pairs);
            }
            ReportFault::Repeat(_) | ReportFault::Reverse(_) => {
                assert!(published(MAPS), "{said}");
                assert_eq!(sum, words.pairs, "each map counts once");
            }
        }
        assert!(!table_maker(result.job()).is_empty());
    }
}
