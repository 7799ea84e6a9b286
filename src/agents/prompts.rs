//! The prompts, one file each in `prompts/`, with named slots. They are part of the binary; a user may put others in
//! their place.

use std::collections::BTreeMap;

/// One prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Prompt {
    /// The file's name without `.md`.
    pub name: &'static str,
    text: &'static str,
    slots: &'static [&'static str],
}

macro_rules! prompts {
    ($($constant:ident = $name:literal: [$($slot:literal),*];)*) => {
        $(
            #[doc = concat!("`prompts/", $name, ".md`.")]
            pub const $constant: Prompt = Prompt {
                name: $name,
                text: include_str!(concat!("../../prompts/", $name, ".md")),
                slots: &[$($slot),*],
            };
        )*
        /// All prompts.
        pub const ALL: &[Prompt] = &[$($constant),*];
    };
}

prompts! {
    PROMPTER_SYSTEM = "prompter.system": [];
    PROMPTER_USER = "prompter.user": ["path", "first", "last", "chunk", "rule"];
    PROMPTER_VOCABULARY = "prompter.rule-vocabulary": ["banned"];
    PROMPTER_EDGE_CASE = "prompter.rule-edge-case": [];
    SOLVER_TOP1 = "solver.top1.system": ["catalog"];
    SOLVER_TOP5 = "solver.top5.system": ["catalog"];
    SOLVER_GRAPH = "solver.graph.system": ["history"];
    SOLVER_HISTORY = "solver.history": [];
    SOLVER_USER = "solver.user": ["question"];
    HEALER_SYSTEM = "healer.system": ["line_length", "bullets", "example_entry"];
    HEALER_USER = "healer.user": ["target", "catalog", "count", "failures"];
    HEALER_FAILURE = "healer.failure": [
        "number", "question", "gold_file", "gold_function", "gold_reasoning", "lines", "chunk", "predicted_file",
        "predicted_function", "reasoning"
    ];
    CONTROLLER_SYSTEM = "controller.system": ["state"];
    CONTROLLER_PROPOSAL = "controller.proposal": ["count", "cards"];
    CONTROLLER_EXPANSION = "controller.expansion": ["selected", "count", "cards"];
    CONTROLLER_FINALIZATION = "controller.finalization": ["fewest", "most", "tokens", "selected", "cards"];
}

/// The prompts of a run: the built-in ones, or a user's own in their place.
#[derive(Clone, Debug, Default)]
pub struct Prompts {
    own: BTreeMap<&'static str, String>,
}

/// Why a user's prompt cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// It has a slot that nothing fills.
    #[error("the prompt `{prompt}` has a slot `{slot}`, which is not known; it may have: {known}")]
    UnknownSlot {
        /// The prompt.
        prompt: &'static str,
        /// The slot.
        slot: String,
        /// The slots that it may have.
        known: String,
    },
    /// It lacks a slot without which the model would not know what it is asked.
    #[error("the prompt `{prompt}` lacks the slot `{slot}`")]
    MissingSlot {
        /// The prompt.
        prompt: &'static str,
        /// The slot.
        slot: &'static str,
    },
}

impl Prompts {
    /// Puts a user's text in the place of a prompt.
    pub fn replace(&mut self, prompt: Prompt, text: String) -> Result<(), PromptError> {
        for slot in slots_of(&text) {
            if !prompt.slots.contains(&slot) {
                let known = prompt.slots.join(", ");
                return Err(PromptError::UnknownSlot { prompt: prompt.name, slot: slot.to_owned(), known });
            }
        }
        if let Some(slot) = prompt.slots.iter().copied().find(|slot| !slots_of(&text).any(|used| used == *slot)) {
            return Err(PromptError::MissingSlot { prompt: prompt.name, slot });
        }
        self.own.insert(prompt.name, text);
        Ok(())
    }

    /// The text of a prompt with its slots filled. What is filled in is not looked at again, so that a text which looks
    /// like a slot stays what it is.
    pub(crate) fn render(&self, prompt: Prompt, values: &[(&str, &str)]) -> String {
        let mut rest = self.own.get(prompt.name).map_or(prompt.text, String::as_str).trim_end();
        let mut text = String::with_capacity(rest.len());
        while let Some((before, after)) = rest.split_once("{{") {
            text.push_str(before);
            let (slot, after) = after.split_once("}}").unwrap_or((after, ""));
            let value = values.iter().find(|(name, _)| *name == slot).map(|(_, value)| *value);
            debug_assert!(value.is_some(), "the slot `{slot}` of `{}` is not filled", prompt.name);
            text.push_str(value.unwrap_or_default());
            rest = after;
        }
        text.push_str(rest);
        text
    }
}

fn slots_of(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{").skip(1).filter_map(|part| part.split_once("}}").map(|(slot, _)| slot))
}

/// Text from the repository between marks that it cannot hold itself, since they are made from it.
pub(crate) fn data(text: &str) -> String {
    let mark = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("<data {mark:016x}>\n{text}{end}</data {mark:016x}>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prompt_has_exactly_its_slots() {
        for prompt in ALL {
            let mut own = Prompts::default();
            assert_eq!(own.replace(*prompt, prompt.text.to_owned()), Ok(()), "{}", prompt.name);
            let lines = prompt.text.lines().filter(|line| line.chars().count() > 120);
            assert_eq!(lines.count(), 0, "{} has long lines", prompt.name);
        }
    }

    #[test]
    fn a_change_of_words_shows() {
        for prompt in ALL {
            let values: Vec<(String, String)> =
                prompt.slots.iter().map(|slot| ((*slot).to_owned(), format!("<{slot}>"))).collect();
            let values: Vec<(&str, &str)> =
                values.iter().map(|(slot, value)| (slot.as_str(), value.as_str())).collect();
            let rendered = Prompts::default().render(*prompt, &values);
            insta::with_settings!({ snapshot_path => "../../snapshots/prompts", prepend_module_to_snapshot => false }, {
                insta::assert_snapshot!(prompt.name, rendered);
            });
        }
    }

    #[test]
    fn a_users_prompt_is_checked() {
        let mut prompts = Prompts::default();
        let error = prompts.replace(SOLVER_USER, "{{question}} {{answer}}".to_owned()).expect_err("unknown");
        assert!(error.to_string().contains("`answer`"));
        let error = prompts.replace(SOLVER_USER, "nothing".to_owned()).expect_err("missing");
        assert!(error.to_string().contains("lacks the slot `question`"));
        prompts.replace(SOLVER_USER, "Q: {{question}}".to_owned()).expect("good");
        assert_eq!(prompts.render(SOLVER_USER, &[("question", "a {{catalog}}")]), "Q: a {{catalog}}");
    }

    #[test]
    fn data_cannot_end_its_own_marks() {
        let inner = data("x");
        let outer = data(&inner);
        assert!(outer.starts_with("<data ") && outer.lines().last() != inner.lines().last());
    }
}
