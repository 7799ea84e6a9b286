//! Dense similarity: vectors of units against the vector of the question. Without a model the vectors are hashed words
//! and characters; with one, set by the user, they are its.
//!
//! It ranks what the other views bring up, as the paper's does with its candidates: a model reads a few hundred units
//! for a question and not the repository.

use std::collections::BTreeMap;

use crate::base::Embedder;
use crate::base::LineIndex;
use crate::base::RepoPath;
use crate::evidence::Fused;
use crate::evidence::Mention;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::UnitId;
use crate::evidence::scene::Scene;
use crate::evidence::views::hashed;
use crate::evidence::views::view::LateView;
use crate::index::Grain;

pub(super) const VIEW: LateView = LateView { name: "dense", rank };

/// Leading units that are looked at where it costs nothing.
const LEADING: usize = 256;
/// Leading units that a model reads.
const LEADING_FOR_MODEL: usize = 384;
/// Characters of a text that a model is given.
const MOST_CHARACTERS: usize = 8_000;

fn rank(scene: &Scene<'_>, fused: &[Fused]) -> Vec<Ranked> {
    let scored = match scene.sources.embedder {
        None => by_hashes(scene, fused),
        // Who asks the model says what went wrong; here it has nothing to say.
        Some(embedder) => by_model(scene, fused, embedder).unwrap_or_default(),
    };
    let reason = Reason::Words { source: asked(scene).1 };
    scored.into_iter().map(|(unit, score)| Ranked { unit, score, reason: reason.clone() }).collect()
}

fn by_hashes(scene: &Scene<'_>, fused: &[Fused]) -> Vec<(UnitId, f64)> {
    let full_text = scene.sources.full_text;
    let total = f64::from(full_text.total(Grain::Cell));
    let terms = scene.question_terms();
    let question = hashed::of_words(terms.iter().filter_map(|term| {
        let frequency = full_text.document_frequency(Grain::Cell, term.field, &term.term);
        (frequency > 0).then(|| (term.term.as_str(), term.boost * (1.0 + total / f64::from(frequency)).ln()))
    }));
    let texts = texts_of(scene, fused, LEADING);
    texts.iter().map(|(unit, text)| (*unit, cosine(&question, &hashed::of_text(text)))).collect()
}

fn by_model(scene: &Scene<'_>, fused: &[Fused], embedder: &dyn Embedder) -> Option<Vec<(UnitId, f64)>> {
    let question = asked(scene).0;
    let units = texts_of(scene, fused, LEADING_FOR_MODEL);
    if units.is_empty() || question.trim().is_empty() {
        return None;
    }
    let texts: Vec<String> =
        units.iter().map(|(unit, text)| clipped(&format!("{}\n{text}", scene.units.path(*unit)))).collect();
    let question = clipped(&question);
    let all: Vec<&str> = [question.as_str()].into_iter().chain(texts.iter().map(String::as_str)).collect();
    let vectors = embedder.embed(&all).ok()?;
    let (question, vectors) = vectors.split_first()?;
    Some(units.iter().zip(vectors).map(|((unit, _), vector)| (*unit, cosine(question, vector))).collect())
}

/// What is asked, and where it comes from: the question, or where there is none, what was changed.
fn asked(scene: &Scene<'_>) -> (String, Mention) {
    let question = scene.state.question();
    if !question.trim().is_empty() {
        return (question, Mention::Question);
    }
    let hunks = scene.state.diff.iter().flat_map(|file| &file.hunks);
    let lines: Vec<&str> = hunks.flat_map(|hunk| hunk.added.iter().chain(&hunk.removed)).map(String::as_str).collect();
    (lines.join("\n"), Mention::Added)
}

/// The leading units with their text, each file read once.
fn texts_of(scene: &Scene<'_>, fused: &[Fused], count: usize) -> Vec<(UnitId, String)> {
    let mut files: BTreeMap<&RepoPath, Vec<UnitId>> = BTreeMap::new();
    for leader in fused.iter().take(count) {
        files.entry(scene.units.path(leader.unit)).or_default().push(leader.unit);
    }
    let mut texts = Vec::new();
    for (path, units) in files {
        let Some(text) = scene.sources.texts.text(path) else { continue };
        let lines = LineIndex::new(&text);
        let text_of = |unit: UnitId| lines.range_span(scene.units.unit(unit).lines).slice(&text).to_owned();
        texts.extend(units.into_iter().map(|unit| (unit, text_of(unit))));
    }
    texts.sort_unstable_by_key(|(unit, _)| *unit);
    texts
}

fn clipped(text: &str) -> String {
    text.chars().take(MOST_CHARACTERS).collect()
}

/// The cosine of two vectors; 0 where one of them is 0 or they differ in length.
pub(super) fn cosine(a: &[f32], b: &[f32]) -> f64 {
    if a.len() != b.len() {
        return 0.0;
    }
    let dot = |a: &[f32], b: &[f32]| -> f64 { a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum() };
    let length = (dot(a, a) * dot(b, b)).sqrt();
    if length > 0.0 { dot(a, b) / length } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::cosine;

    #[test]
    fn only_the_direction_counts() {
        assert!((cosine(&[3.0, 4.0], &[6.0, 8.0]) - 1.0).abs() < 1e-9);
        assert!(cosine(&[1.0, 0.0], &[0.0, 2.0]).abs() < 1e-9);
        assert!(cosine(&[1.0, 0.0], &[0.0, 0.0]).abs() < 1e-9);
        assert!(cosine(&[1.0], &[1.0, 1.0]).abs() < 1e-9, "another model's vector");
    }
}
