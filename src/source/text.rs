//! What is known of text that is in no programming language: documents, configuration, templates, style sheets.
//!
//! No catalog lists such files; what is known of them is the same for all: what they are about, what each line holds,
//! and windows to show them by.

use super::content;
use super::cut;
use super::prose;
use super::tokens;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Span;
use crate::source::LineKind;
use crate::source::classify::SkipReason;

/// Lines of a window, about.
const WINDOW_LINES: u32 = 40;
/// What a text is about stands among its first lines.
const TITLE_LINES: usize = 60;

/// Everything that is known of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFacts {
    /// How its lines are read.
    pub format: TextFormat,
    /// Number of lines.
    pub line_count: u32,
    /// Its first heading, or the comment that it opens with.
    pub title: Option<String>,
    /// o200k tokens of each line with its line end; the sum over a range is an upper bound of the range's tokens.
    pub line_tokens: Vec<u16>,
    /// What each line holds; as many as `line_count`. Words of a document count as code.
    pub line_kinds: Vec<LineKind>,
    /// The lines at which a heading or a section begins, 1-based, in order.
    pub headings: Vec<u32>,
}

/// How the lines of a text are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// Headings begin with `#` or `=`, or are underlined: Markdown, AsciiDoc, reStructuredText.
    Document,
    /// Comments begin with `#` or `;`, sections with `[`: YAML, TOML, ini files, Dockerfiles, makefiles.
    Configuration,
    /// Comments stand between `/*` and `*/`, or begin with `//`: style sheets, JSON with comments.
    Style,
    /// Comments stand between `<!--` and `-->`: HTML, XML, SVG and the templates of components.
    Markup,
    /// Nothing is known of it.
    Plain,
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextWindow {
    /// Its lines.
    pub lines: LineRange,
    /// An upper bound of its o200k tokens.
    pub tokens: u32,
}

impl TextFormat {
    /// The format that a path's name tells.
    pub fn of_path(path: &RepoPath) -> Self {
        match path.extension().unwrap_or_default() {
            "md" | "markdown" | "mdx" | "rst" | "adoc" | "asciidoc" | "org" => Self::Document,
            "yaml" | "yml" | "toml" | "ini" | "cfg" | "conf" | "properties" | "env" | "tf" | "hcl" | "nix"
            | "cmake" | "mk" | "graphql" | "r" | "pl" | "jl" => Self::Configuration,
            "css" | "scss" | "less" | "json5" | "jsonc" | "gradle" | "groovy" | "dart" => Self::Style,
            "html" | "htm" | "xml" | "svg" | "vue" | "svelte" | "xhtml" | "xsd" => Self::Markup,
            _ => match path.file_name() {
                "Dockerfile" | "Makefile" | "Justfile" | "justfile" | "CODEOWNERS" | ".gitattributes"
                | ".gitignore" | ".editorconfig" | ".env" => Self::Configuration,
                _ => Self::Plain,
            },
        }
    }
}

/// Reads a text. Bytes that are no text give the reason.
pub fn text_facts(format: TextFormat, bytes: &[u8]) -> Result<TextFacts, SkipReason> {
    let text = content::text_of(bytes).map_err(|cause| content::reason(&cause))?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let comments = comments(format, &lines);
    let kind = |(line, is_comment): (&&str, &bool)| match (line.trim().is_empty(), is_comment) {
        (true, _) => LineKind::Blank,
        (false, true) => LineKind::Comment,
        (false, false) => LineKind::Code,
    };
    let line_tokens = tokens::line_tokens(text);
    let mut line_kinds: Vec<LineKind> = lines.iter().zip(&comments).map(kind).collect();
    line_kinds.resize(line_tokens.len(), LineKind::Blank);
    let headings: Vec<u32> =
        (0..lines.len()).filter(|at| heading(format, &lines, *at).is_some()).map(|at| at as u32 + 1).collect();
    let title = title(format, text, &lines, &comments);
    Ok(TextFacts { format, line_count: line_tokens.len() as u32, title, line_tokens, line_kinds, headings })
}

/// The windows of a text: every line stands in exactly one, in order, and a window begins at a heading where one is near.
pub fn text_windows(facts: &TextFacts) -> Vec<TextWindow> {
    let mut starts: Vec<u32> = vec![1];
    for heading in facts.headings.iter().copied().filter(|line| *line > 1) {
        // Sections of a few lines share a window.
        let last = starts.last().copied().unwrap_or(1);
        if heading - last >= WINDOW_LINES / 2 {
            starts.push(heading);
        }
    }
    let ends = starts.iter().skip(1).map(|start| start - 1).chain([facts.line_count]);
    let sections = starts.iter().zip(ends).map(|(start, end)| LineRange::clamped(*start, end));
    let windows = sections.flat_map(|section| cut::windows(&facts.line_kinds, section, WINDOW_LINES));
    windows.map(|lines| TextWindow { lines, tokens: facts.tokens_of(lines) }).collect()
}

impl TextFacts {
    /// An upper bound of the o200k tokens of a range of lines.
    pub fn tokens_of(&self, range: LineRange) -> u32 {
        let start = (range.start() as usize - 1).min(self.line_tokens.len());
        let end = (range.end() as usize).min(self.line_tokens.len());
        self.line_tokens[start..end].iter().map(|tokens| u32::from(*tokens)).sum()
    }
}

/// Whether each line is a comment and nothing else.
fn comments(format: TextFormat, lines: &[&str]) -> Vec<bool> {
    let (open, close, line_marks): (&str, &str, &[&str]) = match format {
        TextFormat::Configuration => ("", "", &["#", ";"]),
        TextFormat::Style => ("/*", "*/", &["//"]),
        TextFormat::Markup => ("<!--", "-->", &[]),
        TextFormat::Document | TextFormat::Plain => return vec![false; lines.len()],
    };
    let mut inside = false;
    lines
        .iter()
        .map(|line| {
            let line = line.trim();
            let opens = !open.is_empty() && line.starts_with(open);
            let is_comment = inside || opens || line_marks.iter().any(|mark| line.starts_with(mark));
            if inside || opens {
                inside = !line.contains(close);
            }
            is_comment
        })
        .collect()
}

/// The words of the heading that begins at a line.
fn heading<'t>(format: TextFormat, lines: &[&'t str], at: usize) -> Option<&'t str> {
    let line = lines[at].trim();
    match format {
        TextFormat::Document => {
            let marks = line.trim_start_matches(['#', '=']);
            let depth = line.len() - marks.len();
            if (1..=6).contains(&depth) && marks.starts_with(' ') {
                return Some(marks.trim().trim_end_matches('#').trim());
            }
            // A line of one mark under words.
            let under = lines.get(at + 1).map(|line| line.trim()).filter(|under| under.len() >= 3)?;
            let mark = under.chars().next().filter(|mark| matches!(mark, '=' | '-' | '~' | '^'))?;
            let is_heading = !line.is_empty() && under.chars().all(|c| c == mark) && under.len() + 1 >= line.len();
            is_heading.then_some(line)
        }
        TextFormat::Configuration => line.strip_prefix('[').map(|line| line.trim_matches(['[', ']'])),
        _ => None,
    }
}

fn title(format: TextFormat, text: &str, lines: &[&str], comments: &[bool]) -> Option<String> {
    let first = lines.len().min(TITLE_LINES);
    match format {
        TextFormat::Document => (0..first).find_map(|at| heading(format, lines, at)).map(str::to_owned),
        TextFormat::Markup => {
            let (_, rest) = lines.iter().take(first).find_map(|line| line.split_once("<title>"))?;
            Some(rest.split("</title>").next().unwrap_or(rest).trim().to_owned()).filter(|title| !title.is_empty())
        }
        TextFormat::Configuration | TextFormat::Style => {
            let start = comments.iter().take(first).position(|is_comment| *is_comment)?;
            let count = comments[start..].iter().take_while(|is_comment| **is_comment).count();
            let at: usize = lines[..start].iter().map(|line| line.len()).sum();
            let length: usize = lines[start..start + count].iter().map(|line| line.len()).sum();
            prose::of_comments(&[Span::new(at, at + length)], text)
        }
        TextFormat::Plain => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(path: &str, text: &str) -> TextFacts {
        let format = TextFormat::of_path(&RepoPath::new(path).expect("plain"));
        text_facts(format, text.as_bytes()).expect("text")
    }

    #[test]
    fn finds_what_a_text_is_about() {
        assert_eq!(facts("a.md", "\n# Shapes #\n\nWords.\n").title.as_deref(), Some("Shapes"));
        assert_eq!(facts("a.rst", "Shapes\n======\n\nWords.\n").title.as_deref(), Some("Shapes"));
        assert_eq!(
            facts("a.toml", "# How shapes\n# are made.\n\n[a]\nb = 1\n").title.as_deref(),
            Some("How shapes\nare made.")
        );
        assert_eq!(facts("a.css", "/* Shapes. */\na { }\n").title.as_deref(), Some("Shapes."));
        assert_eq!(facts("a.html", "<html><title>Shapes</title>\n").title.as_deref(), Some("Shapes"));
        assert_eq!(facts("a.json", "{}").title, None);
    }

    #[test]
    fn windows_begin_at_headings_and_hold_every_line() {
        let text = format!("# A\n{}\n# B\n{}\n# C\nd\n", "word\n".repeat(30), "word\n\n".repeat(50));
        let facts = facts("a.md", &text);
        assert_eq!(facts.headings, [1, 33, 135]);
        let windows = text_windows(&facts);
        assert!(windows.iter().any(|window| window.lines.start() == 33), "{windows:?}");
        let mut next = 1;
        for window in &windows {
            assert!(window.lines.start() == next && window.lines.line_count() <= WINDOW_LINES, "{windows:?}");
            next = window.lines.end() + 1;
        }
        assert_eq!(next, facts.line_count + 1);
    }

    #[test]
    fn tells_comments_from_the_rest() {
        let kinds = facts("a.yaml", "# word\na: 1\n\n").line_kinds;
        assert_eq!(kinds, [LineKind::Comment, LineKind::Code, LineKind::Blank]);
        let kinds = facts("a.css", "/* word\n\nword */\na {}\n").line_kinds;
        assert_eq!(kinds, [LineKind::Comment, LineKind::Blank, LineKind::Comment, LineKind::Code]);
        assert_eq!(text_facts(TextFormat::Plain, b"a\0b"), Err(SkipReason::NotText));
        assert_eq!(facts("empty.md", "").line_count, 1);
    }
}
