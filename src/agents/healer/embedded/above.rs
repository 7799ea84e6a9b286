//! Repairs of a catalog above the gold's own: what leads into the gold's module.

use std::collections::BTreeSet;

use crate::agents::healer::embedded::case::Case;
use crate::agents::healer::embedded::enrich;
use crate::agents::healer::embedded::prose;
use crate::agents::healer::embedded::vocabulary::Vocabulary;
use crate::agents::healer::embedded::vocabulary::content_stems;
use crate::base::RepoPath;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::Project;
use crate::catalog::Target;

/// The entry of a catalog that leads deepest towards a file of another module.
pub(crate) fn entry_towards<'a>(catalog: &'a Catalog, file: &RepoPath) -> Option<&'a Entry> {
    catalog
        .sections
        .iter()
        .flat_map(|section| &section.entries)
        .filter_map(|entry| match &entry.target {
            Target::Module(directory) if file.is_within(directory) => Some((directory.depth(), entry)),
            _ => None,
        })
        .max_by_key(|(depth, _)| *depth)
        .map(|(_, entry)| entry)
}

/// Says in the submodule's summary what its gold file is for, in the words of that file's own entry.
pub(crate) fn summary(
    vocabulary: &Vocabulary,
    project: &Project,
    case: &Case<'_>,
    entry: &Entry,
    catalog: &Catalog,
) -> Option<CatalogEdit> {
    let current = entry.summary.as_ref().map_or("", |summary| summary.text.as_str());
    let known: BTreeSet<String> = content_stems(entry.span.slice(&catalog.text));
    let mut candidates = Vec::new();
    if let Some((_, gold)) = project.entry_of(&case.failure.probe.gold_file) {
        let bullets = gold.bullets.iter().filter_map(|bullet| bullet.description.as_ref());
        let texts = gold.summary.iter().chain(bullets).map(|text| text.text.as_str());
        candidates.extend(texts.filter_map(prose::tidy));
    }
    let own = |text: &String| {
        let stems = content_stems(text);
        let fresh = |stem: &&String| !known.contains(*stem);
        let hits = vocabulary.sum(stems.intersection(&case.wanted).filter(fresh));
        if hits == 0.0 { 0.0 } else { hits + 0.1 * vocabulary.sum(stems.iter().filter(fresh)) }
    };
    let best = candidates
        .iter()
        .max_by(|a, b| own(a).total_cmp(&own(b)).then_with(|| b.cmp(a)))
        .filter(|best| own(best) > 0.0)?;
    let summary = if current.is_empty() { prose::cut(best, 160) } else { enrich::append(current, best)? };
    Some(CatalogEdit::SetSummary { target: entry.target.clone(), summary })
}
