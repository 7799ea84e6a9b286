//! Blocks to sections and entries.

use crate::base::RepoPath;
use crate::base::Span;
use crate::catalog::Bullet;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Catalog;
use crate::catalog::Entry;
use crate::catalog::Heading;
use crate::catalog::Link;
use crate::catalog::Problem;
use crate::catalog::ProblemKind;
use crate::catalog::Section;
use crate::catalog::SectionKind;
use crate::catalog::Target;
use crate::catalog::parse::blocks;
use crate::catalog::parse::blocks::Block;
use crate::catalog::parse::blocks::Inline;
use crate::catalog::parse::bullets;
use crate::catalog::parse::bullets::Gathered;
use crate::catalog::parse::masking;
use crate::catalog::parse::mentions;
use crate::catalog::text;

/// Reads a catalog of `directory`. Every text is a catalog, if perhaps a poor one.
pub fn parse(directory: &RepoPath, text: &str) -> Catalog {
    let (masked, conflicts) = masking::without_conflicts(text);
    let catalog = Catalog {
        directory: directory.clone(),
        text: text.to_owned(),
        titles: Vec::new(),
        intro: None,
        prose: Vec::new(),
        bullets: Vec::new(),
        sections: Vec::new(),
        loose_entries: Vec::new(),
        problems: Vec::new(),
        kept: Vec::new(),
        suppressions: Vec::new(),
    };
    let mut builder = Builder { catalog, text: &masked, gathered: Gathered::default(), place: Place::Top, level: 0 };
    for block in blocks::read(&masked) {
        builder.block(block);
    }
    builder.close(text.len());
    let meaning = builder.gathered.comments.meaning(&masked);
    let mut catalog = builder.catalog;
    catalog.kept = meaning.kept;
    catalog.suppressions = meaning.suppressions;
    catalog.problems = builder.gathered.problems;
    catalog.problems.extend(meaning.problems);
    catalog.problems.extend(conflicts.into_iter().map(|span| Problem { kind: ProblemKind::ConflictMarker, span }));
    catalog.problems.sort_by_key(|problem| problem.span.start);
    catalog
}

/// Where the next block belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Under the title, before any section.
    Top,
    /// Under a section's heading.
    Section,
    /// Under the last entry of the last section.
    Entry,
    /// Under the last loose entry.
    Loose,
}

struct Builder<'a> {
    catalog: Catalog,
    text: &'a str,
    gathered: Gathered,
    place: Place,
    /// The level of the last heading.
    level: usize,
}

impl Builder<'_> {
    fn block(&mut self, block: Block) {
        match block {
            Block::Heading { level, span, inline } => {
                self.gathered.inline(self.text, &inline);
                self.heading(level, span, &inline);
            }
            Block::Paragraph(inline) => {
                self.gathered.inline(self.text, &inline);
                self.paragraph(&inline);
            }
            Block::List { ordered, span, items } => {
                if ordered {
                    self.gathered.problem(ProblemKind::OrderedList, span);
                }
                let bullets = bullets::read(self.text, items, 0, &mut self.gathered);
                self.bullets(bullets);
                self.extend_body(span);
            }
            Block::Html(span) => self.gathered.comments.read(self.text, span),
            Block::Alien(kind, span) => {
                self.gathered.problem(kind, span);
                self.extend_body(span);
            }
        }
    }

    fn heading(&mut self, level: usize, span: Span, inline: &Inline) {
        let indented = self.text[..span.start].trim_end_matches([' ', '\t']).len();
        let span = Span::new(indented, span.end);
        let before = std::mem::replace(&mut self.level, level);
        let heading = Heading { text: inline.plain.trim().to_owned(), span };
        match level {
            1 => {
                self.close(span.start);
                self.catalog.titles.push(heading);
                self.place = Place::Top;
            }
            2 => {
                self.close(span.start);
                self.catalog.sections.push(Section {
                    kind: section_kind(&heading.text),
                    heading,
                    span,
                    prose: Vec::new(),
                    bullets: Vec::new(),
                    entries: Vec::new(),
                });
                self.place = Place::Section;
            }
            3 => self.entry(heading, inline),
            _ => {
                let skips = level > before + 1;
                let kind = if skips { ProblemKind::SkippedLevel } else { ProblemKind::DeepHeading };
                self.gathered.problem(kind, span);
                // A heading that is nothing but a link to a file or a catalog was meant as an entry's.
                let is_entry = inline.links.first().is_some_and(|(shown, destination, link)| {
                    *link == inline.span
                        && shown.trim() == inline.plain.trim()
                        && target(&self.catalog.directory, destination) != Target::Other
                });
                if is_entry {
                    self.level = 3;
                    self.entry(heading, inline);
                } else {
                    self.extend_body(span);
                }
            }
        }
    }

    fn entry(&mut self, mut heading: Heading, inline: &Inline) {
        self.close_entry(heading.span.start);
        let link = inline.links.first().map(|(shown, destination, span)| Link {
            text: shown.trim().to_owned(),
            destination: text::percent_decode(destination),
            span: *span,
        });
        let target = inline
            .links
            .first()
            .map_or(Target::Other, |(_, destination, _)| target(&self.catalog.directory, destination));
        if let Some(link) = &link {
            heading.text.clone_from(&link.text);
        }
        let span = heading.span;
        let entry = Entry {
            heading,
            link,
            target,
            span,
            summary: None,
            prose: Vec::new(),
            prose_mentions: Vec::new(),
            bullets: Vec::new(),
            body: span,
        };
        match self.catalog.sections.last_mut() {
            Some(section) if self.place != Place::Top && self.place != Place::Loose => {
                section.entries.push(entry);
                self.place = Place::Entry;
            }
            _ => {
                self.catalog.loose_entries.push(entry);
                self.place = Place::Loose;
            }
        }
    }

    fn paragraph(&mut self, inline: &Inline) {
        let text = self.text;
        // An image alone is a problem by itself, and no prose.
        if inline.images.iter().any(|image| image.slice(text).trim() == inline.span.slice(text).trim()) {
            self.extend_body(inline.span);
            return;
        }
        let Some(line) = bullets::text_line(self.text, inline.span, &inline.html) else {
            return;
        };
        match self.place {
            Place::Top => match (&self.catalog.intro, self.catalog.titles.len()) {
                (None, 1) => self.catalog.intro = Some(line),
                _ => self.catalog.prose.push(line),
            },
            Place::Section => {
                if let Some(section) = self.catalog.sections.last_mut() {
                    section.prose.push(line);
                }
            }
            Place::Entry | Place::Loose => {
                if let Some(entry) = self.open_entry() {
                    entry.body.end = entry.body.end.max(inline.span.end);
                    let found = mentions::read(text, inline).found;
                    entry.prose_mentions.extend(found.into_iter().filter(|mention| mention.range.is_some()));
                    if entry.summary.is_none() && entry.bullets.is_empty() {
                        entry.summary = Some(line);
                    } else {
                        entry.prose.push(line);
                    }
                }
            }
        }
    }

    fn bullets(&mut self, bullets: Vec<Bullet>) {
        match self.place {
            Place::Top => self.catalog.bullets.extend(bullets),
            Place::Section => {
                if let Some(section) = self.catalog.sections.last_mut() {
                    section.bullets.extend(bullets);
                }
            }
            Place::Entry | Place::Loose => {
                if let Some(entry) = self.open_entry() {
                    entry.bullets.extend(bullets);
                }
            }
        }
    }

    fn open_entry(&mut self) -> Option<&mut Entry> {
        match self.place {
            Place::Entry => self.catalog.sections.last_mut()?.entries.last_mut(),
            Place::Loose => self.catalog.loose_entries.last_mut(),
            Place::Top | Place::Section => None,
        }
    }

    fn extend_body(&mut self, span: Span) {
        if let Some(entry) = self.open_entry() {
            entry.body.end = entry.body.end.max(span.end);
        }
    }

    fn close_entry(&mut self, end: usize) {
        if let Some(entry) = self.open_entry() {
            entry.span.end = end;
        }
    }

    /// Ends what is open where a section, a title or the text's end comes.
    fn close(&mut self, end: usize) {
        self.close_entry(end);
        if matches!(self.place, Place::Section | Place::Entry)
            && let Some(section) = self.catalog.sections.last_mut()
        {
            section.span.end = end;
        }
    }
}

/// What a section is for, by its heading.
pub(super) fn section_kind(heading: &str) -> SectionKind {
    match heading.trim().to_ascii_lowercase().as_str() {
        "glossary" => SectionKind::Glossary,
        "architecture overview" | "architecture" => SectionKind::Architecture,
        "notes" => SectionKind::Notes,
        "submodules" => SectionKind::Submodules,
        _ => SectionKind::Group,
    }
}

/// What a link in a catalog of `directory` leads to; `destination` is still percent-encoded.
fn target(directory: &RepoPath, destination: &str) -> Target {
    let path = destination.split(['#', '?']).next().unwrap_or_default();
    let scheme = path.split('/').next().is_some_and(|first| first.contains(':'));
    let decoded = text::percent_decode(path);
    let Ok(path) = directory.resolve(&decoded) else {
        return Target::Other;
    };
    if scheme || path.is_root() || decoded.is_empty() || decoded.ends_with('/') || path == *directory {
        return Target::Other;
    }
    match path.parent() {
        Some(parent) if path.file_name() == CATALOG_FILE => Target::Module(parent),
        _ => Target::File(path),
    }
}
