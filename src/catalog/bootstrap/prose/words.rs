//! Words of a line: what is code is put into code spans, and what Markdown could misread is escaped.

use std::collections::BTreeSet;

use crate::catalog::bootstrap::prose::inline::Piece;
use crate::catalog::text;

/// One line of Markdown that shows the pieces. `names` are identifiers that are code wherever they stand.
pub(super) fn markdown(pieces: &[Piece], names: &BTreeSet<&str>) -> String {
    let mut line = String::new();
    let mut shown = String::new();
    for piece in join_code(pieces, names) {
        match piece {
            Piece::Text(words) => {
                line.push_str(&words);
                shown.push_str(&words);
            }
            Piece::Code(code) => {
                line.push_str(&text::code_span(&code));
                shown.push_str(&code);
            }
        }
    }
    let (line, shown) = (text::fold(&line), text::fold(&shown));
    // In front of a line that cannot be misread there is no need to look closer.
    let risky =
        line.contains(['*', '_', '[', ']', '<', '>', '&', '\\', '~', '|']) || line.matches('`').count() % 2 == 1;
    if !risky || text::plain(&format!("x {line}")).is_some_and(|plain| plain == format!("x {shown}")) {
        return line;
    }
    let mut escaped = String::new();
    for piece in join_code(pieces, names) {
        match piece {
            Piece::Text(words) => escaped.push_str(&escape(&words)),
            Piece::Code(code) => escaped.push_str(&text::code_span(&code)),
        }
    }
    text::fold(&escaped)
}

fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        if matches!(c, '*' | '_' | '[' | ']' | '<' | '>' | '&' | '\\' | '`' | '~' | '|') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The pieces with words that are code made code.
fn join_code(pieces: &[Piece], names: &BTreeSet<&str>) -> Vec<Piece> {
    let mut out = Vec::new();
    for piece in pieces {
        let Piece::Text(words) = piece else {
            out.push(piece.clone());
            continue;
        };
        let mut plain = String::new();
        for word in words.split_inclusive(char::is_whitespace) {
            let bare = word.trim_end();
            let (mut before, core, mut after) = core(bare);
            // Quotation marks around code are as good as a code span.
            for quote in ['\'', '"'] {
                if before.ends_with(quote) && after.starts_with(quote) {
                    before = &before[..before.len() - 1];
                    after = &after[1..];
                }
            }
            if is_code(core, names) {
                plain.push_str(before);
                out.push(Piece::Text(std::mem::take(&mut plain)));
                out.push(Piece::Code(core.to_owned()));
                plain.push_str(after);
                plain.push_str(&word[bare.len()..]);
            } else {
                plain.push_str(word);
            }
        }
        out.push(Piece::Text(plain));
    }
    out
}

/// A word without the punctuation around it; `()` at its end stays.
fn core(word: &str) -> (&str, &str, &str) {
    let start = word.len() - word.trim_start_matches(['(', '[', '{', '"', '\'', ',']).len();
    let inner = &word[start..];
    let mut end = inner.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\'']).len();
    for pair in ["()", "[]", "{}"] {
        if inner[end..].starts_with(pair) {
            end += 2;
        }
    }
    // `f(x)` and `a**(-1)` keep the parenthesis that they opened.
    if inner[..end].contains('(') && !inner[..end].contains(')') && inner[end..].starts_with(')') {
        end += 1;
    }
    (&word[..start], &inner[..end], &inner[end..])
}

/// Whether a word can only be code.
fn is_code(word: &str, names: &BTreeSet<&str>) -> bool {
    if word.len() < 2 || !word.chars().any(char::is_alphabetic) || word.contains('`') || word.contains("://") {
        return false;
    }
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let chars: Vec<char> = word.chars().collect();
    let snake =
        chars.windows(3).any(|three| three[1] == '_' && three[0].is_alphanumeric() && three[2].is_alphanumeric());
    let dunder = word.starts_with('_') && letter(word.trim_start_matches('_').chars().next());
    let call = word.ends_with("()")
        || (word.ends_with(')') && word.contains('(') && !word.contains(' ') && identifier_start(word));
    let starred = word.starts_with('*') && letter(word.trim_start_matches('*').chars().next()) && !word.ends_with('*');
    let operator = ["::", "->", "=>", "==", "!=", "&&", "||", "<=", ">="].iter().any(|sign| word.contains(sign));
    let angle = word.contains('<') && word.contains('>');
    let flag = word.starts_with("--") && letter(word.chars().nth(2));
    let at = word.starts_with('@') && letter(word.chars().nth(1));
    let file = is_file_name(word);
    let known = names.contains(word) && chars.iter().skip(1).any(|c| c.is_uppercase() || *c == '_');
    snake || dunder || call || starred || operator || angle || flag || at || file || known
}

fn identifier_start(word: &str) -> bool {
    let head = word.split('(').next().unwrap_or_default();
    !head.is_empty()
        && head.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'))
        && head.len() > 1
        && !matches!(
            head.to_lowercase().as_str(),
            "item" | "file" | "name" | "value" | "argument" | "option" | "parameter"
        )
}

/// `pyproject.toml`, `a/b.py`, `.gitignore`.
fn is_file_name(word: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "py", "rs", "js", "ts", "tsx", "jsx", "go", "java", "c", "h", "cpp", "hpp", "rb", "toml", "json", "yaml",
        "yml", "md", "txt", "cfg", "ini", "lock", "html", "css", "xml", "sh", "conf",
    ];
    let Some((stem, ending)) = word.rsplit_once('.') else {
        return false;
    };
    let plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.' | '*'));
    // `Node.js` and its like are names of products.
    let product = ending == "js" && stem.starts_with(char::is_uppercase);
    ENDINGS.contains(&ending) && plain(stem) && !product && !stem.is_empty()
}
