//! What a walk over a syntax tree finds, and how two readings of one text become one.

use std::collections::BTreeSet;

use super::languages::spec::Definition;
use super::languages::spec::Exports;
use crate::base::Span;
use crate::source::Import;
use crate::source::NoteKind;
use crate::source::SymbolKind;

/// What a walk finds, in the order of the text.
pub(crate) struct Walked {
    pub(crate) definitions: Vec<Found>,
    pub(crate) imports: Vec<Import>,
    pub(crate) messages: Vec<Message>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) exports: Exports,
    /// What blocks outside a type say that it implements: type, trait.
    pub(crate) implemented: Vec<(String, Vec<String>)>,
    pub(crate) module_string: Option<Span>,
}

/// A definition with what is known once its end is reached.
pub(crate) struct Found {
    pub(crate) definition: Definition,
    pub(crate) qualified_name: String,
    /// The index of the listed definition around it.
    pub(crate) container: Option<usize>,
    pub(crate) branches: u32,
    pub(crate) calls: Vec<String>,
    /// False once its own closing mark turns out to be missing.
    pub(crate) complete: bool,
}

impl Found {
    /// Takes in a definition that goes on with this one.
    pub(crate) fn extend(&mut self, later: &Definition, complete: bool) {
        self.definition.span.end = later.span.end;
        self.complete &= complete;
        self.definition.body = match (self.definition.body, later.body) {
            (Some(before), Some(after)) => Some(Span::new(before.start, after.end.max(before.end))),
            (before, after) => before.or(after),
        };
    }
}

/// A string inside an error or a log call.
pub(crate) struct Message {
    pub(crate) kind: NoteKind,
    /// The literal, or the parts that the language joins.
    pub(crate) spans: Vec<Span>,
}

/// A comment.
pub(crate) struct Comment {
    pub(crate) span: Span,
    /// Whether it stands inside a function.
    pub(crate) in_body: bool,
    /// The branch that it stands at.
    pub(crate) branch: Option<Span>,
}

impl Walked {
    /// Number of definitions whose range is known.
    pub(crate) fn known(&self) -> usize {
        self.definitions.iter().filter(|found| found.complete).count()
    }

    /// What is to be done once a walk has ended.
    pub(crate) fn settle(&mut self, text: &str, broken: bool) {
        self.cut_at(text.len());
        if broken {
            self.doubt_swallowed(text);
        }
    }

    /// Doubts definitions of broken text that hold others which stand no further from the margin than they do: where a
    /// closing brace is missing, the parser takes what follows for members. The names of those are wrong then, too.
    fn doubt_swallowed(&mut self, text: &str) {
        let indent = |found: &Found| {
            let start = found.definition.span.start;
            // Directives stand at the margin of anything.
            let before =
                text.get(..start).filter(|_| !text[start..].starts_with("#d") && !text[start..].starts_with("# "))?;
            let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
            line.trim().is_empty().then_some(line.len())
        };
        let indents: Vec<Option<usize>> = self.definitions.iter().map(indent).collect();
        let mut misplaced = vec![false; indents.len()];
        for at in 0..indents.len() {
            let Some(around) = self.definitions[at].container else { continue };
            let holds_others = self.definitions[around].definition.kind.is_some_and(SymbolKind::is_type);
            let is_swallowed =
                holds_others && indents[at].zip(indents[around]).is_some_and(|(own, outer)| own <= outer);
            if is_swallowed {
                self.definitions[around].complete = false;
            }
            if is_swallowed || misplaced[around] {
                misplaced[at] = true;
                self.definitions[at].complete = false;
            }
        }
    }

    /// Cuts off what lies behind the text: where a parser is shown more than there is (`Quirks::tail`), its last nodes may
    /// end there.
    fn cut_at(&mut self, end: usize) {
        let within = |span: &mut Span| *span = Span::new(span.start.min(end), span.end.min(end));
        for Found { definition, .. } in &mut self.definitions {
            within(&mut definition.span);
            definition.head = definition.head.min(end);
            definition.head_end = definition.head_end.min(end);
            let parts = [&mut definition.parameters, &mut definition.body, &mut definition.doc_string];
            parts.into_iter().flatten().for_each(within);
        }
        self.messages.iter_mut().flat_map(|message| &mut message.spans).for_each(within);
        for comment in &mut self.comments {
            within(&mut comment.span);
            comment.branch.iter_mut().for_each(within);
        }
        self.module_string.iter_mut().for_each(within);
    }

    /// Adds the definitions of another reading of the same text that touch none of these.
    pub(crate) fn complete_with(&mut self, other: Self) {
        let outermost = |found: &&Found| found.complete && found.container.is_none();
        let mut taken: Vec<Span> =
            self.definitions.iter().filter(|found| found.complete).map(|found| found.definition.span).collect();
        taken.sort_by_key(|span| span.start);
        // Spans nest, so the furthest end so far tells whether anything reaches into a gap.
        let mut furthest = 0;
        let ends: Vec<usize> = taken
            .iter()
            .map(|span| {
                furthest = span.end.max(furthest);
                furthest
            })
            .collect();
        let is_free = |span: Span| {
            let before = taken.partition_point(|other| other.start < span.end);
            before == 0 || ends[before - 1] <= span.start
        };
        let free: BTreeSet<usize> = other
            .definitions
            .iter()
            .filter(outermost)
            .map(|found| found.definition.span)
            .filter(|span| is_free(*span))
            .map(|span| span.start)
            .collect();
        let mut place: Vec<Option<usize>> = Vec::with_capacity(other.definitions.len());
        for mut found in other.definitions {
            let fits = (found.container.is_none() && free.contains(&found.definition.span.start))
                || found.container.is_some_and(|at| place[at].is_some());
            place.push((found.complete && fits).then_some(self.definitions.len()));
            if found.complete && fits {
                found.container = found.container.and_then(|at| place[at]);
                self.definitions.push(found);
            }
        }
    }

    /// Adds what was found further down in the same text.
    pub(crate) fn append(&mut self, later: Self) {
        let before = self.definitions.len();
        self.definitions.extend(later.definitions.into_iter().map(|mut found| {
            found.container = found.container.map(|at| at + before);
            found
        }));
        self.imports.extend(later.imports);
        self.messages.extend(later.messages);
        self.comments.extend(later.comments);
        self.exports.names.extend(later.exports.names);
        self.exports.is_whole |= later.exports.is_whole;
        self.implemented.extend(later.implemented);
    }
}
