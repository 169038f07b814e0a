//! Map output that is damaged on disk or on its way, a full disk, and output formats that throw: the job's output is
//! the stock job's all the same.

use evenkeel_cluster::faults::{CopyFault, Spill, Stand, Trial, Words, ran_again, tasks};
use evenkeel_cluster::{JobInfo, Result};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// One cluster and one input for all cases of this file.
fn stand() -> &'static (Stand, Words) {
    static STAND: OnceLock<(Stand, Words)> = OnceLock::new();
    STAND.get_or_init(|| {
        let mut spec = Stand::spec("faults_output", 3).unwrap();
        for tracker in &mut spec.trackers {
            tracker.map_slots = 4;
            tracker.reduce_slots = 4;
        }
        let stand = Stand::start(spec).unwrap();
        let words = Words::put(&stand.cluster, 4, 500, 7).unwrap();
        (stand, words)
    })
}

/// Runs the trial job with its copies held, damages one of its maps' output, and lets them go.
fn damaged(harm: impl Fn(&Spill, usize) -> Result<()>) -> Result<(JobInfo, String)> {
    let (stand, words) = stand();
    let trial = Trial::new(&stand.cluster, words, 2)?.closed("map.start");
    let running = trial.submit(&stand.cluster)?;
    let id = running.job_id()?;
    stand.lines.harm_copies(&id, CopyFault::Hold(0));
    trial.gates.open("map.start")?;
    stand.wait_said(&id, "table published")?;
    let map = id.replace("job_", "attempt_") + "_m_000001_0";
    let spill = Spill::find(&stand.cluster, &map)?;
    harm(&spill, spill.largest())?;
    stand.lines.let_go(&id);
    let result = trial.check(&stand.cluster, words, running)?;
    Ok((result.job().clone(), map))
}

#[test]
fn a_bit_flipped_on_disk() {
    let (job, map) = damaged(|spill, group| {
        let before = spill.pairs(group)?;
        spill.corrupt(group)?;
        // Without the check a reducer would count another word: the pairs read well, and differ.
        let after = spill.pairs(group)?;
        assert_eq!(before.len(), after.len());
        assert_ne!(before, after);
        Ok(())
    })
    .unwrap();
    ran_again(&job, &map).unwrap();
}

#[test]
#[ignore = "long: make test-full"]
fn a_truncated_file() {
    let (job, map) = damaged(Spill::truncate).unwrap();
    ran_again(&job, &map).unwrap();
    // The maps whose output came in the same answers are not blamed.
    let others = job.tasks("MAP").into_iter().filter(|t| t.attempts[0].id != map);
    assert!(others.into_iter().all(|t| t.attempts.len() == 1), "{job:?}");
}

#[test]
#[ignore = "the file must be found while its job runs, which a busy machine may miss"]
fn a_file_that_is_gone() {
    let (job, map) = damaged(|spill, _| spill.remove()).unwrap();
    ran_again(&job, &map).unwrap();
}

/// Runs the trial job while its copies suffer.
fn harmed(fault: CopyFault) -> String {
    let (stand, words) = stand();
    let trial = Trial::new(&stand.cluster, words, 2).unwrap().closed("map.start");
    let running = trial.submit(&stand.cluster).unwrap();
    let id = running.job_id().unwrap();
    stand.lines.harm_copies(&id, fault);
    trial.gates.open("map.start").unwrap();
    trial.check(&stand.cluster, words, running).unwrap();
    assert!(stand.lines.harmed(&id) > 0, "nothing happened");
    id
}

#[test]
fn connections_cut_inside_a_group_and_garbage() {
    std::thread::scope(|scope| {
        scope.spawn(|| harmed(CopyFault::Garbage(3)));
        harmed(CopyFault::Cut(4));
    });
}

#[test]
#[ignore = "long: make test-full"]
fn a_slow_tasktracker() {
    harmed(CopyFault::Slow);
}

#[test]
#[ignore = "long: make test-full"]
fn a_tasktracker_that_answers_500_and_another_job_s_bytes() {
    let good = harmed(CopyFault::Status(500, 3));
    harmed(CopyFault::Swap(good, 3));
}

#[test]
#[ignore = "long: make test-full"]
fn output_formats_that_throw() {
    let (stand, words) = stand();
    let cases = ["open", "write", "close"].map(|place| {
        let trial = Trial::new(&stand.cluster, words, 2).unwrap().conf("trial.stumble", place);
        let running = trial.submit(&stand.cluster).unwrap();
        (place, trial, running)
    });
    for (place, trial, running) in cases {
        let result = trial.check(&stand.cluster, words, running).unwrap();
        for task in result.job().tasks("REDUCE") {
            let first = &task.attempts[0];
            assert_eq!(first.status, "FAILED", "{task:?}");
            assert!(first.error.contains(&format!("stumbled at {place}")), "{}", first.error);
        }
    }
}

/// A file system that goes with the value.
struct Small(std::path::PathBuf);

impl Small {
    fn mount(at: &Path, bytes: u64) -> Option<Self> {
        std::fs::create_dir_all(at).ok()?;
        let option = format!("size={bytes},mode=755");
        let done = Command::new("mount").args(["-t", "tmpfs", "-o", &option, "none"]).arg(at).status();
        done.is_ok_and(|s| s.success()).then(|| Self(at.to_path_buf()))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
        let _ = std::fs::remove_dir(&self.0);
    }
}

#[test]
#[ignore = "long: make test-full"]
fn a_full_local_disk_in_the_reducer() {
    let mut spec = Stand::spec("faults_disk", 2).unwrap();
    // Hadoop cannot link to a local folder whose path has blanks, and this project's may have some.
    let at = std::env::temp_dir().join(format!("evenkeel-small-disk-{}", std::process::id()));
    let Some(small) = Small::mount(&at, 12 << 20) else {
        eprintln!("SKIPPED: a full disk needs the right to mount a small file system");
        return;
    };
    // TaskTracker 1 has the small disk and runs reduces only; 2 runs all maps and can run reduces.
    let disk = small.0.join("local");
    std::fs::create_dir_all(&disk).unwrap();
    spec.trackers[0].map_slots = 0;
    spec.trackers[0].reduce_slots = 1;
    spec.trackers[1].reduce_slots = 2;
    spec.trackers[0].properties.insert("mapred.local.dir".into(), disk.display().to_string());
    let stand = Stand::start(spec).unwrap();
    let words = Words::put(&stand.cluster, 3, 4000, 8).unwrap();
    let trial = Trial::new(&stand.cluster, &words, 3).unwrap().closed("map.start");
    let running = trial.submit(&stand.cluster).unwrap();
    let id = running.job_id().unwrap();
    let victim = evenkeel_cluster::faults::wait_for("a reduce on the small disk", || {
        let on_small = |attempt: &String| {
            let folder = disk.join(format!("taskTracker/{}/jobcache/{id}/{attempt}", user()));
            attempt.contains("_r_") && folder.is_dir()
        };
        Ok(tasks::running(&stand.cluster)?.into_iter().find(on_small))
    })
    .unwrap();
    // All but some blocks is taken; what the reducer copies does not fit.
    fill(&small.0.join("filler"));
    trial.gates.open("map.start").unwrap();
    let result = trial.check(&stand.cluster, &words, running).unwrap();
    let attempts: Vec<_> = result.job().tasks.iter().flat_map(|t| &t.attempts).collect();
    let failed = attempts.iter().find(|a| a.id == victim).unwrap();
    assert_eq!(failed.status, "FAILED", "{failed:?}");
    drop(stand);
}

fn user() -> String {
    let out = Command::new("id").arg("-un").output().unwrap();
    String::from_utf8_lossy(&out.stdout).trim().to_string()
}

fn fill(file: &Path) {
    use std::io::Write;
    let mut out = std::fs::File::create(file).unwrap();
    while out.write_all(&[0; 4096]).is_ok() {}
}
