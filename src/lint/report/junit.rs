//! JUnit XML: a suite a catalog, a failed case a finding.

use std::io;
use std::io::Write;

use crate::lint::explain::severity_name;
use crate::lint::report::Report;
use crate::lint::report::text::xml;

pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let total = report.findings.len();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"git-libra lint\" tests=\"{total}\" failures=\"{total}\" errors=\"0\">")?;
    for suite in report.findings.chunk_by(|a, b| a.catalog == b.catalog) {
        let (path, count) = (xml(suite[0].catalog.as_str()), suite.len());
        writeln!(out, "  <testsuite name=\"{path}\" tests=\"{count}\" failures=\"{count}\" errors=\"0\">")?;
        for finding in suite {
            let name = xml(&format!("{} {}:{}:{}", finding.code, finding.name, finding.line, finding.column));
            let (kind, message) = (severity_name(finding.severity), xml(&finding.message));
            writeln!(out, "    <testcase name=\"{name}\" classname=\"{path}\">")?;
            writeln!(
                out,
                "      <failure type=\"{kind}\" message=\"{message}\">{path}:{}: {message}</failure>",
                finding.line
            )?;
            writeln!(out, "    </testcase>")?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}
