//! JSON with a versioned schema of its own: one document, or one object a line.

use std::io;
use std::io::Write;

use serde::Serialize;

use crate::lint::explain::severity_name;
use crate::lint::finding::Finding;
use crate::lint::finding::Safety;
use crate::lint::report::Counts;
use crate::lint::report::Report;
use crate::lint::report::fingerprint::fingerprints;
use crate::lint::report::place::Place;
use crate::lint::report::place::Places;
use crate::lint::report::place::Unit;

/// The name and version of the document's form; a change that breaks readers gets a new number.
const SCHEMA: &str = "libra.lint/1";

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    summary: Summary,
    findings: Vec<FindingRow<'a>>,
}

#[derive(Serialize)]
struct Summary {
    errors: usize,
    warnings: usize,
    hints: usize,
    safe_fixes: usize,
    unsafe_fixes: usize,
}

/// Lines and columns count from 1, columns in characters, ends exclusive; bytes count from 0.
#[derive(Serialize)]
struct FindingRow<'a> {
    code: &'a str,
    name: &'a str,
    severity: &'static str,
    path: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start_byte: usize,
    end_byte: usize,
    message: &'a str,
    subject: &'a str,
    fingerprint: String,
    fix: Option<FixRow<'a>>,
}

#[derive(Serialize)]
struct FixRow<'a> {
    title: &'a str,
    safety: &'static str,
    edits: Vec<EditRow<'a>>,
}

#[derive(Serialize)]
struct EditRow<'a> {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start_byte: usize,
    end_byte: usize,
    text: &'a str,
}

pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Counts { errors, warnings, hints, safe_fixes, unsafe_fixes } = Counts::of(report.findings);
    let document = Document {
        schema: SCHEMA,
        summary: Summary { errors, warnings, hints, safe_fixes, unsafe_fixes },
        findings: rows(report),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

pub(super) fn write_lines(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    for row in rows(report) {
        serde_json::to_writer(&mut *out, &row)?;
        writeln!(out)?;
    }
    Ok(())
}

fn rows<'a>(report: &Report<'a>) -> Vec<FindingRow<'a>> {
    let places = Places::new(report);
    let prints = fingerprints(report.findings);
    report.findings.iter().zip(prints).map(|(finding, print)| row(finding, print, &places)).collect()
}

fn row<'a>(finding: &'a Finding, fingerprint: String, places: &Places<'_>) -> FindingRow<'a> {
    let Place { line, column, end_line, end_column } = places.place(&finding.catalog, finding.span, Unit::Chars);
    let edit = |edit: &'a crate::base::TextEdit| {
        let place = places.place(&finding.catalog, edit.span, Unit::Chars);
        EditRow {
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            start_byte: edit.span.start,
            end_byte: edit.span.end,
            text: &edit.text,
        }
    };
    let fix = finding.fix.as_ref().map(|fix| FixRow {
        title: &fix.title,
        safety: if fix.safety == Safety::Safe { "safe" } else { "unsafe" },
        edits: fix.edits.edits().iter().map(edit).collect(),
    });
    FindingRow {
        code: finding.code,
        name: finding.name,
        severity: severity_name(finding.severity),
        path: finding.catalog.as_str(),
        line,
        column,
        end_line,
        end_column,
        start_byte: finding.span.start,
        end_byte: finding.span.end,
        message: &finding.message,
        subject: &finding.subject,
        fingerprint,
        fix,
    }
}
