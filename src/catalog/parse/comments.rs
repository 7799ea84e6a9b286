//! git-libra's own comments: `libra:keep`, `libra:end`, `libra-ignore`.

use crate::base::LineIndex;
use crate::base::Span;
use crate::catalog::Problem;
use crate::catalog::ProblemKind;
use crate::catalog::Suppression;

/// A comment of ours.
#[derive(Debug, PartialEq)]
enum Comment {
    Keep,
    End,
    Ignore(Vec<String>),
}

/// The comments of a catalog, gathered from its HTML.
#[derive(Debug, Default)]
pub(super) struct Comments {
    found: Vec<(Comment, Span)>,
    problems: Vec<Problem>,
}

/// What the comments mean.
#[derive(Debug)]
pub(super) struct Meaning {
    pub(super) kept: Vec<Span>,
    pub(super) suppressions: Vec<Suppression>,
    pub(super) problems: Vec<Problem>,
}

impl Comments {
    /// Reads a piece of HTML; what is no comment of ours is a problem.
    pub(super) fn read(&mut self, text: &str, html: Span) {
        let mut at = html.start;
        while at < html.end {
            let rest = &text[at..html.end];
            let start = at + (rest.len() - rest.trim_start().len());
            let rest = &text[start..html.end];
            if rest.is_empty() {
                break;
            }
            let end = rest.find("-->").map(|end| start + end + 3);
            let comment = end.and_then(|end| Some((ours(&text[start..end])?, end)));
            let Some((comment, end)) = comment else {
                let span = Span::new(start, html.end);
                self.problems.push(Problem { kind: ProblemKind::Html, span });
                break;
            };
            self.found.push((comment, Span::new(start, end)));
            at = end;
        }
    }

    /// Pairs `keep` with `end` and places the suppressions.
    pub(super) fn meaning(mut self, text: &str) -> Meaning {
        let lines = LineIndex::new(text);
        self.found.sort_by_key(|(_, span)| span.start);
        let mut meaning = Meaning { kept: Vec::new(), suppressions: Vec::new(), problems: self.problems };
        let mut open: Option<Span> = None;
        for (comment, span) in self.found {
            let unbalanced = Problem { kind: ProblemKind::UnbalancedKeep, span };
            match (comment, open) {
                (Comment::Keep, None) => open = Some(span),
                (Comment::End, Some(first)) => {
                    meaning.kept.push(Span::new(first.start, span.end));
                    open = None;
                }
                (Comment::Keep, Some(_)) | (Comment::End, None) => meaning.problems.push(unbalanced),
                (Comment::Ignore(rules), _) => {
                    let own = lines.line_of(span.start);
                    let alone = lines.line_span(own).slice(text).trim() == span.slice(text).trim();
                    meaning.suppressions.push(Suppression { rules, span, line: if alone { own + 1 } else { own } });
                }
            }
        }
        if let Some(first) = open {
            // Rather too much kept than a person's words lost.
            meaning.kept.push(Span::new(first.start, text.len()));
            meaning.problems.push(Problem { kind: ProblemKind::UnbalancedKeep, span: first });
        }
        meaning
    }
}

/// The comment's meaning, if it is one of ours. `comment` runs from `<!--` to `-->`.
fn ours(comment: &str) -> Option<Comment> {
    let inner = comment.strip_prefix("<!--")?.strip_suffix("-->")?.trim();
    match inner {
        "libra:keep" => return Some(Comment::Keep),
        "libra:end" => return Some(Comment::End),
        _ => {}
    }
    let rules = inner.strip_prefix("libra-ignore")?;
    let rules = rules.strip_prefix(':').unwrap_or(rules);
    (rules.is_empty() || rules.starts_with(char::is_whitespace)).then(|| {
        let rules = rules.split(|c: char| c == ',' || c.is_whitespace()).filter(|rule| !rule.is_empty());
        Comment::Ignore(rules.map(str::to_owned).collect())
    })
}
