//! The order in which catalogs are made true.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::config::LintConfig;
use crate::heal::describe;
use crate::heal::plan::Plan;
use crate::heal::refresh::coverage;
use crate::heal::refresh::derived;
use crate::heal::refresh::desk::Action;
use crate::heal::refresh::desk::Desk;
use crate::heal::refresh::moves;
use crate::heal::refresh::ranges;
use crate::heal::refresh::symbols;
use crate::lint;
use crate::lint::Safety;

/// Catalogs that are true again.
#[derive(Clone, Debug)]
pub struct Refreshed {
    /// The project with them.
    pub project: Project,
    /// The catalogs that differ from what stands, by directory; `None` for one that goes.
    pub catalogs: BTreeMap<RepoPath, Option<String>>,
    /// What was done, in order.
    pub actions: Vec<Action>,
}

impl Refreshed {
    /// What was done, one sentence each, without the period; many ranges of one file share one.
    pub fn sentences(&self) -> Vec<String> {
        describe::actions(&self.actions)
    }
}

/// Makes the catalogs in scope, and every range of every catalog, true again. A second refresh of the result changes
/// nothing.
pub fn refresh(project: &Project, plan: &Plan, config: &LintConfig, limits: &Limits) -> Refreshed {
    let mut desk = Desk::new(project);
    // Words move before anything is removed or made anew, so that none are lost.
    moves::modules(&mut desk, plan);
    coverage::add_catalogs(&mut desk, plan, limits);
    moves::entries(&mut desk, plan);
    coverage::remove_entries(&mut desk, plan);
    coverage::add_entries(&mut desk, plan, limits);
    symbols::settle_vanished(&mut desk, &plan.before);
    symbols::add_new(&mut desk, plan, limits);
    ranges::set_all(&mut desk, &plan.before);
    derived::renew_lists(&mut desk, plan, limits);
    coverage::remove_catalogs(&mut desk, plan);
    tidy(&mut desk, config);
    Refreshed { catalogs: desk.texts(), actions: desk.actions, project: desk.now }
}

/// Applies the safe fixes of lint to the catalogs that were edited: order, lengths, blank lines.
fn tidy(desk: &mut Desk<'_>, config: &LintConfig) {
    let touched: Vec<RepoPath> =
        desk.touched().iter().filter(|directory| desk.now.catalogs.contains_key(*directory)).cloned().collect();
    if touched.is_empty() {
        return;
    }
    let fixed = lint::fix(&desk.now, config, &lint::Scope::catalogs(touched), Safety::Safe);
    for (directory, text) in fixed.catalogs {
        desk.write(&directory, &text);
    }
}
