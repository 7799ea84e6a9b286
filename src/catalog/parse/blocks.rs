//! Markdown as blocks with byte spans, from pulldown-cmark's events.

use std::iter::Peekable;

use pulldown_cmark::Event;
use pulldown_cmark::OffsetIter;
use pulldown_cmark::Options;
use pulldown_cmark::Parser;
use pulldown_cmark::Tag;
use pulldown_cmark::TagEnd;

use crate::base::Span;
use crate::catalog::ProblemKind;

/// Lists nested deeper than this are kept as text: nobody means them, and hostile input could exhaust the stack.
const MAX_DEPTH: usize = 12;

/// A block of a document or of a list item.
#[derive(Debug)]
pub(super) enum Block {
    /// A heading; the span is its lines.
    Heading { level: usize, span: Span, inline: Inline },
    /// A paragraph.
    Paragraph(Inline),
    /// A list.
    List { ordered: bool, span: Span, items: Vec<Item> },
    /// An HTML block: perhaps git-libra's own comments.
    Html(Span),
    /// Something that has no place in a catalog.
    Alien(ProblemKind, Span),
}

/// A list item.
#[derive(Debug)]
pub(super) struct Item {
    /// From the marker to the end of the last thing in it.
    pub(super) span: Span,
    /// What stands in it.
    pub(super) blocks: Vec<Block>,
}

/// A run of inline content.
#[derive(Debug, Default)]
pub(super) struct Inline {
    /// From the first to the last piece.
    pub(super) span: Span,
    /// The text without marks.
    pub(super) plain: String,
    /// Code spans with their backticks, in order, and what stands in them.
    pub(super) codes: Vec<(Span, String)>,
    /// Links in order: the text, the destination as pulldown-cmark unescapes it, the whole.
    pub(super) links: Vec<(String, String, Span)>,
    /// Inline HTML.
    pub(super) html: Vec<Span>,
    /// Images.
    pub(super) images: Vec<Span>,
}

/// Reads the blocks of a text.
pub(super) fn read(text: &str) -> Vec<Block> {
    // A byte-order mark is no text; the offsets are shifted back to those of the whole.
    let shift = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let events = Parser::new_ext(&text[shift..], Options::ENABLE_TABLES).into_offset_iter();
    let mut reader = Reader { text, shift, events: events.peekable() };
    reader.blocks(0)
}

struct Reader<'a> {
    text: &'a str,
    shift: usize,
    events: Peekable<OffsetIter<'a>>,
}

impl Reader<'_> {
    fn span(&self, range: &std::ops::Range<usize>) -> Span {
        Span::new(range.start + self.shift, range.end + self.shift)
    }

    /// The blocks up to the end of the container, whose `End` is taken.
    fn blocks(&mut self, depth: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some((event, range)) = self.events.peek() {
            let span = Span::new(range.start + self.shift, range.end + self.shift);
            if is_inline(event) {
                let inline = self.inline(None);
                blocks.push(Block::Paragraph(inline));
                continue;
            }
            let Some((event, _)) = self.events.next() else { break };
            match event {
                Event::End(_) => break,
                Event::Start(tag) => blocks.push(self.block(&tag, span, depth)),
                Event::Rule => blocks.push(Block::Alien(ProblemKind::Rule, self.trimmed(span))),
                _ => {}
            }
        }
        blocks
    }

    fn block(&mut self, tag: &Tag<'_>, span: Span, depth: usize) -> Block {
        let alien = match tag {
            Tag::Heading { level, .. } => {
                let level = *level as usize;
                let inline = self.inline(Some(span));
                return Block::Heading { level, span: self.trimmed(span), inline };
            }
            Tag::Paragraph => return Block::Paragraph(self.inline(Some(span))),
            Tag::List(first) if depth < MAX_DEPTH => {
                return Block::List {
                    ordered: first.is_some(),
                    span: self.trimmed(span),
                    items: self.items(depth + 1),
                };
            }
            Tag::HtmlBlock => {
                self.skip();
                return Block::Html(self.trimmed(span));
            }
            Tag::CodeBlock(_) => ProblemKind::CodeBlock,
            Tag::Table(_) => ProblemKind::Table,
            // Besides quotes only lists nested without end come here.
            _ => ProblemKind::Quote,
        };
        self.skip();
        Block::Alien(alien, self.trimmed(span))
    }

    fn items(&mut self, depth: usize) -> Vec<Item> {
        let mut items = Vec::new();
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::Start(Tag::Item) => {
                    let span = self.span(&range);
                    let blocks = self.blocks(depth);
                    // A nested item's range begins with its indentation.
                    let indented = span.len() - span.slice(self.text).trim_ascii_start().len();
                    let span = self.trimmed(Span::new(span.start + indented, span.end));
                    items.push(Item { span, blocks });
                }
                Event::Start(_) => self.skip(),
                Event::End(_) => break,
                _ => {}
            }
        }
        items
    }

    /// Takes everything up to the end of the element that was just begun.
    fn skip(&mut self) {
        let mut open = 1;
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Start(_) => open += 1,
                Event::End(_) => open -= 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
    }

    /// Inline content: up to the `End` of `block` where one is given, otherwise as long as it is inline.
    fn inline(&mut self, block: Option<Span>) -> Inline {
        let mut inline = Inline::default();
        let mut bounds: Option<Span> = None;
        let mut links: Vec<(usize, String, Span)> = Vec::new();
        let mut open = 0usize;
        while let Some((event, range)) = self.events.peek() {
            if open == 0 && block.is_none() && !is_inline(event) {
                break;
            }
            let span = Span::new(range.start + self.shift, range.end + self.shift);
            let Some((event, _)) = self.events.next() else { break };
            if open == 0 && matches!(event, Event::End(_)) {
                break;
            }
            let whole = bounds.unwrap_or(span);
            bounds = Some(Span::new(whole.start.min(span.start), whole.end.max(span.end)));
            match event {
                Event::Start(tag) => {
                    open += 1;
                    match tag {
                        Tag::Link { dest_url, .. } => {
                            links.push((inline.plain.len(), dest_url.into_string(), span));
                        }
                        Tag::Image { .. } => inline.images.push(span),
                        _ => {}
                    }
                }
                Event::End(tag) => {
                    open -= 1;
                    if tag == TagEnd::Link
                        && let Some((from, destination, span)) = links.pop()
                    {
                        inline.links.push((inline.plain[from..].to_owned(), destination, span));
                    }
                }
                Event::Text(text) => inline.plain.push_str(&text),
                Event::Code(code) => {
                    inline.plain.push_str(&code);
                    inline.codes.push((span, code.into_string()));
                }
                Event::InlineHtml(_) | Event::Html(_) => inline.html.push(span),
                Event::SoftBreak | Event::HardBreak => inline.plain.push(' '),
                _ => {}
            }
        }
        inline.span = self.inline_span(bounds, block);
        inline
    }

    /// The events' bounds, a backslash before the first of them counted in.
    fn inline_span(&self, bounds: Option<Span>, block: Option<Span>) -> Span {
        let Some(bounds) = bounds else {
            let at = block.map_or(self.text.len(), |span| span.start);
            return Span::new(at, at);
        };
        let mut span = self.trimmed(bounds);
        if span.start > 0 && self.text.as_bytes()[span.start - 1] == b'\\' {
            span.start -= 1;
        }
        span
    }

    /// The span without whitespace at its end.
    fn trimmed(&self, span: Span) -> Span {
        let content = span.slice(self.text);
        Span::new(span.start, span.start + content.trim_ascii_end().len())
    }
}

/// Whether an event is inline content, which stands directly in an item of a tight list.
fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(
            tag,
            Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Superscript
                | Tag::Subscript
                | Tag::Link { .. }
                | Tag::Image { .. }
        ),
        Event::End(_) | Event::Rule | Event::Html(_) => false,
        _ => true,
    }
}
