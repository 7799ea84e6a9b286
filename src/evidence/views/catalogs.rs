//! What the standing catalogs say: entries and bullets in the words of the question lead to the lines that they describe.
//! The words that healing and people put there are those that the code itself lacks.

use std::collections::BTreeMap;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::Bullet;
use crate::catalog::Target;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index;

pub(super) const VIEW: View = View { name: "catalogs", rank };

/// The numbers of BM25. Lines of a catalog are alike in length.
const K1: f64 = 1.2;
/// See `K1`.
const B: f64 = 0.4;
/// What a match of a file's own summary counts for each of its units, where a bullet's counts 1 for its lines.
const SUMMARY: f64 = 0.5;

/// One line of a catalog and what it is about.
struct Line<'c> {
    path: &'c RepoPath,
    /// The symbols' lines; none for a summary, which is about the whole file.
    lines: Vec<LineRange>,
    words: BTreeMap<String, u32>,
    length: u32,
}

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for catalog in scene.sources.project.catalogs.values() {
        for entry in catalog.entries() {
            let Target::File(path) = &entry.target else { continue };
            if scene.units.of_file(path).len() == 0 {
                continue;
            }
            let summary = entry.summary.iter().chain(&entry.prose).map(|line| line.text.as_str());
            lines.push(Line::new(path, Vec::new(), &summary.collect::<Vec<_>>().join(" ")));
            add_bullets(path, &entry.bullets, &mut lines);
        }
    }
    let scores = scores(&lines, &scene.clues.question);
    let mut ranked = Vec::new();
    for (line, score) in lines.iter().zip(scores).filter(|(_, score)| *score > 0.0) {
        let mut add = |unit, score| ranked.push(Ranked { unit, score, reason: Reason::Described });
        if line.lines.is_empty() {
            scene.units.of_file(line.path).for_each(|unit| add(unit, score * SUMMARY));
        }
        for range in &line.lines {
            scene.units.overlapping(line.path, *range).for_each(|unit| add(unit, score));
        }
    }
    ranked
}

fn add_bullets<'c>(path: &'c RepoPath, bullets: &'c [Bullet], lines: &mut Vec<Line<'c>>) {
    for bullet in bullets {
        let ranges = bullet.mentions.iter().filter_map(|mention| mention.range.as_ref()?.lines).collect();
        lines.push(Line::new(path, ranges, &bullet.text));
        add_bullets(path, &bullet.children, lines);
    }
}

impl<'c> Line<'c> {
    fn new(path: &'c RepoPath, lines: Vec<LineRange>, text: &str) -> Self {
        let mut words: BTreeMap<String, u32> = BTreeMap::new();
        let mut length = 0;
        for stem in index::stems(text) {
            *words.entry(stem).or_default() += 1;
            length += 1;
        }
        Self { path, lines, words, length }
    }
}

/// BM25 of the lines for weighted stems, in their order.
fn scores(lines: &[Line<'_>], question: &[(String, f64)]) -> Vec<f64> {
    let total = lines.len() as f64;
    let average = lines.iter().map(|line| f64::from(line.length)).sum::<f64>() / total.max(1.0);
    let mut scores = vec![0.0; lines.len()];
    for (stem, weight) in question {
        let holding = lines.iter().filter(|line| line.words.contains_key(stem)).count() as f64;
        if holding == 0.0 {
            continue;
        }
        let idf = (1.0 + (total - holding + 0.5) / (holding + 0.5)).ln();
        for (score, line) in scores.iter_mut().zip(lines) {
            let count = f64::from(line.words.get(stem).copied().unwrap_or_default());
            let norm = K1 * (1.0 - B + B * f64::from(line.length) / average.max(1.0));
            *score += weight * idf * count * (K1 + 1.0) / (count + norm);
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_in_the_words_of_the_question_leads() {
        let path = RepoPath::new("a.py").expect("plain");
        let line = |text: &str| Line::new(&path, Vec::new(), text);
        let lines = [line("Opens a socket."), line("Charges a card for an order."), line("")];
        let question: Vec<(String, f64)> = index::stems("who charges the card").into_iter().map(|s| (s, 1.0)).collect();
        let scores = scores(&lines, &question);
        assert!(scores[1] > 0.0 && scores[0] == 0.0 && scores[2] == 0.0, "{scores:?}");
    }
}
