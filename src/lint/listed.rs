//! Every symbol that a catalog lists, joined with what its file defines: one verdict a mention, shared by the range rules.

use std::fmt::Write as _;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::catalog::Entry;
use crate::catalog::SymbolMention;
use crate::catalog::Target;
use crate::catalog::resolve;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::source::FileFacts;
use crate::source::Symbol;

/// A symbol that an entry lists.
#[derive(Clone, Debug)]
pub(crate) struct Listed<'a> {
    /// The file that the entry describes.
    pub(crate) file: &'a RepoPath,
    /// What the file defines.
    pub(crate) facts: &'a FileFacts,
    /// The mention.
    pub(crate) mention: &'a SymbolMention,
    /// The symbols that it may mean, as indices into `facts.symbols`.
    pub(crate) candidates: Vec<usize>,
    /// What is to be said of its range.
    pub(crate) verdict: Verdict,
    /// Whether its bullet says nothing of it but the name.
    pub(crate) is_name_alone: bool,
    /// The candidate whose range the mention should have, where there is any.
    pub(crate) meant: Option<usize>,
}

/// What is to be said of a mention; exactly one rule speaks for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All is well.
    Right,
    /// The file defines no such symbol.
    Unknown,
    /// No range is written.
    Missing,
    /// What is written is no range.
    Malformed,
    /// The start comes after the end.
    Reversed,
    /// The range ends after the file.
    PastEnd,
    /// The range is that of no definition.
    Stale,
    /// The range is right but does not stand right after the name.
    Detached,
}

impl<'a> Listed<'a> {
    /// What a finding about it is about.
    pub(crate) fn subject(&self) -> String {
        format!("{}::{}", self.file, self.mention.name)
    }

    /// The symbol that it should have the range of.
    pub(crate) fn symbol(&self) -> Option<&'a Symbol> {
        self.meant.map(|at| &self.facts.symbols[at])
    }

    /// Where its symbol is, in words: `L1-L3`, or all places where it has several definitions.
    pub(crate) fn places(&self) -> String {
        let ranges: Vec<_> = self.candidates.iter().map(|at| self.facts.symbols[*at].range.to_string()).collect();
        let Some((last, others)) = ranges.split_last() else { return String::new() };
        match others {
            [] => last.clone(),
            others if others.len() < 4 => format!("{} or {last}", others.join(", ")),
            others => format!("{} or one of {} more", others[..3].join(", "), ranges.len() - 3),
        }
    }

    /// Writes the right range where it belongs: right after the name.
    pub(crate) fn set_range(&self, text: &str) -> Option<Fix> {
        let range = self.symbol()?.range;
        let mut title = format!("set the range to {range}");
        if self.candidates.len() > 1 {
            let _ = write!(title, ", the nearest of {} definitions", self.candidates.len());
        }
        edits::edits(title, Safety::Safe, put(self.mention, range, text))
    }
}

/// The edits that put `range` right after a mention's name and take away what is written elsewhere.
pub(crate) fn put(mention: &SymbolMention, range: LineRange, text: &str) -> Vec<TextEdit> {
    let after = Span::new(mention.span.end, mention.span.end);
    let insert = TextEdit { span: after, text: format!(" ({range})") };
    match &mention.range {
        None => vec![insert],
        Some(note) if note.adjacent => vec![TextEdit { span: note.span, text: format!("({range})") }],
        Some(note) => {
            let before = &text[..note.span.start];
            let blanks = before.len() - before.trim_end_matches(' ').len();
            // Directly behind the name without the one space, the two edits would meet.
            if note.span.start - blanks == mention.span.end {
                let span = Span::new(mention.span.end, note.span.end);
                return vec![TextEdit { span, text: format!(" ({range})") }];
            }
            let note = Span::new(note.span.start - blanks, note.span.end);
            vec![insert, TextEdit { span: note, text: String::new() }]
        }
    }
}

/// Joins all mentions of a catalog's file entries.
pub(crate) fn listed<'a>(context: &LintContext<'a>) -> Vec<Listed<'a>> {
    let mut all = Vec::new();
    for entry in context.entries() {
        let Target::File(file) = &entry.target else { continue };
        let Some(facts) = context.project.facts(file) else { continue };
        let from = all.len();
        let names = Names::new(facts);
        for Place { mention, owner, is_name_alone } in mentions(entry) {
            let candidates = names.resolve(mention, owner);
            let verdict = verdict(facts, mention, &candidates);
            all.push(Listed { file, facts, mention, candidates, verdict, is_name_alone, meant: None });
        }
        mean(&mut all[from..]);
    }
    all
}

/// A mention and where it stands.
struct Place<'a> {
    mention: &'a SymbolMention,
    /// The symbol under whose bullet it stands.
    owner: Option<&'a str>,
    is_name_alone: bool,
}

/// The mentions of an entry that must be true. In a sub-bullet or in prose, code is a listed symbol only where a range
/// follows; without one it may be an option or a value.
fn mentions(entry: &Entry) -> Vec<Place<'_>> {
    fn collect<'a>(bullet: &'a Bullet, owner: Option<&'a str>, found: &mut Vec<Place<'a>>) {
        let is_name_alone = bullet.description.is_none() && bullet.children.is_empty();
        let counts = |mention: &&SymbolMention| mention.range.is_some() || is_listing(bullet);
        let mentions = bullet.mentions.iter().filter(counts);
        found.extend(mentions.map(|mention| Place { mention, owner, is_name_alone }));
        let owner = bullet.mentions.first().map(|mention| mention.name.as_str()).or(owner);
        for child in &bullet.children {
            collect(child, owner, found);
        }
    }
    let in_prose = entry.prose_mentions.iter();
    let mut found: Vec<_> = in_prose.map(|mention| Place { mention, owner: None, is_name_alone: false }).collect();
    for bullet in &entry.bullets {
        collect(bullet, None, &mut found);
    }
    found
}

/// Whether a bullet is there to list symbols.
fn is_listing(bullet: &Bullet) -> bool {
    bullet.depth == 0 && bullet.kind == BulletKind::Symbols
}

/// The qualified names of a file, sorted, so that a long entry does not scan a long file for every mention.
struct Names<'a> {
    facts: &'a FileFacts,
    sorted: Vec<(&'a str, usize)>,
}

impl<'a> Names<'a> {
    fn new(facts: &'a FileFacts) -> Self {
        let named = facts.symbols.iter().enumerate().map(|(at, symbol)| (symbol.qualified_name.as_str(), at));
        let mut sorted: Vec<_> = named.collect();
        sorted.sort_unstable();
        Self { facts, sorted }
    }

    fn exactly(&self, name: &str) -> Vec<usize> {
        let from = self.sorted.partition_point(|(known, _)| *known < name);
        self.sorted[from..].iter().take_while(|(known, _)| *known == name).map(|(_, at)| *at).collect()
    }

    /// What a mention may mean. Under the bullet of a class, a bare name means its member first.
    fn resolve(&self, mention: &SymbolMention, owner: Option<&str>) -> Vec<usize> {
        if let Some(owner) = owner {
            let found = resolve::resolve(self.facts, &format!("{owner}.{}", mention.name));
            if !found.is_empty() {
                return found;
            }
        }
        let found = self.exactly(&mention.name);
        if found.is_empty() { resolve::resolve_mention(self.facts, mention) } else { found }
    }
}

fn verdict(facts: &FileFacts, mention: &SymbolMention, candidates: &[usize]) -> Verdict {
    if candidates.is_empty() {
        return Verdict::Unknown;
    }
    let Some(note) = &mention.range else { return Verdict::Missing };
    let Some(lines) = note.lines else {
        return if numbers(&note.text).is_some_and(|(start, end)| start > end) {
            Verdict::Reversed
        } else {
            Verdict::Malformed
        };
    };
    if lines.end() > facts.line_count {
        return Verdict::PastEnd;
    }
    let right = |at: &usize| resolve::accepts(&facts.symbols[*at], lines);
    match (candidates.iter().any(right), note.adjacent) {
        (false, _) => Verdict::Stale,
        (true, false) => Verdict::Detached,
        (true, true) => Verdict::Right,
    }
}

/// The two numbers of something like `L30-L20`.
fn numbers(text: &str) -> Option<(u32, u32)> {
    let (start, end) = text.trim().split_once('-')?;
    let number = |text: &str| text.trim().trim_start_matches(['L', 'l']).parse().ok();
    Some((number(start)?, number(end)?))
}

/// Decides which definition each mention of one entry should have the range of.
fn mean(listed: &mut [Listed<'_>]) {
    for at in 0..listed.len() {
        let one = &listed[at];
        let meant = match one.candidates[..] {
            [] => None,
            [only] => Some(only),
            _ => Some(one_of_several(one, &listed[..at], listed)),
        };
        listed[at].meant = meant;
    }
}

/// Picks among several definitions: the one whose range is written, the one with the written parameters, the n-th for
/// the n-th mention where there are as many of both, the only one of the written length, or the nearest.
fn one_of_several(one: &Listed<'_>, before: &[Listed<'_>], all: &[Listed<'_>]) -> usize {
    let symbols = &one.facts.symbols;
    let written = one.mention.range.as_ref().and_then(|note| note.lines);
    let only = |is: &dyn Fn(&Symbol) -> bool| {
        let mut hits = one.candidates.iter().copied().filter(|at| is(&symbols[*at]));
        hits.next().filter(|_| hits.next().is_none())
    };
    if let Some(at) = written.and_then(|lines| one.candidates.iter().find(|at| resolve::accepts(&symbols[**at], lines)))
    {
        return *at;
    }
    let declared = parameters(&one.mention.declaration);
    if let Some(at) =
        declared.and_then(|declared| only(&|symbol| symbol.parameters.as_deref().map(folded) == Some(folded(declared))))
    {
        return at;
    }
    let same = |other: &&Listed<'_>| other.mention.name == one.mention.name;
    if all.iter().filter(same).count() == one.candidates.len() {
        return one.candidates[before.iter().filter(same).count()];
    }
    if let Some(at) = written.and_then(|lines| only(&|symbol| symbol.range.line_count() == lines.line_count())) {
        return at;
    }
    let start = written.map_or(0, LineRange::start);
    *one.candidates.iter().min_by_key(|at| (symbols[**at].range.start().abs_diff(start), **at)).expect("several")
}

/// What stands between the outermost parentheses of a declaration.
fn parameters(declaration: &str) -> Option<&str> {
    let (_, rest) = declaration.split_once('(')?;
    rest.rsplit_once(')').map(|(parameters, _)| parameters)
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
