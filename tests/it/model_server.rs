//! The clients of models against servers that misbehave. The servers are in this process; no network is used.

use std::io::Read;
use std::io::Write;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use git_libra::llm::Anthropic;
use git_libra::llm::Auth;
use git_libra::llm::ChatModel;
use git_libra::llm::ChatReply;
use git_libra::llm::ChatRequest;
use git_libra::llm::Endpoint;
use git_libra::llm::Message;
use git_libra::llm::ModelError;
use git_libra::llm::OpenAi;
use git_libra::llm::Stop;
use git_libra::llm::Tool;
use git_libra::llm::ToolCall;
use git_libra::llm::Usage;
use serde_json::Value;
use serde_json::json;

/// One answer of a server: status, further headers, body; `short` says fewer bytes than it promised.
#[derive(Clone)]
pub(crate) struct Reply {
    status: u16,
    headers: String,
    body: String,
    short: bool,
}

pub(crate) fn reply(status: u16, body: &str) -> Reply {
    Reply { status, headers: String::new(), body: body.to_owned(), short: false }
}

pub(crate) fn says(text: &str) -> Reply {
    let body = json!({
        "choices": [{ "message": { "role": "assistant", "content": text } }],
        "usage": { "prompt_tokens": 5, "completion_tokens": 2 },
    });
    reply(200, &body.to_string())
}

/// What a request says in its system message, and in all others.
pub(crate) fn told(body: &Value) -> (String, String) {
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    let text = |message: &Value| message["content"].as_str().unwrap_or_default().to_owned();
    let rest: Vec<String> = messages.iter().skip(1).map(text).collect();
    (messages.first().map(text).unwrap_or_default(), rest.join("\n"))
}

/// A model that calls a tool.
pub(crate) fn calls(name: &str, arguments: &Value) -> Reply {
    let call = json!({ "id": "c", "function": { "name": name, "arguments": arguments.to_string() } });
    let message = json!({ "choices": [{ "message": { "content": null, "tool_calls": [call] } }] });
    reply(200, &message.to_string())
}

/// A server that decides each answer from the request's head and body, and keeps what it was sent.
pub(crate) struct Server {
    pub(crate) address: String,
    pub(crate) seen: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Server {
    pub(crate) fn new(mut answer: impl FnMut(usize, &Value) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let seen: Arc<Mutex<Vec<(String, Value)>>> = Arc::default();
        let kept = Arc::clone(&seen);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { continue };
                let Some((head, body)) = read_request(&mut stream) else { continue };
                let number = kept.lock().expect("no panic under the lock").len();
                kept.lock().expect("no panic under the lock").push((head, body.clone()));
                let Reply { status, headers, body, short } = answer(number, &body);
                let length = body.len() + usize::from(short) * 100;
                let head =
                    format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n");
                let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
            }
        });
        Self { address, seen }
    }

    pub(crate) fn script(replies: Vec<Reply>) -> Self {
        Self::new(move |number, _| replies[number.min(replies.len() - 1)].clone())
    }

    fn endpoint(&self, auth: Auth) -> Endpoint {
        let base = format!("http://{}/v1", self.address);
        Endpoint::new(&base, auth, None, 4).expect("an endpoint").with_first_wait(Duration::from_millis(1))
    }

    fn openai(&self) -> OpenAi {
        OpenAi::new(self.endpoint(Auth::Bearer("secret".to_owned())), "small")
    }

    fn anthropic(&self) -> Anthropic {
        Anthropic::new(self.endpoint(Anthropic::auth(Some("secret".to_owned()))), "small")
    }

    pub(crate) fn bodies(&self) -> Vec<Value> {
        self.seen.lock().expect("no panic under the lock").iter().map(|(_, body)| body.clone()).collect()
    }

    pub(crate) fn count(&self) -> usize {
        self.seen.lock().expect("no panic under the lock").len()
    }
}

pub(crate) fn read_request(stream: &mut impl Read) -> Option<(String, Value)> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
        });
        if body.len() >= length.unwrap_or(0) {
            return Some((head.to_owned(), serde_json::from_str(body).unwrap_or(Value::Null)));
        }
    }
}

fn text() -> ChatRequest {
    ChatRequest::new("Find.", "where?", 50)
}

fn object() -> ChatRequest {
    text().answered_by("place", json!({ "type": "object" }))
}

fn with_tool(request: ChatRequest) -> ChatRequest {
    let tool =
        Tool { name: "ls".to_owned(), description: "Lists.".to_owned(), parameters: json!({ "type": "object" }) };
    ChatRequest { tools: vec![tool], ..request }
}

#[test]
fn an_answer_comes_with_its_usage_and_the_key_goes_in_its_header() {
    let server = Server::script(vec![says("there")]);
    let reply = server.openai().chat(&text()).expect("an answer");
    assert_eq!((reply.text.as_str(), reply.usage), ("there", Some(Usage { input: 5, cached: 0, output: 2 })));
    let (head, body) = server.seen.lock().expect("no panic under the lock")[0].clone();
    assert!(head.starts_with("POST /v1/chat/completions ") && head.contains("authorization: Bearer secret"), "{head}");
    assert_eq!(body["messages"][1], json!({ "role": "user", "content": "where?" }));
    assert_eq!((&body["model"], &body["temperature"], &body["max_tokens"]), (&json!("small"), &json!(0.0), &json!(50)));
}

#[test]
fn a_busy_server_is_asked_again_when_it_says() {
    for status in [429, 503, 529, 502, 408] {
        let busy = Reply { headers: "retry-after: 0\r\n".to_owned(), ..reply(status, "busy") };
        let server = Server::script(vec![busy.clone(), busy, says("there")]);
        assert_eq!(server.openai().chat(&text()).expect("an answer").text, "there");
        assert_eq!(server.count(), 3, "{status}");
    }
    let later = Reply { headers: "retry-after: 3600\r\n".to_owned(), ..reply(429, "later") };
    let server = Server::script(vec![later]);
    assert!(matches!(server.openai().chat(&text()), Err(ModelError::Busy { .. })));
    assert_eq!(server.count(), 1);
    let dated = "date: Wed, 21 Oct 2026 07:28:00 GMT\r\nretry-after: Wed, 21 Oct 2026 08:28:00 GMT\r\n";
    let server = Server::script(vec![Reply { headers: dated.to_owned(), ..reply(503, "") }]);
    assert!(matches!(server.openai().chat(&text()), Err(ModelError::Busy { wait, .. }) if wait.as_secs() == 3600));
    let broke = Server::script(vec![reply(429, r#"{"error": {"code": "insufficient_quota"}}"#)]);
    assert!(broke.openai().chat(&text()).is_err());
    assert_eq!(broke.count(), 1, "an account without money stays so");
}

#[test]
fn a_refusal_is_not_tried_again_and_shows_no_key() {
    let server = Server::script(vec![reply(401, "bad key: secret")]);
    let message = server.openai().chat(&text()).expect_err("refused").to_string();
    assert!(message.contains("status 401: bad key: ***"), "{message}");
    assert_eq!(server.count(), 1);
}

#[test]
fn the_form_of_objects_is_found_out_once() {
    // As llama.cpp's Python server does: 500 for a schema, an object is taken.
    let server = Server::new(|_, body| match body["response_format"]["type"].as_str() {
        Some("json_schema") => reply(500, "{\"error\": {\"message\": \"internal\"}}"),
        _ => says("{\"a\": 1}"),
    });
    let model = server.openai();
    assert_eq!(model.chat(&object()).expect("an answer").text, "{\"a\": 1}");
    assert_eq!(server.count(), 3, "500 is tried twice, then another form");
    assert!(model.chat(&object()).is_ok());
    assert_eq!(server.count(), 4);
    assert_eq!(server.bodies()[3]["response_format"]["type"], "json_object");

    let server = Server::new(|_, body| match body.get("response_format") {
        Some(_) => reply(400, "response_format is not supported"),
        None => says("{}"),
    });
    let model = server.openai();
    assert!(model.chat(&object()).is_ok() && model.chat(&object()).is_ok());
    assert_eq!(server.count(), 4);
}

#[test]
fn limits_and_temperatures_are_named_as_the_server_wants() {
    let server = Server::new(|_, body| {
        if body.get("max_tokens").is_some() {
            return reply(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
        }
        if body.get("temperature").is_some() {
            return reply(400, "Unsupported value: 'temperature' does not support 0.0 with this model.");
        }
        says("there")
    });
    let model = server.openai();
    assert!(model.chat(&text()).is_ok() && model.chat(&text()).is_ok());
    assert_eq!(server.count(), 4);
    assert_eq!(server.bodies()[3]["max_completion_tokens"], 50);
}

#[test]
fn calls_are_read_however_they_come() {
    let call = |arguments: Value| json!({ "id": "c1", "function": { "name": "ls", "arguments": arguments } });
    let message = |message: Value| reply(200, &json!({ "choices": [{ "message": message }] }).to_string());
    let expected = ToolCall { id: "c1".to_owned(), name: "ls".to_owned(), arguments: json!({ "path": "a" }) };
    for given in [json!("{\"path\": \"a\"}"), json!({ "path": "a" })] {
        let server = Server::script(vec![message(json!({ "content": null, "tool_calls": [call(given)] }))]);
        let reply = server.openai().chat(&with_tool(text())).expect("an answer");
        assert_eq!((reply.text.as_str(), reply.calls, reply.usage), ("", vec![expected.clone()], None));
    }
    let said = "I will look.\n```json\n{\"name\": \"ls\", \"arguments\": {\"path\": \"a\"}}\n```";
    let server = Server::script(vec![says(said)]);
    let reply = server.openai().chat(&with_tool(text())).expect("an answer");
    assert_eq!(reply.calls[0].arguments, json!({ "path": "a" }));
    let server = Server::script(vec![message(json!({ "tool_calls": [call(json!("{broken"))] }))]);
    let reply = server.openai().chat(&with_tool(text())).expect("an answer");
    assert_eq!(reply.calls[0].arguments, json!("{broken"), "the tool loop tells the model");
}

#[test]
fn results_of_calls_go_back_in_the_servers_form() {
    let mut request = with_tool(text());
    let call = ToolCall { id: "c1".to_owned(), name: "ls".to_owned(), arguments: json!({ "path": "a" }) };
    request.messages.push(Message::Assistant { text: String::new(), calls: vec![call] });
    request.messages.push(Message::ToolResult { id: "c1".to_owned(), text: "b.py".to_owned() });
    let server = Server::script(vec![says("there")]);
    assert!(server.openai().chat(&request).is_ok());
    let body = server.bodies().remove(0);
    assert_eq!(body["messages"][2]["content"], Value::Null);
    assert_eq!(body["messages"][2]["tool_calls"][0]["function"]["arguments"], "{\"path\":\"a\"}");
    assert_eq!(body["messages"][3], json!({ "role": "tool", "tool_call_id": "c1", "content": "b.py" }));
    assert_eq!(body["tools"][0]["function"]["name"], "ls");
}

#[test]
fn a_server_without_tools_is_asked_in_words() {
    let server = Server::new(|_, body| match body.get("tools") {
        Some(_) => reply(400, "registry.example/small does not support tools"),
        None => says("{\"tool\": \"ls\", \"arguments\": {}}"),
    });
    let model = server.openai();
    let reply = model.chat(&with_tool(object())).expect("an answer");
    assert_eq!(reply.calls[0].name, "ls");
    assert!(server.bodies()[1]["messages"][0]["content"].as_str().is_some_and(|text| text.contains("`ls`: Lists.")));
    assert!(model.chat(&with_tool(object())).is_ok());
    assert_eq!(server.count(), 3);
}

#[test]
fn what_is_in_a_message_is_read() {
    let message = |choice: Value| reply(200, &json!({ "choices": [choice] }).to_string());
    let ask = |choice: Value| Server::script(vec![message(choice)]).openai().chat(&text()).expect("an answer");
    let parts = json!({ "message": { "content": [{ "type": "text", "text": "a" }, { "type": "text", "text": "b" }] } });
    assert_eq!(ask(parts).text, "ab");
    let reasoned = json!({ "message": { "reasoning_content": "hm", "content": "a" }, "finish_reason": "stop" });
    assert_eq!(ask(reasoned), ChatReply { text: "a".to_owned(), ..ChatReply::default() });
    let cut = json!({ "message": { "content": "a" }, "finish_reason": "length" });
    assert_eq!(ask(cut).stop, Stop::Length);
    let filtered = json!({ "message": { "content": null, "refusal": "no" } });
    assert_eq!(ask(filtered).stop, Stop::Filtered);
}

#[test]
fn errors_as_200_are_errors() {
    let passing = r#"{"error": {"message": "Rate limit reached", "type": "rate_limit"}}"#;
    let server = Server::script(vec![reply(200, passing), says("there")]);
    assert_eq!(server.openai().chat(&text()).expect("asked again").text, "there");
    let server = Server::script(vec![reply(200, r#"{"error": {"message": "no such model", "code": 404}}"#)]);
    assert!(matches!(server.openai().chat(&text()), Err(ModelError::Refused { status: 404, .. })));
    let within = r#"{"choices": [{"error": {"message": "provider failed"}}]}"#;
    let server = Server::script(vec![reply(200, within)]);
    assert!(matches!(server.openai().chat(&text()), Err(ModelError::Unreadable { .. })));
}

#[test]
fn a_request_that_is_too_long_is_said_to_be() {
    for detail in ["{\"error\": {\"code\": \"context_length_exceeded\"}}", "maximum context length is 8192 tokens"] {
        let server = Server::script(vec![reply(400, detail)]);
        assert!(matches!(server.openai().chat(&object()), Err(ModelError::TooLong { .. })));
        assert_eq!(server.count(), 1);
    }
    let server = Server::script(vec![reply(400, r#"{"error": {"message": "prompt is too long: 210000 tokens"}}"#)]);
    assert!(matches!(server.anthropic().chat(&text()), Err(ModelError::TooLong { .. })));
}

#[test]
fn broken_answers_are_asked_for_again_and_nonsense_is_not() {
    let whole = says("there");
    let server = Server::script(vec![Reply { short: true, ..whole.clone() }, whole.clone()]);
    assert_eq!(server.openai().chat(&text()).expect("asked again").text, "there");
    let half = reply(200, &whole.body[..whole.body.len() / 2]);
    let server = Server::script(vec![half, whole]);
    assert_eq!(server.openai().chat(&text()).expect("asked again").text, "there");
    for body in ["<html>", "{}", "[]", "{\"choices\": []}"] {
        let server = Server::script(vec![reply(200, body)]);
        let reply = server.openai().chat(&text());
        assert!(matches!(reply, Err(ModelError::Unreadable { .. })), "{body}: {reply:?}");
        assert_eq!(server.count(), 1);
    }
}

#[test]
fn a_flood_is_cut_off() {
    let server = Server::script(vec![reply(200, &format!("{{\"a\": \"{}\"}}", "x".repeat(11 << 20)))]);
    let error = server.openai().chat(&text()).expect_err("too long").to_string();
    assert!(error.contains("longer than 10485760 bytes"), "{error}");
}

#[test]
fn nobody_there_is_an_error_that_names_the_host_only() {
    let endpoint = Endpoint::new("http://user:pw@127.0.0.1:1/v1/token", Auth::None, None, 1).expect("an endpoint");
    let model = OpenAi::new(endpoint.with_first_wait(Duration::from_millis(1)), "small");
    let error = model.chat(&text()).expect_err("nobody");
    assert_eq!(error.to_string(), "failed to reach `127.0.0.1:1`");
    let all = format!("{error:?}");
    assert!(!all.contains("token") && !all.contains("pw"), "{all}");
}

#[test]
fn the_messages_format_is_spoken() {
    let answer = json!({
        "content": [{ "type": "thinking", "thinking": "hm" }, { "type": "text", "text": "I look." },
                    { "type": "tool_use", "id": "t1", "name": "ls", "input": { "path": "a" } }],
        "stop_reason": "tool_use",
        "usage": { "input_tokens": 10, "cache_read_input_tokens": 90, "cache_creation_input_tokens": 5, "output_tokens": 3 },
    });
    let server = Server::script(vec![reply(200, &answer.to_string())]);
    let mut request = with_tool(text());
    let call = |id: &str| ToolCall { id: id.to_owned(), name: "ls".to_owned(), arguments: json!({}) };
    request.messages.push(Message::Assistant { text: String::new(), calls: vec![call("a"), call("b")] });
    request.messages.push(Message::ToolResult { id: "a".to_owned(), text: "1".to_owned() });
    request.messages.push(Message::ToolResult { id: "b".to_owned(), text: "2".to_owned() });
    let reply = server.anthropic().chat(&request).expect("an answer");
    assert_eq!(reply.text, "I look.");
    assert_eq!(reply.calls[0].arguments, json!({ "path": "a" }));
    assert_eq!(reply.usage, Some(Usage { input: 105, cached: 90, output: 3 }));
    let (head, body) = server.seen.lock().expect("no panic under the lock")[0].clone();
    assert!(head.starts_with("POST /v1/messages ") && head.contains("x-api-key: secret"), "{head}");
    assert!(head.contains("anthropic-version: "));
    assert_eq!(body["system"][0]["cache_control"]["type"], "ephemeral", "the root catalog is the kept prefix");
    assert_eq!(body["messages"].as_array().map(Vec::len), Some(3));
    assert_eq!(body["messages"][2]["content"].as_array().map(Vec::len), Some(2), "results of one turn stand together");
}

#[test]
fn an_object_is_the_argument_of_a_tool() {
    let used = json!({ "content": [{ "type": "tool_use", "id": "t", "name": "answer", "input": { "a": 1 } }] });
    let server = Server::new(move |number, body| {
        // The first server takes no forced tool; it is asked in words from then on.
        if number == 0 {
            reply(200, &used.to_string())
        } else if body.get("tool_choice").is_some() {
            reply(400, r#"{"type": "error", "error": {"message": "tool_choice is not supported"}}"#)
        } else {
            reply(200, r#"{"content": [{"type": "text", "text": "{\"a\": 2}"}]}"#)
        }
    });
    let model = server.anthropic();
    assert_eq!(model.chat(&object()).expect("an answer").text, "{\"a\":1}");
    assert_eq!(server.bodies()[0]["tool_choice"]["name"], "answer");
    assert_eq!(model.chat(&object()).expect("an answer").text, "{\"a\": 2}");
    let overloaded = reply(529, r#"{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}"#);
    let server = Server::script(vec![overloaded, reply(200, r#"{"content": [], "stop_reason": "refusal"}"#)]);
    assert_eq!(server.anthropic().chat(&text()).expect("an answer").stop, Stop::Filtered);
}

#[test]
fn no_more_requests_are_under_way_than_allowed() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let open = Arc::new(Mutex::new((0_usize, 0_usize)));
    let counted = Arc::clone(&open);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let counted = Arc::clone(&counted);
            thread::spawn(move || {
                if read_request(&mut stream).is_none() {
                    return;
                }
                let mut now = counted.lock().expect("no panic under the lock");
                *now = (now.0 + 1, now.1.max(now.0 + 1));
                drop(now);
                thread::sleep(Duration::from_millis(30));
                counted.lock().expect("no panic under the lock").0 -= 1;
                let body = says("there").body;
                let head = format!("HTTP/1.1 200 X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
                let _ = stream.write_all((head + &body).as_bytes());
            });
        }
    });
    let endpoint = Endpoint::new(&format!("http://{address}/v1"), Auth::None, None, 4).expect("an endpoint");
    let model = OpenAi::new(endpoint, "small");
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| assert!(model.chat(&text()).is_ok()));
        }
    });
    assert_eq!(open.lock().expect("no panic under the lock").1, 4);
    assert!(started.elapsed() >= Duration::from_millis(120));
}

#[test]
fn calls_are_told_in_words_once_no_tool_is_offered() {
    let server = Server::script(vec![reply(200, r#"{"content": [{"type": "text", "text": "there"}]}"#)]);
    let mut request = text();
    let call = ToolCall { id: "a".to_owned(), name: "ls".to_owned(), arguments: json!({}) };
    request.messages.push(Message::Assistant { text: String::new(), calls: vec![call] });
    request.messages.push(Message::ToolResult { id: "a".to_owned(), text: "b.py".to_owned() });
    assert_eq!(server.anthropic().chat(&request).expect("an answer").text, "there");
    let body = server.bodies().remove(0).to_string();
    assert!(body.contains("b.py") && !body.contains("tool_use"), "{body}");
}
