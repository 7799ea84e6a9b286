//! Conditional compilation that the parser cannot read: `#if` and `#else` that each hold a part of a statement.
//!
//! A compiler sees one branch only, and so does the parser where the branches do not stand on their own.

use std::borrow::Cow;

/// How a language ends its statements; decides whether a branch stands on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Directives {
    /// Statements end with `;` or a brace.
    Semicolons,
    /// Statements end with their line.
    Lines,
}

/// A group from `#if` to `#endif`: the lines of its directives, and whether it was closed.
struct Group {
    directives: Vec<usize>,
    closed: bool,
}

/// The text with all but one branch of each group that does not stand on its own replaced by spaces, and the directives
/// of it and of those groups that have one branch; every byte stays where it was.
pub(crate) fn one_branch(text: &str, ends: Directives) -> Cow<'_, str> {
    if !text.contains("#if") && !text.contains("# if") {
        return Cow::Borrowed(text);
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let groups = groups(&lines);
    let mut dropped = vec![false; lines.len()];
    for group in groups.iter().filter(|group| group.closed) {
        let branches: Vec<(usize, usize)> = group.directives.windows(2).map(|pair| (pair[0] + 1, pair[1])).collect();
        // With one branch nothing is lost when only its directives go.
        if branches.len() > 1 && branches.iter().all(|(from, to)| stands_alone(&lines[*from..*to], ends)) {
            continue;
        }
        let never = ["#if 0", "#if false"].contains(&lines[group.directives[0]].trim());
        let kept = usize::from(never && branches.len() > 1);
        for (at, (from, to)) in branches.iter().enumerate() {
            dropped[*from..*to].iter_mut().filter(|_| at != kept).for_each(|line| *line = true);
        }
        group.directives.iter().for_each(|line| dropped[*line] = true);
    }
    if !dropped.contains(&true) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    for (line, dropped) in lines.iter().zip(dropped) {
        if dropped {
            kept.extend(line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }));
        } else {
            kept.push_str(line);
        }
    }
    Cow::Owned(kept)
}

fn groups(lines: &[&str]) -> Vec<Group> {
    let mut done = Vec::new();
    let mut open: Vec<Group> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        match directive(line) {
            Some("if" | "ifdef" | "ifndef") => open.push(Group { directives: vec![at], closed: false }),
            Some("else" | "elif" | "elseif" | "elifdef" | "elifndef") => {
                open.iter_mut().next_back().into_iter().for_each(|group| group.directives.push(at));
            }
            Some("endif") => done.extend(open.pop().map(|mut group| {
                group.directives.push(at);
                group.closed = true;
                group
            })),
            _ => {}
        }
    }
    done
}

/// The word of a directive line.
fn directive(line: &str) -> Option<&str> {
    let rest = line.trim_start().trim_start_matches('\u{feff}').strip_prefix('#')?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    Some(&rest[..end])
}

/// Whether lines begin and end where a statement or a declaration does, and close what they open.
fn stands_alone(lines: &[&str], ends: Directives) -> bool {
    let code: String = code_of(lines);
    let mut open = Vec::new();
    for c in code.chars() {
        match c {
            '(' | '[' | '{' => open.push(c),
            ')' | ']' | '}' if open.pop().is_none() => return false,
            _ => {}
        }
    }
    let code = code.trim();
    let begins = !code.starts_with(['{', '=', '.', ')', ',', '&', '|', '?', '+', ':', '<', '>'])
        && code.split(|c: char| !c.is_alphanumeric()).next() != Some("else");
    let finished = code.is_empty() || ends == Directives::Lines || code.ends_with([';', '}', ']', ':']);
    open.is_empty() && begins && finished
}

/// The lines without directives, comments and what stands in strings.
fn code_of(lines: &[&str]) -> String {
    let mut code = String::new();
    let mut quote: Option<char> = None;
    let mut in_comment = false;
    for line in lines.iter().filter(|line| directive(line).is_none()) {
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            if in_comment {
                in_comment = !(c == '*' && chars.next_if_eq(&'/').is_some());
            } else if let Some(mark) = quote {
                if c == '\\' {
                    chars.next();
                } else if c == mark {
                    quote = None;
                }
            } else if c == '/' && chars.peek() == Some(&'/') {
                break;
            } else if c == '/' && chars.next_if_eq(&'*').is_some() {
                in_comment = true;
            } else if matches!(c, '"' | '\'') {
                quote = Some(c);
            } else {
                code.push(c);
            }
        }
        // No ordinary string goes over a line end.
        quote = None;
        code.push('\n');
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str, ends: Directives) -> Vec<String> {
        let kept = one_branch(text, ends);
        assert_eq!(kept.len(), text.len());
        kept.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn keeps_the_first_of_branches_that_share_a_brace() {
        let text = "#if A\nclass X : Y\n#else\nclass X\n#endif\n{\n}\n";
        assert_eq!(kept(text, Directives::Semicolons), ["class X : Y", "{", "}"]);
        let text = "#if 0\nif a {\n#else\nif b {\n#endif\n}\n";
        assert_eq!(kept(text, Directives::Lines), ["if b {", "}"]);
    }

    #[test]
    fn leaves_what_stands_on_its_own() {
        let text = "#if A\nvoid f() { g(\"{\"); } // {\n#else\n[Old]\nint x;\n#endif\n";
        assert!(matches!(one_branch(text, Directives::Semicolons), Cow::Borrowed(_)));
        let text = "#if A\nlet x = 1\n#else\nlet x = 2\n#endif\n#if B\n";
        assert!(matches!(one_branch(text, Directives::Lines), Cow::Borrowed(_)));
        assert_eq!(kept("f(a,\n#if B\nb,\n#endif\nc)\n", Directives::Lines), ["f(a,", "b,", "c)"]);
    }
}
