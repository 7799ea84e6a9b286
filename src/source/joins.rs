//! Definitions that stand in several pieces: a type signature and the equations after it, the clauses of one function,
//! attributes that are statements of their own.
//!
//! Pieces join only with their next neighbours on the same level; the walk keeps a `Run` for each level.

use super::languages::spec::Definition;
use super::languages::spec::Joins;
use crate::base::Span;
use crate::source::Visibility;

/// What came last on one level of a file.
#[derive(Default)]
pub(crate) struct Run {
    lead: Option<Lead>,
    /// The index and the key of the definition that came last.
    last: Option<(usize, String)>,
}

/// Something that belongs to the next definition.
struct Lead {
    span: Span,
    /// The names that it may belong to; empty for any.
    names: Vec<String>,
    doc_string: Option<Span>,
    visibility: Option<Visibility>,
    /// The declaration, if it is one.
    head: Option<Span>,
}

/// What becomes of a definition.
pub(crate) enum Met {
    /// It is one of its own, with what led to it.
    New,
    /// It waits for what it belongs to.
    Waits,
    /// It goes on with the definition of this index.
    Continues(usize),
}

impl Run {
    /// Meets the next definition of the level, which gets `index` if it is a new one.
    pub(crate) fn meet(&mut self, definition: &mut Definition, index: usize, text: &str) -> Met {
        let before = self.lead.take().filter(|lead| is_beside(lead.span.end, definition.span.start, text));
        match std::mem::take(&mut definition.joins) {
            Joins::Nothing => {
                self.last = None;
                Met::New
            }
            Joins::Next { names, declares } => {
                self.lead = Some(Lead::of(definition, names, declares).after(before));
                Met::Waits
            }
            Joins::Same(key) => {
                if let Some((at, _)) = self.last.as_ref().filter(|(_, last)| *last == key) {
                    return Met::Continues(*at);
                }
                self.last = Some((index, key));
                let fits = |lead: &Lead| lead.names.is_empty() || lead.names.contains(&definition.name);
                if let Some(lead) = before.filter(fits) {
                    lead.give(definition);
                }
                Met::New
            }
        }
    }
}

impl Lead {
    fn of(definition: &Definition, names: Vec<String>, declares: bool) -> Self {
        let hidden = definition.visibility != Visibility::Public;
        Self {
            span: definition.span,
            names,
            doc_string: definition.doc_string,
            visibility: hidden.then_some(definition.visibility),
            head: declares.then(|| Span::new(definition.head, definition.head_end)),
        }
    }

    /// Takes in what led to this.
    fn after(mut self, before: Option<Self>) -> Self {
        if let Some(before) = before.filter(|before| before.names.is_empty() || before.names == self.names) {
            self.span.start = before.span.start;
            self.doc_string = before.doc_string.or(self.doc_string);
            self.visibility = before.visibility.or(self.visibility);
            self.head = before.head.or(self.head);
        }
        self
    }

    fn give(self, definition: &mut Definition) {
        definition.span.start = self.span.start;
        definition.doc_string = definition.doc_string.or(self.doc_string);
        definition.visibility = self.visibility.unwrap_or(definition.visibility);
        if let Some(head) = self.head {
            (definition.head, definition.head_end) = (head.start, head.end);
        }
    }
}

/// Whether nothing but comments, directives and blank lines stands between two places.
fn is_beside(end: usize, start: usize, text: &str) -> bool {
    text.get(end..start).is_some_and(|between| {
        let marks = ["#", "--", "{-"];
        between.lines().map(str::trim).all(|line| line.is_empty() || marks.iter().any(|mark| line.starts_with(mark)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_may_stand_between() {
        assert!(is_beside(1, 12, "a\n# word\n\n  b"));
        assert!(!is_beside(1, 5, "a\nx\nb"));
        assert!(!is_beside(5, 2, "abcdef"));
    }
}
