//! The Chat Completions client against a server that misbehaves. The server is in this process; no network is used.

use std::time::Duration;

use git_libra::llm::ChatModel;
use git_libra::llm::ChatRequest;
use git_libra::llm::Endpoint;
use git_libra::llm::Message;
use git_libra::llm::ModelError;
use git_libra::llm::OpenAi;
use git_libra::llm::Role;
use git_libra::llm::Usage;
use serde_json::json;
use wiremock::Mock;
use wiremock::MockServer;
use wiremock::ResponseTemplate;
use wiremock::matchers::body_partial_json;
use wiremock::matchers::header;
use wiremock::matchers::method;
use wiremock::matchers::path;

fn request(json: bool) -> ChatRequest {
    let messages = vec![Message { role: Role::User, text: "where?".to_owned() }];
    ChatRequest { messages, temperature: 0.0, max_tokens: 50, json }
}

fn answer(text: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({
        "choices": [{ "message": { "role": "assistant", "content": text } }],
        "usage": { "prompt_tokens": 5, "completion_tokens": 2 },
    }))
}

/// A server with these mocks, most important first, and what one request to it gives.
fn ask(mocks: Vec<Mock>, request: &ChatRequest) -> (Result<git_libra::llm::ChatReply, ModelError>, usize) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let server = runtime.block_on(async {
        let server = MockServer::start().await;
        for mock in mocks {
            mock.mount(&server).await;
        }
        server
    });
    let endpoint = Endpoint::new(&format!("{}/v1", server.uri()), Some("secret".to_owned())).expect("an endpoint");
    let model = OpenAi::new(endpoint.with_first_wait(Duration::from_millis(1)), "small");
    let result = model.chat(request);
    let requests = runtime.block_on(server.received_requests()).map_or(0, |requests| requests.len());
    (result, requests)
}

#[test]
fn an_answer_comes_with_its_usage() {
    let mock = Mock::given(method("POST"))
        .and(path("/v1/chat/completions"))
        .and(header("authorization", "Bearer secret"))
        .and(body_partial_json(json!({ "model": "small", "messages": [{ "role": "user", "content": "where?" }] })))
        .respond_with(answer("there"));
    let (reply, _) = ask(vec![mock], &request(false));
    let reply = reply.expect("an answer");
    assert_eq!((reply.text.as_str(), reply.usage), ("there", Some(Usage { input: 5, output: 2 })));
}

#[test]
fn a_busy_server_is_asked_again() {
    let busy = Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(429).insert_header("retry-after", "0"))
        .up_to_n_times(2);
    let then = Mock::given(method("POST")).respond_with(answer("there"));
    let (reply, requests) = ask(vec![busy, then], &request(false));
    assert_eq!(reply.expect("an answer").text, "there");
    assert_eq!(requests, 3);
}

#[test]
fn a_refusal_is_not_tried_again_and_shows_no_key() {
    let mock = Mock::given(method("POST")).respond_with(ResponseTemplate::new(401).set_body_string("bad key"));
    let (reply, requests) = ask(vec![mock], &request(false));
    let message = reply.expect_err("refused").to_string();
    assert!(message.contains("status 401: bad key") && !message.contains("secret"), "{message}");
    assert_eq!(requests, 1);
}

#[test]
fn structured_output_is_given_up_where_it_is_refused() {
    let refuses = Mock::given(body_partial_json(json!({ "response_format": { "type": "json_object" } })))
        .respond_with(ResponseTemplate::new(400).set_body_string("unknown parameter"));
    let plain = Mock::given(method("POST")).respond_with(answer("{}"));
    let (reply, requests) = ask(vec![refuses, plain], &request(true));
    assert_eq!(reply.expect("an answer").text, "{}");
    assert_eq!(requests, 2);
}

#[test]
fn nonsense_is_said_to_be_nonsense() {
    for body in ["<html>", "{}", "{\"error\": {\"message\": \"overloaded\"}}"] {
        let mock = Mock::given(method("POST")).respond_with(ResponseTemplate::new(200).set_body_string(body));
        let (reply, _) = ask(vec![mock], &request(false));
        assert!(matches!(reply, Err(ModelError::Unreadable { .. })), "{body}: {reply:?}");
    }
}
