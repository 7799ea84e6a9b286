//! What a run did, as values for reports, and the rows of its trace. These types are a contract with readers of JSON and
//! JSONL: they hold plain values and nothing of the rooms' own types.

use serde::Serialize;

use crate::heal::projection::Projection;

/// Everything that a run did.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// How the scope was chosen, in words.
    pub scope: String,
    /// The files that were looked at and why.
    pub files: Vec<FileReport>,
    /// The changed files that were not, and why not.
    pub skipped: Vec<FileReport>,
    /// What should change and was left to a person.
    pub left_alone: Vec<LeftAlone>,
    /// The parts of catalogs that people wrote, or may have written, and that are only added to.
    pub by_hand: Vec<ByHand>,
    /// The most that was to be asked.
    pub projected: Projection,
    /// The questions about what changed and its neighbours.
    pub probes: PassRate,
    /// The validation questions.
    pub validation: PassRate,
    /// Chunks that had nothing to ask about.
    pub invalid_chunks: usize,
    /// By catalog, those with a question or an edit, sorted.
    pub catalogs: Vec<CatalogReport>,
    /// Rounds of healing, the last of which kept nothing.
    pub rounds: usize,
    /// What was asked of whom.
    pub usage: Usage,
    /// The questions that still fail.
    pub left: Vec<LeftOver>,
    /// The questions that were not answered, because the run stopped or the call went wrong.
    pub unanswered: Vec<String>,
    /// Calls of agents that went wrong, in words.
    pub failures: Vec<String>,
    /// Why the run stopped early, if it did.
    pub stopped: Option<String>,
}

/// A file and a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileReport {
    /// The file's path.
    pub path: String,
    /// Why it was looked at or left out.
    pub reason: String,
}

/// Something that should change and was left to a person.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LeftAlone {
    /// The catalog's path.
    pub catalog: String,
    /// What it is about: a file, a module, `file::symbol`.
    pub subject: String,
    /// Why it was left.
    pub reason: String,
}

/// Parts of catalogs that are only added to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ByHand {
    /// Why.
    pub reason: String,
    /// How many parts: entries, introductions, glossary terms.
    pub parts: usize,
    /// Whether git says so, or only does not say otherwise.
    pub known: bool,
}

/// How many questions found their file first, before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PassRate {
    /// Questions asked.
    pub asked: usize,
    /// Those whose file was ranked first on the refreshed catalogs.
    pub passed_before: usize,
    /// Those whose file is ranked first on the healed catalogs.
    pub passed_after: usize,
}

/// What became of one catalog.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CatalogReport {
    /// The catalog's path.
    pub catalog: String,
    /// The questions whose gold it describes.
    pub probes: PassRate,
    /// What refreshing did to it, one sentence each.
    pub refreshed: Vec<String>,
    /// The edits that were kept, one phrase each.
    pub kept: Vec<String>,
    /// What was given up, and why.
    pub given_up: Vec<GivenUp>,
    /// Failures that it is not to blame for.
    pub triaged: Vec<Triaged>,
}

/// An edit that was not kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct GivenUp {
    /// The edit in a phrase.
    pub edit: String,
    /// Why.
    pub reason: String,
}

/// A failure that its catalog is not to blame for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Triaged {
    /// The question.
    pub question: String,
    /// Why the catalog is not to blame.
    pub reason: String,
}

/// Calls, tokens and money.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Usage {
    /// Calls of the Prompter.
    pub prompter_calls: usize,
    /// Calls of the Solver.
    pub solver_calls: usize,
    /// Calls of the Healer.
    pub healer_calls: usize,
    /// Tokens of all calls, in and out; 0 where no model was asked.
    pub tokens: u64,
    /// What the calls cost in US dollars: 0 where no model was asked, `None` where a price is not known.
    pub cost: Option<f64>,
}

impl Default for Usage {
    /// Nothing, which costs nothing.
    fn default() -> Self {
        Self { prompter_calls: 0, solver_calls: 0, healer_calls: 0, tokens: 0, cost: Some(0.0) }
    }
}

/// A question that still fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOver {
    /// The question.
    pub question: String,
    /// The file that answers it.
    pub gold: String,
    /// The file that the Solver ranked first; empty where it found none.
    pub predicted: String,
    /// Where the gold was ranked, 1-based; `None` where it was not.
    pub rank: Option<usize>,
}

/// One row of a trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TraceRow {
    /// A question was written.
    Probe {
        /// Its number in the run, from 0.
        number: usize,
        /// `changed`, `sibling` or `validation`.
        role: &'static str,
        /// The question.
        question: String,
        /// The file that answers it.
        gold_file: String,
        /// The function that answers it.
        gold_function: Option<String>,
        /// The lines that it is about, such as `L12-L40`.
        lines: String,
        /// Why the gold answers it.
        reasoning: String,
    },
    /// A question was answered.
    Answer {
        /// The round, from 1.
        round: usize,
        /// The question's number.
        number: usize,
        /// Whether the gold file was ranked first.
        passed: bool,
        /// Where the gold file was ranked, 1-based.
        rank: Option<usize>,
        /// The first five files.
        files: Vec<String>,
        /// What was opened, in order.
        path: Vec<String>,
    },
    /// A Healer proposed edits.
    Proposal {
        /// The round, from 1.
        round: usize,
        /// The catalog's path.
        catalog: String,
        /// The failures that it was shown, by number.
        failures: Vec<usize>,
        /// The edits in phrases.
        edits: Vec<String>,
        /// The failures that it dropped, by number, with the reason.
        triaged: Vec<(usize, String)>,
    },
    /// The gate decided.
    Verdict {
        /// The round, from 1.
        round: usize,
        /// The catalog's path.
        catalog: String,
        /// Whether anything was kept.
        kept: bool,
        /// The edits that hold, in phrases.
        edits: Vec<String>,
        /// The edits that were dropped, with the reason.
        dropped: Vec<GivenUp>,
        /// The failures that are repaired, by number.
        repaired: Vec<usize>,
    },
}
