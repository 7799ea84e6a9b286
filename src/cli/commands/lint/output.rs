//! Where findings are written, and in which formats.

use std::path::Path;
use std::path::PathBuf;

use clap::builder::TypedValueParser;

use crate::catalog::Project;
use crate::cli::context::Context;
use crate::cli::environment::GITHUB_STEP_SUMMARY;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::config;
use crate::lint;
use crate::lint::Finding;
use crate::lint::Safety;
use crate::lint::report;
use crate::lint::report::Format;
use crate::lint::report::Report;
use crate::lint::report::Style;
use crate::repo;

/// A format, and the file that it is written to; standard output where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Output {
    format: Format,
    file: Option<PathBuf>,
}

impl Output {
    /// A format on standard output.
    pub(super) fn of(format: Format) -> Self {
        Self { format, file: None }
    }

    /// Whether it goes to standard output.
    pub(super) fn is_standard(&self) -> bool {
        self.file.is_none()
    }

    /// The same format, written to a file.
    pub(super) fn to(&self, file: &Path) -> Self {
        Self { format: self.format, file: Some(file.to_owned()) }
    }
}

/// Reads `FORMAT` or `FORMAT=FILE`.
pub(super) fn parser() -> impl TypedValueParser<Value = Output> {
    clap::builder::StringValueParser::new().try_map(|written| {
        let (name, file) = match written.split_once('=') {
            Some((name, file)) if !file.is_empty() => (name, Some(PathBuf::from(file))),
            Some((name, _)) => (name, None),
            None => (written.as_str(), None),
        };
        name.parse::<Format>().map(|format| Output { format, file }).map_err(|_| {
            let names: Vec<&str> = Format::ALL.iter().map(|format| format.as_str()).collect();
            let near = config::nearest(name, names.iter().copied());
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            format!("`{name}` is none of {}{near}", names.join(", "))
        })
    })
}

/// Writes the findings in every format that was asked for.
pub(super) fn write(
    outputs: &[Output],
    context: &Context,
    project: &Project,
    findings: &[Finding],
    printer: &mut Printer,
) -> Result<(), CommandError> {
    let report = Report { findings, project };
    for output in outputs {
        let mut text = Vec::new();
        let colored = printer.colors_output() && output.is_standard();
        let style = if colored { Style::Ansi } else { Style::Plain };
        report::write(output.format, &report, style, &mut text)?;
        match &output.file {
            Some(file) => context.write_output(file, &text)?,
            None => printer.with_output(|out| out.write_all(&text))?,
        }
    }
    if outputs.iter().any(|output| output.format == Format::Github) {
        summarise(context, &report)?;
    }
    Ok(())
}

/// A step of GitHub Actions shows few annotations, so everything goes into its summary, behind what stands there.
fn summarise(context: &Context, report: &Report<'_>) -> Result<(), CommandError> {
    let Some(file) = context.environment().path(GITHUB_STEP_SUMMARY) else { return Ok(()) };
    let mut text = repo::read_named(&file).unwrap_or_default().into_bytes();
    report::write_step_summary(report, &mut text)?;
    context.write_output(&file, &text)
}

/// Counts the findings by rule.
pub(super) fn statistics(findings: &[Finding], printer: &mut Printer) -> Result<(), CommandError> {
    for count in lint::statistics(findings) {
        let fixable = if count.fixable > 0 { format!("  ({} fixable)", count.fixable) } else { String::new() };
        printer.line(&format!("{:6}  {}  {}{fixable}", count.count, count.code, count.name))?;
    }
    Ok(())
}

/// `3 findings, 2 of them fixable with ...`.
pub(super) fn summary(findings: &[Finding]) -> String {
    let fixable = |safety| findings.iter().filter(|f| f.fix.as_ref().is_some_and(|fix| fix.safety == safety)).count();
    let head = match findings.len() {
        0 => return "no findings".to_owned(),
        1 => "1 finding".to_owned(),
        count => format!("{count} findings"),
    };
    match (fixable(Safety::Safe), fixable(Safety::Unsafe)) {
        (0, 0) => head,
        (0, lossy) => format!("{head}, {lossy} fixable with `git libra lint --unsafe-fixes`"),
        (safe, 0) => format!("{head}, {safe} fixable with `git libra lint --fix`"),
        (safe, lossy) => {
            format!("{head}, {safe} fixable with `git libra lint --fix`, {lossy} more with `--unsafe-fixes`")
        }
    }
}
