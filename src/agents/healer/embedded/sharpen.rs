//! Sharpen, reorganise and glossary: fixes for an entry that says enough but is not told apart.

use std::collections::BTreeSet;

use crate::agents::healer::embedded::case::Case;
use crate::agents::healer::embedded::enrich;
use crate::agents::healer::embedded::material;
use crate::agents::healer::embedded::material::Sentence;
use crate::agents::healer::embedded::vocabulary::Vocabulary;
use crate::agents::healer::embedded::vocabulary::content_stems;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::SectionKind;

/// A summary that asserts what the gold alone owns: its own, with the sentence of the file's documentation that says most
/// which the rival's entry does not say. What a symbol's documentation says is about the symbol and stays with it.
pub(crate) fn summary(
    vocabulary: &Vocabulary,
    case: &Case<'_>,
    summary: &str,
    rival: &BTreeSet<String>,
) -> Option<String> {
    let known = content_stems(summary);
    let sentences: Vec<Sentence> = material::of_file(case.facts);
    let own = |sentence: &Sentence| {
        let fresh = |stem: &&String| !rival.contains(*stem) && !known.contains(*stem);
        let wanted = vocabulary.sum(sentence.stems.intersection(&case.wanted).filter(fresh));
        wanted + 0.1 * vocabulary.sum(sentence.stems.iter().filter(fresh))
    };
    let best = sentences
        .iter()
        .filter(|sentence| sentence.stems.iter().any(|stem| case.wanted.contains(stem)))
        .max_by(|a, b| own(a).total_cmp(&own(b)).then_with(|| b.text.cmp(&a.text)))
        .filter(|best| own(best) > 0.0)?;
    enrich::append(summary, &best.text)
}

/// Moves an entry to the section whose other entries share most with it, where that is clearly another one than its
/// own.
pub(crate) fn section(vocabulary: &Vocabulary, catalog: &Catalog, entry: &Entry) -> Option<CatalogEdit> {
    let stems = content_stems(entry.span.slice(&catalog.text));
    let mut own = 0.0;
    let mut best: Option<(f64, &str)> = None;
    for section in catalog.sections.iter().filter(|section| section.kind == SectionKind::Group) {
        let others: Vec<&Entry> = section.entries.iter().filter(|other| other.target != entry.target).collect();
        let holds = others.len() < section.entries.len();
        let shared: f64 = others
            .iter()
            .map(|other| vocabulary.sum(content_stems(other.span.slice(&catalog.text)).intersection(&stems)))
            .sum();
        let mean = shared / others.len().max(1) as f64;
        if holds && others.is_empty() {
            return None;
        }
        if holds {
            own = mean;
        } else if best.is_none_or(|(known, _)| mean > known) {
            best = Some((mean, &section.heading.text));
        }
    }
    let (mean, section) = best?;
    (mean > 2.0 * own).then(|| CatalogEdit::MoveEntry { target: entry.target.clone(), section: section.to_owned() })
}

/// A glossary term for a short form that the gold's documentation spells out and the question asks for in full.
pub(crate) fn glossary(case: &Case<'_>, catalog: &Catalog) -> Option<CatalogEdit> {
    let mut documents: Vec<&str> = case.facts.module_doc.as_deref().into_iter().collect();
    documents.extend(case.facts.symbols.iter().filter_map(|symbol| symbol.doc.as_deref()));
    let known = |term: &str| {
        let glossary = catalog.sections.iter().find(|section| section.kind == SectionKind::Glossary);
        glossary.is_some_and(|section| section.bullets.iter().any(|bullet| bullet.text.contains(term)))
    };
    documents
        .iter()
        .flat_map(|document| short_forms(document))
        .find(|(term, meaning)| {
            let stems = content_stems(meaning);
            !known(term) && stems.len() >= 2 && stems.iter().filter(|stem| case.wanted.contains(*stem)).count() >= 2
        })
        .map(|(term, meaning)| CatalogEdit::SetGlossaryTerm { term, meaning: format!("{}.", capital(&meaning)) })
}

/// `least recently used (LRU)` in a text, as `LRU` and `least recently used`.
fn short_forms(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('(') {
        let Some(end) = text[at..].find(')') else {
            continue;
        };
        let term = &text[at + 1..at + end];
        let letters = term.chars().count();
        if !(2..=6).contains(&letters) || !term.chars().all(char::is_uppercase) {
            continue;
        }
        let words: Vec<&str> = text[..at].split_whitespace().rev().take(letters).collect();
        let initials: String = words.iter().rev().filter_map(|word| word.chars().next()).collect();
        if initials.to_uppercase() == term {
            let meaning = words.into_iter().rev().collect::<Vec<_>>().join(" ");
            found.push((term.to_owned(), meaning));
        }
    }
    found
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::short_forms;

    #[test]
    fn spelled_out_forms_are_found() {
        let found = short_forms("Keeps a least recently used (LRU) list (of entries) and a cache (ABC).");
        assert_eq!(found, [("LRU".to_owned(), "least recently used".to_owned())]);
    }
}
