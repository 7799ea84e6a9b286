//! `<!-- libra-ignore CODE -->`: takes silenced findings away and remembers which comments silenced nothing.

use crate::catalog::Suppression;
use crate::config::Severity;
use crate::lint::context::LintContext;
use crate::lint::finding::Finding;
use crate::lint::registry;
use crate::lint::settings::Settings;

/// A suppression that silenced nothing, or not by all of its names.
#[derive(Clone, Debug)]
pub(crate) struct Unused<'a> {
    /// The comment.
    pub(crate) suppression: &'a Suppression,
    /// The names in it that did nothing; empty where the comment has no names and did nothing.
    pub(crate) names: Vec<&'a str>,
}

/// Takes away what the catalog's comments silence, and tells the context which of them were in vain.
pub(crate) fn silence(context: &LintContext<'_>, settings: &Settings, findings: &mut Vec<Finding>) {
    let suppressions = &context.catalog.suppressions;
    let mut used: Vec<Vec<bool>> =
        suppressions.iter().map(|suppression| vec![false; suppression.rules.len().max(1)]).collect();
    findings.retain(|finding| {
        let mut silenced = false;
        let rule = registry::of(finding);
        for (suppression, used) in suppressions.iter().zip(&mut used) {
            if suppression.line != finding.line {
                continue;
            }
            if suppression.rules.is_empty() {
                (used[0], silenced) = (true, true);
            }
            for (name, used) in suppression.rules.iter().zip(used.iter_mut()) {
                if rule.is_called(name) {
                    (*used, silenced) = (true, true);
                }
            }
        }
        !silenced
    });
    let unused = suppressions.iter().zip(&used).filter_map(|(suppression, used)| {
        let names = suppression.rules.iter().zip(used).filter(|(name, used)| !**used && !is_off(name, settings));
        let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
        let in_vain = if suppression.rules.is_empty() { !used[0] } else { !names.is_empty() };
        in_vain.then_some(Unused { suppression, names })
    });
    // Set once a check; a second call would be a mistake of `check`, and the first answer stays.
    let _ = context.unused.set(unused.collect());
}

/// Whether a name means rules of which none runs, so that nothing can be said about its use.
fn is_off(name: &str, settings: &Settings) -> bool {
    let mut means = registry::RULES.iter().enumerate().filter(|(_, rule)| rule.is_called(name)).peekable();
    means.peek().is_some() && means.all(|(row, _)| settings.severity_at(row) == Severity::Off)
}
