//! Numbers, sums of money and times as people type them.

use std::str::FromStr;
use std::time::Duration;

/// A number of things, 0 among them.
pub(crate) fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a number, 0 or more".to_owned())
}

/// A number of things, at least one.
pub(crate) fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "expected a number, 1 or more".to_owned())
}

/// A sum of money.
pub(crate) fn dollars(text: &str) -> Result<f64, String> {
    match text.trim_start_matches('$').parse::<f64>() {
        Ok(sum) if sum.is_finite() && sum >= 0.0 => Ok(sum),
        _ => Err("expected a sum such as `0.50`".to_owned()),
    }
}

/// A time with its unit; a bare number counts seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3_600.0,
        _ => return Err("expected a time such as `90s`, `10m` or `1h`".to_owned()),
    };
    let number = digits.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    let seconds = number.map(|number| number * unit).filter(|seconds| *seconds < 1e9);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected a time such as `90s`, `10m` or `1h`".to_owned())
}

/// A time in which something can happen: more than none.
pub(crate) fn some_time(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err("expected more than no time".to_owned()),
        time => Ok(time),
    }
}

#[cfg(test)]
mod tests {
    use super::dollars;
    use super::duration;
    use super::number;
    use super::positive;

    #[test]
    fn times_and_sums_are_read() {
        let times = ["90", "90s", "1.5m", "2h", "250ms"].map(|text| duration(text).map(|time| time.as_millis()));
        assert_eq!(times, [90_000, 90_000, 90_000, 7_200_000, 250].map(Ok));
        assert!(["", "soon", "-3s", "5 parsecs", "NaNs", "1e99h"].iter().all(|text| duration(text).is_err()));
        assert_eq!((dollars("$1.50"), dollars("0")), (Ok(1.5), Ok(0.0)));
        assert!(["", "-1", "inf", "cheap"].iter().all(|text| dollars(text).is_err()));
    }

    #[test]
    fn numbers_are_whole() {
        assert_eq!((number("5"), number("0"), positive("1")), (Ok(5_u64), Ok(0_u32), Ok(1)));
        for text in ["", "-1", "1.5", "many"] {
            assert!(number::<u64>(text).is_err() && positive(text).is_err(), "{text}");
        }
        assert!(positive("0").is_err());
    }
}
