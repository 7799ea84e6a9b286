//! Which section an entry belongs to.

use std::collections::BTreeSet;

use crate::base::words;
use crate::catalog::Catalog;
use crate::catalog::Entry;
use crate::catalog::EntryDraft;
use crate::catalog::SectionKind;
use crate::catalog::Target;
use crate::catalog::bootstrap;

/// How alike an entry and the entries of a section must be on average for the section to be theirs whatever its role.
const ALIKE: f64 = 0.5;

/// The heading of the section that a new entry belongs to: one whose files are named alike or speak of the same things;
/// otherwise the one with its role.
pub(crate) fn section(catalog: &Catalog, entry: &EntryDraft) -> String {
    let by_role = bootstrap::section_for(catalog, &entry.target);
    if matches!(entry.target, Target::Module(_)) {
        return by_role;
    }
    let wanted = words_of_draft(entry);
    let name = name_of(&entry.target);
    let mut best: Option<(f64, &str)> = None;
    for section in catalog.sections.iter().filter(|section| section.kind == SectionKind::Group) {
        let likeness = |other: &Entry| {
            let said = content(other.span.slice(&catalog.text));
            let shared = wanted.intersection(&said).count() as f64 / wanted.len().max(1) as f64;
            shared + name.intersection(&name_of(&other.target)).count() as f64
        };
        let mean = section.entries.iter().map(likeness).sum::<f64>() / section.entries.len().max(1) as f64;
        if mean > best.map_or(ALIKE, |(known, _)| known) {
            best = Some((mean, &section.heading.text));
        }
    }
    best.map_or(by_role, |(_, heading)| heading.to_owned())
}

fn words_of_draft(entry: &EntryDraft) -> BTreeSet<String> {
    let mut found = content(&entry.summary);
    for line in &entry.symbols {
        found.extend(content(&line.declaration));
        found.extend(content(line.summary.as_deref().unwrap_or_default()));
    }
    found.extend(name_of(&entry.target));
    found
}

fn name_of(target: &Target) -> BTreeSet<String> {
    match target {
        Target::File(path) | Target::Module(path) => content(path.stem()),
        Target::Other => BTreeSet::new(),
    }
}

fn content(text: &str) -> BTreeSet<String> {
    words::identifiers(text)
        .flat_map(words::identifier_parts)
        .filter(|word| word.len() > 2 && !words::is_stop_word(word))
        .map(|word| words::stem(&word))
        .collect()
}
