//! What a run says of itself: in a few lines for a person who wants to know what is left to do, as values for a program.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::RepoPath;
use crate::cli::arguments::TextOrJson;
use crate::cli::commands::heal::estimate::Estimate;
use crate::cli::engine::ModelRow;
use crate::cli::engine::cost;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::heal::CatalogReport;
use crate::heal::FileReport;
use crate::heal::PassRate;
use crate::heal::Report;
use crate::heal::TRAILER;

/// Things of one kind that are named before the rest is counted.
const NAMED: usize = 4;

/// A finished run.
pub(super) struct Done<'a> {
    /// What was done.
    pub(super) report: &'a Report,
    /// The catalogs that were, or with `dry_run` would be, written or removed.
    pub(super) catalogs: &'a [RepoPath],
    /// The commit, if one was made.
    pub(super) commit: Option<&'a str>,
    /// Whether nothing was written on purpose.
    pub(super) dry_run: bool,
    /// What models spent and what came of it.
    pub(super) models: Vec<ModelRow>,
    /// What a dry run expects asking models to come to.
    pub(super) estimate: Option<Estimate>,
}

/// The JSON form: how it ended, what became of the catalogs, and the report.
#[derive(Serialize)]
struct Answer<'a> {
    schema: &'static str,
    status: &'static str,
    written: Vec<&'a str>,
    dry_run: bool,
    commit: Option<&'a str>,
    models: &'a [ModelRow],
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<&'a Estimate>,
    #[serde(flatten)]
    report: &'a Report,
}

/// Prints the report.
pub(super) fn print(done: &Done<'_>, format: TextOrJson, printer: &mut Printer) -> Result<(), CommandError> {
    if format == TextOrJson::Json {
        let answer = Answer {
            schema: "libra.heal/2",
            status: status(done),
            written: done.catalogs.iter().map(RepoPath::as_str).collect(),
            dry_run: done.dry_run,
            commit: done.commit,
            models: &done.models,
            estimate: done.estimate.as_ref(),
            report: done.report,
        };
        printer.line(&serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    for line in lines(done, printer.is_verbose()) {
        printer.line(&line)?;
    }
    Ok(())
}

/// How the run ended, in a word.
fn status(done: &Done<'_>) -> &'static str {
    let report = done.report;
    if report.stopped.is_some() {
        "stopped"
    } else if !report.failures.is_empty() {
        "calls-failed"
    } else if !done.catalogs.is_empty() {
        "changed"
    } else if report.files.is_empty() {
        "nothing-in-scope"
    } else {
        "up-to-date"
    }
}

/// The text form: the scope, each catalog that changed, what needs a person, the questions, and how it ended.
fn lines(done: &Done<'_>, verbose: bool) -> Vec<String> {
    let report = done.report;
    let most = if verbose { usize::MAX } else { NAMED };
    let mut lines = vec![format!("scope: {}", report.scope)];
    lines.extend(files("files", &report.files, most));
    lines.extend(files("skipped", &report.skipped, most));
    let verb = if done.dry_run { "would write" } else { "wrote" };
    let mut reports: BTreeMap<&str, &CatalogReport> =
        report.catalogs.iter().map(|catalog| (catalog.catalog.as_str(), catalog)).collect();
    for path in done.catalogs {
        lines.push(format!("{verb} {path}"));
        if let Some(catalog) = reports.remove(path.as_str()) {
            lines.extend(changes(catalog, most));
        }
    }
    for catalog in reports.into_values().filter(|_| verbose) {
        lines.extend(given_up(catalog).map(|line| format!("{}: {line}", catalog.catalog)));
    }
    if done.dry_run && report.projected.files > 0 {
        let most = report.projected;
        lines.push(format!(
            "projected: at most {} questions about {} changed files, {} about neighbours, {} about other files; {} Prompter, \
             {} Solver, {} Healer calls before anything is asked again",
            most.changed,
            most.files,
            most.siblings,
            most.validation,
            most.prompter_calls,
            most.solver_calls,
            most.healer_calls
        ));
    }
    lines.extend(done.estimate.iter().flat_map(Estimate::lines));
    let alone = report.left_alone.iter().map(|left| format!("`{}` in {}: {}", left.subject, left.catalog, left.reason));
    lines.extend(listed("left for you", alone.collect(), usize::MAX));
    lines.extend(hands(report, verbose));
    lines.extend(questions(report, most));
    let usage = report.usage;
    if report.probes.asked > 0 && (verbose || done.dry_run || usage.tokens > 0) {
        lines.push(format!(
            "asked: {} times the Prompter, {} the Solver, {} the Healer; {} tokens, {}",
            usage.prompter_calls,
            usage.solver_calls,
            usage.healer_calls,
            usage.tokens,
            cost(usage.cost)
        ));
    }
    lines.extend(done.models.iter().flat_map(ModelRow::lines));
    lines.extend(listed("went wrong", report.failures.clone(), most));
    lines.extend(report.stopped.iter().map(|stopped| format!("stopped: {stopped}; what was done stands")));
    lines.extend(done.commit.map(|commit| format!("committed {commit}")));
    match status(done) {
        "nothing-in-scope" => lines.push("nothing to do: nothing in scope changed".to_owned()),
        "up-to-date" => lines.push("nothing to do: the catalogs are up to date".to_owned()),
        _ => {}
    }
    lines
}

/// Files by name where they are few, else how many there are for each reason.
fn files(name: &str, files: &[FileReport], most: usize) -> Vec<String> {
    if files.len() <= most {
        return files.iter().map(|file| format!("{name}: {} ({})", file.path, file.reason)).collect();
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files {
        // Where a file came from is told by its entry.
        let reason = if file.reason.starts_with("renamed") { "renamed" } else { &file.reason };
        *counts.entry(reason).or_default() += 1;
    }
    let counts: Vec<String> = counts.into_iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    vec![format!("{name}: {} ({})", files.len(), counts.join(", "))]
}

/// What was done to one catalog.
fn changes(catalog: &CatalogReport, most: usize) -> Vec<String> {
    let mut lines = listed("  refreshed", catalog.refreshed.clone(), most);
    lines.extend(listed("  healed", catalog.kept.clone(), most));
    if most == usize::MAX {
        lines.extend(given_up(catalog).map(|line| format!("  {line}")));
    }
    lines
}

fn given_up(catalog: &CatalogReport) -> impl Iterator<Item = String> + '_ {
    catalog.given_up.iter().map(|edit| format!("given up: {} ({})", edit.edit, edit.reason))
}

/// What is only added to: where nobody knows who wrote it, and on demand all of it.
fn hands(report: &Report, verbose: bool) -> Vec<String> {
    let told = report.by_hand.iter().filter(|hand| verbose || !hand.known);
    told.map(|hand| {
        let parts = if hand.parts == 1 { "1 part is".to_owned() } else { format!("{} parts are", hand.parts) };
        let who = if hand.known { "people wrote them" } else { "git does not say who wrote them" };
        format!("only added to: {parts} not reworded, since {who} ({}); `--rewrite` lets them change", hand.reason)
    })
    .collect()
}

/// How the questions went, and which still fail.
fn questions(report: &Report, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if report.probes.asked > 0 {
        let others = report.validation;
        lines.push(match others.asked {
            0 => format!("questions: {}", rate(report.probes)),
            _ => format!("questions: {}; about other files: {}", rate(report.probes), rate(others)),
        });
    }
    let failing = report.left.iter().map(|left| match left.predicted.as_str() {
        "" => format!("{} (it is {}, nothing was found)", left.question, left.gold),
        predicted => format!("{} (it is {}, found {predicted})", left.question, left.gold),
    });
    lines.extend(listed("still not found", failing.collect(), most));
    lines.extend(listed("not answered", report.unanswered.clone(), most));
    lines
}

/// One line for each item, or for the first ones and how many more there are.
fn listed(name: &str, items: Vec<String>, most: usize) -> Vec<String> {
    let more = items.len().saturating_sub(most);
    let mut lines: Vec<String> = items.into_iter().take(most).map(|item| format!("{name}: {item}")).collect();
    if more > 0 {
        lines.push(format!("{name}: and {more} more (`-v` lists them)"));
    }
    lines
}

fn rate(rate: PassRate) -> String {
    let PassRate { asked, passed_before, passed_after } = rate;
    if passed_before == passed_after {
        return format!("{passed_after} of {asked} find their file");
    }
    format!("{passed_after} of {asked} find their file, {passed_before} did before")
}

/// The message of a healing commit. Its trailers tell later runs what is ours, and people how healing went.
pub(super) fn commit_message(report: &Report, rewritten: bool) -> String {
    let probes = report.probes;
    let rewritten = if rewritten { "Libra-Rewritten: yes\n" } else { "" };
    format!(
        "Bring catalogs up to date\n\n{TRAILER} {}\n{rewritten}Libra-Probes: {}\nLibra-Passed-Before: {}\n\
         Libra-Passed-After: {}\nLibra-Cost: {}\n",
        report.scope,
        probes.asked,
        probes.passed_before,
        probes.passed_after,
        report.usage.cost.map_or_else(|| "unknown".to_owned(), |cost| format!("{cost:.2}"))
    )
}

#[cfg(test)]
mod tests {
    use super::Done;
    use super::lines;
    use crate::base::RepoPath;
    use crate::heal::ByHand;
    use crate::heal::CatalogReport;
    use crate::heal::FileReport;
    use crate::heal::LeftAlone;
    use crate::heal::LeftOver;
    use crate::heal::PassRate;
    use crate::heal::Report;

    fn report() -> Report {
        let file = |path: &str, reason: &str| FileReport { path: path.to_owned(), reason: reason.to_owned() };
        Report {
            scope: "what is staged".to_owned(),
            files: ["a.py", "b.py", "c.py", "d.py", "e.py"].map(|path| file(path, "changed")).to_vec(),
            skipped: vec![file("test_a.py", "a test")],
            left_alone: vec![LeftAlone {
                catalog: "catalog.md".to_owned(),
                subject: "a.py::f".to_owned(),
                reason: "it is gone".to_owned(),
            }],
            by_hand: vec![
                ByHand { reason: "the clone is shallow".to_owned(), parts: 2, known: false },
                ByHand { reason: "written in a commit".to_owned(), parts: 1, known: true },
            ],
            probes: PassRate { asked: 9, passed_before: 5, passed_after: 8 },
            validation: PassRate { asked: 4, passed_before: 4, passed_after: 4 },
            catalogs: vec![CatalogReport {
                catalog: "catalog.md".to_owned(),
                refreshed: (1..=6).map(|number| format!("thing {number} is refreshed")).collect(),
                kept: vec!["describe `g`".to_owned()],
                ..CatalogReport::default()
            }],
            left: vec![LeftOver {
                question: "where is it?".to_owned(),
                gold: "a.py".to_owned(),
                predicted: "b.py".to_owned(),
                rank: Some(2),
            }],
            ..Report::default()
        }
    }

    #[test]
    fn a_tired_person_sees_what_changed_and_what_is_left() {
        let catalogs = [RepoPath::new("catalog.md").expect("plain")];
        let done = Done {
            report: &report(),
            catalogs: &catalogs,
            commit: None,
            dry_run: false,
            models: Vec::new(),
            estimate: None,
        };
        assert_eq!(
            lines(&done, false).join("\n"),
            "scope: what is staged
files: 5 (5 changed)
skipped: test_a.py (a test)
wrote catalog.md
  refreshed: thing 1 is refreshed
  refreshed: thing 2 is refreshed
  refreshed: thing 3 is refreshed
  refreshed: thing 4 is refreshed
  refreshed: and 2 more (`-v` lists them)
  healed: describe `g`
left for you: `a.py::f` in catalog.md: it is gone
only added to: 2 parts are not reworded, since git does not say who wrote them (the clone is shallow); `--rewrite` lets \
             them change
questions: 8 of 9 find their file, 5 did before; about other files: 4 of 4 find their file
still not found: where is it? (it is a.py, found b.py)"
        );
        assert!(lines(&done, true).iter().any(|line| line.contains("1 part is not reworded, since people wrote")));
    }

    #[test]
    fn nothing_to_do_says_which_of_the_two() {
        let last = |report: &Report| {
            let done = Done { report, catalogs: &[], commit: None, dry_run: false, models: Vec::new(), estimate: None };
            lines(&done, false).pop()
        };
        assert_eq!(last(&Report::default()).as_deref(), Some("nothing to do: nothing in scope changed"));
        let files = vec![FileReport { path: "a.py".to_owned(), reason: "changed".to_owned() }];
        let quiet = Report { files, ..Report::default() };
        assert_eq!(last(&quiet).as_deref(), Some("nothing to do: the catalogs are up to date"));
        let failed = Report { failures: vec!["no answer".to_owned()], ..quiet };
        assert_eq!(last(&failed).as_deref(), Some("went wrong: no answer"));
    }
}
