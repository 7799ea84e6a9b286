//! Makes text of C and C++ readable for a parser that does not run the preprocessor; every byte stays where it was.
//!
//! A conditional part that does not stand between whole statements is reduced to one of its branches, code under
//! `#if 0` is taken out, and so are macros that stand where the grammar expects none. What is between whole statements
//! stays in all its branches, so that alternative definitions are all known.

use std::borrow::Cow;
use std::collections::HashMap;

use super::macros;
use crate::base::Span;

/// Text that a parser can read, and the attributes that were taken out before declarations.
pub(crate) struct Program<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) attributes: Vec<Span>,
}

/// The text as one program. The same bytes at the same places, except for what was taken out, which is white space.
pub(crate) fn one_program(text: &str) -> Program<'_> {
    let mut masked = mask(text.as_bytes());
    let mut out = text.as_bytes().to_vec();
    let lines = lines(text.as_bytes(), &masked);
    let taken = macros::take_out(&lines, &mut masked, &mut out);
    let mut groups = groups(text, &lines, &masked);
    in_context(&lines, &masked, &mut groups);
    for group in &groups {
        for (at, branch) in group.branches.iter().enumerate() {
            let dead = branch.is_zero || (group.is_inline && at != group.chosen);
            if dead {
                blank_lines(&lines, branch.content, &mut out);
            }
            if group.is_inline {
                blank_lines(&lines, (branch.directive, branch.content.0), &mut out);
            }
        }
        if group.is_inline {
            blank_lines(&lines, (group.end, group.end + 1), &mut out);
        }
    }
    let is_scope = |span: &Span| SCOPES.iter().any(|word| span.slice(text).contains(word));
    let attributes =
        taken.into_iter().map(|(start, end)| Span::new(start, end)).filter(|span| !is_scope(span)).collect();
    let same = out == text.as_bytes();
    // Only whole characters were replaced, by spaces or by other ASCII.
    let changed = if same { None } else { String::from_utf8(out).ok() };
    Program { text: changed.map_or(Cow::Borrowed(text), Cow::Owned), attributes }
}

/// Parts of the names of macros that stand for themselves and not for what follows.
const SCOPES: &[&str] = &["BEGIN", "END", "PUSH", "POP", "NAMESPACE", "START", "OBJECT"];

impl Program<'_> {
    /// Where something begins with the attributes before it, if there are some.
    pub(crate) fn with_attributes(&self, start: usize) -> usize {
        let mut start = start;
        let before = self.attributes.partition_point(|attribute| attribute.end <= start);
        for attribute in self.attributes[..before].iter().rev() {
            let between = self.text.get(attribute.end..start).unwrap_or("x");
            if !between.trim().is_empty() || between.matches('\n').count() > 1 {
                break;
            }
            start = attribute.start;
        }
        start
    }
}

/// A line, as bytes of the text.
pub(crate) struct Line {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether it is a directive, or goes on with one.
    pub(crate) is_directive: bool,
}

/// The text with comments and the insides of literals as spaces, so that only structure is left.
fn mask(text: &[u8]) -> Vec<u8> {
    let mut masked = text.to_vec();
    let mut at = 0;
    while at < text.len() {
        let end = match text[at] {
            b'/' if text.get(at + 1) == Some(&b'/') => comment_end(text, at),
            b'/' if text.get(at + 1) == Some(&b'*') => find(text, at + 2, b"*/").map_or(text.len(), |end| end + 2),
            b'"' => literal_end(text, at),
            b'\'' if !in_number(text, at) => literal_end(text, at),
            _ => {
                at += 1;
                continue;
            }
        };
        let is_literal = text[at] != b'/';
        for byte in masked[at..end].iter_mut().filter(|byte| **byte != b'\n') {
            *byte = b' ';
        }
        if is_literal {
            // A literal is something; only what is in it does not count.
            masked[at] = b'"';
        }
        at = end;
    }
    masked
}

fn find(text: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    text.get(from..)?.windows(what.len()).position(|window| window == what).map(|at| at + from)
}

/// Where a line comment ends; a backslash lets it go on.
fn comment_end(text: &[u8], at: usize) -> usize {
    let ends = |at: &usize| text[*at] == b'\n' && text[..*at].last() != Some(&b'\\');
    (at..text.len()).find(ends).unwrap_or(text.len())
}

/// Where a literal ends that opens at `at`; an unclosed one ends with its line.
fn literal_end(text: &[u8], at: usize) -> usize {
    let quote = text[at];
    if quote == b'"' && at > 0 && text[at - 1] == b'R' {
        let open = text[at..].iter().take(20).position(|byte| *byte == b'(');
        if let Some(open) = open {
            let close = [b")", &text[at + 1..at + open], b"\""].concat();
            return find(text, at + open, &close).map_or(text.len(), |end| end + close.len());
        }
    }
    let mut end = at + 1;
    while end < text.len() {
        match text[end] {
            b'\\' => end += 1,
            b'\n' => return end,
            byte if byte == quote => return end + 1,
            _ => {}
        }
        end += 1;
    }
    text.len()
}

/// Whether a quote separates digits, as in `1'000`.
fn in_number(text: &[u8], at: usize) -> bool {
    let word = text[..at].iter().rev().take(40).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'\'');
    word.last().is_some_and(u8::is_ascii_digit)
}

fn lines(text: &[u8], masked: &[u8]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut start, mut goes_on) = (0, false);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let end = start + line.len();
        let opens = masked[start..end].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'#');
        let is_directive = opens || goes_on;
        goes_on = is_directive && line.trim_ascii_end().last() == Some(&b'\\');
        lines.push(Line { start, end, is_directive });
        start = end;
    }
    lines
}

fn blank_lines(lines: &[Line], (from, to): (usize, usize), out: &mut [u8]) {
    if let Some(inside) = lines.get(from..to.min(lines.len())).filter(|inside| !inside.is_empty()) {
        blank(&mut out[inside[0].start..inside[inside.len() - 1].end]);
    }
}

/// Makes spaces of everything but line ends.
pub(crate) fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}

/// `#if` to `#endif`.
struct Group {
    branches: Vec<Branch>,
    /// The branch that is kept where only one can be.
    chosen: usize,
    /// Whether it stands amid a statement, so that only one branch can be kept.
    is_inline: bool,
    /// Line of the `#endif`, 0-based.
    end: usize,
}

struct Branch {
    /// Line of its directive, 0-based.
    directive: usize,
    /// Lines of its content, the end exclusive.
    content: (usize, usize),
    /// Whether it stands under `#if 0`.
    is_zero: bool,
    shape: Shape,
}

/// How a piece of text leaves brackets, and what it begins and ends with.
#[derive(Clone, Copy, Default)]
struct Shape {
    braces: (i32, i32),
    parens: (i32, i32),
    first: Option<u8>,
    last: Option<u8>,
    begins_with_else: bool,
}

impl Shape {
    fn read(&mut self, code: &[u8]) {
        for byte in code {
            let (counts, step) = match byte {
                b'{' => (&mut self.braces, 1),
                b'}' => (&mut self.braces, -1),
                b'(' | b'[' => (&mut self.parens, 1),
                b')' | b']' => (&mut self.parens, -1),
                _ => continue,
            };
            counts.0 += step;
            counts.1 = counts.1.min(counts.0);
        }
        let mut bytes = code.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
        if self.first.is_none() {
            self.first = bytes.next();
            self.begins_with_else = begins_with_else(code);
        }
        self.last = code.iter().rev().copied().find(|byte| !byte.is_ascii_whitespace()).or(self.last);
    }

    fn follow(&mut self, other: Self) {
        for (counts, others) in [(&mut self.braces, other.braces), (&mut self.parens, other.parens)] {
            counts.1 = counts.1.min(counts.0 + others.1);
            counts.0 += others.0;
        }
        self.last = other.last.or(self.last);
        if self.first.is_none() {
            self.first = other.first;
            self.begins_with_else = other.begins_with_else;
        }
    }

    /// Whether whole statements, declarations or list items are in it.
    fn is_whole(self) -> bool {
        let ends = self.last.is_none_or(|last| matches!(last, b';' | b'}' | b'{' | b':' | b','));
        self.braces == (0, 0) && self.parens == (0, 0) && ends && !self.begins_with_else
    }
}

fn begins_with_else(code: &[u8]) -> bool {
    let code = code.trim_ascii_start();
    code.strip_prefix(b"else").is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
}

/// The conditional groups that are closed, inner ones before outer ones.
fn groups(text: &str, lines: &[Line], masked: &[u8]) -> Vec<Group> {
    let mut open: Vec<Group> = Vec::new();
    let mut closed = Vec::new();
    let mut known: HashMap<String, bool> = HashMap::new();
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        let first = at;
        at += 1;
        if !line.is_directive {
            if let Some(branch) = open.last_mut().and_then(|group| group.branches.last_mut()) {
                branch.shape.read(&masked[line.start..line.end]);
            }
            continue;
        }
        while at < lines.len() && lines[at - 1].is_directive && goes_on(text, &lines[at - 1]) {
            at += 1;
        }
        let directive = text.get(line.start..lines[at - 1].end).unwrap_or_default().trim_start();
        let directive = directive.trim_start_matches('#').trim_start();
        let word = directive.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let branch = |is_zero| Branch { directive: first, content: (at, at), is_zero, shape: Shape::default() };
        match word {
            "if" | "ifdef" | "ifndef" => {
                let holds = holds(word, &directive[word.len()..], &mut known);
                let is_zero = directive[word.len()..].trim() == "0";
                let chosen = usize::from(!holds);
                open.push(Group { branches: vec![branch(is_zero)], chosen, is_inline: false, end: 0 });
            }
            "else" | "elif" | "elifdef" | "elifndef" => {
                if let Some(group) = open.last_mut() {
                    group.branches.last_mut().expect("opened with one").content.1 = first;
                    group.branches.push(branch(false));
                }
            }
            "endif" => {
                let Some(mut group) = open.pop() else { continue };
                group.branches.last_mut().expect("opened with one").content.1 = first;
                group.end = first;
                group.is_inline = !group.branches.iter().filter(|one| !one.is_zero).all(|one| one.shape.is_whole());
                let chosen = group.branches.get(group.chosen).map(|branch| branch.shape).unwrap_or_default();
                if let Some(around) = open.last_mut().and_then(|group| group.branches.last_mut()) {
                    around.shape.follow(if group.is_inline { chosen } else { ended(chosen) });
                }
                closed.push(group);
            }
            _ => {}
        }
    }
    closed
}

/// What counts of whole statements: that they are there.
fn ended(shape: Shape) -> Shape {
    Shape { first: shape.first, last: shape.last, begins_with_else: shape.begins_with_else, ..Shape::default() }
}

fn goes_on(text: &str, line: &Line) -> bool {
    text.get(line.start..line.end).is_some_and(|line| line.trim_end().ends_with('\\'))
}

/// Whether a condition is taken to hold: yes, unless that contradicts what was taken before or it is `0`.
fn holds(word: &str, condition: &str, known: &mut HashMap<String, bool>) -> bool {
    let condition: String = condition.chars().filter(|c| !c.is_whitespace()).collect();
    let mut name = condition.trim_start_matches('!');
    let negated = (condition.len() - name.len()) % 2 == 1;
    name = name.strip_prefix("defined").unwrap_or(name).trim_matches(['(', ')']);
    let negated = negated ^ (word == "ifndef");
    if matches!(name, "0" | "1") {
        return (name == "1") ^ negated;
    }
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name {
        return true;
    }
    let holds = *known.entry(name.to_owned()).or_insert(!negated);
    holds ^ negated
}

/// Finds the groups that stand amid a statement because of what is around them.
fn in_context(lines: &[Line], masked: &[u8], groups: &mut [Group]) {
    let mut starts: HashMap<usize, usize> = HashMap::new();
    for (at, group) in groups.iter().enumerate() {
        starts.insert(group.branches[0].directive, at);
    }
    // Lines that an inline group leaves out.
    let mut out = vec![false; lines.len()];
    // Open brackets; whether only expressions stand in them.
    let mut open: Vec<bool> = Vec::new();
    let mut last = None;
    for (at, line) in lines.iter().enumerate() {
        if let Some(group) = starts.get(&at).filter(|_| !out[at]) {
            let group = &mut groups[*group];
            let amid = open.last().copied().unwrap_or(false)
                || last.is_some_and(|last| !matches!(last, b';' | b'{' | b'}' | b':' | b','));
            let goes_on = lines[group.end + 1..].iter().find(|line| {
                !line.is_directive && masked[line.start..line.end].iter().any(|byte| !byte.is_ascii_whitespace())
            });
            let goes_on = goes_on.is_some_and(|line| begins_with_else(&masked[line.start..line.end]));
            group.is_inline |= amid || goes_on;
            for (index, branch) in group.branches.iter().enumerate() {
                // Whole statements leave everything as it was, so they can be read one after the other.
                if branch.is_zero || (group.is_inline && index != group.chosen) {
                    out[branch.content.0..branch.content.1].fill(true);
                }
            }
        }
        if line.is_directive || out[at] {
            continue;
        }
        for byte in masked[line.start..line.end].iter().filter(|byte| !byte.is_ascii_whitespace()) {
            match byte {
                b'(' | b'[' => open.push(true),
                b'{' => {
                    let values =
                        matches!(last, Some(b'=' | b',' | b'(')) || (last == Some(b'{') && open.last() == Some(&true));
                    open.push(values);
                }
                b')' | b']' | b'}' => drop(open.pop()),
                _ => {}
            }
            last = Some(*byte);
        }
    }
}
