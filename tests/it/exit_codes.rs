//! The README's table of exit codes is the enum's.

use git_libra::cli::ExitStatus;

#[test]
fn the_readme_lists_every_exit_code() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("README.md");
    for (status, meaning) in ExitStatus::TABLE {
        let row = format!("| {} | {meaning} |", status.code());
        assert!(readme.contains(&row), "README.md lacks the row `{row}`");
    }
}
