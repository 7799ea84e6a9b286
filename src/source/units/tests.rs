//! Tests of units, chunks and cells.

use proptest::prelude::*;

use super::*;
use crate::source::Language;
use crate::source::parse;

const TEXT: &str = "\"\"\"Shapes.\"\"\"
import math

PI = 3
TAU = 6

# The base of all.
class Shape:
    \"\"\"A shape.\"\"\"

    sides = 0

    def area(self):
        return 0

    # Doubles.
    @property
    def twice(self):
        return 2

    def thrice(self):
        a = 1
        b = 1
        return a + b


def main():
    pass
";

fn partitions(ranges: &[LineRange], facts: &FileFacts) -> bool {
    let mut next = 1;
    for range in ranges {
        if range.start() != next {
            return false;
        }
        next = range.end() + 1;
    }
    next == facts.line_count + 1
}

#[test]
fn units_are_what_a_reader_would_cut() {
    let facts = parse(Language::Python, TEXT);
    let name = |unit: &Unit| unit.symbol.map_or("", |at| &facts.symbols[at as usize].qualified_name);
    let shown: Vec<_> =
        units(&facts).iter().map(|unit| format!("{} {:?} {}", unit.lines, unit.kind, name(unit))).collect();
    assert_eq!(shown, ["L1-L3 Window ", "L4-L6 Constants PI", "L7-L26 Definition Shape", "L27-L28 Definition main",]);
    // A longer class is cut at its methods.
    let long = TEXT.replace("        a = 1\n", &"        a = 1\n".repeat(20));
    let facts = parse(Language::Python, &long);
    let kinds: Vec<_> = units(&facts).iter().map(|unit| (unit.lines.start(), unit.kind)).collect();
    assert_eq!(
        kinds[2..6],
        [(7, UnitKind::Head), (13, UnitKind::Definition), (16, UnitKind::Definition), (21, UnitKind::Definition)]
    );
}

#[test]
fn a_long_comment_costs_no_definition_its_chunk() {
    let text = format!("x = 1\n\n{}def f():\n{}", "# Word.\n".repeat(60), "    pass\n".repeat(92));
    let facts = parse(Language::Python, &text);
    let ranges: Vec<LineRange> = chunks(&facts).iter().map(|chunk| chunk.lines).collect();
    assert!(partitions(&ranges, &facts), "{ranges:?}");
    assert!(ranges.iter().any(|range| range.contains(facts.symbols[1].range)), "{ranges:?}");
}

#[test]
fn chunks_do_not_cut_what_fits() {
    let text: String = (0..30).map(|n| format!("def f{n}():\n{}\n\n", "    x = 1\n".repeat(17))).collect();
    let facts = parse(Language::Python, &text);
    let chunks = chunks(&facts);
    assert!(chunks.len() >= 6 && chunks.iter().all(|chunk| chunk.lines.line_count() <= 120));
    for symbol in &facts.symbols {
        assert!(chunks.iter().any(|chunk| chunk.lines.contains(symbol.range)), "{} is cut", symbol.name);
    }
    let cells = cells(&facts, 25);
    assert!(cells.iter().all(|cell| cell.lines.line_count() <= 25));
    assert_eq!(cells.iter().filter(|cell| cell.symbol.is_some()).count(), 30);
}

proptest! {
    #[test]
    fn everything_partitions_the_file(picks in prop::collection::vec(0usize..14, 0..60), max in 1u32..40) {
        const LINES: [&str; 14] = [
            "class A:", "    def f(self):", "        return 1", "", "X = 1; Y = 2", "def g(): pass", "# word",
            "    @p", "    # word", "        def h():", "            pass", "\"\"\"", "    x = [", "]",
        ];
        let text: String = picks.iter().map(|pick| format!("{}\n", LINES[*pick])).collect();
        let facts = parse(Language::Python, &text);
        let units: Vec<_> = units(&facts).iter().map(|unit| unit.lines).collect();
        let chunks: Vec<_> = chunks(&facts).iter().map(|chunk| chunk.lines).collect();
        let cells: Vec<_> = cells(&facts, max).iter().map(|cell| cell.lines).collect();
        prop_assert!(partitions(&units, &facts), "{:?}", units);
        prop_assert!(partitions(&chunks, &facts), "{:?}", chunks);
        prop_assert!(partitions(&cells, &facts), "{:?}", cells);
        prop_assert!(cells.iter().all(|cell| cell.line_count() <= max));
        for chunk in super::chunks(&facts) {
            let within = |at: &u32| facts.symbols[*at as usize].range.overlaps(chunk.lines);
            let all: Vec<u32> = (0..facts.symbols.len() as u32).filter(within).collect();
            prop_assert_eq!(&chunk.symbols, &all);
        }
        for line in 1..=facts.line_count {
            let holds = |at: &usize| facts.symbols[*at].range.contains_line(line);
            let size = |at: &usize| (facts.symbols[*at].range.line_count(), std::cmp::Reverse(*at));
            prop_assert_eq!(facts.symbol_at(line), (0..facts.symbols.len()).filter(holds).min_by_key(size), "{}", line);
        }
    }
}
