//! Answers of earlier runs, by what was asked: a run that goes on pays for nothing twice. Failures are not kept.

use std::sync::Arc;

use serde::Deserialize;
use serde::Serialize;

use crate::llm::Account;
use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::Meter;
use crate::llm::ModelError;
use crate::llm::key;

/// Where answers are kept. It may forget; it must not mix up.
pub trait Shelf: Send + Sync {
    /// The text that was put under a key.
    fn get(&self, key: &str) -> Option<String>;
    /// Puts a text under a key, whole or not at all.
    fn put(&self, key: &str, text: &str);
}

/// A kept exchange. The request is kept with it, since keys are short.
#[derive(Serialize, Deserialize)]
struct Row {
    request: String,
    reply: ChatReply,
}

/// A model whose answers are kept.
pub struct Kept<M> {
    model: M,
    shelf: Arc<dyn Shelf>,
    meter: Arc<Meter>,
    account: Account,
    /// Whether earlier answers are used; new ones are kept in any case.
    reads: bool,
}

impl<M: ChatModel> Kept<M> {
    /// Keeps the answers of a model on a shelf, and takes earlier ones from it if `reads` says so.
    pub fn new(model: M, shelf: Arc<dyn Shelf>, meter: Arc<Meter>, account: Account, reads: bool) -> Self {
        Self { model, shelf, meter, account, reads }
    }
}

impl<M: ChatModel> ChatModel for Kept<M> {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let canonical = key::canonical(&self.account.model, request);
        let key = key::digest(&canonical);
        if self.reads
            && let Some(text) = self.shelf.get(&key)
            && let Ok(row) = serde_json::from_str::<Row>(&text)
            && row.request == canonical
        {
            self.meter.kept(&self.account);
            return Ok(row.reply);
        }
        let reply = self.model.chat(request)?;
        let row = Row { request: canonical, reply };
        if let Ok(text) = serde_json::to_string(&row) {
            self.shelf.put(&key, &text);
        }
        Ok(row.reply)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;
    use std::time::Duration;

    use super::*;
    use crate::llm::Limits;
    use crate::llm::Prices;
    use crate::llm::Scripted;

    #[derive(Default)]
    struct Memory(Mutex<BTreeMap<String, String>>);

    impl Shelf for Memory {
        fn get(&self, key: &str) -> Option<String> {
            self.0.lock().unwrap().get(key).cloned()
        }

        fn put(&self, key: &str, text: &str) {
            self.0.lock().unwrap().insert(key.to_owned(), text.to_owned());
        }
    }

    #[test]
    fn an_answer_is_paid_for_once_and_a_failure_is_asked_again() {
        let shelf: Arc<Memory> = Arc::default();
        let meter = Arc::new(Meter::new(Limits::default(), Prices::default(), || Duration::ZERO));
        let account = Account { role: "solver", model: "m".to_owned() };
        let kept = |script: Scripted, reads| {
            Kept::new(script, Arc::<Memory>::clone(&shelf), Arc::clone(&meter), account.clone(), reads)
        };
        let request = ChatRequest::new("s", "u", 9);
        assert!(kept(Scripted::new([]), true).chat(&request).is_err());
        assert_eq!(kept(Scripted::new(["one"]), true).chat(&request).expect("asked").text, "one");
        assert_eq!(kept(Scripted::new([]), true).chat(&request).expect("kept").text, "one");
        assert_eq!(kept(Scripted::new(["two"]), false).chat(&request).expect("asked").text, "two");
        assert_eq!(meter.total().kept, 1);
        let other = ChatRequest::new("s", "other", 9);
        assert!(kept(Scripted::new([]), true).chat(&other).is_err());
    }
}
