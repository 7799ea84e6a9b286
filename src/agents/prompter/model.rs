//! The Prompter on a model. What makes a question fair is checked here and not believed: it must be answered by its own
//! chunk, and no name of the chunk may stand in it.

use std::collections::BTreeSet;

use rand::Rng;
use serde_json::Value;
use serde_json::json;

use crate::agents::AgentError;
use crate::agents::Tally;
use crate::agents::dialogue::Dialogue;
use crate::agents::dialogue::Fault;
use crate::agents::dialogue::object_schema;
use crate::agents::dialogue::text;
use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::Probe;
use crate::agents::prompter::ProbeOutcome;
use crate::agents::prompter::Prompter;
use crate::agents::prompter::signals;
use crate::agents::prompts;
use crate::agents::prompts::Prompts;
use crate::agents::prompts::data;
use crate::agents::tools::Workbench;
use crate::base::LineRange;
use crate::base::Seed;
use crate::base::words;
use crate::catalog::Project;
use crate::catalog::resolve;
use crate::llm::ChatModel;
use crate::llm::ChatRequest;
use crate::repo::Tree;
use crate::source::FileFacts;

const ROLE: &str = "prompter";

/// Tokens that an answer may have.
const ANSWER_TOKENS: u32 = 2_000;

/// Calls of the model for one question, the answer included.
const TURNS: usize = 4;

/// Names of modules that the rule against them lists; the rest goes without saying.
const BANNED_LISTED: usize = 40;

/// Asks a model.
pub struct ModelPrompter<'a> {
    /// The model.
    pub model: &'a dyn ChatModel,
    /// The files that it may look at.
    pub tree: &'a dyn Tree,
    /// What it is told.
    pub prompts: &'a Prompts,
    /// Where its answers are counted.
    pub tally: &'a Tally,
}

/// What a model answered: a probe, or that the chunk is dead.
enum Answer {
    Dead,
    Probe(Probe),
}

impl Prompter for ModelPrompter<'_> {
    fn probe(
        &self,
        project: &Project,
        chunk: &ChunkRef,
        source: &str,
        seed: Seed,
        number: u64,
    ) -> Result<ProbeOutcome, AgentError> {
        let facts = match signals::facts_to_ask_about(project, chunk) {
            Ok(facts) => facts,
            Err(reason) => return Ok(ProbeOutcome::Invalid(reason)),
        };
        let bans_vocabulary = seed.stream("probe", number).random_range(0..2) == 0;
        let banned = if bans_vocabulary { module_words(project) } else { BTreeSet::new() };
        let rule = if bans_vocabulary {
            let listed: Vec<&str> = banned.iter().take(BANNED_LISTED).map(String::as_str).collect();
            self.prompts.render(prompts::PROMPTER_VOCABULARY, &[("banned", &listed.join(", "))])
        } else {
            self.prompts.render(prompts::PROMPTER_EDGE_CASE, &[])
        };
        let lines: Vec<&str> = lines_of(source, chunk.lines).collect();
        let values: [(&str, &str); 5] = [
            ("path", chunk.path.as_str()),
            ("first", &chunk.lines.start().to_string()),
            ("last", &chunk.lines.end().to_string()),
            ("chunk", &data(&lines.join("\n"))),
            ("rule", &rule),
        ];
        let user = self.prompts.render(prompts::PROMPTER_USER, &values);
        let system = self.prompts.render(prompts::PROMPTER_SYSTEM, &[]);
        let schema = object_schema(&json!({
            "reasoning": { "type": "string" }, "is_valid_chunk": { "type": "boolean" },
            "question": { "type": "string" }, "answer": { "type": "string" },
        }));
        let request = ChatRequest::new(system, user, ANSWER_TOKENS).answered_by("probe", schema);
        let forbidden = Forbidden::of(facts, chunk, source, &banned);
        let bench = Workbench::new(self.tree, project);
        let dialogue = Dialogue { role: ROLE, model: self.model, tally: self.tally, tools: Some((&bench, TURNS)) };
        let settled = dialogue.settle(request, |object| read(object, facts, chunk, &forbidden))?;
        Ok(match settled.answer {
            Some(Answer::Probe(probe)) => ProbeOutcome::Probe(probe),
            Some(Answer::Dead) => ProbeOutcome::Invalid("the model sees nothing to ask about"),
            None => ProbeOutcome::Invalid("the model's answer could not be used"),
        })
    }
}

fn read(object: &Value, facts: &FileFacts, chunk: &ChunkRef, forbidden: &Forbidden) -> Result<Answer, Fault> {
    if object.get("is_valid_chunk").and_then(Value::as_bool) == Some(false) {
        return Ok(Answer::Dead);
    }
    let question = text(object, "question");
    if words::identifiers(question).count() < 3 {
        return Err(Fault::new("no question", "`question` is empty or no sentence"));
    }
    if question.chars().count() > 1_000 {
        return Err(Fault::new("a flood", "`question` is longer than 1,000 characters"));
    }
    if let Some(word) = forbidden.first_in(question) {
        let detail = format!("the question says `{word}`, which is forbidden; say what it means");
        return Err(Fault::new("says a forbidden word", detail));
    }
    let answer = text(object, "answer");
    let (path, name) = answer.split_once("::").unwrap_or((answer, ""));
    if !path.is_empty() && path.trim_start_matches("./") != chunk.path.as_str() {
        let detail = format!("the answer must be in `{}`", chunk.path);
        return Err(Fault::new("is answered by another file", detail));
    }
    let name = name.split('(').next().unwrap_or_default().trim();
    let named = if name.is_empty() { Vec::new() } else { resolve::resolve(facts, &name.replace("::", ".")) };
    let symbol = named.into_iter().map(|at| &facts.symbols[at]).find(|symbol| symbol.range.overlaps(chunk.lines));
    if symbol.is_none() && !name.is_empty() {
        let detail = format!("lines {} to {} define no `{name}`", chunk.lines.start(), chunk.lines.end());
        return Err(Fault::new("is answered by no symbol of the chunk", detail));
    }
    Ok(Answer::Probe(Probe {
        question: question.split_whitespace().collect::<Vec<_>>().join(" "),
        gold_file: chunk.path.clone(),
        gold_function: symbol.map(|symbol| symbol.qualified_name.clone()),
        chunk: chunk.clone(),
        lines: symbol.map_or(chunk.lines, |symbol| symbol.range),
        reasoning: text(object, "reasoning").chars().take(2_000).collect(),
    }))
}

/// The words that a question may not say.
struct Forbidden {
    /// Names that are no words of the language, such as `fetch_page`, and definitions of any form, in lower case.
    names: BTreeSet<String>,
    /// Stems of words for modules.
    stems: BTreeSet<String>,
}

impl Forbidden {
    fn of(facts: &FileFacts, chunk: &ChunkRef, source: &str, banned: &BTreeSet<String>) -> Self {
        let names = signals::identifiers(facts, chunk.lines, source).into_iter().filter(|name| is_compound(name));
        let defined = facts.symbols.iter().filter(|symbol| symbol.range.overlaps(chunk.lines));
        let defined = defined.map(|symbol| symbol.name.clone()).filter(|name| name.len() > 2);
        let stem = std::iter::once(chunk.path.stem().to_owned());
        let names = names.chain(defined).chain(stem).map(|name| name.to_lowercase()).collect();
        Self { names, stems: banned.iter().map(|word| words::stem(word)).collect() }
    }

    fn first_in(&self, question: &str) -> Option<String> {
        words::identifiers(question)
            .find(|word| {
                let plain = word.to_lowercase();
                self.names.contains(&plain) || self.stems.contains(&words::stem(&plain))
            })
            .map(str::to_owned)
    }
}

/// Whether a name gives itself away by its form: with an underscore, a digit, or capitals inside.
fn is_compound(name: &str) -> bool {
    let inner = name.trim_matches('_');
    inner.contains('_')
        || inner.chars().any(|letter| letter.is_ascii_digit())
        || inner.chars().skip(1).any(char::is_uppercase) && inner.chars().any(char::is_lowercase)
}

/// The words that modules and directories are called by.
fn module_words(project: &Project) -> BTreeSet<String> {
    project
        .modules
        .keys()
        .flat_map(|directory| directory.parts().map(str::to_lowercase).collect::<Vec<_>>())
        .filter(|word| word.len() > 2 && !words::is_stop_word(word))
        .collect()
}

fn lines_of(source: &str, lines: LineRange) -> impl Iterator<Item = &str> {
    source.lines().skip(lines.start() as usize - 1).take(lines.line_count() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::fixture;
    use crate::llm::Message;
    use crate::llm::Scripted;
    use crate::repo::MemoryTree;

    fn ask(model: &Scripted) -> (ProbeOutcome, Tally) {
        let project = fixture::project(vec![("net/fetch.py", fixture::retry_facts())], &[]);
        let source = "# source\n".repeat(80);
        let chunk = ChunkRef { path: fixture::path("net/fetch.py"), lines: LineRange::clamped(1, 60) };
        let (tally, prompts, tree) = (Tally::default(), Prompts::default(), MemoryTree::new());
        let prompter = ModelPrompter { model, tree: &tree, prompts: &prompts, tally: &tally };
        let outcome = prompter.probe(&project, &chunk, &source, Seed(0), 1).expect("the script holds");
        (outcome, tally)
    }

    fn answer(question: &str, answer: &str) -> String {
        json!({ "reasoning": "r", "is_valid_chunk": true, "question": question, "answer": answer }).to_string()
    }

    #[test]
    fn a_fair_question_is_taken() {
        let good = answer("What happens when the other side asks for patience?", "net/fetch.py::Fetcher.fetch_page");
        let (outcome, tally) = ask(&Scripted::new([good.as_str()]));
        let ProbeOutcome::Probe(probe) = outcome else { panic!("{outcome:?}") };
        assert_eq!(probe.gold_function.as_deref(), Some("Fetcher.fetch_page"));
        assert_eq!(probe.lines, LineRange::clamped(3, 30));
        assert_eq!(tally.counts()["prompter"].usable, 1);
    }

    #[test]
    fn an_unfair_one_is_asked_for_again_and_given_up() {
        let unfair = [
            answer("Does fetch_page wait for a busy server?", "net/fetch.py::Fetcher.fetch_page"),
            answer("What happens when the other side is busy?", "net/other.py::x"),
            answer("What happens when the other side is busy?", "net/fetch.py::invented"),
        ];
        let model = Scripted::new(unfair.iter().map(String::as_str));
        let (outcome, tally) = ask(&model);
        assert_eq!(outcome, ProbeOutcome::Invalid("the model's answer could not be used"));
        assert_eq!(tally.counts()["prompter"].unusable["is answered by no symbol of the chunk"], 1);
        let told = |number: usize| match model.requests()[number].messages.last() {
            Some(Message::User(text)) => text.clone(),
            other => panic!("{other:?}"),
        };
        assert!(told(1).contains("`fetch_page`") && told(2).contains("must be in `net/fetch.py`"));
    }

    #[test]
    fn a_dead_chunk_is_said_to_be_one() {
        let dead = r#"{"reasoning": "r", "is_valid_chunk": false, "question": "", "answer": ""}"#;
        assert_eq!(ask(&Scripted::new([dead])).0, ProbeOutcome::Invalid("the model sees nothing to ask about"));
    }
}
