//! Marks of reStructuredText, Markdown, Javadoc, JSDoc and HTML inside a line: only what they show stays.

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Words.
    Text(String),
    /// Code, without backticks.
    Code(String),
}

/// Tags whose content is code.
const CODE_TAGS: &[&str] = &["code", "tt", "kbd", "samp", "var"];
/// Tags that are dropped; any other `<x>` is no tag but a type parameter or a placeholder.
const TAGS: &[&str] = &[
    "a",
    "b",
    "br",
    "em",
    "i",
    "p",
    "strong",
    "u",
    "ul",
    "ol",
    "li",
    "div",
    "span",
    "sub",
    "sup",
    "h1",
    "h2",
    "h3",
    "h4",
    "dl",
    "dt",
    "dd",
    "blockquote",
    "small",
    "font",
    "hr",
    "img",
];

/// The pieces of a line.
pub(super) fn pieces(line: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut text = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '`' => backticks(rest, &mut text),
            ':' => role(rest),
            '{' => javadoc(rest),
            '<' => tag(rest),
            '[' => link(rest),
            '&' => entity(rest),
            '*' | '_' => emphasis(rest, &text),
            _ => None,
        };
        let Some((shown, length)) = taken else {
            text.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        for piece in shown {
            match piece {
                Piece::Text(shown) => text.push_str(&shown),
                code @ Piece::Code(_) => {
                    out.push(Piece::Text(std::mem::take(&mut text)));
                    out.push(code);
                }
            }
        }
        rest = &rest[length..];
    }
    out.push(Piece::Text(text));
    out
}

/// What a mark shows, and how many bytes it takes; `None` where it is no mark.
type Taken = Option<(Vec<Piece>, usize)>;

#[expect(clippy::unnecessary_wraps, reason = "every reader of a mark answers with `Taken`")]
fn code(shown: &str, length: usize) -> Taken {
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    Some((vec![Piece::Code(shown)], length))
}

#[expect(clippy::unnecessary_wraps, reason = "every reader of a mark answers with `Taken`")]
fn words(shown: &str, length: usize) -> Taken {
    Some((vec![Piece::Text(shown.to_owned())], length))
}

/// `` `x` ``, ``` ``x`` ```, `` `text <target>`_ ``.
fn backticks(rest: &str, before: &mut String) -> Taken {
    let fence = rest.len() - rest.trim_start_matches('`').len();
    let inside = &rest[fence..];
    let Some(end) = inside.find(&rest[..fence]) else {
        // A lone backtick opens an old-fashioned quotation.
        return words("'", fence);
    };
    let mut length = fence * 2 + end;
    let shown = inside[..end].trim();
    length += rest[length..].len() - rest[length..].trim_start_matches('_').len();
    if shown.is_empty() {
        return words("", length);
    }
    if let Some(at) = shown.find(" <").filter(|_| shown.ends_with('>')) {
        return words(&shown[..at], length);
    }
    // "``x``s" and "non-`x`": no space may vanish, none is added.
    if before.ends_with('\'') {
        before.pop();
    }
    code(shown, length)
}

/// `` :func:`~a.b.c` ``: the last name for one that is shortened by `~`, otherwise the name as it is.
fn role(rest: &str) -> Taken {
    let end = rest[1..].find(":`")? + 1;
    let name = &rest[1..end];
    let valid =
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '_' | '-' | '+' | '.'));
    if !valid {
        return None;
    }
    let inside = &rest[end + 2..];
    let close = inside.find('`')?;
    let length = end + 2 + close + 1;
    let shown = &inside[..close];
    if let Some(at) = shown.find('<').filter(|_| shown.ends_with('>')) {
        return words(shown[..at].trim(), length);
    }
    if matches!(name, "ref" | "doc" | "term" | "ticket" | "issue") {
        return words(shown.trim_start_matches('~'), length);
    }
    match shown.strip_prefix('~') {
        Some(path) => code(path.rsplit('.').next().unwrap_or(path), length),
        None => code(shown.trim_start_matches(['!', '.']), length),
    }
}

/// `{@link Type#method label}`, `{@code x}`.
fn javadoc(rest: &str) -> Taken {
    let inside = rest.strip_prefix("{@")?;
    let end = inside.find('}')?;
    let (tag, shown) = inside[..end].split_once(char::is_whitespace)?;
    let length = end + 3;
    let shown = shown.trim();
    match tag {
        "link" | "linkplain" => {
            match shown.split_once([' ', '|']).filter(|(target, _)| !target.contains('(') || target.contains(')')) {
                Some((_, label)) => words(label.trim(), length),
                None => code(shown.trim_start_matches('#').replace('#', ".").as_str(), length),
            }
        }
        _ => code(shown, length),
    }
}

fn tag(rest: &str) -> Taken {
    let inside = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
    let name: String = inside.chars().take_while(char::is_ascii_alphanumeric).collect();
    let lower = name.to_ascii_lowercase();
    let end = rest.find('>')?;
    let address = rest[1..end].contains("://") || rest[1..end].contains('@');
    if address {
        return words("", end + 1);
    }
    if CODE_TAGS.contains(&lower.as_str()) {
        let close = rest[end..].find("</").map(|at| end + at);
        return match close.filter(|_| !rest.starts_with("</")) {
            Some(close) => {
                let after = rest[close..].find('>').map_or(rest.len(), |at| close + at + 1);
                let shown = rest[end + 1..close].replace("&lt;", "<").replace("&gt;", ">");
                if shown.trim().is_empty() { words("", after) } else { code(&shown, after) }
            }
            None => words("", end + 1),
        };
    }
    let plain = TAGS.contains(&lower.as_str()) && inside[name.len()..].starts_with(['>', ' ', '/']);
    let shown = if matches!(lower.as_str(), "br" | "p" | "li") { " " } else { "" };
    plain.then(|| words(shown, end + 1)).flatten()
}

/// `[text](url)`, `[text][reference]`, ``[`Type`]``, `[1]_`.
fn link(rest: &str) -> Taken {
    let end = rest.find(']')?;
    let shown = &rest[1..end];
    let after = &rest[end + 1..];
    if after.starts_with('_') && shown.chars().all(|c| c.is_alphanumeric() || c == '#') {
        return words("", end + 2);
    }
    let tail = match after.chars().next() {
        Some('(') => after.find(')').map(|at| at + 1),
        Some('[') => after.find(']').map(|at| at + 1),
        _ => None,
    };
    let is_code = shown.starts_with('`') && shown.ends_with('`') && shown.len() > 2;
    if tail.is_some() || is_code {
        return Some((pieces(shown), end + 1 + tail.unwrap_or(0)));
    }
    // A link by its text alone: to a type (`[FileFixer]`) or to what a README defines below (`[WSGI]`).
    let word = shown.len() > 2 && shown.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
    let humps = shown.chars().filter(|c| c.is_uppercase()).count() > 1 && shown.starts_with(char::is_uppercase);
    if !word || !(humps || shown.contains("::")) {
        return None;
    }
    if shown.chars().any(char::is_lowercase) {
        return code(shown, end + 1);
    }
    words(shown, end + 1)
}

fn entity(rest: &str) -> Taken {
    let known = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&mdash;", "-"),
        ("&ndash;", "-"),
        ("&#64;", "@"),
        ("&#123;", "{"),
        ("&#125;", "}"),
    ];
    if let Some((entity, shown)) = known.iter().find(|(entity, _)| rest.starts_with(entity)) {
        return words(shown, entity.len());
    }
    // Any other is an ornament.
    let end = rest.find(';').filter(|end| (3..9).contains(end))?;
    let named = rest[1..end].chars().all(|c| c.is_ascii_alphanumeric() || c == '#');
    named.then(|| words(" ", end + 1)).flatten()
}

/// `*word*`, `**words**` and `_some words_`, but not `*args`, `__init__` and not a multiplication.
fn emphasis(rest: &str, before: &str) -> Taken {
    let sign = rest.chars().next()?;
    let stars = rest.len() - rest.trim_start_matches(sign).len();
    let opens = stars <= 3 && !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '(' | ')' | '_'));
    let inside = &rest[stars..];
    let end = inside.find(&rest[..stars])?;
    let shown = &inside[..end];
    let after = &inside[end + stars..];
    let tight =
        !shown.is_empty() && !shown.starts_with(' ') && !shown.ends_with([' ', ',', '(']) && !shown.contains(", *");
    let closes = !after.starts_with(|c: char| c.is_alphanumeric() || c == sign);
    let words = sign == '*' || shown.contains([' ', '*']);
    (opens && tight && closes && words).then(|| Some((pieces(shown), stars * 2 + end))).flatten()
}
