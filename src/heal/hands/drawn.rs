//! Which words only repeat the source beside them: a heal that somebody committed by hand leaves no trailer, but its words
//! are still the source's.

use crate::source::FileFacts;
use crate::source::NoteKind;

/// Words that a sentence may leave out for each that it keeps, and some more: drafts drop asides and openings.
const DROPPED: usize = 3;
/// The least words that make a sentence; fewer are found anywhere.
const FEW: usize = 2;
/// How drafts open the line of a symbol's messages, of what is defined inside, and of what its tests say.
const OPENINGS: &[&str] = &["Fails with ", "Panics with ", "Raises ", "Throws ", "Reports "];

/// Whether everything that a line says of its symbol stands in the file's own documentation, messages and comments, in the
/// same order.
pub(super) fn is_drawn(line: &str, facts: &FileFacts) -> bool {
    let said = super::words::said(line);
    if said == line && line.starts_with('`') {
        // A name alone says nothing of its own.
        return true;
    }
    let texts = texts(facts);
    let sentences = sentences(said);
    !sentences.is_empty() && sentences.iter().all(|sentence| sentence_is_drawn(sentence, &texts, facts))
}

fn sentence_is_drawn(sentence: &str, texts: &[Vec<String>], facts: &FileFacts) -> bool {
    if OPENINGS.iter().any(|opening| sentence.starts_with(opening)) && sentence.contains('"') {
        return sentence.split('"').skip(1).step_by(2).all(|quoted| stands(&plain(quoted), texts, 1));
    }
    if let Some(inside) = sentence.strip_prefix("Inside: ") {
        let mut names = inside.split('`').skip(1).step_by(2);
        return names
            .all(|name| facts.symbols.iter().any(|symbol| symbol.name == name || symbol.qualified_name == name));
    }
    stands(&plain(sentence), texts, FEW)
}

/// What the file's authors wrote in prose, each text as its words.
fn texts(facts: &FileFacts) -> Vec<Vec<String>> {
    let docs = facts.symbols.iter().filter_map(|symbol| symbol.doc.as_deref());
    let notes = facts
        .notes
        .iter()
        .filter(|note| matches!(note.kind, NoteKind::Comment | NoteKind::ErrorMessage | NoteKind::LogMessage));
    let all = facts.module_doc.as_deref().into_iter().chain(docs).chain(notes.map(|note| note.text.as_str()));
    all.map(plain).collect()
}

/// The words of a text in lower case.
fn plain(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Whether words stand in one of the texts in this order, and near each other.
fn stands(words: &[String], texts: &[Vec<String>], least: usize) -> bool {
    words.len() >= least && texts.iter().any(|text| (0..text.len()).any(|start| follows(words, &text[start..])))
}

fn follows(words: &[String], text: &[String]) -> bool {
    let most = words.len() * DROPPED + 12;
    let mut wanted = words.iter();
    if wanted.next() != text.first() {
        return false;
    }
    let mut next = wanted.next();
    for word in text.iter().take(most).skip(1) {
        if next == Some(word) {
            next = wanted.next();
        }
    }
    next.is_none()
}

/// A description's sentences.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while let Some(at) = rest.find(". ") {
        found.push(rest[..at].trim());
        rest = rest[at + 2..].trim_start();
    }
    found.push(rest.trim_end_matches(['.', '…']));
    found.retain(|sentence| !sentence.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::is_drawn;
    use crate::source;
    use crate::source::Language;

    #[test]
    fn what_the_source_says_is_drawn_and_anything_else_is_not() {
        let text = "def evict(items, count):\n    \"\"\"Forgets the oldest answers (the ones read last) until enough memory \
                    is free. Keeps the rest.\"\"\"\n    if not items:\n        raise ValueError('nothing to forget')\n    \
                    # pinned answers survive every clean-up\n    return count\n";
        let facts = source::parse(Language::Python, text);
        for line in [
            "`evict`",
            "`evict(items, count)` - Forgets the oldest answers until enough memory is free. Keeps the rest.",
            "`evict` - Forgets the oldest answers…",
            "Pinned answers survive every clean-up.",
            "Fails with \"nothing to forget\".",
        ] {
            assert!(is_drawn(line, &facts), "{line}");
        }
        for line in [
            "`evict` - Makes room, in somebody's own words.",
            "`evict` - Forgets the oldest answers. Careful with pinned ones.",
            "Caveat: Keeps the rest.",
            "Enough memory is free until the oldest answers.",
        ] {
            assert!(!is_drawn(line, &facts), "{line}");
        }
    }
}
