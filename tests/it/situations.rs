//! Evidence in situations that are not the usual one: each has a sensible answer, in bounded time.

use std::fmt::Write;
use std::time::Duration;
use std::time::Instant;

use serde_json::Value;

use crate::harness::Answer;
use crate::harness::TestRepo;
use crate::schema;

/// A pool of connections, who uses it, its settings.
const PROJECT: &str = "\
//- pool/pool.py
\"\"\"A pool of connections.\"\"\"

from pool.settings import read_limit


class Pool:
    def take_connection(self):
        if len(self.lent) >= read_limit():
            raise RuntimeError(\"all connections are lent\")
        return self.lend()

    def lend(self):
        return object()
//- pool/server.py
def handle_request(pool, request):
    connection = pool.take_connection()
    return connection, request
//- pool/settings.py
def read_limit():
    \"\"\"How many connections the pool may lend.\"\"\"
    return 8
";

/// However starved the machine: an answer that takes longer hangs.
const BOUND: Duration = Duration::from_secs(120);

fn evidence(repo: &TestRepo, args: &[&str]) -> Answer {
    let started = Instant::now();
    let answer = repo.libra(&[&["evidence"][..], args].concat());
    assert!(started.elapsed() < BOUND, "{args:?}");
    assert!(!answer.stderr.contains("panicked"), "{answer}");
    answer
}

/// The JSON answer, which follows the published schema, and its exit status.
fn json(repo: &TestRepo, args: &[&str]) -> (i32, Value) {
    let answer = evidence(repo, &[args, &["--format", "json"]].concat());
    let value: Value = serde_json::from_str(&answer.stdout).unwrap_or_else(|error| panic!("{error}: {answer}"));
    schema::check_published("evidence.schema.json", &value);
    schema::check_published("state.schema.json", &value["state"]);
    (answer.status, value)
}

fn paths(value: &Value) -> Vec<&str> {
    value["items"].as_array().expect("items").iter().map(|item| item["path"].as_str().expect("a path")).collect()
}

#[test]
fn an_issue_a_diff_or_a_traceback_alone_is_enough() {
    let repo = TestRepo::with(PROJECT);
    let (status, issue) = json(&repo, &["-m", "the limit of connections is wrong"]);
    assert_eq!((status, paths(&issue)[0]), (0, "pool/settings.py"));
    repo.write("out.txt", "Traceback (most recent call last):\n  File \"/srv/ci/pool/server.py\", line 2, in handle_request\nRuntimeError: x\n");
    let (status, trace) = json(&repo, &["--test-output", "out.txt", "--read", "out.txt"]);
    assert_eq!((status, paths(&trace)[0]), (0, "pool/server.py"));
    assert_eq!(trace["items"][0]["role"], "frame");
    repo.git(&["clean", "-fdq"]);
    repo.write("pool/pool.py", repo.read("pool/pool.py").replace("take_connection", "borrow"));
    let (status, diff) = json(&repo, &[]);
    assert_eq!((status, paths(&diff)[0]), (0, "pool/server.py"));
    assert_eq!(diff["items"][0]["role"], "breaks");
    assert_eq!(diff["state"]["diff"][0]["symbols"], serde_json::json!(["Pool", "Pool.borrow"]));
    assert_eq!(diff["state"]["diff"][0]["former_symbols"], serde_json::json!(["Pool", "Pool.take_connection"]));
}

#[test]
fn nothing_is_asked_on_a_clean_main_branch() {
    let repo = TestRepo::with(PROJECT);
    let (status, value) = json(&repo, &[]);
    assert_eq!((status, value["verdict"].as_str()), (1, Some("nothing_asked")));
    let answer = evidence(&repo, &[]);
    assert!(answer.stderr.contains("nothing to look for"), "{answer}");
    repo.git(&["checkout", "-q", "-b", "fix/read-limit"]);
    let (status, value) = json(&repo, &[]);
    assert_eq!((status, paths(&value)[0]), (0, "pool/settings.py"), "the branch says what it is about");
}

#[test]
fn a_huge_diff_and_a_binary_one() {
    let repo = TestRepo::with(PROJECT);
    let mut table = String::from("TABLE = [\n");
    for at in 0..40_000 {
        let _ = writeln!(table, "    \"connection {at}\",");
    }
    repo.write("pool/table.py", table + "]\n");
    let (_, value) = json(&repo, &["-m", "limit of connections"]);
    // Such a diff speaks of connections so loudly that their pool may come first; what is asked for must not be lost.
    assert!(paths(&value).contains(&"pool/settings.py"), "{value}");
    let added = value["state"]["diff"][0]["hunks"][0]["added"].as_array().expect("lines").len();
    assert!(added <= 20_000, "{added}");
    repo.git(&["clean", "-fdq"]);
    repo.write("pool/logo.bin", [0_u8, 159, 146, 150].repeat(5_000));
    repo.write("pool/logo.py", [0_u8, 1, 2].repeat(50));
    let (status, value) = json(&repo, &["-m", "limit of connections"]);
    assert_eq!((status, paths(&value)[0]), (0, "pool/settings.py"));
    assert_eq!(value["state"]["diff"].as_array().map(Vec::len), Some(2));
    assert_eq!(value["state"]["diff"][0]["hunks"], Value::Null);
}

#[test]
fn a_mere_rename_and_a_merge_in_progress() {
    let repo = TestRepo::with(PROJECT);
    repo.git(&["mv", "pool/settings.py", "pool/limits.py"]);
    let (_, value) = json(&repo, &[]);
    assert_eq!(value["state"]["diff"][0]["status"], "renamed");
    assert_eq!(value["state"]["diff"][0]["previous"], "pool/settings.py");
    repo.git(&["reset", "-q", "--hard"]);
    repo.git(&["checkout", "-q", "-b", "other"]);
    repo.write("pool/settings.py", "def read_limit():\n    return 9\n");
    repo.commit("Raise the limit");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("pool/settings.py", "def read_limit():\n    return 7\n");
    repo.commit("Lower the limit");
    assert_ne!(repo.try_git(&["merge", "other"]).status, 0, "the two conflict");
    let (_, value) = json(&repo, &[]);
    assert!(value["state"]["issue"].as_str().expect("the merge's message").starts_with("Merge branch 'other'"));
    assert!(!paths(&value).contains(&"pool/settings.py"), "what is being merged is being edited");
}

#[test]
fn five_hundred_files_that_were_read() {
    let repo = TestRepo::with(PROJECT);
    for at in 0..500 {
        repo.write(&format!("many/m{at}.py"), format!("def read_limit_{at}():\n    return {at}\n"));
    }
    repo.commit("Many");
    let names: Vec<String> = (0..500).map(|at| format!("many/m{at}.py")).collect();
    let args: Vec<&str> = ["observe"].into_iter().chain(names.iter().map(String::as_str)).collect();
    assert_eq!(repo.libra(&args).status, 0);
    let (status, value) = json(&repo, &["-m", "read_limit"]);
    assert_eq!(status, 0);
    assert!(paths(&value).iter().all(|path| path.starts_with("pool/")), "{value}");
    assert!(value["withheld"].as_array().is_some_and(|withheld| !withheld.is_empty()));
    let (_, value) = json(&repo, &["-m", "read_limit_7", "--observed", "keep"]);
    assert_eq!(paths(&value)[0], "many/m7.py");
}

#[test]
fn observations_lapse_move_and_are_listed() {
    let repo = TestRepo::with(PROJECT);
    assert_eq!(repo.libra(&["observe", "pool/settings.py", "pool/pool.py:1-3"]).status, 0);
    assert_eq!(repo.libra(&["observe"]).stdout, "pool/pool.py:L1-L3\npool/settings.py:L1-L3\n");
    let question = ["-m", "read_limit", "--format", "paths"];
    assert!(!evidence(&repo, &question).stdout.contains("pool/settings.py"));
    // Pushed down, and committed, so that it is not being edited: still known.
    repo.write("pool/settings.py", format!("import os\n\n\n{}", repo.read("pool/settings.py")));
    repo.commit("Push");
    assert!(repo.libra(&["observe"]).stdout.contains("pool/settings.py:L4-L6\n"));
    repo.write("pool/settings.py", "def read_limit():\n    return 80\n");
    repo.commit("Change");
    assert!(evidence(&repo, &question).stdout.contains("pool/settings.py"), "what was read is no more");
    let listed = repo.libra(&["observe"]);
    assert_eq!(listed.stdout, "pool/pool.py:L1-L3\n");
    assert!(listed.stderr.contains("1 recorded pieces lapsed"), "{listed}");
    assert_eq!(repo.libra(&["observe", "--clear"]).status, 0);
    assert_eq!(repo.libra(&["observe"]).stdout, "");
    for wrong in ["pool/none.py", "../elsewhere.py", "pool/pool.py:900-901"] {
        let answer = repo.libra(&["observe", wrong]);
        assert_eq!((answer.status, answer.stdout.as_str()), (2, ""), "{answer}");
    }
}

#[test]
fn a_card_goes_round_and_a_log_fills_it() {
    let repo = TestRepo::with(PROJECT);
    repo.write("pool/pool.py", repo.read("pool/pool.py").replace("lend()", "hand_out()"));
    let args = ["state", "-m", "limit", "--need", "who reads it", "--search", "limit", "--read", "pool/server.py:2"];
    let first = repo.libra(&args);
    assert_eq!(first.status, 0, "{first}");
    repo.write("card.json", &first.stdout);
    let second = repo.libra(&["state", "--state", "card.json"]);
    assert_eq!(second.stdout, first.stdout);
    schema::check_published("state.schema.json", &serde_json::from_str(&first.stdout).expect("JSON"));

    let read = serde_json::json!({ "kind": "MessageEvent", "id": "1", "source": "user",
        "llm_message": { "content": [{ "type": "text", "text": "The limit of connections is wrong" }] } });
    let action = serde_json::json!({ "kind": "ActionEvent", "id": "2", "source": "agent", "tool_name": "terminal",
        "thought": [], "action": { "command": "cat pool/settings.py" } });
    let observation = serde_json::json!({ "kind": "ObservationEvent", "id": "3", "source": "environment", "action_id": "2",
        "tool_name": "terminal", "observation": { "content": [{ "type": "text", "text": repo.read("pool/settings.py") }] } });
    repo.write("log/events/event-00000-a.json", serde_json::to_string_pretty(&read).expect("JSON"));
    repo.write("log/events/event-00001-b.json", action.to_string());
    repo.write("log/events/event-00002-c.json", observation.to_string());
    let (_, value) = json(&repo, &["--transcript", "log"]);
    assert_eq!(value["state"]["issue"], "The limit of connections is wrong");
    assert_eq!(value["state"]["opened"], serde_json::json!(["pool/settings.py"]));
    assert!(!paths(&value).contains(&"pool/settings.py"), "the log shows that it was read");
    let refused = evidence(&repo, &["--transcript", "card.json"]);
    assert_eq!(refused.status, 2, "{refused}");
    assert!(refused.stderr.contains("no log of"), "{refused}");
}

#[test]
fn any_kind_of_repository() {
    let repo = TestRepo::unborn();
    repo.write_all(PROJECT);
    assert_eq!(json(&repo, &["-m", "read_limit"]).0, 1, "without a commit everything is new, and being edited");
    let origin = TestRepo::with(PROJECT);
    origin.write("pool/pool.py", origin.read("pool/pool.py") + "\n");
    origin.commit("More");
    origin.git(&["checkout", "-q", "--detach"]);
    let (status, value) = json(&origin, &["-m", "read_limit"]);
    assert_eq!((status, paths(&value)[0]), (0, "pool/settings.py"), "a detached HEAD");
    let shallow = TestRepo::without_git();
    let url = format!("file://{}", origin.path().display());
    shallow.git(&["clone", "-q", "--depth=1", &url, "."]);
    assert_eq!(json(&shallow, &["-m", "read_limit"]).0, 0);
    let bare = TestRepo::without_git();
    bare.git(&["clone", "-q", "--bare", &url, "."]);
    let answer = evidence(&bare, &["-m", "x"]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.stderr.contains("work tree"), "{answer}");
    shallow.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &url, "inner"]);
    let (status, value) = json(&shallow, &["-m", "read_limit"]);
    assert_eq!(status, 0);
    assert!(paths(&value).iter().all(|path| !path.starts_with("inner/")), "a submodule is another repository");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let repo = TestRepo::with(PROJECT);
    std::fs::write(repo.path().join(OsStr::from_bytes(b"pool/caf\xe9.py")), "def read_limit_too():\n    return 1\n")
        .expect("written");
    assert_eq!(json(&repo, &["-m", "read_limit"]).0, 0);
    repo.commit("Odd name");
    assert_eq!(json(&repo, &["-m", "read_limit"]).0, 0);
}

#[test]
fn controls_are_flags_and_wrong_ones_are_named() {
    let repo = TestRepo::with(PROJECT);
    for how in ["full", "single-stage", "independent", "no-feedback", "fixed-2"] {
        let (status, value) = json(&repo, &["-m", "limit of connections", "--controller", how]);
        assert_eq!(status, 0, "{how}");
        assert!(!paths(&value).is_empty());
    }
    let (_, value) = json(&repo, &["-m", "limit of connections", "--controller", "fixed-1"]);
    assert_eq!(paths(&value).len(), 1);
    let (_, value) = json(&repo, &["-m", "limit of connections", "--views", "question"]);
    assert_eq!(value["views"], serde_json::json!(["question"]));
    for (wrong, hint) in [(["--controller", "greedy"], "no-feedback"), (["--views", "questoin"], "question")] {
        let answer = evidence(&repo, &[&["-m", "x"][..], &wrong].concat());
        assert_eq!(answer.status, 2, "{answer}");
        assert!(answer.stderr.contains(hint), "{answer}");
    }
    let explained = evidence(&repo, &["-m", "limit of connections", "--explain"]);
    assert!(
        explained.stdout.contains("## How it was found") && explained.stdout.contains("question #1"),
        "{explained}"
    );
}

#[test]
fn a_unit_too_large_is_offered_in_part_and_marked() {
    let mut source = String::from("def settle_accounts(ledger):\n    \"\"\"Settles accounts.\"\"\"\n");
    for at in 0..200 {
        let _ = writeln!(source, "    ledger.add({at}, \"entry number {at}\")");
    }
    source.push_str("    ledger.forgive_overdraft()\n    return ledger\n");
    let repo = TestRepo::with(&format!("//- bank.py\n{source}"));
    let (status, value) = json(&repo, &["-m", "forgive overdraft", "--max-tokens", "60"]);
    assert_eq!(status, 0, "{value}");
    let item = &value["items"][0];
    assert!(item["text"].as_str().expect("text").contains("forgive_overdraft"), "{item}");
    assert_eq!(item["part_of"], serde_json::json!({ "start_line": 1, "end_line": 204 }), "{item}");
    assert!(item["tokens"].as_u64().expect("a number") <= 60);
    let read = evidence(&repo, &["-m", "forgive overdraft", "--max-tokens", "60"]).stdout;
    assert!(read.contains("Part of a definition in L1-L204"), "{read}");
}

#[test]
fn serbench_states_are_answered() {
    let excerpt = |id: &str, path: &str, text: &str, seen: bool| {
        serde_json::json!({ "evidence_id": id, "source_path": path, "line_start": 1, "line_end": text.lines().count(),
            "content_excerpt": text, "observed_by_state": seen, "source_type": "repo_chunk" })
    };
    let item = serde_json::json!({ "state_id": "s1", "information_need": "where is the limit of connections read",
        "opened_files": ["pool\\pool.py"], "candidate_evidence": [
            excerpt("e1", "pool/paint.py", "def paint(colour):\n    return colour", false),
            excerpt("e2", "pool/settings.py", "def read_limit():\n    \"\"\"The limit of connections.\"\"\"\n    return 8", false),
            excerpt("e3", "pool/pool.py", "def take(limit):\n    return limit", true)] });
    let folder = TestRepo::without_git();
    folder.write("items.jsonl", format!("{item}\n\n"));
    let answer = evidence(&folder, &["--serbench", "items.jsonl"]);
    assert_eq!(answer.status, 0, "{answer}");
    let prediction: Value = serde_json::from_str(&answer.stdout).expect("one line of JSON");
    assert_eq!((&prediction["state_id"], &prediction["method"]), (&Value::from("s1"), &Value::from("git-libra")));
    let ids = prediction["ranked_evidence_ids"].as_array().expect("ids");
    assert_eq!(ids[0], "e2");
    assert!(!ids.contains(&Value::from("e3")), "what the state has seen is left out");
    folder.write("items.jsonl", "{\"state_id\": 1}\n");
    let refused = evidence(&folder, &["--serbench", "items.jsonl"]);
    assert_eq!(refused.status, 2, "{refused}");
    assert!(refused.stderr.contains("items.jsonl:1: no item of SERBench"), "{refused}");
}
