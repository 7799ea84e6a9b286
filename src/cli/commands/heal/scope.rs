//! Which trees are compared: what was asked for, or what git knows of this branch.

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::cli::commands::heal::HealArgs;
use crate::cli::commands::heal::command;
use crate::cli::commands::heal::past;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::heal;
use crate::heal::Plan;
use crate::heal::Scope;
use crate::heal::TRAILER;
use crate::repo;
use crate::repo::Commit;
use crate::repo::CommitId;
use crate::repo::Repository;
use crate::repo::Tree;

/// How many commits back the last one that healed is looked for.
const DEPTH: usize = 1_000;

/// The tree that is healed.
pub(super) fn source(args: &HealArgs) -> TreeSource {
    match (&args.from_ref, args.staged) {
        (Some(_), _) => TreeSource::Revision(args.to_ref.clone().unwrap_or_else(|| "HEAD".to_owned())),
        (None, true) => TreeSource::Index,
        (None, false) => TreeSource::WorkTree,
    }
}

/// What the run will look at, and what of it people wrote.
pub(super) fn plan(args: &HealArgs, context: &Context, workspace: &Workspace) -> Result<Plan, CommandError> {
    let mut plan = changed(args, context, workspace)?;
    if !args.rewrite && !plan.is_empty() {
        plan.hands = past::hands(context, workspace, &plan)?;
    }
    Ok(plan)
}

/// What the run will look at.
fn changed(args: &HealArgs, context: &Context, workspace: &Workspace) -> Result<Plan, CommandError> {
    let repository = &workspace.repository;
    let project = &workspace.project;
    if !args.paths.is_empty() {
        let typed = |path| context.repo_path(repository, path);
        let paths: Vec<RepoPath> = args.paths.iter().map(|path| typed(path)).collect::<Result<_, _>>()?;
        return Ok(Plan::named(project, Scope::Paths(paths.clone()), &paths));
    }
    if args.all {
        return Ok(Plan::named(project, Scope::All, &[RepoPath::root()]));
    }
    if args.staged {
        return compared(workspace, Scope::Staged, &repository.head_tree()?);
    }
    if let Some(from) = &args.from_ref {
        let to = args.to_ref.clone().unwrap_or_else(|| "HEAD".to_owned());
        let scope = Scope::Between { from: from.clone(), to };
        return compared(workspace, scope, &repository.revision_tree(from)?);
    }
    if let Some(since) = &args.since {
        return compared(workspace, Scope::Since(since.clone()), &repository.revision_tree(since)?);
    }
    of_branch(workspace)
}

/// What this branch changed, or everything where history does not say.
fn of_branch(workspace: &Workspace) -> Result<Plan, CommandError> {
    let repository = &workspace.repository;
    let everything = |why| Ok(Plan::named(&workspace.project, Scope::NoHistory { why }, &[RepoPath::root()]));
    let head = repository.head()?;
    let Some(commit) = head.commit else {
        return everything("there is no commit yet");
    };
    let default = repository.default_branch()?;
    let on_default = default.as_ref().is_none_or(|(name, _)| head.branch.as_ref() == Some(name));
    if on_default {
        return match last_healed(repository, commit)? {
            Some(healed) => {
                let scope = Scope::SinceHealed { commit: healed.short() };
                compared(workspace, scope, &repository.commit_tree(healed)?)
            }
            None if repository.is_shallow() => everything("the clone is shallow and no commit in it healed"),
            None => everything("no commit brought catalogs up to date yet"),
        };
    }
    let upstream = repository.upstream()?.map(|commit| ("its upstream".to_owned(), commit));
    let Some((base, theirs)) = upstream.or(default) else {
        return everything("the branch has no upstream");
    };
    match repository.merge_base(commit, theirs)? {
        Some(merge_base) => compared(workspace, Scope::Branch { base }, &repository.commit_tree(merge_base)?),
        None if repository.is_shallow() => everything("the clone is shallow, so the merge base is not known"),
        None => everything("the branch and its base share no commit"),
    }
}

/// The last commit that healed; where there is none, the last that touched a catalog: up to there somebody looked after
/// them.
fn last_healed(repository: &Repository, start: CommitId) -> Result<Option<CommitId>, CommandError> {
    let is_trailer = |message: &str| message.lines().any(|line| line.trim_start().starts_with(TRAILER));
    if let Some(healed) = repository.find_commit(start, DEPTH, is_trailer)? {
        return Ok(Some(healed));
    }
    let history = repository.history(start, DEPTH)?;
    let touches = |commit: &&Commit| commit.changes.iter().any(|change| change.path.file_name() == CATALOG_FILE);
    Ok(history.iter().find(touches).map(|commit| commit.id))
}

/// The plan for what differs between an older tree and the workspace's.
fn compared(workspace: &Workspace, scope: Scope, old: &dyn Tree) -> Result<Plan, CommandError> {
    let new = command::tree(workspace);
    let changes = repo::changes(old, new)?;
    let (before, lacking) = heal::before(old, new, &changes)?;
    let mut plan = Plan::new(&workspace.project, scope, &changes, before);
    plan.lacks(lacking);
    Ok(plan)
}
