//! `ctest -V` and `--output-on-failure` of several tests at once: each line begins with the number of its test.

use crate::evidence::test_output::text;

/// The lines without numbers; `None` for other outputs.
pub(super) fn take_off(output: &str) -> Option<String> {
    let is_ctest =
        output.lines().any(|line| line.starts_with("Test project ") || line.starts_with("UpdateCTestConfiguration"));
    is_ctest.then(|| output.lines().flat_map(|line| [numbered(line).unwrap_or(line), "\n"]).collect())
}

fn numbered(line: &str) -> Option<&str> {
    let (_, rest) = text::leading_number(line)?;
    rest.strip_prefix(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go() {
        let output = "Test project /ci/build\n12: /ci/tests/a_test.cc:3: Failure\n 1/3 Test #12: a\n";
        let plain = take_off(output).expect("CTest");
        assert_eq!(plain, "Test project /ci/build\n/ci/tests/a_test.cc:3: Failure\n 1/3 Test #12: a\n");
        assert_eq!(take_off("12: a\n"), None);
    }
}
