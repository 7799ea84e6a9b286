//! `git libra probes`, `train` and `replay` on a small project, from empty catalogs to a page.

use std::process::Stdio;
use std::time::Duration;

use crate::harness::Answer;
use crate::harness::TestRepo;

/// Enough functions a file that it has several chunks, and training learns of files that the test asks about.
const VERBS: [&str; 11] =
    ["plan", "apply", "report", "check", "reset", "merge", "split", "trace", "drain", "probe", "mark"];

/// Four modules with things that are easily confused.
fn fixture() -> TestRepo {
    let mut text = String::new();
    let parts = [
        ("wire/retry.py", "backoff", "Waits longer after every lost connection", "the server asks for less traffic"),
        ("wire/pool.py", "lease", "Hands out an idle socket or opens another", "all sockets are busy"),
        ("store/journal.py", "replay", "Applies unfinished writes again after a crash", "the last record is torn"),
        (
            "store/vacuum.py",
            "compact",
            "Rewrites pages so that deleted rows free their space",
            "a reader holds the page",
        ),
        ("words/stem.py", "shorten", "Cuts the endings of English words", "the word is a proper name"),
        ("words/rank.py", "weigh", "Scores documents by how rare the shared terms are", "a document is empty"),
        ("clock/cron.py", "due", "Finds the next moment that a schedule names", "the hour does not exist in spring"),
        ("clock/lease.py", "renew", "Extends a lock before it expires", "another worker took the lock"),
    ];
    for (path, name, what, when) in parts {
        text += &format!("//- {path}\n\"\"\"{what}.\"\"\"\n\n\n");
        for (number, verb) in VERBS.into_iter().enumerate() {
            text += &format!(
                "def {verb}_{name}(state, limit={number}):\n    \"\"\"{what}, and {verb}s it when {when}.\"\"\"\n    if not state:\n        raise ValueError(\"nothing to {verb}: {when}\")\n    # {what}, unless {when}.\n    for item in state:\n        if item > limit:\n            return item\n    return None\n\n\n"
            );
        }
    }
    TestRepo::with(&text)
}

const SMALL: [&str; 8] = ["--rounds", "3", "--batch", "8", "--test", "6", "--seed", "5"];

fn train(repo: &TestRepo, more: &[&str]) -> Answer {
    repo.libra(&[&["train"], &SMALL[..], more].concat())
}

fn last(repo: &TestRepo, run: &str) -> String {
    repo.git(&["rev-parse", &format!("refs/libra/trajectory/{run}")])
}

#[test]
fn training_leaves_the_work_tree_alone_and_its_best_step_can_be_adopted() {
    let repo = fixture();
    repo.write("wire/retry.py", "changed = 1\n");
    let (before, status) = (repo.snapshot(), repo.git(&["status", "--porcelain"]));
    let answer = train(&repo, &["--format", "json"]);
    assert_eq!(answer.status, 0, "{answer}");
    let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!((json["run"].as_str(), json["steps"].as_array().map(Vec::len)), (Some("run-1"), Some(4)));
    assert_eq!((repo.snapshot(), repo.git(&["status", "--porcelain"])), (before, status));
    let test = |step: usize| json["steps"][step]["test"]["accuracy"].as_f64().expect("tested");
    assert!(test(3) > test(0), "{answer}");
    let message = repo.git(&["log", "-1", "--format=%B", "refs/libra/trajectory/run-1"]);
    assert!(message.starts_with("catalogs: step 3 of training\n\nLibra-Step: 3\nLibra-Train-Accuracy: "), "{message}");
    let files = repo.git(&["ls-tree", "-r", "--name-only", "refs/libra/trajectory/run-1"]);
    assert!(files.contains("clock/cron.py") && files.contains("clock/catalog.md"), "{files}");
    repo.git(&["fsck", "--strict"]);
    // What is adopted is what was committed.
    let answer = repo.libra(&["train", "adopt", "run-1:3"]);
    assert_eq!(answer.status, 0, "{answer}");
    assert_eq!(repo.read("catalog.md"), repo.git(&["show", "refs/libra/trajectory/run-1:catalog.md"]));
    repo.write("catalog.md", "# by hand\n");
    let answer = repo.libra(&["train", "adopt", "run-1"]);
    assert_eq!(
        (answer.status, answer.stderr.contains("catalog.md was changed and not committed")),
        (2, true),
        "{answer}"
    );
    assert_eq!(repo.libra(&["train", "adopt", "run-1:9"]).status, 2);
    let answer = repo.libra(&["train", "--run", "run-1"]);
    assert!(answer.stderr.starts_with("error: there is a run `run-1` already\n"), "{answer}");
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_commit() {
    let repo = fixture();
    assert_eq!(train(&repo, &["--run", "whole"]).status, 0);
    let whole = last(&repo, "whole");
    for delay in [40_u64, 400, 1000, 2000] {
        let run = format!("killed-{delay}");
        let mut command = repo.command();
        command.args(["train", "--run", &run]).args(SMALL);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started");
        std::thread::sleep(Duration::from_millis(delay));
        // SIGKILL: nothing is tidied up.
        child.kill().expect("killed or gone");
        child.wait().expect("gone");
        let begun = repo.try_git(&["rev-parse", "--verify", "-q", &format!("refs/libra/trajectory/{run}")]).status == 0;
        let answer = if begun { repo.libra(&["train", "--resume", &run]) } else { train(&repo, &["--run", &run]) };
        assert_eq!(answer.status, 0, "{answer}");
        assert_eq!(last(&repo, &run), whole, "after {delay} ms");
    }
    repo.git(&["fsck", "--strict"]);
}

#[test]
fn more_rounds_go_on_where_a_run_ended() {
    let repo = fixture();
    assert_eq!(train(&repo, &["--run", "one"]).status, 0);
    let short: Vec<&str> = SMALL.iter().map(|text| if *text == "3" { "1" } else { *text }).collect();
    assert_eq!(repo.libra(&[&["train", "--run", "two"], &short[..]].concat()).status, 0);
    let answer = repo.libra(&["train", "--resume", "two", "--rounds", "3"]);
    assert_eq!(answer.status, 0, "{answer}");
    // The first message holds the number of rounds; everything after it is the same.
    let trees = |run: &str| repo.git(&["log", "--format=%T", &format!("refs/libra/trajectory/{run}")]);
    assert_eq!(trees("one"), trees("two"));
    assert_eq!(repo.libra(&["train", "--resume", "three"]).status, 2);
    let answer = repo.libra(&["train", "list"]);
    assert!(answer.stdout.contains("\none ") && answer.stdout.contains("\ntwo "), "{answer}");
}

#[test]
fn the_gate_can_be_left_open() {
    let repo = fixture();
    let answer = train(&repo, &["--gate", "off", "--start", "bootstrapped", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!(json["options"]["gate"], "off", "{answer}");
    let bytes = |step: usize| json["steps"][step]["catalog_bytes"].as_u64().expect("a number");
    assert!(bytes(0) > 1_000 && json["steps"][3]["entries_added"] == 0, "{answer}");
}

#[test]
fn probes_are_disjoint_different_and_the_same_when_interrupted() {
    let repo = fixture();
    let generate = |out: &str, train: &str| {
        let args = ["probes", "generate", "--out", out, "--train", train, "--test", "6", "--seed", "2"];
        let answer = repo.libra(&args);
        assert_eq!(answer.status, 0, "{answer}");
    };
    generate("whole", "30");
    let whole = repo.read("whole/train.jsonl");
    let row: serde_json::Value = serde_json::from_str(whole.lines().next().expect("a row")).expect("JSON");
    let fields: Vec<&String> = row.as_object().expect("an object").keys().collect();
    assert_eq!(
        fields,
        [
            "instance_id",
            "problem_statement",
            "gold_files",
            "gold_functions",
            "gold_reasoning",
            "chunk_content",
            "line_numbers",
            "is_valid_chunk"
        ]
    );
    // Stopped after some rows, in the middle of one: it goes on to the same file.
    generate("broken", "11");
    let part = repo.read("broken/train.jsonl");
    assert!(whole.starts_with(&part), "{part}");
    let torn: String = whole.chars().take(part.chars().count() + 20).collect();
    repo.write("broken/train.jsonl", torn);
    generate("broken", "30");
    assert_eq!(repo.read("broken/train.jsonl"), whole);
    assert_eq!(repo.read("broken/test.jsonl"), repo.read("whole/test.jsonl"));
    let answer = repo.libra(&["probes", "check", "whole/train.jsonl", "whole/test.jsonl"]);
    assert_eq!(answer.status, 0, "{answer}");
    let answer = repo.libra(&["probes", "check", "whole/train.jsonl", "broken/train.jsonl"]);
    assert_eq!(answer.status, 1, "{answer}");
    let answer = repo.libra(&["probes", "stats", "--format", "json", "whole/test.jsonl"]);
    let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!(json["files"][0]["stats"]["valid"], 6, "{answer}");
    repo.write("bad.jsonl", "\n{\"instance_id\":\"x\"}\n");
    let answer = repo.libra(&["probes", "check", "bad.jsonl"]);
    assert!(answer.stderr.starts_with("error: bad.jsonl:2: not a probe: missing field"), "{answer}");
    // Training and replaying with these files.
    let answer = repo.libra(&[
        "train",
        "--train-set",
        "whole/train.jsonl",
        "--test-set",
        "whole/test.jsonl",
        "--rounds",
        "9",
        "--batch",
        "15",
    ]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.stderr.contains("there are no questions left"), "{answer}");
    assert_eq!(answer.stdout.lines().count(), 4, "{answer}");
}

#[test]
fn a_replay_tells_of_every_step_and_of_the_baselines() {
    let repo = fixture();
    assert_eq!(train(&repo, &[]).status, 0);
    let answer = repo.libra(&["replay", "none", "run-1", "bootstrapped", "--html", "page.html", "--format", "json"]);
    assert_eq!(answer.status, 0, "{answer}");
    let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let catalogs: Vec<&str> =
        json["replays"].as_array().expect("a list").iter().filter_map(|replay| replay["catalogs"].as_str()).collect();
    assert_eq!(catalogs, ["none", "run-1:0", "run-1:1", "run-1:2", "run-1:3", "bootstrapped"]);
    // Empty catalogs say what none say, and the replay agrees with what training wrote down.
    assert_eq!(json["paired"][0]["ties"], json["replays"][0]["problems"]);
    let step = repo.git(&["log", "-1", "--format=%B", "refs/libra/trajectory/run-1"]);
    let trained = step.lines().find_map(|line| line.strip_prefix("Libra-Test-Accuracy: ")).expect("tested");
    let replayed = json["replays"][4]["file_acc@1"]["value"].as_f64().expect("a number");
    assert!(trained.starts_with(&format!("{replayed:.4} ")), "{trained}, {replayed}");
    let page = repo.read("page.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && page.contains("class=\"diff\""));
    for outside in ["<script", "http:", "https:", "url(", "@import", "src="] {
        assert!(!page.contains(outside), "the page reaches out with {outside}");
    }
    let text = repo.libra(&["replay", "run-1:0..1", "--turns", "2", "--turns", "5"]);
    assert_eq!(text.stdout.lines().filter(|line| line.starts_with("run-1:")).count(), 7, "{text}");
    repo.write(
        "issues.jsonl",
        "{\"instance_id\":\"a-1\",\"repo\":\"o/r\",\"problem_statement\":\"The schedule skips an hour in spring\",\"gold_files\":[\"clock/cron.py\"],\"gold_functions\":[\"clock/cron.py::plan_due\"]}\n{\"instance_id\":\"a-2\",\"repo\":\"o/other\",\"problem_statement\":\"x\",\"gold_files\":[\"gone.py\"]}\n",
    );
    let answer = repo.libra(&["replay", "run-1:3", "--problems", "issues.jsonl", "--repo", "o/r", "--format", "csv"]);
    assert!(answer.stdout.contains("\nrun-1:3,3,\"embedded, 5 turns\",1,1,"), "{answer}");
    assert_eq!(repo.libra(&["replay"]).status, 2);
}

#[test]
fn wrong_numbers_begin_no_run() {
    let repo = TestRepo::with("//- a.py\ndef f(x):\n    return x\n");
    let bare = repo.libra(&["probes"]);
    assert!(bare.status == 2 && bare.stderr.starts_with("Write, check and count"), "{bare}");
    for wrong in [["--batch", "0"], ["--rounds", "-1"], ["--turns", "0"], ["--test", "few"]] {
        let answer = repo.libra(&[&["train"][..], &wrong].concat());
        assert_eq!(answer.status, 2, "{wrong:?}: {answer}");
        assert!(answer.stderr.contains("expected a number"), "{wrong:?}: {answer}");
    }
    assert_eq!(repo.git(&["for-each-ref", "refs/libra"]), "");
}
