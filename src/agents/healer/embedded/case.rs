//! One failure under study: what was asked, what answers it, and what the source and the catalog say of both.

use std::collections::BTreeSet;

use crate::agents::healer::Failure;
use crate::agents::healer::embedded::vocabulary::Vocabulary;
use crate::agents::healer::embedded::vocabulary::content_stems;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::source::FileFacts;

/// A failure whose gold file is catalogued.
pub(crate) struct Case<'a> {
    /// The failure.
    pub(crate) failure: &'a Failure,
    /// The facts of the gold file.
    pub(crate) facts: &'a FileFacts,
    /// The gold symbol in `facts.symbols`; `None` where the file as a whole answers.
    pub(crate) symbol: Option<usize>,
    /// The meaningful stems of the question.
    pub(crate) wanted: BTreeSet<String>,
}

impl<'a> Case<'a> {
    /// Looks a failure up in a project; `None` where the gold file is not catalogued.
    pub(crate) fn new(project: &'a Project, failure: &'a Failure) -> Option<Self> {
        let probe = &failure.probe;
        let facts = project.facts(&probe.gold_file)?;
        let symbol = probe
            .gold_function
            .as_deref()
            .and_then(|name| {
                let named = |at: &usize| facts.symbols[*at].qualified_name == name;
                let all: Vec<usize> = (0..facts.symbols.len()).filter(named).collect();
                let there = all.iter().find(|at| facts.symbols[**at].range.overlaps(probe.lines));
                there.or(all.first()).copied()
            })
            .or_else(|| facts.symbol_at(probe.lines.start()));
        Some(Self { failure, facts, symbol, wanted: content_stems(&probe.question) })
    }

    /// The file that was predicted first.
    pub(crate) fn predicted(&self) -> Option<&'a RepoPath> {
        self.failure.prediction.files.first().map(|file| &file.path)
    }

    /// What the gold says in the source, in stems.
    pub(crate) fn gold_stems(&self) -> BTreeSet<String> {
        answer_stems(self.facts, self.symbol)
    }

    /// The worth of the wanted stems that `stems` has.
    pub(crate) fn cover(&self, vocabulary: &Vocabulary, stems: &BTreeSet<String>) -> f64 {
        vocabulary.sum(self.wanted.intersection(stems))
    }
}

/// Everything that speaks for a symbol of a file, or for the file alone: what the symbol says, and what the file says of
/// itself.
pub(crate) fn answer_stems(facts: &FileFacts, symbol: Option<usize>) -> BTreeSet<String> {
    let mut stems = content_stems(facts.module_doc.as_deref().unwrap_or_default());
    stems.extend(symbol.into_iter().flat_map(|at| symbol_stems(facts, at)));
    stems
}

/// Everything that a symbol says: its names, signature, documentation, and the notes in its lines.
fn symbol_stems(facts: &FileFacts, at: usize) -> BTreeSet<String> {
    let symbol = &facts.symbols[at];
    let mut stems = content_stems(&symbol.qualified_name);
    stems.extend(content_stems(&symbol.signature));
    stems.extend(content_stems(symbol.doc.as_deref().unwrap_or_default()));
    for note in facts.notes.iter().filter(|note| symbol.range.contains_line(note.line)) {
        stems.extend(content_stems(&note.text));
    }
    stems
}
