//! What of a catalog is anybody's words: the introduction, each entry, each glossary term; without line ranges, order and
//! layout, which are refreshed whoever wrote them.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::base::Span;
use crate::catalog::Bullet;
use crate::catalog::Catalog;
use crate::catalog::Entry;
use crate::catalog::SectionKind;
use crate::catalog::SymbolMention;
use crate::catalog::Target;
use crate::repo;

/// A part of a catalog that somebody wrote as a whole.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// The paragraph under the title.
    Intro,
    /// An entry.
    Entry(Target),
    /// A glossary term, by its bullet's text up to the explanation.
    Term(String),
}

impl Unit {
    /// What it is called in a report on the catalog that holds it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Intro => "the introduction".to_owned(),
            Self::Entry(Target::File(path) | Target::Module(path)) => format!("`{path}`"),
            Self::Entry(Target::Other) => "an entry without a target".to_owned(),
            Self::Term(term) => format!("the term {term}"),
        }
    }
}

/// The lines of a unit without their ranges, sorted: the same words in another order are the same words.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Words(Vec<String>);

impl Words {
    /// A number that tells words apart; the same in every run.
    pub fn digest(&self) -> u64 {
        let bytes = self.0.join("\n");
        let id = repo::blob_id(bytes.as_bytes()).map(|id| *id.as_bytes()).unwrap_or_default();
        id.iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte))
    }

    /// Whether `self` says everything that `before` says: every line stands, or stands with something behind it.
    pub(crate) fn keeps(&self, before: &Self) -> bool {
        let mut free: Vec<&str> = self.0.iter().map(String::as_str).collect();
        // Whole lines first, so that none of them is taken for the longer form of another.
        let mut missing = Vec::new();
        for line in &before.0 {
            match free.iter().position(|own| own == line) {
                Some(at) => drop(free.swap_remove(at)),
                None => missing.push(line),
            }
        }
        missing.into_iter().all(|line| {
            let longer = |own: &&str| own.strip_prefix(line.as_str()).is_some_and(|rest| rest.starts_with(" - "));
            free.iter().position(longer).map(|at| free.swap_remove(at)).is_some()
        })
    }

    /// The lines that do not stand in `other`.
    pub(super) fn without(&self, other: &Self) -> Vec<&str> {
        self.0.iter().filter(|line| !other.0.contains(line)).map(String::as_str).collect()
    }

    /// Whether a line says what `line` says of its symbol, whatever the symbol is called.
    pub(super) fn has_description(&self, line: &str) -> bool {
        let wanted = said(line);
        wanted != line && self.0.iter().any(|own| said(own) == wanted)
    }

    /// The lines.
    pub(super) fn lines(&self) -> &[String] {
        &self.0
    }

    /// Whether every line stands in one of `others`.
    pub(super) fn are_made_of(&self, others: &[&Self]) -> bool {
        self.0.iter().all(|line| others.iter().any(|other| other.0.contains(line)))
    }
}

/// What a line says of its symbol; all of it where it says nothing beside names, or speaks of none.
pub(super) fn said(line: &str) -> &str {
    line.split_once("` - ").map_or(line, |(_, said)| said)
}

/// The words of one bullet and of those under it.
pub(crate) fn of_bullet(catalog: &Catalog, bullet: &Bullet) -> Words {
    let mut lines = Vec::new();
    collect(catalog, bullet, &mut lines);
    lines.sort();
    Words(lines)
}

/// The words of a catalog, by unit. Of two entries for one target the first counts.
pub fn words(catalog: &Catalog) -> BTreeMap<Unit, Words> {
    let mut found = BTreeMap::new();
    if let Some(intro) = &catalog.intro {
        found.insert(Unit::Intro, Words(vec![normal(&intro.text)]));
    }
    for section in catalog.sections.iter().filter(|section| section.kind == SectionKind::Glossary) {
        for bullet in &section.bullets {
            let mut lines = Vec::new();
            collect(catalog, bullet, &mut lines);
            lines.sort();
            found.entry(Unit::Term(term(&bullet.text))).or_insert(Words(lines));
        }
    }
    for entry in catalog.entries().filter(|entry| entry.target != Target::Other) {
        found.entry(Unit::Entry(entry.target.clone())).or_insert_with(|| of_entry(catalog, entry));
    }
    found
}

/// The words of one entry.
fn of_entry(catalog: &Catalog, entry: &Entry) -> Words {
    let prose: Vec<&SymbolMention> = entry.prose_mentions.iter().collect();
    let paragraphs = entry.summary.iter().chain(&entry.prose);
    let mut lines: Vec<String> =
        paragraphs.map(|line| without_ranges(catalog, line.span, &prose)).filter(|line| !line.is_empty()).collect();
    for bullet in &entry.bullets {
        collect(catalog, bullet, &mut lines);
    }
    lines.sort();
    Words(lines)
}

/// The bullet's words and those under it. Bullets that only list names are taken apart: which names share a line is
/// layout.
fn collect(catalog: &Catalog, bullet: &Bullet, lines: &mut Vec<String>) {
    let mentions: Vec<&SymbolMention> = bullet.mentions.iter().collect();
    let text = without_ranges(catalog, bullet.span, &mentions);
    let text = text.trim_start_matches(['-', '*', '+']).trim();
    let names = bullet.mentions.iter().map(|mention| format!("`{}`", mention.declaration)).collect::<Vec<_>>();
    if bullet.mentions.len() > 1 && text == names.join(", ") {
        lines.extend(names);
    } else {
        lines.push(text.to_owned());
    }
    for child in &bullet.children {
        collect(catalog, child, lines);
    }
}

/// The text of a span without the ranges of these mentions and without the marks of `libra:`.
fn without_ranges(catalog: &Catalog, span: Span, mentions: &[&SymbolMention]) -> String {
    let mut text = span.slice(&catalog.text).to_owned();
    let mut ranges: Vec<Span> = mentions
        .iter()
        .filter_map(|mention| mention.range.as_ref().map(|range| range.span))
        .filter(|range| span.contains(*range))
        .collect();
    ranges.sort_by_key(|range| std::cmp::Reverse(range.start));
    for range in ranges {
        let (start, end) = (range.start - span.start, range.end - span.start);
        // The space before it belongs to it.
        let start = start - usize::from(text[..start].ends_with(' '));
        text.replace_range(start..end, "");
    }
    while let Some((start, end)) = comment(&text) {
        text.replace_range(start..end, "");
    }
    normal(&text)
}

/// Where the first comment that speaks to this program stands.
fn comment(text: &str) -> Option<(usize, usize)> {
    let start = text.find("<!-- libra")?;
    let end = text[start..].find("-->").map_or(text.len(), |end| start + end + 3);
    Some((start, end))
}

/// Words with one space between them.
fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The term that a glossary bullet explains.
fn term(text: &str) -> String {
    text.split(": ").next().unwrap_or_default().trim().to_owned()
}

/// The catalog's file.
pub(super) fn path_of(directory: &RepoPath) -> Option<RepoPath> {
    directory.join(crate::catalog::CATALOG_FILE).ok()
}

#[cfg(test)]
mod tests {
    use super::Unit;
    use super::Words;
    use super::words;
    use crate::base::RepoPath;
    use crate::catalog;
    use crate::catalog::Target;

    fn entry(body: &str) -> Words {
        let text = format!("# t\n\n## Files\n\n### [a.py](a.py)\n{body}");
        let catalog = catalog::parse(&RepoPath::root(), &text);
        words(&catalog)[&Unit::Entry(Target::File(RepoPath::new("a.py").expect("plain")))].clone()
    }

    #[test]
    fn ranges_order_and_layout_are_no_words() {
        let one = entry("Red.\n- `f(x)` (L1-L9) - Does.\n  - When it fails: stops\n- `g` (L2-L3), `h` (L4-L5)\n");
        assert_eq!(one, entry("Red.\n- `h` (L7-L8)\n- `f(x)` - Does.\n  - When it fails: stops\n- `g` (L2-L3)\n"));
        assert_eq!(one.digest(), entry("Red.\n- `h`, `g`\n- `f(x)` - Does.\n  - When it fails: stops\n").digest());
        assert_ne!(one, entry("Red.\n- `f(x)` - Does not.\n  - When it fails: stops\n- `g`, `h`\n"));
    }

    #[test]
    fn adding_keeps_and_rewording_does_not() {
        let before = entry("Red.\n- `f` (L1-L9) - Does.\n- `g` (L2-L3)\n");
        for after in [
            "Red.\n- `f` (L1-L9) - Does.\n- `g` (L2-L3)\n",
            "Red.\n- `f` (L3-L11) - Does.\n- `g` (L2-L3) - Goes.\n",
            "Red.\n- `h` (L1-L2) - New.\n- `f` (L1-L9) - Does.\n  - On Mondays: rests\n- `g` (L2-L3)\n",
        ] {
            assert!(entry(after).keeps(&before), "{after}");
        }
        for after in [
            "Blue.\n- `f` (L1-L9) - Does.\n- `g` (L2-L3)\n",
            "Red.\n- `f` (L1-L9) - Does more.\n- `g` (L2-L3)\n",
            "Red.\n- `f` (L1-L9) - Does.\n",
            "- `f` (L1-L9) - Does.\n- `g` (L2-L3)\n",
            "Red. And more.\n- `f` (L1-L9) - Does.\n- `g` (L2-L3)\n",
        ] {
            assert!(!entry(after).keeps(&before), "{after}");
        }
    }
}
