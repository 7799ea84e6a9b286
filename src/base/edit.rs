//! Edits of a text as values: several at once, by span, all or none.

use super::Span;

/// One replacement. An empty span inserts, an empty text deletes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextEdit {
    /// What is replaced, in bytes of the text before any edit.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// Edits of one text that are applied together. Invariant: sorted, and no two overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditSet {
    edits: Vec<TextEdit>,
}

/// Why edits cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Two edits touch the same bytes.
    #[error("two edits overlap at bytes {0} to {1}", second.start, first.end)]
    Overlap {
        /// The edit that comes first.
        first: Span,
        /// The edit that begins before the first one ends.
        second: Span,
    },
    /// A span does not lie in the text, or cuts a character.
    #[error("an edit at bytes {0} to {1} does not fit the text", span.start, span.end)]
    OutOfText {
        /// The span that does not fit.
        span: Span,
    },
}

impl EditSet {
    /// A set of edits; equal edits count once.
    pub fn new(mut edits: Vec<TextEdit>) -> Result<Self, EditError> {
        edits.sort();
        edits.dedup();
        for pair in edits.windows(2) {
            let (first, second) = (pair[0].span, pair[1].span);
            // Two insertions at one place have no order of their own, so they clash as well.
            let same_place = first.start == second.start && (first.is_empty() == second.is_empty());
            if second.start < first.end || same_place {
                return Err(EditError::Overlap { first, second });
            }
        }
        Ok(Self { edits })
    }

    /// Adds the edits of `other`, or says which two overlap and leaves this set as it was.
    pub fn merge(&mut self, other: &Self) -> Result<(), EditError> {
        *self = Self::new(self.edits.iter().chain(&other.edits).cloned().collect())?;
        Ok(())
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The edits, in order of their spans.
    pub fn edits(&self) -> &[TextEdit] {
        &self.edits
    }

    /// The text after all edits.
    pub fn apply(&self, text: &str) -> Result<String, EditError> {
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for edit in &self.edits {
            let span = edit.span;
            if span.end > text.len() || !text.is_char_boundary(span.start) || !text.is_char_boundary(span.end) {
                return Err(EditError::OutOfText { span });
            }
            out.push_str(&text[done..span.start]);
            out.push_str(&edit.text);
            done = span.end;
        }
        out.push_str(&text[done..]);
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::EditSet;
    use super::Span;
    use super::TextEdit;

    fn edit(start: usize, end: usize, text: &str) -> TextEdit {
        TextEdit { span: Span::new(start, end), text: text.to_owned() }
    }

    #[test]
    fn applies_all_or_none() {
        let set = EditSet::new(vec![edit(4, 5, "E"), edit(0, 1, ""), edit(2, 2, "--")]).expect("disjoint");
        assert_eq!(set.apply("abcdef").as_deref(), Ok("b--cdEf"));
        assert!(set.apply("abc").is_err());
        assert!(EditSet::new(vec![edit(0, 3, "x"), edit(2, 4, "y")]).is_err());
        assert!(EditSet::new(vec![edit(2, 2, "x"), edit(2, 2, "y")]).is_err());
        assert!(EditSet::new(vec![edit(1, 1, "x"), edit(1, 1, "x")]).is_ok());
    }
}
