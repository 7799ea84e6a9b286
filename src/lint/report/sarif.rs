//! SARIF 2.1.0: repository-relative places, the rules with their pages, fixes, fingerprints that survive moved lines.

use std::io;
use std::io::Write;

use serde_json::Value;
use serde_json::json;

use crate::base::Span;
use crate::catalog::text::percent_encode;
use crate::config::Severity;
use crate::lint::finding::Finding;
use crate::lint::finding::Fix;
use crate::lint::registry::RULES;
use crate::lint::report::Report;
use crate::lint::report::fingerprint::fingerprints;
use crate::lint::report::place::Places;
use crate::lint::report::place::Unit;
use crate::lint::rule::Rule;

pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report);
    let used: Vec<&Rule> =
        RULES.iter().filter(|rule| report.findings.iter().any(|finding| finding.code == rule.code)).collect();
    let prints = fingerprints(report.findings);
    let results: Vec<Value> =
        report.findings.iter().zip(prints).map(|(finding, print)| result(finding, &print, &used, &places)).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "git-libra",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": used.iter().map(|rule| metadata(rule)).collect::<Vec<_>>(),
                },
            },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn metadata(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": rule.summary() },
        "help": { "text": rule.page, "markdown": rule.page },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn result(finding: &Finding, print: &str, used: &[&Rule], places: &Places<'_>) -> Value {
    let index = used.iter().position(|rule| rule.code == finding.code);
    let mut result = json!({
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": level(finding.severity),
        "message": { "text": finding.message.as_str() },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": artifact(finding),
                "region": region(finding, finding.span, places),
            },
            "logicalLocations": [{ "fullyQualifiedName": finding.subject.as_str() }],
        }],
        "partialFingerprints": { "libraFinding/v1": print },
    });
    if let Some(fix) = &finding.fix {
        result["fixes"] = json!([fixes(finding, fix, places)]);
    }
    result
}

fn fixes(finding: &Finding, fix: &Fix, places: &Places<'_>) -> Value {
    let replacements = fix.edits.edits().iter().map(|edit| {
        json!({
            "deletedRegion": region(finding, edit.span, places),
            "insertedContent": { "text": edit.text.as_str() },
        })
    });
    json!({
        "description": { "text": fix.title.as_str() },
        "artifactChanges": [{
            "artifactLocation": artifact(finding),
            "replacements": replacements.collect::<Vec<_>>(),
        }],
    })
}

fn artifact(finding: &Finding) -> Value {
    json!({ "uri": percent_encode(finding.catalog.as_str()), "uriBaseId": "%SRCROOT%" })
}

fn region(finding: &Finding, span: Span, places: &Places<'_>) -> Value {
    let place = places.place(&finding.catalog, span, Unit::Utf16);
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
        Severity::Off => "none",
    }
}
