//! The fixture of `tests/fixtures/score`, read.

use crate::score::Certificates;
use crate::score::Coverage;
use crate::score::Fault;
use crate::score::Items;
use crate::score::ItemsReader;
use crate::score::LabelsReader;
use crate::score::Predictions;
use crate::score::PredictionsReader;

pub(super) const ITEMS: &str = include_str!("../../tests/fixtures/score/items.jsonl");
pub(super) const LABELS: &str = include_str!("../../tests/fixtures/score/labels.jsonl");
pub(super) const PREDICTIONS: &str = include_str!("../../tests/fixtures/score/predictions.jsonl");

pub(super) fn items(text: &str) -> Result<Items, Fault> {
    let mut reader = ItemsReader::new("items");
    for (number, line) in text.lines().enumerate() {
        reader.line(number + 1, line)?;
    }
    reader.finish()
}

pub(super) fn labels(text: &str, items: &Items) -> Result<Certificates, Fault> {
    let mut reader = LabelsReader::new("labels", items);
    for (number, line) in text.lines().enumerate() {
        reader.line(number + 1, line)?;
    }
    reader.finish()
}

pub(super) fn predictions(text: &str, items: &Items, coverage: Coverage) -> Result<Predictions, Fault> {
    let mut reader = PredictionsReader::new("predictions", items);
    for (number, line) in text.lines().enumerate() {
        reader.line(number + 1, line)?;
    }
    reader.finish(coverage)
}
