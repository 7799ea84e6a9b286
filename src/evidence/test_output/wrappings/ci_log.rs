//! Logs of CI: each line begins with a time, as GitHub's do, or with the name of the job before it.

/// The log without times; other outputs as they are.
pub(super) fn take_off(output: &str) -> String {
    let mut out = String::with_capacity(output.len());
    for line in output.trim_start_matches('\u{feff}').lines() {
        out.push_str(stamped(line).unwrap_or(line));
        out.push('\n');
    }
    out
}

/// What follows `2026-11-30T12:00:00.1234567Z `, also behind `job<TAB>step<TAB>` as `gh run view --log` prints it.
fn stamped(line: &str) -> Option<&str> {
    if let Some((_, rest)) = line.split_once('\t').and_then(|(_, rest)| rest.split_once('\t'))
        && let Some(text) = after_stamp(rest)
    {
        return Some(text);
    }
    after_stamp(line)
}

fn after_stamp(line: &str) -> Option<&str> {
    let (stamp, text) = line.split_once(' ').unwrap_or((line, ""));
    let stamp = stamp.trim_start_matches('\u{feff}').strip_suffix('Z')?.as_bytes();
    let shape = b"0000-00-00T00:00:00";
    let fits = stamp.len() >= shape.len()
        && shape.iter().zip(stamp).all(|(shape, byte)| match shape {
            b'0' => byte.is_ascii_digit(),
            sign => sign == byte,
        });
    fits.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_go() {
        let log = "2026-11-30T12:00:00.1234567Z FAILED a.py::b\nbuild\tRun tests\t2026-11-30T12:00:01Z   at x\nplain\n";
        assert_eq!(take_off(log), "FAILED a.py::b\n  at x\nplain\n");
        assert_eq!(take_off("2026-11-30 12:00 é Z\n"), "2026-11-30 12:00 é Z\n");
    }
}
