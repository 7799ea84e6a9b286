//! What a line still has room for: further sentences of its symbol's documentation, the messages that it fails with or
//! reports, what its branches are for, and what the members do that have no line of their own.
//!
//! A question about a file is asked in words that stand somewhere in it, mostly not in the first sentences. So room goes
//! to the sentences that say most of what the entry does not say yet, and an entry may grow with its file.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::words;
use crate::catalog::Limits;
use crate::catalog::SymbolLine;
use crate::catalog::bootstrap::paths;
use crate::catalog::bootstrap::verbosity::Candidate;
use crate::catalog::write;
use crate::source::FileFacts;
use crate::source::Symbol;

/// Characters that an entry may have for each hundred tokens of its file: about a tenth of the file's own characters.
const CHARACTERS_PER_HUNDRED_TOKENS: usize = 36;
/// Characters that every entry may have, however short its file is.
const LEAST: usize = 400;
/// What the new stems of a sentence must be worth, or it is not worth reading: two where each is worth 1.
const ADDS: f64 = 2.0;
/// Characters that reading one more sentence costs, beside its own.
const COST: usize = 20;
/// Comments of one symbol that are thought of.
const COMMENTS: usize = 20;
/// How far sentences carry to other questions than those that they answer, by where they stand.
const MESSAGE: f64 = 0.9;
const LOG: f64 = 0.8;
const COMMENT: f64 = 0.7;

/// A sentence that may be added.
struct Offer {
    /// The line that it is about.
    line: usize,
    text: String,
    stems: BTreeSet<String>,
    /// How far it carries, from 0 to 1, times the measure's focus.
    reach: f64,
}

/// How an entry is filled.
#[derive(Clone, Copy)]
pub struct Measure<'a> {
    /// Characters that the entry may have for each hundred tokens of its file.
    pub share: usize,
    /// What a stem is worth, from 0 to 1, that stands nowhere in the entry yet.
    pub worth: &'a dyn Fn(&str) -> f64,
    /// How much more a sentence about a symbol (by its index) counts than another.
    pub focus: &'a dyn Fn(usize) -> f64,
}

impl Measure<'_> {
    /// That of an entry which nobody asked about yet.
    pub(super) fn first() -> Self {
        Self { share: CHARACTERS_PER_HUNDRED_TOKENS, worth: &|_| 1.0, focus: &|_| 1.0 }
    }
}

/// Fills the lines of an entry, the other text of which has `taken` characters, and puts them in order.
pub(super) fn fill(
    facts: &FileFacts,
    candidates: &[Candidate<'_>],
    names: &BTreeSet<&str>,
    limits: &Limits,
    taken: usize,
    measure: &Measure<'_>,
    lines: Vec<SymbolLine>,
) -> Vec<SymbolLine> {
    let written: usize = write::symbol_lines(&lines, limits).iter().map(|line| line.chars().count() + 1).sum();
    let offers = offers(facts, candidates, names, limits, measure, &lines);
    let tokens: usize = facts.line_tokens.iter().map(|tokens| usize::from(*tokens)).sum();
    let most = (tokens * measure.share / 100).max(LEAST);
    let room = most.saturating_sub(taken + written);
    let mut page = Page { room, said: said(&lines), lines, limits, measure };
    page.fill(offers);
    ordered(page.lines)
}

/// An entry's lines while they are filled.
struct Page<'a> {
    lines: Vec<SymbolLine>,
    /// The stems that stand in them.
    said: BTreeSet<String>,
    /// Characters that may be added.
    room: usize,
    limits: &'a Limits,
    measure: &'a Measure<'a>,
}

impl Page<'_> {
    /// Adds the best sentence, again and again, until none is worth its room.
    fn fill(&mut self, mut offers: Vec<Offer>) {
        while let Some(at) = self.best(&offers) {
            let offer = offers.remove(at);
            if !self.opens(offer.line) {
                offers.retain(|other| other.line != offer.line);
                continue;
            }
            self.room = self.room.saturating_sub(length(&offer.text) + 1);
            self.said.extend(offer.stems);
            let summary = self.lines[offer.line].summary.get_or_insert_default();
            if !summary.is_empty() {
                summary.push(' ');
            }
            summary.push_str(&offer.text);
        }
    }

    /// The offer that says most new for its length; of equals the first.
    fn best(&self, offers: &[Offer]) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (at, offer) in offers.iter().enumerate() {
            let new: f64 = offer.stems.difference(&self.said).map(|stem| (self.measure.worth)(stem)).sum();
            if new < ADDS || length(&offer.text) > self.room || !self.fits(offer) {
                continue;
            }
            let worth = new * offer.reach / (length(&offer.text) + COST) as f64;
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// Whether a line has room for one more sentence, and does not have it already.
    fn fits(&self, offer: &Offer) -> bool {
        let line = &self.lines[offer.line];
        let summary = line.summary.as_deref().unwrap_or_default();
        // The bullet's mark before it, the dash behind it.
        let head = length(&write::named(&line.declaration, line.range)) + 5;
        let whole = head + length(summary) + 1 + length(&offer.text);
        let text = offer.text.trim_end_matches('.');
        let is_said = summary.contains(text) || line.paths.iter().any(|path| path.contains(text));
        whole <= self.limits.line_length && (summary.is_empty() || summary.ends_with('.')) && !is_said
    }

    /// Whether a line may get words: a name that gets some gets a bullet of its own.
    fn opens(&self, line: usize) -> bool {
        if !self.lines[line].is_name_only() {
            return true;
        }
        let mut lines = self.lines.clone();
        lines[line].summary = Some(String::new());
        write::symbol_lines(&ordered(lines), self.limits).len() <= self.limits.bullets
    }
}

/// Lines with words first, in source order, then those of names alone.
fn ordered(mut lines: Vec<SymbolLine>) -> Vec<SymbolLine> {
    lines.sort_by_key(|line| (line.is_name_only(), line.range.start(), Reverse(line.range.end())));
    lines
}

/// The sentences that could be added, in the order of the source.
fn offers(
    facts: &FileFacts,
    candidates: &[Candidate<'_>],
    names: &BTreeSet<&str>,
    limits: &Limits,
    measure: &Measure<'_>,
    lines: &[SymbolLine],
) -> Vec<Offer> {
    let homes = Homes::new(facts, candidates, lines);
    let mut found = Vec::new();
    let mut offer = |line: usize, symbol: usize, text: &str, reach: f64| {
        if text.ends_with('.') && !text.contains('…') {
            let reach = reach * (measure.focus)(symbol);
            found.push(Offer { line, text: text.to_owned(), stems: stems(text), reach });
        }
    };
    for candidate in candidates {
        match homes.own(candidate.index) {
            Some(line) => candidate.more.iter().for_each(|text| offer(line, candidate.index, text, 1.0)),
            // What a member without a line does is said of the line above it.
            None => {
                if let (Some(line), Some(summary)) = (homes.of(facts, candidate.index), &candidate.summary) {
                    offer(line, candidate.index, summary, 1.0);
                }
            }
        }
    }
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let Some(line) = homes.of(facts, index).filter(|_| is_said_once(facts, &homes, index, symbol)) else {
            continue;
        };
        if let Some(text) = paths::failures(facts, symbol, limits) {
            offer(line, index, &text, MESSAGE);
        }
        if let Some(text) = paths::reports(facts, symbol, limits) {
            offer(line, index, &text, LOG);
        }
        for text in paths::branches(facts, symbol, names, COMMENTS) {
            offer(line, index, &text, COMMENT);
        }
    }
    found
}

/// Whether what stands in a symbol is said of it: it runs, and nothing inside it speaks for itself.
fn is_said_once(facts: &FileFacts, homes: &Homes, index: usize, symbol: &Symbol) -> bool {
    let holds =
        || facts.symbols.iter().any(|other| other.container.is_some_and(|container| container as usize == index));
    symbol.kind.is_callable() && (homes.own(index).is_some() || !holds())
}

/// The lines by the symbols that they are about.
struct Homes(BTreeMap<usize, usize>);

impl Homes {
    fn new(facts: &FileFacts, candidates: &[Candidate<'_>], lines: &[SymbolLine]) -> Self {
        let own = |line: &SymbolLine| {
            let about = |candidate: &&Candidate<'_>| {
                let name = facts.symbols[candidate.index].qualified_name.as_str();
                candidate.symbol.range == line.range && line.declaration.strip_prefix(name).is_some_and(ends_name)
            };
            candidates.iter().find(about).map(|candidate| candidate.index)
        };
        Self(lines.iter().enumerate().filter_map(|(at, line)| Some((own(line)?, at))).collect())
    }

    /// A symbol's own line.
    fn own(&self, symbol: usize) -> Option<usize> {
        self.0.get(&symbol).copied()
    }

    /// A symbol's own line, or the next one around it.
    fn of(&self, facts: &FileFacts, symbol: usize) -> Option<usize> {
        let above = |at: &usize| facts.symbols[*at].container.map(|at| at as usize);
        // A container precedes its members; the bound guards against facts that say otherwise.
        std::iter::successors(Some(symbol), above).take(32).find_map(|at| self.own(at))
    }
}

/// Whether a name ends where this begins.
fn ends_name(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('(')
}

fn said(lines: &[SymbolLine]) -> BTreeSet<String> {
    let texts = lines.iter().flat_map(|line| {
        std::iter::once(&line.declaration).chain(&line.summary).chain(&line.paths).map(String::as_str)
    });
    texts.flat_map(stems).collect()
}

/// The stems of a text's telling words.
fn stems(text: &str) -> BTreeSet<String> {
    let telling =
        |word: &String| word.len() > 2 && !words::is_stop_word(word) && !word.starts_with(|c: char| c.is_ascii_digit());
    let words = words::identifiers(text).flat_map(words::identifier_parts).filter(telling);
    words.map(|word| words::stem(&word)).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use crate::base::RepoPath;
    use crate::catalog::Limits;
    use crate::catalog::bootstrap;
    use crate::catalog::write;
    use crate::source;
    use crate::source::Language;

    const SOURCE: &str = "
class Store:
    \"\"\"Keeps answers on disk. Old ones are compressed with gzip.\"\"\"

    def _shrink(self, most):
        while self.size > most:
            # pinned answers survive every clean-up
            if not self.oldest.pinned:
                self.drop(self.oldest)
            elif self.full:
                raise RuntimeError('no space is left for answers')


def lock(path):
    if path in held:
        raise ValueError('somebody else writes to this folder')
    held.add(path)
    return path
";

    fn entry(source: &str, bullets: usize) -> String {
        let facts = source::parse(Language::Python, source);
        let file = RepoPath::new("store.py").expect("plain");
        let limits = Limits { bullets, ..Limits::default() };
        write::entry_lines(&RepoPath::root(), &bootstrap::entry(&file, &facts, &limits), &limits).join("\n")
    }

    #[test]
    fn what_a_file_says_elsewhere_fills_the_room_that_is_left() {
        let text = entry(SOURCE, 20);
        for said in ["Old ones are compressed with gzip.", "no space is left for answers", "Pinned answers survive"] {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert!(text.contains("somebody else writes to this folder"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 250));
    }

    #[test]
    fn an_entry_keeps_to_its_share_of_a_long_file_and_to_its_bullets() {
        let one = |n: usize| {
            format!(
                "def function_{n}(x):\n    \"\"\"Computes term{n}a of part{n}b. Needs word{n}c and word{n}d as well. Takes \
                 care of case{n}e with rest{n}f.\"\"\"\n    if x > {n}:\n        return {n}\n    return x\n\n\n"
            )
        };
        let source: String = (0..30).map(one).collect();
        let text = entry(&source, 20);
        assert!(text.lines().filter(|line| line.starts_with("- ")).count() <= 20, "{text}");
        assert!(text.contains("function_29") && text.chars().count() < source.len(), "{text}");
    }
}
