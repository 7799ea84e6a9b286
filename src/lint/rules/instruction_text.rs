//! CAT007: text that speaks to a model instead of describing code.

use crate::base::Span;
use crate::lint::context::LintContext;
use crate::lint::cutting;
use crate::lint::sink::Sink;

/// Phrases in which every place holds one of several words; `*` is one optional word of any kind.
const PHRASES: &[&[&str]] = &[
    &[
        "ignore|disregard|forget|override",
        "*",
        "*",
        "previous|prior|above|earlier|preceding",
        "instructions|instruction|prompts|prompt|rules|directions|messages",
    ],
    &["ignore|disregard|forget|override", "your|all", "*", "instructions|instruction|prompts|prompt|directions"],
    &["reveal|print|show|repeat|output|leak", "your|the", "system", "prompt|message|instructions"],
    &["you", "are", "now|no", "a|an|in|longer"],
    &["you", "are", "a|an", "helpful|ai|large|language", "assistant|model|agent|language"],
    &["do", "not", "tell|inform|alert|notify|warn", "the", "user|developer|human|reviewer"],
    &["don", "t", "tell|inform|alert|notify|warn", "the", "user|developer|human|reviewer"],
    &["as", "an", "ai", "assistant|model|agent|language"],
    &["always|instead", "answer|respond|reply", "with|that"],
    &["new|updated|following", "system", "instructions|prompt"],
];

/// Marks with which chat formats separate the parts of a conversation.
const MARKS: &[&str] = &[
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
    "[INST]",
    "[/INST]",
    "<<SYS>>",
    "<system>",
    "</system>",
    "<|system|>",
];

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    let text = context.text();
    let mut found: Vec<Span> = Vec::new();
    for mark in MARKS {
        found.extend(text.match_indices(mark).map(|(at, _)| Span::new(at, at + mark.len())));
    }
    let mut words = Vec::new();
    for line in 1..=context.lines.line_count() {
        let span = context.lines.line_span(line);
        found.extend(
            phrase(span.slice(text), &mut words).map(|hit| Span::new(span.start + hit.start, span.start + hit.end)),
        );
    }
    found.sort();
    for span in found {
        let said = span.slice(text);
        let finding = sink.report(span, said, format!("`{said}` speaks to a model; a catalog describes code"));
        finding.fix = cutting::without_sentence(context, span);
    }
}

/// The first phrase on a line. `words` is room for the line's words, kept from line to line.
fn phrase<'t>(line: &'t str, words: &mut Vec<(usize, &'t str)>) -> Option<Span> {
    words.clear();
    let mut at = 0;
    for word in line.split(|c: char| !c.is_alphanumeric()) {
        if !word.is_empty() {
            words.push((at, word));
        }
        // The character that ended the word, which is at the line's end none.
        at += word.len();
        at += line[at..].chars().next().map_or(0, char::len_utf8);
    }
    (0..words.len()).filter(|from| is_opener(words[*from].1)).find_map(|from| {
        let end = PHRASES.iter().find_map(|phrase| matches(&words[from..], phrase))?;
        let (last_at, last) = words[from + end - 1];
        Some(Span::new(words[from].0, last_at + last.len()))
    })
}

/// Whether some phrase may begin with a word: nearly no word goes on to the phrases themselves.
fn is_opener(word: &str) -> bool {
    let mut openers = PHRASES.iter().filter_map(|phrase| phrase.first()).flat_map(|first| first.split('|'));
    (2..=9).contains(&word.len())
        && openers.any(|opener| opener.len() == word.len() && opener.eq_ignore_ascii_case(word))
}

/// How many words a phrase takes at the front of `words`, if it stands there.
fn matches(words: &[(usize, &str)], phrase: &[&str]) -> Option<usize> {
    let Some((first, rest)) = phrase.split_first() else { return Some(0) };
    if *first == "*" {
        let without = matches(words, rest);
        return without.or_else(|| matches(words.get(1..)?, rest).map(|count| count + 1));
    }
    let (_, word) = words.first()?;
    if !first.split('|').any(|choice| choice.eq_ignore_ascii_case(word)) {
        return None;
    }
    matches(&words[1..], rest).map(|count| count + 1)
}
