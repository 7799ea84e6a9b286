//! Which paths git would not add without being forced to.

use gix::worktree::stack::state::ignore::Source;

use crate::base::RepoPath;

use super::Doing;
use super::RepoError;
use super::Repository;
use super::index_file;

impl Repository {
    /// Those of the paths that an ignore rule matches and that git does not track, in the order given. They need not
    /// exist.
    pub fn ignored<'p>(&self, paths: impl IntoIterator<Item = &'p RepoPath>) -> Result<Vec<&'p RepoPath>, RepoError> {
        let index = index_file::load(self)?;
        self.handles.with(|gix| {
            let mut rules =
                gix.excludes(&index, None, Source::WorktreeThenIdMappingIfNotSkipped).doing("read the ignore rules")?;
            let mut ignored = Vec::new();
            for path in paths {
                let is_tracked = index.entry_by_path(path.as_str().into()).is_some();
                let place = rules.at_entry(path.as_str(), None).doing("read the ignore rules")?;
                if !is_tracked && place.is_excluded() {
                    ignored.push(path);
                }
            }
            Ok(ignored)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::base::RepoPath;
    use crate::repo::testing::TestRepo;

    #[test]
    fn what_git_would_not_add_is_named() {
        let repository = TestRepo::with(
            "//- .gitignore\nbuild/\n*.log\n!kept.log\n//- lib/.gitignore\n/catalog.md\n//- lib/a.py\n1\n//- lib/sub/b.py\n1\n",
        );
        repository.write("old.log", "tracked");
        repository.git(&["add", "--force", "old.log"]);
        let paths: Vec<RepoPath> = [
            "build/catalog.md",
            "build/deep/catalog.md",
            "catalog.md",
            "kept.log",
            "lib/catalog.md",
            "lib/sub/catalog.md",
            "new.log",
            "old.log",
        ]
        .map(|path| RepoPath::new(path).expect("plain"))
        .to_vec();
        let opened = repository.open();
        let ignored = opened.ignored(&paths).expect("readable");
        let names: Vec<&str> = ignored.into_iter().map(RepoPath::as_str).collect();
        assert_eq!(names, ["build/catalog.md", "build/deep/catalog.md", "lib/catalog.md", "new.log"]);
    }
}
