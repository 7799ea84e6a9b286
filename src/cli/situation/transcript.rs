//! What an agent's log says, in terms of this work tree.

use std::path::Path;

use crate::base::RepoPath;
use crate::cli::context::Context;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::evidence::Observation;
use crate::evidence::State;
use crate::evidence::Transcript;
use crate::repo;

/// Reads a log and adds what it says to the state.
pub(super) fn add(
    file: &Path,
    context: &Context,
    workspace: &Workspace,
    state: &mut State,
    printer: &mut Printer,
) -> Result<(), CommandError> {
    let text = repo::read_log(&context.named(file))?;
    let transcript = Transcript::parse(&text).map_err(|error| {
        let hint = "Give a session's JSON lines, a `.traj`, or OpenHands' events";
        CommandError::new(format!("{}: {error}", file.display())).hint(hint)
    })?;
    if transcript.skipped > 0 {
        printer.detail(&format!("{} records of {} are of no known kind", transcript.skipped, file.display()));
    }
    let places = Places { context, workspace, directory: transcript.directory.as_deref() };
    for shown in &transcript.seen {
        let Some(path) = places.find(&shown.path) else { continue };
        let lines: Vec<&str> = shown.lines.iter().map(String::as_str).collect();
        state.observations.extend(Observation::pieces(&path, shown.start, &lines));
    }
    for opened in &transcript.opened {
        let path = places.find(opened).filter(|path| !state.opened.contains(path));
        state.opened.extend(path);
    }
    state.searches.extend(transcript.searches);
    state.issue = state.issue.take().or(transcript.task);
    state.hypothesis = state.hypothesis.take().or(transcript.hypothesis);
    state.subgoal = state.subgoal.take().or(transcript.subgoal);
    state.test_output = state.test_output.take().or(transcript.test_output);
    Ok(())
}

struct Places<'a> {
    context: &'a Context,
    workspace: &'a Workspace,
    directory: Option<&'a str>,
}

impl Places<'_> {
    /// The file of this tree that a logged path means. A log may come from another machine or another clone: then the
    /// longest end of the path that is a file here decides.
    fn find(&self, logged: &str) -> Option<RepoPath> {
        let here = |path: &Path| {
            let path = self.context.repo_path(&self.workspace.repository, path).ok()?;
            self.workspace.tree.entry(&path).is_some().then_some(path)
        };
        let in_directory = self.directory.map(|directory| Path::new(directory).join(logged));
        if let Some(path) = in_directory.and_then(|path| here(&path)) {
            return Some(path);
        }
        let logged = logged.replace('\\', "/");
        let below = self.directory.and_then(|directory| logged.strip_prefix(directory)).unwrap_or(&logged);
        let parts: Vec<&str> = below.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
        // A name alone may be any file's, unless it was all that the log gave.
        let least = if below.starts_with('/') && self.directory.is_none() { 2 } else { 1 };
        (0..=parts.len().saturating_sub(least)).find_map(|from| {
            let path = RepoPath::new(parts.get(from..)?.join("/")).ok()?;
            self.workspace.tree.entry(&path).is_some().then_some(path)
        })
    }
}
