//! Fixes that add what `git libra init` would have written: entries, summaries, whole catalogs.

use std::collections::BTreeSet;

use crate::base::Span;
use crate::catalog::CatalogEdit;
use crate::catalog::EntryDraft;
use crate::catalog::Limits;
use crate::catalog::Target;
use crate::catalog::bootstrap;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;

/// A fix for each target that adds its entry. Where several need a section that is not there yet, only the first
/// comes with a fix, which makes the section; the next pass has the others.
pub(crate) fn entries(context: &LintContext<'_>, targets: impl Iterator<Item = Target>) -> Vec<Option<Fix>> {
    let mut made: BTreeSet<String> = BTreeSet::new();
    let fix = |target: Target| {
        let section = bootstrap::section_for(context.catalog, &target);
        if context.catalog.section(&section).is_none() && !made.insert(section.clone()) {
            return None;
        }
        let entry = draft(context, &target)?;
        let title = format!("add an entry to `{section}`");
        edits::by_catalog_edits(title, Safety::Unsafe, context, &[CatalogEdit::AddEntry { section, entry }])
    };
    targets.map(fix).collect()
}

/// A fix that gives an entry the summary that a new one would have.
pub(crate) fn summary(context: &LintContext<'_>, target: &Target) -> Option<Fix> {
    let summary = draft(context, target)?.summary;
    let change = CatalogEdit::SetSummary { target: target.clone(), summary };
    edits::by_catalog_edits("write a first summary", Safety::Unsafe, context, &[change])
}

/// A fix that writes the module's whole catalog.
pub(crate) fn catalog(context: &LintContext<'_>) -> Option<Fix> {
    let text = bootstrap::catalog(context.project, context.directory(), &limits(context));
    edits::replace("write a first catalog", Safety::Unsafe, Span::default(), text)
}

fn draft(context: &LintContext<'_>, target: &Target) -> Option<EntryDraft> {
    let limits = limits(context);
    let draft = match target {
        Target::File(file) => bootstrap::entry(file, context.project.facts(file)?, &limits),
        Target::Module(module) => bootstrap::module_entry(context.project, module, &limits),
        Target::Other => return None,
    };
    (!draft.summary.is_empty()).then_some(draft)
}

fn limits(context: &LintContext<'_>) -> Limits {
    let config = context.config;
    Limits { line_length: config.max_line_length, bullets: config.max_bullets, root_tokens: config.max_root_tokens }
}
