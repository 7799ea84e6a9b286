//! Recorded exchanges, one JSON object a line, and their replay without a server. Rows hold requests and replies as this
//! room knows them: no header, no key, no endpoint ever comes near.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use serde::Deserialize;
use serde::Serialize;

use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::Message;
use crate::llm::ModelError;
use crate::llm::key;

/// The version of the format.
const SCHEMA: &str = "libra.cassette/1";

/// Exchanges that are recorded or replayed.
#[derive(Debug, Default)]
pub struct Cassette {
    rows: Mutex<Rows>,
}

#[derive(Debug, Default)]
struct Rows {
    all: Vec<Row>,
    /// The rows of a canonical request that have not been replayed yet.
    left: BTreeMap<String, VecDeque<usize>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    schema: String,
    model: String,
    request: ChatRequest,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reply: Option<ChatReply>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

/// Why a text is no cassette.
#[derive(Debug, thiserror::Error)]
pub enum CassetteError {
    /// A line is not a row.
    #[error("line {line} is no recorded exchange")]
    Row {
        /// The line, 1-based.
        line: usize,
        /// What is wrong with it.
        #[source]
        source: serde_json::Error,
    },
    /// A row is of another version.
    #[error("line {line} is of version `{found}`, where `{SCHEMA}` is understood")]
    Version {
        /// The line, 1-based.
        line: usize,
        /// What it says it is.
        found: String,
    },
}

impl Cassette {
    /// Reads a recorded cassette.
    pub fn parse(text: &str) -> Result<Self, CassetteError> {
        let mut rows = Rows::default();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let line_number = number + 1;
            let row: Row =
                serde_json::from_str(line).map_err(|source| CassetteError::Row { line: line_number, source })?;
            if row.schema != SCHEMA {
                return Err(CassetteError::Version { line: line_number, found: row.schema });
            }
            let key = key::canonical(&row.model, &row.request);
            rows.left.entry(key).or_default().push_back(rows.all.len());
            rows.all.push(row);
        }
        Ok(Self { rows: Mutex::new(rows) })
    }

    /// Everything that was recorded, as text, by request: calls that run side by side end in any order. The outcomes of
    /// one request stay in theirs.
    pub fn render(&self) -> String {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<&Row> = rows.all.iter().collect();
        all.sort_by_cached_key(|row| key::canonical(&row.model, &row.request));
        all.into_iter().filter_map(|row| serde_json::to_string(row).ok()).map(|line| line + "\n").collect()
    }

    fn record(&self, row: Row) {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).all.push(row);
    }

    /// The next recorded outcome of a request; the last one again where all have been replayed.
    fn replay(&self, model: &str, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let canonical = key::canonical(model, request);
        let Some(left) = rows.left.get_mut(&canonical) else {
            return Err(ModelError::NotRecorded { nearest: nearest(&rows.all, model, request) });
        };
        let at = if left.len() > 1 { left.pop_front() } else { left.front().copied() };
        let row = &rows.all[at.expect("a request that is known has a row")];
        match (&row.reply, &row.failure) {
            (Some(reply), _) => Ok(reply.clone()),
            (None, failure) => Err(ModelError::Replayed(failure.clone().unwrap_or_default())),
        }
    }
}

/// Names the recorded request that shares the most lines with one, and the first place where the two differ.
fn nearest(rows: &[Row], model: &str, request: &ChatRequest) -> String {
    let lines = |request: &ChatRequest| -> Vec<String> {
        let texts = request.messages.iter().flat_map(|message| match message {
            Message::System(text) => prefixed("system", text),
            Message::User(text) => prefixed("user", text),
            Message::Assistant { text, calls } => {
                let mut lines = prefixed("assistant", text);
                lines.extend(calls.iter().map(|call| format!("call: {} {}", call.name, call.arguments)));
                lines
            }
            Message::ToolResult { text, .. } => prefixed("tool", text),
        });
        texts.collect()
    };
    let asked = lines(request);
    let known: BTreeSet<&String> = asked.iter().collect();
    let shared = |row: &Row| lines(&row.request).iter().filter(|line| known.contains(line)).count();
    let best = rows.iter().enumerate().map(|(number, row)| (shared(row), usize::MAX - number)).max();
    let Some((_, number)) = best else {
        return "none: it is empty".to_owned();
    };
    let number = usize::MAX - number;
    let row = &rows[number];
    if row.model != model {
        return format!("number {} to the model `{}`, where `{model}` is asked", number + 1, row.model);
    }
    let recorded = lines(&row.request);
    let differs = asked.iter().zip(&recorded).find(|(a, b)| a != b);
    let (asked_for, stood) = match differs {
        Some((asked, recorded)) => (asked.as_str(), recorded.as_str()),
        None if asked.len() == recorded.len() => return format!("number {}, with other settings", number + 1),
        None => (
            asked.get(recorded.len()).map_or("an end", String::as_str),
            recorded.get(asked.len()).map_or("an end", String::as_str),
        ),
    };
    let short = |text: &str| text.chars().take(80).collect::<String>();
    format!("number {}, which has `{}` where `{}` is asked", number + 1, short(stood), short(asked_for))
}

fn prefixed(role: &str, text: &str) -> Vec<String> {
    text.lines().map(|line| format!("{role}: {line}")).collect()
}

/// A model in front of a cassette.
pub struct Recorded<M> {
    /// Asked and recorded; `None` replays.
    model: Option<M>,
    name: String,
    cassette: Arc<Cassette>,
}

impl<M: ChatModel> Recorded<M> {
    /// Asks a model and records the exchanges.
    pub fn recording(model: M, name: impl Into<String>, cassette: Arc<Cassette>) -> Self {
        Self { model: Some(model), name: name.into(), cassette }
    }

    /// Answers from a cassette alone.
    pub fn replaying(name: impl Into<String>, cassette: Arc<Cassette>) -> Self {
        Self { model: None, name: name.into(), cassette }
    }
}

impl<M: ChatModel> ChatModel for Recorded<M> {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let Some(model) = &self.model else {
            return self.cassette.replay(&self.name, request);
        };
        let outcome = model.chat(request);
        let (reply, failure) = match &outcome {
            Ok(reply) => (Some(reply.clone()), None),
            Err(error) => (None, Some(error.to_string())),
        };
        self.cassette.record(Row {
            schema: SCHEMA.to_owned(),
            model: self.name.clone(),
            request: request.clone(),
            reply,
            failure,
        });
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::Scripted;

    #[test]
    fn what_is_recorded_is_replayed_in_order_and_a_miss_names_the_nearest() {
        let cassette = Arc::new(Cassette::default());
        let model = Recorded::recording(Scripted::new(["one", "two", "other"]), "m", Arc::clone(&cassette));
        let request = ChatRequest::new("Answer.", "Where is a?", 9);
        let other = ChatRequest::new("Answer.", "Where is b?", 9);
        assert!(model.chat(&request).is_ok() && model.chat(&request).is_ok() && model.chat(&other).is_ok());
        assert!(model.chat(&other).is_err(), "the script has ended");

        let text = cassette.render();
        let cassette = Arc::new(Cassette::parse(&text).expect("its own text"));
        assert_eq!(cassette.render(), text);
        let replay: Recorded<Scripted> = Recorded::replaying("m", cassette);
        let said = |request: &ChatRequest| replay.chat(request).expect("recorded").text;
        assert_eq!([said(&request), said(&request), said(&request)], ["one", "two", "two"]);
        assert_eq!(said(&other), "other");
        assert!(matches!(replay.chat(&other), Err(ModelError::Replayed(_))));

        let miss = replay.chat(&ChatRequest::new("Answer.", "Where is c?", 9)).expect_err("not recorded").to_string();
        assert!(miss.contains("which has `user: Where is"), "{miss}");
        let empty: Recorded<Scripted> = Recorded::replaying("m", Arc::default());
        assert!(empty.chat(&request).expect_err("empty").to_string().contains("it is empty"));
    }

    #[test]
    fn other_versions_are_refused() {
        let row =
            r#"{"schema":"libra.cassette/9","model":"m","request":{"messages":[],"temperature":0.0,"max_tokens":1}}"#;
        assert!(matches!(Cassette::parse(row), Err(CassetteError::Version { line: 1, .. })));
        assert!(matches!(Cassette::parse("\n{"), Err(CassetteError::Row { line: 2, .. })));
    }
}
