//! The language server, spoken to over its standard streams.

use std::io::BufReader;
use std::process::Child;
use std::process::ChildStdin;
use std::process::ChildStdout;
use std::process::Stdio;

use lsp_server::Message;
use lsp_server::Notification;
use lsp_server::Request;
use serde_json::Value;
use serde_json::json;

use crate::harness::TestRepo;

const FILES: &str = "\
//- solve.py
def solve(f):
    if f:
        return 1
    return 2


def roots(f):
    if f:
        return [f]
    return []
//- poly/ring.py
class Ring:
    def add(self, a):
        if a:
            return a
        return self
";

/// An editor with one server.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: i32,
    root: String,
}

impl Editor {
    fn open(repo: &TestRepo) -> Self {
        let mut command = repo.command();
        command.args(["lsp", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("started");
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let root = format!("file://{}", repo.path().canonicalize().expect("a path").display());
        let mut editor = Self { child, input, output: BufReader::new(output), id: 0, root };
        let answer = editor.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        assert_eq!(answer["serverInfo"]["name"], "git-libra");
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&mut self, method: &str, params: Value) {
        let message = Message::Notification(Notification { method: method.to_owned(), params });
        message.write(&mut self.input).expect("taken");
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let request = Request { id: self.id.into(), method: method.to_owned(), params };
        Message::Request(request).write(&mut self.input).expect("taken");
        loop {
            if let Message::Response(response) = self.next() {
                assert_eq!(response.id, self.id.into());
                return match response.error {
                    Some(error) => json!({ "error": error.message }),
                    None => response.result.unwrap_or(Value::Null),
                };
            }
        }
    }

    fn next(&mut self) -> Message {
        Message::read(&mut self.output).expect("a message").expect("the server is there")
    }

    /// The codes of the next findings with their first lines, from 0.
    fn findings(&mut self) -> Vec<(String, u64)> {
        loop {
            let Message::Notification(notification) = self.next() else { continue };
            if notification.method != "textDocument/publishDiagnostics" {
                continue;
            }
            let all = notification.params["diagnostics"].as_array().expect("a list").clone();
            let one = |finding: &Value| {
                let line = finding["range"]["start"]["line"].as_u64().expect("a line");
                (finding["code"].as_str().expect("a code").to_owned(), line)
            };
            return all.iter().map(one).collect();
        }
    }

    fn document(&self, path: &str) -> Value {
        json!({ "uri": format!("{}/{path}", self.root) })
    }

    fn at(&self, path: &str, line: usize, character: usize) -> Value {
        json!({ "textDocument": self.document(path), "position": { "line": line, "character": character } })
    }

    fn show(&mut self, path: &str, text: &str) {
        let uri = self.document(path)["uri"].clone();
        let document = json!({ "uri": uri, "languageId": "markdown", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, path: &str, text: &str) {
        let params = json!({ "textDocument": self.document(path), "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }

    fn leave(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.child.wait().expect("ended").success());
    }
}

fn initialised() -> TestRepo {
    let repo = TestRepo::with(FILES);
    assert_eq!(repo.libra(&["init"]).status, 0);
    repo.commit("Add catalogs");
    repo
}

/// The line of a text that holds some words, from 0, and where on it they begin.
fn place(text: &str, words: &str) -> (usize, usize) {
    let line = text.lines().position(|line| line.contains(words)).expect("the words");
    (line, text.lines().nth(line).expect("a line").find(words).expect("the words"))
}

#[test]
fn findings_while_editing_and_their_fixes() {
    let repo = initialised();
    let mut editor = Editor::open(&repo);
    let text = repo.read("catalog.md");
    editor.show("catalog.md", &text);
    assert_eq!(editor.findings(), []);
    let stale = text.replace("(L1-L4)", "(L1-L3)");
    let (line, character) = place(&stale, "(L1-L3)");
    editor.change("catalog.md", &stale);
    assert_eq!(editor.findings(), [("CAT306".to_owned(), line as u64)]);
    let range = editor.at("catalog.md", line, character + 1)["position"].clone();
    let params = json!({
        "textDocument": editor.document("catalog.md"),
        "range": { "start": range, "end": range },
        "context": { "diagnostics": [] },
    });
    let actions = editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "CAT306: set the range to L1-L4");
    let uri = editor.document("catalog.md")["uri"].as_str().expect("a URI").to_owned();
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    assert_eq!((edit["newText"].as_str(), &edit["range"]["start"]["line"]), (Some("(L1-L4)"), &json!(line)));
    assert_eq!(actions[1]["kind"], "source.fixAll");
    // A saved source file is read again.
    repo.write("solve.py", repo.read("solve.py").replace("    return 2\n", ""));
    let saved = json!({ "textDocument": editor.document("solve.py") });
    editor.tell("textDocument/didSave", saved);
    let codes: Vec<_> = editor.findings().into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["CAT305"], "what was stale is right now, and the other symbol ends after the file");
    editor.leave();
}

#[test]
fn from_a_symbol_or_link_to_its_source() {
    let repo = initialised();
    let mut editor = Editor::open(&repo);
    let text = repo.read("catalog.md");
    editor.show("catalog.md", &text);
    editor.findings();
    let (line, character) = place(&text, "`roots` (");
    let hover = editor.ask("textDocument/hover", editor.at("catalog.md", line, character + 2));
    let shown = hover["contents"]["value"].as_str().expect("words");
    assert!(shown.contains("`solve.py` L7-L10") && shown.contains("def roots(f):"), "{shown}");
    let definition = editor.ask("textDocument/definition", editor.at("catalog.md", line, character + 2));
    assert!(definition[0]["uri"].as_str().is_some_and(|uri| uri.ends_with("/solve.py")), "{definition}");
    assert_eq!(definition[0]["range"]["start"]["line"], 6);
    let (line, character) = place(&text, "(poly/catalog.md)");
    let link = editor.ask("textDocument/definition", editor.at("catalog.md", line, character + 2));
    assert!(link[0]["uri"].as_str().is_some_and(|uri| uri.ends_with("/poly/catalog.md")), "{link}");
    assert_eq!(editor.ask("textDocument/hover", editor.at("catalog.md", 0, 0)), Value::Null);
    let unknown = editor.ask("textDocument/rename", editor.at("catalog.md", 0, 0));
    assert!(unknown["error"].as_str().is_some_and(|error| error.contains("not served")), "{unknown}");
    editor.leave();
}

#[test]
fn formatting_is_fmt() {
    let repo = initialised();
    let mut editor = Editor::open(&repo);
    let text = repo.read("catalog.md");
    editor.show("catalog.md", &text.replace("\n- ", "\n\n\n* "));
    editor.findings();
    let params = json!({ "textDocument": editor.document("catalog.md"), "options": {} });
    let edits = editor.ask("textDocument/formatting", params);
    assert_eq!(edits[0]["newText"], text.as_str());
    editor.leave();
}

#[test]
fn nobody_there_is_said() {
    let repo = TestRepo::with(FILES);
    let answer = repo.answer(repo.command().arg("lsp").stdin(Stdio::null()));
    assert_eq!(answer.status, 2);
    assert!(answer.stderr.contains("is started by an editor"), "{answer}");
}
