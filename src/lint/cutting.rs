//! Fixes that take a sentence out of somebody's words, and what is left empty by it.

use crate::base::Span;
use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::catalog::Entry;
use crate::lint::context::LintContext;
use crate::lint::context::all_bullets;
use crate::lint::edits;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::skeleton;

/// A place where words stand.
enum Holder<'a> {
    Paragraph,
    Summary(&'a Entry),
    Bullet(&'a Bullet),
}

/// Takes away the sentences that `span` touches. Where none is left, what held them goes: a bullet's description, the
/// bullet, the paragraph; a summary is written anew. `None` where the span stands in no words, such as a heading.
pub(crate) fn without_sentence(context: &LintContext<'_>, span: Span) -> Option<Fix> {
    let (holder, words) = holder(context, span)?;
    let text = words.slice(context.text());
    let hit = |sentence: &Span| words.start + sentence.start < span.end && span.start < words.start + sentence.end;
    let (gone, left): (Vec<_>, Vec<_>) = sentences(text).into_iter().partition(hit);
    let (first, last) = (gone.first()?, gone.last()?);
    if left.is_empty() {
        return match holder {
            Holder::Paragraph => edits::remove_lines("remove the paragraph", Safety::Unsafe, context, words),
            Holder::Summary(entry) => skeleton::summary(context, &entry.target),
            Holder::Bullet(bullet) => without_words(context, bullet),
        };
    }
    let blanks = text[last.end..].len() - text[last.end..].trim_start().len();
    let cut = match text.len() - blanks == last.end {
        // The last sentence takes the space before it along.
        true => Span::new(text[..first.start].trim_end().len(), last.end),
        false => Span::new(first.start, last.end + blanks),
    };
    let cut = Span::new(words.start + cut.start, words.start + cut.end);
    edits::replace("remove the sentence", Safety::Unsafe, cut, "")
}

/// Takes away the clause that begins at `span`, where one is split off from its sentence: `..., for example so.`;
/// otherwise the sentence.
pub(crate) fn without_clause(context: &LintContext<'_>, span: Span) -> Option<Fix> {
    clause(context, span)
        .and_then(|cut| edits::replace("remove the clause", Safety::Unsafe, cut, ""))
        .or_else(|| without_sentence(context, span))
}

fn clause(context: &LintContext<'_>, span: Span) -> Option<Span> {
    let (_, words) = holder(context, span)?;
    let text = words.slice(context.text());
    let at = span.start - words.start;
    let sentence = sentences(text).into_iter().find(|sentence| sentence.range().contains(&at))?;
    let before = text[sentence.start..at].trim_end();
    let head = before.strip_suffix([',', ';', '(', ':', '\u{2013}', '\u{2014}'])?.trim_end();
    let end = match before.ends_with('(') {
        true => at + text[at..sentence.end].find(')')? + 1,
        false => text[..sentence.end].trim_end_matches(['.', '!', '?']).len(),
    };
    let is_sentence = head.split_whitespace().count() >= 2;
    is_sentence.then(|| Span::new(words.start + sentence.start + head.len(), words.start + end))
}

/// Takes away what a bullet says of its symbols, or the bullet where it lists none.
fn without_words(context: &LintContext<'_>, bullet: &Bullet) -> Option<Fix> {
    let ends =
        bullet.mentions.iter().map(|mention| mention.range.as_ref().map_or(mention.span.end, |note| note.span.end));
    match (bullet.kind, ends.max()) {
        (BulletKind::Symbols, Some(end)) if end < bullet.span.end => {
            edits::replace("remove the words", Safety::Unsafe, Span::new(end, bullet.span.end), "")
        }
        // Sub-bullets would be left without what they belong to.
        _ if !bullet.children.is_empty() => None,
        _ => edits::remove_lines("remove the bullet", Safety::Unsafe, context, bullet.extent),
    }
}

fn holder<'a>(context: &LintContext<'a>, span: Span) -> Option<(Holder<'a>, Span)> {
    let catalog = context.catalog;
    for entry in context.entries() {
        if let Some(summary) = entry.summary.as_ref().filter(|summary| summary.span.contains(span)) {
            return Some((Holder::Summary(entry), summary.span));
        }
    }
    let sections = catalog.sections.iter().flat_map(|section| &section.prose);
    let entries = context.entries().flat_map(|entry| &entry.prose);
    let mut paragraphs = catalog.intro.iter().chain(&catalog.prose).chain(sections).chain(entries);
    if let Some(paragraph) = paragraphs.find(|paragraph| paragraph.span.contains(span)) {
        return Some((Holder::Paragraph, paragraph.span));
    }
    let bullet = all_bullets(context).into_iter().find(|bullet| bullet.span.contains(span))?;
    let marker = bullet.span.slice(context.text()).find(|c: char| c != '-' && c != '*' && c != '+' && c != ' ')?;
    let own = Span::new(bullet.span.start + marker, bullet.span.end);
    let words = bullet.description.as_ref().map_or(own, |description| description.span);
    // What stands among the symbols is no sentence.
    words.contains(span).then_some((Holder::Bullet(bullet), words))
}

/// The sentences of some words; code is not looked into.
fn sentences(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let (mut start, mut in_code, mut ended) = (0, false, false);
    for (at, c) in text.char_indices() {
        if ended && c.is_whitespace() {
            found.push(Span::new(start, at));
            start = at;
        }
        if text[start..at].trim().is_empty() && !c.is_whitespace() {
            start = at;
        }
        in_code ^= c == '`';
        ended = !in_code && matches!(c, '.' | '!' | '?') && !is_abbreviation(&text[start..=at]);
    }
    if !text[start..].trim().is_empty() {
        found.push(Span::new(start, text.trim_end().len()));
    }
    found
}

fn is_abbreviation(sentence: &str) -> bool {
    ["e.g.", "i.e.", "etc.", "vs.", "cf."].iter().any(|short| sentence.ends_with(short))
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn sentences_end_with_their_signs() {
        let of = |text: &'static str| sentences(text).iter().map(|span| span.slice(text)).collect::<Vec<_>>();
        assert_eq!(of("One. Two, e.g. this!  Is `a. b` three"), ["One.", "Two, e.g. this!", "Is `a. b` three"]);
        assert_eq!(of("v1.2 is one"), ["v1.2 is one"]);
        assert!(of("  ").is_empty());
    }
}
