//! Why a unit is offered: the requirement that it supports, in a form that can be counted and in a few words.

use std::fmt;

use crate::base::RepoPath;

/// What the state says must be supported, and how a unit supports it. Two units with equal reasons support the same
/// requirement, so that one of them is enough for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A stack frame or a compiler message points here.
    Frame {
        /// The function or file that the frame names.
        place: String,
    },
    /// It uses a name that the diff takes away.
    UsesRemoved {
        /// The name.
        name: String,
    },
    /// It defines a name that the state mentions.
    Defines {
        /// The name.
        name: String,
        /// Who mentions it.
        source: Mention,
    },
    /// It calls or mentions a definition that is being edited.
    UsesEdited {
        /// The bare name of the edited definition.
        name: String,
    },
    /// A definition that is being edited, or a leading unit, calls what is defined here.
    CalledBy {
        /// The caller's name.
        name: String,
    },
    /// It extends or implements an edited type, or is a sibling implementation of the edited one.
    Implements {
        /// The shared type or interface.
        name: String,
    },
    /// Its file imports an edited file, or is imported by it.
    Imports {
        /// The edited file.
        path: RepoPath,
    },
    /// History changed its file together with an edited or a leading one.
    ChangesWith {
        /// The other file.
        path: RepoPath,
    },
    /// Earlier commits with a similar message changed its file.
    SimilarCommits {
        /// How many of the nearest ones did.
        count: usize,
    },
    /// Earlier commits with a similar message changed files beside it.
    Neighbourhood,
    /// It holds a key that stands between quotes in the changed lines.
    Key {
        /// The key.
        key: String,
    },
    /// A catalog describes it in words of the question.
    Described,
    /// Its path holds words of the question.
    Path {
        /// The words, joined with a space.
        words: String,
    },
    /// Its text resembles something that was said.
    Words {
        /// What it resembles.
        source: Mention,
    },
    /// Its file was changed lately.
    Recent,
}

/// Where a name or a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mention {
    /// The issue and the need.
    Question,
    /// The first line of the question.
    Subject,
    /// Everything that the state says.
    State,
    /// Searches and opened files.
    Actions,
    /// What was read.
    Observations,
    /// The lines that the diff adds.
    Added,
    /// The lines that the diff removes.
    Removed,
    /// The test output.
    TestOutput,
}

impl Reason {
    /// The role of a unit that is offered for this reason, as JSON output has it.
    pub fn role(&self) -> &'static str {
        match self {
            Self::Frame { .. } => "frame",
            Self::UsesRemoved { .. } => "breaks",
            Self::Defines { .. } => "definition",
            Self::UsesEdited { .. } => "caller",
            Self::CalledBy { .. } => "callee",
            Self::Implements { .. } => "sibling",
            Self::Imports { .. } => "neighbour",
            Self::ChangesWith { .. } => "partner",
            Self::SimilarCommits { .. } | Self::Neighbourhood => "precedent",
            Self::Key { .. } => "key",
            Self::Described => "catalog",
            Self::Path { .. } => "path",
            Self::Words { .. } => "text",
            Self::Recent => "recent",
        }
    }

    /// Whether it names a requirement of its own, rather than a degree of likeness.
    pub fn is_requirement(&self) -> bool {
        !matches!(self, Self::Words { .. } | Self::Path { .. } | Self::Described | Self::Neighbourhood | Self::Recent)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame { place } => write!(f, "failure points at {place}"),
            Self::UsesRemoved { name } => write!(f, "uses `{name}`, which the diff removes"),
            Self::Defines { name, source } => write!(f, "defines `{name}`, named in {source}"),
            Self::UsesEdited { name } => write!(f, "uses edited `{name}`"),
            Self::CalledBy { name } => write!(f, "called by `{name}`"),
            Self::Implements { name } => write!(f, "also implements `{name}`"),
            Self::Imports { path } => write!(f, "linked by import with {path}"),
            Self::ChangesWith { path } => write!(f, "usually changes with {path}"),
            Self::SimilarCommits { count: 1 } => write!(f, "changed by a similar commit"),
            Self::SimilarCommits { count } => write!(f, "changed by {count} similar commits"),
            Self::Neighbourhood => write!(f, "beside files that similar commits changed"),
            Self::Key { key } => write!(f, "holds the key `{key}` of the diff"),
            Self::Described => write!(f, "its catalog speaks of it"),
            Self::Path { words } => write!(f, "path says {words}"),
            Self::Words { source } => write!(f, "matches the words of {source}"),
            Self::Recent => write!(f, "changed lately"),
        }
    }
}

impl fmt::Display for Mention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Question => "the question",
            Self::Subject => "the subject",
            Self::State => "the state",
            Self::Actions => "earlier searches",
            Self::Observations => "what was read",
            Self::Added => "the diff",
            Self::Removed => "what the diff removes",
            Self::TestOutput => "the test output",
        })
    }
}
