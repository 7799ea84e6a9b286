//! One line a finding: `path:line:column: CODE message`.

use std::io;
use std::io::Write;

use crate::config::Severity;
use crate::lint::report::Report;
use crate::lint::report::Style;
use crate::lint::report::text::one_line;

pub(super) fn write(report: &Report<'_>, style: Style, out: &mut dyn Write) -> io::Result<()> {
    for finding in report.findings {
        let path = one_line(finding.catalog.as_str());
        let (line, column, code) = (finding.line, finding.column, finding.code);
        let message = one_line(&finding.message);
        match style {
            Style::Plain => writeln!(out, "{path}:{line}:{column}: {code} {message}")?,
            Style::Ansi => {
                let colour = match finding.severity {
                    Severity::Error => "31",
                    Severity::Warning => "33",
                    Severity::Hint | Severity::Off => "36",
                };
                writeln!(out, "\u{1b}[1m{path}\u{1b}[0m:{line}:{column}: \u{1b}[1;{colour}m{code}\u{1b}[0m {message}")?;
            }
        }
    }
    Ok(())
}
