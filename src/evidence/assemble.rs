//! From a state to an answer: mask what is known, rank, decide, shape.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::SourceFile;
use crate::evidence::DiffStatus;
use crate::evidence::Fused;
use crate::evidence::Ranking;
use crate::evidence::Sources;
use crate::evidence::State;
use crate::evidence::Units;
use crate::evidence::bundle::Budget;
use crate::evidence::bundle::Bundle;
use crate::evidence::bundle::Known;
use crate::evidence::bundle::Verdict;
use crate::evidence::bundle::Withheld;
use crate::evidence::clues::Clues;
use crate::evidence::complement;
use crate::evidence::complement::Candidate;
use crate::evidence::complement::Capacities;
use crate::evidence::complement::Control;
use crate::evidence::complement::Controller;
use crate::evidence::complement::Desk;
use crate::evidence::complement::Embedded;
use crate::evidence::facets;
use crate::evidence::fusion;
use crate::evidence::peripheral::AskedFor;
use crate::evidence::peripheral::is_peripheral;
use crate::evidence::scene::Scene;
use crate::evidence::shape;
use crate::evidence::views;
use crate::index::Field;
use crate::index::Grain;
use crate::source::FileFacts;
use crate::source::classify::FileClass;
use crate::source::classify::SkipReason;

/// How an answer is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Items, tokens, and what each stage may see.
    pub capacities: Capacities,
    /// Whether tests are ranked, too, and documentation, examples and benchmarks with them.
    pub tests: bool,
    /// What happens to what has been seen.
    pub seen: Seen,
    /// The views to use; empty means all.
    pub views: Vec<String>,
    /// How many leading units of each view enter the pool.
    pub depth: usize,
    /// The most units of the pool.
    pub pool: usize,
    /// How the stages are run.
    pub control: Control,
}

/// What happens to what has been seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seen {
    /// It is left out.
    #[default]
    Masked,
    /// It is ranked like everything else.
    Kept,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            capacities: Capacities::default(),
            tests: false,
            seen: Seen::default(),
            views: Vec::new(),
            depth: 64,
            pool: 384,
            control: Control::default(),
        }
    }
}

/// The evidence that the state still lacks, chosen by the embedded controller.
pub fn assemble(state: &State, sources: Sources<'_>, options: &Options) -> Bundle {
    assemble_with(state, sources, options, &Embedded)
}

/// The same, chosen by another controller.
pub fn assemble_with(state: &State, sources: Sources<'_>, options: &Options, controller: &dyn Controller) -> Bundle {
    let clues = Clues::of(state);
    let mut bundle = Bundle {
        budget: Budget {
            max_tokens: options.capacities.most_tokens,
            used_tokens: 0,
            max_items: options.capacities.most_items,
        },
        ..Bundle::default()
    };
    if clues.is_empty() {
        return bundle;
    }
    let known = match options.seen {
        Seen::Masked => known_lines(state, sources),
        Seen::Kept => KnownLines::new(),
    };
    let masks = masks_of(&known);
    let units = Units::cut(rankable(state, sources, options.tests), &masks);
    let scene = Scene::new(state, &clues, sources, &units, options.tests);
    let rankings = views::rank_all(&scene, &options.views);
    let pool = fusion::pool(fusion::fuse(&units, &rankings), &rankings, options.depth, options.pool);
    let facets = facets::collect(&pool);
    let candidates = candidates(&scene, &pool, &facets);
    let desk = Desk {
        question: &state.question(),
        candidates: &candidates,
        facets: &facets,
        units: &units,
        capacities: options.capacities,
    };
    let complement = complement::run_as(options.control, controller, &desk);
    let most_tokens = options.capacities.most_tokens;
    let mut shaped = shape::items(&complement.choices, &pool, &scene, &masks, most_tokens);
    if shaped.items.is_empty() && most_tokens > 0 {
        // Not even the smallest piece fits: what fits of the best one is better than to say that there is nothing.
        shaped = shape::excerpt(&pool, &scene, most_tokens);
    }

    bundle.stages = complement.stages;
    bundle.views = rankings.iter().map(|(_, ranking)| ranking.view).collect();
    bundle.budget.used_tokens = shaped.items.iter().map(|item| item.tokens).sum();
    bundle.items = shaped.items;
    bundle.dropped = shaped.dropped;
    bundle.withheld = withheld(&scene, &known);
    bundle.verdict = match (bundle.items.is_empty(), bundle.withheld.is_empty()) {
        (false, _) => Verdict::Found,
        (true, _) if !pool.is_empty() => Verdict::NothingFits,
        (true, false) => Verdict::NothingLacking,
        (true, true) => Verdict::NothingFound,
    };
    bundle
}

/// What every view says, before anything is weighed: what weights are learned from.
pub fn signals(state: &State, sources: Sources<'_>, options: &Options) -> (Units, Vec<Ranking>) {
    let clues = Clues::of(state);
    let known = known_lines(state, sources);
    let units = Units::cut(rankable(state, sources, options.tests), &masks_of(&known));
    let scene = Scene::new(state, &clues, sources, &units, options.tests);
    let rankings = views::rank_all(&scene, &options.views).into_iter().map(|(_, ranking)| ranking).collect();
    (units, rankings)
}

/// All units that any view has something to say of, best first: what a pool is taken from.
pub(crate) fn rank(state: &State, sources: Sources<'_>, options: &Options) -> (Units, Vec<Fused>) {
    let clues = Clues::of(state);
    let units = Units::cut(rankable(state, sources, options.tests), &BTreeMap::new());
    let scene = Scene::new(state, &clues, sources, &units, options.tests);
    let fused = fusion::fuse(&units, &views::rank_all(&scene, &options.views));
    (units, fused)
}

/// The files that may be offered, with their facts.
fn rankable<'a>(
    state: &State,
    sources: Sources<'a>,
    tests: bool,
) -> impl Iterator<Item = (&'a RepoPath, &'a FileFacts)> + use<'a> {
    let asked = AskedFor::of(state);
    let may_rank = move |path: &RepoPath, file: &SourceFile| match &file.class {
        FileClass::Source(_) => tests || !is_peripheral(path) || asked.holds(path),
        FileClass::Skipped { reason, .. } => tests && *reason == SkipReason::Test,
    };
    sources
        .project
        .files
        .iter()
        .filter(move |(path, file)| may_rank(path, file))
        .filter_map(|(path, file)| Some((path, file.facts.as_deref()?)))
}

type KnownLines = BTreeMap<RepoPath, Vec<(LineRange, Known)>>;

fn masks_of(known: &KnownLines) -> BTreeMap<RepoPath, Vec<LineRange>> {
    known.iter().map(|(path, known)| (path.clone(), known.iter().map(|(lines, _)| *lines).collect())).collect()
}

/// What has been seen: lines that were read and still say the same, and files that are being edited.
fn known_lines(state: &State, sources: Sources<'_>) -> KnownLines {
    let mut known = KnownLines::new();
    for file in state.diff.iter().filter(|file| file.status != DiffStatus::Deleted) {
        let lines = LineRange::clamped(1, u32::MAX);
        known.entry(file.path.clone()).or_default().push((lines, Known::Edited));
    }
    let mut texts = BTreeMap::new();
    for observation in &state.observations {
        let text = texts.entry(&observation.path).or_insert_with(|| sources.texts.text(&observation.path));
        if let Some(lines) = text.as_ref().and_then(|text| observation.lines_now(text)) {
            known.entry(observation.path.clone()).or_default().push((lines, Known::Read));
        }
    }
    known
}

/// What would have stood high in the answer if it had not been seen, in order of path and line.
fn withheld(scene: &Scene<'_>, known: &KnownLines) -> Vec<Withheld> {
    /// Hits that would have had a chance.
    const LEADING: usize = 40;
    /// A list for people: beyond this it says nothing more.
    const MOST: usize = 12;
    if known.is_empty() {
        return Vec::new();
    }
    let mut terms = scene.question_terms();
    terms.retain(|term| term.field == Field::Body);
    let hits = scene.sources.full_text.search(Grain::Cell, &terms, LEADING);
    let mut held: BTreeSet<Withheld> = BTreeSet::new();
    for hit in hits {
        for (lines, reason) in known.get(&hit.path).into_iter().flatten() {
            if held.len() < MOST && lines.overlaps(hit.lines) {
                held.insert(Withheld {
                    path: hit.path.clone(),
                    lines: (lines.end() != u32::MAX).then_some(*lines),
                    reason: *reason,
                });
            }
        }
    }
    held.into_iter().collect()
}

fn candidates(scene: &Scene<'_>, pool: &[Fused], facets: &[facets::Facet]) -> Vec<Candidate> {
    let best = pool.first().map_or(1.0, |first| first.score);
    let mut supports: BTreeMap<crate::evidence::UnitId, Vec<(usize, f64)>> = BTreeMap::new();
    for (at, facet) in facets.iter().enumerate() {
        for (unit, strength) in &facet.support {
            supports.entry(*unit).or_default().push((at, *strength));
        }
    }
    pool.iter()
        .map(|fused| {
            let unit = scene.units.unit(fused.unit);
            let path = scene.units.path(fused.unit);
            Candidate {
                unit: fused.unit,
                relevance: fused.score / best,
                path: path.clone(),
                lines: unit.lines,
                tokens: unit.tokens,
                symbol: scene.symbol_at(fused.unit),
                text: scene.text_of(path, unit.lines).unwrap_or_default(),
                supports: supports.remove(&fused.unit).unwrap_or_default(),
                reason: shape::reason_of(&[fused]).1,
            }
        })
        .collect()
}
