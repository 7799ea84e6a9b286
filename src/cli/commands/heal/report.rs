//! What a run says of itself.

use serde::Serialize;

use crate::base::RepoPath;
use crate::cli::arguments::TextOrJson;
use crate::cli::commands::heal::scope::TRAILER;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::heal::PassRate;
use crate::heal::Report;

/// Files named in a text report before the rest is counted.
const NAMED: usize = 12;

/// The JSON form: the report and what became of its catalogs.
#[derive(Serialize)]
struct Answer<'a> {
    schema: &'static str,
    written: Vec<&'a str>,
    dry_run: bool,
    commit: Option<&'a str>,
    #[serde(flatten)]
    report: &'a Report,
}

/// Prints the report. `written` are the catalogs that were, or with `dry_run` would be, written.
pub(super) fn print(
    report: &Report,
    written: &[RepoPath],
    commit: Option<&str>,
    dry_run: bool,
    format: TextOrJson,
    printer: &mut Printer,
) -> Result<(), CommandError> {
    if format == TextOrJson::Json {
        let written = written.iter().map(RepoPath::as_str).collect();
        let answer = Answer { schema: "libra.heal/1", written, dry_run, commit, report };
        printer.line(&serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    for line in lines(report, written, commit, dry_run) {
        printer.line(&line)?;
    }
    Ok(())
}

fn lines(report: &Report, written: &[RepoPath], commit: Option<&str>, dry_run: bool) -> Vec<String> {
    let mut lines = vec![format!("scope: {}", report.scope)];
    let files: Vec<String> = report.files.iter().map(|file| format!("{} ({})", file.path, file.reason)).collect();
    lines.extend(listed("files", &files));
    let skipped: Vec<String> = report.skipped.iter().map(|file| format!("{} ({})", file.path, file.reason)).collect();
    lines.extend(listed("skipped", &skipped));
    lines.extend(listed("refreshed", &report.refreshed));
    lines.extend(report.left_alone.iter().map(|sentence| format!("left alone: {sentence}")));
    if report.probes.asked > 0 {
        lines.push(format!("probes: {}", rate(report.probes)));
        lines.push(format!("validation: {}", rate(report.validation)));
    }
    for catalog in &report.catalogs {
        if catalog.probes.asked > 0 {
            lines.push(format!("{}: {}", catalog.catalog, rate(catalog.probes)));
        }
        lines.extend(catalog.kept.iter().map(|edit| format!("  kept: {edit}")));
        lines.extend(catalog.given_up.iter().map(|edit| format!("  given up: {} ({})", edit.edit, edit.reason)));
    }
    for left in &report.left {
        let predicted = if left.predicted.is_empty() { "nothing" } else { &left.predicted };
        lines.push(format!("still failing: {} (in {}, answered {predicted})", left.question, left.gold));
    }
    if report.probes.asked > 0 {
        let usage = report.usage;
        lines.push(format!(
            "calls: {} Prompter, {} Solver, {} Healer; {} tokens, ${:.2}",
            usage.prompter_calls, usage.solver_calls, usage.healer_calls, usage.tokens, usage.cost
        ));
    }
    if let Some(stopped) = &report.stopped {
        lines.push(format!("stopped: {stopped}"));
    }
    let verb = if dry_run { "would write" } else { "wrote" };
    lines.extend(written.iter().map(|path| format!("{verb} {path}")));
    lines.extend(commit.map(|commit| format!("committed {commit}")));
    if written.is_empty() {
        lines.push(if report.files.is_empty() {
            "nothing to do: nothing in scope changed".to_owned()
        } else {
            "nothing to do: the catalogs are up to date".to_owned()
        });
    }
    lines
}

fn listed(name: &str, items: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = items.iter().take(NAMED).map(|item| format!("{name}: {item}")).collect();
    if items.len() > NAMED {
        lines.push(format!("{name}: and {} more", items.len() - NAMED));
    }
    lines
}

fn rate(rate: PassRate) -> String {
    format!("{} asked, {} passed before, {} after", rate.asked, rate.passed_before, rate.passed_after)
}

/// The message of a healing commit. The trailer's value is the number of catalogs' questions that pass, so that the
/// history of healing can be read from the log.
pub(super) fn commit_message(report: &Report) -> String {
    let probes = report.probes;
    format!(
        "Bring catalogs up to date\n\n{TRAILER} {}\nLibra-Probes: {}\nLibra-Passed-Before: {}\nLibra-Passed-After: {}\n\
         Libra-Cost: {:.2}\n",
        report.scope, probes.asked, probes.passed_before, probes.passed_after, report.usage.cost
    )
}
