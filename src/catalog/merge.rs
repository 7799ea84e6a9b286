//! Merges two versions of a catalog entry by entry (`git libra merge-driver`).
//!
//! Line ranges are derived: versions that differ in nothing else agree, and `lint --fix` makes the ranges true again.

use crate::base::RepoPath;
use crate::catalog::Catalog;
use crate::catalog::Target;
use crate::catalog::parse;

/// What became of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The merged text, conflict markers in it where `conflicts` is not 0.
    pub text: String,
    /// Entries and sections that both sides changed in different ways.
    pub conflicts: usize,
}

/// What stands where both sides changed an entry differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefer {
    /// Both, between conflict markers.
    Neither,
    /// Our side.
    Ours,
}

/// Merges what `ours` and `theirs` made of `base`, in the order of `ours`. What is in neither's way is kept from both;
/// markers stand only around an entry (or a section's own words) that both changed differently.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Merged {
    merge_by(base, ours, theirs, Prefer::Neither)
}

/// `merge` with a say in what stands where both sides changed an entry differently.
pub(crate) fn merge_by(base: &str, ours: &str, theirs: &str, prefer: Prefer) -> Merged {
    let line_end = if ours.contains("\r\n") { "\r\n" } else { "\n" };
    let (base, theirs) = (with_line_ends(base, line_end), with_line_ends(theirs, line_end));
    let (mut base, mut mine, mut their) = (units(&base), units(ours), units(&theirs));
    follow_renames(&mut base, &mine, &mut their);
    follow_renames(&mut base, &their, &mut mine);
    let mut conflicts = Conflicts { line_end, prefer, count: 0 };
    let mut result: Vec<Unit> = Vec::new();
    for unit in &mine {
        let (before, other) = (find(&base, &unit.key), find(&their, &unit.key));
        let moved_by_them = before
            .zip(other)
            .is_some_and(|(before, other)| before.section == unit.section && other.section != before.section);
        if moved_by_them {
            // It is put where they put it, below.
            continue;
        }
        if let Some(text) = conflicts.three_way(before, Some(unit), other) {
            result.push(Unit { text, ..unit.clone() });
        }
    }
    for (at, unit) in their.iter().enumerate() {
        if find(&result, &unit.key).is_some() {
            continue;
        }
        let (before, own) = (find(&base, &unit.key), find(&mine, &unit.key));
        let text = match own {
            // Deleted by us, or kept back above because they moved it.
            None if before.is_some_and(|before| same(&before.text, &unit.text)) => None,
            _ => conflicts.three_way(before, own, Some(unit)),
        };
        if let Some(text) = text {
            let place = place(&result, &their, at);
            result.insert(place, Unit { text, ..unit.clone() });
        }
    }
    drop_empty_sections(&mut result, &mine, &their);
    let text = joined(&result, &mine, line_end);
    Merged { text, conflicts: conflicts.count }
}

/// Where one side gave an entry another target, the base and the other side are read as if they had done so, too: what
/// the other side changed in its words meets the renamed entry.
fn follow_renames(base: &mut [Unit], renamer: &[Unit], other: &mut [Unit]) {
    for at in 0..base.len() {
        let old = base[at].key.clone();
        if !matches!(old, Key::Entry(..)) || find(renamer, &old).is_some() {
            continue;
        }
        let is_new = |unit: &&Unit| matches!(unit.key, Key::Entry(..)) && find(base, &unit.key).is_none();
        let mut alike = renamer.iter().filter(is_new).filter(|unit| is_alike(unit.words(), base[at].words()));
        let (Some(renamed), None) = (alike.next(), alike.next()) else { continue };
        if find(other, &renamed.key).is_some() {
            continue;
        }
        let (key, heading) = (renamed.key.clone(), renamed.heading().to_owned());
        let units = other.iter_mut().filter(|unit| unit.key == old);
        for unit in units.chain([&mut base[at]]) {
            unit.text = format!("{heading}{}", unit.words());
            unit.key = key.clone();
        }
    }
}

/// Whether two bodies are those of one entry: at least half of the lines of the longer one stand in both.
fn is_alike(one: &str, two: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(without_ranges).collect()
    };
    let (one, two) = (lines(one), lines(two));
    let common = one.iter().filter(|line| two.contains(line)).count();
    common > 0 && common * 2 >= one.len().max(two.len())
}

impl Unit {
    /// The first line, with its line end.
    fn heading(&self) -> &str {
        self.text.split_inclusive('\n').next().unwrap_or_default()
    }

    /// What stands under the first line.
    fn words(&self) -> &str {
        &self.text[self.heading().len()..]
    }
}

/// A part of a catalog that is merged as one.
#[derive(Clone, Debug, PartialEq)]
struct Unit {
    key: Key,
    /// The heading of the section that it stands in, in lower case.
    section: String,
    /// Its bytes with the blank lines after it.
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    /// What stands before the first section or entry.
    Head,
    /// A section's heading and own words, by the heading in lower case.
    Section(String),
    /// An entry by its target, the n-th of several.
    Entry(Target, usize),
    /// An entry without target, by its heading, the n-th of several.
    Named(String, usize),
}

fn units(text: &str) -> Vec<Unit> {
    let catalog: Catalog = parse(&RepoPath::root(), text);
    let mut starts: Vec<(usize, Key, String)> = Vec::new();
    for section in &catalog.sections {
        let name = section.heading.text.to_lowercase();
        starts.push((section.heading.span.start, Key::Section(name.clone()), name.clone()));
        for entry in &section.entries {
            starts.push((entry.heading.span.start, entry_key(&entry.target, &entry.heading.text), name.clone()));
        }
    }
    for entry in &catalog.loose_entries {
        starts.push((entry.heading.span.start, entry_key(&entry.target, &entry.heading.text), String::new()));
    }
    starts.sort_by_key(|(start, _, _)| *start);
    let mut found: Vec<Unit> = Vec::new();
    let first = starts.first().map_or(text.len(), |(start, _, _)| *start);
    if first > 0 {
        found.push(Unit { key: Key::Head, section: String::new(), text: text[..first].to_owned() });
    }
    for (at, (start, key, section)) in starts.iter().enumerate() {
        let end = starts.get(at + 1).map_or(text.len(), |(start, _, _)| *start);
        let mut key = key.clone();
        while let Some(_twin) = find(&found, &key) {
            match &mut key {
                Key::Entry(_, number) | Key::Named(_, number) => *number += 1,
                Key::Section(name) => name.push('+'),
                Key::Head => break,
            }
        }
        found.push(Unit { key, section: section.clone(), text: text[*start..end].to_owned() });
    }
    found
}

fn entry_key(target: &Target, heading: &str) -> Key {
    match target {
        Target::Other => Key::Named(heading.to_lowercase(), 0),
        target => Key::Entry(target.clone(), 0),
    }
}

fn find<'a>(units: &'a [Unit], key: &Key) -> Option<&'a Unit> {
    units.iter().find(|unit| unit.key == *key)
}

/// Decides what becomes of units, and counts those that both sides changed differently.
struct Conflicts<'a> {
    line_end: &'a str,
    prefer: Prefer,
    count: usize,
}

impl Conflicts<'_> {
    /// The text that three versions give, or `None` where the unit is gone.
    fn three_way(&mut self, base: Option<&Unit>, ours: Option<&Unit>, theirs: Option<&Unit>) -> Option<String> {
        let line_end = self.line_end;
        let unchanged = |side: Option<&Unit>| match (base, side) {
            (Some(base), Some(side)) => same(&base.text, &side.text),
            (base, side) => base.is_none() && side.is_none(),
        };
        if let (Some(ours), Some(theirs)) = (ours, theirs)
            && same(&ours.text, &theirs.text)
        {
            return Some(ours.text.clone());
        }
        if unchanged(theirs) {
            return ours.map(|unit| unit.text.clone());
        }
        if unchanged(ours) {
            return theirs.map(|unit| unit.text.clone());
        }
        self.count += 1;
        if self.prefer == Prefer::Ours {
            return ours.or(theirs).map(|unit| unit.text.clone());
        }
        let side = |unit: Option<&Unit>| {
            let text = unit.map_or("", |unit| unit.text.trim_end());
            if text.is_empty() { String::new() } else { format!("{text}{line_end}") }
        };
        let (ours, theirs) = (side(ours), side(theirs));
        Some(format!("<<<<<<< ours{line_end}{ours}======={line_end}{theirs}>>>>>>> theirs{line_end}{line_end}"))
    }
}

/// Whether two texts say the same but for line ranges and blank lines at the end.
fn same(a: &str, b: &str) -> bool {
    a.trim_end() == b.trim_end() || without_ranges(a.trim_end()) == without_ranges(b.trim_end())
}

/// The text with every `(L<start>-L<end>)` as `()`.
fn without_ranges(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("(L") {
        let range_end = rest[at..].find(')').map(|end| at + end);
        let is_range =
            range_end.filter(|end| rest[at + 1..*end].chars().all(|c| c.is_ascii_digit() || matches!(c, 'L' | '-')));
        let end = is_range.unwrap_or(at + 1);
        out.push_str(&rest[..=at]);
        rest = &rest[end.max(at + 1)..];
    }
    out.push_str(rest);
    out
}

/// Where a unit of theirs goes: after the nearest of its predecessors that the result has, in its own section.
fn place(result: &[Unit], theirs: &[Unit], at: usize) -> usize {
    let unit = &theirs[at];
    let is_section = matches!(unit.key, Key::Section(_));
    for before in theirs[..at].iter().rev() {
        let Some(found) = result.iter().position(|other| other.key == before.key) else { continue };
        if is_section {
            // A section follows all entries of the section before it.
            let section = &result[found].section;
            return result.iter().rposition(|other| other.section == *section).map_or(found + 1, |last| last + 1);
        }
        if result[found].section == unit.section {
            // What we added at this very place stands first.
            let ours = |other: &&Unit| other.section == unit.section && find(theirs, &other.key).is_none();
            return found + 1 + result[found + 1..].iter().take_while(ours).count();
        }
    }
    let last = result.iter().rposition(|other| other.section == unit.section);
    last.map_or(if is_section { result.len() } else { usize::from(!result.is_empty()) }, |last| last + 1)
}

/// A section that lost its last entry to the merge goes, unless it has words of its own.
fn drop_empty_sections(result: &mut Vec<Unit>, ours: &[Unit], theirs: &[Unit]) {
    let has_entries = |units: &[Unit], name: &str| {
        units.iter().any(|unit| unit.section == name && !matches!(unit.key, Key::Section(_)))
    };
    let empty: Vec<Key> = result
        .iter()
        .filter(|unit| match &unit.key {
            Key::Section(name) => {
                unit.text.trim().lines().count() == 1
                    && !has_entries(result, name)
                    && (has_entries(ours, name) || has_entries(theirs, name))
            }
            _ => false,
        })
        .map(|unit| unit.key.clone())
        .collect();
    result.retain(|unit| !empty.contains(&unit.key));
}

/// The units one after another: neighbours of ours as they were, others with a blank line between.
fn joined(result: &[Unit], ours: &[Unit], line_end: &str) -> String {
    let mut out = String::new();
    let neighbours = |a: &Unit, b: &Unit| ours.windows(2).any(|pair| pair[0] == *a && pair[1] == *b);
    for (at, unit) in result.iter().enumerate() {
        if at > 0 && !neighbours(&result[at - 1], unit) {
            let content = out.trim_end_matches(['\r', '\n', ' ']).len();
            out.truncate(content);
            out.push_str(line_end);
            out.push_str(line_end);
        }
        out.push_str(&unit.text);
    }
    let untouched = result.last().is_some_and(|last| ours.last() == Some(last));
    if !untouched && !out.is_empty() {
        let content = out.trim_end().len();
        out.truncate(content);
        out.push_str(line_end);
    }
    out
}

fn with_line_ends(text: &str, line_end: &str) -> String {
    let unix = text.replace("\r\n", "\n");
    if line_end == "\n" { unix } else { unix.replace('\n', line_end) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalog::fixture::CATALOG;

    fn clean(ours: &str, theirs: &str) -> String {
        let merged = merge(CATALOG, ours, theirs);
        assert_eq!(merged.conflicts, 0, "{}", merged.text);
        merged.text
    }

    #[test]
    fn what_one_side_changed_is_taken() {
        let summary = CATALOG.replace("Exports the solvers.", "Exports all solvers.");
        let caveat = CATALOG.replace("- Caveat: results", "- Caveat: the results");
        assert_eq!(clean(&summary, CATALOG), summary);
        assert_eq!(clean(CATALOG, &summary), summary);
        assert_eq!(clean(&summary, &caveat), clean(&caveat, &summary));
        assert!(clean(&summary, &caveat).contains("all solvers") && clean(&summary, &caveat).contains("the results"));
        assert_eq!(clean(CATALOG, CATALOG), CATALOG);
    }

    #[test]
    fn entries_of_both_sides_stand_side_by_side() {
        let add = |name: &str| {
            CATALOG
                .replace("\n\n## Submodules", &format!("\n\n### [{name}.py]({name}.py)\nNew {name}.\n\n## Submodules"))
        };
        let merged = clean(&add("a"), &add("b"));
        assert!(merged.contains("New a.\n\n") && merged.contains("New b.\n\n"), "{merged}");
        assert_eq!(merged.len(), add("a").len() + add("b").len() - CATALOG.len());
        let section = CATALOG.replace("## Submodules", "## New\n\n### [n.py](n.py)\nN.\n\n## Submodules");
        let merged = clean(&add("a"), &section);
        assert!(merged.contains("New a.\n\n## New\n\n### [n.py](n.py)\nN.\n\n## Submodules"), "{merged}");
    }

    #[test]
    fn ranges_alone_are_no_conflict() {
        let ours = CATALOG.replace("(L220-L1120)", "(L221-L1121)");
        let theirs = CATALOG.replace("(L220-L1120)", "(L225-L1125)").replace("Solves a system", "Solves the system");
        let merged = clean(&ours, &theirs);
        assert!(merged.contains("Solves the system"));
        assert_eq!(clean(&ours, &CATALOG.replace("(L220-L1120)", "(L9-L10)")), ours);
    }

    #[test]
    fn deletions_and_moves() {
        let without = CATALOG.replace("### [`__init__.py`](__init__.py)\nExports the solvers.\n\n", "");
        assert_eq!(clean(&without, CATALOG), without);
        assert_eq!(clean(CATALOG, &without), without);
        let empty = CATALOG.replace("\n## Submodules\n\n### [diophantine](diophantine/catalog.md)\nInteger solutions of polynomial equations.\n", "");
        assert_eq!(clean(CATALOG, &empty), empty);
        let moved = without.replace(
            "## Submodules\n",
            "## Front\n\n### [`__init__.py`](__init__.py)\nExports the solvers.\n\n## Submodules\n",
        );
        assert_eq!(clean(CATALOG, &moved), moved);
        let summary = CATALOG.replace("Entry points for", "All entry points for");
        assert_eq!(clean(&summary, &moved), moved.replace("Entry points for", "All entry points for"));
    }

    #[test]
    fn only_what_both_changed_conflicts() {
        let ours = CATALOG.replace("Exports the solvers.", "Ours.");
        let theirs = CATALOG.replace("Exports the solvers.", "Theirs.").replace("Integer", "All integer");
        let merged = merge(CATALOG, &ours, &theirs);
        assert_eq!(merged.conflicts, 1);
        let markers = "<<<<<<< ours\n### [`__init__.py`](__init__.py)\nOurs.\n=======\n### [`__init__.py`](__init__.py)\nTheirs.\n>>>>>>> theirs\n\n## Submodules";
        assert!(merged.text.contains(markers), "{}", merged.text);
        assert!(merged.text.contains("All integer"));
        let deleted = CATALOG.replace("### [`__init__.py`](__init__.py)\nExports the solvers.\n\n", "");
        assert_eq!(merge(CATALOG, &deleted, &ours).conflicts, 1);
        assert_eq!(merge(CATALOG, &ours, &deleted).conflicts, 1);
    }

    #[test]
    fn line_ends_are_ours() {
        let ours = CATALOG.replace('\n', "\r\n");
        let theirs = CATALOG.replace("Exports the solvers.", "Exports all.");
        assert_eq!(merge(CATALOG, &ours, &theirs).text, theirs.replace('\n', "\r\n"));
    }

    proptest! {
        #[test]
        fn no_change_by_them_is_ours(cuts in prop::collection::vec((0usize..900, 0usize..60), 0..4)) {
            let mut ours = CATALOG.to_owned();
            for (at, length) in cuts {
                let (start, end) = (at.min(ours.len()), (at + length).min(ours.len()));
                ours.replace_range(start..end, "");
            }
            // A cut may fuse entries, so texts may conflict; but nothing panics, and agreement is kept.
            let _ = merge(CATALOG, &ours, CATALOG);
            prop_assert_eq!(merge(&ours, &ours, &ours), Merged { text: ours.clone(), conflicts: 0 });
        }
    }
}
