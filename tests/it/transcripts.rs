//! Logs of agents as they write them: what each says of the state.

use git_libra::evidence::Transcript;
use serde_json::Value;
use serde_json::json;

fn lines(records: &[Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

/// What was seen, one piece a line.
fn seen(transcript: &Transcript) -> Vec<String> {
    transcript.seen.iter().map(|shown| format!("{}:{} {}", shown.path, shown.start, shown.lines.join("|"))).collect()
}

fn read(text: &str) -> Transcript {
    Transcript::parse(text).expect("a log")
}

/// A record of Claude Code on a branch of records.
fn claude(id: &str, parent: Option<&str>, kind: &str, rest: Value) -> Value {
    let mut record =
        json!({ "uuid": id, "parentUuid": parent, "type": kind, "sessionId": "s", "cwd": "/srv/dev/lending" });
    let Value::Object(rest) = rest else { panic!("{rest} is no object") };
    record.as_object_mut().expect("an object").extend(rest);
    record
}

fn asks(id: &str, parent: Option<&str>, text: &str) -> Value {
    claude(id, parent, "user", json!({ "message": { "role": "user", "content": text } }))
}

fn calls(id: &str, parent: &str, message: &str, call: &str, name: &str, input: &Value) -> Value {
    let block = json!({ "type": "tool_use", "id": call, "name": name, "input": input });
    claude(
        id,
        Some(parent),
        "assistant",
        json!({ "message": { "id": message, "role": "assistant", "content": [block] } }),
    )
}

fn answers(id: &str, parent: &str, call: &str, content: &str, result: &Value) -> Value {
    let block = json!({ "type": "tool_result", "tool_use_id": call, "content": content });
    let message = json!({ "role": "user", "content": [block] });
    claude(id, Some(parent), "user", json!({ "message": message, "toolUseResult": result }))
}

fn says(id: &str, parent: &str, kind: &str, text: &str) -> Value {
    let block = json!({ "type": kind, kind: text });
    claude(id, Some(parent), "assistant", json!({ "message": { "id": id, "role": "assistant", "content": [block] } }))
}

#[test]
fn claude_code_tells_what_was_read_side_by_side() {
    let file = json!({ "type": "text", "file": { "filePath": "/srv/dev/lending/pool.py", "content": "a\nb", "startLine": 9, "numLines": 2 } });
    let log = lines(&[
        asks("1", None, "Pool lends too many connections, see the failing test of the pool"),
        says("2", "1", "thinking", "The limit is read once, so a change is missed."),
        // Two calls of one message; the answer of the first does not stand on the way to the newest record.
        calls("3", "2", "m", "c1", "Read", &json!({ "file_path": "/srv/dev/lending/pool.py" })),
        calls("4", "3", "m", "c2", "Grep", &json!({ "pattern": "read_limit" })),
        answers("5", "3", "c1", "     9→a\n    10→b", &file),
        answers("6", "4", "c2", "settings.py:4", &json!({ "mode": "files_with_matches" })),
        calls("7", "6", "n", "c3", "Bash", &json!({ "command": "cat settings.py" })),
        answers("8", "7", "c3", "x = 1\n", &json!({ "stdout": "x = 1\n", "stderr": "" })),
        calls("9", "8", "o", "c4", "Bash", &json!({ "command": "pytest -q" })),
        answers("10", "9", "c4", "FAILED tests/test_pool.py::test_take - assert 4 == 3", &json!({})),
        says("11", "10", "text", "Now I look at how the limit is read."),
    ]);
    let transcript = read(&log);
    assert_eq!(seen(&transcript), ["/srv/dev/lending/pool.py:9 a|b", "settings.py:1 x = 1"]);
    assert_eq!(transcript.searches, ["read_limit"]);
    assert_eq!(transcript.opened, ["/srv/dev/lending/pool.py", "settings.py"]);
    assert_eq!(transcript.task.as_deref(), Some("Pool lends too many connections, see the failing test of the pool"));
    assert_eq!(transcript.hypothesis.as_deref(), Some("The limit is read once, so a change is missed."));
    assert_eq!(transcript.subgoal.as_deref(), Some("Now I look at how the limit is read."));
    assert!(transcript.test_output.is_some_and(|output| output.contains("test_take")));
    assert_eq!(transcript.directory.as_deref(), Some("/srv/dev/lending"));
}

#[test]
fn claude_code_forgets_what_was_rewound_compacted_or_a_helpers() {
    let file = |path: &str| json!({ "type": "text", "file": { "filePath": path, "content": "x", "startLine": 1, "numLines": 1 } });
    let mut helper = answers("h2", "h1", "ch", "x", &file("/r/helper.py"));
    helper["isSidechain"] = json!(true);
    let records = [
        asks("1", None, "Fix the pool so that it lends no more than it may, in every case that there is"),
        calls("2", "1", "m1", "c1", "Read", &json!({ "file_path": "/r/early.py" })),
        answers("3", "2", "c1", "x", &file("/r/early.py")),
        claude("4", Some("3"), "system", json!({ "subtype": "compact_boundary" })),
        calls("5", "4", "m2", "c2", "Read", &json!({ "file_path": "/r/rewound.py" })),
        answers("6", "5", "c2", "x", &file("/r/rewound.py")),
        helper,
        // Back to the boundary, on another way.
        calls("7", "4", "m3", "c3", "Read", &json!({ "file_path": "/r/late.py" })),
        answers("8", "7", "c3", "x", &file("/r/late.py")),
        asks("9", Some("8"), "<system-reminder>be brief</system-reminder>"),
        asks("10", Some("9"), "go on"),
    ];
    let broken = format!("not json\n{}{{\"type\": \n", lines(&records));
    let transcript = read(&broken);
    assert_eq!(seen(&transcript), ["/r/late.py:1 x"]);
    assert!(transcript.task.is_some_and(|task| task.starts_with("Fix the pool") && task.ends_with("go on")));
    assert_eq!(transcript.skipped, 2);
}

fn codex(kind: &str, payload: &Value) -> Value {
    json!({ "timestamp": "2026-11-30T12:00:00Z", "type": kind, "payload": payload })
}

fn codex_runs(id: &str, command: &Value, output: &str) -> [Value; 2] {
    let call = json!({ "type": "function_call", "name": "shell", "arguments": command.to_string(), "call_id": id });
    let answer = json!({ "type": "function_call_output", "call_id": id, "output": output });
    [codex("response_item", &call), codex("response_item", &answer)]
}

#[test]
fn codex_reads_with_the_shell() {
    let message = |role: &str, kind: &str, text: &str| {
        codex("response_item", &json!({ "type": "message", "role": role, "content": [{ "type": kind, "text": text }] }))
    };
    let mut records = vec![
        codex("session_meta", &json!({ "cwd": "/srv/dev/lending" })),
        message("user", "input_text", "<environment_context>x</environment_context>"),
        message("user", "input_text", "The pool lends more connections than it may; find out why and mend it please"),
    ];
    records.extend(codex_runs(
        "1",
        &json!({ "command": ["bash", "-lc", "sed -n '3,4p' src/pool.rs"] }),
        "{\"output\": \"fn take() {\\n}\\n\", \"metadata\": {}}",
    ));
    records.extend(codex_runs(
        "2",
        &json!({ "cmd": "rg -n read_limit src" }),
        "Wall time: 0.1\nProcess exited with code 0\nOutput:\nsrc/a.rs:1:x\n",
    ));
    let patch = "*** Begin Patch\n*** Update File: src/pool.rs\n@@\n fn take() {\n+    check();\n*** End Patch";
    records.push(codex(
        "response_item",
        &json!({ "type": "custom_tool_call", "name": "apply_patch", "input": patch, "call_id": "3" }),
    ));
    records.push(codex("event_msg", &json!({ "type": "user_message", "message": "a mirror" })));
    records.push(message("assistant", "output_text", "I will run the tests."));
    records.push(message("user", "input_text", "a turn that is taken back, of some length, so that it would be a task of its own, would it not? Yes, it would."));
    records.push(codex("event_msg", &json!({ "type": "thread_rolled_back", "num_turns": 1 })));
    let transcript = read(&lines(&records));
    assert_eq!(seen(&transcript), ["src/pool.rs:3 fn take() {|}", "src/pool.rs:1 fn take() {|    check();"]);
    assert_eq!(transcript.searches, ["read_limit"]);
    assert!(transcript.task.is_some_and(|task| task.starts_with("The pool lends more")));
    assert_eq!(transcript.subgoal.as_deref(), Some("I will run the tests."));
    let mut compacted = records.clone();
    compacted.push(codex("compacted", &json!({ "message": "short", "replacement_history": [] })));
    assert_eq!(seen(&read(&lines(&compacted))), [""; 0]);
}

#[test]
fn swe_agent_shows_windows_and_views() {
    let step = |action: &str, observation: &str| {
        json!({ "action": action, "observation": observation, "thought": "The loop ends early.", "response": "",
                "state": "{\"open_file\": \"/repo/pool.py\", \"working_dir\": \"/repo\"}" })
    };
    let log = json!({
        "environment": "swe",
        "history": [
            { "role": "user", "content": "a demonstration", "is_demo": true },
            { "role": "user", "content": [{ "type": "text", "text": "Solve.\n<pr_description>\nPool leaks\n</pr_description>\nSteps." }] },
        ],
        "trajectory": [
            step("open \"pool.py\" 2", "[File: /repo/pool.py (9 lines total)]\n(1 more lines above)\n2:def f():\n3:    pass\n(6 more lines below)"),
            step("search_dir \"read_limit\" src", "Found 1 match"),
            step("str_replace_editor view /repo/net.py --view_range 5 6", "Here is the file:\n     5\tx = 1\n     6\ty = 2\n"),
            step("python -m pytest", "FAILED tests/test_pool.py::test_take - no"),
            step("submit", ""),
        ],
        "info": { "exit_status": "submitted" },
    });
    let transcript = read(&log.to_string());
    assert_eq!(seen(&transcript), ["/repo/pool.py:2 def f():|    pass", "/repo/net.py:5 x = 1|y = 2"]);
    assert_eq!(
        (transcript.task.as_deref(), transcript.searches.as_slice()),
        (Some("Pool leaks"), ["read_limit".to_owned()].as_slice())
    );
    assert_eq!(transcript.hypothesis.as_deref(), Some("The loop ends early."));
    assert!(transcript.test_output.is_some());

    let mini = json!({
        "trajectory_format": "mini-swe-agent-1.1",
        "messages": [
            { "role": "system", "content": "rules" },
            { "role": "user", "content": "<task>\nPool leaks\n</task>" },
            { "role": "assistant", "content": "I look.\n\n```bash\ncat pool.py\n```" },
            { "role": "user", "content": "<returncode>0</returncode>\n<output>\nx = 1\n</output>" },
        ],
    });
    let transcript = read(&mini.to_string());
    assert_eq!(
        (seen(&transcript), transcript.task.as_deref()),
        (vec!["pool.py:1 x = 1".to_owned()], Some("Pool leaks"))
    );
}

#[test]
fn openhands_is_read_in_both_generations() {
    let old = json!([
        { "id": 0, "source": "user", "action": "message", "args": { "content": "Pool leaks" } },
        { "id": 1, "source": "agent", "action": "read", "args": { "path": "/workspace/pool.py", "start": 4, "end": 6, "thought": "I read it." } },
        { "id": 2, "source": "agent", "observation": "read", "cause": 1, "content": "a\nb", "extras": { "path": "/workspace/pool.py" } },
        { "id": 3, "source": "agent", "action": "run", "args": { "command": "grep -rn lend src" } },
        { "id": 4, "source": "agent", "observation": "run", "cause": 3, "content": "src/a.py:1:lend", "extras": {} },
    ]);
    for text in [old.to_string(), lines(old.as_array().expect("a list"))] {
        let transcript = read(&text);
        assert_eq!(seen(&transcript), ["/workspace/pool.py:5 a|b"]);
        assert_eq!(
            (transcript.task.as_deref(), transcript.searches.as_slice()),
            (Some("Pool leaks"), ["lend".to_owned()].as_slice())
        );
        assert_eq!(transcript.hypothesis.as_deref(), Some("I read it."));
    }
    let action = |id: &str, path: &str| {
        json!({ "kind": "ActionEvent", "id": id, "source": "agent", "tool_name": "file_editor", "thought": [{ "type": "text", "text": "hm" }],
                "action": { "command": "view", "path": path, "view_range": [3, -1] } })
    };
    let observation = |id: &str, of: &str| {
        json!({ "kind": "ObservationEvent", "id": id, "source": "environment", "tool_name": "file_editor", "action_id": of,
                "observation": { "content": [{ "type": "text", "text": "     3\tx\n     4\ty" }] } })
    };
    let new = lines(&[
        json!({ "kind": "MessageEvent", "id": "m", "source": "user", "llm_message": { "role": "user", "content": [{ "type": "text", "text": "Pool leaks" }] } }),
        action("a", "/w/old.py"),
        observation("b", "a"),
        action("c", "/w/new.py"),
        observation("d", "c"),
        json!({ "kind": "Condensation", "id": "e", "forgotten_event_ids": ["a", "b"], "summary": "s" }),
    ]);
    assert_eq!(seen(&read(&new)), ["/w/new.py:3 x|y"]);
}

#[test]
fn atif_is_read() {
    let log = json!({
        "schema_version": "ATIF-v1.7",
        "steps": [
            { "step_id": 1, "source": "user", "message": "Pool leaks" },
            { "step_id": 2, "source": "agent", "message": "Reading.", "reasoning_content": "It counts wrong.",
              "tool_calls": [{ "tool_call_id": "c", "function_name": "read_file", "arguments": { "path": "pool.py", "offset": 7 } }],
              "observation": { "results": [{ "source_call_id": "c", "content": "x\ny" }] } },
        ],
    });
    let transcript = read(&log.to_string());
    assert_eq!(
        (seen(&transcript), transcript.subgoal.as_deref()),
        (vec!["pool.py:7 x|y".to_owned()], Some("Reading."))
    );
}

#[test]
fn what_is_no_log_is_refused_and_a_torn_one_is_read_as_far_as_it_goes() {
    for text in ["", "{}", "[1, 2]", "plain words\nand more", "{\"a\": 1}\n"] {
        assert!(Transcript::parse(text).is_err(), "{text}");
    }
    let records: Vec<Value> = (0..30).map(|at| asks(&at.to_string(), None, "Pool leaks")).collect();
    let text = lines(&records);
    for end in (0..text.len()).step_by(97).filter(|end| text.is_char_boundary(*end)) {
        let _ = Transcript::parse(&text[..end]);
    }
}
