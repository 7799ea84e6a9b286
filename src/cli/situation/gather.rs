//! Puts the state together. What is typed comes before what a log says, and that before what can only be guessed.

use crate::cli::context::Context;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::cli::situation::StateArgs;
use crate::cli::situation::difference;
use crate::cli::situation::observations;
use crate::cli::situation::transcript;
use crate::evidence::State;
use crate::evidence::card;
use crate::repo;
use crate::repo::Repository;

/// Gathers the state.
pub(crate) fn gather(
    args: &StateArgs,
    context: &Context,
    workspace: &Workspace,
    printer: &mut Printer,
) -> Result<State, CommandError> {
    let mut state = match &args.card {
        Some(file) => {
            let text = context.read_input(file)?;
            card::parse(&text).map_err(|error| {
                let hint = "`git libra state` prints a card, and docs/state.schema.json says what may stand in one";
                CommandError::from(error).hint(hint)
            })?
        }
        None => State {
            observations: observations::read_observations(&workspace.repository),
            diff: difference::of_work_tree(workspace, &args.base)?,
            ..State::default()
        },
    };
    if let Some(file) = &args.transcript {
        transcript::add(file, context, workspace, &mut state, printer)?;
    }
    let issue = match (&args.message, &args.issue_file) {
        (Some(text), _) => Some(text.clone()),
        (None, Some(file)) => Some(context.read_input(file)?),
        (None, None) => None,
    };
    let given = [
        (&mut state.need, args.need.clone()),
        (&mut state.hypothesis, args.hypothesis.clone()),
        (&mut state.subgoal, args.subgoal.clone()),
        (&mut state.issue, issue),
    ];
    for (part, given) in given {
        if given.is_some() {
            *part = given;
        }
    }
    if let Some(file) = &args.test_output {
        state.test_output = Some(context.read_input(file)?);
    }
    state.searches.extend(args.searches.iter().cloned());
    for observed in &args.observed {
        state.observations.extend(observations::observe(observed, context, workspace)?);
    }
    if state.question().is_empty() && state.test_output.is_none() {
        state.issue = prepared_message(&workspace.repository).or(branch_words(&workspace.repository)?);
    }
    state.name_edited_symbols(&workspace.project);
    Ok(state)
}

/// The message of the commit that is being prepared: of a merge, of a squash, or one that an editor holds open. Without
/// git's remarks.
fn prepared_message(repository: &Repository) -> Option<String> {
    // `COMMIT_EDITMSG` stays behind when the commit is made, so that alone it says nothing about what comes next.
    let names = ["MERGE_MSG", "SQUASH_MSG"];
    let text = names.iter().find_map(|name| repo::read_named(&repository.git_dir().join(name)).ok())?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let message = lines.join("\n").trim().to_owned();
    (!message.is_empty()).then_some(message)
}

/// The branch's name as words; nothing for a branch that every repository has.
fn branch_words(repository: &Repository) -> Result<Option<String>, CommandError> {
    let branch = repository.head()?.branch;
    let default = repository.default_branch()?.map(|(name, _)| name);
    Ok(branch
        .filter(|branch| Some(branch) != default.as_ref() && !matches!(branch.as_str(), "main" | "master" | "trunk"))
        .map(|branch| branch.replace(['/', '-', '_'], " ")))
}
