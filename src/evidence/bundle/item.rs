//! What an answer holds.

use crate::base::BlobId;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::evidence::complement::StageNote;

/// An answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bundle {
    /// The evidence, most needed first.
    pub items: Vec<Item>,
    /// Why there is no item, or that there are some.
    pub verdict: Verdict,
    /// What would have been worth offering but has been seen, or is being edited.
    pub withheld: Vec<Withheld>,
    /// What was chosen and did not fit, or could not be read.
    pub dropped: Vec<Dropped>,
    /// Tokens and items, allowed and used.
    pub budget: Budget,
    /// Who decided each stage.
    pub stages: Vec<StageNote>,
    /// The views that ranked anything, in order of weight.
    pub views: Vec<&'static str>,
}

/// What the answer amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// There are items.
    Found,
    /// The state says nothing that evidence could be sought for.
    #[default]
    NothingAsked,
    /// Everything that answers the state has been seen already.
    NothingLacking,
    /// Nothing in the sources answers the state.
    NothingFound,
    /// There is something, and none of it goes into the tokens that are allowed.
    NothingFits,
}

/// A piece of source, its lines intact.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The file.
    pub path: RepoPath,
    /// The lines.
    pub lines: LineRange,
    /// The lines without change, line ends included.
    pub text: String,
    /// The beginning of the definition that the lines are taken from, where the whole of it is too large.
    pub head: Option<Head>,
    /// All lines of the definition that the item is a part of, where it does not hold the whole.
    pub part_of: Option<LineRange>,
    /// The qualified name of the definition that the lines are, or lie in, or begin with.
    pub symbol: Option<String>,
    /// What kind of definition it is, such as `function`; `lines` where it is none.
    pub kind: &'static str,
    /// The language's name.
    pub language: &'static str,
    /// The content that the lines were read from.
    pub blob: BlobId,
    /// An upper bound of the o200k tokens of text and head.
    pub tokens: u32,
    /// What it does for the state, in a word.
    pub role: &'static str,
    /// Which requirement it supports, in a few words.
    pub reason: String,
    /// The views that ranked it, the one that counted most first, each with the best rank there (from 1).
    pub views: Vec<(&'static str, usize)>,
}

/// The declaration of a definition that is offered in part.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Its lines, before those of the item.
    pub lines: LineRange,
    /// The lines without change.
    pub text: String,
}

/// Something that was left out because it is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Withheld {
    /// The file.
    pub path: RepoPath,
    /// The lines; `None` for the whole file.
    pub lines: Option<LineRange>,
    /// Why it counts as known.
    pub reason: Known,
}

/// Why something counts as known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    /// It was read.
    Read,
    /// It is being edited.
    Edited,
}

/// Something that was chosen but is not in the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The file.
    pub path: RepoPath,
    /// The lines.
    pub lines: LineRange,
    /// Why it is not there.
    pub reason: DropReason,
}

/// Why something that was chosen is not in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropReason {
    /// It would go over the tokens.
    OverBudget,
    /// The file cannot be read any more, or its content changed while the answer was made.
    Unreadable,
}

/// Tokens and items, allowed and used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The most o200k tokens of all items together.
    pub max_tokens: u32,
    /// An upper bound of what they have.
    pub used_tokens: u32,
    /// The most items.
    pub max_items: usize,
}

impl Item {
    /// The item's name within its tree.
    pub fn id(&self) -> String {
        format!("{}#{}", self.path, self.lines)
    }
}

impl Known {
    /// The word that output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Edited => "edited",
        }
    }
}

impl DropReason {
    /// The words that output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OverBudget => "over budget",
            Self::Unreadable => "unreadable",
        }
    }
}

impl Verdict {
    /// The word that output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::NothingAsked => "nothing_asked",
            Self::NothingLacking => "nothing_lacking",
            Self::NothingFound => "nothing_found",
            Self::NothingFits => "nothing_fits",
        }
    }

    /// A sentence for people, without a final period.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Found => "evidence found",
            Self::NothingAsked => "nothing to look for: give an issue, a need, test output, or change something",
            Self::NothingLacking => "nothing lacking: all that answers this has been seen already",
            Self::NothingFound => "nothing found: no source file answers this",
            Self::NothingFits => "nothing fits: the smallest piece that answers this has more tokens than are allowed",
        }
    }
}
