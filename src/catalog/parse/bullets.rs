//! Bullets: symbol lines, caveats and prose, with their sub-bullets.

use crate::base::Span;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::catalog::Problem;
use crate::catalog::ProblemKind;
use crate::catalog::SymbolMention;
use crate::catalog::TextLine;
use crate::catalog::parse::blocks::Block;
use crate::catalog::parse::blocks::Inline;
use crate::catalog::parse::blocks::Item;
use crate::catalog::parse::comments::Comments;
use crate::catalog::parse::mentions;

/// What reading gathers besides the document itself.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) comments: Comments,
    pub(super) problems: Vec<Problem>,
}

impl Gathered {
    /// Notes a construct that does not belong in a catalog.
    pub(super) fn problem(&mut self, kind: ProblemKind, span: Span) {
        self.problems.push(Problem { kind, span });
    }

    /// Takes the comments and images of inline content.
    pub(super) fn inline(&mut self, text: &str, inline: &Inline) {
        for html in &inline.html {
            self.comments.read(text, *html);
        }
        for image in &inline.images {
            self.problem(ProblemKind::Image, *image);
        }
    }
}

/// The bullets of a list.
pub(super) fn read(text: &str, items: Vec<Item>, depth: usize, gathered: &mut Gathered) -> Vec<Bullet> {
    items.into_iter().map(|item| bullet(text, item, depth, gathered)).collect()
}

fn bullet(text: &str, item: Item, depth: usize, gathered: &mut Gathered) -> Bullet {
    let mut own: Vec<Inline> = Vec::new();
    let mut children = Vec::new();
    for block in item.blocks {
        match block {
            Block::Paragraph(inline) => {
                gathered.inline(text, &inline);
                if children.is_empty() {
                    own.push(inline);
                }
            }
            Block::List { ordered, span, items } => {
                if ordered {
                    gathered.problem(ProblemKind::OrderedList, span);
                }
                children.extend(read(text, items, depth + 1, gathered));
            }
            Block::Html(span) => gathered.comments.read(text, span),
            Block::Alien(kind, span) => gathered.problem(kind, span),
            Block::Heading { span, .. } => gathered.problem(ProblemKind::DeepHeading, span),
        }
    }
    let html: Vec<Span> = own.iter().flat_map(|inline| inline.html.iter().copied()).collect();
    let content = content(text, &own, item.span, &html);
    let (kind, mentions, description) = meaning(text, &own, content, &html);
    let end = content.end.max(item.span.start + 1);
    Bullet {
        kind,
        span: Span::new(item.span.start, end),
        extent: Span::new(item.span.start, item.span.end.max(end)),
        text: fold(text, content, &html),
        depth,
        mentions,
        description,
        children,
    }
}

/// The bytes of a bullet's own words, without comments of ours at the end.
fn content(text: &str, own: &[Inline], item: Span, html: &[Span]) -> Span {
    match (own.first(), own.last()) {
        (Some(first), Some(last)) => without_comments(text, Span::new(first.span.start, last.span.end), html),
        _ => Span::new(item.start, item.start),
    }
}

fn meaning(
    text: &str,
    own: &[Inline],
    content: Span,
    html: &[Span],
) -> (BulletKind, Vec<SymbolMention>, Option<TextLine>) {
    let Some(first) = own.first() else {
        return (BulletKind::Prose, Vec::new(), None);
    };
    let read = mentions::read(text, first);
    let (leading, rest) = (read.leading, read.rest);
    let mut found = read.found;
    found.extend(own[1..].iter().flat_map(|inline| mentions::read(text, inline).found).filter(|m| m.range.is_some()));
    if leading > 0 {
        let stray = found[0].range.as_ref().filter(|note| !note.adjacent).map(|note| note.span);
        let description = description(text, Span::new(rest.min(content.end), content.end), stray, html);
        return (BulletKind::Symbols, found, description);
    }
    if let Some(at) = after_caveat(content.slice(text)) {
        let span = Span::new(content.start + at, content.end);
        return (BulletKind::Caveat, found, text_line(text, span, html));
    }
    (BulletKind::Prose, found, None)
}

/// The words after the symbols: the separator and a range that stands in the way are no part of them.
fn description(text: &str, rest: Span, stray: Option<Span>, html: &[Span]) -> Option<TextLine> {
    let skip = |start: usize| {
        let words = text[start..rest.end].trim_start();
        let words = match words.strip_prefix(['-', '–', '—', ':']) {
            Some(after) if after.is_empty() || after.starts_with(char::is_whitespace) => after.trim_start(),
            _ => words,
        };
        rest.end - words.len()
    };
    let mut start = skip(rest.start);
    if let Some(stray) = stray.filter(|stray| stray.start == start && stray.end <= rest.end) {
        start = skip(stray.end);
    }
    text_line(text, Span::new(start, rest.end), html)
}

/// Where the words of a caveat begin, if the text is one: `Caveat:`, also in bold.
fn after_caveat(text: &str) -> Option<usize> {
    let rest = text.trim_start_matches(['*', '_']);
    let word = rest.get(..6).filter(|word| word.eq_ignore_ascii_case("caveat"))?;
    let rest = &rest[word.len()..];
    let rest = rest.strip_prefix('s').unwrap_or(rest);
    let rest = rest.trim_start_matches(['*', '_']).strip_prefix(':')?;
    let rest = rest.trim_start_matches(['*', '_']).trim_start();
    Some(text.len() - rest.len())
}

/// A span as a line of prose; `None` where nothing is in it. `html` are the pieces of HTML in it, of which our own
/// comments are no part of the prose.
pub(super) fn text_line(text: &str, span: Span, html: &[Span]) -> Option<TextLine> {
    let span = without_comments(text, span, html);
    let folded = fold(text, span, html);
    (!folded.is_empty()).then_some(TextLine { text: folded, span })
}

fn is_ours(text: &str, html: Span) -> bool {
    html.slice(text).starts_with("<!-- libra")
}

/// The span without whitespace and comments of ours at its ends.
fn without_comments(text: &str, span: Span, html: &[Span]) -> Span {
    let mut span = trim(text, span);
    for comment in html.iter().rev().filter(|html| is_ours(text, **html)) {
        if comment.end == span.end && comment.start >= span.start {
            span = trim(text, Span::new(span.start, comment.start));
        }
    }
    for comment in html.iter().filter(|html| is_ours(text, **html)) {
        if comment.start == span.start && comment.end <= span.end {
            span = trim(text, Span::new(comment.end, span.end));
        }
    }
    span
}

fn trim(text: &str, span: Span) -> Span {
    let inner = span.slice(text);
    let start = span.start + inner.len() - inner.trim_ascii_start().len();
    Span::new(start, (span.start + inner.trim_ascii_end().len()).max(start))
}

/// The lines of a span joined with a space, comments of ours left out.
fn fold(text: &str, span: Span, html: &[Span]) -> String {
    let mut out = String::with_capacity(span.len());
    let mut at = span.start;
    let comments = html.iter().filter(|html| is_ours(text, **html) && span.contains(**html));
    let ends = comments.map(|comment| (comment.start, comment.end));
    for (end, next) in ends.chain([(span.end, span.end)]) {
        let lines = text[at..end].lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty()) {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(line);
        }
        at = next;
    }
    out
}
