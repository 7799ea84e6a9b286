//! The words that a question may not use, and other words in their place.

use std::collections::BTreeSet;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::agents::prompter::grammar;
use crate::agents::prompter::synonyms;
use crate::agents::prompter::synonyms::Need;
use crate::agents::prompter::verbs;
use crate::agents::prompter::verbs::Form;
use crate::base::words;

/// One word in this many that could be said otherwise is said otherwise, so that a question does not repeat its source
/// word for word.
const PARAPHRASE_ONE_IN: u32 = 3;

/// What a question may not say. Words are compared in lower case.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// Identifiers of the chunk.
    names: BTreeSet<String>,
    /// Stems of further words that would give the answer away: rare parts of its names and, where that rule was drawn,
    /// words that name modules and directories.
    stems: BTreeSet<String>,
}

impl Vocabulary {
    /// A vocabulary without these identifiers and stems. Words of everyday grammar stay allowed.
    pub(super) fn new(names: impl IntoIterator<Item = String>, stems: BTreeSet<String>) -> Self {
        let names = names.into_iter().map(|name| name.to_lowercase());
        Self { names: names.filter(|name| name.len() > 1 && !words::is_stop_word(name)).collect(), stems }
    }

    /// Whether a word may not be said. A hyphenated word is judged as a whole and by its parts.
    pub(super) fn forbids(&self, word: &str) -> bool {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let judged = |word: &str| {
            self.names.contains(word)
                || word.len() > 2 && !words::is_stop_word(word) && self.stems.contains(&words::stem(word))
        };
        judged(&word) || word.contains('-') && word.split('-').any(judged)
    }

    /// Whether no word of a text is forbidden.
    pub(super) fn allows(&self, text: &str) -> bool {
        let separates = |c: char| c.is_whitespace() || matches!(c, '/' | '.' | ',' | ':' | '(' | ')' | '=');
        !text.split(separates).any(|word| self.forbids(word))
    }

    /// A verb to say instead of `verb` (base forms), before `rest`: itself, unless it is forbidden or chance asks for
    /// another. A verb that is tied to a preposition keeps it.
    pub(super) fn verb(&self, verb: &str, rest: &str, rng: &mut ChaCha8Rng) -> Option<String> {
        let allowed = |verb: &str| {
            [Form::Base, Form::Third, Form::Gerund, Form::Participle]
                .iter()
                .all(|form| self.allows(&verbs::inflect(verb, *form)))
        };
        let must = !allowed(verb);
        let need = if must { Need::Must } else { Need::Choice };
        let tied = rest.split(' ').next().is_some_and(grammar::is_preposition);
        let mut others = if tied { Vec::new() } else { synonyms::verbs(verb, need) };
        others.retain(|verb| allowed(verb));
        let chosen = must || verb == "return" || rng.random_range(0..PARAPHRASE_ONE_IN) == 0;
        match pick(&others, rng) {
            Some(other) if chosen => Some(other.to_owned()),
            _ => (!must).then(|| verb.to_owned()),
        }
    }

    /// A text in allowed words. Where a word has no substitute the text is cut before the phrase that holds it, if
    /// what precedes can stand alone; `None` where it cannot. With it, how many words were changed.
    pub(super) fn rewrite(&self, text: &str, rng: &mut ChaCha8Rng) -> Option<(String, usize)> {
        let tokens: Vec<&str> = text.split(' ').filter(|token| !token.is_empty()).collect();
        let mut out: Vec<String> = Vec::new();
        let mut changed = 0;
        for (at, token) in tokens.iter().enumerate() {
            let forbidden = self.forbids(token);
            if !forbidden && rng.random_range(0..PARAPHRASE_ONE_IN) != 0 {
                out.push((*token).to_owned());
                continue;
            }
            let need = if forbidden { Need::Must } else { Need::Choice };
            match self.substitute(&tokens, at, need, rng) {
                Some(word) => {
                    changed += 1;
                    fix_article(&mut out, &word);
                    out.push(word);
                }
                None if forbidden => {
                    let cut = last_joint(&out)?;
                    out.truncate(cut);
                    return Some((out.join(" ").trim_end_matches(',').to_owned(), changed + 1));
                }
                None => out.push((*token).to_owned()),
            }
        }
        Some((out.join(" "), changed))
    }

    /// Another word for the one at `at`, in the same form and with its punctuation.
    fn substitute(&self, tokens: &[&str], at: usize, need: Need, rng: &mut ChaCha8Rng) -> Option<String> {
        let token = tokens[at];
        let core = token.trim_end_matches([',', '.']);
        let tail = &token[core.len()..];
        let previous = at.checked_sub(1).map_or("", |at| tokens[at]);
        let next = if tail.is_empty() { tokens.get(at + 1).copied() } else { None };
        // Several words cannot stand before a noun that they would have to qualify.
        let heads = next.is_none_or(|next| {
            grammar::is_preposition(next)
                || matches!(next, "is" | "are" | "was" | "were" | "and" | "or" | "that" | "which" | "has")
        });
        let mut others: Vec<String> = Vec::new();
        if matches!(previous, "to" | "can" | "must" | "should" | "will" | "may" | "cannot" | "not") {
            others.extend(synonyms::verbs(core, need).iter().map(|verb| (*verb).to_owned()));
        } else if heads || need == Need::Choice && next.is_some_and(|next| !grammar::is_determiner(next)) {
            others.extend(noun_forms(core, need));
            others.extend(synonyms::adjectives(core, need).iter().map(|word| (*word).to_owned()));
        }
        others
            .retain(|other| self.allows(other) && (heads || !other.contains(' ')) && !tokens.contains(&other.as_str()));
        pick(&others, rng).map(|other| format!("{other}{tail}"))
    }
}

/// Other nouns in the number of this one.
fn noun_forms(noun: &str, need: Need) -> Vec<String> {
    let singular = synonyms::nouns(noun, need).into_iter().map(str::to_owned);
    let plural = noun
        .strip_suffix("ies")
        .map(|stem| format!("{stem}y"))
        .into_iter()
        .chain(noun.strip_suffix("es").map(str::to_owned))
        .chain(noun.strip_suffix('s').map(str::to_owned))
        .flat_map(|base| synonyms::nouns(&base, need).into_iter().map(plural).collect::<Vec<_>>());
    singular.chain(plural).collect()
}

/// The plural of a noun phrase: of the word before its first preposition.
fn plural(noun: &str) -> String {
    let (head, tail) = match noun.split(' ').position(|word| matches!(word, "of" | "on" | "in" | "around")) {
        Some(at) => {
            let words: Vec<&str> = noun.split(' ').collect();
            (words[..at].join(" "), format!(" {}", words[at..].join(" ")))
        }
        None => (noun.to_owned(), String::new()),
    };
    let stem = head.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    let plural = match stem {
        Some(stem) => format!("{stem}ies"),
        None if ["s", "x", "ch", "sh"].iter().any(|end| head.ends_with(end)) => format!("{head}es"),
        None => format!("{head}s"),
    };
    format!("{plural}{tail}")
}

/// Where a text may be cut so that what precedes still stands: before its last preposition or conjunction, with at
/// least two words left that mean something.
fn last_joint(words: &[String]) -> Option<usize> {
    (2..words.len()).rev().find(|at| {
        let joint =
            grammar::is_preposition(&words[*at]) || matches!(words[*at].as_str(), "and" | "or" | "that" | "which");
        let before = &words[at - 1];
        let stands =
            !grammar::is_preposition(before) && !grammar::is_determiner(before) && !words::is_stop_word(before);
        let meaning = words[..*at].iter().filter(|word| !words::is_stop_word(word)).count();
        joint && stands && meaning >= 2
    })
}

/// Makes a preceding `a` or `an` agree with the word that now follows it.
fn fix_article(words: &mut [String], next: &str) {
    const CONSONANT_SOUNDS: &[&str] = &["uniq", "unif", "unio", "unit", "univ", "use", "usa", "util", "one"];
    let Some(last) = words.last_mut() else { return };
    if last == "a" || last == "an" {
        let vowel = next.starts_with(['a', 'e', 'i', 'o', 'u']);
        let sounds_otherwise = CONSONANT_SOUNDS.iter().any(|start| next.starts_with(start));
        let article = if vowel && !sounds_otherwise { "an" } else { "a" };
        article.clone_into(last);
    }
}

fn pick<'a, T: AsRef<str>>(words: &'a [T], rng: &mut ChaCha8Rng) -> Option<&'a str> {
    (!words.is_empty()).then(|| words[rng.random_range(0..words.len())].as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;

    fn vocabulary(names: &[&str]) -> Vocabulary {
        Vocabulary::new(names.iter().map(|name| (*name).to_owned()), BTreeSet::new())
    }

    #[test]
    fn never_says_what_is_forbidden() {
        let vocabulary = vocabulary(&["error", "file", "Parse"]);
        for number in 0..50 {
            let mut rng = Seed(1).stream("test", number);
            let (text, changed) = vocabulary.rewrite("an error in a file", &mut rng).expect("both have substitutes");
            assert!(vocabulary.allows(&text) && changed >= 1, "{text}");
            assert!(!text.contains("an failure") && !text.contains("an problem"), "{text}");
            assert_ne!(vocabulary.verb("parse", "the file", &mut rng).as_deref(), Some("parse"));
        }
    }

    #[test]
    fn cuts_what_it_cannot_say() {
        let mut rng = Seed(1).stream("test", 0);
        let rewritten = vocabulary(&["diophantine"]).rewrite("the degree bound of a diophantine system", &mut rng);
        assert!(rewritten.is_some_and(|(text, _)| !text.contains("diophantine") && !text.ends_with("of a")));
        assert_eq!(vocabulary(&["gamma"]).rewrite("gamma of one", &mut rng), None);
    }

    #[test]
    fn module_words_are_stems() {
        let vocabulary = Vocabulary::new([], BTreeSet::from([words::stem("matrices")]));
        assert!(vocabulary.forbids("matrices") && !vocabulary.forbids("tensor"));
        assert_eq!(plural("row of text"), "rows of text");
    }
}
