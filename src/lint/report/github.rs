//! Workflow commands of GitHub Actions, most severe first, since a step shows few of each kind; and the step's summary.

use std::cmp::Reverse;
use std::io;
use std::io::Write;

use crate::config::Severity;
use crate::lint::finding::Finding;
use crate::lint::report::Report;
use crate::lint::report::place::Places;
use crate::lint::report::place::Unit;
use crate::lint::report::text::command_property;
use crate::lint::report::text::command_value;
use crate::lint::report::text::one_line;

pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report);
    for finding in by_severity(report) {
        let kind = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint | Severity::Off => "notice",
        };
        let place = places.place(&finding.catalog, finding.span, Unit::Chars);
        let path = command_property(finding.catalog.as_str());
        let title = command_property(&format!("{} {}", finding.code, finding.name));
        write!(out, "::{kind} title={title},file={path},line={}", place.line)?;
        // Columns of a span over several lines are refused.
        if place.line == place.end_line {
            write!(out, ",col={},endColumn={}", place.column, place.end_column)?;
        } else {
            write!(out, ",endLine={}", place.end_line)?;
        }
        writeln!(out, "::{}", command_value(&finding.message))?;
    }
    Ok(())
}

/// Writes all findings as Markdown, for the file that `GITHUB_STEP_SUMMARY` names.
pub fn write_step_summary(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    if report.findings.is_empty() {
        return writeln!(out, "Catalogs: no findings");
    }
    writeln!(out, "| place | rule | finding |\n|---|---|---|")?;
    for finding in by_severity(report) {
        let cell = |text: &str| one_line(text).replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;");
        let (path, message) = (cell(finding.catalog.as_str()), cell(&finding.message));
        writeln!(out, "| {path}:{} | {} {} | {message} |", finding.line, finding.code, finding.name)?;
    }
    Ok(())
}

fn by_severity<'a>(report: &Report<'a>) -> Vec<&'a Finding> {
    let mut findings: Vec<_> = report.findings.iter().collect();
    findings.sort_by_key(|finding| Reverse(finding.severity));
    findings
}
