//! The canonical spelling of a catalog (`git libra fmt`): blank lines, bullets, headings, ranges as they are written, and
//! the order of sections and entries. No word and no number changes; what a person keeps and what does not belong in a
//! catalog stay as they are.

use std::collections::BTreeMap;

use crate::base::LineIndex;
use crate::base::RepoPath;
use crate::base::Span;
use crate::catalog::Bullet;
use crate::catalog::Catalog;
use crate::catalog::ProblemKind;
use crate::catalog::SectionKind;
use crate::catalog::SymbolMention;
use crate::catalog::order;
use crate::catalog::parse;

/// Formats until nothing changes; one round is enough but where Markdown reads the outcome in another way.
const MOST_ROUNDS: usize = 4;

/// The canonical spelling of a catalog's text. A text with unresolved conflicts comes back as it is.
pub fn format(directory: &RepoPath, text: &str) -> String {
    let unix = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let mut formatted = unix;
    for _ in 0..MOST_ROUNDS {
        let catalog = parse(directory, &formatted);
        if catalog.problems.iter().any(|problem| problem.kind == ProblemKind::ConflictMarker) {
            return text.to_owned();
        }
        let next = Formatter::new(&catalog).format();
        // A spelling that says something else is none: a hostile text stays as it is.
        if meaning(&parse(directory, &next)) != meaning(&catalog) {
            return text.to_owned();
        }
        if next == formatted {
            break;
        }
        formatted = next;
    }
    let windows = text.matches("\r\n").count();
    match windows * 2 > text.matches('\n').count() {
        true => formatted.replace('\n', "\r\n"),
        false => formatted,
    }
}

/// What a catalog says, whatever its spelling: compared before and after.
fn meaning(catalog: &Catalog) -> BTreeMap<String, usize> {
    let mut said: BTreeMap<String, usize> = BTreeMap::new();
    let mut say = |what: String| *said.entry(what).or_default() += 1;
    catalog.titles.iter().for_each(|title| say(format!("# {}", title.text)));
    catalog.intro.iter().chain(&catalog.prose).for_each(|line| say(line.text.clone()));
    for section in &catalog.sections {
        say(format!("## {}", section.heading.text));
        section.prose.iter().for_each(|line| say(line.text.clone()));
        section.bullets.iter().for_each(|bullet| say(format!("{} - {}", bullet.depth, bullet.text)));
    }
    for entry in catalog.entries() {
        say(format!("### {} {:?}", entry.heading.text, entry.target));
        entry.summary.iter().chain(&entry.prose).for_each(|line| say(format!("{:?} {}", entry.target, line.text)));
        for bullet in entry.all_bullets() {
            let names: Vec<_> = bullet.mentions.iter().map(|mention| mention.declaration.as_str()).collect();
            say(format!("{:?} {} {:?} {names:?}", entry.target, bullet.depth, bullet.kind));
        }
    }
    catalog.suppressions.iter().for_each(|suppression| say(format!("{:?}", suppression.rules)));
    for problem in &catalog.problems {
        say(format!("{:?}", problem.kind));
    }
    say(format!("{} kept", catalog.kept.len()));
    said
}

/// What a line is, for the blank lines around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Title,
    Section,
    Entry,
    Prose,
    Bullet,
    /// A comment of ours on a line of its own.
    Comment,
    /// Something that is no part of a catalog, or a person's own: left alone.
    Foreign,
    Blank,
}

#[derive(Clone, Debug)]
struct Line {
    kind: Kind,
    text: String,
}

/// A part of a catalog that moves as one: what stands before the first section, a section's own lines, an entry.
struct Unit {
    /// Sections first by what they are, entries by their target.
    rank: (usize, usize),
    lines: Vec<Line>,
}

struct Formatter<'a> {
    catalog: &'a Catalog,
    index: LineIndex,
    kinds: Vec<Kind>,
    /// Where bullets begin: line to depth and the width of the marker's indentation.
    bullets: BTreeMap<u32, (usize, Span)>,
}

impl<'a> Formatter<'a> {
    fn new(catalog: &'a Catalog) -> Self {
        let index = LineIndex::new(&catalog.text);
        let mut formatter = Self { catalog, kinds: Vec::new(), bullets: BTreeMap::new(), index };
        formatter.kinds = formatter.classify();
        formatter
    }

    fn lines_of(&self, span: Span) -> std::ops::RangeInclusive<u32> {
        let range = self.index.lines_of(span);
        range.start()..=range.end()
    }

    fn classify(&mut self) -> Vec<Kind> {
        let text = self.catalog.text.as_str();
        let count = self.index.line_count();
        let is_blank = |line: u32| self.index.line_span(line).slice(text).trim().is_empty();
        let mut kinds: Vec<Kind> =
            (1..=count).map(|line| if is_blank(line) { Kind::Blank } else { Kind::Prose }).collect();
        let catalog = self.catalog;
        let mut bullets = BTreeMap::new();
        let mut roots: Vec<&Bullet> = catalog.bullets.iter().collect();
        roots.extend(catalog.sections.iter().flat_map(|section| &section.bullets));
        roots.extend(catalog.entries().flat_map(|entry| &entry.bullets));
        while let Some(bullet) = roots.pop() {
            bullets.insert(self.index.line_of(bullet.span.start), (bullet.depth, bullet.span));
            for line in self.lines_of(bullet.span) {
                kinds[line as usize - 1] = Kind::Bullet;
            }
            roots.extend(&bullet.children);
        }
        let mut mark = |span: Span, kind: Kind| {
            for line in self.lines_of(span) {
                kinds[line as usize - 1] = kind;
            }
        };
        catalog.titles.iter().for_each(|title| mark(title.span, Kind::Title));
        catalog.sections.iter().for_each(|section| mark(section.heading.span, Kind::Section));
        catalog.entries().for_each(|entry| mark(entry.heading.span, Kind::Entry));
        for suppression in &catalog.suppressions {
            let line = self.index.line_span(self.index.line_of(suppression.span.start));
            if line.slice(text).trim() == suppression.span.slice(text).trim() {
                mark(suppression.span, Kind::Comment);
            }
        }
        for problem in &catalog.problems {
            if !matches!(problem.kind, ProblemKind::OrderedList | ProblemKind::UnbalancedKeep) {
                mark(problem.span, Kind::Foreign);
            }
        }
        catalog.kept.iter().for_each(|kept| mark(*kept, Kind::Foreign));
        // A blank line inside something foreign is its own.
        self.bullets = bullets;
        kinds
    }

    fn format(&self) -> String {
        let mut units = self.units();
        if self.may_move() {
            units.sort_by_key(|unit| unit.rank);
        }
        // The first line of a unit stands apart, also where it is a comment above the heading.
        let lines = units.into_iter().flat_map(|unit| {
            let mut opens = true;
            unit.lines.into_iter().map(move |line| {
                let first = opens && line.kind != Kind::Blank;
                opens &= !first;
                (line, first)
            })
        });
        let mut out = String::new();
        let mut before: Option<Kind> = None;
        let mut blank = false;
        for (line, first) in lines {
            if line.kind == Kind::Blank {
                blank = true;
                continue;
            }
            if before.is_some_and(|before| first || wants_blank(before, line.kind, blank)) {
                out.push('\n');
            }
            out.push_str(&line.text);
            out.push('\n');
            (before, blank) = (Some(line.kind), false);
        }
        out
    }

    /// Whether units may change places: not where a kept stretch or a stray heading ties them together.
    fn may_move(&self) -> bool {
        let starts: Vec<usize> = self.starts().iter().map(|(start, _)| *start).collect();
        let is_inside = |span: &Span| !starts.iter().any(|start| span.start < *start && *start < span.end);
        self.catalog.titles.len() == 1
            && self.catalog.loose_entries.is_empty()
            && self.catalog.kept.iter().all(is_inside)
            && self.catalog.problems.iter().all(|problem| is_inside(&problem.span))
    }

    /// Where units begin, comments above their headings included, each with its rank.
    fn starts(&self) -> Vec<(usize, (usize, usize))> {
        let mut order: Vec<usize> = (0..self.catalog.sections.len()).collect();
        order.sort_by_key(|at| (rank(self.catalog.sections[*at].kind), *at));
        let place = |at: usize| order.iter().position(|other| *other == at).unwrap_or(at) + 1;
        let mut starts = vec![(0, (0, 0))];
        for (at, section) in self.catalog.sections.iter().enumerate() {
            starts.push((self.with_comments(section.heading.span.start), (place(at), 0)));
            let mut entries: Vec<usize> = (0..section.entries.len()).collect();
            entries.sort_by_key(|at| (order::key(&section.entries[*at].target), *at));
            for (at, entry) in section.entries.iter().enumerate() {
                let within = entries.iter().position(|other| *other == at).unwrap_or(at) + 1;
                starts.push((self.with_comments(entry.heading.span.start), (place_of(&starts), within)));
            }
        }
        starts
    }

    fn with_comments(&self, heading: usize) -> usize {
        let mut line = self.index.line_of(heading);
        while line > 1 && self.kinds.get(line as usize - 2) == Some(&Kind::Comment) {
            line -= 1;
        }
        self.index.line_span(line).start
    }

    fn units(&self) -> Vec<Unit> {
        let starts = self.starts();
        let mut units = Vec::new();
        for (at, (start, rank)) in starts.iter().enumerate() {
            let end = starts.get(at + 1).map_or(self.catalog.text.len(), |(next, _)| *next);
            if *start < end {
                let lines = self.lines_of(Span::new(*start, end));
                units.push(Unit { rank: *rank, lines: lines.map(|line| self.line(line)).collect() });
            }
        }
        units
    }

    fn line(&self, number: u32) -> Line {
        let text = self.catalog.text.as_str();
        let span = self.index.line_span(number);
        let written = span.slice(text).trim_end_matches('\n');
        let kind = self.kinds[number as usize - 1];
        let text = match kind {
            Kind::Foreign => written.to_owned(),
            Kind::Blank => String::new(),
            Kind::Title | Kind::Section | Kind::Entry => self.heading(kind, span, written),
            Kind::Comment => written.trim_end().to_owned(),
            Kind::Prose => self.respelled(span).trim().to_owned(),
            Kind::Bullet => self.bullet(number, span),
        };
        // The second line of a heading that is underlined vanishes.
        let kind = if text.is_empty() { Kind::Blank } else { kind };
        Line { kind, text }
    }

    fn heading(&self, kind: Kind, line: Span, written: &str) -> String {
        let marks = match kind {
            Kind::Title => "#",
            Kind::Section => "##",
            _ => "###",
        };
        let trimmed = written.trim();
        let is_underline = !trimmed.is_empty() && trimmed.chars().all(|c| c == '=' || c == '-');
        let opens = self.headings().any(|span| span.start >= line.start && span.start < line.end);
        if !opens {
            return if is_underline { String::new() } else { trimmed.to_owned() };
        }
        let words = trimmed.trim_start_matches('#').trim();
        // `## Words ##` closes with signs that belong to nobody.
        let open = words.trim_end_matches('#');
        let words = if open.len() < words.len() && open.ends_with(' ') { open.trim_end() } else { words };
        format!("{marks} {words}")
    }

    fn headings(&self) -> impl Iterator<Item = Span> {
        let catalog = self.catalog;
        let titles = catalog.titles.iter().map(|title| title.span);
        let sections = catalog.sections.iter().map(|section| section.heading.span);
        titles.chain(sections).chain(catalog.entries().map(|entry| entry.heading.span))
    }

    fn bullet(&self, number: u32, line: Span) -> String {
        let text = self.catalog.text.as_str();
        let Some((depth, span)) = self.bullets.get(&number) else {
            // A further line of a bullet stands under its words.
            let owner = self.bullets.range(..number).next_back().map_or(0, |(_, (depth, _))| *depth);
            return format!("{}{}", "  ".repeat(owner + 1), self.respelled(line).trim());
        };
        let rest = Span::new(span.start, line.end);
        let written = rest.slice(text);
        let signs = written.len() - written.trim_start_matches(['-', '*', '+']).len();
        let is_dashed = signs == 1;
        let words = self.respelled(Span::new(span.start + usize::from(is_dashed), line.end));
        let marker = if is_dashed { "- " } else { "" };
        format!("{}{marker}{}", "  ".repeat(*depth), words.trim())
    }

    /// The words under a span with every range in its canonical spelling, behind its symbol.
    fn respelled(&self, span: Span) -> String {
        let text = self.catalog.text.as_str();
        let mentions = self.catalog.entries().filter(|entry| entry.span.contains(span) || span.contains(entry.span));
        let mut out = String::new();
        let mut at = span.start;
        let mut found: Vec<&SymbolMention> = mentions.flat_map(|entry| entry.mentions()).collect();
        found.sort_by_key(|mention| mention.span.start);
        for mention in found {
            let Some(note) = &mention.range else { continue };
            let gap = Span::new(mention.span.end, note.span.start.max(mention.span.end));
            let follows =
                note.span.start >= mention.span.end && gap.slice(text).trim_matches(['*', '_', ' ']).is_empty();
            let is_here = mention.span.start >= at && note.span.end <= span.end;
            if let Some(lines) = numbers(&note.text).filter(|_| follows && is_here) {
                out.push_str(&text[at..mention.span.end]);
                out.push_str(gap.slice(text).trim());
                out.push_str(&format!(" ({lines})"));
                at = note.span.end;
            }
        }
        out.push_str(&text[at..span.end]);
        out.trim_end().to_owned()
    }
}

/// The section of the last start.
fn place_of(starts: &[(usize, (usize, usize))]) -> usize {
    starts.last().map_or(0, |(_, (section, _))| *section)
}

/// Where a kind of section stands among the others.
fn rank(kind: SectionKind) -> u8 {
    match kind {
        SectionKind::Glossary => 0,
        SectionKind::Architecture => 1,
        SectionKind::Notes => 2,
        SectionKind::Group => 3,
        SectionKind::Submodules => 4,
    }
}

/// Whether a blank line stands between two lines; `written` says whether one does.
fn wants_blank(before: Kind, after: Kind, written: bool) -> bool {
    match (before, after) {
        (Kind::Comment, Kind::Section | Kind::Entry) => false,
        (_, Kind::Title | Kind::Section | Kind::Entry)
        | (Kind::Title, _)
        | (Kind::Section, Kind::Comment)
        | (Kind::Bullet, Kind::Prose) => true,
        (Kind::Section | Kind::Entry, _) => false,
        // What is foreign has the blank lines that it had.
        (Kind::Prose, Kind::Prose) | (Kind::Foreign, _) | (_, Kind::Foreign) => written,
        _ => false,
    }
}

/// A range's numbers in the canonical spelling: `L3-L9` for `3-9`, `lines 3 to 9`, `L3–L9`; `None` for one line alone, or
/// an end before the start.
fn numbers(written: &str) -> Option<String> {
    let numbers: Vec<u32> = written
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    match numbers[..] {
        [start, end] if start <= end && start > 0 => Some(format!("L{start}-L{end}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::format;
    use crate::base::RepoPath;
    use crate::catalog::fixture::CATALOG;

    fn formatted(text: &str) -> String {
        format(&RepoPath::root(), text)
    }

    #[test]
    fn what_is_canonical_stays() {
        // The sample's entries stand in another order than files do in a listing.
        let once = formatted(CATALOG);
        assert_eq!(formatted(&once), once);
        let lines = |text: &str| {
            let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(lines(&once), lines(CATALOG));
    }

    #[test]
    fn blank_lines_bullets_and_ranges() {
        let text = "\u{feff}# a  \nIntro.\n## B ##\n### [b.py](b.py)\n\n\nB it is.\n\n* `f`   (lines 3 to 9) - Does f.\n    + Fast.\n\n\
                    *  `g`(L12\u{2013}L40)\n\n\n### [a.py](a.py)\nA it is.\n- Caveat: slow.";
        let wanted = "# a\n\nIntro.\n\n## B\n\n### [a.py](a.py)\nA it is.\n- Caveat: slow.\n\n### [b.py](b.py)\nB it is.\n\
                      - `f` (L3-L9) - Does f.\n  - Fast.\n- `g` (L12-L40)\n";
        assert_eq!(formatted(text), wanted);
        assert_eq!(formatted(wanted), wanted);
        let windows = text.replace('\n', "\r\n");
        assert_eq!(formatted(&windows), wanted.replace('\n', "\r\n"));
    }

    #[test]
    fn sections_have_an_order_and_comments_go_with_what_they_stand_above() {
        let text = "# a\n\n## Submodules\n\n### [x](x/catalog.md)\nX.\n\n<!-- libra-ignore CAT106 -->\n## Files\n\n### [b.py](b.py)\nB.\n\n\
                    <!-- libra-ignore CAT401 -->\n### [a.py](a.py)\nA.\n\n## Glossary\n- **T**: t.\n";
        let wanted = "# a\n\n## Glossary\n- **T**: t.\n\n<!-- libra-ignore CAT106 -->\n## Files\n\n<!-- libra-ignore CAT401 -->\n\
                      ### [a.py](a.py)\nA.\n\n### [b.py](b.py)\nB.\n\n## Submodules\n\n### [x](x/catalog.md)\nX.\n";
        assert_eq!(formatted(text), wanted);
    }

    #[test]
    fn what_is_kept_or_foreign_stays_as_it_is() {
        let text =
            "# a\n\n## B\n\n### [b.py](b.py)\nB.\n<!-- libra:keep -->\n*  mine\n\n\n*   too\n<!-- libra:end -->\n";
        assert!(formatted(text).contains("*  mine"), "{}", formatted(text));
        let text = "# a\n\n```\n*  code\n```\n";
        assert!(formatted(text).contains("*  code"));
        let conflict = "# a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n";
        assert_eq!(formatted(conflict), conflict);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// Whatever is cut out or repeated, formatting comes to rest at once.
        #[test]
        fn formatting_twice_is_formatting_once(cuts in prop::collection::vec((0usize..900, 0usize..60, any::<bool>()), 0..5)) {
            let mut text = CATALOG.to_owned();
            for (at, length, again) in cuts {
                let (start, end) = (at.min(text.len()), (at + length).min(text.len()));
                let piece = text[start..end].to_owned();
                text.replace_range(start..end, &if again { piece.repeat(2) } else { String::new() });
            }
            let once = formatted(&text);
            prop_assert_eq!(&formatted(&once), &once, "of {:?}", text);
        }
    }
}
