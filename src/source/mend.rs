//! Helps the parser over text that it could not get right by itself: sides of a merge conflict, and definitions whose
//! closing brace it lost.

use std::borrow::Cow;

use crate::base::Span;

/// A directive that is closed later than this is left open.
const MAX_DIRECTIVE_LINES: usize = 2_000;

/// The text with one side of each merge conflict, and the markers, replaced by spaces; every byte stays where it was.
pub(crate) fn one_side(text: &str) -> Cow<'_, str> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is = |line: &str, mark: &str| line.starts_with(mark) && !line[mark.len()..].starts_with(&mark[..1]);
    if !lines.iter().any(|line| is(line, "<<<<<<<")) || !lines.iter().any(|line| is(line, ">>>>>>>")) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let (mut inside, mut theirs) = (false, false);
    for line in lines {
        let (opens, closes) = (is(line, "<<<<<<<"), inside && is(line, ">>>>>>>"));
        let turns = inside && (is(line, "=======") || is(line, "|||||||"));
        inside = (inside || opens) && !closes;
        theirs = (theirs || turns) && inside;
        if opens || closes || turns || theirs {
            kept.extend(line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }));
        } else {
            kept.push_str(line);
        }
    }
    Cow::Owned(kept)
}

/// The text with a `;` for some spaces at which a statement of Kotlin ends and its parser does not see it: before a
/// closing brace (`{ val x = 1 }`), and before a name that only begins like a keyword (`in1`, `set = 0`) on a new line.
pub(crate) fn statements_of_kotlin(text: &str) -> Cow<'_, str> {
    let mut spaces = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start_matches(' ');
        let indent = line.len() - body.len();
        if indent > 0 && begins_like_a_keyword(body) {
            spaces.push(at + indent - 1);
        }
        for (brace, _) in line.match_indices(" }") {
            let before = line[..brace].trim_end();
            let in_string = before.matches('"').count() % 2 == 1 || before.contains("//");
            if !in_string && !before.is_empty() && !before.ends_with(['{', ',', ';', '>', '(']) {
                spaces.push(at + brace);
            }
        }
        at += line.len();
    }
    if spaces.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut mended = text.to_owned();
    for at in spaces {
        mended.replace_range(at..=at, ";");
    }
    Cow::Owned(mended)
}

fn begins_like_a_keyword(line: &str) -> bool {
    let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let goes_on = rest.starts_with(|c: char| c.is_ascii_digit() || c == '_');
    let is_set = rest.trim_start().starts_with('=') && !rest.trim_start().starts_with("==");
    match word {
        "else" | "in" | "instanceof" | "constructor" | "by" | "as" | "where" => goes_on,
        "get" | "set" => goes_on || is_set,
        _ => false,
    }
}

/// Where something new begins at the margin, after a blank line or a line that closes what was before: the places at
/// which broken text may be read afresh. The first is always 0.
///
/// Where definitions are `equations`, those that begin with the same word stay together.
pub(crate) fn fresh_starts(text: &str, equations: bool) -> Vec<usize> {
    let mut starts = vec![0];
    let (mut at, mut open, mut name) = (0, false, "");
    let mut in_comment = false;
    for line in text.split_inclusive('\n') {
        // What stands in a comment over several lines begins nothing.
        if in_comment || opens_comment(line) {
            in_comment = !line.contains("*/");
            at += line.len();
            continue;
        }
        let begins = line.starts_with(|c: char| c.is_alphabetic() || matches!(c, '@' | '_')) || line.starts_with("#[");
        let begins = begins && !is_label(line);
        let word = line.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '\'')).next().unwrap_or_default();
        // `end` and `end Name` belong to what they end.
        if begins && word != "end" && open && at > 0 && !(equations && word == name) {
            starts.push(at);
        }
        name = if begins { word } else { name };
        // A comment may stand at the margin inside a function, too; which piece it falls to makes no difference.
        let comment = ["//", "/*", " *", "# ", "--", "#region", "#nullable"].iter().any(|mark| line.starts_with(mark));
        let closes = line.starts_with('}') || line.trim_end() == "end" || line.starts_with("end ");
        open = (open && comment) || line.trim().is_empty() || closes;
        at += line.len();
    }
    starts
}

/// Whether a line begins with a comment that goes on after it.
pub(crate) fn opens_comment(line: &str) -> bool {
    line.trim_start().strip_prefix("/*").is_some_and(|rest| !rest.contains("*/"))
}

/// Whether a line at the margin is a label inside a function of C.
fn is_label(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    rest.starts_with(':') && !rest.starts_with("::")
}

/// Where a definition ends whose closing brace the parser lost, going by the indentation that people give their code:
/// the first line at or below the definition's own indentation closes it, if it is a closing brace. `start` is the
/// definition's first byte, `from` a byte inside its body.
pub(crate) fn closing_brace(text: &str, start: usize, from: usize) -> Option<usize> {
    let line_start = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
    let indent = text.get(line_start..start)?;
    if !indent.trim().is_empty() {
        return None;
    }
    let mut at = from + text.get(from..)?.find('\n')? + 1;
    for line in text.get(at..)?.split_inclusive('\n') {
        let body = line.trim_start_matches([' ', '\t']);
        let width = line.len() - body.len();
        // A label or a directive may stand at the margin of any code.
        let marginal = body.starts_with('#') || body.trim_end().is_empty() || body.trim_end().ends_with(':');
        if width <= indent.len() && !marginal {
            let closes = body.starts_with('}') && line.starts_with(indent) && width == indent.len();
            return closes.then_some(at + width + 1);
        }
        at += line.len();
    }
    None
}

/// The text with its directives replaced by spaces, so that what stands after `#else` is read, too; `None` where there is
/// no `#else`.
pub(crate) fn without_directives(text: &str) -> Option<String> {
    if !text.contains("\n#el") {
        return None;
    }
    let is_directive = |line: &str| ["#if", "#el", "#endif"].iter().any(|start| line.starts_with(start));
    let blank =
        |line: &str| line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }).collect();
    let lines = text.split_inclusive('\n');
    Some(lines.map(|line| if is_directive(line) { blank(line) } else { line.to_owned() }).collect())
}

/// The end of the `#endif` that a piece of text lacks: some grammars take what `#else` begins for a comment, and end a
/// definition there whose lines go on.
pub(crate) fn directive_end(text: &str, span: Span) -> Option<usize> {
    let depth = |line: &str| i32::from(line.starts_with("#if")) - i32::from(line.starts_with("#endif"));
    let mut open = 0;
    for line in text.get(span.range())?.lines() {
        // What was closed before it was opened belongs to what is around.
        open = (open + depth(line)).max(0);
    }
    let mut at = span.end + text.get(span.end..)?.find('\n')? + 1;
    if open == 0 {
        return None;
    }
    for line in text.get(at..)?.split_inclusive('\n').take(MAX_DIRECTIVE_LINES) {
        open += depth(line);
        if open == 0 {
            return Some(at + line.trim_end().len());
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_one_side_of_a_conflict() {
        let text = "a\n<<<<<<< x\nb\n=======\nßc\n>>>>>>> y\nd\n";
        let kept = one_side(text);
        assert_eq!(kept.len(), text.len());
        assert_eq!(kept.split_whitespace().collect::<Vec<_>>(), ["a", "b", "d"]);
        assert_eq!(one_side("a <<<<<<< b\n======= \n"), "a <<<<<<< b\n======= \n");
    }

    #[test]
    fn ends_statements_of_kotlin() {
        let text = "class A { val x = 1 }\nclass B { fun f() {} }\n  in1.f()\n  in x\nval s = \"{ x }\" // { y }\n";
        let mended = "class A { val x = 1;}\nclass B { fun f() {};}\n ;in1.f()\n  in x\nval s = \"{ x }\" // { y }\n";
        assert_eq!(statements_of_kotlin(text), mended);
    }

    #[test]
    fn starts_afresh_at_the_margin() {
        let text = "int f() {\n\nout:\n}\n\n// Word.\nint g;\nint h;\n\n#define X\n\nfn y\n";
        let lines = fresh_starts(text, false).into_iter().map(|at| text[at..].lines().next().unwrap_or_default());
        assert_eq!(lines.collect::<Vec<_>>(), ["int f() {", "int g;", "fn y"]);
        assert_eq!(fresh_starts("int a;\n\n/*!\n@x\n\ny\n*/\nint b;\n", false), [0, 21]);
        assert_eq!(fresh_starts("class A:\n  x\n\nend A\nclass B\n", false), [0, 20]);
        assert_eq!(fresh_starts("f :: A\nf 1 = 2\n\nf x = x\n\ng = 1\n", true).len(), 2);
    }

    #[test]
    fn closes_directives() {
        let text = "f :: Int\n#if A\nf = 1\n#else\nf = 2\n#endif\ng = 1\n";
        let end = |from: &str, to: &str| {
            let (start, end) = (text.find(from).expect("there"), text.find(to).expect("there"));
            directive_end(text, Span::new(start, end + to.len())).map(|end| &text[..end])
        };
        assert_eq!(end("f :: Int", "f = 1"), text.strip_suffix("\ng = 1\n"));
        assert_eq!(end("f = 1", "f = 1"), None);
        assert_eq!(end("f :: Int", "#endif"), None);
    }

    #[test]
    fn finds_a_lost_brace_by_indentation() {
        let text = "  if x {\n    y(;\n\n  }\nz\n";
        assert_eq!(closing_brace(text, 2, 8), Some(text.find("}\n").expect("brace") + 1));
        assert_eq!(closing_brace("if x {\n  y\nfn z() {}\n}\n", 0, 5), None);
        assert_eq!(closing_brace("if x {\n  y\n", 0, 5), None);
        assert_eq!(closing_brace("a; if x {\n}\n", 3, 8), None);
    }
}
