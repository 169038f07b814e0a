//! The job history of Hadoop 1.x: what each reduce task processed, and when.

use super::record::Record;
use crate::report::Job;
use std::collections::BTreeMap;

const TASK_COUNTERS: &str = "org.apache.hadoop.mapred.Task$Counter";
const FILE_COUNTERS: &str = "FileSystemCounters";

/// What the history tells of a job's reduce side. Times are milliseconds since 1970.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    /// Who ran what, when, as the history has it.
    pub job: Job,
    /// When the last map was done.
    pub last_map: u64,
    /// Bytes that a map read from HDFS, on average; 0 if unknown.
    pub map_input: u64,
    /// The reduce tasks that succeeded, in the order of their numbers.
    pub reduces: Vec<ReduceFact>,
}

/// One reduce task: the attempt that succeeded.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReduceFact {
    /// Number of the task.
    pub task: u32,
    /// Where it ran.
    pub host: String,
    /// When it started.
    pub start: u64,
    /// When it had copied everything.
    pub copied: u64,
    /// When it had sorted everything.
    pub sorted: u64,
    /// When it was done.
    pub finish: u64,
    /// Pairs it processed.
    pub records: u64,
    /// Keys it processed.
    pub keys: u64,
    /// Bytes it copied.
    pub bytes: u64,
}

impl History {
    /// Reads a history file. A file cut off in the middle is read as far as it goes. In error, which line and field
    /// is at fault.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader::default();
        let mut rest = text;
        while let Some((record, after)) = Record::next(rest) {
            reader.take(&record).map_err(|reason| {
                let before = text.len() - rest.trim_start().len();
                format!("line {}, {reason}", text[..before].matches('\n').count() + 1)
            })?;
            rest = after;
        }
        let mut out = reader.history;
        if out.job.id.is_empty() {
            return Err("not a Hadoop 1.x job history: no Job record".into());
        }
        out.map_input = reader.maps_read / reader.maps.max(1);
        out.reduces = reader.reduces.into_values().collect();
        if out.job.reduces == 0 {
            out.job.reduces = out.reduces.len() as u32;
        }
        Ok(out)
    }

    fn take_job(&mut self, record: &Record) -> Result<(), String> {
        let job = &mut self.job;
        for (key, field) in [
            ("JOBID", &mut job.id),
            ("JOBNAME", &mut job.name),
            ("USER", &mut job.user),
            ("JOB_STATUS", &mut job.state),
        ] {
            if !record.text(key).is_empty() {
                *field = record.text(key).to_owned();
            }
        }
        for (key, field) in [
            ("SUBMIT_TIME", &mut job.submitted),
            ("LAUNCH_TIME", &mut job.started),
            ("FINISH_TIME", &mut job.finished),
        ] {
            *field = (*field).max(record.number(key)?);
        }
        for (key, field) in [("TOTAL_MAPS", &mut job.maps), ("TOTAL_REDUCES", &mut job.reduces)] {
            *field = (*field).max(record.number(key)?);
        }
        Ok(())
    }
}

/// A history that is being read.
#[derive(Default)]
struct Reader {
    history: History,
    /// Attempts of maps that succeeded, and the bytes they read.
    maps: u64,
    maps_read: u64,
    /// When each attempt of a reduce task started.
    starts: BTreeMap<String, u64>,
    reduces: BTreeMap<u32, ReduceFact>,
}

impl Reader {
    fn take(&mut self, record: &Record) -> Result<(), String> {
        let succeeded = record.text("TASK_STATUS") == "SUCCESS";
        match (record.kind, record.text("TASK_TYPE")) {
            ("Job", _) => self.history.take_job(record)?,
            ("MapAttempt", "MAP") if succeeded => {
                self.history.last_map = self.history.last_map.max(record.number("FINISH_TIME")?);
                let read = record.counter(FILE_COUNTERS, "HDFS_BYTES_READ")?;
                self.maps_read = self.maps_read.saturating_add(read);
                self.maps += 1;
            }
            ("ReduceAttempt", "REDUCE") => {
                let attempt = record.text("TASK_ATTEMPT_ID");
                let start = record.number("START_TIME")?;
                if start > 0 {
                    self.starts.insert(attempt.to_owned(), start);
                } else if succeeded {
                    let fact = reduce_fact(record, self.starts.get(attempt).copied().unwrap_or(0))?;
                    self.reduces.insert(fact.task, fact);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

fn reduce_fact(record: &Record, start: u64) -> Result<ReduceFact, String> {
    let id = record.text("TASKID");
    let task = id.rsplit('_').next().and_then(|number| number.parse().ok());
    let task = task.ok_or_else(|| format!("TASKID: expected the id of a task, found {id:?}"))?;
    let count = |name| record.counter(TASK_COUNTERS, name);
    Ok(ReduceFact {
        task,
        host: record.text("HOSTNAME").to_owned(),
        start,
        copied: record.number("SHUFFLE_FINISHED")?,
        sorted: record.number("SORT_FINISHED")?,
        finish: record.number("FINISH_TIME")?,
        records: count("REDUCE_INPUT_RECORDS")?,
        keys: count("REDUCE_INPUT_GROUPS")?,
        bytes: count("REDUCE_SHUFFLE_BYTES")?,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A history with these reduce tasks: (start, finish, records), map phase from 0 to 10 s.
    pub(crate) fn written(reduces: &[(u64, u64, u64)]) -> String {
        let mut text = String::from(
            "Meta VERSION=\"1\" .\nJob JOBID=\"job_1\" JOBNAME=\"word\\.count\" USER=\"alice\" SUBMIT_TIME=\"1000\" .\n\
             Job JOBID=\"job_1\" LAUNCH_TIME=\"1500\" TOTAL_MAPS=\"2\" TOTAL_REDUCES=\"2\" JOB_STATUS=\"PREP\" .\n\
             MapAttempt TASK_TYPE=\"SETUP\" TASK_STATUS=\"SUCCESS\" FINISH_TIME=\"99000\" .\n\
             MapAttempt TASK_TYPE=\"MAP\" TASKID=\"task_1_m_000000\" TASK_STATUS=\"SUCCESS\" FINISH_TIME=\"11000\" \
             COUNTERS=\"{(FileSystemCounters)(FileSystemCounters)[(HDFS_BYTES_READ)(HDFS_BYTES_READ)(4000)]}\" .\n\
             MapAttempt TASK_TYPE=\"MAP\" TASKID=\"task_1_m_000001\" TASK_STATUS=\"SUCCESS\" FINISH_TIME=\"9000\" COUNTERS=\"\" .\n",
        );
        for (i, (start, finish, records)) in reduces.iter().enumerate() {
            text.push_str(&format!(
                "ReduceAttempt TASK_TYPE=\"REDUCE\" TASKID=\"task_1_r_{i:06}\" TASK_ATTEMPT_ID=\"a_{i}\" START_TIME=\"{start}\" .\n\
                 ReduceAttempt TASK_TYPE=\"REDUCE\" TASKID=\"task_1_r_{i:06}\" TASK_ATTEMPT_ID=\"a_{i}\" TASK_STATUS=\"SUCCESS\" \
                 SHUFFLE_FINISHED=\"12000\" SORT_FINISHED=\"13000\" FINISH_TIME=\"{finish}\" HOSTNAME=\"/rack/node{i}\" \
                 COUNTERS=\"{{(org\\.apache\\.hadoop\\.mapred\\.Task$Counter)(Map-Reduce Framework)[(REDUCE_INPUT_GROUPS)(x)(7)]\
                 [(REDUCE_SHUFFLE_BYTES)(x)(70)][(REDUCE_INPUT_RECORDS)(Reduce input records)({records})]}}\" .\n"
            ));
        }
        text.push_str("Job JOBID=\"job_1\" FINISH_TIME=\"31000\" JOB_STATUS=\"SUCCESS\" .\n");
        text
    }

    #[test]
    fn a_history_is_read() {
        let history = History::parse(&written(&[(5000, 30000, 900), (5000, 15000, 100)])).unwrap();
        assert_eq!(history.job.name, "word.count");
        assert_eq!((history.job.submitted, history.job.finished), (1000, 31000));
        assert_eq!(history.last_map, 11000, "setup tasks are no maps");
        assert_eq!(history.map_input, 2000, "of two maps one says what it read");
        assert_eq!(history.reduces.len(), 2);
        let first = &history.reduces[0];
        assert_eq!((first.task, first.records, first.keys, first.bytes), (0, 900, 7, 70));
        assert_eq!((first.start, first.finish), (5000, 30000));
        assert!(History::parse("something else").is_err());
        assert!(History::parse("").is_err());
    }

    #[test]
    fn what_is_no_number_is_named_with_its_line() {
        let text = written(&[(5000, 30000, 900)]);
        for (good, bad, expected) in [
            (
                "LAUNCH_TIME=\"1500\"",
                "LAUNCH_TIME=\"x\"",
                "line 3, LAUNCH_TIME: expected a whole number, found \"x\"",
            ),
            ("TOTAL_MAPS=\"2\"", "TOTAL_MAPS=\"9999999999\"", "line 3, TOTAL_MAPS: "),
            ("(4000)", "(4k)", "line 5, HDFS_BYTES_READ: "),
            ("START_TIME=\"5000\"", "START_TIME=\"-1\"", "line 7, START_TIME: "),
            (
                "TASKID=\"task_1_r_000000\" TASK_ATTEMPT_ID=\"a_0\" TASK_STATUS",
                "TASKID=\"t\" TASK_STATUS",
                "line 8, TASKID: ",
            ),
            ("(900)", "(many)", "line 8, REDUCE_INPUT_RECORDS: "),
        ] {
            assert!(text.contains(good), "{good}");
            let error = History::parse(&text.replace(good, bad)).expect_err(bad);
            assert!(error.starts_with(expected), "{error}");
        }
        assert!(History::parse(&text.replace("\"1500\"", "\"\"")).is_ok(), "nothing is no wrong number");
    }
}
