//! The loads of single operations, as a job counted them: Histogram-Movies writes how many movies each rating has.

use evenkeel_cluster::{Error, Output, Result};

/// Pairs per rating, lowest rating first, from the job's output.
pub fn by_rating(output: &Output) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    for line in output.sorted_lines() {
        let text = String::from_utf8_lossy(line);
        let parts = text
            .split_once('\t')
            .and_then(|(key, count)| Some((key.parse::<f64>().ok()?, count.trim_end().parse::<u64>().ok()?)));
        found.push(parts.ok_or_else(|| Error::new(format!("not a rating and a count: {text:?}")))?);
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(found.into_iter().map(|(_, count)| count).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: &str) -> Output {
        Output { files: [("part-00000".to_owned(), text.as_bytes().to_vec())].into() }
    }

    #[test]
    fn ratings_are_numbers_not_words() {
        assert_eq!(by_rating(&output("10.0\t3\n2.05\t1\n2.5\t2\n")).unwrap(), [1, 2, 3]);
        assert!(by_rating(&output("word\t3\n")).is_err());
        assert!(by_rating(&output("2.05\n")).is_err());
    }
}
