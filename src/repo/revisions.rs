//! Names and commits: HEAD, branches, merge bases.

use gix::bstr::ByteSlice;

use super::CommitId;
use super::Doing;
use super::RepoError;
use super::Repository;

/// Where HEAD points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The branch without `refs/heads/`; `None` where HEAD is detached.
    pub branch: Option<String>,
    /// The commit; `None` where nothing was committed yet.
    pub commit: Option<CommitId>,
}

impl Repository {
    /// Where HEAD points now.
    pub fn head(&self) -> Result<Head, RepoError> {
        self.handles.with(|gix| {
            let head = gix.head().doing("read HEAD")?;
            Ok(Head {
                branch: head.referent_name().map(|name| name.shorten().to_str_lossy().into_owned()),
                commit: head.clone().try_into_peeled_id().doing("read HEAD")?.map(|id| CommitId::from_object_id(&id)),
            })
        })
    }

    /// The commit that a text names: a branch, a tag, an id, `HEAD~2`, `main@{upstream}`.
    pub fn commit(&self, revision: &str) -> Result<CommitId, RepoError> {
        self.handles.with(|gix| {
            gix.rev_parse_single(revision)
                .and_then(|id| id.object()?.peel_to_commit())
                .map(|commit| CommitId::from_object_id(&commit.id))
                .map_err(|source| RepoError::Revision {
                    text: revision.to_owned(),
                    source: says_more(&source).then(|| Box::new(source)),
                })
        })
    }

    /// The best common ancestor of two commits; `None` where they share no history, or, in a shallow clone, none of it
    /// that is there.
    pub fn merge_base(&self, one: CommitId, two: CommitId) -> Result<Option<CommitId>, RepoError> {
        self.handles.with(|gix| {
            let base = gix.merge_base(one.object_id(), two.object_id()).doing("look for the merge base")?;
            Ok(base.map(|id| CommitId::from_object_id(&id)))
        })
    }

    /// The commit that the current branch is to be compared with when it is pushed or pulled, if it is configured and
    /// was ever fetched.
    pub fn upstream(&self) -> Result<Option<CommitId>, RepoError> {
        self.handles.with(|gix| {
            let Some(branch) = gix.head_name().doing("read HEAD")? else {
                return Ok(None);
            };
            let tracking = gix.branch_remote_tracking_ref_name(branch.as_ref(), gix::remote::Direction::Fetch);
            let Some(Ok(name)) = tracking else {
                return Ok(None);
            };
            Ok(resolve(gix, name.as_bstr()))
        })
    }

    /// The branch that work is merged into: what `origin/HEAD` points to, else `init.defaultBranch`, `main` or
    /// `master`, the first of which there is a branch, here or at `origin`. Its short name and commit.
    pub fn default_branch(&self) -> Result<Option<(String, CommitId)>, RepoError> {
        let configured = self.config_string("init.defaultBranch");
        self.handles.with(|gix| {
            if let Some(name) = origin_head(gix) {
                let local = format!("refs/heads/{name}");
                let remote = format!("refs/remotes/origin/{name}");
                if let Some(commit) =
                    resolve(gix, remote.as_bytes().as_bstr()).or_else(|| resolve(gix, local.as_bytes().as_bstr()))
                {
                    return Ok(Some((name, commit)));
                }
            }
            let names = configured.into_iter().chain(["main".to_owned(), "master".to_owned()]);
            for name in names {
                for place in ["refs/heads", "refs/remotes/origin"] {
                    if let Some(commit) = resolve(gix, format!("{place}/{name}").as_bytes().as_bstr()) {
                        return Ok(Some((name, commit)));
                    }
                }
            }
            Ok(None)
        })
    }

    /// What is under way in the work tree (`a merge`, `a rebase`, ...), if anything.
    pub fn operation(&self) -> Option<&'static str> {
        use gix::state::InProgress;
        self.handles.with(gix::Repository::state).map(|state| match state {
            InProgress::ApplyMailbox | InProgress::ApplyMailboxRebase => "applying patches",
            InProgress::Bisect => "a bisection",
            InProgress::CherryPick | InProgress::CherryPickSequence => "a cherry-pick",
            InProgress::Merge => "a merge",
            InProgress::Rebase | InProgress::RebaseInteractive => "a rebase",
            InProgress::Revert | InProgress::RevertSequence => "a revert",
        })
    }
}

/// Whether git's data has a reason beside there being nothing of this name.
fn says_more(error: &gix::Error) -> bool {
    let is_ambiguous = || error.iter_errors().any(|cause| cause.to_string().contains("ambiguous"));
    error.is_corrupted() || error.is_permission_denied() || is_ambiguous()
}

/// The commit under a full reference name.
fn resolve(gix: &gix::Repository, name: &gix::bstr::BStr) -> Option<CommitId> {
    let mut reference = gix.try_find_reference(name).ok()??;
    let commit = reference.peel_to_commit().ok()?;
    Some(CommitId::from_object_id(&commit.id))
}

fn origin_head(gix: &gix::Repository) -> Option<String> {
    let reference = gix.try_find_reference("refs/remotes/origin/HEAD").ok()??;
    let target = reference.target().try_name()?.as_bstr().to_str_lossy().into_owned();
    target.strip_prefix("refs/remotes/origin/").map(ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use crate::repo::testing::TestRepo;

    #[test]
    fn what_names_no_commit_is_said_once() {
        let repository = TestRepo::with("//- a\na\n").open();
        for name in ["nope", "HEAD~99", "HEAD^7", "", "0123456789", "a..b", "HEAD:nope", "HEAD:a", "@{u}"] {
            let error = repository.commit(name).expect_err(name);
            assert_eq!(error.to_string(), format!("`{name}` names no commit"));
            assert!(error.source().is_none(), "{name}: {:?}", error.source().map(ToString::to_string));
        }
    }
}
