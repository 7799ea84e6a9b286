//! Outputs of test runners as they come: what is read of each, and that nothing that could come does harm.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use git_libra::evidence::TestReport;
use proptest::prelude::*;

/// The outputs by name, each with what must be read of it.
fn fixtures() -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/test_output");
    let mut names: Vec<_> = fs::read_dir(&folder)
        .expect("a folder")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".txt").map(str::to_owned))
        .collect();
    names.sort();
    let read =
        |name: &str, ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}"))).expect("a fixture");
    names.into_iter().map(|name| (name.clone(), read(&name, "txt"), read(&name, "expected"))).collect()
}

fn told(report: &TestReport) -> String {
    let mut out = String::new();
    for frame in &report.frames {
        let function = frame.function.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
        let _ = writeln!(out, "at {}:{}{function}", frame.path, frame.line);
    }
    for name in &report.failing {
        let _ = writeln!(out, "failing {name}");
    }
    for message in &report.messages {
        let _ = writeln!(out, "says {message}");
    }
    out
}

#[test]
fn every_runner_is_read() {
    let fixtures = fixtures();
    assert_eq!(fixtures.len(), 16);
    for (name, output, expected) in fixtures {
        assert_eq!(told(&TestReport::parse(&output)), expected, "{name}");
    }
}

#[test]
fn colours_carriage_returns_and_stamps_change_nothing() {
    for (name, output, expected) in fixtures().into_iter().filter(|(name, ..)| name != "others" && name != "go_json") {
        let dressed: String =
            output.lines().map(|line| format!("2026-11-30T12:00:00.1234567Z \u{1b}[31m{line}\u{1b}[0m\r\n")).collect();
        // JUnit's text ends its lines inside of elements, so that colours would be text of theirs.
        if name != "junit" {
            assert_eq!(told(&TestReport::parse(&dressed)), expected, "{name}");
        }
    }
}

#[test]
fn what_is_no_output_of_tests_gives_nothing() {
    for text in ["", "all good at 12:30, see http://host:80/x\n", "{\"a\": [1, 2]}", "<html><p>x</p></html>"] {
        assert!(TestReport::parse(text).is_empty(), "{text}");
    }
}

#[test]
fn a_very_long_output_is_read_at_both_ends_in_bounded_time() {
    let filler = "2026-11-30 12:00:00 INFO at step (12:3) [x] #1 'y' \"z\": w\n".repeat(400_000);
    let output =
        format!("FAILED tests/a.py::first - x\n{filler}FAILED tests/a.py::last - x\n{}", "(".repeat(3_000_000));
    let report = TestReport::parse(&output);
    assert_eq!(report.failing, ["tests/a.py::first", "tests/a.py::last"]);
}

fn piece() -> impl Strategy<Value = String> {
    let lines: Vec<String> =
        fixtures().iter().flat_map(|(_, output, _)| output.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    prop_oneof![
        3 => prop::sample::select(lines.clone()),
        3 => (prop::sample::select(lines), any::<prop::sample::Index>(), any::<prop::sample::Index>(), "\\PC{0,3}").prop_map(
            |(line, from, to, put)| {
                // Cut anywhere, with something put in.
                let chars: Vec<char> = line.chars().collect();
                let (from, to) = (from.index(chars.len() + 1), to.index(chars.len() + 1));
                chars[..from].iter().chain(put.chars().collect::<Vec<_>>().iter()).chain(&chars[to..]).collect()
            }
        ),
        1 => "\\PC{0,40}",
        1 => "[\\x00-\\x7f]{0,40}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_output_does_harm(pieces in prop::collection::vec(piece(), 0..30), joint in "[\n\r \t]{1,2}") {
        let report = TestReport::parse(&pieces.join(&joint));
        for frame in &report.frames {
            prop_assert!(frame.line > 0 && !frame.path.is_empty());
        }
        for text in report.failing.iter().chain(&report.messages) {
            prop_assert!(!text.trim().is_empty());
        }
    }
}
