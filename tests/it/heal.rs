//! `heal`, end to end.

use crate::harness::TestRepo;
use crate::heal_hands::SOURCE;

/// What stands in the catalogs of the library.
const CATALOGS: &str = "//- catalog.md
# library

## Submodules

### [store](store/catalog.md)
Storage.
//- store/catalog.md
# store

## Files

### [cache.py](cache.py)
Somebody's own words about the cache.
- `Cache` (L4-L12)
- `evict(items, count)` (L15-L20) - Forgets answers, in somebody's own words.

### [disk.py](disk.py)
Somebody's own words about the disk.
- `write(path, data)` (L4-L8) - Writes bytes.
";

/// Two files of source with catalogs that somebody wrote.
fn library() -> TestRepo {
    TestRepo::with(&format!("//- libra.toml\n{SOURCE}{CATALOGS}"))
}

/// The library with its catalogs in the first commit, and a branch on which something may change.
fn branch() -> TestRepo {
    let repo = library();
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.git(&["branch", "-q", "--set-upstream-to=main"]);
    repo
}

/// Moves the cache down, renames the disk, adds a file and a module.
fn change(repo: &TestRepo) {
    let cache = repo.read("store/cache.py");
    repo.write("store/cache.py", cache.replacen("\n\n\nclass", "\n\nimport time\n\n\nclass", 1));
    repo.git(&["mv", "store/disk.py", "store/files.py"]);
    repo.write(
        "net/client.py",
        "\"\"\"Talks to servers.\"\"\"\n\n\ndef fetch(url, attempts):\n    \"\"\"Downloads a document and tries again when \
         the connection breaks.\"\"\"\n    for attempt in range(attempts):\n        if attempt > 3:\n            raise \
         RuntimeError(\"the server did not answer in time\")\n    return url\n",
    );
}

#[test]
fn a_limit_below_nothing_is_one_clear_sentence() {
    let repo = branch();
    for (flag, what) in
        [("--max-calls", "calls"), ("--max-tokens", "tokens"), ("--max-cost", "a sum"), ("--max-time", "a time")]
    {
        let answer = repo.libra(&["heal", flag, "-1"]);
        assert_eq!(answer.status, 2, "{answer}");
        assert!(answer.stderr.contains("'-1'") && answer.stderr.contains(what), "{answer}");
    }
}

#[test]
fn a_branch_is_healed_once() {
    let repo = branch();
    change(&repo);
    let stale = repo.libra(&["heal", "--check"]);
    assert_eq!(stale.status, 1, "{stale}");
    assert!(stale.stdout.contains("stale: store/catalog.md\n"), "{stale}");
    let stale = repo.libra(&["heal", "--check", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&stale.stdout).expect("JSON");
    assert!(
        stale.status == 1
            && json["stale"].as_array().is_some_and(|all| all.iter().any(|one| one == "store/catalog.md"))
    );
    let before = repo.snapshot();
    let dry = repo.libra(&["heal", "--dry-run"]);
    assert_eq!(dry.status, 0, "{dry}");
    assert!(dry.stdout.contains("+### [files.py](files.py)"), "{dry}");
    assert_eq!(repo.snapshot(), before, "a dry run wrote something");

    let healed = repo.libra(&["heal", "--trace", "trace.jsonl"]);
    assert_eq!(healed.status, 0, "{healed}");
    assert!(healed.stdout.starts_with("scope: what changed since the merge base with `main`\n"), "{healed}");
    let store = repo.read("store/catalog.md");
    assert!(store.contains("### [files.py](files.py)\nSomebody's own words about the disk.\n"), "{store}");
    assert!(store.contains("(L17-L22) - Forgets answers, in somebody's own words."), "{store}");
    assert!(repo.read("net/catalog.md").contains("[client.py](client.py)"));
    assert!(repo.read("catalog.md").contains("(net/catalog.md)"));
    assert!(repo.read("trace.jsonl").lines().all(|line| line.starts_with("{\"event\":")));
    assert_eq!(repo.libra(&["heal", "--check"]).status, 0);
    let lint = repo.libra(&["lint"]);
    assert_eq!(lint.status, 0, "{lint}");

    let before = repo.snapshot();
    let again = repo.libra(&["heal"]);
    assert_eq!(again.status, 0, "{again}");
    assert!(again.stdout.ends_with("nothing to do: the catalogs are up to date\n"), "{again}");
    assert_eq!(repo.snapshot(), before, "a second run wrote something");
}

#[test]
fn a_commit_holds_the_catalogs_alone() {
    let repo = branch();
    change(&repo);
    repo.write("staged.txt", "staged\n");
    repo.git(&["add", "staged.txt"]);
    let answer = repo.libra(&["heal", "--commit", "--probes", "0"]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.stdout.contains("committed "), "{answer}");
    let files = repo.git(&["show", "--name-only", "--format=%B", "HEAD"]);
    assert!(files.contains("Libra-Healed: ") && files.contains("store/catalog.md\n"), "{files}");
    assert!(!files.contains("cache.py\n") && !files.contains("staged.txt"), "{files}");
    assert!(repo.git(&["diff", "--cached", "--name-only"]).contains("staged.txt"));
}

#[test]
fn what_an_earlier_run_wrote_is_committed() {
    let repo = branch();
    change(&repo);
    assert_eq!(repo.libra(&["heal", "--probes", "0"]).status, 0);
    let answer = repo.libra(&["heal", "--commit", "--probes", "0"]);
    assert!(answer.stdout.contains("committed "), "{answer}");
    let files = repo.git(&["show", "--name-only", "--format=", "HEAD"]);
    assert_eq!(files, "catalog.md\nnet/catalog.md\nstore/catalog.md\n");
}

#[test]
fn on_the_default_branch_the_last_healing_is_where_it_begins() {
    let repo = library();
    let quiet = repo.libra(&["heal"]);
    assert_eq!(quiet.status, 0, "{quiet}");
    assert!(quiet.stdout.ends_with("nothing to do: nothing in scope changed\n"), "{quiet}");
    change(&repo);
    repo.commit("Change");
    let answer = repo.libra(&["heal", "--format", "json", "--probes", "3"]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.stdout.contains("\"schema\": \"libra.heal/2\""), "{answer}");
    assert!(answer.stdout.contains("the last commit that brought catalogs up to date"), "{answer}");
}

#[test]
fn staged_files_are_read_from_the_index() {
    let repo = library();
    let disk = repo.read("store/disk.py");
    repo.write("store/disk.py", disk.replace("\n\n\ndef", "\n\nimport os\n\n\ndef"));
    repo.git(&["add", "-A"]);
    repo.write("store/disk.py", disk.replace("\n\n\ndef", "\n\nimport os\nimport sys\n\n\ndef"));
    let answer = repo.libra(&["heal", "--staged", "--probes", "0"]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(repo.read("store/catalog.md").contains("`write(path, data)` (L6-L10)"), "{answer}");
}

#[test]
fn what_cannot_be_healed_is_said() {
    let repo = TestRepo::with("//- a.py\ndef a():\n    return 1\n");
    let answer = repo.libra(&["heal"]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.stderr.contains("there are no catalogs to heal"), "{answer}");
    assert_eq!(TestRepo::without_git().libra(&["heal"]).status, 2);
    assert_eq!(library().libra(&["heal", "--since", "nowhere"]).status, 2);
    let nothing = library().libra(&["heal", "store/nothing.py"]);
    assert!(nothing.stdout.contains("skipped: store/nothing.py (not in the tree)"), "{nothing}");
}
