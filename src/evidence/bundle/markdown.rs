//! The answer as Markdown, made for an agent's eye, and as plain paths.

use std::fmt::Write;

use crate::evidence::bundle::Budget;
use crate::evidence::bundle::Bundle;
use crate::evidence::bundle::Item;
use crate::evidence::bundle::item::Dropped;
use crate::evidence::bundle::item::Withheld;
use crate::evidence::complement::StageNote;

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
    if !bundle.items.is_empty() {
        let Budget { used_tokens, max_tokens, .. } = bundle.budget;
        let count = bundle.items.len();
        let _ = writeln!(
            out,
            "{count} {}, {used_tokens} of {max_tokens} tokens (o200k)",
            if count == 1 { "item" } else { "items" }
        );
    }
    out
}

/// Which views ranked each item where, who decided each stage, and which views took part: for those who measure.
pub fn explanation(bundle: &Bundle) -> String {
    let mut out = String::from("## How it was found\n\n");
    for item in &bundle.items {
        let ranks: Vec<String> = item.views.iter().map(|(view, rank)| format!("{view} #{rank}")).collect();
        let _ = writeln!(
            out,
            "- {}:{} ({}, {} tokens): {}",
            item.path,
            item.lines,
            item.role,
            item.tokens,
            ranks.join(", ")
        );
    }
    let stages: Vec<String> = bundle.stages.iter().map(stage).collect();
    let _ = writeln!(out, "- stages: {}", if stages.is_empty() { "none".to_owned() } else { stages.join(", ") });
    let _ = writeln!(out, "- views that ranked anything: {}", bundle.views.join(", "));
    out
}

fn stage(note: &StageNote) -> String {
    let fallback = note.fallback.as_ref().map_or(String::new(), |why| format!(" ({why})"));
    format!("{} by {}{fallback}", note.stage.as_str(), note.controller)
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
    if let Some(whole) = item.part_of {
        let _ = write!(out, "Part of a definition in {whole}");
        let _ = match &item.head {
            Some(head) => writeln!(out, "; {} begin it.", head.lines),
            None => writeln!(out, "."),
        };
    }
    if let Some(head) = &item.head {
        write_fenced(out, item, &head.text);
    }
    write_fenced(out, item, &item.text);
    out.push('\n');
}

fn write_fenced(out: &mut String, item: &Item, text: &str) {
    let fence = fence_for(text);
    let _ = writeln!(out, "{fence}{}", item.language.to_lowercase());
    push_lines(out, text);
    let _ = writeln!(out, "{fence}");
}

fn push_lines(out: &mut String, text: &str) {
    out.push_str(text);
    if !text.ends_with('\n') {
        out.push('\n');
    }
}

/// A fence that no line of the text can close.
fn fence_for(text: &str) -> String {
    let signs = |line: &str| line.trim_start().bytes().take_while(|byte| *byte == b'`').count();
    let longest = text.lines().map(signs).max().unwrap_or(0);
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
