//! Enrich: gives the gold's entry the signal that it lacks, in the words of its own source.

use std::collections::BTreeSet;

use crate::agents::healer::embedded::case::Case;
use crate::agents::healer::embedded::draft::Draft;
use crate::agents::healer::embedded::draft::LINE;
use crate::agents::healer::embedded::draft::Line;
use crate::agents::healer::embedded::material;
use crate::agents::healer::embedded::material::Sentence;
use crate::agents::healer::embedded::prose;
use crate::agents::healer::embedded::vocabulary::Vocabulary;
use crate::agents::healer::embedded::vocabulary::content_stems;
use crate::catalog::SymbolLine;
use crate::catalog::resolve::resolve;
use crate::source::FileFacts;
use crate::source::Symbol;

/// Characters of a summary or a path; a line's limit allows more, a reader does not.
const SENTENCE: usize = 160;
/// Sub-bullets that one symbol may have.
const PATHS: usize = 4;
/// Sub-bullets that one failure may add for what was asked.
const NEW_PATHS: usize = 2;
/// Sub-bullets up to which what else separates the symbol is said along with it.
const ROUNDED: usize = 3;
/// What such a sentence must be worth: about two words that no other entry has.
const SEPARATES: f64 = 6.0;

/// Lists the gold symbol, describes it, and names the paths that were asked for. Returns whether the plan changed.
pub(crate) fn symbol(vocabulary: &Vocabulary, case: &Case<'_>, draft: &mut Draft, missing: &BTreeSet<String>) -> bool {
    let Some(at) = case.symbol else {
        return false;
    };
    let place = place_of(case.facts, draft, at);
    let line = &mut draft.lines[place];
    let before = line.bullet.clone();
    let sentences = material::of_symbol(case.facts, at);
    let name = content_stems(&line.bullet.declaration);
    if line.bullet.summary.is_none() {
        line.bullet.summary = summary(vocabulary, &sentences, missing, &name).map(|text| fit(&text, line.room()));
    }
    let mut open: BTreeSet<String> = missing.difference(&said(line)).cloned().collect();
    let room = PATHS.saturating_sub(line.bullet.paths.len()).min(NEW_PATHS);
    for _ in 0..room {
        let known = said(line);
        let best = sentences
            .iter()
            .filter(|sentence| !is_said(line, &sentence.text))
            .map(|sentence| (worth(vocabulary, sentence, &open, &known), sentence))
            .filter(|(worth, _)| *worth > 0.0)
            .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.text.cmp(&a.1.text)));
        let Some((_, sentence)) = best else {
            break;
        };
        say(line, &sentence.text);
        open.retain(|stem| !sentence.stems.contains(stem));
    }
    let changed = line.name.is_empty() || line.bullet != before;
    if changed {
        round_off(vocabulary, &sentences, line);
    }
    line.changed |= changed;
    changed
}

/// Says what else tells a symbol apart. Only what was asked would be learnt by heart otherwise: the next question about
/// the same lines is asked in other words.
fn round_off(vocabulary: &Vocabulary, sentences: &[Sentence], line: &mut Line) {
    for _ in line.bullet.paths.len()..ROUNDED {
        let known = said(line);
        let own = |sentence: &Sentence| vocabulary.sum(sentence.stems.difference(&known)) * sentence.origin.reach();
        let best = sentences
            .iter()
            .filter(|sentence| !is_said(line, &sentence.text))
            .map(|sentence| (own(sentence), sentence))
            .filter(|(worth, _)| *worth >= SEPARATES)
            .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.text.cmp(&a.1.text)));
        let Some((_, sentence)) = best else {
            return;
        };
        say(line, &sentence.text);
    }
}

/// Adds a sentence to a line: behind its summary where that has room, since a bullet of its own costs another symbol's
/// words, else under it.
fn say(line: &mut Line, sentence: &str) {
    let room = line.room();
    match &mut line.bullet.summary {
        Some(summary) if summary.ends_with('.') && summary.chars().count() + 1 + sentence.chars().count() <= room => {
            summary.push(' ');
            summary.push_str(sentence);
        }
        _ => line.bullet.paths.push(fit(sentence, LINE - 4)),
    }
}

/// A second sentence for the entry's summary, from the file's own documentation, where that says what was asked for.
pub(crate) fn entry_summary(
    vocabulary: &Vocabulary,
    facts: &FileFacts,
    summary: &str,
    missing: &BTreeSet<String>,
) -> Option<String> {
    let known = content_stems(summary);
    let sentences = material::of_file(facts);
    let best = sentences
        .iter()
        .map(|sentence| (worth(vocabulary, sentence, missing, &known), sentence))
        .filter(|(worth, _)| *worth > 0.0)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.text.cmp(&a.1.text)))?;
    append(summary, &best.1.text)
}

/// A summary with one more sentence, if both fit on a line and the sentence is cut by no more than its tail.
pub(crate) fn append(summary: &str, sentence: &str) -> Option<String> {
    let head = summary.trim_end();
    let joint = if head.ends_with(['.', '!']) { " " } else { ". " };
    let room = LINE.checked_sub(head.chars().count() + joint.len())?;
    let tail = prose::cut(sentence, room.min(SENTENCE));
    let whole = tail.chars().count() * 2 >= sentence.chars().count() && tail.split(' ').count() >= 3;
    (whole && !head.contains(tail.trim_end_matches('.'))).then(|| format!("{head}{joint}{tail}"))
}

/// What a sentence adds: the wanted stems that nothing says yet, and a little for what it says beyond them, since other
/// questions will be asked with other words.
fn worth(vocabulary: &Vocabulary, sentence: &Sentence, wanted: &BTreeSet<String>, known: &BTreeSet<String>) -> f64 {
    let hits = vocabulary.sum(sentence.stems.intersection(wanted).filter(|stem| !known.contains(*stem)));
    if hits == 0.0 {
        return 0.0;
    }
    let beyond = vocabulary.sum(sentence.stems.difference(known)) - hits;
    (hits + 0.1 * beyond) * sentence.origin.reach()
}

/// The first documentation sentence, or what best says what was asked for; nothing that only repeats the name.
fn summary(
    vocabulary: &Vocabulary,
    sentences: &[Sentence],
    missing: &BTreeSet<String>,
    name: &BTreeSet<String>,
) -> Option<String> {
    let first = sentences.first().filter(|first| first.origin == material::Origin::Documentation);
    let says_something = |sentence: &&Sentence| sentence.stems.difference(name).next().is_some();
    let best = || {
        sentences
            .iter()
            .max_by(|a, b| {
                worth(vocabulary, a, missing, name)
                    .total_cmp(&worth(vocabulary, b, missing, name))
                    .then_with(|| b.text.cmp(&a.text))
            })
            .filter(|sentence| worth(vocabulary, sentence, missing, name) > 0.0)
    };
    first.filter(says_something).or_else(best).map(|sentence| sentence.text.clone())
}

/// The line of a symbol in the draft; one is made where it is not listed.
fn place_of(facts: &FileFacts, draft: &mut Draft, at: usize) -> usize {
    let symbol = &facts.symbols[at];
    let listed = draft.lines.iter().position(|line| {
        !line.name.is_empty() && resolve(facts, &line.name).contains(&at)
            || line.name.is_empty() && line.bullet.declaration == declaration(symbol)
    });
    listed.unwrap_or_else(|| {
        draft.lines.push(Line {
            name: String::new(),
            bullet: SymbolLine {
                declaration: declaration(symbol),
                range: symbol.range,
                summary: None,
                paths: Vec::new(),
            },
            changed: true,
        });
        draft.lines.len() - 1
    })
}

/// How a symbol is written: with its parameters where they are short.
pub(crate) fn declaration(symbol: &Symbol) -> String {
    match &symbol.parameters {
        Some(parameters) if symbol.kind.is_callable() && parameters.chars().count() <= 40 && plain(parameters) => {
            format!("{}({parameters})", symbol.qualified_name)
        }
        _ => symbol.qualified_name.clone(),
    }
}

/// Whether a text can stand in a code span.
fn plain(text: &str) -> bool {
    !text.contains(['`', '\n'])
}

/// The stems that a line already has.
fn said(line: &Line) -> BTreeSet<String> {
    let mut stems = content_stems(&line.bullet.declaration);
    for text in line.bullet.summary.iter().chain(&line.bullet.paths) {
        stems.extend(content_stems(text));
    }
    stems
}

/// Whether a line already says a sentence, whole or cut.
fn is_said(line: &Line, sentence: &str) -> bool {
    let bare = |text: &str| text.trim_end_matches(['.', '…']).to_lowercase();
    let sentence = bare(sentence);
    line.bullet
        .summary
        .iter()
        .chain(&line.bullet.paths)
        .map(|text| bare(text))
        .any(|text| !text.is_empty() && (sentence.starts_with(&text) || text.contains(&sentence)))
}

fn fit(sentence: &str, room: usize) -> String {
    prose::cut(sentence, room.min(SENTENCE))
}
