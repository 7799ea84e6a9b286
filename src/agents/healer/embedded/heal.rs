//! From a catalog's failures to its edits.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::agents::AgentError;
use crate::agents::healer::Failure;
use crate::agents::healer::Healer;
use crate::agents::healer::Proposal;
use crate::agents::healer::embedded::above;
use crate::agents::healer::embedded::case::Case;
use crate::agents::healer::embedded::compact;
use crate::agents::healer::embedded::diagnosis::Diagnosis;
use crate::agents::healer::embedded::diagnosis::diagnose;
use crate::agents::healer::embedded::diagnosis::missing;
use crate::agents::healer::embedded::draft::Draft;
use crate::agents::healer::embedded::enrich;
use crate::agents::healer::embedded::sharpen;
use crate::agents::healer::embedded::triage::triage;
use crate::agents::healer::embedded::vocabulary::Vocabulary;
use crate::agents::healer::embedded::vocabulary::entry_stems;
use crate::agents::healer::embedded::widen;
use crate::base::RepoPath;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::source::Symbol;

/// Heals from the source's documentation, messages, comments and signatures. Deterministic; asks nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbeddedHealer;

impl Healer for EmbeddedHealer {
    fn heal(&self, project: &Project, module: &RepoPath, failures: &[Failure]) -> Result<Proposal, AgentError> {
        let Some(catalog) = project.catalogs.get(module) else {
            let reason = "there is no catalog to heal";
            return Ok(Proposal { edits: Vec::new(), triaged: (0..failures.len()).map(|at| (at, reason)).collect() });
        };
        let vocabulary = Vocabulary::of(project);
        let mut proposal = Proposal::default();
        // All failures of one entry are repaired together, so that several insights make one coherent change.
        let mut own: BTreeMap<RepoPath, Vec<(usize, Case<'_>)>> = BTreeMap::new();
        let mut above: Vec<(usize, Case<'_>)> = Vec::new();
        for (at, failure) in failures.iter().enumerate() {
            match triage(project, &vocabulary, failure) {
                Err(reason) => proposal.triaged.push((at, reason)),
                Ok(case) if failure.probe.gold_file.parent().as_ref() == Some(module) => {
                    own.entry(failure.probe.gold_file.clone()).or_default().push((at, case));
                }
                Ok(case) => above.push((at, case)),
            }
        }
        for (file, cases) in &own {
            let entry = catalog.entry(&Target::File(file.clone())).filter(|entry| !is_kept(catalog, entry));
            match entry {
                Some(entry) => proposal.edits.extend(heal_entry(&vocabulary, catalog, entry, cases)),
                None => proposal.triaged.extend(cases.iter().map(|(at, _)| (*at, "its entry is not ours to change"))),
            }
        }
        proposal.edits.extend(heal_above(&vocabulary, project, catalog, &above, &mut proposal.triaged));
        proposal.triaged.sort_unstable();
        Ok(proposal)
    }
}

/// The edits of one file's entry.
fn heal_entry(
    vocabulary: &Vocabulary,
    catalog: &Catalog,
    entry: &Entry,
    cases: &[(usize, Case<'_>)],
) -> Vec<CatalogEdit> {
    let mut draft = Draft::of(entry);
    let own = entry_stems(&catalog.text, entry);
    let mut spared = BTreeSet::new();
    let mut others = Vec::new();
    for (_, case) in cases {
        let rival = case
            .predicted()
            .and_then(|path| catalog.entry(&Target::File(path.clone())))
            .map(|rival| entry_stems(&catalog.text, rival));
        for cause in diagnose(vocabulary, case, &own, rival.as_ref(), &draft) {
            match cause {
                Diagnosis::InformationGap => {
                    let missing = missing(case, &own);
                    enrich::symbol(vocabulary, case, &mut draft, &missing);
                    let summary = draft.summary.clone().unwrap_or_default();
                    if let Some(summary) = enrich::entry_summary(vocabulary, case.facts, &summary, &missing) {
                        draft.summary = Some(summary);
                    }
                }
                Diagnosis::NarrowSeparation => {
                    let summary = draft.summary.clone().unwrap_or_default();
                    let rival = rival.clone().unwrap_or_default();
                    enrich::symbol(vocabulary, case, &mut draft, &missing(case, &rival));
                    if let Some(summary) = sharpen::summary(vocabulary, case, &summary, &rival) {
                        draft.summary = Some(summary);
                    }
                }
                // What is too much is merged below. More would take words away that other questions are asked in.
                Diagnosis::Noise => {}
                Diagnosis::Structure => others.extend(sharpen::section(vocabulary, catalog, entry)),
            }
        }
        others.extend(sharpen::glossary(case, catalog));
    }
    if let Some((_, case)) = cases.first() {
        widen::entry(vocabulary, &case.failure.probe.gold_file, case.facts, &mut draft, &asked(cases));
    }
    spared.extend(draft.lines.iter().filter(|line| line.changed).map(|line| line.bullet.declaration.clone()));
    compact::pack(vocabulary, &mut draft, &spared);
    let mut edits = Vec::new();
    let before = entry.summary.as_ref().map(|summary| summary.text.clone());
    if let Some(summary) = draft.summary.clone().filter(|summary| Some(summary) != before.as_ref()) {
        edits.push(CatalogEdit::SetSummary { target: entry.target.clone(), summary });
    }
    edits.extend(draft.edits());
    others.dedup();
    edits.extend(others);
    edits
}

/// The symbols, by index, of the chunks that were asked about in vain.
fn asked(cases: &[(usize, Case<'_>)]) -> BTreeSet<usize> {
    let of = |case: &Case<'_>| {
        let chunk = case.failure.probe.chunk.lines;
        let overlaps = |(_, symbol): &(usize, &Symbol)| symbol.range.overlaps(chunk);
        case.facts.symbols.iter().enumerate().filter(overlaps).map(|(at, _)| at).collect::<Vec<_>>()
    };
    cases.iter().flat_map(|(_, case)| of(case)).collect()
}

/// The edits of submodule entries that should have led to the gold.
fn heal_above(
    vocabulary: &Vocabulary,
    project: &Project,
    catalog: &Catalog,
    cases: &[(usize, Case<'_>)],
    triaged: &mut Vec<(usize, &'static str)>,
) -> Vec<CatalogEdit> {
    let mut edits: BTreeMap<Target, CatalogEdit> = BTreeMap::new();
    for (at, case) in cases {
        let entry =
            above::entry_towards(catalog, &case.failure.probe.gold_file).filter(|entry| !is_kept(catalog, entry));
        let Some(entry) = entry else {
            triaged.push((*at, "no entry of this catalog leads to the gold file"));
            continue;
        };
        // One summary has room for one more sentence: the first failure that finds one gets it.
        if !edits.contains_key(&entry.target)
            && let Some(edit) = above::summary(vocabulary, project, case, entry, catalog)
        {
            edits.insert(entry.target.clone(), edit);
        }
    }
    edits.into_values().collect()
}

/// Whether any of an entry stands in a region that a person keeps.
fn is_kept(catalog: &Catalog, entry: &Entry) -> bool {
    catalog.kept.iter().any(|kept| kept.start < entry.span.end && entry.span.start < kept.end)
}
