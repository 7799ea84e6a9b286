//! What is broken in one definition must not touch what is known of its neighbours.
//!
//! Every definition at the margin of every fixture is broken in several ways; each of its neighbours must then have
//! its own lines, moved by as many as the break adds, or not be listed at all.

use std::collections::BTreeMap;

use git_libra::source;
use git_libra::source::FileFacts;
use git_libra::source::Symbol;

use crate::source::fixtures;

/// Lines that break what they stand in.
const BREAKS: &[(&str, &[&str])] = &[
    ("an open parenthesis", &["x = call(1,"]),
    ("an open brace", &["if (x) {"]),
    ("an extra brace", &["}"]),
    ("a half-typed word", &["self.", "= ="]),
    ("a stray quote", &["x = 'never closed"]),
    ("an extra end", &["end"]),
    ("conflict markers", &["<<<<<<< ours", "x = 1", "=======", "x = 2", ">>>>>>> theirs"]),
    (
        "conflict markers with the base",
        &["<<<<<<< ours", "x = 1", "||||||| base", "x = 0", "=======", "x = 2", ">>>>>>> theirs"],
    ),
    ("tabs and spaces", &[" \t  x = 1", "\t \t"]),
];

/// The share of neighbours that keep their ranges, in percent, at least; by language and break it is printed.
const KEPT: usize = 95;

#[test]
fn intact_neighbours_keep_their_ranges() {
    let mut counts: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, language, text) in fixtures() {
        let facts = source::parse(language, &text);
        if facts.has_syntax_errors {
            continue;
        }
        for (at, victim) in outermost(&facts).filter(|(_, symbol)| symbol.range.line_count() >= 3) {
            for (what, lines) in BREAKS {
                let (broken, after, added) = broken(&text, victim, lines);
                let found = source::parse(language, &broken);
                let count = counts.entry((language.name(), what)).or_default();
                for (_, neighbour) in outermost(&facts).filter(|(other, _)| *other != at) {
                    let shift = if neighbour.range.start() > after { added } else { 0 };
                    let lines = (neighbour.range.start() + shift, neighbour.range.end() + shift);
                    let named: Vec<_> = found
                        .symbols
                        .iter()
                        .filter(|symbol| symbol.qualified_name == neighbour.qualified_name)
                        .map(|symbol| (symbol.range.start(), symbol.range.end()))
                        .collect();
                    count.1 += 1;
                    count.0 += usize::from(named.contains(&lines));
                    // One that begins where the neighbour does, and ends elsewhere, is a lie.
                    if let Some(other) = named.iter().find(|(start, end)| *start == lines.0 && *end != lines.1)
                        && !named.contains(&lines)
                    {
                        wrong.push(format!(
                            "{name}: {} broken by {what}: {} is {other:?}, not {lines:?}",
                            victim.qualified_name, neighbour.qualified_name
                        ));
                    }
                }
            }
        }
    }
    report(&counts);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    let (kept, all) = counts.values().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    assert!(kept * 100 >= all * KEPT, "{kept} of {all} neighbours keep their ranges");
}

fn outermost(facts: &FileFacts) -> impl Iterator<Item = (usize, &Symbol)> {
    facts.symbols.iter().enumerate().filter(|(_, symbol)| symbol.container.is_none())
}

/// The text with lines put into the middle of a definition; after which line, and how many.
fn broken(text: &str, victim: &Symbol, lines: &[&str]) -> (String, u32, u32) {
    let after = victim.definition_line + (victim.range.end() - victim.definition_line) / 2;
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut broken = String::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        broken.push_str(line);
        if number == after {
            broken.extend(lines.iter().flat_map(|line| [*line, ending]));
        }
    }
    (broken, after, lines.len() as u32)
}

#[expect(clippy::print_stdout, reason = "the shares are what one looks at to find what to mend")]
fn report(counts: &BTreeMap<(&str, &str), (usize, usize)>) {
    let mut languages: BTreeMap<&str, (usize, usize, Vec<String>)> = BTreeMap::new();
    for ((language, what), (kept, all)) in counts {
        let entry = languages.entry(language).or_default();
        (entry.0, entry.1) = (entry.0 + kept, entry.1 + all);
        entry.2.push(format!("{what} {}%", kept * 100 / (*all).max(1)));
    }
    for (language, (kept, all, parts)) in languages {
        println!("{language}: {kept} of {all} ({}%): {}", kept * 100 / all.max(1), parts.join(", "));
    }
}
