//! Vectors for the dense view of evidence: from a folder with a static model, from a server, and from neither.

use serde_json::Value;
#[cfg(any(feature = "embeddings", feature = "models"))]
use serde_json::json;

use crate::harness::Answer;
use crate::harness::TestRepo;

const SOURCES: &str = "
//- money.py
def take(order, card):
    \"\"\"Charge the order to a card.\"\"\"
    return card.take(order.total)
//- goods.py
def put(order, shelf):
    \"\"\"Put the order on a shelf.\"\"\"
    return shelf.take(order.lines)
";

fn evidence(repo: &TestRepo, settings: &[(&str, &str)]) -> Answer {
    let mut command = repo.command();
    for (name, value) in settings {
        command.env(name, value);
    }
    repo.answer(command.args(["evidence", "-m", "the order is taken twice", "--format", "json"]))
}

/// The files of an answer's items for which the dense view speaks, in their order.
fn dense(answer: &Answer) -> Vec<String> {
    let bundle: Value = serde_json::from_str(&answer.stdout).unwrap_or_else(|error| panic!("{error}: {answer}"));
    let items = bundle["items"].as_array().expect("items").iter();
    let heard = items.filter(|item| item["views"].to_string().contains("\"dense\""));
    heard.map(|item| item["path"].as_str().expect("a path").to_owned()).collect()
}

/// A static model of two words: its tokenizer, its table and its configuration.
#[cfg(feature = "embeddings")]
fn write_model(repo: &TestRepo, folder: &str) {
    let tokenizer = json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": { "type": "Lowercase" }, "pre_tokenizer": { "type": "Whitespace" },
        "post_processor": null, "decoder": null,
        "model": { "type": "WordLevel", "vocab": { "[UNK]": 0, "order": 1, "card": 2 }, "unk_token": "[UNK]" },
    });
    let header = json!({ "embeddings": { "dtype": "F32", "shape": [3, 2], "data_offsets": [0, 24] } }).to_string();
    let mut table = (header.len() as u64).to_le_bytes().to_vec();
    table.extend(header.as_bytes());
    for number in [0.1_f32, 0.1, 1.0, 0.0, 0.0, 1.0] {
        table.extend(number.to_le_bytes());
    }
    repo.write(&format!("{folder}/tokenizer.json"), tokenizer.to_string());
    repo.write(&format!("{folder}/model.safetensors"), table);
    repo.write(&format!("{folder}/config.json"), "{\"normalize\": true}");
}

#[test]
fn without_a_setting_the_view_is_quiet_until_it_is_named() {
    let repo = TestRepo::with(SOURCES);
    assert!(dense(&evidence(&repo, &[])).is_empty());
    let args = ["evidence", "-m", "the order is taken twice", "--format", "json", "--views", "question,dense"];
    assert_eq!(dense(&repo.libra(&args)).len(), 2);
}

#[cfg(feature = "embeddings")]
#[test]
fn a_model_in_a_folder_is_heard() {
    let repo = TestRepo::with(SOURCES);
    write_model(&repo, "model");
    let answer = evidence(&repo, &[("LIBRA_EMBEDDINGS_FOLDER", "model")]);
    assert_eq!(dense(&answer).len(), 2, "{answer}");
}

#[cfg(feature = "embeddings")]
#[test]
fn a_folder_without_a_model_is_one_clear_sentence() {
    let repo = TestRepo::with(SOURCES);
    let missing = evidence(&repo, &[("LIBRA_EMBEDDINGS_FOLDER", "nowhere")]);
    assert_eq!(missing.status, 2, "{missing}");
    assert!(missing.stderr.contains("tokenizer.json"), "{missing}");
    for file in ["tokenizer.json", "model.safetensors", "config.json"] {
        repo.write(&format!("broken/{file}"), "no model");
    }
    let broken = evidence(&repo, &[("LIBRA_EMBEDDINGS_FOLDER", "broken")]);
    assert_eq!((broken.status, broken.stdout.as_str()), (2, ""), "{broken}");
    assert!(broken.stderr.contains("no static embedding model"), "{broken}");
}

#[cfg(feature = "models")]
mod server {
    use super::*;
    use crate::model_server::Reply;
    use crate::model_server::Server;
    use crate::model_server::reply;

    /// Two numbers for each text: what speaks of cards, and what does not.
    fn embed(body: &Value) -> Reply {
        let texts = body["input"].as_array().expect("texts").iter();
        let row = |(at, text): (usize, &Value)| {
            let of_cards = text.as_str().expect("a text").contains("card");
            json!({ "index": at, "embedding": if of_cards { [1.0, 0.1] } else { [0.1, 1.0] } })
        };
        let data: Vec<Value> = texts.enumerate().map(row).collect();
        reply(200, &json!({ "data": data, "usage": { "prompt_tokens": 7 } }).to_string())
    }

    fn ask(repo: &TestRepo, server: &Server) -> Answer {
        let endpoint = format!("http://{}/v1", server.address);
        evidence(repo, &[("LIBRA_EMBEDDINGS_ENDPOINT", &endpoint), ("LIBRA_EMBEDDINGS_MODEL", "small")])
    }

    #[test]
    fn a_server_is_asked_once_for_each_text() {
        let repo = TestRepo::with(SOURCES);
        let server = Server::new(|_, body| embed(body));
        let first = ask(&repo, &server);
        assert_eq!(dense(&first).len(), 2, "{first}");
        assert!(first.stderr.contains("embeddings asked small: 1 calls"), "{first}");
        let (head, body) = server.seen.lock().unwrap()[0].clone();
        assert!(head.starts_with("POST /v1/embeddings "), "{head}");
        assert_eq!((body["model"].as_str(), body["input"].as_array().map(Vec::len)), (Some("small"), Some(3)));
        let second = ask(&repo, &server);
        assert_eq!(dense(&second), dense(&first));
        assert_eq!(server.seen.lock().unwrap().len(), 1, "everything was kept");
        repo.write("money.py", "def take(order, card):\n    return card.give(order.total, order)\n");
        ask(&repo, &server);
        assert_eq!(server.seen.lock().unwrap().len(), 1, "an edited file is not offered");
    }

    #[test]
    fn a_server_that_fails_costs_the_view_and_no_item() {
        let repo = TestRepo::with(SOURCES);
        let server = Server::new(|_, _| reply(400, "{\"error\": {\"message\": \"no such model\"}}"));
        let answer = ask(&repo, &server);
        assert_eq!(answer.status, 3, "not all that was asked for: {answer}");
        assert!(answer.stdout.contains("money.py") && dense(&answer).is_empty(), "{answer}");
        assert!(answer.stderr.contains("the dense view was left out"), "{answer}");
        assert!(answer.stderr.contains("no such model"), "{answer}");
    }

    #[test]
    fn a_chat_model_is_not_asked_for_vectors() {
        let repo = TestRepo::with(SOURCES);
        let server = Server::new(|_, body| embed(body));
        repo.git(&["config", "libra.endpoint", &format!("http://{}/v1", server.address)]);
        repo.git(&["config", "libra.model", "large"]);
        assert!(dense(&evidence(&repo, &[])).is_empty());
        assert!(server.seen.lock().unwrap().is_empty());
    }
}
