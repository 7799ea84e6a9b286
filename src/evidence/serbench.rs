//! States of the SERBench benchmark: given a pool of excerpts, which of them, in which order.
//!
//! The pool's files are put together from its excerpts, so that the same views rank them; then each excerpt is a unit of
//! its own, and the same controller chooses among them. The benchmark's own field names are kept.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use serde::Deserialize;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::evidence::Fused;
use crate::evidence::Options;
use crate::evidence::Part;
use crate::evidence::Seen;
use crate::evidence::Sources;
use crate::evidence::State;
use crate::evidence::UnitId;
use crate::evidence::Units;
use crate::evidence::assemble;
use crate::evidence::complement;
use crate::evidence::complement::Candidate;
use crate::evidence::complement::Controller;
use crate::evidence::complement::Desk;
use crate::evidence::facets;
use crate::evidence::shape;
use crate::evidence::unified;
use crate::index;
use crate::source::tokens;

/// A state with its pool.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The state's id.
    pub id: String,
    /// What is known; what was observed is a matter of the pool here.
    pub state: State,
    pool: Vec<Excerpt>,
}

/// An excerpt of the pool.
#[derive(Clone, Debug)]
struct Excerpt {
    id: String,
    path: RepoPath,
    lines: LineRange,
    text: String,
    seen: bool,
}

#[derive(Deserialize)]
struct Row {
    state_id: String,
    #[serde(default)]
    issue: String,
    #[serde(default)]
    information_need: String,
    #[serde(default)]
    current_hypothesis: String,
    #[serde(default)]
    current_subgoal: String,
    #[serde(default)]
    current_diff: String,
    #[serde(default)]
    latest_test_output: String,
    #[serde(default)]
    opened_files: Vec<String>,
    #[serde(default)]
    search_queries: Vec<String>,
    #[serde(default)]
    observed_evidence_ids: Vec<String>,
    candidate_evidence: Vec<RowCandidate>,
}

#[derive(Deserialize)]
struct RowCandidate {
    evidence_id: String,
    source_path: String,
    line_start: u32,
    line_end: u32,
    content_excerpt: String,
    #[serde(default)]
    observed_by_state: bool,
}

/// Excerpts hold this many characters at most; the last line of such a one is cut.
const EXCERPT_CHARACTERS: usize = 2_400;
/// The numbers of BM25.
const K1: f64 = 1.2;
/// See `K1`.
const B: f64 = 0.75;
/// The views' scores are likelihoods, which fall steeply; shares of words are raised to this power beside them.
const SHARPNESS: i32 = 4;
/// An excerpt of which more than this share stands in chosen ones already says nothing new.
const REDUNDANT: f64 = 0.5;

impl Problem {
    /// Reads an item, one line of the benchmark's file.
    pub fn parse(line: &str) -> Result<Self, serde_json::Error> {
        let row: Row = serde_json::from_str(line)?;
        let given = |text: String| Some(text).filter(|text| !text.trim().is_empty());
        let observed: BTreeSet<String> = row.observed_evidence_ids.into_iter().collect();
        // Opened files have the separators of the machine that the state was captured on.
        let opened = row.opened_files.iter().filter_map(|path| RepoPath::new(path.replace('\\', "/")).ok());
        let state = State {
            issue: given(row.issue),
            need: given(row.information_need),
            hypothesis: given(row.current_hypothesis),
            subgoal: given(row.current_subgoal),
            searches: row.search_queries,
            opened: opened.collect(),
            test_output: given(row.latest_test_output),
            diff: unified::parse(&row.current_diff),
            ..State::default()
        };
        let pool = row.candidate_evidence.into_iter().filter_map(|candidate| {
            Some(Excerpt {
                seen: candidate.observed_by_state || observed.contains(&candidate.evidence_id),
                id: candidate.evidence_id,
                path: RepoPath::new(candidate.source_path.replace('\\', "/")).ok()?,
                lines: LineRange::new(candidate.line_start, candidate.line_end)?,
                text: candidate.content_excerpt,
            })
        });
        Ok(Self { id: row.state_id, state, pool: pool.collect() })
    }

    /// The files as far as the pool shows them; lines that it does not show are empty.
    pub fn files(&self) -> BTreeMap<RepoPath, String> {
        let mut files: BTreeMap<RepoPath, Vec<&str>> = BTreeMap::new();
        for excerpt in &self.pool {
            let lines = files.entry(excerpt.path.clone()).or_default();
            let mut shown: Vec<&str> = excerpt.text.lines().collect();
            if excerpt.text.chars().count() >= EXCERPT_CHARACTERS {
                shown.pop();
            }
            for (line, at) in shown.into_iter().zip(excerpt.lines.start() as usize - 1..excerpt.lines.end() as usize) {
                if lines.len() <= at {
                    lines.resize(at + 1, "");
                }
                lines[at] = line;
            }
        }
        files.into_iter().map(|(path, lines)| (path, lines.join("\n") + "\n")).collect()
    }

    /// The ids of the chosen excerpts, most needed first.
    pub fn choose(&self, sources: Sources<'_>, options: &Options, controller: &dyn Controller) -> Vec<String> {
        let offered: Vec<&Excerpt> =
            self.pool.iter().filter(|excerpt| options.seen == Seen::Kept || !excerpt.seen).collect();
        let units = Units::apart(offered.iter().map(|excerpt| {
            let name =
                RepoPath::new(format!("{}#{}", excerpt.path, excerpt.id)).unwrap_or_else(|_| excerpt.path.clone());
            (name, excerpt.lines, tokens::count(&excerpt.text))
        }));
        let pool = self.fused(&offered, &units, sources, options);
        let facets = facets::collect(&pool);
        let candidates = candidates(&pool, &offered, &units, &facets);
        let question = self.state.question();
        let desk = Desk {
            question: &question,
            candidates: &candidates,
            facets: &facets,
            units: &units,
            capacities: options.capacities,
        };
        let complement = complement::run_as(options.control, controller, &desk);
        let chosen = complement.choices.iter().map(|choice| choice.first);
        // Places that nothing was chosen for are filled in the pool's order: an empty place can only lose.
        let order = chosen.chain(pool.iter().map(|fused| fused.unit));
        let mut kept: Vec<&Excerpt> = Vec::new();
        for excerpt in order.filter_map(|unit| offered.get(units.number(unit)).copied()) {
            let known = kept.iter().any(|kept| kept.id == excerpt.id || kept.holds_most_of(excerpt));
            if !known && kept.len() < options.capacities.most_items {
                kept.push(excerpt);
            }
        }
        kept.into_iter().map(|excerpt| excerpt.id.clone()).collect()
    }

    /// The excerpts as a pool: half of an excerpt's score is what the views say of its lines, half is BM25 over its own
    /// words, since the views know files of programming languages alone.
    fn fused(&self, offered: &[&Excerpt], units: &Units, sources: Sources<'_>, options: &Options) -> Vec<Fused> {
        let options = Options { tests: true, seen: Seen::Kept, ..options.clone() };
        let (cells, ranked) = assemble::rank(&self.state, sources, &options);
        let words = bm25(&self.terms(), offered);
        let best_words = words.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let best_cell = ranked.first().map_or(1.0, |first| first.score).max(f64::MIN_POSITIVE);
        let by_cell: BTreeMap<UnitId, &Fused> = ranked.iter().map(|fused| (fused.unit, fused)).collect();
        let mut pool: Vec<Fused> = offered
            .iter()
            .zip(words)
            .enumerate()
            .map(|(at, (excerpt, words))| {
                let mut score: f64 = 0.0;
                let mut parts: Vec<Part> = Vec::new();
                for cell in cells.overlapping(&excerpt.path, excerpt.lines) {
                    let Some(fused) = by_cell.get(&cell) else { continue };
                    let share = excerpt.share_of(cells.unit(cell).lines);
                    score = score.max(fused.score * share);
                    if share > REDUNDANT {
                        parts.extend(fused.parts.iter().cloned());
                    }
                }
                parts.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.view.cmp(b.view)));
                let mut known = BTreeSet::new();
                parts.retain(|part| known.insert((part.view, part.reason.clone())));
                Fused { unit: units.id_of(at), score: score / best_cell + (words / best_words).powi(SHARPNESS), parts }
            })
            .filter(|fused| fused.score > 0.0)
            .collect();
        pool.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.cmp(&b.unit)));
        pool.truncate(options.pool);
        pool
    }

    /// Stems of what is asked, the need twice, each with 1 + ln of how often it stands there.
    fn terms(&self) -> BTreeMap<String, f64> {
        let state = &self.state;
        let texts = [&state.need, &state.need, &state.issue, &state.hypothesis, &state.subgoal];
        let texts = texts.into_iter().flatten().chain(&state.searches);
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        for stem in texts.flat_map(|text| index::stems(text)) {
            *counts.entry(stem).or_default() += 1.0;
        }
        counts.into_iter().map(|(stem, count)| (stem, 1.0 + count.ln())).collect()
    }
}

impl Excerpt {
    /// Which share of some lines the excerpt holds.
    fn share_of(&self, lines: LineRange) -> f64 {
        let first = self.lines.start().max(lines.start());
        let last = self.lines.end().min(lines.end());
        f64::from((last + 1).saturating_sub(first)) / f64::from(lines.line_count())
    }

    fn holds_most_of(&self, other: &Self) -> bool {
        self.path == other.path && self.share_of(other.lines) > REDUNDANT
    }
}

/// BM25 of terms over the excerpts' words and paths, in their order.
fn bm25(terms: &BTreeMap<String, f64>, excerpts: &[&Excerpt]) -> Vec<f64> {
    let words: Vec<Vec<String>> =
        excerpts.iter().map(|excerpt| index::stems(&format!("{} {}", excerpt.path, excerpt.text))).collect();
    let total = words.len() as f64;
    let mean = words.iter().map(Vec::len).sum::<usize>() as f64 / total.max(1.0);
    let mut scores = vec![0.0; words.len()];
    for (term, weight) in terms {
        let counts: Vec<f64> =
            words.iter().map(|words| words.iter().filter(|word| *word == term).count() as f64).collect();
        let holding = counts.iter().filter(|count| **count > 0.0).count() as f64;
        let idf = (1.0 + (total - holding + 0.5) / (holding + 0.5)).ln();
        for ((score, count), words) in scores.iter_mut().zip(counts).zip(&words) {
            let norm = K1 * (1.0 - B + B * words.len() as f64 / mean.max(1.0));
            *score += weight * idf * count * (K1 + 1.0) / (count + norm);
        }
    }
    scores
}

fn candidates(pool: &[Fused], offered: &[&Excerpt], units: &Units, facets: &[facets::Facet]) -> Vec<Candidate> {
    let best = pool.first().map_or(1.0, |first| first.score);
    let mut supports: BTreeMap<UnitId, Vec<(usize, f64)>> = BTreeMap::new();
    for (at, facet) in facets.iter().enumerate() {
        for (unit, strength) in &facet.support {
            supports.entry(*unit).or_default().push((at, *strength));
        }
    }
    pool.iter()
        .filter_map(|fused| {
            let excerpt = offered.get(units.number(fused.unit))?;
            Some(Candidate {
                unit: fused.unit,
                relevance: fused.score / best,
                path: excerpt.path.clone(),
                lines: excerpt.lines,
                tokens: units.unit(fused.unit).tokens,
                symbol: None,
                text: excerpt.text.clone(),
                supports: supports.remove(&fused.unit).unwrap_or_default(),
                reason: shape::reason_of(&[fused]).1,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"{"state_id": "s1", "information_need": "where is the limit read", "opened_files": ["pool\\pool.py"],
        "candidate_evidence": [
            {"evidence_id": "e1", "source_path": "pool/a.py", "line_start": 1, "line_end": 2, "content_excerpt": "x = 1\ny = 2"},
            {"evidence_id": "e2", "source_path": "pool/a.py", "line_start": 4, "line_end": 4, "content_excerpt": "z = 3",
             "observed_by_state": true}]}"#;

    #[test]
    fn files_are_put_together_from_excerpts() {
        let problem = Problem::parse(ROW).expect("an item");
        assert_eq!(problem.state.opened[0].as_str(), "pool/pool.py");
        let files: Vec<_> = problem.files().into_values().collect();
        assert_eq!(files, ["x = 1\ny = 2\n\nz = 3\n"]);
        assert!(problem.pool[1].seen && !problem.pool[0].seen);
    }

    #[test]
    fn words_that_few_hold_count_more() {
        // Single letters are no words.
        let problem = Problem::parse(&ROW.replace("z = 3", "zone = 3")).expect("an item");
        let excerpts: Vec<&Excerpt> = problem.pool.iter().collect();
        let terms = BTreeMap::from([("zone".to_owned(), 1.0), ("pool".to_owned(), 1.0)]);
        let scores = bm25(&terms, &excerpts);
        assert!(scores[0] > 0.0 && scores[1] > scores[0], "{scores:?}");
    }
}
