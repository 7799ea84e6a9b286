//! The signals that rank files, and how much each counts.
//!
//! The weights come from a listwise softmax over real issues and real questions with known answers, pulled towards even
//! values and rounded: the scale is that of its logits. Weights that hardly matter are kept small rather than left out
//! where they stand for evidence that few questions have.

use crate::agents::solver::weighted::weighted_signals;

weighted_signals! {
    /// The best symbols' texts match the whole question; 1 for the best file.
    Symbols, "symbols", 2.2;
    /// The same for the first line alone.
    SymbolsLead, "symbols of the first line", 0.8;
    /// All of the file's text matches the whole question; 1 for the best file.
    Body, "text", 0.9;
    /// The same for the first line alone.
    BodyLead, "text of the first line", 0.4;
    /// The file has the code-like words of the question; 1 for the best file.
    Identifiers, "identifiers", 0.3;
    /// The share of the question that the catalogs say of the file and its source does not. Only where the source is
    /// ranked as well.
    Catalogs, "catalogs", 2.0;
    /// The folders' names match; 1 for the best file.
    Folders, "folders", 1.5;
    /// The share of the file name's words that begin like a word of the first line.
    NameWords, "words of the file's name", 1.0;
    /// A word of the first line is the file's name.
    NameEqual, "the file's name", 0.8;
    /// A word of the rest is the file's name.
    NameInText, "the file's name in the text", 0.9;
    /// A word of the first line, or neighbours joined, names a type or top-level symbol of the file.
    Defines, "defines a word of the question", 0.8;
    /// Code-like words anywhere name symbols of the file.
    Mentions, "defines names of the text", 1.0;
    /// Pairs of neighbouring words match the whole question; 1 for the best file.
    Pairs, "pairs of words", 0.2;
    /// The same for the first line alone.
    PairsLead, "pairs of words of the first line", 0.5;
    /// The file has words of the question that hardly any other has; 1 for the best file.
    Rare, "rare words", 0.7;
    /// The question quotes one of its messages.
    Says, "its message is quoted", 0.5;
    /// Pairs of neighbouring words of the first line stand in the entry as they do there; 1 for the best file. Only
    /// where catalogs alone are read.
    Phrases, "phrases", 1.5;
    /// How many files import it, on a logarithmic scale; 1 for the most.
    Imported, "widely imported", 0.7;
    /// The text holds the file's path, name or dotted module.
    Path, "its path is mentioned", 2.0;
    /// The file has a frame of a stack trace.
    Trace, "in the stack trace", 1.6;
    /// How much deeper than the shallowest file it lies, in quarters.
    Depth, "depth", -2.4;
    /// Names of tests, benchmarks, examples and the like.
    Aside, "beside the product", -2.4;
    /// Names that say internal or private.
    Internal, "internal", -0.6;
    /// Names that say old.
    Legacy, "legacy", -2.1;
    /// Earlier commits with a similar message changed it; 1 for the best file.
    Memory, "changed for similar reasons before", 0.9;
}

impl Values {
    /// The signals that speak for the file, strongest first, with what each adds.
    pub(super) fn reasons(&self) -> Vec<(Signal, f64)> {
        let mut reasons: Vec<(Signal, f64)> = Signal::ALL
            .iter()
            .map(|signal| (*signal, signal.weight() * self.get(*signal)))
            .filter(|(_, gain)| *gain > 0.0)
            .collect();
        reasons.sort_by(|a, b| b.1.total_cmp(&a.1).then((a.0 as usize).cmp(&(b.0 as usize))));
        reasons
    }

    /// The two strongest reasons in words.
    pub(super) fn reason(&self) -> String {
        let labels: Vec<&str> = self.reasons().iter().take(2).map(|(signal, _)| signal.label()).collect();
        if labels.is_empty() { "nothing better".to_owned() } else { labels.join(", ") }
    }
}

/// A weighted sum on the scale from 0 to 1; sums of the usual size spread over the middle.
pub(super) fn squashed(sum: f64) -> f64 {
    const HALF: f64 = 6.0;
    let sum = sum.max(0.0);
    sum / (sum + HALF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_explains() {
        let mut values = Values::default();
        values.set(Signal::Path, 1.0);
        values.set(Signal::Body, 0.5);
        values.set(Signal::Depth, 0.25);
        assert!((values.sum() - (2.0 + 0.45 - 0.6)).abs() < 1e-9);
        assert_eq!(values.reason(), "its path is mentioned, text");
        assert!(squashed(-1.0) == 0.0 && squashed(1e9) < 1.0 && squashed(2.0) > squashed(1.0));
    }
}
