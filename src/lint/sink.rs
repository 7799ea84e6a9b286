//! Where a rule puts what it found: fills in what all findings share.

use crate::base::LineIndex;
use crate::base::RepoPath;
use crate::base::Span;
use crate::config::Severity;
use crate::lint::context::LintContext;
use crate::lint::finding::Finding;
use crate::lint::rule::Rule;

/// Collects the findings of one rule in one catalog.
pub(crate) struct Sink<'a> {
    rule: &'static Rule,
    severity: Severity,
    path: &'a RepoPath,
    lines: &'a LineIndex,
    text: &'a str,
    findings: Vec<Finding>,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(
        rule: &'static Rule,
        severity: Severity,
        path: &'a RepoPath,
        context: &'a LintContext<'_>,
    ) -> Self {
        Self { rule, severity, path, lines: &context.lines, text: context.text(), findings: Vec::new() }
    }

    /// Adds a finding. The message is one sentence without a full stop, the subject what stays the same when lines
    /// move. A fix is set on what comes back.
    pub(crate) fn report(
        &mut self,
        span: Span,
        subject: impl Into<String>,
        message: impl Into<String>,
    ) -> &mut Finding {
        let lines = self.lines;
        self.findings.push(Finding {
            code: self.rule.code,
            name: self.rule.name,
            severity: self.severity,
            catalog: self.path.clone(),
            span,
            line: lines.line_of(span.start),
            column: lines.column_of(self.text, span.start),
            message: message.into(),
            subject: subject.into(),
            fix: None,
        });
        self.findings.last_mut().expect("a finding was just added")
    }

    pub(crate) fn into_findings(self) -> Vec<Finding> {
        self.findings
    }
}
