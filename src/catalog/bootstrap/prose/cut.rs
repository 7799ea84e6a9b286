//! Sentences cut to a length without hurting them.

use crate::catalog::text;

/// A sentence with a period, at most `max` characters: without its parentheses, or up to a clause, or to a word.
pub(crate) fn cut(sentence: &str, max: usize) -> String {
    if sentence.ends_with('…') && sentence.chars().count() <= max {
        return sentence.to_owned();
    }
    let sentence = sentence.trim_end_matches(['.', '…']);
    let fits = |text: &str| text.chars().count() < max;
    if fits(sentence) {
        return format!("{sentence}.");
    }
    let bare = without_parentheses(sentence);
    if fits(&bare) {
        return format!("{bare}.");
    }
    let limit = bare.char_indices().nth(max.saturating_sub(2)).map_or(bare.len(), |(at, _)| at);
    let head = &bare[..limit];
    let outside = |at: &usize| bare[..*at].matches('`').count().is_multiple_of(2);
    let clause = [
        "; ",
        ", ",
        " -- ",
        " - ",
        ": ",
        " which ",
        " so that ",
        " because ",
        " where ",
        " when ",
        " while ",
        " if ",
        " such as ",
    ]
    .iter()
    .filter_map(|sign| head.match_indices(sign).map(|(at, _)| at).filter(outside).last())
    .filter(|at| *at * 5 >= limit * 2)
    .max();
    if let Some(at) = clause {
        return format!("{}.", trailing(&bare[..at]));
    }
    let word = head.match_indices(' ').map(|(at, _)| at).rfind(outside).unwrap_or(0);
    if word == 0 {
        return String::from("…");
    }
    format!("{}…", trailing(&bare[..word]))
}

/// Without words at the end that lead on to what was cut.
pub(super) fn trailing(text: &str) -> &str {
    let mut text = text.trim_end_matches([',', ';', ':', '-', ' ', '.']);
    while let Some((head, last)) = text.rsplit_once(' ') {
        let leads_on = [
            "a", "an", "the", "of", "to", "for", "and", "or", "with", "in", "on", "by", "from", "that", "as", "at",
            "e.g", "i.e", "is", "are",
        ];
        if !leads_on.contains(&last.to_ascii_lowercase().as_str()) {
            break;
        }
        text = head.trim_end_matches([',', ';', ':', '-', ' ', '.']);
    }
    text
}

fn without_parentheses(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len());
    let mut depth = 0usize;
    let mut in_code = false;
    for c in sentence.chars() {
        match c {
            '`' if depth == 0 => in_code = !in_code,
            '(' if !in_code => depth += 1,
            ')' if !in_code && depth > 0 => {
                depth -= 1;
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            out.push(c);
        }
    }
    text::fold(&out).replace(" ,", ",").replace(" .", ".")
}
