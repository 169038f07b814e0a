//! Numbers as people read them, and the ticks of an axis. No line breaks between a number and its unit.

/// A whole number with thin groups of three: `10 488 733`.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() * 2);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push('\u{202f}');
        }
        out.push(c);
    }
    out
}

/// A number in at most about five characters: `980`, `12.5 k`, `3 M`.
pub fn short(value: f64) -> String {
    let (scaled, unit) = match value {
        v if v >= 1e12 => (v / 1e12, "\u{202f}T"),
        v if v >= 1e9 => (v / 1e9, "\u{202f}G"),
        v if v >= 1e6 => (v / 1e6, "\u{202f}M"),
        v if v >= 1e3 => (v / 1e3, "\u{202f}k"),
        v => (v, ""),
    };
    let places = if scaled < 10.0 {
        2
    } else if scaled < 100.0 {
        1
    } else {
        0
    };
    format!("{}{unit}", decimal(scaled, places))
}

/// Bytes in powers of 1024: `512 B`, `1.5 KiB`, `3 MiB`.
pub fn bytes(value: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut scaled = value as f64;
    let mut unit = 0;
    while scaled >= 1024.0 && unit + 1 < UNITS.len() {
        scaled /= 1024.0;
        unit += 1;
    }
    let places = usize::from(scaled < 100.0 && unit > 0);
    format!("{}\u{a0}{}", decimal(scaled, places), UNITS[unit])
}

/// A share of one as percent: `0.3 %`, `41 %`.
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    let places = match value.abs() {
        v if v >= 10.0 => 0,
        v if v >= 0.1 || v == 0.0 => 1,
        v if v >= 0.01 => 2,
        _ => 3,
    };
    format!("{}\u{a0}%", decimal(value, places))
}

/// A factor: `2.2 ×`, `1.003 ×`.
pub fn times(factor: f64) -> String {
    format!("{}\u{a0}×", decimal(factor, if factor < 1.1 { 3 } else { 2 }))
}

/// A duration given in milliseconds: `0.4 ms`, `350 ms`, `12.5 s`, `3 min 20 s`, `2 h 5 min`, `3 h`.
pub fn duration_ms(ms: f64) -> String {
    let sign = if ms < 0.0 { "−" } else { "" };
    let ms = ms.abs();
    let seconds = (ms / 1e3).round() as u64;
    let text = match ms {
        0.0 => "0\u{a0}s".to_owned(),
        v if v < 10.0 => format!("{}\u{a0}ms", decimal(v, 2)),
        v if v < 1e3 => format!("{}\u{a0}ms", decimal(v, 0)),
        v if v < 99_950.0 => format!("{}\u{a0}s", decimal(v / 1e3, 1)),
        _ if seconds < 3600 => parts(seconds / 60, "min", seconds % 60, "s"),
        _ => parts(seconds / 3600, "h", seconds % 3600 / 60, "min"),
    };
    format!("{sign}{text}")
}

/// Two units, the smaller one only if there is any of it.
fn parts(large: u64, unit: &str, small: u64, smaller: &str) -> String {
    if small == 0 {
        format!("{large}\u{a0}{unit}")
    } else {
        format!("{large}\u{a0}{unit} {small}\u{a0}{smaller}")
    }
}

/// A share of one in a column: always one decimal, so that digits stand below each other.
pub fn percent_column(share: f64) -> String {
    format!("{:.1}\u{a0}%", share * 100.0)
}

/// A duration in a column: seconds always with one decimal.
pub fn duration_column(ms: f64) -> String {
    if (999.5..99_950.0).contains(&ms) { format!("{:.1}\u{a0}s", ms / 1e3) } else { duration_ms(ms) }
}

/// `value` with at most `places` decimals and no trailing zeros.
pub(super) fn decimal(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    if !text.contains('.') {
        return text;
    }
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

/// Round steps (1, 2, 5 × 10^k) that cover `low..=high` with about `wanted` ticks.
pub(super) fn ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let span = high - low;
    if !span.is_finite() || span <= 0.0 || wanted == 0 {
        return vec![low];
    }
    let raw = span / wanted as f64;
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|s| s * power)
        .find(|s| *s >= raw * 0.999)
        .unwrap_or(10.0 * power);
    multiples(low, high, step)
}

/// The same for times in milliseconds: above a second, steps are those of a clock.
pub(super) fn time_ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    const CLOCK: [f64; 15] =
        [1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 14_400.0];
    let raw = (high - low) / wanted.max(1) as f64;
    match CLOCK.into_iter().map(|s| s * 1e3).find(|s| *s >= raw * 0.999) {
        Some(step) if raw > 500.0 => multiples(low, high, step),
        _ => ticks(low, high, wanted),
    }
}

fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    let first = (low / step).ceil();
    (0..).map(|i| (first + f64::from(i)) * step).take_while(|t| *t <= high + step * 1e-9).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(7), "7");
        assert_eq!(count(10_488_733), "10\u{202f}488\u{202f}733");
    }

    #[test]
    fn short_numbers_stay_short() {
        let table = [
            (0.0, "0"),
            (7.0, "7"),
            (999.0, "999"),
            (1_000.0, "1\u{202f}k"),
            (12_540.0, "12.5\u{202f}k"),
            (2.5e9, "2.5\u{202f}G"),
        ];
        for (value, text) in table {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn units_read_naturally() {
        assert_eq!(bytes(512), "512\u{a0}B");
        assert_eq!(bytes(1536), "1.5\u{a0}KiB");
        assert_eq!(percent(0.003), "0.3\u{a0}%");
        assert_eq!(percent(0.4112), "41\u{a0}%");
        assert_eq!(percent(0.00012), "0.01\u{a0}%");
        assert_eq!(times(2.2), "2.2\u{a0}×");
        assert_eq!(times(1.003), "1.003\u{a0}×");
        assert_eq!(duration_ms(0.42), "0.42\u{a0}ms");
        assert_eq!(duration_ms(-12_500.0), "−12.5\u{a0}s");
        assert_eq!(duration_ms(200_000.0), "3\u{a0}min 20\u{a0}s");
        assert_eq!(duration_ms(99_970.0), "1\u{a0}min 40\u{a0}s");
        assert_eq!(duration_ms(120_000.0), "2\u{a0}min");
        assert_eq!(
            (percent_column(0.03), percent_column(0.128)),
            ("3.0\u{a0}%".into(), "12.8\u{a0}%".into())
        );
        assert_eq!(
            (duration_column(12_000.0), duration_column(90.0)),
            ("12.0\u{a0}s".into(), "90\u{a0}ms".into())
        );
    }

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0.0, 100.0, 4), [0.0, 50.0, 100.0]);
        assert_eq!(ticks(-3.0, 12.0, 5), [0.0, 5.0, 10.0]);
        assert_eq!(ticks(5.0, 5.0, 5), [5.0]);
        assert_eq!(time_ticks(-70e3, 130e3, 4), [-60e3, 0.0, 60e3, 120e3], "minutes, not 100 s");
        assert_eq!(time_ticks(0.0, 1_000.0, 4), [0.0, 500.0, 1_000.0]);
        assert!(time_ticks(0.0, 1e12, 4).len() < 8, "years");
    }
}
