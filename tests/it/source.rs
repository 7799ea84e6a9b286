//! Symbols of awkward files in every language, and what broken text does to them.

use std::fs;
use std::path::Path;
use std::path::PathBuf;

use git_libra::base::RepoPath;
use git_libra::source;
use git_libra::source::FileFacts;
use git_libra::source::Language;
use proptest::prelude::*;

use crate::soundness::sound;
use crate::soundness::tokens_are_bounds;

/// Every fixture: its path below the folder, its language, its text.
pub(crate) fn fixtures() -> Vec<(String, Language, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/source");
    let mut found = Vec::new();
    for folder in sorted(&root) {
        for file in sorted(&folder) {
            let name = file.strip_prefix(&root).expect("below").to_string_lossy().replace('\\', "/");
            let path = RepoPath::new(name.clone()).expect("plain");
            let text = fs::read_to_string(&file).expect("UTF-8");
            let language = Language::of_file(&path, text.as_bytes()).expect("a known language");
            found.push((name, language, text));
        }
    }
    found
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> =
        fs::read_dir(folder).expect("readable").map(|entry| entry.expect("entry").path()).collect();
    entries.sort();
    entries
}

/// One line a symbol: what a reader of the snapshot can check against the fixture.
fn shown(facts: &FileFacts) -> String {
    let mut text = format!("module: {:?}\nbroken: {}\n\n", facts.module_doc, facts.has_syntax_errors);
    for symbol in &facts.symbols {
        let depth = std::iter::successors(symbol.container, |at| facts.symbols[*at as usize].container).count();
        let complexity = format!("{}b {}l", symbol.complexity.branches, symbol.complexity.code_lines);
        let body = symbol.body.map_or_else(|| "none".to_owned(), |body| body.to_string());
        text += &format!(
            "{}{} at {} body {body} {} {} {:?} {complexity}\n",
            "  ".repeat(depth),
            symbol.range,
            symbol.definition_line,
            symbol.kind.as_str(),
            symbol.qualified_name,
            symbol.visibility,
        );
        let detail = |name: &str, value: &str| format!("{}    {name}: {value}\n", "  ".repeat(depth));
        text += &detail("signature", &symbol.signature);
        for (name, value) in [("parameters", &symbol.parameters), ("doc", &symbol.doc)] {
            text += &value.as_deref().map(|value| detail(name, &format!("{value:?}"))).unwrap_or_default();
        }
        for (name, list) in [("calls", &symbol.calls), ("bases", &symbol.bases)] {
            text += &if list.is_empty() { String::new() } else { detail(name, &list.join(", ")) };
        }
    }
    text += "\n";
    for import in &facts.imports {
        text += &format!("import L{} {} {:?}\n", import.line, import.module, import.names);
    }
    for note in &facts.notes {
        let branch = note.branch.map(|branch| format!(" at {branch}")).unwrap_or_default();
        text += &format!("note L{}{branch} {:?} {:?}\n", note.line, note.kind, note.text);
    }
    text
}

#[test]
fn awkward_files_are_read_right() {
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false }, {
        for (name, language, text) in fixtures() {
            let facts = source::parse(language, &text);
            insta::assert_snapshot!(format!("source-{}", name.replace(['/', '.'], "-")), shown(&facts));
        }
    });
}

#[test]
fn facts_of_fixtures_are_sound_in_every_language() {
    for (name, _, text) in fixtures() {
        // A file read as the wrong language is as broken as text can be.
        for language in Language::all() {
            let facts = source::parse(language, &text);
            assert_eq!(sound(&facts), Ok(()), "{name} as {}", language.name());
            assert_eq!(tokens_are_bounds(&facts, &text), Ok(()), "{name} as {}", language.name());
        }
    }
}

#[test]
fn line_ends_and_marks_change_no_symbol() {
    type Change = fn(&str) -> String;
    let changes: [(&str, Change); 3] = [
        ("CRLF", |text| text.replace("\r\n", "\n").replace('\n', "\r\n")),
        ("a byte-order mark", |text| format!("\u{feff}{}", text.trim_start_matches('\u{feff}'))),
        ("no last line end", |text| text.trim_end().to_owned()),
    ];
    let mut wrong = Vec::new();
    for (name, language, text) in fixtures() {
        // What is read by one line end or mark must be read by the other; a first line `#!` has to be first.
        let facts = source::parse(language, &text);
        for (what, change) in changes {
            let changed = change(&text);
            if facts.has_syntax_errors || (what.starts_with("a byte") && text.starts_with("#!")) {
                continue;
            }
            let found = source::parse(language, &changed);
            let differs = facts.symbols.iter().zip(&found.symbols).find(|(a, b)| a != b);
            if let Some((before, after)) = differs {
                wrong.push(format!("{name} with {what}: {before:?}\nis {after:?}"));
            } else if facts.symbols.len() != found.symbols.len() {
                wrong.push(format!("{name} with {what}: {} symbols, not {}", found.symbols.len(), facts.symbols.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// What mutilated files were found to get wrong, made as small as it gets.
#[test]
fn what_once_was_wrong_stays_right() {
    let inputs = [
        (Language::Rust, "trait g{\n    const S:n}t\n    }"),
        (Language::C, "typedef e;t n\n}"),
        (Language::JavaScript, "x();\n// y\n};\n\n\n//"),
    ];
    for (language, text) in inputs {
        let facts = source::parse(language, text);
        assert_eq!(sound(&facts), Ok(()), "{text:?}");
        assert_eq!(tokens_are_bounds(&facts, text), Ok(()), "{text:?}");
    }
}

#[test]
fn an_annotation_at_the_end_of_the_text_is_no_endless_search() {
    // Kotlin's grammar looks for the white space after an annotation, past the end if there is none.
    for text in ["class A {\n    val a = 1\n    @X", "class A\n@X", "val a = 1\n@X(", "@", "val a: Int\n@get:X"] {
        let facts = source::parse(Language::Kotlin, text);
        assert_eq!(sound(&facts), Ok(()), "{text:?}");
    }
}

#[test]
fn deep_nesting_costs_no_stack() {
    for language in Language::all() {
        for pair in ["(", "{", "[", "if x {", "f(", "class A {", "<div>", "def f\n", "\"", "/*", "#if 1\n"] {
            let facts = source::parse(language, &pair.repeat(3_000));
            assert_eq!(facts.line_tokens.len(), facts.line_count as usize, "{}", language.name());
        }
    }
}

#[test]
fn what_is_never_closed_ends_with_the_text() {
    for language in Language::all() {
        for opening in
            ["{-", "{- |", "-- |", "/*", "/**", "//", "#", "\"", "\"\"\"", "'", "`", "--[[", "@doc \"\"\"", "=begin"]
        {
            for text in
                [opening.to_owned(), format!("{opening} size of größe"), format!("a = 1\n{opening} never closed")]
            {
                let facts = source::parse(language, &text);
                assert_eq!(sound(&facts), Ok(()), "{}: {text}", language.name());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_prefix_and_any_mutation_is_sound(
        pick in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..6),
    ) {
        let fixtures = fixtures();
        let (name, language, text) = &fixtures[pick.index(fixtures.len())];
        let mut chars: Vec<char> = text.chars().collect();
        chars.truncate(cut.index(chars.len()) + 1);
        for (at, with) in edits {
            let at = at.index(chars.len());
            chars[at] = with;
        }
        let mutated: String = chars.into_iter().collect();
        let facts = source::parse(*language, &mutated);
        prop_assert_eq!(sound(&facts), Ok(()), "{}", name);
        prop_assert_eq!(tokens_are_bounds(&facts, &mutated), Ok(()), "{}", name);
    }

    #[test]
    fn any_prefix_and_any_change_of_bytes_is_sound(
        pick in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let fixtures = fixtures();
        let (name, language, text) = &fixtures[pick.index(fixtures.len())];
        let mut bytes = text.as_bytes()[..=cut.index(text.len())].to_vec();
        for (at, with) in edits {
            let at = at.index(bytes.len());
            bytes[at] = with;
        }
        let blob = source::examine(*language, &bytes);
        prop_assert!(blob.skip.is_some() || blob.facts.is_some());
        if let Some(facts) = &blob.facts {
            prop_assert_eq!(sound(facts), Ok(()), "{}", name);
        }
    }
}
