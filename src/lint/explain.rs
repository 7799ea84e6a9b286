//! What people read about rules: pages, the specification, the reference table, statistics.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::config::Severity;
use crate::lint::finding::Finding;
use crate::lint::registry::RULES;
use crate::lint::registry::find;

/// The specification of catalogs, Markdown.
pub const SPECIFICATION: &str = include_str!("../../catalog-spec/specification.md");

/// The page of a rule, by code or name.
pub fn explain(name: &str) -> Option<&'static str> {
    find(name).map(|rule| rule.page)
}

/// The rules as a Markdown table, for the README and the website: generated, so that it cannot drift.
pub fn reference() -> String {
    let mut out = String::from("| code | name | severity | fix | what it reports |\n|---|---|---|---|---|\n");
    for rule in RULES {
        let severity = severity_name(rule.severity);
        let (fix, summary) = (rule.fixable.as_str(), rule.summary().replace('\n', " "));
        // Writing to a string cannot fail.
        let _ =
            writeln!(out, "| {} | `{}` | {severity} | {fix} | {} |", rule.code, rule.name, summary.replace('|', "\\|"));
    }
    out
}

/// A severity as `libra.toml` and reports spell it.
pub(crate) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Off => "off",
        Severity::Hint => "hint",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// How often a rule spoke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistic {
    /// The rule's code.
    pub code: &'static str,
    /// The rule's name.
    pub name: &'static str,
    /// Its findings.
    pub count: usize,
    /// Those of them that come with a fix.
    pub fixable: usize,
}

/// The findings counted by rule, most frequent first, then by code.
pub fn statistics(findings: &[Finding]) -> Vec<Statistic> {
    let mut by_code: BTreeMap<&'static str, Statistic> = BTreeMap::new();
    for finding in findings {
        let (code, name) = (finding.code, finding.name);
        let statistic = by_code.entry(code).or_insert(Statistic { code, name, count: 0, fixable: 0 });
        statistic.count += 1;
        statistic.fixable += usize::from(finding.fix.is_some());
    }
    let mut all: Vec<_> = by_code.into_values().collect();
    all.sort_by_key(|statistic| (std::cmp::Reverse(statistic.count), statistic.code));
    all
}
