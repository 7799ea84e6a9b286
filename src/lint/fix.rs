//! Applies fixes until nothing changes, catalog by catalog, and says which rules disagree if that never comes.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::base::EditSet;
use crate::base::RepoPath;
use crate::base::TextEdit;
use crate::catalog;
use crate::catalog::Project;
use crate::config::LintConfig;
use crate::lint::check::Checker;
use crate::lint::finding::Finding;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::scope::Scope;

/// Passes over one catalog after which fixes are taken for endless. Each pass applies every fix that stands clear of
/// the others, so real catalogs need two or three.
const MAX_PASSES: usize = 100;

/// What a run of fixes made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fixed {
    /// The new texts of the catalogs that changed or are new, by directory.
    pub catalogs: BTreeMap<RepoPath, String>,
    /// How many fixes were applied, by rule code.
    pub fixed: BTreeMap<&'static str, usize>,
    /// What the new texts still get wrong, in the order of `check`.
    pub remaining: Vec<Finding>,
    /// Catalogs in which fixes undid each other.
    pub disagreements: Vec<Disagreement>,
}

/// Rules whose fixes undo each other in a catalog, which was left as it was when they began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The catalog's directory.
    pub directory: RepoPath,
    /// The rules' codes, sorted.
    pub rules: Vec<&'static str>,
}

/// Applies all fixes up to a safety, in memory. A second run over the result finds nothing to fix.
pub fn fix(project: &Project, config: &LintConfig, scope: &Scope, safety: Safety) -> Fixed {
    let checker = Checker::new(project, config, scope);
    let sites = checker.sites();
    let settled: Vec<_> = sites.par_iter().map(|directory| settle(project, &checker, directory, safety)).collect();
    let mut all = Fixed::default();
    for (directory, site) in sites.into_iter().zip(settled) {
        if let Some(text) = site.text {
            all.catalogs.insert(directory.clone(), text);
        }
        for code in site.applied {
            *all.fixed.entry(code).or_default() += 1;
        }
        all.remaining.extend(site.remaining);
        if !site.disagree.is_empty() {
            all.disagreements
                .push(Disagreement { directory: directory.clone(), rules: site.disagree.into_iter().collect() });
        }
    }
    all
}

/// What fixing one catalog came to.
#[derive(Default)]
struct Settled {
    text: Option<String>,
    applied: Vec<&'static str>,
    remaining: Vec<Finding>,
    disagree: BTreeSet<&'static str>,
}

/// Fixes one catalog up to a fixed point. Rules look at sources and at this catalog alone, so catalogs do not wait for
/// each other.
fn settle(project: &Project, checker: &Checker<'_>, directory: &RepoPath, safety: Safety) -> Settled {
    let original = project.catalogs.get(directory).map(|catalog| catalog.text.as_str());
    let mut text = original.unwrap_or_default().to_owned();
    let mut settled = Settled { remaining: checker.check(directory), ..Settled::default() };
    // Every text so far and the rules that made the next one of it.
    let mut history: Vec<(String, BTreeSet<&'static str>)> = Vec::new();
    loop {
        let pass = choose(&settled.remaining, safety);
        let Some(new) = pass.edits.apply(&text).ok().filter(|new| *new != text) else { break };
        let rules = pass.rules.iter().copied().collect();
        history.push((std::mem::replace(&mut text, new), rules));
        let seen_at = history.iter().position(|(seen, _)| *seen == text);
        if seen_at.is_some() || history.len() > MAX_PASSES {
            let from = seen_at.unwrap_or(history.len() - 2);
            settled.disagree = history[from..].iter().flat_map(|(_, rules)| rules).copied().collect();
            history[from].0.clone_into(&mut text);
            settled.remaining = checker.check_catalog(&catalog::parse(directory, &text));
            break;
        }
        settled.applied.extend(pass.rules);
        settled.remaining = checker.check_catalog(&catalog::parse(directory, &text));
    }
    settled.text = (original.unwrap_or_default() != text).then_some(text);
    settled
}

/// The fixes of one pass.
struct Pass {
    edits: EditSet,
    /// The codes of the rules whose fixes were chosen, one a fix.
    rules: Vec<&'static str>,
}

/// Chooses fixes in the order of the findings; one that comes too close to a chosen one waits for the next pass.
fn choose(findings: &[Finding], safety: Safety) -> Pass {
    let mut taken: BTreeMap<(usize, usize), (&'static str, TextEdit)> = BTreeMap::new();
    let mut rules = Vec::new();
    for finding in findings {
        let Some(fix) = finding.fix.as_ref().filter(|fix| fix.safety <= safety) else { continue };
        if !fix.edits.edits().iter().all(|edit| fits(&taken, finding.code, edit)) {
            continue;
        }
        rules.push(finding.code);
        take(&mut taken, finding.code, fix);
    }
    let edits = taken.into_values().map(|(_, edit)| edit).collect();
    Pass { edits: EditSet::new(edits).expect("chosen edits stand clear of each other"), rules }
}

type Taken = BTreeMap<(usize, usize), (&'static str, TextEdit)>;

/// Whether an edit can be made together with those taken. Edits of different rules may not even touch, since each was
/// thought out for what stands beside it; edits of one rule may, and insertions at one place follow each other.
fn fits(taken: &Taken, code: &'static str, edit: &TextEdit) -> bool {
    let (start, end) = (edit.span.start, edit.span.end);
    let before = taken.range(..=(start, end)).next_back();
    let after = taken.range((start, end)..).next();
    before.into_iter().chain(after).all(|(_, (other_code, other))| {
        if other == edit {
            return true;
        }
        let touches = other.span.start <= end && start <= other.span.end;
        let overlaps = other.span.start < end && start < other.span.end;
        let both_insert = other.span.is_empty() && edit.span.is_empty();
        !touches || (*other_code == code && !overlaps && (both_insert || other.span.start != start))
    })
}

fn take(taken: &mut Taken, code: &'static str, fix: &Fix) {
    for edit in fix.edits.edits() {
        let place = (edit.span.start, edit.span.end);
        match taken.get_mut(&place) {
            Some((_, same)) if same == edit => {}
            Some((_, insertion)) => insertion.text.push_str(&edit.text),
            None => {
                taken.insert(place, (code, edit.clone()));
            }
        }
    }
}
