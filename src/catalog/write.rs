//! Entries as lines of Markdown.

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::EntryDraft;
use crate::catalog::Limits;
use crate::catalog::SymbolLine;
use crate::catalog::Target;
use crate::catalog::text;

/// What a bullet of names only may grow to: `- ` and the names with their ranges.
struct Packed(String);

/// The lines of an entry, line ends not in them: heading, summary, bullets, caveat.
pub fn entry_lines(directory: &RepoPath, draft: &EntryDraft, limits: &Limits) -> Vec<String> {
    let mut lines = vec![heading(directory, &draft.target)];
    if !draft.summary.is_empty() {
        lines.push(draft.summary.clone());
    }
    lines.extend(symbol_lines(&draft.symbols, limits));
    lines.extend(draft.notes.iter().map(|note| format!("- {note}")));
    lines.extend(draft.caveat.iter().map(|caveat| format!("- Caveat: {caveat}")));
    lines
}

/// An entry's heading: a link, shown as the path from the catalog's directory.
pub(crate) fn heading(directory: &RepoPath, target: &Target) -> String {
    format!("### {}", link(directory, target))
}

/// The link to a target from a catalog of `directory`.
pub(crate) fn link(directory: &RepoPath, target: &Target) -> String {
    match target {
        Target::File(path) => {
            let path = path.relative_to(directory);
            text::link(&path, &path)
        }
        Target::Module(module) => {
            let shown = module.relative_to(directory);
            let to = if shown.is_empty() { CATALOG_FILE.to_owned() } else { format!("{shown}/{CATALOG_FILE}") };
            text::link(if shown.is_empty() { "." } else { &shown }, &to)
        }
        Target::Other => String::new(),
    }
}

/// The bullets of symbols; neighbours that are names alone share bullets up to the line length.
pub fn symbol_lines(symbols: &[SymbolLine], limits: &Limits) -> Vec<String> {
    let mut lines = Vec::new();
    let mut open: Option<Packed> = None;
    for symbol in symbols {
        let named = named(&symbol.declaration, symbol.range);
        if symbol.is_name_only() {
            match &mut open {
                Some(Packed(line)) if fits(line, &named, limits) => {
                    line.push_str(", ");
                    line.push_str(&named);
                }
                _ => {
                    lines.extend(open.take().map(|packed| packed.0));
                    open = Some(Packed(format!("- {named}")));
                }
            }
        } else {
            lines.extend(open.take().map(|packed| packed.0));
            lines.extend(full_lines(symbol));
        }
    }
    lines.extend(open.map(|packed| packed.0));
    lines
}

/// The lines of one bullet with its sub-bullets.
pub(crate) fn full_lines(symbol: &SymbolLine) -> Vec<String> {
    let mut head = format!("- {}", named(&symbol.declaration, symbol.range));
    if let Some(summary) = &symbol.summary {
        head.push_str(" - ");
        head.push_str(summary);
    }
    let paths = symbol.paths.iter().map(|path| format!("  - {path}"));
    std::iter::once(head).chain(paths).collect()
}

/// A symbol with its range: `` `solve(f)` (L3-L9) ``.
pub(crate) fn named(declaration: &str, range: LineRange) -> String {
    format!("{} ({range})", text::code_span(declaration))
}

/// Whether a line has room for one more symbol.
pub(crate) fn fits(line: &str, named: &str, limits: &Limits) -> bool {
    line.chars().count() + 2 + named.chars().count() <= limits.line_length
}

impl SymbolLine {
    /// Whether it lists the symbol alone, so that it may share a bullet.
    pub fn is_name_only(&self) -> bool {
        self.summary.is_none() && self.paths.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::parse;

    fn line(name: &str, summary: Option<&str>) -> SymbolLine {
        SymbolLine {
            declaration: name.to_owned(),
            range: LineRange::clamped(1000, 2000),
            summary: summary.map(str::to_owned),
            paths: Vec::new(),
        }
    }

    #[test]
    fn names_share_bullets_up_to_the_length() {
        let names: Vec<_> = (0..30).map(|n| line(&format!("symbol_number_{n}"), None)).collect();
        let lines = symbol_lines(&names, &Limits::default());
        assert!(lines.len() > 2 && lines.iter().all(|line| line.chars().count() <= 250));
        let mixed = symbol_lines(
            &[line("a", None), line("b", None), line("c", Some("C.")), line("d", None)],
            &Limits::default(),
        );
        assert_eq!(
            mixed,
            ["- `a` (L1000-L2000), `b` (L1000-L2000)", "- `c` (L1000-L2000) - C.", "- `d` (L1000-L2000)"]
        );
    }

    #[test]
    fn an_entry_reads_back_as_it_was_meant() {
        let directory = RepoPath::new("a/b").expect("plain");
        for name in ["__init__.py", "x (1) [y]#z.py", "`.js", "*a*.py", "c\\d.py", "a&amp;b.py"] {
            let target = Target::File(directory.join(name).expect("plain"));
            let draft = EntryDraft {
                target: target.clone(),
                summary: "Does it.".to_owned(),
                symbols: vec![line("odd`name|x(a, *b)", Some("Odd."))],
                notes: vec!["Files: `x`".to_owned()],
                caveat: Some("slow.".to_owned()),
            };
            let text =
                format!("# b\n\n## Modules\n\n{}\n", entry_lines(&directory, &draft, &Limits::default()).join("\n"));
            let catalog = parse(&directory, &text);
            assert_eq!(catalog.problems, []);
            let entry = catalog.entry(&target).expect("the entry");
            assert_eq!(entry.heading.text, name);
            assert_eq!(entry.mentions()[0].declaration, "odd`name|x(a, *b)");
        }
        assert_eq!(link(&directory, &Target::Module(directory.clone())), "[.](catalog.md)");
        assert_eq!(
            link(&directory, &Target::Module(RepoPath::new("a/b/c d").expect("plain"))),
            "[c d](c%20d/catalog.md)"
        );
    }
}
