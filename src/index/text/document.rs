//! One file as documents: its cells, its symbols, and itself. Pure; reads nothing.

use std::collections::HashMap;

use super::words::BIGRAM_JOINT;
use super::words::Words;
use crate::base::LineIndex;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::words;
use crate::source;
use crate::source::FileFacts;
use crate::source::Symbol;

/// A cell has at most this many lines.
pub const CELL_LINES: u32 = 25;
/// A window is a run of cells of at most this many lines ...
const WINDOW_LINES: u32 = 100;
/// ... and this many o200k tokens.
const WINDOW_TOKENS: u32 = 1_000;
/// Characters of documentation that a symbol is found by; what comes later is rarely about what it is for.
const DOC_CHARS: usize = 500;
/// How often a symbol's name counts among its words.
const NAME_WEIGHT: usize = 3;
/// Folders that describe a file, counted from the file upwards.
const FOLDERS: usize = 3;

/// Terms of one field: joined with spaces as tantivy reads them, and counted.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) text: String,
    pub(super) count: u32,
}

impl Terms {
    fn push(&mut self, term: &str) {
        self.text.push_str(term);
        self.text.push(' ');
        self.count += 1;
    }

    fn extend<'a>(&mut self, terms: impl IntoIterator<Item = &'a String>) {
        terms.into_iter().for_each(|term| self.push(term));
    }

    /// The length of the vector of its terms, each 1 + ln of how often it stands here.
    pub(super) fn norm(&self) -> f32 {
        let mut counts: HashMap<&str, u32> = HashMap::new();
        for term in self.text.split_ascii_whitespace() {
            *counts.entry(term).or_default() += 1;
        }
        // In order, so that the sum is the same to the last bit.
        let mut counts: Vec<u32> = counts.into_values().collect();
        counts.sort_unstable();
        let squares: f64 = counts.into_iter().map(|count| (1.0 + f64::from(count).ln()).powi(2)).sum();
        squares.sqrt() as f32
    }

    fn push_bigram(&mut self, first: &str, second: &str) {
        self.text.push_str(first);
        self.text.push(BIGRAM_JOINT);
        self.push(second);
    }
}

/// A file cut up.
#[derive(Debug)]
pub(super) struct FileDocuments {
    pub(super) cells: Vec<CellDocument>,
    pub(super) symbols: Vec<SymbolDocument>,
    /// Stems of all words of the path.
    pub(super) path: Terms,
    /// Stems of its last three folders.
    pub(super) folders: Terms,
    /// Stems of its name without the extension.
    pub(super) name: Terms,
}

/// A cell: about 25 lines.
#[derive(Debug)]
pub(super) struct CellDocument {
    pub(super) lines: LineRange,
    /// Whether a window begins with this cell.
    pub(super) begins_window: bool,
    pub(super) body: Terms,
    pub(super) exact: Terms,
    pub(super) defines: Terms,
    pub(super) bigrams: Terms,
}

/// A symbol, or the file itself as if it were one.
#[derive(Debug)]
pub(super) struct SymbolDocument {
    /// The index in `FileFacts::symbols`; `None` for the file itself.
    pub(super) symbol: Option<u32>,
    pub(super) lines: LineRange,
    /// Everything that the symbol is found by, its name three times.
    pub(super) body: Terms,
    pub(super) exact: Terms,
    pub(super) name: Terms,
    pub(super) doc: Terms,
}

/// Cuts up a file. Invalid UTF-8 is read as replacement characters: a file with facts has none, or hardly any.
pub(super) fn documents(path: &RepoPath, facts: &FileFacts, bytes: &[u8]) -> FileDocuments {
    let text = String::from_utf8_lossy(bytes);
    let mut words = Words::default();
    let of_path = terms_of(&mut Words::default(), path.as_str());
    let name = terms_of(&mut Words::default(), path.stem());
    let folder_names: Vec<&str> = path.parts().rev().skip(1).take(FOLDERS).collect();
    let folders = terms_of(&mut Words::default(), &folder_names.join(" "));
    let mut symbols = vec![file_as_symbol(path, facts, &name, &folders)];
    symbols.extend((0..facts.symbols.len()).map(|at| symbol_document(path, facts, at)));
    FileDocuments { cells: cell_documents(&mut words, facts, &text), symbols, path: of_path, folders, name }
}

fn cell_documents<'t>(words: &mut Words<'t>, facts: &'t FileFacts, text: &'t str) -> Vec<CellDocument> {
    let lines = LineIndex::new(text);
    let (mut window_lines, mut window_tokens) = (0, 0);
    source::cells(facts, CELL_LINES)
        .into_iter()
        .map(|cell| {
            let (range, tokens) = (cell.lines, cell.tokens);
            let begins_window = window_lines == 0
                || window_lines + range.line_count() > WINDOW_LINES
                || window_tokens + tokens > WINDOW_TOKENS;
            if begins_window {
                (window_lines, window_tokens) = (0, 0);
            }
            window_lines += range.line_count();
            window_tokens += tokens;
            let mut cell = CellDocument {
                lines: range,
                begins_window,
                body: Terms::default(),
                exact: Terms::default(),
                defines: Terms::default(),
                bigrams: Terms::default(),
            };
            read_cell(words, &mut cell, lines.range_span(range).slice(text));
            let defined = facts.symbols.iter().filter(|symbol| range.contains_line(symbol.definition_line));
            for symbol in defined {
                cell.defines.extend(&words.get(&symbol.name).stems);
            }
            cell
        })
        .collect()
}

fn read_cell<'t>(words: &mut Words<'t>, cell: &mut CellDocument, text: &'t str) {
    let mut before: Option<String> = None;
    for identifier in words::identifiers(text) {
        let word = words.get(identifier);
        if let Some(exact) = &word.exact {
            cell.exact.push(exact);
        }
        for stem in &word.stems {
            cell.body.push(stem);
            match &mut before {
                Some(before) => {
                    cell.bigrams.push_bigram(before, stem);
                    before.clone_from(stem);
                }
                None => before = Some(stem.clone()),
            }
        }
    }
}

fn terms_of<'t>(words: &mut Words<'t>, text: &'t str) -> Terms {
    let mut terms = Terms::default();
    for identifier in words::identifiers(text) {
        terms.extend(&words.get(identifier).stems);
    }
    terms
}

fn symbol_document(path: &RepoPath, facts: &FileFacts, at: usize) -> SymbolDocument {
    let symbol = &facts.symbols[at];
    let mut words = Words::default();
    let name = terms_of(&mut words, &symbol.name);
    let doc = terms_of(&mut words, first_chars(symbol.doc.as_deref().unwrap_or_default(), DOC_CHARS));
    let mut body = Terms::default();
    for part in [enclosing(symbol), &symbol.signature, path.stem()] {
        for identifier in words::identifiers(part) {
            body.extend(&words.get(identifier).stems);
        }
    }
    join(&mut body, &name, NAME_WEIGHT);
    join(&mut body, &doc, 1);
    let mut exact = Terms::default();
    for identifier in words::identifiers(&symbol.qualified_name) {
        exact.extend(&words.get(identifier).exact);
    }
    SymbolDocument { symbol: Some(at as u32), lines: symbol.range, body, exact, name, doc }
}

fn file_as_symbol(path: &RepoPath, facts: &FileFacts, name: &Terms, folders: &Terms) -> SymbolDocument {
    let mut words = Words::default();
    let doc = terms_of(&mut words, first_chars(facts.module_doc.as_deref().unwrap_or_default(), DOC_CHARS));
    let mut body = folders.clone();
    join(&mut body, name, NAME_WEIGHT);
    join(&mut body, &doc, 1);
    let mut exact = Terms::default();
    for identifier in words::identifiers(path.stem()) {
        exact.extend(&words.get(identifier).exact);
    }
    SymbolDocument {
        symbol: None,
        lines: LineRange::clamped(1, facts.line_count),
        body,
        exact,
        name: name.clone(),
        doc,
    }
}

fn join(to: &mut Terms, terms: &Terms, times: usize) {
    for _ in 0..times {
        to.text.push_str(&terms.text);
        to.count += terms.count;
    }
}

/// The names that a symbol is nested in.
fn enclosing(symbol: &Symbol) -> &str {
    symbol.qualified_name.strip_suffix(symbol.name.as_str()).unwrap_or_default()
}

fn first_chars(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::text::words as terms;
    use crate::source::Language;

    const SOURCE: &str = "\
\"\"\"Reading of headers.\"\"\"

class HeaderReader:
    def parse_headers(self, lines):
        \"\"\"Parses the header lines.\"\"\"
        return split_lines(lines)
";

    fn path() -> RepoPath {
        RepoPath::new("http/client_side/headers.py").expect("plain")
    }

    #[test]
    fn a_question_is_cut_like_a_file() {
        let facts = source::parse(Language::Python, SOURCE);
        let documents = documents(&path(), &facts, SOURCE.as_bytes());
        let all = |terms: fn(&CellDocument) -> &Terms| -> String {
            documents.cells.iter().map(|cell| terms(cell).text.as_str()).collect()
        };
        let body = all(|cell| &cell.body);
        for stem in &terms::stems(SOURCE) {
            assert!(body.split(' ').any(|term| term == stem), "{stem}");
        }
        let exact = all(|cell| &cell.exact);
        assert!(exact.split(' ').any(|term| term == "parseheaders"));
        let bigrams = all(|cell| &cell.bigrams);
        let asked = terms::bigrams("parse headers");
        assert!(bigrams.split(' ').any(|term| term == asked[0]));
        assert!(all(|cell| &cell.defines).contains("reader"));
        let once = terms_of(&mut Words::default(), "parse header");
        let twice = terms_of(&mut Words::default(), "parse header header");
        assert!((once.norm() - 2.0_f32.sqrt()).abs() < 1e-6);
        assert!(twice.norm() > once.norm() && twice.norm() < 3.0_f32.sqrt() + 0.3);
        assert!(!body.split(' ').any(|term| term == "the"), "stop words are left out");
        for cell in &documents.cells {
            assert_eq!(cell.body.text.split_whitespace().count(), cell.body.count as usize);
        }
    }

    #[test]
    fn a_file_is_a_symbol_too() {
        let facts = source::parse(Language::Python, SOURCE);
        let documents = documents(&path(), &facts, SOURCE.as_bytes());
        assert_eq!(documents.symbols.len(), facts.symbols.len() + 1);
        assert_eq!(documents.symbols[0].symbol, None);
        assert!(documents.symbols[0].doc.text.contains("header"));
        assert_eq!(documents.folders.text, "client side http ");
    }
}
