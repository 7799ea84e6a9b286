//! From what stands in comments and messages to plain sentences: markup, references and code are taken out, and what
//! is left is given up where it would not read as English.

use crate::base::words;

/// The most code words that a sentence may hold and still be understood without them.
const MAX_CODE_WORDS: usize = 1;

/// The sentences of a doc comment's prose, in order, raw; parameter lists, examples and headings are left out.
pub(super) fn doc_sentences(doc: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut paragraph = String::new();
    let mut in_code = false;
    let lines: Vec<&str> = doc.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim();
        if text.starts_with("```") || text.starts_with("~~~") {
            in_code = !in_code;
        }
        if in_code || text.is_empty() || is_markup_line(text) {
            sentences.extend(split_sentences(&std::mem::take(&mut paragraph)));
            continue;
        }
        let underlined = lines.get(at + 1).is_some_and(|next| is_underline(next.trim()));
        if underlined || is_section_heading(text) {
            sentences.extend(split_sentences(&std::mem::take(&mut paragraph)));
            break;
        }
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(text);
    }
    sentences.extend(split_sentences(&paragraph));
    sentences
}

/// The sentences of a piece of prose, without their full stops.
pub(super) fn split_sentences(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, character) in text.char_indices() {
        let rest = &text[at + character.len_utf8()..];
        let ends = matches!(character, '.' | '!' | '?') && (rest.is_empty() || rest.starts_with(char::is_whitespace));
        if ends && !ends_in_abbreviation(&text[start..at]) {
            sentences.push(text[start..at].trim().to_owned());
            start = at + character.len_utf8();
        }
    }
    sentences.push(text[start..].trim().to_owned());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

fn ends_in_abbreviation(text: &str) -> bool {
    let last = text.rsplit([' ', '(']).next().unwrap_or_default();
    matches!(last, "e.g" | "i.e" | "etc" | "vs" | "cf" | "resp" | "approx" | "incl" | "eg" | "ie")
}

fn is_markup_line(text: &str) -> bool {
    text.starts_with([':', '@', '>', '|', '-', '*', '+', '#', '.', '=', '$', '<', '\\'])
        || text.starts_with(|c: char| c.is_ascii_digit())
}

fn is_underline(text: &str) -> bool {
    text.len() >= 3 && text.chars().all(|c| matches!(c, '-' | '=' | '~' | '^'))
}

fn is_section_heading(text: &str) -> bool {
    let head = text.trim_end_matches(':').to_lowercase();
    matches!(
        head.as_str(),
        "args"
            | "arguments"
            | "parameters"
            | "params"
            | "returns"
            | "return"
            | "yields"
            | "raises"
            | "examples"
            | "example"
            | "notes"
            | "references"
            | "see also"
            | "attributes"
            | "usage"
            | "errors"
            | "panics"
            | "safety"
    )
}

/// A raw sentence as plain words, or `None` where it would not read as English on its own.
pub(super) fn plain(sentence: &str) -> Option<String> {
    let sentence = cut_asides(&without_parentheses(without_label(sentence.trim()))?);
    if has_foreign_matter(&sentence) {
        return None;
    }
    let mut code_words = 0;
    let mut words = Vec::new();
    for token in sentence.split_whitespace() {
        let (word, is_code) = plain_word(token)?;
        code_words += usize::from(is_code);
        words.push(word);
    }
    if code_words > MAX_CODE_WORDS || words.len() < 2 {
        return None;
    }
    lower_first(&mut words[0]);
    let text = words.join(" ").trim_matches([',', ' ', '-', '.', '!']).to_owned();
    let text = spoken(&text);
    (!refers_elsewhere(&text)).then_some(text)
}

/// `None`, `True` and `False` as speech has them.
fn spoken(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut out: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let core = word.trim_end_matches(',');
        let tail = &word[core.len()..];
        let ends = !tail.is_empty() || words.get(at + 1).is_none_or(|next| matches!(*next, "and" | "or" | "then"));
        let before: Vec<&str> = words[..at].iter().rev().take(2).copied().collect();
        match (core, before.as_slice()) {
            ("None", ["is", ..]) if ends => out.push(format!("not given{tail}")),
            ("None", ["not", "is"]) if ends => {
                out.pop();
                out.push(format!("given{tail}"));
            }
            ("None", _) => out.push(format!("nothing{tail}")),
            ("True" | "False", _) => out.push(word.to_lowercase()),
            _ => out.push((*word).to_owned()),
        }
    }
    out.join(" ")
}

/// A message as a person would quote it: placeholders become `...`, ends are trimmed. `None` where too little is left.
pub(super) fn message(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text.trim();
    while let Some(at) = rest.find(['%', '{', '$', '<']) {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        let length = placeholder_length(tail);
        if length == 0 {
            let first = tail.chars().next().map_or(1, char::len_utf8);
            out.push_str(&tail[..first]);
            rest = &tail[first..];
        } else {
            out.push_str("...");
            rest = &tail[length..];
        }
    }
    out.push_str(rest);
    let out = without_quotes(&out).replace("\\n", " ");
    let out = out.split(['\n', ';']).next().unwrap_or_default();
    let stop = out.match_indices(". ").map(|(at, _)| at).find(|at| !out[..*at].ends_with('.'));
    let out = &out[..stop.unwrap_or(out.len())];
    let folded = out.split_whitespace().collect::<Vec<_>>().join(" ");
    // A placeholder that the message begins with stays, so that the sentence keeps its subject.
    let trimmed = folded
        .trim_start_matches([' ', ':', ',', '-', '!', '=', '#'])
        .trim_end_matches([' ', '.', ':', ',', '-', '(', '!', '=']);
    let trimmed = trimmed.strip_prefix("... :").map_or(trimmed, str::trim_start);
    let trimmed = without_open_end(trimmed);
    let letters = trimmed.chars().filter(|c| c.is_alphabetic() || *c == ' ').count();
    let trimmed = trimmed.trim_end_matches(['.', ' ', ':']);
    let words = trimmed.split(' ').filter(|word| word.chars().all(char::is_alphabetic) && word.len() > 1).count();
    let clean = letters * 10 >= trimmed.chars().count() * 8
        && !trimmed.contains(['=', '\\', '|', '[', '<', '>', '/', '^', '+', '*', '_']);
    (clean && words >= 3 && trimmed.chars().count() <= 90).then(|| trimmed.to_owned())
}

/// A message without the words at its end that lead up to what was left out.
fn without_open_end(message: &str) -> &str {
    let mut message = message;
    while let Some((before, last)) = message.rsplit_once(' ') {
        let word = last.trim_end_matches([',', ':', '.']);
        let open = super::grammar::is_preposition(word)
            || matches!(
                word,
                "got" | "not" | "but" | "and" | "or" | "the" | "a" | "is" | "was" | "given" | "found" | "found:"
            );
        if !open && !word.is_empty() {
            break;
        }
        message = before.trim_end_matches([',', ':', ' ', '(']);
    }
    message
}

/// A text without quotation marks; the apostrophe of `can't` is none.
fn without_quotes(text: &str) -> String {
    let mut out = String::new();
    let mut previous = ' ';
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let inside = previous.is_alphabetic() && rest.peek().is_some_and(|next| next.is_alphabetic());
        if !matches!(character, '`' | '"') && (character != '\'' || inside) {
            out.push(character);
        }
        previous = character;
    }
    out
}

/// Bytes of the placeholder that `text` begins with, or 0.
fn placeholder_length(text: &str) -> usize {
    let close = |from: usize, end: char| text[from..].find(end).map_or(0, |at| from + at + 1);
    if text.starts_with("${") || text.starts_with("%{") {
        close(2, '}')
    } else if text.starts_with("%(") {
        close(2, ')') + usize::from(text.contains(')'))
    } else if text.starts_with('{') {
        close(1, '}')
    } else if text.starts_with('<') {
        close(1, '>')
    } else if let Some(spec) = text.strip_prefix('%') {
        let flags = spec.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(spec.len());
        let plain_flags = spec[..flags].chars().all(|c| matches!(c, '0'..='9' | '.' | '-' | '+' | '#' | '*'));
        let mut length = 1 + flags;
        // C's length modifiers stand before the letter that counts.
        length += text[length.min(text.len())..].chars().take_while(|c| matches!(c, 'l' | 'h' | 'z')).count();
        let conversion = text[length.min(text.len())..].chars().next();
        if plain_flags && conversion.is_some_and(|c| c.is_ascii_alphabetic()) { length + 1 } else { 0 }
    } else {
        0
    }
}

fn without_label(sentence: &str) -> &str {
    let Some((label, rest)) = sentence.split_once(':') else { return sentence };
    let known = ["note", "nb", "n.b.", "important", "warning", "caution", "hint", "tip", "important note"];
    if known.contains(&label.trim_matches('*').to_lowercase().as_str()) { rest.trim() } else { sentence }
}

fn has_foreign_matter(sentence: &str) -> bool {
    #[rustfmt::skip]
    const MARKS: &[&str] = &[
        "TODO", "FIXME", "XXX", "HACK", "noqa", "pylint", "pragma", "type: ignore", "eslint", "clippy", "opyright",
        "icense", "://", ">>>", "..", "@", "\\", "#", "$", "%", "{", "}", "|", "~", "^", "=", "<", ">", "+", "*args",
        "SPDX", "deprecated", "Deprecated",
    ];
    MARKS.iter().any(|mark| sentence.contains(mark)) || !sentence.is_ascii()
}

/// The sentence without what stands in parentheses; `None` where they do not balance.
fn without_parentheses(sentence: &str) -> Option<String> {
    let mut out = String::new();
    let mut depth = 0_usize;
    let mut previous = ' ';
    for character in sentence.chars() {
        match character {
            // A call's parentheses belong to its word.
            '(' if depth == 0 && !previous.is_whitespace() => return None,
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => out.push(character),
            _ => {}
        }
        previous = character;
    }
    (depth == 0).then_some(out)
}

/// The sentence up to an aside: after a dash, a colon, a semicolon or an example.
fn cut_asides(sentence: &str) -> String {
    #[rustfmt::skip]
    const ASIDES: &[&str] = &[
        " e.g", " i.e", " eg ", " ie ", " -- ", " - ", ": ", ";", ", see ", " see ", " etc",
    ];
    let end = ASIDES.iter().filter_map(|aside| sentence.find(aside)).min().unwrap_or(sentence.len());
    sentence[..end].trim_end_matches([':', ',']).to_owned()
}

/// A token as a plain word, and whether it was code.
fn plain_word(token: &str) -> Option<(String, bool)> {
    #[rustfmt::skip]
    const NAMES: &[&str] = &[
        "JavaScript", "TypeScript", "GitHub", "GitLab", "NumPy", "SciPy", "LaTeX", "WebSocket",
    ];
    let marked = token.contains('`') || token.contains('\'') && token.starts_with('\'');
    let token = token.replace(['`', '*', '"'], "");
    let token = if token.starts_with('\'') { token.trim_matches('\'') } else { &token };
    let comma = if token.ends_with(',') { "," } else { "" };
    let core = token.trim_end_matches([',', '.', '!', '?', ':']);
    if core.is_empty() {
        return None;
    }
    let is_word = |text: &str| {
        !text.is_empty()
            && text.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '-' | '\''))
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    let is_camel =
        core.chars().zip(core.chars().skip(1)).any(|(a, b)| a.is_ascii_lowercase() && b.is_ascii_uppercase());
    if core.chars().all(|c| c.is_ascii_digit()) {
        return Some((format!("{core}{comma}"), false));
    }
    if is_word(core) && (!is_camel || NAMES.contains(&core))
        || core.split('/').all(is_word) && !core.starts_with('/') && !is_camel
    {
        let literal = matches!(core, "None" | "True" | "False");
        return Some((format!("{core}{comma}"), marked && !literal));
    }
    let last = core.rsplit(['.', ':']).next().unwrap_or_default();
    let name = last.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let parts = words::identifier_parts(last);
    let readable = parts.iter().all(|part| part.len() > 1 && part.chars().all(|c| c.is_ascii_alphabetic()));
    (name && readable && !parts.is_empty() && parts.len() <= 3).then(|| (format!("{}{comma}", parts.join(" ")), true))
}

fn lower_first(word: &mut String) {
    let acronym = word.chars().filter(char::is_ascii_uppercase).count() > 1;
    if !acronym && word != "None" && word != "True" && word != "False" {
        *word = word.to_lowercase();
    }
}

/// Whether the sentence leans on something outside it.
fn refers_elsewhere(text: &str) -> bool {
    #[rustfmt::skip]
    const POINTERS: &[&str] = &[
        "here", "above", "below", "following", "former", "latter", "this", "these", "those", "i", "i'm", "you", "your",
        "you're", "let's", "we'll", "we're", "we've", "see", "obviously", "hence", "thus", "therefore", "otherwise",
        "please", "yet", "sic", "self", "foo", "bar",
    ];
    let mut words = text.split([' ', ',']).map(str::to_lowercase);
    let first = words.next().unwrap_or_default();
    matches!(
        first.as_str(),
        "it" | "its"
            | "they"
            | "them"
            | "he"
            | "so"
            | "but"
            | "and"
            | "or"
            | "also"
            | "now"
            | "then"
            | "because"
            | "since"
    ) || POINTERS.contains(&first.as_str())
        || words.any(|word| POINTERS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_prose_of_a_doc() {
        let doc =
            "Return the name, e.g. of a file. If it is\nmissing, use the default.\n\nParameters\n----------\nx : int";
        assert_eq!(
            doc_sentences(doc),
            ["Return the name, e.g. of a file", "If it is\nmissing, use the default".replace('\n', " ").as_str()]
        );
    }

    #[test]
    fn gives_plain_words_or_nothing() {
        assert_eq!(plain("Skip the ``max_retries`` header (see #12)").as_deref(), Some("skip the max retries header"));
        assert_eq!(plain("Note: the value is None").as_deref(), Some("the value is not given"));
        assert_eq!(plain("x = y + 1"), None);
        assert_eq!(plain("this is handled below"), None);
        assert_eq!(plain("TODO: rename it later on"), None);
    }

    #[test]
    fn quotes_messages() {
        assert_eq!(message("cannot open %s for reading: {0!r}").as_deref(), Some("cannot open ... for reading"));
        assert_eq!(message("%(name)s is not a valid date.").as_deref(), Some("... is not a valid date"));
        assert_eq!(message("can't connect to 'server' at %s:%d").as_deref(), Some("can't connect to server"));
        assert_eq!(message("x=%d"), None);
    }
}
