//! Definitions of what is mentioned: names that the question writes as code, identifiers that only the added or only the
//! removed lines hold, and names in the messages of failing tests.

use crate::evidence::Mention;
use crate::evidence::views::view::View;

pub(super) const QUESTION: View =
    View { name: "entities", rank: |scene| scene.defining(&scene.clues.question_names, Mention::Question, 1.0) };

pub(super) const DIFF: View =
    View { name: "diff-entities", rank: |scene| scene.defining(&scene.clues.added_names, Mention::Added, 1.0) };

/// A name that the diff no longer uses, and that is defined elsewhere, is about to lose its last user or to be replaced.
pub(super) const REMOVED: View =
    View { name: "removed-entities", rank: |scene| scene.defining(&scene.clues.removed_names, Mention::Removed, 1.0) };

pub(super) const TEST_OUTPUT: View =
    View { name: "test-entities", rank: |scene| scene.defining(&scene.clues.test_names, Mention::TestOutput, 1.0) };
