//! The Prompter that needs no model: it asks what a chunk's own prose answers.

use std::collections::BTreeSet;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::agents::AgentError;
use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::Probe;
use crate::agents::prompter::ProbeOutcome;
use crate::agents::prompter::Prompter;
use crate::agents::prompter::candidates;
use crate::agents::prompter::candidates::Candidate;
use crate::agents::prompter::candidates::Subject;
use crate::agents::prompter::compose;
use crate::agents::prompter::compose::Setting;
use crate::agents::prompter::compose::Style;
use crate::agents::prompter::signals;
use crate::agents::prompter::synonyms;
use crate::agents::prompter::vocabulary::Vocabulary;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::base::Seed;
use crate::base::words;
use crate::catalog::Project;
use crate::source::FileFacts;

/// Words of a question; a longer one is a paragraph.
const MAX_WORDS: usize = 26;
/// A word in the names of as many files tells none of them.
const COMMON_FILES: usize = 4;

/// The embedded Prompter.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbeddedPrompter;

/// The additional rules, one of which is drawn for each probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// No word that names a module or a directory.
    NoModuleWords,
    /// An edge case rather than the main purpose.
    EdgeCase,
}

impl Prompter for EmbeddedPrompter {
    fn probe(
        &self,
        project: &Project,
        chunk: &ChunkRef,
        text: &str,
        seed: Seed,
        number: u64,
    ) -> Result<ProbeOutcome, AgentError> {
        let facts = match signals::facts_to_ask_about(project, chunk) {
            Ok(facts) => facts,
            Err(reason) => return Ok(ProbeOutcome::Invalid(reason)),
        };
        let mut rng = seed.stream("probe", number);
        let drawn = if rng.random_range(0..2) == 0 { Rule::NoModuleWords } else { Rule::EdgeCase };
        let other = if drawn == Rule::EdgeCase { Rule::NoModuleWords } else { Rule::EdgeCase };
        let identifiers = identifiers(facts, chunk, text);
        let rare = rare_parts(project, facts, chunk.lines);
        for rule in [drawn, other] {
            let mut banned = rare.clone();
            if rule == Rule::NoModuleWords {
                banned.extend(module_stems(project, &chunk.path));
            }
            let vocabulary = Vocabulary::new(identifiers.iter().cloned(), banned);
            let mut found = candidates::of_chunk(facts, chunk.lines, &vocabulary, &mut rng);
            while let Some(candidate) = draw(&mut found, rule, &mut rng) {
                if let Some(question) = ask(&candidate, &vocabulary, &mut rng) {
                    return Ok(ProbeOutcome::Probe(probe(facts, chunk, &candidate, question)));
                }
            }
        }
        Ok(ProbeOutcome::Invalid("nothing in the chunk can be asked about in other words than its own"))
    }
}

/// What the chunk and its file are called, which no question may say.
fn identifiers(facts: &FileFacts, chunk: &ChunkRef, text: &str) -> Vec<String> {
    let mut names = signals::identifiers(facts, chunk.lines, text);
    names.push(chunk.path.stem().to_owned());
    names
}

/// Stems of the words that the names of the chunk's symbols are made of and hardly any other file's names have: saying
/// one is as good as saying the name. Words of everyday language give nothing away.
fn rare_parts(project: &Project, facts: &FileFacts, lines: LineRange) -> BTreeSet<String> {
    let own = facts.symbols.iter().filter(|symbol| symbol.range.overlaps(lines));
    let parts: BTreeSet<String> = own.flat_map(|symbol| words::identifier_parts(&symbol.name)).collect();
    let told = |part: &String| part.len() > 3 && !synonyms::is_ordinary(part) && !words::is_stop_word(part);
    let holds = |path: &RepoPath, part: &str| {
        let symbols = project.facts(path).into_iter().flat_map(|facts| &facts.symbols);
        symbols.into_iter().any(|symbol| symbol.name.to_lowercase().contains(part))
    };
    let is_rare = |part: &String| {
        let files = project.files.keys().filter(|path| holds(path, part));
        files.take(COMMON_FILES).count() < COMMON_FILES
    };
    parts.iter().filter(|part| told(part) && is_rare(part)).map(|part| words::stem(part)).collect()
}

/// Stems of the words that name the project's directories and files, and of all parts of the chunk's own path.
fn module_stems(project: &Project, path: &RepoPath) -> BTreeSet<String> {
    let whole = |name: &str| {
        let parts = words::identifier_parts(name);
        (parts.len() == 1).then(|| words::stem(&parts[0]))
    };
    let directories =
        project.modules.keys().flat_map(|directory| directory.parts().filter_map(whole).collect::<Vec<_>>());
    let files = project.modules.values().flat_map(|module| module.files.iter().filter_map(|file| whole(file.stem())));
    let own = words::identifiers(path.as_str()).flat_map(words::identifier_parts).map(|part| words::stem(&part));
    directories.chain(files).chain(own).filter(|stem| stem.len() > 2).collect()
}

/// Takes a candidate out, by chance, in proportion to how well it serves the rule.
fn draw(candidates: &mut Vec<Candidate>, rule: Rule, rng: &mut ChaCha8Rng) -> Option<Candidate> {
    let weight = |candidate: &Candidate| match rule {
        Rule::EdgeCase => candidate.edge_weight(),
        Rule::NoModuleWords => candidate.weight(),
    };
    let total: u32 = candidates.iter().map(weight).sum();
    if total == 0 {
        return None;
    }
    let mut left = rng.random_range(0..total);
    let at = candidates.iter().position(|candidate| {
        let weight = weight(candidate);
        let here = left < weight;
        left = left.saturating_sub(weight);
        here
    })?;
    Some(candidates.remove(at))
}

/// A question about a candidate in a style drawn by chance among those that suit it; `None` where each would say
/// something forbidden.
fn ask(candidate: &Candidate, vocabulary: &Vocabulary, rng: &mut ChaCha8Rng) -> Option<String> {
    let first = rng.random_range(0..Style::ALL.len());
    let styles = Style::ALL.iter().cycle().skip(first).take(Style::ALL.len());
    for style in styles {
        let questions = match &candidate.subject {
            Subject::Clause { clause, runs, doing } => {
                compose::questions(clause, *style, Setting { runs: *runs, doing: doing.as_deref() })
            }
            Subject::Message { text, report, doing } => {
                compose::questions_about_message(text, *report, doing.as_deref(), *style)
            }
        };
        let allowed: Vec<&String> = questions
            .iter()
            .filter(|question| question.split(' ').count() <= MAX_WORDS && vocabulary.allows(question))
            .collect();
        if !allowed.is_empty() {
            return Some(allowed[rng.random_range(0..allowed.len())].clone());
        }
    }
    None
}

fn probe(facts: &FileFacts, chunk: &ChunkRef, candidate: &Candidate, question: String) -> Probe {
    let symbol = candidate.symbol.map(|at| &facts.symbols[at]);
    let owner = symbol.map_or_else(
        || format!("`{}`", chunk.path),
        |symbol| format!("`{}` ({}) of `{}`", symbol.qualified_name, symbol.range, chunk.path),
    );
    let reasoning = format!("{} at {} in {owner} answers it", candidate.origin.noun(), candidate.lines);
    let mut letters = reasoning.chars();
    let capital = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    Probe {
        question,
        gold_file: chunk.path.clone(),
        gold_function: symbol.map(|symbol| symbol.qualified_name.clone()),
        chunk: chunk.clone(),
        lines: clipped(candidate.lines, chunk.lines),
        reasoning: format!("{capital}{}.", letters.as_str()),
    }
}

fn clipped(lines: LineRange, chunk: LineRange) -> LineRange {
    LineRange::clamped(lines.start().max(chunk.start()), lines.end().min(chunk.end()))
}
