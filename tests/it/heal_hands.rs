//! Words that people wrote stay, whatever way they came into the repository.

use crate::harness::TestRepo;

/// Source alone; catalogs are made by `init`, or added by who uses it.
pub(crate) const SOURCE: &str = r#"//- store/cache.py
"""Remembers answers."""


class Cache:
    """Answers that were given before, the oldest ones forgotten first."""

    def lookup(self, key):
        """Returns the remembered answer for a request."""
        # an answer that is older than an hour counts as missing
        if key in self.items:
            return self.items[key]
        raise KeyError("no answer is remembered for this request")


def evict(items, count):
    """Forgets the oldest answers until enough memory is free."""
    while items and count > 0:
        # pinned answers survive every clean-up
        count -= 1
    return count
//- store/disk.py
"""Files on disk."""


def write(path, data):
    """Writes bytes to a temporary file and renames it."""
    if not data:
        raise ValueError("refusing to write an empty file")
    return path
"#;

const EVICT: &str = "\n\ndef evict(items, count):\n    \"\"\"Forgets the oldest answers until enough memory is free.\"\"\"\n    \
                     while items and count > 0:\n        # pinned answers survive every clean-up\n        count -= 1\n    \
                     return count\n";

/// A repository whose catalogs `init` wrote; nothing is committed yet.
fn initialised() -> TestRepo {
    let repo = TestRepo::unborn();
    repo.write_all(SOURCE);
    let answer = repo.libra(&["init"]);
    assert_eq!(answer.status, 0, "{answer}");
    repo
}

/// Rewords what the catalog says of `evict`.
fn reword(repo: &TestRepo) {
    let catalog = repo.read("store/catalog.md");
    let line = catalog.lines().find(|line| line.contains("`evict")).expect("listed");
    let (head, _) = line.split_once(" - ").expect("described");
    repo.write("store/catalog.md", catalog.replace(line, &format!("{head} - Makes room, in somebody's own words.")));
}

/// Takes `evict` out of the source.
fn remove_evict(repo: &TestRepo) {
    let source = repo.read("store/cache.py");
    assert!(source.contains(EVICT));
    repo.write("store/cache.py", source.replace(EVICT, "\n"));
}

/// Heals, and says whether the words about `evict` are still there. `remember` is whether this clone still knows what it
/// wrote.
fn words_stay(repo: &TestRepo, remember: bool, more: &[&str]) -> bool {
    if !remember {
        let _ = std::fs::remove_dir_all(repo.path().join(".git/libra"));
    }
    let answer = repo.libra(&[&["heal", "--all", "--probes", "0"], more].concat());
    assert_eq!(answer.status, 0, "{answer}");
    let stay = repo.read("store/catalog.md").contains("`evict");
    assert_eq!(stay, answer.stdout.contains("left for you: `store/cache.py::evict` in store/catalog.md"), "{answer}");
    stay
}

#[test]
fn what_init_wrote_is_ours_with_and_without_a_commit() {
    for (committed, remember) in [(false, true), (true, true), (true, false)] {
        let repo = initialised();
        if committed {
            repo.commit("Begin");
        }
        remove_evict(&repo);
        assert!(!words_stay(&repo, remember, &[]), "committed {committed}, remembered {remember}");
    }
}

#[test]
fn what_somebody_reworded_stays_until_a_rewrite_is_asked_for() {
    // Before the first commit, in the first commit, and in a later one.
    for commits in 0..3 {
        let repo = initialised();
        if commits == 2 {
            repo.commit("Begin");
        }
        reword(&repo);
        if commits > 0 {
            repo.commit("Reword");
        }
        remove_evict(&repo);
        assert!(words_stay(&repo, true, &[]), "{commits} commits");
        assert!(words_stay(&repo, false, &[]), "{commits} commits");
        assert_eq!(repo.libra(&["heal", "--all", "--probes", "0", "--strict"]).status, 1);
        assert!(!words_stay(&repo, true, &["--rewrite"]), "{commits} commits");
    }
}

#[test]
fn a_committed_heal_keeps_whose_words_they_were() {
    let repo = initialised();
    repo.commit("Begin");
    reword(&repo);
    repo.commit("Reword");
    // The heal adds to the entry that somebody reworded.
    let source = repo.read("store/cache.py");
    let more = "\n\ndef pin(items, key):\n    \"\"\"Keeps one answer for ever.\"\"\"\n    if key not in items:\n        raise \
                KeyError(\"nothing to pin\")\n    if items[key].pinned:\n        return False\n    return True\n";
    repo.write("store/cache.py", format!("{source}{more}"));
    repo.commit("Pin");
    let healed = repo.libra(&["heal", "--commit", "--probes", "0"]);
    assert!(healed.stdout.contains("committed"), "{healed}");
    let catalog = repo.read("store/catalog.md");
    assert!(catalog.contains("`pin") && catalog.contains("somebody's own words"), "{catalog}");
    remove_evict(&repo);
    assert!(words_stay(&repo, false, &[]), "the trailer made a person's words ours");
}

/// Lint's findings that are left after a heal without questions.
fn left_by_lint(repo: &TestRepo) -> String {
    let healed = repo.libra(&["heal", "--probes", "0"]);
    assert_eq!(healed.status, 0, "{healed}");
    repo.libra(&["lint"]).stdout
}

#[test]
fn a_heal_that_somebody_committed_by_hand_is_mended_in_another_clone() {
    let repo = initialised();
    repo.commit("Begin");
    // New code, healed with questions, and committed together, without any trailer.
    let source = repo.read("store/cache.py");
    let more = "\n\ndef pin(items, key):\n    \"\"\"Keeps one answer for ever.\n\n    A pinned answer is never \
                forgotten.\n    \"\"\"\n    if key not in items:\n        raise KeyError(\"nothing to pin there\")\n    \
                if items[key].pinned:\n        # what is pinned twice stays pinned once\n        return False\n    \
                return True\n";
    repo.write("store/cache.py", format!("{source}{more}"));
    let healed = repo.libra(&["heal", "--probes", "30"]);
    assert_eq!(healed.status, 0, "{healed}");
    repo.commit("Pin answers");
    let catalog = repo.read("store/catalog.md");
    assert!(catalog.contains("`pin"), "{catalog}");
    // Another clone knows nothing of what was written here.
    std::fs::remove_dir_all(repo.path().join(".git/libra")).expect("there");
    repo.write("store/cache.py", &source);
    remove_evict(&repo);
    let left = left_by_lint(&repo);
    let catalog = repo.read("store/catalog.md");
    assert!(!catalog.contains("`pin") && !catalog.contains("`evict"), "{catalog}");
    assert!(!left.contains("CAT"), "{left}\n{catalog}");
}

#[test]
fn beside_a_heals_words_a_persons_words_stay() {
    let repo = initialised();
    repo.commit("Begin");
    reword(&repo);
    let source = repo.read("store/cache.py");
    let more = "\n\ndef pin(items, key):\n    \"\"\"Keeps one answer for ever.\"\"\"\n    if key not in items:\n        raise \
                KeyError(\"nothing to pin\")\n    if items[key].pinned:\n        return False\n    return True\n";
    repo.write("store/cache.py", format!("{source}{more}"));
    assert_eq!(repo.libra(&["heal", "--probes", "0"]).status, 0);
    assert!(repo.read("store/catalog.md").contains("`pin"));
    repo.commit("Reword, and pin answers");
    std::fs::remove_dir_all(repo.path().join(".git/libra")).expect("there");
    repo.write("store/cache.py", &source);
    remove_evict(&repo);
    assert_eq!(repo.libra(&["heal", "--probes", "0"]).status, 0);
    let catalog = repo.read("store/catalog.md");
    assert!(!catalog.contains("`pin") && catalog.contains("somebody's own words"), "{catalog}");
}

#[test]
fn healed_words_are_ours_where_the_trailer_or_this_clone_says_so() {
    for (trailer, remember, stay) in [(true, false, false), (false, true, false), (false, false, true)] {
        let repo = initialised();
        repo.commit("Begin");
        // Words that neither a first catalog nor the source has, whose author is what the commit or this clone says.
        reword(&repo);
        let message = if trailer { "Heal\n\nLibra-Healed: everything\n" } else { "A squash (#7)" };
        repo.commit(message);
        if remember {
            // What a heal of this clone would have noted when it wrote these words.
            let answer = repo.libra(&["heal", "--all", "--probes", "0", "--rewrite"]);
            assert_eq!(answer.status, 0, "{answer}");
            let disk = repo.read("store/disk.py");
            repo.write("store/disk.py", format!("import os\n{disk}"));
            assert_eq!(repo.libra(&["heal", "--all", "--probes", "0", "--rewrite"]).status, 0);
            repo.commit("By hand");
        }
        remove_evict(&repo);
        assert_eq!(words_stay(&repo, remember, &[]), stay, "trailer {trailer}, remembered {remember}");
    }
}

#[test]
fn an_entry_whose_file_is_gone_goes_unless_its_words_would_be_lost() {
    for committed in [true, false] {
        let repo = initialised();
        repo.commit("Begin");
        reword(&repo);
        if committed {
            repo.commit("Reword");
        }
        repo.git(&["rm", "-q", "--cached", "store/cache.py"]);
        std::fs::remove_file(repo.path().join("store/cache.py")).expect("removed");
        let answer = repo.libra(&["heal", "--all", "--probes", "0"]);
        assert_eq!(answer.status, 0, "{answer}");
        assert_eq!(repo.read("store/catalog.md").contains("cache.py"), !committed, "{answer}");
    }
}

#[test]
fn a_shallow_clone_says_that_it_does_not_know() {
    let repo = initialised();
    repo.commit("Begin");
    reword(&repo);
    repo.commit("Reword");
    remove_evict(&repo);
    repo.commit("Remove");
    let url = format!("file://{}", repo.path().display());
    repo.git(&["clone", "-q", "--depth", "1", &url, "shallow"]);
    // Whatever a remote could tell is out of reach.
    repo.git(&["-C", "shallow", "remote", "set-url", "origin", "file:///nowhere"]);
    let answer = repo.libra(&["-C", "shallow", "heal", "--probes", "0"]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.stdout.contains("git does not say who wrote them (the clone is shallow)"), "{answer}");
    assert!(answer.stdout.contains("left for you: `store/cache.py::evict`"), "{answer}");
    assert!(repo.read("shallow/store/catalog.md").contains("somebody's own words"));
}

#[test]
fn a_partial_clone_fetches_nothing() {
    let repo = initialised();
    repo.commit("Begin");
    reword(&repo);
    repo.commit("Reword");
    reword(&repo);
    remove_evict(&repo);
    repo.commit("Remove");
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", repo.path().display());
    repo.git(&["clone", "-q", "--filter=blob:none", &url, "partial"]);
    repo.git(&["-C", "partial", "remote", "set-url", "origin", "file:///nowhere"]);
    let objects = || repo.git(&["-C", "partial", "count-objects", "-v"]);
    let before = objects();
    let answer = repo.libra(&["-C", "partial", "heal", "--probes", "0"]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(repo.read("partial/store/catalog.md").contains("somebody's own words"), "{answer}");
    assert!(answer.stdout.contains("what it was before was never fetched into this clone"), "{answer}");
    assert_eq!(objects(), before);
}
