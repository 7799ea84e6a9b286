//! The answer as JSON, schema `libra.evidence/1`.

use serde_json::Value;
use serde_json::json;

use crate::base::LineRange;
use crate::evidence::State;
use crate::evidence::bundle::Bundle;
use crate::evidence::bundle::Item;
use crate::evidence::card;

/// The answer with the state that it answers. `timing_ms` is the caller's, who has the clock.
pub fn json(bundle: &Bundle, state: &State, timing_ms: Option<u64>) -> Value {
    let items: Vec<Value> = bundle.items.iter().map(item).collect();
    let withheld: Vec<Value> = bundle
        .withheld
        .iter()
        .map(|known| {
            json!({
                "path": known.path,
                "start_line": known.lines.map(LineRange::start),
                "end_line": known.lines.map(LineRange::end),
                "reason": known.reason.as_str(),
            })
        })
        .collect();
    let dropped: Vec<Value> = bundle
        .dropped
        .iter()
        .map(|dropped| {
            json!({
                "path": dropped.path,
                "start_line": dropped.lines.start(),
                "end_line": dropped.lines.end(),
                "reason": dropped.reason.as_str(),
            })
        })
        .collect();
    let stages: Vec<Value> = bundle
        .stages
        .iter()
        .map(|note| {
            json!({
                "stage": note.stage.as_str(),
                "controller": note.controller,
                "fallback": note.fallback,
            })
        })
        .collect();
    json!({
        "schema": "libra.evidence/1",
        "verdict": bundle.verdict.as_str(),
        "items": items,
        "withheld": withheld,
        "dropped": dropped,
        "budget": {
            "max_tokens": bundle.budget.max_tokens,
            "used_tokens": bundle.budget.used_tokens,
            "max_items": bundle.budget.max_items,
        },
        "controller": stages,
        "views": bundle.views,
        "state": card::to_value(state),
        "timing_ms": timing_ms,
    })
}

fn item(item: &Item) -> Value {
    let views: serde_json::Map<String, Value> =
        item.views.iter().map(|(view, rank)| ((*view).to_owned(), json!(rank))).collect();
    let head = item.head.as_ref().map(|head| {
        json!({
            "start_line": head.lines.start(),
            "end_line": head.lines.end(),
            "text": head.text,
        })
    });
    json!({
        "id": item.id(),
        "path": item.path,
        "start_line": item.lines.start(),
        "end_line": item.lines.end(),
        "symbol": item.symbol,
        "kind": item.kind,
        "language": item.language,
        "blob": item.blob.to_string(),
        "tokens": item.tokens,
        "role": item.role,
        "reason": item.reason,
        "views": views,
        "head": head,
        "part_of": item.part_of.map(|whole| json!({ "start_line": whole.start(), "end_line": whole.end() })),
        "text": item.text,
    })
}
