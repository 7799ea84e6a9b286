//! The examples on the rules' pages are their tests; and pages, clauses, files and table fit each other.

#![expect(clippy::disallowed_methods, reason = "the folder of the rules is compared with the table")]

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::lint::SPECIFICATION;
use crate::lint::registry::RULES;
use crate::lint::testing::check_rule;

#[test]
fn pages_hold_what_they_say() {
    let wrong: Vec<_> = RULES.iter().flat_map(check_rule).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n\n"));
}

#[test]
fn the_table_is_sorted_and_names_are_unique() {
    assert!(RULES.is_sorted_by(|a, b| a.code < b.code));
    let names: BTreeSet<_> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), RULES.len());
}

fn names_in(folder: &str, extension: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").file_name());
    let names = files.filter_map(|name| name.to_string_lossy().strip_suffix(extension).map(str::to_owned));
    names.collect()
}

#[test]
fn every_file_and_every_page_is_a_rule() {
    let mut files = names_in("src/lint/rules", ".rs");
    files.remove("mod");
    files.remove("tests");
    let rules: BTreeSet<_> = RULES.iter().map(|rule| rule.name.replace('-', "_")).collect();
    assert_eq!(files, rules);
    let pages: BTreeSet<_> = RULES.iter().map(|rule| format!("{}-{}", rule.code, rule.name)).collect();
    assert_eq!(names_in("catalog-spec/rules", ".md"), pages);
}

#[test]
fn pages_have_their_parts() {
    for rule in RULES {
        assert!(rule.page.starts_with(&format!("# {} ({})\n\n", rule.name, rule.code)), "{}", rule.code);
        assert!(rule.summary().ends_with('.') && !rule.summary().contains('\n'), "{}", rule.code);
        for part in ["\n## Why\n", "\n## Example\n", "\n## Fix\n", "\nClause: "] {
            assert!(rule.page.contains(part), "{} has no {part:?}", rule.code);
        }
    }
}

/// The clauses of the specification with the codes that each names.
fn clauses() -> BTreeMap<&'static str, BTreeSet<String>> {
    let paragraphs = SPECIFICATION.split("\n\n").filter_map(|paragraph| paragraph.strip_prefix("**"));
    let numbered = paragraphs.filter(|paragraph| paragraph.starts_with(|c: char| c.is_ascii_digit()));
    numbered
        .map(|paragraph| {
            let (number, text) = paragraph.split_once("**").expect("a number between stars");
            let (_, rules) = text.rsplit_once('(').unwrap_or_default();
            let codes = rules.split([',', ')', '\n', ' ']).map(str::trim).filter(|code| code.starts_with("CAT"));
            (number, codes.map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn every_clause_is_enforced_and_every_rule_enforces_one() {
    let clauses = clauses();
    assert!(clauses.len() > 20, "the specification was not understood: {clauses:?}");
    let mut named: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (number, codes) in &clauses {
        assert!(!codes.is_empty(), "nothing enforces clause {number}");
        for code in codes {
            named.entry(code.clone()).or_default().insert(number);
        }
    }
    let enforced = RULES.iter().map(|rule| {
        let (_, numbers) = rule.page.rsplit_once("\nClause: ").expect("a clause");
        (rule.code.to_owned(), numbers.trim().split(", ").collect())
    });
    assert_eq!(named, enforced.collect());
}
