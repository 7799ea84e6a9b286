//! Line ranges: the one thing that is refreshed even inside a person's own words.

use std::collections::BTreeMap;

use crate::base::Span;
use crate::base::TextEdit;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::EditRefused;
use crate::catalog::SymbolMention;
use crate::catalog::text;

/// The changes that give the mentions of symbols their ranges; of two edits of one symbol the later counts.
pub(super) fn set(catalog: &Catalog, edits: &[CatalogEdit]) -> Result<Vec<TextEdit>, EditRefused> {
    let mut changes = BTreeMap::new();
    for edit in edits {
        let CatalogEdit::SetRange { target, symbol, range } = edit else {
            continue;
        };
        let mut found = false;
        let mut known = false;
        // Where a merge left two entries for one file, both shall be true.
        for entry in catalog.entries().filter(|entry| entry.target == *target) {
            known = true;
            for mention in entry.mentions() {
                if mention.name == *symbol || mention.declaration == *symbol {
                    found = true;
                    changes.insert(mention.span.start, written(&catalog.text, mention, &format!("({range})")));
                }
            }
        }
        let target = target.clone();
        if !known {
            return Err(EditRefused::NoEntry { target });
        }
        if !found {
            let symbol = symbol.clone();
            return Err(EditRefused::NoSymbol { target, symbol });
        }
    }
    Ok(changes.into_values().flatten().collect())
}

/// The changes that write `note` right after the mention's code span.
fn written(catalog: &str, mention: &SymbolMention, note: &str) -> Vec<TextEdit> {
    let replace = |span, text: String| TextEdit { span, text };
    let at = mention.span.end;
    let insertion = replace(Span::new(at, at), format!(" {note}"));
    let Some(old) = &mention.range else {
        return vec![insertion];
    };
    if mention.span.contains(old.span) {
        let code = text::code_span(&mention.declaration);
        return vec![replace(mention.span, format!("{code} {note}"))];
    }
    if old.adjacent {
        return if old.span.slice(catalog) == note { Vec::new() } else { vec![replace(old.span, note.to_owned())] };
    }
    if catalog[at..old.span.start].trim().is_empty() {
        return vec![replace(Span::new(at, old.span.end), format!(" {note}"))];
    }
    // It stands somewhere in the words: it goes with the space before it.
    let before = catalog[..old.span.start].trim_end_matches(' ').len();
    let gap = if catalog[..before].ends_with(['-', '–', '—', ':']) {
        // `- (L3-L9) words`: the space after it goes instead.
        let rest = &catalog[old.span.end..];
        let after = old.span.end + (rest.len() - rest.trim_start_matches(' ').len());
        Span::new(old.span.start, after)
    } else {
        Span::new(before.max(at), old.span.end)
    };
    vec![insertion, replace(gap, String::new())]
}
