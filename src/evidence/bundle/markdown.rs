//! The answer as Markdown, made for an agent's eye, and as plain paths.

use std::fmt::Write;

use crate::evidence::bundle::Bundle;
use crate::evidence::bundle::Item;
use crate::evidence::bundle::item::Dropped;
use crate::evidence::bundle::item::Withheld;

/// The answer as Markdown: a heading and a fenced block an item, then what was left out.
pub fn markdown(bundle: &Bundle) -> String {
    let mut out = String::new();
    if bundle.items.is_empty() {
        let _ = writeln!(out, "{}", capitalised(bundle.verdict.sentence()));
    }
    for item in &bundle.items {
        write_item(&mut out, item);
    }
    if !bundle.withheld.is_empty() {
        let list: Vec<String> = bundle.withheld.iter().map(withheld).collect();
        let _ = writeln!(out, "Left out, because it is known: {}", list.join(", "));
    }
    if !bundle.dropped.is_empty() {
        let list: Vec<String> = bundle.dropped.iter().map(dropped).collect();
        let _ = writeln!(out, "Left out for other reasons: {}", list.join(", "));
    }
    out
}

/// The items' places, one a line, best first.
pub fn paths(bundle: &Bundle) -> String {
    let line = |item: &Item| format!("{}:{}-{}", item.path, item.lines.start(), item.lines.end());
    bundle.items.iter().map(line).map(|line| line + "\n").collect()
}

fn write_item(out: &mut String, item: &Item) {
    let _ = write!(out, "### {}:{}", item.path, item.lines);
    if let Some(symbol) = &item.symbol {
        let _ = write!(out, " `{symbol}`");
    }
    let _ = writeln!(out, " — {}", item.reason);
    let fence = fence_for(item);
    let _ = writeln!(out, "{fence}{}", item.language.to_lowercase());
    if let Some(head) = &item.head {
        push_lines(out, &head.text);
        let gap = item.lines.start().saturating_sub(head.lines.end() + 1);
        if gap > 0 {
            let _ = writeln!(out, "⋮ {gap} lines not shown");
        }
    }
    push_lines(out, &item.text);
    let _ = writeln!(out, "{fence}\n");
}

fn push_lines(out: &mut String, text: &str) {
    out.push_str(text);
    if !text.ends_with('\n') {
        out.push('\n');
    }
}

/// A fence that no line of the item can close.
fn fence_for(item: &Item) -> String {
    let head = item.head.as_ref().map_or("", |head| head.text.as_str());
    let longest = head
        .lines()
        .chain(item.text.lines())
        .map(|line| line.trim_start().bytes().take_while(|byte| *byte == b'`').count())
        .max()
        .unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

fn withheld(known: &Withheld) -> String {
    let lines = known.lines.map_or(String::new(), |lines| format!(":{lines}"));
    format!("{}{lines} ({})", known.path, known.reason.as_str())
}

fn dropped(dropped: &Dropped) -> String {
    format!("{}:{} ({})", dropped.path, dropped.lines, dropped.reason.as_str())
}

fn capitalised(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
