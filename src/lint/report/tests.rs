//! Whole reports of one small project, and of hostile names, compared with what is stored under `snapshots/`.

use std::path::Path;

use crate::lint::check::check;
use crate::lint::report::Counts;
use crate::lint::report::Format;
use crate::lint::report::Report;
use crate::lint::report::Style;
use crate::lint::report::write;
use crate::lint::report::write_step_summary;
use crate::lint::scope::Scope;
use crate::lint::testing::project_of;

const CATALOG: &str = "\
# sämple

## Solving

### [solve.py](solve.py)
Solves 𝐞quations.
- `solve(f)` (L1-L3) - Solves one equation.
- `gone` (L4-L5)

### [old.py](old.py)
Was here.
";

fn render(format: Format, style: Style, directory: &str) -> String {
    let name = |file: &str| if directory.is_empty() { file.to_owned() } else { format!("{directory}/{file}") };
    let (catalog, source) = (name("catalog.md"), name("solve.py"));
    let files = [
        (catalog.as_str(), CATALOG),
        (&source, "def solve(f):\n    return f\n"),
        ("bare/x.py", "def x(a):\n    if a:\n        return a\n"),
    ];
    let project = project_of(files.map(|(name, text)| (name, text.as_bytes().to_vec())));
    let config = crate::config::LintConfig::default();
    let mut findings = check(&project, &config, &Scope::everything());
    findings.retain(|finding| finding.code != "CAT205");
    let mut out = Vec::new();
    write(format, &Report { findings: &findings, project: &project }, style, &mut out).expect("memory takes all");
    String::from_utf8(out).expect("reports are UTF-8")
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

#[test]
fn every_format() {
    settings().bind(|| {
        for format in Format::ALL {
            insta::assert_snapshot!(format!("lint-report-{format}"), render(*format, Style::Plain, ""));
        }
        insta::assert_snapshot!(
            "lint-report-human-ansi",
            render(Format::Human, Style::Ansi, "").replace('\u{1b}', "ESC")
        );
    });
}

/// Names that break out of a format if they can.
#[test]
fn hostile_names_stay_names() {
    let hostile = "a,b:c%\n::error::<x>&\"'|`\u{1b}[31m\u{202e}";
    for format in Format::ALL {
        let text = render(*format, Style::Plain, hostile);
        assert!(
            !text.contains('\u{1b}') && !text.contains('\u{202e}') || text.contains("\\u001b") || is_data(*format),
            "{format}: {text}"
        );
        if matches!(format, Format::Json | Format::Sarif | Format::Gitlab | Format::Rdjson) {
            serde_json::from_str::<serde_json::Value>(&text).expect("JSON");
        }
        if matches!(format, Format::Github | Format::Concise) {
            assert!(text.lines().all(|line| !line.starts_with("::error::")), "{format}: {text}");
        }
        if *format == Format::Junit {
            assert!(!text.contains("<x>") && text.matches("<testsuite ").count() == 3, "{text}");
        }
    }
}

/// JSON strings may hold what a terminal may not, escaped.
fn is_data(format: Format) -> bool {
    matches!(
        format,
        Format::Json
            | Format::JsonLines
            | Format::Sarif
            | Format::Gitlab
            | Format::Rdjson
            | Format::Github
            | Format::Junit
    )
}

#[test]
fn counts_and_the_step_summary() {
    let project = project_of([("a.py", b"x = 1\n".to_vec())]);
    let findings = check(&project, &crate::config::LintConfig::default(), &Scope::everything());
    let counts = Counts::of(&findings);
    assert_eq!((counts.errors, counts.warnings, counts.unsafe_fixes), (0, 1, 1));
    let mut out = Vec::new();
    write_step_summary(&Report { findings: &findings, project: &project }, &mut out).expect("memory takes all");
    let text = String::from_utf8(out).expect("UTF-8");
    assert!(text.contains("| catalog.md:1 | CAT204 missing-catalog |"), "{text}");
    assert_eq!("json".parse(), Ok(Format::Json));
    assert!("yaml".parse::<Format>().is_err());
}
