//! What kinds of words there are, so far as making questions needs to know.

use crate::agents::prompter::verbs;
use crate::agents::prompter::verbs::Form;

/// Whether a noun is a plural, by its ending.
pub(super) fn is_plural(noun: &str) -> bool {
    noun.ends_with('s') && !["ss", "us", "is"].iter().any(|end| noun.ends_with(end))
        || matches!(noun, "children" | "data" | "indices")
}

/// Whether a word can only be the finite verb of its clause.
pub(super) fn is_finite_verb(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "was"
            | "were"
            | "has"
            | "have"
            | "had"
            | "can"
            | "cannot"
            | "can't"
            | "could"
            | "couldn't"
            | "may"
            | "might"
            | "must"
            | "should"
            | "shouldn't"
            | "will"
            | "won't"
            | "would"
            | "wouldn't"
            | "does"
            | "do"
            | "did"
            | "doesn't"
            | "don't"
            | "didn't"
            | "isn't"
            | "aren't"
            | "wasn't"
            | "weren't"
            | "hasn't"
            | "haven't"
            | "exists"
            | "contains"
            | "needs"
            | "became"
            | "becomes"
            | "occurs"
            | "happens"
            | "depends"
            | "differs"
    )
}

/// Whether a verb's third person is more often the plural of a noun.
pub(super) fn is_ambiguous(base: &str) -> bool {
    #[rustfmt::skip]
    const NOUNS: &[&str] = &[
        "access", "answer", "archive", "attempt", "batch", "block", "branch", "buffer", "cache", "call", "cast",
        "cause", "change", "check", "class", "clone", "comment", "commit", "control", "copy", "count", "cut", "delay",
        "display", "dump", "end", "error", "escape", "export", "factor", "fail", "feed", "field", "file", "filter",
        "fix", "flag", "fold", "force", "format", "function", "group", "guard", "guess", "handle", "hash", "hook",
        "import", "index", "issue", "join", "key", "label", "limit", "link", "list", "load", "lock", "log", "loop",
        "map", "mark", "match", "measure", "mirror", "mount", "move", "name", "object", "offer", "option", "order",
        "pack", "pad", "pair", "pass", "patch", "pause", "plan", "plot", "point", "prefix", "print", "process",
        "project", "prompt", "query", "queue", "quote", "range", "rank", "read", "record", "report", "request",
        "result", "return", "reverse", "route", "rule", "run", "sample", "scale", "scan", "schedule", "search", "set",
        "shift", "sign", "signal", "slice", "snapshot", "sort", "source", "split", "stage", "start", "state", "step",
        "stop", "store", "stream", "switch", "tag", "test", "touch", "trace", "track", "transfer", "tree", "type",
        "update", "upgrade", "use", "value", "view", "visit", "wait", "walk", "warning", "watch", "wrap", "write",
        "yield",
    ];
    NOUNS.binary_search(&base).is_ok()
}

/// Whether a word opens a noun phrase.
pub(super) fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "all"
            | "any"
            | "each"
            | "every"
            | "some"
            | "its"
            | "their"
            | "our"
            | "both"
            | "no"
            | "one"
            | "two"
            | "another"
            | "multiple"
            | "several"
            | "many"
            | "most"
    )
}

/// Whether a word opens a phrase that says where, when or how.
pub(super) fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "of" | "for"
            | "from"
            | "to"
            | "in"
            | "into"
            | "on"
            | "onto"
            | "with"
            | "without"
            | "by"
            | "at"
            | "as"
            | "under"
            | "over"
            | "between"
            | "through"
            | "via"
            | "using"
            | "during"
            | "before"
            | "after"
            | "until"
            | "against"
            | "about"
            | "within"
            | "inside"
            | "outside"
            | "per"
            | "like"
            | "based"
            | "given"
            | "when"
            | "if"
            | "unless"
            | "while"
            | "because"
            | "so"
    )
}

/// Whether the word at `at` is the finite verb of its clause: one that can be nothing else, or a third person where a
/// noun stands before it.
pub(super) fn is_finite_at(words: &[&str], at: usize) -> bool {
    let word = words[at].trim_end_matches(',');
    let third = matches!(verbs::base_of(word), Some((base, Form::Third)) if !is_ambiguous(base));
    let after_noun = at > 0 && !is_determiner(words[at - 1]) && !is_preposition(words[at - 1]);
    is_finite_verb(word) || third && after_noun
}

/// Whether a word is an adjective that stands where a noun would: `equivalent to`.
pub(super) fn is_bare_adjective(word: &str) -> bool {
    matches!(
        word,
        "equivalent"
            | "relative"
            | "similar"
            | "same"
            | "identical"
            | "due"
            | "according"
            | "compatible"
            | "analogous"
            | "equal"
            | "useful"
            | "only"
            | "needed"
            | "required"
            | "necessary"
            | "possible"
            | "available"
            | "true"
            | "false"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finite_verbs_follow_nouns() {
        let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
        assert!(is_finite_at(&words("the name defaults to nothing"), 2));
        assert!(!is_finite_at(&words("the defaults of it"), 1) && !is_finite_at(&words("all types"), 1));
    }
}
