//! Reviewdog's diagnostic format; its columns count bytes.

use std::io;
use std::io::Write;

use serde_json::Value;
use serde_json::json;

use crate::config::Severity;
use crate::lint::report::Report;
use crate::lint::report::place::Place;
use crate::lint::report::place::Places;
use crate::lint::report::place::Unit;

pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report);
    let diagnostics = report.findings.iter().map(|finding| {
        let place = |span| range(places.place(&finding.catalog, span, Unit::Bytes));
        let severity = match finding.severity {
            Severity::Error => "ERROR",
            Severity::Warning => "WARNING",
            Severity::Hint | Severity::Off => "INFO",
        };
        let edits = finding.fix.iter().flat_map(|fix| fix.edits.edits());
        let suggestions: Vec<_> =
            edits.map(|edit| json!({ "range": place(edit.span), "text": edit.text.as_str() })).collect();
        json!({
            "message": finding.message.as_str(),
            "location": { "path": finding.catalog.as_str(), "range": place(finding.span) },
            "severity": severity,
            "code": { "value": finding.code },
            "suggestions": suggestions,
        })
    });
    let diagnostics: Vec<_> = diagnostics.collect();
    let document = json!({ "source": { "name": "git-libra" }, "diagnostics": diagnostics });
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn range(place: Place) -> Value {
    json!({
        "start": { "line": place.line, "column": place.column },
        "end": { "line": place.end_line, "column": place.end_column },
    })
}
