//! The paragraphs of a documentation that are prose: no titles, lists, code, tags, parameters or examples.

use std::borrow::Cow;

/// A paragraph on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub(super) text: String,
    /// Whether it is a title: underlined, or a Markdown heading.
    pub(super) title: bool,
}

/// Lines that begin so end the prose: what follows is for those who call the code, not for those who look for it.
const STOPS: &[&str] = &[
    ">>>",
    "```",
    "~~~",
    "parameters",
    "args:",
    "arguments:",
    "returns:",
    "return:",
    "yields:",
    "raises:",
    "throws:",
    "attributes:",
    "example",
    "examples",
    "usage",
    "see also",
    "references",
    "notes:",
    ":param",
    ":return",
    ":rtype",
    ":raises",
    ":type",
    ":arg",
    "@param",
    "@return",
    "@throws",
    "@exception",
    "@example",
    "@typeparam",
    "@template",
    "@yields",
    "@arg",
    "<pre",
    "sample",
    "synopsis",
];

/// Tags of which only the rest of the line counts.
const LABELS: &[&str] = &["@fileoverview", "@file", "@description", "@desc", "@brief", "\\brief", "\\file", "@summary"];

/// Reads the prose of a documentation.
pub(super) fn read(doc: &str) -> Vec<Paragraph> {
    let doc = with_breaks(doc);
    let lines: Vec<&str> = doc.lines().collect();
    let mut found = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut skipped_indent: Option<usize> = None;
    for (at, line) in lines.iter().enumerate() {
        let content = line.trim();
        let indent = line.len() - line.trim_start().len();
        if skipped_indent.is_some_and(|limit| content.is_empty() || indent > limit) {
            continue;
        }
        skipped_indent = None;
        if content.is_empty() || is_ruler(content) {
            close(&mut open, &mut found);
            continue;
        }
        let lower = content.to_ascii_lowercase();
        if is_stop(&lower) {
            break;
        }
        if content.starts_with(".. ") {
            close(&mut open, &mut found);
            skipped_indent = Some(indent);
            continue;
        }
        if let Some(title) =
            heading(content).or_else(|| lines.get(at + 1).filter(|next| underlines(next, content)).map(|_| content))
        {
            close(&mut open, &mut found);
            found.push(Paragraph { text: title.to_owned(), title: true });
            continue;
        }
        if content.starts_with('@') || content.starts_with("\\file") || content.starts_with("\\brief") {
            close(&mut open, &mut found);
            if let Some(rest) = LABELS.iter().find_map(|label| content.strip_prefix(label)) {
                open.extend(Some(rest.trim_start_matches(':').trim()).filter(|rest| !rest.is_empty()));
            }
            continue;
        }
        if is_item(content) || is_code(indent, open.last()) {
            close(&mut open, &mut found);
            skipped_indent = Some(indent.saturating_sub(1));
            continue;
        }
        // Python's comments for documentation tools begin with `#:`.
        open.push(content.trim_start_matches(": "));
    }
    close(&mut open, &mut found);
    found
}

/// The text with empty lines where HTML begins a paragraph or a list.
fn with_breaks(doc: &str) -> Cow<'_, str> {
    const BREAKS: &[&str] = &[
        "<p>", "<p/>", "</p>", "<P>", "<br>", "<br/>", "<br />", "<ul>", "<ol>", "<li>", "<h1>", "<h2>", "<h3>", "<hr>",
    ];
    if !doc.contains('<') {
        return Cow::Borrowed(doc);
    }
    Cow::Owned(BREAKS.iter().fold(doc.to_owned(), |doc, tag| doc.replace(tag, "\n\n")))
}

fn close(open: &mut Vec<&str>, found: &mut Vec<Paragraph>) {
    let text = open.join(" ");
    if !text.is_empty() && !is_navigation(&text) {
        found.push(Paragraph { text, title: false });
    }
    open.clear();
}

/// Whether a paragraph is a row of links or badges: most of its letters stand in brackets or between bars.
fn is_navigation(text: &str) -> bool {
    let mut outside = 0;
    let mut inside = 0;
    let mut depth = 0usize;
    let mut barred = false;
    let mut entity = false;
    for c in text.chars() {
        match c {
            '&' => entity = true,
            ';' => entity = false,
            _ if entity => {}
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            '|' => barred = !barred,
            c if c.is_alphanumeric() && (depth > 0 || barred) => inside += 1,
            c if c.is_alphanumeric() => outside += 1,
            _ => {}
        }
    }
    text.contains(['[', '|']) && inside > outside * 2
}

/// A line of signs only.
fn is_ruler(line: &str) -> bool {
    line.len() > 1 && !line.chars().any(|c| c.is_alphanumeric() || matches!(c, '`' | '"' | '>'))
}

fn underlines(line: &str, title: &str) -> bool {
    let line = line.trim();
    let sign = line.chars().next();
    line.len() >= 3 && line.len() + 3 >= title.len() && is_ruler(line) && line.chars().all(|c| Some(c) == sign)
}

fn heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    // `=== Title ===` and `----- Title -----` are the habit of C files.
    let framed = line.trim_matches(['=', '-', '*', '#', '~', ' ']);
    if line.len() >= framed.len() + 6 && line.starts_with(['=', '-', '*', '~']) && line.ends_with(['=', '-', '*', '~'])
    {
        return Some(framed).filter(|framed| !framed.is_empty());
    }
    ((1..=6).contains(&level) && rest.starts_with(' ')).then(|| rest.trim().trim_end_matches('#').trim_end())
}

fn is_stop(lower: &str) -> bool {
    STOPS.iter().any(|stop| {
        lower.strip_prefix(stop).is_some_and(|rest| {
            // Words must stand alone: "example" ends the prose, "exemplary" does not; "usage of ..." is prose.
            !stop.ends_with(char::is_alphabetic)
                || rest.is_empty()
                || rest.starts_with(':')
                || stop.starts_with([':', '@', '<'])
        })
    })
}

fn is_item(line: &str) -> bool {
    let bullet = ["- ", "* ", "+ ", "• "].iter().any(|sign| line.starts_with(sign));
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    bullet || (digits.len() < line.len() && (digits.starts_with(". ") || digits.starts_with(") ")))
}

/// An indented line that opens a paragraph is code or a quotation.
fn is_code(indent: usize, before: Option<&&str>) -> bool {
    indent >= 4 && before.is_none_or(|before| before.ends_with(':'))
}
