//! A catalog as a Solver reads it: its entries and lines as terms. Reading one catalog needs no other, so that a
//! changed catalog is read again alone.

use crate::agents::solver::bm25::Terms;
use crate::agents::solver::question;
use crate::base::RepoPath;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::catalog::Catalog;
use crate::catalog::Entry;
use crate::catalog::Section;
use crate::catalog::SectionKind;
use crate::catalog::SymbolMention;
use crate::catalog::Target;

/// How often the words of a symbol's name count among the words of its line.
const NAME_WEIGHT: f32 = 3.0;
/// How much the words of a line's neighbours count: the entry's summary, the sub-bullets' parent.
const ENTRY_WEIGHT: f32 = 0.5;

/// A catalog that was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// The directory.
    pub(super) directory: RepoPath,
    /// What it says of the module as a whole: title, introduction, glossary, notes.
    pub(super) about: Terms,
    /// Its entries for files, in order.
    pub(super) files: Vec<FileReading>,
    /// Its entries for submodules: the directory and what is said of it.
    pub(super) modules: Vec<(RepoPath, Terms)>,
}

/// An entry for a file.
#[derive(Clone, Debug)]
pub(super) struct FileReading {
    /// The file.
    pub(super) path: RepoPath,
    /// Everything that the entry says, the summary and names more than once.
    pub(super) body: Terms,
    /// The file's own line: its summary, caveat and section.
    pub(super) head: Terms,
    /// Pairs of neighbouring words of everything that it says.
    pub(super) pairs: Terms,
    /// Its symbols' lines, in order.
    pub(super) symbols: Vec<SymbolReading>,
}

/// A symbol that an entry lists.
#[derive(Clone, Debug)]
pub(super) struct SymbolReading {
    /// The name as the catalog has it, such as `Solver.solve`.
    pub(super) name: String,
    /// What stands in the code span.
    pub(super) is_type: bool,
    /// The words of its line.
    pub(super) terms: Terms,
}

/// Reads a catalog.
pub(super) fn read(catalog: &Catalog) -> Reading {
    let mut reading = Reading { directory: catalog.directory.clone(), ..Reading::default() };
    let titles = catalog.titles.iter().map(|title| title.text.as_str());
    let intro = catalog.intro.iter().map(|intro| intro.text.as_str());
    titles.chain(intro).for_each(|text| add(&mut reading.about, text, 1.0));
    for section in &catalog.sections {
        for text in section.prose.iter().map(|prose| prose.text.as_str()) {
            add(&mut reading.about, text, 1.0);
        }
        section.bullets.iter().for_each(|bullet| add_bullet(&mut reading.about, bullet, 1.0));
        section.entries.iter().for_each(|entry| read_entry(&mut reading, Some(section), entry));
    }
    catalog.loose_entries.iter().for_each(|entry| read_entry(&mut reading, None, entry));
    reading
}

fn read_entry(reading: &mut Reading, section: Option<&Section>, entry: &Entry) {
    match &entry.target {
        Target::File(path) => reading.files.push(read_file(section, entry, path)),
        Target::Module(directory) => {
            let mut terms = Terms::default();
            add(&mut terms, directory.as_str(), 1.0);
            let summary = entry.summary.iter().chain(&entry.prose);
            summary.for_each(|text| add(&mut terms, &text.text, 1.0));
            entry.bullets.iter().for_each(|bullet| add_bullet(&mut terms, bullet, 1.0));
            reading.modules.push((directory.clone(), terms));
        }
        Target::Other => {}
    }
}

fn read_file(section: Option<&Section>, entry: &Entry, path: &RepoPath) -> FileReading {
    let mut head = Terms::default();
    let summary = entry.summary.iter().chain(&entry.prose);
    summary.for_each(|text| add(&mut head, &text.text, 1.0));
    let caveats = entry.bullets.iter().filter(|bullet| bullet.kind != BulletKind::Symbols);
    caveats.for_each(|bullet| add_bullet(&mut head, bullet, 1.0));
    let mut body = Terms::default();
    body.join(&head, 2.0);
    if let Some(section) = section.filter(|section| section.kind == SectionKind::Group) {
        add(&mut body, &section.heading.text, 1.0);
    }
    let symbols: Vec<SymbolReading> = entry
        .bullets
        .iter()
        .filter(|bullet| bullet.kind == BulletKind::Symbols)
        .flat_map(|bullet| read_symbols(bullet, path, &head))
        .collect();
    entry
        .bullets
        .iter()
        .filter(|bullet| bullet.kind == BulletKind::Symbols)
        .for_each(|bullet| add_bullet(&mut body, bullet, 1.0));
    let mut pairs = Terms::default();
    entry.summary.iter().chain(&entry.prose).for_each(|text| pairs.add(question::pairs(&text.text), 1.0));
    entry.bullets.iter().for_each(|bullet| add_pairs(&mut pairs, bullet));
    FileReading { path: path.clone(), body, head, pairs, symbols }
}

/// The symbols that a bullet lists; several that share it share its words.
fn read_symbols(bullet: &Bullet, path: &RepoPath, head: &Terms) -> Vec<SymbolReading> {
    let mut shared = Terms::default();
    bullet.description.iter().for_each(|text| add(&mut shared, &text.text, 1.0));
    bullet.children.iter().for_each(|child| add_bullet(&mut shared, child, 1.0));
    let read = |mention: &SymbolMention| {
        let mut terms = shared.clone();
        add(&mut terms, &mention.declaration, 1.0);
        add(&mut terms, mention.name.rsplit('.').next().unwrap_or_default(), NAME_WEIGHT - 1.0);
        add(&mut terms, path.stem(), 1.0);
        // A symbol without a line of its own is found by what the entry is about.
        if shared.len() == 0 {
            terms.join(head, ENTRY_WEIGHT);
        }
        SymbolReading { name: mention.name.clone(), is_type: is_type(&mention.declaration), terms }
    };
    let nested = bullet.children.iter().filter(|child| child.kind == BulletKind::Symbols);
    let nested: Vec<SymbolReading> = nested.flat_map(|child| read_symbols(child, path, head)).collect();
    bullet.mentions.iter().map(read).chain(nested).collect()
}

/// Whether a code span names a type: by its keyword, or by its capital where it takes no parameters.
fn is_type(declaration: &str) -> bool {
    let first = declaration.split([' ', '(', '<', ':']).next().unwrap_or_default();
    let keyword = matches!(first, "class" | "struct" | "enum" | "trait" | "interface" | "type" | "union" | "record");
    let name = first.rsplit('.').next().unwrap_or_default();
    keyword || name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

fn add(terms: &mut Terms, text: &str, weight: f32) {
    terms.add(question::terms(text), weight);
}

fn add_bullet(terms: &mut Terms, bullet: &Bullet, weight: f32) {
    add(terms, &without_ranges(&bullet.text), weight);
    bullet.children.iter().for_each(|child| add_bullet(terms, child, weight));
}

/// The pairs of a bullet's words and of those below it; what several symbols share is one text.
fn add_pairs(pairs: &mut Terms, bullet: &Bullet) {
    match &bullet.description {
        Some(description) => pairs.add(question::pairs(&description.text), 1.0),
        None => pairs.add(question::pairs(&without_ranges(&bullet.text)), 1.0),
    }
    bullet.children.iter().for_each(|child| add_pairs(pairs, child));
}

/// A bullet's text without `(L1-L9)`: a line number is no word.
fn without_ranges(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("(L") {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once(')').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_ranges() {
        assert!(is_type("class Solver(Base)") && is_type("Solver") && is_type("a.Solver"));
        assert!(!is_type("solve(f)") && !is_type("MAX_SIZE"));
        assert_eq!(without_ranges("`solve` (L1-L9) - Solves"), "`solve`  - Solves");
    }
}
