//! Macros of C and C++ that stand where a grammar expects none: attributes before and after declarations, lines that
//! open a namespace, and definitions that a macro names.
//!
//! A macro is known by its looks: all capitals. What looks like one and may as well be a type stays.

mod attributes;
mod bytes;
mod templates;

use attributes::is_attribute;
use attributes::is_nullability;
use attributes::is_statement_head;
use attributes::is_tag_attribute;
use bytes::brackets_end;
use bytes::is_macro;
use bytes::is_word;
use bytes::qualified_end;
use bytes::skip_space;
use bytes::stands_alone;
use bytes::word_end;
use templates::plain_arguments;
use templates::plain_parameters;

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

/// What a pair of braces holds.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Block {
    /// Definitions: a namespace's.
    Space,
    /// Members.
    Type,
    /// Statements or values.
    #[default]
    Code,
}

struct Finder<'a> {
    code: &'a [u8],
    /// Open braces.
    open: Vec<Block>,
}

impl Finder<'_> {
    /// The bytes to take out. Definitions that a macro names are rewritten at once.
    fn run(&mut self, out: &mut [u8]) -> Vec<(usize, usize)> {
        let code = self.code;
        let mut found = Vec::new();
        let (mut before, mut at) = (Before::Boundary, 0);
        // What the next brace opens, going by the words since the last boundary.
        let mut opens = Block::Code;
        while at < code.len() {
            let byte = code[at];
            if byte.is_ascii_whitespace() {
                at += 1;
                continue;
            }
            if is_word(byte) && !byte.is_ascii_digit() {
                let end = word_end(code, at);
                let word = &code[at..end];
                opens = match word {
                    b"namespace" => Block::Space,
                    b"extern" if code[skip_space(code, end)..].starts_with(b"\"") => Block::Space,
                    b"class" | b"struct" | b"union" | b"enum" => Block::Type,
                    _ => opens,
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
                    if before == Before::Boundary
                        && !at_margin
                        && self.open.last() == Some(&Block::Code)
                        && let Some(head) = statement_head(code, end)
                    {
                        found.push((at, head));
                        at = head;
                        continue;
                    }
                    if before == Before::Boundary && (at_margin || self.open.iter().all(|block| *block == Block::Space))
                    {
                        name_by_argument(code, at, end, out);
                    }
                }
                before = match word {
                    b"class" | b"struct" | b"union" | b"enum" => {
                        plain_arguments(code, end, out);
                        Before::Tag
                    }
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
                    // A function may return a `struct A`.
                    let is_body = before == Before::Parameters && opens == Block::Type;
                    self.open.push(if is_body { Block::Code } else { opens });
                    opens = Block::Code;
                    Before::Boundary
                }
                b'}' => {
                    self.open.pop();
                    opens = Block::Code;
                    Before::Boundary
                }
                b';' => {
                    opens = Block::Code;
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

/// Where a macro amid statements ends, its arguments included, that stands before a block as `try`, `catch (...)` or
/// `for (...)` would.
fn statement_head(code: &[u8], word_end: usize) -> Option<usize> {
    let next = skip_space(code, word_end);
    let end = if code.get(next) == Some(&b'(') { brackets_end(code, next)? } else { word_end };
    (code.get(skip_space(code, end)) == Some(&b'{')).then_some(end)
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
