//! Numbers of several runs or tasks as one.

/// The middle value; 0 of none.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

/// The least and the largest; 0 and 0 of none.
pub fn range(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    values
        .into_iter()
        .fold(None, |range: Option<(f64, f64)>, value| {
            let (low, high) = range.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        })
        .unwrap_or((0.0, 0.0))
}

/// The mean; 0 of none.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count == 0.0 { 0.0 } else { sum / count }
}

/// The largest in parts of the mean: 1 is perfect balance.
pub fn imbalance(values: &[f64]) -> f64 {
    let mean = mean(values.iter().copied());
    if mean == 0.0 { 1.0 } else { range(values.iter().copied()).1 / mean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_few() {
        assert_eq!(median([3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median([4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(range([3.0, 1.0, 2.0]), (1.0, 3.0));
        assert_eq!(mean([1.0, 2.0]), 1.5);
        assert_eq!(imbalance(&[1.0, 1.0, 4.0]), 2.0);
    }

    #[test]
    fn of_none() {
        assert_eq!((median([]), range([]), mean([]), imbalance(&[])), (0.0, (0.0, 0.0), 0.0, 1.0));
    }
}
