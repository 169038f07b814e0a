//! What TaskTrackers served to stock's copiers, from their own trace: who, when, how much.

use evenkeel_cluster::{Cluster, Result};

/// The map outputs that were served for a job.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Copied {
    /// Answers, one a map output and reducer.
    pub requests: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Bytes that had been served when the last map ended.
    pub early: u64,
}

impl Copied {
    /// Adds up what all TaskTrackers say about a job; `last_map` is in milliseconds since 1970.
    pub fn of(cluster: &Cluster, trackers: usize, job: &str, last_map: i64) -> Result<Self> {
        let mut sum = Self::default();
        for tracker in 1..=trackers {
            sum.add(&cluster.log(&format!("tracker{tracker}"))?, job, last_map);
        }
        Ok(sum)
    }

    fn add(&mut self, log: &str, job: &str, last_map: i64) {
        let attempts = format!("cliID: attempt{}_m_", job.trim_start_matches("job"));
        for line in log.lines() {
            if !line.contains("op: MAPRED_SHUFFLE") || !line.contains(&attempts) {
                continue;
            }
            let bytes = line
                .split("bytes: ")
                .nth(1)
                .and_then(|rest| rest.split(',').next())
                .and_then(|number| number.parse().ok())
                .unwrap_or(0);
            self.requests += 1;
            self.bytes += bytes;
            if time(line).is_some_and(|served| served <= last_map) {
                self.early += bytes;
            }
        }
    }
}

/// Milliseconds since 1970 of a log line that begins with `2026-11-16 04:19:59,035`, in local time.
fn time(line: &str) -> Option<i64> {
    let stamp = line.get(..23)?;
    let part = |range: std::ops::Range<usize>| stamp.get(range)?.parse::<i32>().ok();
    // SAFETY: a tm is plain numbers, and zero is a value of each.
    let mut tm: libc::tm = unsafe { std::mem::zeroed() };
    tm.tm_year = part(0..4)? - 1900;
    tm.tm_mon = part(5..7)? - 1;
    tm.tm_mday = part(8..10)?;
    tm.tm_hour = part(11..13)?;
    tm.tm_min = part(14..16)?;
    tm.tm_sec = part(17..19)?;
    tm.tm_isdst = -1;
    // SAFETY: `tm` is a valid tm that this thread owns.
    let seconds = unsafe { libc::mktime(&mut tm) };
    Some(seconds * 1000 + i64::from(part(20..23)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
2026-11-16 04:19:59,035 INFO [x] clienttrace: src: 127.0.0.2:1, dest: 127.0.0.1:2, bytes: 33, op: MAPRED_SHUFFLE, cliID: attempt_202611160418_0004_m_000000_0, duration: 7
2026-11-16 04:20:00,035 INFO [x] clienttrace: src: 127.0.0.2:1, dest: 127.0.0.1:2, bytes: 10, op: MAPRED_SHUFFLE, cliID: attempt_202611160418_0004_m_000001_0, duration: 7
2026-11-16 04:19:59,035 INFO [x] clienttrace: src: 127.0.0.2:1, dest: 127.0.0.1:2, bytes: 99, op: MAPRED_SHUFFLE, cliID: attempt_202611160418_0003_m_000000_0, duration: 7
2026-11-16 04:19:59,035 INFO [x] something else\n";

    #[test]
    fn lines_of_one_job_are_added_up() {
        let mut copied = Copied::default();
        let between = time(LOG).unwrap() + 500;
        copied.add(LOG, "job_202611160418_0004", between);
        assert_eq!(copied, Copied { requests: 2, bytes: 43, early: 33 });
    }

    #[test]
    fn other_lines_have_no_time() {
        assert_eq!(time("\tat java.lang.Thread"), None);
        assert_eq!(time(""), None);
    }
}
