//! Which formats there are, and what every one of them is given.

use std::fmt;
use std::io;
use std::io::Write;
use std::str::FromStr;

use crate::catalog::Project;
use crate::config::Severity;
use crate::lint::finding::Finding;
use crate::lint::finding::Safety;
use crate::lint::report::concise;
use crate::lint::report::github;
use crate::lint::report::gitlab;
use crate::lint::report::human;
use crate::lint::report::json;
use crate::lint::report::junit;
use crate::lint::report::rdjson;
use crate::lint::report::sarif;

/// What a report is made of.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What is reported, in the order of `check`.
    pub findings: &'a [Finding],
    /// The project that was checked; excerpts and columns come from its catalogs.
    pub project: &'a Project,
}

/// How text looks on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Text alone.
    #[default]
    Plain,
    /// With ANSI colours.
    Ansi,
}

/// A format of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// An excerpt of the catalog with a caret, for people.
    #[default]
    Human,
    /// One line a finding, as editors and `grep` read it.
    Concise,
    /// One JSON document.
    Json,
    /// One JSON object a line and finding.
    JsonLines,
    /// SARIF 2.1.0.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// GitLab's code quality report.
    Gitlab,
    /// JUnit XML.
    Junit,
    /// Reviewdog's diagnostic format.
    Rdjson,
}

/// A word that is no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a report format")]
pub struct UnknownFormat(String);

impl Format {
    /// All formats.
    pub const ALL: &'static [Self] = &[
        Self::Human,
        Self::Concise,
        Self::Json,
        Self::JsonLines,
        Self::Sarif,
        Self::Github,
        Self::Gitlab,
        Self::Junit,
        Self::Rdjson,
    ];

    /// The name on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::JsonLines => "json-lines",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Junit => "junit",
            Self::Rdjson => "rdjson",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let format = Self::ALL.iter().find(|format| format.as_str() == name);
        format.copied().ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// Writes a report. The style matters to `human` and `concise` only.
pub fn write(format: Format, report: &Report<'_>, style: Style, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Human => human::write(report, style, out),
        Format::Concise => concise::write(report, style, out),
        Format::Json => json::write(report, out),
        Format::JsonLines => json::write_lines(report, out),
        Format::Sarif => sarif::write(report, out),
        Format::Github => github::write(report, out),
        Format::Gitlab => gitlab::write(report, out),
        Format::Junit => junit::write(report, out),
        Format::Rdjson => rdjson::write(report, out),
    }
}

/// How many findings there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// What is not so.
    pub errors: usize,
    /// What is worth mending.
    pub warnings: usize,
    /// Suggestions.
    pub hints: usize,
    /// Findings with a safe fix.
    pub safe_fixes: usize,
    /// Findings with an unsafe fix.
    pub unsafe_fixes: usize,
}

impl Counts {
    /// Counts findings.
    pub fn of(findings: &[Finding]) -> Self {
        let severity = |wanted| findings.iter().filter(|finding| finding.severity == wanted).count();
        let safety = |wanted| {
            let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
            fixes.filter(|fix| fix.safety == wanted).count()
        };
        Self {
            errors: severity(Severity::Error),
            warnings: severity(Severity::Warning),
            hints: severity(Severity::Hint),
            safe_fixes: safety(Safety::Safe),
            unsafe_fixes: safety(Safety::Unsafe),
        }
    }
}
