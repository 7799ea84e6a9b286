//! `fmt`, end to end.

use std::io::Write;
use std::process::Stdio;

use crate::harness::TestRepo;

const FILES: &str = "\
//- a.py
def first(x):
    if x:
        return 1
    return 2
//- catalog.md
# sample
## Files
### [a.py](a.py)

Firsts.

*  `first`  (lines 1 to 4)
";

const FORMATTED: &str = "# sample\n\n## Files\n\n### [a.py](a.py)\nFirsts.\n- `first` (L1-L4)\n";

#[test]
fn check_and_diff_write_nothing() {
    let repo = TestRepo::with(FILES);
    let before = repo.snapshot();
    let check = repo.libra(&["fmt", "--check"]);
    assert_eq!((check.status, check.stdout.as_str()), (1, "catalog.md\n"), "{check}");
    let diff = repo.libra(&["fmt", "--diff"]);
    assert_eq!(diff.status, 1, "{diff}");
    assert!(diff.stdout.contains("+- `first` (L1-L4)"), "{diff}");
    assert_eq!(repo.snapshot(), before);
}

#[test]
fn what_is_formatted_stays_and_lints_clean() {
    let repo = TestRepo::with(FILES);
    assert_eq!(repo.libra(&["fmt"]).status, 0);
    assert_eq!(repo.read("catalog.md"), FORMATTED);
    let again = repo.libra(&["fmt", "--check"]);
    assert_eq!((again.status, again.stdout.as_str()), (0, ""), "{again}");
    let lint = repo.libra(&["lint", "--fix"]);
    assert_eq!(lint.status, 0, "{lint}");
    assert_eq!(repo.read("catalog.md"), FORMATTED);
    assert_eq!(repo.libra(&["fmt", "elsewhere"]).status, 2);
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let repo = TestRepo::with(FILES);
    let mut command = repo.command();
    command.args(["fmt", "--stdin-filename", "catalog.md"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("started");
    child.stdin.take().expect("piped").write_all(repo.read("catalog.md").as_bytes()).expect("taken");
    let output = child.wait_with_output().expect("ended");
    assert_eq!(String::from_utf8_lossy(&output.stdout), FORMATTED);
}
