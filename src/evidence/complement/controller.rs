//! What a controller is given and what it answers.

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::evidence::Facet;
use crate::evidence::UnitId;
use crate::evidence::Units;
use crate::evidence::complement::Card;

/// Decides which candidates are offered. Candidates are named by their position in `Desk::candidates`.
pub trait Controller: Send + Sync {
    /// What the answer calls it, such as `embedded`.
    fn name(&self) -> &str;

    /// A set that supports the need jointly, best first, at most `Capacities::proposed` choices, from the cards shown.
    fn propose(&self, desk: &Desk<'_>, cards: &[Card]) -> Result<Vec<Choice>, Unusable>;

    /// Candidates that support what `selected` does not, best first, at most `Capacities::expanded`. The cards do not
    /// show what is selected already.
    fn expand(&self, desk: &Desk<'_>, selected: &[Choice], cards: &[Card]) -> Result<Vec<usize>, Unusable>;

    /// The final set, most needed first, from the cards shown, each of which says where it comes from.
    fn finalize(&self, desk: &Desk<'_>, selected: &[Choice], cards: &[Card]) -> Result<Vec<Choice>, Unusable>;
}

/// Everything that a decision is about.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'a> {
    /// What is asked.
    pub question: &'a str,
    /// The pool, best first.
    pub candidates: &'a [Candidate],
    /// What the state says must be supported.
    pub facets: &'a [Facet],
    /// All units; candidates are some of them.
    pub units: &'a Units,
    /// How much each stage may see and answer.
    pub capacities: Capacities,
}

/// A unit that may be offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The unit.
    pub unit: UnitId,
    /// The fused score divided by the best one, from 0 to 1.
    pub relevance: f64,
    /// The file.
    pub path: RepoPath,
    /// The unit's lines.
    pub lines: LineRange,
    /// An upper bound of its o200k tokens.
    pub tokens: u32,
    /// The qualified name of the definition it belongs to, where there is one.
    pub symbol: Option<String>,
    /// The source of the unit.
    pub text: String,
    /// What it supports: positions in `Desk::facets`, each with a strength from 0 to 1.
    pub supports: Vec<(usize, f64)>,
    /// The main reason in a few words.
    pub reason: String,
}

/// One item of an answer: a candidate, or a run of neighbouring units of one file around candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The first unit.
    pub first: UnitId,
    /// The last unit, in the same file, not before the first.
    pub last: UnitId,
}

impl Choice {
    /// A unit alone.
    pub fn one(unit: UnitId) -> Self {
        Self { first: unit, last: unit }
    }

    /// Whether a unit lies in it.
    pub fn holds(&self, unit: UnitId) -> bool {
        (self.first..=self.last).contains(&unit)
    }

    /// Whether the two share a unit.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// How much each stage may see and answer. The defaults are the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacities {
    /// Cards that the proposal sees.
    pub proposal_cards: usize,
    /// Characters of such a card.
    pub proposal_characters: usize,
    /// The most choices of a proposal.
    pub proposed: usize,
    /// Cards that the expansion sees.
    pub expansion_cards: usize,
    /// Characters of such a card.
    pub expansion_characters: usize,
    /// The most candidates of an expansion.
    pub expanded: usize,
    /// Cards that the finalization sees.
    pub final_cards: usize,
    /// Characters of such a card.
    pub final_characters: usize,
    /// The fewest items of an answer, where there are that many.
    pub fewest_items: usize,
    /// The most items of an answer.
    pub most_items: usize,
    /// The most o200k tokens of an answer's items together.
    pub most_tokens: u32,
}

impl Default for Capacities {
    fn default() -> Self {
        Self {
            proposal_cards: 80,
            proposal_characters: 760,
            proposed: 8,
            expansion_cards: 120,
            expansion_characters: 280,
            expanded: 48,
            final_cards: 120,
            final_characters: 620,
            fewest_items: 4,
            most_items: 8,
            most_tokens: 6_144,
        }
    }
}

/// Why a controller's answer is of no use; the embedded controller takes the stage then.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// It could not be asked.
    #[error("the controller could not be reached: {0}")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It answered, but never with what was asked for.
    #[error("the controller's answers could not be used")]
    NoAnswer,
    /// It answered, but nothing in the answer names a card.
    #[error("the controller named none of the cards that it was shown")]
    NoKnownCard,
}
