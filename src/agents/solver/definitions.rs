//! Which of a question's words name something that files define.

use std::collections::HashMap;

use crate::agents::solver::question::Question;
use crate::agents::solver::question::folded;
use crate::agents::solver::signals::Signal;
use crate::agents::solver::signals::Values;

/// A name that is defined in more files than this names none of them.
const COMMON: usize = 12;
/// What a plain lower-case word counts that happens to be spelled like a symbol.
const PLAIN: f64 = 0.4;
/// The most that definitions of a question's words add up to.
const CAP: f64 = 1.5;

/// A defined name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Definition {
    /// The bare name.
    pub(super) name: String,
    /// The name in the spelling that all conventions share.
    pub(super) folded: String,
    /// Whether it is a type or stands at the top level of its file.
    pub(super) top: bool,
    /// Its file, by number.
    pub(super) file: u32,
}

impl Definition {
    /// A definition by its qualified name.
    pub(super) fn new(qualified_name: &str, is_type: bool, file: u32) -> Self {
        let name = qualified_name.rsplit('.').next().unwrap_or_default();
        Self { name: name.to_owned(), folded: folded(name), top: is_type || !qualified_name.contains('.'), file }
    }
}

/// Sets the signals that definitions give, for every file.
pub(super) fn signals(definitions: &[&Definition], question: &Question, values: &mut [Values]) {
    let single = question.words.iter().filter(|word| word.in_lead).count() <= 1;
    let mut leads: HashMap<String, f64> = question.joined.iter().map(|name| (name.clone(), 1.0)).collect();
    for word in question.words.iter().filter(|word| word.in_lead) {
        let plain = word.text.chars().all(|c| c.is_lowercase() || c.is_numeric()) && !word.is_code;
        leads.insert(folded(&word.text), if plain && !single { PLAIN } else { 1.0 });
    }
    let codes: HashMap<&str, f64> = question
        .words
        .iter()
        .filter(|word| word.is_code || word.text.starts_with(char::is_uppercase))
        .map(|word| (word.text.as_str(), if word.is_code { 1.0 } else { 0.5 }))
        .collect();
    let mut of_lead: HashMap<&str, Vec<u32>> = HashMap::new();
    let mut of_code: HashMap<&str, Vec<u32>> = HashMap::new();
    for definition in definitions {
        if definition.top && leads.contains_key(&definition.folded) {
            of_lead.entry(&definition.folded).or_default().push(definition.file);
        }
        if codes.contains_key(definition.name.as_str()) {
            of_code.entry(&definition.name).or_default().push(definition.file);
        }
    }
    let share = |files: &mut Vec<u32>| {
        files.sort_unstable();
        files.dedup();
        files.len()
    };
    for (name, mut files) in of_lead {
        let count = share(&mut files);
        for file in files {
            add(&mut values[file as usize], Signal::Defines, leads[name] / (count as f64).sqrt());
        }
    }
    for (name, mut files) in of_code {
        let count = share(&mut files);
        if count <= COMMON {
            for file in files {
                add(&mut values[file as usize], Signal::Mentions, codes[name] / count as f64);
            }
        }
    }
}

fn add(values: &mut Values, signal: Signal, value: f64) {
    // Sums come from hash maps in no order; rounding keeps them the same bits whatever the order.
    let sum = ((values.get(signal) + value) * 1e9).round() / 1e9;
    values.set(signal, sum.min(CAP));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_names_count_more() {
        let all = [
            Definition::new("BlobId", true, 0),
            Definition::new("Tree.read", false, 1),
            Definition::new("read", false, 2),
            Definition::new("Other.read", false, 2),
        ];
        let question = Question::new("how is a blob id read?\n\nI call `read()`.");
        let mut values = vec![Values::default(); 3];
        signals(&all.iter().collect::<Vec<_>>(), &question, &mut values);
        assert!((values[0].get(Signal::Defines) - 1.0).abs() < 1e-6);
        assert!(values[1].get(Signal::Defines) == 0.0 && values[2].get(Signal::Defines) > 0.0);
        assert!((values[1].get(Signal::Mentions) - 0.5).abs() < 1e-6);
    }
}
