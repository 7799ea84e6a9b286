//! What is left of a definition that the parser could not read as a whole: its head, those members that read on their
//! own, and its closing brace.
//!
//! It goes by lines and their indentation alone, and asks for a tree of what it chose.

use tree_sitter::Tree;

use super::mend;
use crate::base::Span;

/// Lines of a head.
const MAX_HEAD: usize = 12;
/// Definitions with more members than this are left as they are.
const MAX_MEMBERS: usize = 2_000;
/// Of this many lines inside, one may stand at the margin.
const MARGINAL: usize = 20;
/// Times that the text of a definition may be read.
const MAX_WORK: usize = 20;

/// A definition at the margin, cut where its members begin.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Torn {
    head: Span,
    members: Vec<Span>,
    tail: Span,
}

/// A line: where it begins, and its text.
type Line<'t> = (usize, &'t str);

impl Torn {
    /// Cuts the definition that a piece of the text is, if it opens a brace and closes one at its margin.
    pub(crate) fn find(text: &str, piece: Span) -> Option<Self> {
        let mut at = piece.start;
        let lines: Vec<Line<'_>> = text
            .get(piece.range())?
            .split_inclusive('\n')
            .map(|line| {
                at += line.len();
                (at - line.len(), line)
            })
            .collect();
        let last = lines.iter().rposition(|(_, line)| line.starts_with('}'))?;
        let first = lines.iter().take(MAX_HEAD).position(|(_, line)| line.trim_end().ends_with('{'))? + 1;
        let inside = lines.get(first..last)?;
        // Labels such as `public:` and directives may stand at any margin.
        let is_plain =
            |line: &str| !(line.trim().is_empty() || line.starts_with('#') || line.trim_end().ends_with(':'));
        let indents: Vec<usize> =
            without_comments(inside).filter(|(_, line)| is_plain(line)).map(|(_, line)| indent(line)).collect();
        // A few lines at the margin may be what tears it.
        let at_margin = indents.iter().filter(|indent| **indent == 0).count();
        let margin = indents.iter().copied().filter(|indent| *indent > 0).min()?;
        // What leads to the brace stands at the margin, or is indented further than a member.
        let is_head = |line: &Line<'_>| indent(line.1) == 0 || indent(line.1) >= margin;
        let closes_before = inside.iter().any(|(_, line)| line.starts_with('}'));
        if closes_before || at_margin * MARGINAL > indents.len() || !lines[..first].iter().all(is_head) {
            return None;
        }
        let (start, end) = (inside.first()?.0, lines[last].0);
        let mut starts = vec![start];
        let mut fresh = false;
        for (at, line) in without_comments(inside) {
            let body = line.trim_start();
            if fresh && at > start && indent(line) == margin && !body.starts_with(['}', ')', ']']) {
                starts.push(at);
            }
            fresh = body.is_empty() || (indent(line) == margin && body.starts_with('}'));
        }
        let ends = starts.iter().skip(1).copied().chain([end]);
        let members: Vec<Span> = starts.iter().copied().zip(ends).map(|(start, end)| Span::new(start, end)).collect();
        let (head, tail) = (Span::new(piece.start, start), Span::new(end, piece.end));
        // The head is read once with every member.
        let is_cheap = members.len() <= MAX_MEMBERS && head.len() * members.len() <= MAX_WORK * piece.len();
        is_cheap.then_some(Self { head, members, tail })
    }

    /// The tree of the head, the members that read without error, and the tail. `None` where that reads no better.
    pub(crate) fn sound_parts(&self, tree_of: impl Fn(&[Span]) -> Option<Tree>) -> Option<Tree> {
        let sound = |parts: &[Span]| tree_of(parts).filter(|tree| !tree.root_node().has_error());
        // Where the head itself is torn, nothing can be known by it.
        sound(&[self.head, self.tail])?;
        let is_sound = |member: &Span| sound(&[self.head, *member, self.tail]).is_some();
        let members: Vec<Span> = self.members.iter().copied().filter(is_sound).collect();
        let parts: Vec<Span> = [self.head].into_iter().chain(members).chain([self.tail]).collect();
        sound(&parts)
    }
}

/// The lines that do not go on with a comment: it is the beginning of what follows it, whatever stands in it.
fn without_comments<'l, 't>(lines: &'l [Line<'t>]) -> impl Iterator<Item = Line<'t>> + use<'l, 't> {
    let mut in_comment = false;
    lines.iter().copied().filter(move |(_, line)| {
        let goes_on = in_comment;
        in_comment = (in_comment || mend::opens_comment(line)) && !line.contains("*/");
        !goes_on
    })
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Option<Vec<&str>> {
        let torn = Torn::find(text, Span::new(0, text.len()))?;
        Some([torn.head].iter().chain(&torn.members).chain([&torn.tail]).map(|part| part.slice(text)).collect())
    }

    #[test]
    fn cuts_between_members() {
        let text = "@A\nclass B :\n    C {\n public:\n  x(\n\n  /* Word.\n\n  w\n */\n  y {\n\n  }\n  z\n}\n\n";
        let parts = [
            "@A\nclass B :\n    C {\n",
            " public:\n  x(\n\n",
            "  /* Word.\n\n  w\n */\n  y {\n\n  }\n",
            "  z\n",
            "}\n\n",
        ];
        assert_eq!(cut(text).as_deref(), Some(&parts[..]));
    }

    #[test]
    fn leaves_what_has_no_braces_at_the_margin() {
        for text in ["", "x\n", "x {\n}\n", "x {\n y\n", "def f():\n    x\n", "x {\ny\n z\n}\n", "a\n  b {\n  c\n}\n"] {
            assert_eq!(cut(text).is_some(), text.starts_with("a\n"), "{text:?}");
        }
    }
}
