//! Macros of C and C++ that stand where a grammar expects none: attributes before and after declarations, lines that
//! open a namespace, and definitions that a macro names.
//!
//! A macro is known by its looks: all capitals. What looks like one and may as well be a type stays.

use super::preprocess::Line;
use super::preprocess::blank;

/// Words after which an attribute may stand before a declaration.
const BEFORE: &[&[u8]] = &[
    b"static",
    b"inline",
    b"extern",
    b"virtual",
    b"explicit",
    b"constexpr",
    b"friend",
    b"typedef",
    b"mutable",
    b"const",
];
/// Words between a parameter list and a body.
const AFTER: &[&[u8]] = &[b"const", b"noexcept", b"override", b"final", b"requires"];
/// Parts of the names of macros that can only be attributes, even where a type may stand.
const ATTRIBUTES: &[&str] = &[
    "API",
    "ATTR",
    "CONSTEVAL",
    "CONSTEXPR",
    "DEPRECATED",
    "EXPLICIT",
    "EXPORT",
    "EXTERN",
    "INLINE",
    "NODISCARD",
    "NORETURN",
    "NOTHROW",
    "UNUSED",
];
/// Lines that a macro's arguments may take where the macro stands alone.
const MAX_ARGUMENT_LINES: usize = 12;

/// Takes such macros out of the text, and out of its masked form. Directives are left alone. Gives where they stood.
pub(crate) fn take_out(lines: &[Line], masked: &mut [u8], out: &mut [u8]) -> Vec<(usize, usize)> {
    let code = without_directives(lines, masked);
    let mut finder = Finder { code: &code, open: Vec::new() };
    let found = finder.run(out);
    for (start, end) in &found {
        blank(&mut masked[*start..*end]);
        blank(&mut out[*start..*end]);
    }
    found
}

fn without_directives(lines: &[Line], masked: &[u8]) -> Vec<u8> {
    let mut code = masked.to_vec();
    for line in lines.iter().filter(|line| line.is_directive) {
        blank(&mut code[line.start..line.end]);
    }
    code
}

/// What stood before the current token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The start of the file, or what ends a statement or opens a block.
    Boundary,
    /// A word such as `static`, or what was just taken out.
    Specifier,
    /// `class`, `struct`, `union`, `enum`.
    Tag,
    /// The end of a parameter list, or a word that may follow one.
    Parameters,
    /// Anything else.
    Other,
}

struct Finder<'a> {
    code: &'a [u8],
    /// Open braces; whether definitions of their own may stand in them.
    open: Vec<bool>,
}

impl Finder<'_> {
    /// The bytes to take out. Definitions that a macro names are rewritten at once.
    fn run(&mut self, out: &mut [u8]) -> Vec<(usize, usize)> {
        let code = self.code;
        let mut found = Vec::new();
        let (mut before, mut at) = (Before::Boundary, 0);
        // Words since the last boundary that may open a block for definitions.
        let mut opens_space = false;
        while at < code.len() {
            let byte = code[at];
            if byte.is_ascii_whitespace() {
                at += 1;
                continue;
            }
            if is_word(byte) && !byte.is_ascii_digit() {
                let end = word_end(code, at);
                let word = &code[at..end];
                opens_space = match word {
                    b"namespace" => true,
                    b"extern" => self.code[skip_space(code, end)..].starts_with(b"\""),
                    _ => opens_space,
                };
                if word == b"template" {
                    at = plain_parameters(code, end, out);
                    before = Before::Specifier;
                    continue;
                }
                if code[..at].trim_ascii_end().last() == Some(&b'*') && is_nullability(code, at, end) {
                    found.push((at, end));
                    at = end;
                    continue;
                }
                if is_macro(word) {
                    if before == Before::Boundary && code.get(end) == Some(&b':') && stands_alone(code, at, end + 1) {
                        // It stands for `private:` or is a label, and is no part of what follows.
                        blank(&mut out[at..=end]);
                        at = end + 1;
                        continue;
                    }
                    let taken = self.macro_end(before, at, end);
                    if let Some(taken) = taken {
                        found.push((at, taken));
                        at = taken;
                        // What stood before stands before what follows, too.
                        continue;
                    }
                    let at_margin = at == 0 || code[at - 1] == b'\n';
                    if before == Before::Boundary && (at_margin || self.open.iter().all(|space| *space)) {
                        name_by_argument(code, at, end, out);
                    }
                }
                before = match word {
                    b"class" | b"struct" | b"union" | b"enum" => Before::Tag,
                    _ if before == Before::Parameters && AFTER.contains(&word) => Before::Parameters,
                    _ if matches!(before, Before::Boundary | Before::Specifier) && BEFORE.contains(&word) => {
                        Before::Specifier
                    }
                    _ => Before::Other,
                };
                at = end;
                continue;
            }
            before = match byte {
                b'{' => {
                    self.open.push(std::mem::take(&mut opens_space));
                    Before::Boundary
                }
                b'}' => {
                    self.open.pop();
                    Before::Boundary
                }
                b';' => {
                    opens_space = false;
                    Before::Boundary
                }
                b':' if code.get(at + 1) != Some(&b':') && (at == 0 || code[at - 1] != b':') => Before::Boundary,
                b')' => Before::Parameters,
                b'&' if before == Before::Parameters => Before::Parameters,
                // `[[attribute]]` and `extern "C"`.
                b']' | b'"' => Before::Specifier,
                _ => Before::Other,
            };
            at += 1;
        }
        found
    }

    /// Where a macro that is to be taken out ends, its arguments included.
    fn macro_end(&self, before: Before, start: usize, end: usize) -> Option<usize> {
        let code = self.code;
        let arguments = skip_space(code, end);
        let has_arguments = code.get(arguments) == Some(&b'(');
        let end = if has_arguments { brackets_end(code, arguments)? } else { end };
        let next = skip_space(code, end);
        let following = code.get(next).copied();
        match before {
            Before::Tag => is_tag_attribute(code, next).then_some(end),
            Before::Parameters => {
                let word = &code[next..word_end(code, next)];
                let initialises = following == Some(b':') && code.get(next + 1) != Some(&b':');
                let goes_on = matches!(following, Some(b'{' | b'=')) || initialises || code[next..].starts_with(b"->");
                let goes_on = goes_on || AFTER.contains(&word) || is_macro(word);
                (goes_on && !is_statement_head(code, start)).then_some(end)
            }
            Before::Boundary if stands_alone(code, start, end) => {
                let begins = following.is_none_or(|next| is_word(next) || matches!(next, b'}' | b'~' | b'[' | b'"'));
                // The line above a name with parameters is its return type.
                let is_type = !has_arguments && following.is_some_and(is_word) && {
                    let name = qualified_end(code, next);
                    code.get(skip_space(code, name)) == Some(&b'(') && !is_macro(&code[next..name])
                };
                (begins && !is_type).then_some(end)
            }
            Before::Boundary | Before::Specifier => {
                let name = qualified_end(code, next);
                let after = code.get(skip_space(code, name)).copied();
                let declares = after.is_some_and(|byte| is_word(byte) || matches!(byte, b'*' | b'&'));
                let is_first_of_two = following.is_some_and(|byte| is_word(byte) || byte == b':') && name > next;
                let destructs = following == Some(b'~');
                // In `DWORD WINAPI name(` the first one is the type.
                let word = &code[start..word_end(code, start)];
                let second = skip_space(code, qualified_end(code, skip_space(code, name)));
                let is_type = is_macro(&code[next..name]) && code.get(second) == Some(&b'(');
                let declares = declares && (!is_type || has_arguments || is_attribute(word));
                // With arguments it cannot be a type.
                let no_type = has_arguments || is_attribute(word);
                let attribute = is_first_of_two && (declares || (no_type && after == Some(b'(')));
                (attribute || destructs).then_some(end)
            }
            Before::Other => {
                // Between a type and a name, and after a parameter's name.
                let before = code[..start].trim_ascii_end();
                let stands_between = before.last().is_some_and(|byte| is_word(*byte) || matches!(byte, b'*' | b'>'));
                let named = following.is_some_and(is_word) && {
                    let name = qualified_end(code, next);
                    code.get(skip_space(code, name)) == Some(&b'(')
                };
                let of_parameter = matches!(following, Some(b',' | b')')) && end - start > 8 && !has_arguments;
                let of_parameter = of_parameter && code[start..end].contains(&b'_') && before.last() != Some(&b'*');
                let after_word =
                    &before[before.len() - before.iter().rev().take_while(|byte| is_word(**byte)).count()..];
                let is_operand =
                    matches!(after_word, b"return" | b"sizeof" | b"case" | b"else" | b"new" | b"delete" | b"do");
                (stands_between && !is_operand && (named || of_parameter)).then_some(end)
            }
        }
    }
}

/// `TEST(Suite, name) {` defines `Suite::name`, `TEST_IMPL(name) {` defines `name`: the text is made to say so, as
/// a function of some type.
fn name_by_argument(code: &[u8], start: usize, word_end: usize, out: &mut [u8]) {
    let opening = skip_space(code, word_end);
    if code.get(opening) != Some(&b'(') {
        return;
    }
    let Some(end) = brackets_end(code, opening) else { return };
    if code.get(skip_space(code, end)) != Some(&b'{') {
        return;
    }
    let arguments: Vec<&[u8]> =
        code[opening + 1..end - 1].split(|byte| *byte == b',').map(<[u8]>::trim_ascii).collect();
    let plain = |argument: &&[u8]| {
        !argument.is_empty() && argument.iter().all(|byte| is_word(*byte)) && !argument[0].is_ascii_digit()
    };
    let macro_name = &code[start..word_end];
    let mut name = match &arguments[..] {
        [one] if plain(one) => one.to_vec(),
        [suite, name] if plain(suite) && plain(name) => [suite, &b"::"[..], name].concat(),
        _ => macro_name.to_vec(),
    };
    name.extend(b"()");
    // One letter stands for the type, a space after it.
    if name.len() + 2 <= end - start {
        blank(&mut out[start..end]);
        out[start] = b'T';
        out[end - name.len()..end].copy_from_slice(&name);
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// All capitals, at least three.
fn is_macro(word: &[u8]) -> bool {
    word.len() > 2
        && word.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
        && word.iter().filter(|byte| byte.is_ascii_uppercase()).count() > 2
}

fn word_end(code: &[u8], at: usize) -> usize {
    at + code[at.min(code.len())..].iter().take_while(|byte| is_word(**byte)).count()
}

fn skip_space(code: &[u8], at: usize) -> usize {
    at + code[at.min(code.len())..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Where the bracket that opens at `at` is closed.
fn brackets_end(code: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0;
    let mut breaks = 0;
    for (offset, byte) in code[at..].iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + offset + 1),
            b')' => depth -= 1,
            b'{' | b'}' | b';' => return None,
            b'\n' => breaks += 1,
            _ => {}
        }
        if breaks > MAX_ARGUMENT_LINES {
            return None;
        }
    }
    None
}

/// Whether a macro's name says that it is an attribute.
fn is_attribute(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| ATTRIBUTES.iter().any(|part| word.contains(part)))
}

/// Whether a word after a star only says whether the pointer may be null.
fn is_nullability(code: &[u8], start: usize, end: usize) -> bool {
    let word = code[start..end].to_ascii_lowercase();
    let goes_on =
        code.get(skip_space(code, end)).is_some_and(|byte| is_word(*byte) || matches!(byte, b')' | b',' | b'>'));
    goes_on && (word.ends_with(b"nullable") || word.ends_with(b"nonnull"))
}

/// Makes the parameters of a template plain: defaults are left out, and what only restricts becomes a type. Gives the
/// place after the parameters.
fn plain_parameters(code: &[u8], after: usize, out: &mut [u8]) -> usize {
    let opening = skip_space(code, after);
    if code.get(opening) != Some(&b'<') {
        return after;
    }
    let mut cuts = Vec::new();
    let (mut depth, mut at, mut start, mut default) = (0, opening, opening + 1, None);
    let limit = code.len().min(at + 4_000);
    while at < limit {
        match code[at] {
            b'<' => depth += 1,
            b'(' => {
                let Some(end) = brackets_end(code, at) else { return after };
                at = end;
                continue;
            }
            b',' | b'>' if depth == 1 && code[at - 1] != b'-' => {
                cuts.push((start, default.take(), at));
                if code[at] == b'>' {
                    for cut in cuts {
                        plain_parameter(code, cut, out);
                    }
                    return at + 1;
                }
                start = at + 1;
            }
            b'>' if code[at - 1] != b'-' => depth -= 1,
            b'=' if depth == 1 && default.is_none() => default = Some(at),
            b'{' | b'}' | b';' => return after,
            _ => {}
        }
        at += 1;
    }
    after
}

fn plain_parameter(code: &[u8], (start, default, end): (usize, Option<usize>, usize), out: &mut [u8]) {
    let start = skip_space(code, start);
    let parameter = &code[start..default.unwrap_or(end).max(start)];
    let name = &parameter[..word_end(parameter, 0)];
    let is_call = is_macro(name) && parameter.get(skip_space(parameter, name.len())) == Some(&b'(');
    let restricts = parameter.windows(9).any(|window| window.eq_ignore_ascii_case(b"enable_if"));
    if (is_call || restricts) && end - start > 2 {
        blank(&mut out[start..end]);
        out[start..start + 3].copy_from_slice(b"int");
    } else if let Some(default) = default {
        blank(&mut out[default..end]);
    }
}

/// Where a name with its scopes and type arguments ends; `template <...>` counts as one.
fn qualified_end(code: &[u8], mut at: usize) -> usize {
    loop {
        if code[at.min(code.len())..].starts_with(b"::") {
            at += 2;
        }
        let end = word_end(code, at);
        if end == at {
            return at;
        }
        at = end;
        let next = skip_space(code, at);
        if code.get(next) == Some(&b'<') {
            let Some(closed) = angles_end(code, next) else { return at };
            at = closed;
        }
        if !code[at..].starts_with(b"::") {
            return at;
        }
    }
}

fn angles_end(code: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0;
    for (offset, byte) in code[at..].iter().take(2_000).enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(at + offset + 1),
            b'>' if code[at + offset - 1] != b'-' => depth -= 1,
            b'{' | b'}' | b';' => return None,
            _ => {}
        }
    }
    None
}

/// Whether a name with a body or bases follows: then what stands before it is no type.
fn is_tag_attribute(code: &[u8], at: usize) -> bool {
    let mut name = skip_attributes(code, at);
    // More attributes may follow.
    for _ in 0..4 {
        let end = word_end(code, name);
        let next = skip_space(code, end);
        if !is_macro(&code[name..end]) || !code.get(next).copied().is_some_and(|byte| is_word(byte) || byte == b'(') {
            break;
        }
        name =
            if code[next] == b'(' { brackets_end(code, next).map_or(next, |end| skip_space(code, end)) } else { next };
    }
    let end = qualified_end(code, name);
    let next = skip_space(code, end);
    let inherits = code.get(next) == Some(&b':') && code.get(next + 1) != Some(&b':');
    end > name && (inherits || code.get(next) == Some(&b'{') || code[next..].starts_with(b"final"))
}

/// Skips `[[...]]`.
fn skip_attributes(code: &[u8], at: usize) -> usize {
    if !code[at..].starts_with(b"[[") {
        return at;
    }
    let end = code[at..].windows(2).take(200).position(|pair| pair == b"]]");
    end.map_or(at, |end| skip_space(code, at + end + 2))
}

/// Whether the parentheses that end before `at` belong to `if`, `while` and their kind.
fn is_statement_head(code: &[u8], at: usize) -> bool {
    let mut depth = 0;
    for (offset, byte) in code[..at].iter().enumerate().rev().take(4_000) {
        match byte {
            b')' => depth += 1,
            b'(' if depth == 1 => {
                let head = code[..offset].trim_ascii_end();
                let start = head.len() - head.iter().rev().take_while(|byte| is_word(**byte)).count();
                return matches!(&head[start..], b"if" | b"while" | b"for" | b"switch" | b"catch");
            }
            b'(' => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Whether nothing else stands on the lines.
fn stands_alone(code: &[u8], start: usize, end: usize) -> bool {
    let before = code[..start].iter().rev().find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace());
    let after = code[end..].iter().find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace());
    before.is_none_or(|byte| *byte == b'\n') && after.is_none_or(|byte| *byte == b'\n')
}
