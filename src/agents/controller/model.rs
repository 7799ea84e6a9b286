//! The three calls: proposal, expansion, finalization. Cards are named by short ids; what names no card is dropped.

use std::collections::BTreeSet;

use serde_json::Value;
use serde_json::json;

use crate::agents::AgentError;
use crate::agents::Tally;
use crate::agents::dialogue::Dialogue;
use crate::agents::dialogue::Fault;
use crate::agents::dialogue::object_schema;
use crate::agents::prompts;
use crate::agents::prompts::Prompt;
use crate::agents::prompts::Prompts;
use crate::agents::prompts::data;
use crate::evidence::complement::Card;
use crate::evidence::complement::Choice;
use crate::evidence::complement::Controller;
use crate::evidence::complement::Desk;
use crate::evidence::complement::Unusable;
use crate::llm::ChatModel;
use crate::llm::ChatRequest;

const ROLE: &str = "controller";

/// Tokens that an answer may have.
const ANSWER_TOKENS: u32 = 2_400;

/// Characters of the state that are told.
const STATE_CHARACTERS: usize = 16_000;

/// How often a request that the model cannot read at once is made shorter: down to an eighth of the cards.
const HALVINGS: u32 = 3;

/// Asks a model.
pub struct ModelController<'a> {
    /// What the answer calls it, such as `openai:gpt-5-mini`.
    pub name: String,
    /// The model.
    pub model: &'a dyn ChatModel,
    /// What it is told.
    pub prompts: &'a Prompts,
    /// Where its answers are counted.
    pub tally: &'a Tally,
    /// The state, as it is told.
    pub state: String,
}

/// What a stage accepts: an empty answer is a decision only where nothing may be lacking.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Empty {
    Allowed,
    Refused,
}

impl ModelController<'_> {
    /// The candidates that the model names, each once, in its order. `told` are the prompt's values for some of the cards.
    /// Where the request is too long for the model, the first half of the cards is shown, and half of these: cards stand
    /// in the order of their worth. The state gives way only after that.
    fn ask<'v>(
        &self,
        prompt: Prompt,
        told: impl Fn(&[Card]) -> Vec<(&'v str, String)>,
        cards: &[Card],
        empty: Empty,
    ) -> Result<Vec<usize>, Unusable> {
        let dialogue = Dialogue { role: ROLE, model: self.model, tally: self.tally, tools: None };
        for halving in 0..=HALVINGS {
            let shown = &cards[..cards.len().div_ceil(1 << halving)];
            let state = STATE_CHARACTERS >> halving.saturating_sub(1);
            let request = self.request(prompt, &told(shown), state);
            let known: BTreeSet<usize> = shown.iter().map(|card| card.candidate).collect();
            let read = |object: &Value| named(object, &known, empty);
            let settled = if halving < HALVINGS {
                dialogue.settle_if_it_fits(request, read)
            } else {
                dialogue.settle(request, read).map(Some)
            };
            match settled {
                Ok(Some(settled)) => return settled.answer.ok_or(Unusable::NoAnswer),
                Ok(None) => self.tally.refused(ROLE, "too long a request: half of the cards were left out"),
                Err(AgentError::Failed { source, .. }) => return Err(Unusable::Unreachable(source)),
                Err(error) => return Err(Unusable::Unreachable(Box::new(error))),
            }
        }
        Err(Unusable::NoAnswer)
    }

    fn request(&self, prompt: Prompt, values: &[(&str, String)], state: usize) -> ChatRequest {
        let state: String = self.state.chars().take(state).collect();
        let values: Vec<(&str, &str)> = values.iter().map(|(slot, value)| (*slot, value.as_str())).collect();
        let system = self.prompts.render(prompts::CONTROLLER_SYSTEM, &[("state", &data(&state))]);
        let schema = object_schema(&json!({
            "reasoning": { "type": "string" },
            "ids": { "type": "array", "items": { "type": "string" } },
        }));
        ChatRequest::new(system, self.prompts.render(prompt, &values), ANSWER_TOKENS).answered_by("selection", schema)
    }
}

fn named(object: &Value, shown: &BTreeSet<usize>, empty: Empty) -> Result<Vec<usize>, Fault> {
    let Some(ids) = object.get("ids").and_then(Value::as_array) else {
        return Err(Fault::new("no list of ids", "`ids` is no list"));
    };
    let mut known = BTreeSet::new();
    let candidates: Vec<usize> = ids
        .iter()
        .filter_map(|id| candidate_of(id).filter(|candidate| shown.contains(candidate) && known.insert(*candidate)))
        .collect();
    if candidates.is_empty() && (empty == Empty::Refused || !ids.is_empty()) {
        return Err(Fault::new("names no card", "no id in `ids` is that of a card"));
    }
    Ok(candidates)
}

/// The candidate that an id means: `C12`, `[C12]`, `12`.
fn candidate_of(id: &Value) -> Option<usize> {
    match id {
        Value::String(text) => text.trim().trim_matches(['[', ']', ' ']).trim_start_matches(['C', 'c']).parse().ok(),
        Value::Number(number) => usize::try_from(number.as_u64()?).ok(),
        _ => None,
    }
}

fn written(desk: &Desk<'_>, cards: &[Card], tagged: bool) -> String {
    let cards: Vec<String> = cards
        .iter()
        .map(|card| {
            let tag = if tagged {
                format!(" {}, {} tokens", card.origin.as_str(), desk.candidates[card.candidate].tokens)
            } else {
                String::new()
            };
            format!("[C{}]{tag} {}", card.candidate, card.text)
        })
        .collect();
    data(&cards.join("\n\n"))
}

/// The candidates that choices hold, by id and place.
fn selected_places(desk: &Desk<'_>, selected: &[Choice]) -> String {
    let held =
        (0..desk.candidates.len()).filter(|at| selected.iter().any(|choice| choice.holds(desk.candidates[*at].unit)));
    let lines: Vec<String> = held
        .map(|at| {
            let candidate = &desk.candidates[at];
            let symbol = candidate.symbol.as_deref().unwrap_or_default();
            format!("[C{at}] {}:{} {symbol}", candidate.path, candidate.lines).trim_end().to_owned()
        })
        .collect();
    data(&lines.join("\n"))
}

fn choices(desk: &Desk<'_>, candidates: &[usize]) -> Vec<Choice> {
    candidates.iter().map(|at| Choice::one(desk.candidates[*at].unit)).collect()
}

impl Controller for ModelController<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn propose(&self, desk: &Desk<'_>, cards: &[Card]) -> Result<Vec<Choice>, Unusable> {
        let count = desk.capacities.proposed.to_string();
        let told = |cards: &[Card]| vec![("count", count.clone()), ("cards", written(desk, cards, false))];
        let candidates = self.ask(prompts::CONTROLLER_PROPOSAL, told, cards, Empty::Refused)?;
        Ok(choices(desk, &candidates))
    }

    fn expand(&self, desk: &Desk<'_>, selected: &[Choice], cards: &[Card]) -> Result<Vec<usize>, Unusable> {
        let count = desk.capacities.expanded.to_string();
        let told = |cards: &[Card]| {
            let selected = selected_places(desk, selected);
            vec![("selected", selected), ("count", count.clone()), ("cards", written(desk, cards, false))]
        };
        self.ask(prompts::CONTROLLER_EXPANSION, told, cards, Empty::Allowed)
    }

    fn finalize(&self, desk: &Desk<'_>, selected: &[Choice], cards: &[Card]) -> Result<Vec<Choice>, Unusable> {
        let capacities = desk.capacities;
        let told = |cards: &[Card]| {
            vec![
                ("fewest", capacities.fewest_items.to_string()),
                ("most", capacities.most_items.to_string()),
                ("tokens", capacities.most_tokens.to_string()),
                ("selected", selected_places(desk, selected)),
                ("cards", written(desk, cards, true)),
            ]
        };
        let mut candidates = self.ask(prompts::CONTROLLER_FINALIZATION, told, cards, Empty::Refused)?;
        candidates.truncate(capacities.most_items);
        // An answer below the fewest is filled up from what was proposed, then found, then stands high: the order of the
        // cards.
        for card in cards {
            if candidates.len() >= capacities.fewest_items {
                break;
            }
            if !candidates.contains(&card.candidate) {
                candidates.push(card.candidate);
            }
        }
        Ok(choices(desk, &candidates))
    }
}
