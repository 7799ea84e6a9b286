//! From chosen runs of units to items: whole definitions where they fit, a head where they do not, within the tokens.

use std::collections::BTreeMap;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::evidence::Fused;
use crate::evidence::Part;
use crate::evidence::bundle::DropReason;
use crate::evidence::bundle::Dropped;
use crate::evidence::bundle::Head;
use crate::evidence::bundle::Item;
use crate::evidence::complement::Choice;
use crate::evidence::scene::Scene;
use crate::source::FileFacts;
use crate::source::Symbol;

/// Items and what could not become one.
#[derive(Debug, Default)]
pub(crate) struct Shaped {
    pub(crate) items: Vec<Item>,
    pub(crate) dropped: Vec<Dropped>,
}

/// The most tokens that completing a definition on one side may cost; beyond this its head must do.
const COMPLETION_TOKENS: u32 = 200;
/// Lines of a declaration that are shown as a head.
const HEAD_LINES: u32 = 8;

/// Shapes the choices in their order. What completes a definition is paid from the tokens that no choice needs, the
/// first choices first.
pub(crate) fn items(
    choices: &[Choice],
    pool: &[Fused],
    scene: &Scene<'_>,
    masks: &BTreeMap<RepoPath, Vec<LineRange>>,
    most_tokens: u32,
) -> Shaped {
    let mut shaped = Shaped::default();
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    let mut used = 0;
    for choice in choices {
        let (path, lines) = place(*choice, scene);
        let Some(draft) = Draft::new(path, lines, *choice, scene) else {
            shaped.dropped.push(Dropped { path: path.clone(), lines, reason: DropReason::Unreadable });
            continue;
        };
        if used + draft.tokens() > most_tokens {
            shaped.dropped.push(Dropped { path: path.clone(), lines, reason: DropReason::OverBudget });
            continue;
        }
        used += draft.tokens();
        drafts.push(draft);
    }
    let mut left = most_tokens - used;
    for at in 0..drafts.len() {
        let (before, rest) = drafts.split_at_mut(at);
        let Some((draft, after)) = rest.split_first_mut() else { break };
        let path = draft.path;
        let mut closed: Vec<LineRange> = masks.get(path).cloned().unwrap_or_default();
        closed.extend(before.iter().chain(after.iter()).filter(|other| other.path == path).map(Draft::all_lines));
        draft.complete(&mut left, &closed);
    }
    shaped.items = drafts.into_iter().map(|draft| draft.item(pool, scene)).collect();
    shaped
}

/// What fits of the best unit: the declaration that it lies in and the lines that say most of what was asked.
pub(crate) fn excerpt(pool: &[Fused], scene: &Scene<'_>, most_tokens: u32) -> Shaped {
    let mut shaped = Shaped::default();
    let Some(best) = pool.first() else { return shaped };
    let choice = Choice::one(best.unit);
    let (path, lines) = place(choice, scene);
    shaped.dropped.push(Dropped { path: path.clone(), lines, reason: DropReason::OverBudget });
    let Some(mut draft) = Draft::new(path, lines, choice, scene) else { return shaped };
    let Some(text) = scene.text_of(path, draft.lines) else { return shaped };
    let asked = scene.clues.asked();
    let weights: Vec<f64> = text.lines().map(|line| asked.weight_of(line)).collect();
    let start = draft.lines.start();
    let tokens = |first: usize, last: usize| {
        draft.facts.tokens_of(LineRange::clamped(start + first as u32, start + last as u32))
    };
    let Some((first, last)) = densest(&weights, most_tokens, tokens) else { return shaped };
    draft.lines = LineRange::clamped(start + first as u32, start + last as u32);
    let mut left = most_tokens - draft.tokens();
    draft.complete(&mut left, &[]);
    shaped.dropped.clear();
    shaped.items.push(draft.item(pool, scene));
    shaped
}

/// The run of lines that holds the most within some tokens; of equals the first and shortest.
fn densest(weights: &[f64], most: u32, tokens: impl Fn(usize, usize) -> u32) -> Option<(usize, usize)> {
    let mut best: Option<(f64, usize, usize)> = None;
    for first in 0..weights.len() {
        let mut sum = 0.0;
        for (last, weight) in weights.iter().enumerate().skip(first) {
            if tokens(first, last) > most {
                break;
            }
            sum += weight;
            if best.is_none_or(|(known, ..)| sum > known) {
                best = Some((sum, first, last));
            }
        }
    }
    best.map(|(_, first, last)| (first, last))
}

/// The role and the reason of units together: what counted most, requirements before mere likeness.
pub(crate) fn reason_of(fused: &[&Fused]) -> (&'static str, String) {
    /// Reasons that are said.
    const MOST_REASONS: usize = 2;
    let mut parts: Vec<&Part> = fused.iter().flat_map(|unit| &unit.parts).collect();
    parts.sort_by(|a, b| {
        let rank = |part: &Part| (!part.reason.is_requirement(), -part.share);
        let (a_rank, b_rank) = (rank(a), rank(b));
        a_rank.0.cmp(&b_rank.0).then(a_rank.1.total_cmp(&b_rank.1)).then_with(|| a.reason.cmp(&b.reason))
    });
    let mut said: Vec<String> = Vec::new();
    for part in &parts {
        let sentence = part.reason.to_string();
        if said.len() < MOST_REASONS && !said.contains(&sentence) {
            said.push(sentence);
        }
    }
    let role = parts.first().map_or("text", |part| part.reason.role());
    (role, said.join("; "))
}

fn place<'a>(choice: Choice, scene: &Scene<'a>) -> (&'a RepoPath, LineRange) {
    let (first, last) = (scene.units.unit(choice.first), scene.units.unit(choice.last));
    let lines = LineRange::clamped(first.lines.start(), last.lines.end());
    (scene.units.path(choice.first), lines)
}

/// An item in the making.
struct Draft<'a> {
    path: &'a RepoPath,
    facts: &'a FileFacts,
    choice: Choice,
    lines: LineRange,
    head: Option<LineRange>,
}

impl<'a> Draft<'a> {
    fn new(path: &'a RepoPath, lines: LineRange, choice: Choice, scene: &Scene<'a>) -> Option<Self> {
        let facts = scene.sources.project.files.get(path)?.facts.as_deref()?;
        // A file that changed since its facts were read would give wrong lines.
        let text = scene.sources.texts.text(path)?;
        (text.lines().count() as u32 >= lines.end()).then(|| Self {
            path,
            facts,
            choice,
            lines: facts.trimmed(lines),
            head: None,
        })
    }

    fn tokens(&self) -> u32 {
        self.facts.tokens_of(self.lines) + self.head.map_or(0, |head| self.facts.tokens_of(head))
    }

    fn all_lines(&self) -> LineRange {
        LineRange::clamped(self.head.map_or(self.lines.start(), LineRange::start), self.lines.end())
    }

    /// Takes in the rest of definitions that are cut, as far as `left` allows and without touching `closed` lines.
    fn complete(&mut self, left: &mut u32, closed: &[LineRange]) {
        let may_add = |lines: LineRange| !closed.iter().any(|other| other.overlaps(lines));
        if let Some(symbol) = self.cut_at_end() {
            let rest = LineRange::clamped(self.lines.end() + 1, symbol.range.end());
            let tokens = self.facts.tokens_of(rest);
            if tokens <= COMPLETION_TOKENS.min(*left) && may_add(rest) {
                *left -= tokens;
                self.lines = LineRange::clamped(self.lines.start(), rest.end());
            }
        }
        if let Some(symbol) = self.cut_at_start() {
            let rest = LineRange::clamped(symbol.range.start(), self.lines.start() - 1);
            let tokens = self.facts.tokens_of(rest);
            if tokens <= COMPLETION_TOKENS.min(*left) && may_add(rest) {
                *left -= tokens;
                self.lines = LineRange::clamped(rest.start(), self.lines.end());
                return;
            }
            let head = declaration(symbol, self.lines.start() - 1);
            let tokens = self.facts.tokens_of(head);
            if tokens <= *left && may_add(head) {
                *left -= tokens;
                self.head = Some(head);
            }
        }
    }

    /// The innermost definition that begins before the lines and goes on in them.
    fn cut_at_start(&self) -> Option<&'a Symbol> {
        let start = self.lines.start();
        self.innermost(|symbol| symbol.range.start() < start && symbol.range.end() >= start)
    }

    /// The innermost definition that goes on after the lines.
    fn cut_at_end(&self) -> Option<&'a Symbol> {
        let end = self.lines.end();
        self.innermost(|symbol| symbol.range.start() <= end && symbol.range.end() > end)
    }

    /// The lines of the definition that is cut by the item's beginning or end, the smallest one.
    fn part_of(&self) -> Option<LineRange> {
        let cut = [self.cut_at_start(), self.cut_at_end()].into_iter().flatten();
        // A type of which some members are shown whole is no cut definition: its members are what is read.
        let inner = cut.filter(|symbol| symbol.kind.is_callable() || self.head.is_some());
        inner.map(|symbol| symbol.range).min_by_key(|range| range.line_count())
    }

    fn innermost(&self, holds: impl Fn(&Symbol) -> bool) -> Option<&'a Symbol> {
        self.facts.symbols.iter().filter(|symbol| holds(symbol)).min_by_key(|symbol| symbol.range.line_count())
    }

    /// The definition that the item is named after: the innermost that holds all of it, or else the first that begins
    /// in it.
    fn symbol(&self) -> Option<&'a Symbol> {
        self.innermost(|symbol| symbol.range.contains(self.lines))
            .or_else(|| self.facts.symbols.iter().find(|symbol| self.lines.contains_line(symbol.definition_line)))
    }

    fn item(self, pool: &[Fused], scene: &Scene<'_>) -> Item {
        let members: Vec<&Fused> = pool.iter().filter(|fused| self.choice.holds(fused.unit)).collect();
        let (role, reason) = reason_of(&members);
        let mut views: Vec<(&'static str, usize, f64)> = Vec::new();
        for part in members.iter().flat_map(|unit| &unit.parts) {
            match views.iter_mut().find(|(view, ..)| *view == part.view) {
                Some((_, rank, share)) => {
                    *rank = part.rank.min(*rank);
                    *share = part.share.max(*share);
                }
                None => views.push((part.view, part.rank, part.share)),
            }
        }
        views.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(b.0)));
        let symbol = self.symbol();
        let part_of = self.part_of();
        let text_of = |lines| scene.text_of(self.path, lines).unwrap_or_default();
        Item {
            path: self.path.clone(),
            lines: self.lines,
            text: text_of(self.lines),
            head: self.head.map(|lines| Head { lines, text: text_of(lines) }),
            part_of,
            symbol: symbol.map(|symbol| symbol.qualified_name.clone()),
            kind: symbol.map_or("lines", |symbol| symbol.kind.as_str()),
            language: self.facts.language.name(),
            blob: scene.sources.project.files[self.path].blob,
            tokens: self.tokens(),
            role,
            reason,
            views: views.into_iter().map(|(view, rank, _)| (view, rank)).collect(),
        }
    }
}

/// The declaration of a definition, not past `last`: up to where its own line ends, or a few lines more for a long list
/// of parameters.
fn declaration(symbol: &Symbol, last: u32) -> LineRange {
    let start = symbol.range.start();
    let end = symbol.definition_line.max(start).min(start + HEAD_LINES - 1).min(last.max(start));
    LineRange::clamped(start, end)
}
