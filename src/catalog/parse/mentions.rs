//! Symbols and their line ranges inside a line of a catalog.

use crate::base::LineRange;
use crate::base::Span;
use crate::catalog::RangeNote;
use crate::catalog::SymbolMention;
use crate::catalog::parse::blocks::Inline;

/// Longer text in parentheses is prose, not a range.
const MAX_NOTE: usize = 48;

/// What a line says of symbols.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// The symbols that it lists, in order.
    pub(super) found: Vec<SymbolMention>,
    /// How many of them open the line.
    pub(super) leading: usize,
    /// Where the words after the leading symbols begin.
    pub(super) rest: usize,
}

/// The symbols that a line lists: those that open it, and any other code span that a range follows.
pub(super) fn read(text: &str, inline: &Inline) -> Mentions {
    let end = inline.span.end;
    let mut mentions = Mentions { rest: inline.span.start, ..Mentions::default() };
    let mut opens = true;
    for (span, code) in &inline.codes {
        opens = opens && only_marks(&text[mentions.rest.min(span.start)..span.start], mentions.leading > 0);
        let (mention, after) = mention(text, *span, code, end);
        if opens {
            mentions.rest = after;
            mentions.leading += 1;
        } else if !mention.range.as_ref().is_some_and(|note| is_marked(&note.text)) {
            // Prose has numbers in parentheses as well; only those that are marked as lines are taken for a range.
            continue;
        }
        mentions.found.push(mention);
    }
    if mentions.leading == 1 && mentions.found[0].range.is_none() {
        let taken: Vec<Span> = mentions.found[1..].iter().filter_map(|m| Some(m.range.as_ref()?.span)).collect();
        mentions.found[0].range = stray(text, inline, Span::new(mentions.rest, end), &taken);
    }
    mentions
}

/// Whether only emphasis marks and, between two symbols, a separator stand in `gap`.
fn only_marks(gap: &str, between: bool) -> bool {
    let gap = gap.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_'));
    if between {
        matches!(gap, "," | ";" | "/" | "&" | "+" | "|" | "and" | "or" | ", and" | ", or")
    } else {
        gap.is_empty()
    }
}

/// The mention that a code span makes, and where what belongs to it ends.
fn mention(text: &str, span: Span, code: &str, end: usize) -> (SymbolMention, usize) {
    let marks = text[span.end..end].len() - text[span.end..end].trim_start_matches(['*', '_']).len();
    let after = span.end + marks;
    if let Some(note) = note_at(text, after, end) {
        let next = note.span.end;
        return (new(code.trim(), span, Some(note)), next);
    }
    // Somebody wrote the range into the code span.
    let inside = span.slice(text);
    if let Some(open) = inside.rfind('(')
        && let Some(mut note) = note_at(text, span.start + open, span.end)
        && let Some(declaration) = code.rfind('(').map(|at| code[..at].trim())
        && !declaration.is_empty()
        && code.trim_end().ends_with(')')
    {
        note.adjacent = false;
        return (new(declaration, span, Some(note)), after);
    }
    (new(code.trim(), span, None), after)
}

fn new(declaration: &str, span: Span, range: Option<RangeNote>) -> SymbolMention {
    SymbolMention { declaration: declaration.to_owned(), name: name_in(declaration), span, range }
}

/// The range note that stands at `at`, whitespace skipped.
fn note_at(text: &str, at: usize, end: usize) -> Option<RangeNote> {
    let rest = &text[at..end];
    let inside = rest.trim_start();
    let start = at + rest.len() - inside.len();
    let close = inside.strip_prefix('(')?.find(')')? + 1;
    let written = &inside[1..close];
    (written.len() <= MAX_NOTE && looks_like_lines(written)).then(|| RangeNote {
        span: Span::new(start, start + close + 1),
        lines: exact_lines(written),
        text: written.to_owned(),
        adjacent: &text[at..start] == " ",
    })
}

/// The first range in the words of a line, outside code spans, that belongs to no other symbol.
fn stray(text: &str, inline: &Inline, words: Span, taken: &[Span]) -> Option<RangeNote> {
    let opens = words.slice(text).match_indices("(L").map(|(at, _)| words.start + at);
    opens
        .filter(|at| !inline.codes.iter().any(|(span, _)| span.range().contains(at)))
        .filter_map(|at| note_at(text, at, words.end))
        .filter(|note| !taken.contains(&note.span))
        .map(|note| RangeNote { adjacent: false, ..note })
        .next()
}

/// Whether what stands in parentheses was meant as lines: `L3-L9`, `L3`, `3-9`, `lines 3 to 9`.
fn looks_like_lines(written: &str) -> bool {
    let written = written.trim();
    let lower = written.to_ascii_lowercase();
    let rest = ["lines", "line", "l"]
        .iter()
        .find_map(|word| lower.strip_prefix(word))
        .unwrap_or(&lower)
        .trim_start_matches(['.', ' ']);
    let marked = rest.len() < lower.len();
    let numbers = rest.chars().filter(char::is_ascii_digit).count();
    let foreign = rest.replace("to", "-").replace(['–', '—'], "-");
    let plain = foreign.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | 'l' | ' ' | ',' | ':' | '.' | '?'));
    let starts = rest.starts_with(|c: char| c.is_ascii_digit() || (marked && c == '?'));
    plain && starts && (numbers > 0 || marked) && (marked || rest.contains(['-', '–', '—']))
}

/// Whether a note names lines as lines: `L3-L9`, `lines 3 to 9`.
fn is_marked(written: &str) -> bool {
    written.trim_start().starts_with(['L', 'l'])
}

/// The lines of a range written as it must be: `L<start>-L<end>`.
fn exact_lines(written: &str) -> Option<LineRange> {
    let (start, end) = written.split_once('-')?;
    let number = |text: &str| {
        let digits = text.strip_prefix('L')?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    LineRange::new(number(start)?, number(end)?)
}

/// Words that precede a name in the languages' declarations.
const KEYWORDS: &[&str] = &[
    "abstract",
    "async",
    "class",
    "const",
    "constexpr",
    "def",
    "default",
    "enum",
    "export",
    "extern",
    "final",
    "fn",
    "func",
    "function",
    "impl",
    "inline",
    "interface",
    "let",
    "macro",
    "mod",
    "module",
    "namespace",
    "override",
    "private",
    "protected",
    "pub",
    "public",
    "record",
    "static",
    "struct",
    "trait",
    "type",
    "typedef",
    "union",
    "unsafe",
    "var",
    "virtual",
];

/// The name that a declaration declares, `::` and Ruby's `#` read as `.`: `Solver.solve` in
/// `async def Solver.solve(f)`, `foo` in `static int foo(void)`, `T.Name` in `func (r *T) Name()`.
pub fn name_in(declaration: &str) -> String {
    let mut declaration = declaration.trim();
    if let Some((_, rest)) = declaration.strip_prefix("pub(").and_then(|rest| rest.split_once(')')) {
        declaration = rest.trim_start();
    }
    if let Some((receiver, rest)) = declaration.strip_prefix("func (").and_then(|rest| rest.split_once(')')) {
        let kind = receiver.split([' ', '*']).rfind(|part| !part.is_empty()).unwrap_or_default();
        let kind = kind.split('[').next().unwrap_or_default();
        return format!("{kind}.{}", name_in(rest));
    }
    if let Some(name) = operator(declaration) {
        return name;
    }
    let declaration = without_generics(declaration);
    let (head, called) = match declaration.find('(') {
        Some(at) if at > 0 => (&declaration[..at], true),
        _ => (declaration.as_str(), false),
    };
    let head = head.split(" = ").next().unwrap_or_default();
    let head = cut_at_single_colon(head);
    let mut words = head.split_whitespace().filter(|word| !KEYWORDS.contains(word));
    // A function's name is the last word before its parameters (a C function's type precedes it), a type's the first.
    let word = if called { words.next_back() } else { words.next() };
    let word = word.unwrap_or_else(|| head.trim()).trim_start_matches(['*', '&']);
    ruby_methods(&word.replace("::", "."))
}

/// The name of an operator, whose signs would be read as generics or parameters: `Set.operator()` in
/// `bool Set::operator()(int a) const`, `Stream.<<` in `Stream#<<(data)`.
fn operator(declaration: &str) -> Option<String> {
    const SIGNS: &[char] = &['<', '>', '=', '!', '+', '-', '*', '/', '%', '^', '&', '|', '~', '[', '?', '@', ':', '$'];
    let mut spelled = declaration.rmatch_indices("operator").map(|(at, word)| (at, at + word.len()));
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word = spelled.find(|(start, end)| {
        let rest = declaration[*end..].trim_start_matches(' ');
        !declaration[..*start].ends_with(is_part)
            && (rest.starts_with("()")
                || rest.starts_with(SIGNS)
                || (rest.starts_with(is_part) && rest.len() < declaration[*end..].len()))
    });
    let (head, signs) = match word {
        Some((start, end)) => {
            let rest = &declaration[end..];
            let called = if rest.trim_start().starts_with("()") { rest.find("()").map_or(0, |at| at + 2) } else { 0 };
            let close = rest[called..].find('(').map_or(rest.len(), |at| called + at);
            (&declaration[..start], format!("operator{}", rest[..close].trim_end()))
        }
        None => {
            let separators = declaration.match_indices(['.', '#', ':']).map(|(at, sign)| at + sign.len());
            let mut starts = std::iter::once(0).chain(separators);
            // `Site.#secret` is no operator, and `<T> T get()` begins with its generics.
            let is_sign = |at: &usize| {
                let rest = &declaration[*at..];
                let signs = rest.len() - rest.trim_start_matches(SIGNS).len();
                let after = &rest[signs..];
                signs > 0
                    && !rest.starts_with([':', '~', '@', '$', '*', '&'])
                    && matches!(after.trim_start_matches(']').trim_start_matches('=').chars().next(), None | Some('('))
                    && (*at > 0 || !after.starts_with(is_part))
            };
            let at = starts.find(is_sign)?;
            let rest = &declaration[at..];
            (&declaration[..at], rest.split('(').next().unwrap_or_default().to_owned())
        }
    };
    let head = head.rsplit([' ', '*', '&']).next().unwrap_or_default();
    let head = ruby_methods(&without_generics(head).replace("::", ".")).replace('#', ".");
    Some(format!("{head}{signs}"))
}

/// `Vec<T>.push` without `<T>`.
fn without_generics(declaration: &str) -> String {
    let mut out = String::with_capacity(declaration.len());
    let mut open = 0usize;
    let mut before = ' ';
    for c in declaration.chars() {
        match c {
            '<' => open += 1,
            '>' if open > 0 && before != '-' && before != '=' => open -= 1,
            _ if open == 0 => out.push(c),
            _ => {}
        }
        before = c;
    }
    // Signs that do not pair up are no generics: what precedes the first of them is the name.
    if open > 0 {
        return declaration.split('<').next().unwrap_or_default().to_owned();
    }
    out
}

fn cut_at_single_colon(head: &str) -> &str {
    let bytes = head.as_bytes();
    let single =
        |at: &usize| bytes[*at] == b':' && bytes.get(at + 1) != Some(&b':') && (*at == 0 || bytes[at - 1] != b':');
    let cut = (0..bytes.len()).find(single).unwrap_or(bytes.len());
    &head[..cut]
}

/// `Site#process` as `Site.process`; a JavaScript private name (`#secret`, `Site.#secret`) keeps its sign.
fn ruby_methods(name: &str) -> String {
    match name.split_once('#') {
        Some((before, after)) if before.ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
            format!("{before}.{after}")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_declarations() {
        for (declaration, name) in [
            ("solve(f, *symbols, **flags)", "solve"),
            ("Solver::solve", "Solver.solve"),
            ("async def Solver.solve(f)", "Solver.solve"),
            ("pub(crate) fn run<T: Into<String>>(x: T) -> Vec<T>", "run"),
            ("static int foo(void)", "foo"),
            ("robj *createObject(int type, void *ptr)", "createObject"),
            ("func (r *Tree[K]) Find(key K) error", "Tree.Find"),
            ("class Foo(Base)", "Foo"),
            ("class Foo extends Bar", "Foo"),
            ("Vec<T>::push(x)", "Vec.push"),
            ("Jekyll::Site#process", "Jekyll.Site.process"),
            ("Site.#secret", "Site.#secret"),
            ("Point::operator<(other)", "Point.operator<"),
            ("Set.operator()", "Set.operator()"),
            ("bool Set<T>::operator()(int a) const", "Set.operator()"),
            ("Set::operator ()(a)", "Set.operator ()"),
            ("Log.operator<<", "Log.operator<<"),
            ("Vec.operator[](i)", "Vec.operator[]"),
            ("Reader.operator bool", "Reader.operator bool"),
            ("Ptr::operator std::vector<int>()", "Ptr.operator std::vector<int>"),
            ("Arena.operator new[](size)", "Arena.operator new[]"),
            ("operator_table(a)", "operator_table"),
            ("Stream#<<(data)", "Stream.<<"),
            ("Stream.<<", "Stream.<<"),
            ("A.B.<=>(other)", "A.B.<=>"),
            ("Map.[]=(key, value)", "Map.[]="),
            ("Map.[]", "Map.[]"),
            ("==(other)", "=="),
            ("-@", "-@"),
            ("<T> T get()", "get"),
            ("operator(x)", "operator"),
            ("MAX: usize = 3", "MAX"),
            ("MAX = 3", "MAX"),
            ("valid?", "valid?"),
            ("__init__(self)", "__init__"),
            ("", ""),
            ("(", "("),
        ] {
            assert_eq!(name_in(declaration), name, "{declaration}");
        }
    }

    #[test]
    fn lines_and_prose_in_parentheses() {
        for written in ["L3-L9", "L3", "3-9", "lines 3 to 9", "L9-L3", "L3–L9", "l3-l9", "L3 - L9", "L?-L?", "line 4"]
        {
            assert!(looks_like_lines(written), "{written}");
        }
        for prose in ["lazy", "3", "-1", "-1-2", "list", "a-b", "", "default 3", "l", "2, 3"] {
            assert!(!looks_like_lines(prose), "{prose}");
        }
        assert_eq!(exact_lines("L3-L9"), LineRange::new(3, 9));
        for wrong in ["L9-L3", "L0-L3", "L3-9", "L+3-L9", "L3-L99999999999", "L3"] {
            assert_eq!(exact_lines(wrong), None, "{wrong}");
        }
    }
}
