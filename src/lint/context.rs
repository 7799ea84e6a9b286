//! What rules see of one catalog: its document, its module, the project, and lookups that several rules share.

use std::cell::Cell;
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
use crate::lint::definitions::Definitions;
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
    /// Where names are defined.
    pub(crate) definitions: &'a Definitions,
    /// What stands here.
    pub(crate) standing: Standing,
    /// The document; an empty one where none could be read.
    pub(crate) catalog: &'a Catalog,
    /// The lines of the document's text.
    pub(crate) lines: LineIndex,
    /// The suppressions that silenced nothing; filled before the last stage.
    pub(crate) unused: OnceCell<Vec<Unused<'a>>>,
    listed: OnceCell<Vec<Listed<'a>>>,
    prose: OnceCell<Vec<Prose<'a>>>,
    /// Bytes of catalogs that were written anew to find out what fixes change.
    rendered: Cell<usize>,
}

/// More bytes than this are not written anew for the fixes of one catalog: a catalog with ten thousand faults must not
/// keep everybody waiting. What is left without a fix gets one when the others are fixed.
const MOST_RENDERED: usize = 64 << 20;

impl<'a> LintContext<'a> {
    pub(crate) fn new(
        project: &'a Project,
        config: &'a LintConfig,
        scope: &'a Scope,
        definitions: &'a Definitions,
        standing: Standing,
        catalog: &'a Catalog,
    ) -> Self {
        Self {
            project,
            config,
            scope,
            definitions,
            standing,
            catalog,
            lines: LineIndex::new(&catalog.text),
            unused: OnceCell::new(),
            listed: OnceCell::new(),
            prose: OnceCell::new(),
            rendered: Cell::new(0),
        }
    }

    /// Whether the catalog may be written anew once more to find out what a fix changes.
    pub(crate) fn may_render(&self) -> bool {
        self.rendered.set(self.rendered.get().saturating_add(self.text().len()));
        self.rendered.get() <= MOST_RENDERED
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

    /// Everything that somebody found words for in entries, in order; worked out once.
    pub(crate) fn prose(&self) -> &[Prose<'a>] {
        self.prose.get_or_init(|| prose(self))
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

/// The file or submodule of this module that an entry without a link names in its heading.
pub(crate) fn target_named(context: &LintContext<'_>, entry: &Entry) -> Option<Target> {
    let module = context.module().filter(|_| entry.link.is_none())?;
    let words = entry.heading.text.trim_matches('`').trim_end_matches('/');
    let named = |path: &&RepoPath| path.relative_to(context.directory()) == words;
    let file = module.files.iter().find(named).map(|file| Target::File(file.clone()));
    file.or_else(|| Some(Target::Module(module.children.iter().find(named)?.clone())))
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

/// A piece of somebody's words in an entry: the summary, a description, a sub-bullet, the caveat.
#[derive(Clone, Debug)]
pub(crate) struct Prose<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) span: Span,
    /// Whether it is the entry's summary.
    pub(crate) is_summary: bool,
}

fn prose<'a>(context: &LintContext<'a>) -> Vec<Prose<'a>> {
    fn spans(bullet: &Bullet, found: &mut Vec<Span>) {
        match (&bullet.description, bullet.kind) {
            (Some(description), _) => found.push(description.span),
            (None, BulletKind::Prose) => found.push(bullet.span),
            (None, _) => {}
        }
        bullet.children.iter().for_each(|child| spans(child, found));
    }
    let mut all = Vec::new();
    for entry in context.entries() {
        let mut found = Vec::new();
        entry.bullets.iter().for_each(|bullet| spans(bullet, &mut found));
        let said = |span: Span, is_summary| Prose { entry, span, is_summary };
        all.extend(entry.summary.iter().map(|summary| said(summary.span, true)));
        all.extend(found.into_iter().map(|span| said(span, false)));
    }
    all
}
