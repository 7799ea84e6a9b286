//! What rules see of one catalog: its document, its module, the project, and lookups that several rules share.

use std::cell::OnceCell;

use crate::base::LineIndex;
use crate::base::RepoPath;
use crate::base::Span;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::catalog::Catalog;
use crate::catalog::Entry;
use crate::catalog::Module;
use crate::catalog::ProblemKind;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::config::LintConfig;
use crate::lint::listed::Listed;
use crate::lint::listed::listed;
use crate::lint::scope::Scope;
use crate::lint::suppress::Unused;

/// What stands where a catalog is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// A catalog that could be read.
    Catalog,
    /// A file that is no UTF-8 text from this byte on.
    Unreadable(usize),
    /// Nothing, although the directory is a module.
    Missing,
}

/// One place where a catalog stands or should stand, and everything around it.
pub(crate) struct LintContext<'a> {
    /// The sources. Its `catalogs` may be older than `catalog`, so rules do not look at them.
    pub(crate) project: &'a Project,
    /// The limits.
    pub(crate) config: &'a LintConfig,
    /// What the caller knows of renames.
    pub(crate) scope: &'a Scope,
    /// What stands here.
    pub(crate) standing: Standing,
    /// The document; an empty one where none could be read.
    pub(crate) catalog: &'a Catalog,
    /// The lines of the document's text.
    pub(crate) lines: LineIndex,
    /// The suppressions that silenced nothing; filled before the last stage.
    pub(crate) unused: OnceCell<Vec<Unused<'a>>>,
    listed: OnceCell<Vec<Listed<'a>>>,
}

impl<'a> LintContext<'a> {
    pub(crate) fn new(
        project: &'a Project,
        config: &'a LintConfig,
        scope: &'a Scope,
        standing: Standing,
        catalog: &'a Catalog,
    ) -> Self {
        Self {
            project,
            config,
            scope,
            standing,
            catalog,
            lines: LineIndex::new(&catalog.text),
            unused: OnceCell::new(),
            listed: OnceCell::new(),
        }
    }

    /// The directory that the catalog describes.
    pub(crate) fn directory(&self) -> &'a RepoPath {
        &self.catalog.directory
    }

    /// The module that the catalog describes; a stray catalog describes none.
    pub(crate) fn module(&self) -> Option<&'a Module> {
        self.project.modules.get(&self.catalog.directory)
    }

    /// Every entry in the order of the text.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &'a Entry> + use<'a> {
        self.catalog.entries()
    }

    /// Every symbol that the entries list, joined with what their files define; worked out once.
    pub(crate) fn listed(&self) -> &[Listed<'a>] {
        self.listed.get_or_init(|| listed(self))
    }

    /// Whether git left conflict markers, so that half of the text is not meant.
    pub(crate) fn is_conflicted(&self) -> bool {
        self.catalog.problems.iter().any(|problem| problem.kind == ProblemKind::ConflictMarker)
    }

    /// The text.
    pub(crate) fn text(&self) -> &'a str {
        &self.catalog.text
    }

    /// The line end that new lines of this catalog take.
    pub(crate) fn line_end(&self) -> &'static str {
        match self.text().find('\n') {
            Some(at) if self.text()[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        }
    }

    /// The span of the first line, without its line end: where findings about the whole catalog point.
    pub(crate) fn first_line(&self) -> Span {
        let line = self.text().lines().next().unwrap_or_default();
        Span::new(0, line.len())
    }

    /// Whether a span touches what a person keeps for themselves.
    pub(crate) fn is_kept(&self, span: Span) -> bool {
        self.catalog.is_kept(span)
    }
}

/// What a finding about an entry is about: the path of its target, or the heading where it has none.
pub(crate) fn subject(entry: &Entry) -> String {
    match &entry.target {
        Target::File(path) | Target::Module(path) => path.to_string(),
        Target::Other => entry.heading.text.clone(),
    }
}

/// The submodule whose directory an entry's link names where it should name its catalog.
pub(crate) fn directory_meant(context: &LintContext<'_>, entry: &Entry) -> Option<RepoPath> {
    let link = entry.link.as_ref().filter(|_| !matches!(entry.target, Target::Module(_)))?;
    let path = context.directory().resolve(link.destination.trim_end_matches('/')).ok()?;
    let is_below = path.is_within(context.directory()) && path != *context.directory();
    (is_below && context.project.modules.contains_key(&path)).then_some(path)
}

/// Every bullet of the catalog, sub-bullets after their parents.
pub(crate) fn all_bullets<'a>(context: &LintContext<'a>) -> Vec<&'a Bullet> {
    fn collect<'a>(bullet: &'a Bullet, all: &mut Vec<&'a Bullet>) {
        all.push(bullet);
        bullet.children.iter().for_each(|child| collect(child, all));
    }
    let catalog = context.catalog;
    let sections = catalog.sections.iter().flat_map(|section| &section.bullets);
    let entries = context.entries().flat_map(|entry| &entry.bullets);
    let mut all = Vec::new();
    catalog.bullets.iter().chain(sections).chain(entries).for_each(|bullet| collect(bullet, &mut all));
    all
}

/// Where somebody's words stand in an entry: the summary, descriptions, sub-bullets, the caveat.
pub(crate) fn prose(entry: &Entry) -> Vec<Span> {
    fn collect(bullet: &Bullet, spans: &mut Vec<Span>) {
        match (&bullet.description, bullet.kind) {
            (Some(description), _) => spans.push(description.span),
            (None, BulletKind::Prose) => spans.push(bullet.span),
            (None, _) => {}
        }
        bullet.children.iter().for_each(|child| collect(child, spans));
    }
    let mut spans: Vec<Span> = entry.summary.iter().map(|summary| summary.span).collect();
    entry.bullets.iter().for_each(|bullet| collect(bullet, &mut spans));
    spans
}

/// The first of some lower-case phrases that stands in a text, as whole words; as it is written there.
pub(crate) fn phrase<'t>(text: &'t str, phrases: &[&str]) -> Option<&'t str> {
    let lower = text.to_ascii_lowercase();
    phrases.iter().find_map(|phrase| {
        let is_whole = |at: &usize| {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let starts = phrase.starts_with(word) && lower[..*at].ends_with(word);
            let ends = phrase.ends_with(word) && lower[at + phrase.len()..].starts_with(word);
            !starts && !ends
        };
        let at = lower.match_indices(phrase).map(|(at, _)| at).find(is_whole)?;
        text.get(at..at + phrase.len())
    })
}
