//! Which failures the catalog is not to blame for.

use crate::agents::healer::Failure;
use crate::agents::healer::embedded::case::Case;
use crate::agents::healer::embedded::case::answer_stems;
use crate::agents::healer::embedded::vocabulary::Vocabulary;
use crate::catalog::Project;

/// The share of a question's worth that its own gold must carry, or no catalog made from the source could lead there.
const LEAST_ANCHORED: f64 = 0.15;

/// Another symbol answers equally well if it carries this share of what the gold carries.
const EQUALLY_GOOD: f64 = 0.98;

/// A failure to work on, or why it is dropped.
pub(crate) fn triage<'a>(
    project: &'a Project,
    vocabulary: &Vocabulary,
    failure: &'a Failure,
) -> Result<Case<'a>, &'static str> {
    let Some(case) = Case::new(project, failure) else {
        return Err("the gold file is outside the catalogs");
    };
    if case.predicted() == Some(&failure.probe.gold_file) {
        return Err("the gold file is ranked first already");
    }
    if case.wanted.len() < 2 {
        return Err("the question is ambiguous: it has too few words that tell anything apart");
    }
    let gold = case.cover(vocabulary, &case.gold_stems());
    if gold < LEAST_ANCHORED * vocabulary.sum(&case.wanted) {
        return Err("the question is ambiguous: what answers it shares hardly a word with it");
    }
    if best_of_prediction(project, vocabulary, &case) >= EQUALLY_GOOD * gold {
        return Err("the predicted file answers as well");
    }
    Ok(case)
}

/// How well the best symbol of the predicted file answers.
fn best_of_prediction(project: &Project, vocabulary: &Vocabulary, case: &Case<'_>) -> f64 {
    let Some(facts) = case.predicted().and_then(|path| project.facts(path)) else {
        return 0.0;
    };
    (0..facts.symbols.len())
        // A type or module holds the words of all its members, so that it would win over any one function.
        .filter(|at| facts.symbols[*at].kind.is_callable())
        .map(|at| case.cover(vocabulary, &answer_stems(facts, Some(at))))
        .fold(0.0, f64::max)
}
