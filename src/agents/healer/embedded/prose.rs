//! From what people wrote in the source to sentences that may stand in a catalog: markup removed, complete, cut to a
//! limit at a place where a sentence may end. It never invents a word that the source does not have.

/// Sentences of a documentation comment, in order, up to its first code block, field list or heading.
pub(crate) fn sentences(doc: &str) -> Vec<String> {
    let mut found = Vec::new();
    for paragraph in paragraphs(doc) {
        found.extend(split_sentences(&paragraph).iter().filter_map(|sentence| tidy(sentence)));
    }
    found
}

/// A comment inside a body as a sentence, or `None` where it is code, a note to the authors, or too little.
pub(crate) fn comment(text: &str) -> Option<String> {
    let folded = fold(text);
    let lower = folded.to_lowercase();
    let private = [
        "todo",
        "fixme",
        "xxx",
        "hack",
        "noqa",
        "nolint",
        "type:",
        "pragma",
        "pylint",
        "eslint",
        "clippy",
        "safety:",
        "copyright",
        "http",
        "deprecated",
        "@ts-",
        "istanbul",
        "fmt:",
        "region",
        "endregion",
        "i think",
        "not sure",
    ];
    if private.iter().any(|word| lower.contains(word)) || lower.contains('?') {
        return None;
    }
    let first = split_sentences(&folded).into_iter().next()?;
    let sentence = tidy(&first)?;
    let words = word_count(&sentence);
    (words >= 4 && !speaks_of_authors(&sentence)).then_some(sentence)
}

/// The text of an error or log message, placeholders shown as an ellipsis, without its final period; `None` where too
/// little of it is words.
pub(crate) fn message(text: &str) -> Option<String> {
    let mut out = String::new();
    let chars: Vec<char> = fold(text).chars().collect();
    let mut at = 0;
    while at < chars.len() {
        match chars[at] {
            '{' => {
                at = chars[at..].iter().position(|c| *c == '}').map_or(chars.len(), |end| at + end);
                out.push('…');
            }
            '$' if chars.get(at + 1) == Some(&'{') => {}
            '%' if chars.get(at + 1).is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '(' | '.' | '-' | '0')) => {
                at = chars[at + 1..]
                    .iter()
                    .position(|c| "sdrxfuipcq".contains(*c))
                    .map_or(chars.len(), |end| at + 1 + end);
                out.push('…');
            }
            '`' | '"' | '\\' | '*' | '<' | '>' | '[' | ']' | '_' | '|' => out.push(' '),
            c => out.push(c),
        }
        at += 1;
    }
    let text = fold(&out).replace("……", "…");
    let text = text.trim_end_matches(['.', ':', ' ', ',', '!']).trim_start_matches(['…', ' ', ':']).to_owned();
    (word_count(&text) >= 3 && is_mostly_words(&text)).then(|| cut(&text, 120))
}

/// A sentence of at most `limit` characters: as it is, or ended at a clause or a word that may stand last. The final
/// period stays.
pub(crate) fn cut(sentence: &str, limit: usize) -> String {
    if sentence.chars().count() <= limit {
        return sentence.to_owned();
    }
    let ends_in_period = sentence.ends_with('.');
    let head: String = sentence.chars().take(limit.saturating_sub(1)).collect();
    let clause = ["; ", ", which ", ", where ", ", so ", ", but ", ", and ", " (", ": ", ", ", " because ", " when "]
        .iter()
        .filter_map(|mark| head.rfind(mark))
        .filter(|at| *at >= head.len() / 2)
        .max();
    let mut kept = match clause {
        Some(at) => head[..at].to_owned(),
        None => head.rsplit_once(' ').map_or(head.clone(), |(words, _)| words.to_owned()),
    };
    while let Some((rest, last)) = kept.rsplit_once(' ') {
        let word = last.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if !DANGLING.contains(&word.as_str()) && !word.is_empty() {
            break;
        }
        kept = rest.to_owned();
    }
    // A bracket that was opened and is now without its end takes what follows it away.
    if kept.matches('(').count() > kept.matches(')').count()
        && let Some(at) = kept.rfind('(')
    {
        kept.truncate(at);
    }
    if kept.matches('`').count() % 2 == 1
        && let Some(at) = kept.rfind('`')
    {
        kept.truncate(at);
    }
    let kept = kept.trim_end_matches([' ', ',', ';', ':', '-', '.']);
    if ends_in_period { format!("{kept}.") } else { kept.to_owned() }
}

/// Words that cannot stand at the end of a sentence.
const DANGLING: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "for", "from", "has", "have", "if", "in", "into",
    "is", "it", "its", "no", "not", "of", "on", "or", "our", "than", "that", "the", "their", "then", "this", "to",
    "until", "was", "were", "when", "where", "which", "while", "will", "with", "without",
];

/// The prose paragraphs of a doc comment, each on one line.
fn paragraphs(doc: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current = String::new();
    let lines: Vec<&str> = doc.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim();
        let underlined = lines.get(at + 1).is_some_and(|next| is_underline(next.trim())) && !text.is_empty();
        if ends_prose(text) || underlined {
            break;
        }
        if text.is_empty() || text.starts_with(".. ") || text.starts_with(['-', '*', '+', '|', '#', '=']) {
            flush(&mut current, &mut found);
        } else {
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(text);
        }
    }
    flush(&mut current, &mut found);
    found
}

fn flush(current: &mut String, found: &mut Vec<String>) {
    if !current.is_empty() {
        found.push(std::mem::take(current));
    }
}

fn is_underline(line: &str) -> bool {
    line.len() >= 3 && line.chars().all(|c| matches!(c, '-' | '=' | '~' | '^' | '*'))
}

/// Whether a line ends what a doc comment says in prose.
fn ends_prose(line: &str) -> bool {
    let lower = line.to_lowercase();
    let heads = [
        "args:",
        "arguments:",
        "parameters:",
        "params:",
        "returns:",
        "return:",
        "yields:",
        "raises:",
        "example:",
        "examples:",
        "usage:",
        "see also",
        "references",
        "examples",
        "notes:",
        "# examples",
        "# panics",
        "# errors",
        "# safety",
        "attributes:",
        "keyword arguments:",
    ];
    heads.contains(&lower.as_str())
        || line.starts_with(">>>")
        || line.starts_with("```")
        || line.starts_with("~~~")
        || line.starts_with('@')
        || line.starts_with(':') && line[1..].contains(':')
        || line.starts_with("\\param")
        || line.starts_with("\\return")
        || lower.starts_with(".. code")
}

/// Cuts a paragraph into sentences; a period after an abbreviation or inside a name ends nothing.
fn split_sentences(paragraph: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes = paragraph.as_bytes();
    for (at, _) in paragraph.match_indices(['.', '!', '?']) {
        let after = bytes.get(at + 1).copied();
        let word = paragraph[start..at].rsplit([' ', '(']).next().unwrap_or_default();
        let abbreviation = matches!(word, "e.g" | "i.e" | "etc" | "vs" | "cf" | "eg" | "ie" | "resp" | "approx" | "Dr")
            || word.len() == 1 && word.chars().all(char::is_alphabetic);
        let ends = after.is_none_or(|byte| byte == b' ') && !abbreviation;
        if ends {
            found.push(paragraph[start..=at].trim().to_owned());
            start = at + 1;
        }
    }
    let rest = paragraph[start..].trim();
    if !rest.is_empty() {
        found.push(rest.to_owned());
    }
    found
}

/// One sentence without markup, definitive, with a capital and a period; `None` where it refers elsewhere, shows code
/// or says nothing.
pub(crate) fn tidy(sentence: &str) -> Option<String> {
    let plain = strip_markup(&fold(sentence))?;
    let plain = definitive(plain.trim_matches([' ', '-', ':', ',']));
    let lower = plain.to_lowercase();
    let refers = [
        "see ",
        "see also",
        "refer to",
        "for example",
        "e.g.",
        "for instance",
        "as described",
        "as above",
        "following",
        "below",
        "above",
        "example",
        "http://",
        "https://",
        "docs for",
        "documentation",
        "this commit",
        "pull request",
    ];
    if refers.iter().any(|word| lower.contains(word)) || lower.ends_with(':') || lower.contains('?') {
        return None;
    }
    if word_count(&plain) < 3 || !is_mostly_words(&plain) {
        return None;
    }
    let mut chars = plain.trim_end_matches(['.', '!', ' ']).chars();
    let first = chars.next()?;
    let rest: String = chars.collect();
    // A name in lower case (`numpy`, `iOS`) keeps its letters; an English word gets its capital.
    let first_word: String = std::iter::once(first).chain(rest.chars().take_while(|c| !c.is_whitespace())).collect();
    let is_word = first_word.chars().all(|c| c.is_lowercase() || matches!(c, ',' | '-' | '\''));
    let head: String = if is_word { first.to_uppercase().collect() } else { first.to_string() };
    Some(format!("{head}{rest}."))
}

/// Takes links, roles, tags and emphasis away; a name that Markdown would misread is put into a code span. `None` where
/// something remains that is not prose.
fn strip_markup(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '<', '{', '[']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        rest = match from.as_bytes()[0] {
            b'`' => code_span(from, &mut out)?,
            b'<' => tag(from)?,
            b'{' => inline_tag(from, &mut out)?,
            _ => link(from, &mut out)?,
        };
    }
    out.push_str(rest);
    let out = out.replace("**", "").replace("\\brief ", "").replace("@brief ", "");
    let words: Vec<String> = out.split(' ').filter(|word| !word.is_empty()).map(shield).collect();
    Some(words.join(" "))
}

/// A word whose characters Markdown would read as markup, in a code span.
fn shield(word: &str) -> String {
    if word.contains('`') || !word.contains(['_', '*', '[', ']', '|', '~', '\\']) {
        return word.to_owned();
    }
    let core = word.trim_matches(|c: char| matches!(c, '.' | ',' | ';' | ':' | '(' | ')' | '*'));
    match word.find(core) {
        Some(at) if !core.is_empty() => format!("{}`{core}`{}", &word[..at], &word[at + core.len()..]).replace('*', ""),
        _ => String::new(),
    }
}

/// Reads a code span or a Sphinx role's argument; what stood before it as `:role:` is taken away.
fn code_span<'a>(from: &'a str, out: &mut String) -> Option<&'a str> {
    let ticks = from.bytes().take_while(|byte| *byte == b'`').count();
    let body = &from[ticks..];
    let end = body.find(&from[..ticks])?;
    let mut inner = body[..end].trim();
    if out.ends_with(':') {
        let head = out[..out.len() - 1].rfind(':').filter(|at| !out[*at + 1..out.len() - 1].contains(' '));
        if let Some(at) = head {
            out.truncate(at);
            inner = inner.split(" <").next().unwrap_or(inner).trim_start_matches(['~', '.', '!']);
            inner = inner.rsplit('.').next().unwrap_or(inner);
        }
    }
    let plain = inner.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '/' | '\''));
    if plain {
        out.push_str(inner);
    } else if !inner.contains('`') {
        out.push('`');
        out.push_str(&inner.replace(' ', "\u{a0}"));
        out.push('`');
    }
    let rest = &body[end + ticks..];
    Some(rest.strip_prefix('_').unwrap_or(rest))
}

/// Skips an HTML tag; another `<` makes the sentence code.
fn tag(from: &str) -> Option<&str> {
    let end = from.find('>')?;
    let name = from[1..end].trim_start_matches('/');
    let word = name.split([' ', '/']).next().unwrap_or_default();
    (!word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric())).then(|| &from[end + 1..])
}

/// Reads `{@link Name}` and `{@code text}`.
fn inline_tag<'a>(from: &'a str, out: &mut String) -> Option<&'a str> {
    let end = from.find('}')?;
    let inner = from[1..end].strip_prefix('@')?;
    let (_, text) = inner.split_once(' ')?;
    out.push_str(&text.replace('#', "."));
    Some(&from[end + 1..])
}

/// Reads a Markdown link or a Rust intra-doc link as its text.
fn link<'a>(from: &'a str, out: &mut String) -> Option<&'a str> {
    let end = from.find(']')?;
    out.push_str(from[1..end].trim_matches('`'));
    let rest = &from[end + 1..];
    match rest.as_bytes().first() {
        Some(b'(') => Some(&rest[rest.find(')')? + 1..]),
        Some(b'[') => Some(&rest[rest.find(']')? + 1..]),
        _ => Some(rest),
    }
}

/// Drops a subject that says nothing: `This function returns x` is `Returns x`, `This class is a y` is `A y`.
fn definitive(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split(' ').collect();
    let kinds = [
        "function",
        "method",
        "class",
        "module",
        "file",
        "struct",
        "type",
        "trait",
        "package",
        "routine",
        "macro",
        "interface",
        "enum",
        "constant",
        "decorator",
    ];
    if words.len() < 5 || !words[0].eq_ignore_ascii_case("this") || !kinds.contains(&words[1]) {
        return sentence.to_owned();
    }
    let rest = match (words[2], words[3]) {
        ("is" | "represents", "a" | "an" | "the") => &words[3..],
        ("will" | "can" | "is", _) => return sentence.to_owned(),
        (verb, _) if verb.ends_with('s') => &words[2..],
        _ => return sentence.to_owned(),
    };
    let text = rest.join(" ");
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn speaks_of_authors(sentence: &str) -> bool {
    sentence
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .any(|word| matches!(word, "I" | "I'm" | "me" | "my" | "My" | "you" | "You" | "your"))
}

/// Whitespace folded to single spaces.
fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn word_count(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count()
}

/// Whether at least three of four words are plain words, so that code and formulas are left out.
fn is_mostly_words(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "…").collect();
    let plain = |word: &&&str| {
        let core = word.trim_matches(|c: char| matches!(c, '.' | ',' | ';' | ':' | '(' | ')' | '\'' | '"' | '!'));
        !core.is_empty() && core.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '/'))
    };
    words.iter().filter(plain).count() * 4 >= words.len() * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_documentation_as_sentences() {
        let doc = "Return the :class:`~flask.Response` for a view, e.g. one\nthat was cached. This method handles ``None`` as well.\n\n\
                   :param x: ignored\nNot read.";
        assert_eq!(sentences(doc), ["Handles None as well."]);
        let doc = "This class is a cache of [`Entry`](x) values that never grows.\n\nExamples\n--------\nx = 1";
        assert_eq!(sentences(doc), ["A cache of Entry values that never grows."]);
        assert_eq!(sentences("Uses {@link Foo#bar} to close the stream."), ["Uses Foo.bar to close the stream."]);
        assert!(sentences("See also the other module.").is_empty());
    }

    #[test]
    fn shields_names_that_markdown_would_read() {
        assert_eq!(tidy("Calls __init__ of the base").as_deref(), Some("Calls `__init__` of the base."));
        assert_eq!(tidy("Compares a < b and c > d"), None);
    }

    #[test]
    fn takes_comments_that_say_something() {
        assert_eq!(
            comment("fall back to the slow path when the cache is cold").as_deref(),
            Some("Fall back to the slow path when the cache is cold.")
        );
        assert_eq!(comment("TODO: remove this when the parser can do it"), None);
        assert_eq!(comment("x = y + 1;"), None);
        assert_eq!(comment("too short"), None);
    }

    #[test]
    fn messages_lose_their_placeholders() {
        assert_eq!(message("cannot mix {a!r} and %s here.").as_deref(), Some("cannot mix … and … here"));
        assert_eq!(message("case must be one of {}, not {}.").as_deref(), Some("case must be one of …, not …"));
        assert_eq!(message("%s: %s"), None);
    }

    #[test]
    fn cuts_where_a_sentence_may_end() {
        let long = "Finds the nearest cell of the grid, which may be empty when the index was never built.";
        assert_eq!(cut(long, 60), "Finds the nearest cell of the grid.");
        assert_eq!(cut("Opens the file of the given name", 24), "Opens the file");
        assert!(cut(&"word ".repeat(90), 250).chars().count() <= 250);
    }
}
