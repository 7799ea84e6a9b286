//! GitLab's code quality report.

use std::io;
use std::io::Write;

use serde_json::json;

use crate::config::Severity;
use crate::lint::report::Report;
use crate::lint::report::fingerprint::fingerprints;
use crate::lint::report::place::Places;
use crate::lint::report::place::Unit;

pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report);
    let rows = report.findings.iter().zip(fingerprints(report.findings)).map(|(finding, fingerprint)| {
        let place = places.place(&finding.catalog, finding.span, Unit::Chars);
        let severity = match finding.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Hint | Severity::Off => "info",
        };
        json!({
            "description": format!("{}: {}", finding.code, finding.message),
            "check_name": finding.name,
            "fingerprint": fingerprint,
            "severity": severity,
            "location": {
                "path": finding.catalog.as_str(),
                "lines": { "begin": place.line, "end": place.end_line },
            },
        })
    });
    let rows: Vec<_> = rows.collect();
    serde_json::to_writer_pretty(&mut *out, &rows)?;
    writeln!(out)
}
