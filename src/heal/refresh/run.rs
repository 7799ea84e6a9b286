//! The order in which catalogs are made true.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::config::LintConfig;
use crate::config::Severity;
use crate::heal::describe;
use crate::heal::hands::Hands;
use crate::heal::plan::Plan;
use crate::heal::refresh::coverage;
use crate::heal::refresh::derived;
use crate::heal::refresh::desk::Action;
use crate::heal::refresh::desk::Desk;
use crate::heal::refresh::moves;
use crate::heal::refresh::ranges;
use crate::heal::refresh::strays;
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
    /// The parts of catalogs that people wrote, where they stand now.
    pub hands: Hands,
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
    let mut desk = Desk::new(project, &plan.hands);
    // Words move before anything is removed or made anew, so that none are lost.
    moves::modules(&mut desk, plan);
    coverage::add_catalogs(&mut desk, plan, limits);
    moves::entries(&mut desk, plan);
    coverage::add_entries(&mut desk, plan, limits);
    strays::follow(&mut desk, plan, limits);
    coverage::remove_entries(&mut desk, plan);
    symbols::settle_vanished(&mut desk, &plan.before);
    symbols::add_new(&mut desk, plan, limits);
    ranges::set_all(&mut desk, &plan.before);
    derived::renew_lists(&mut desk, plan, limits);
    coverage::remove_catalogs(&mut desk, plan);
    tidy(&mut desk, config);
    Refreshed { catalogs: desk.texts(), actions: desk.actions, project: desk.now, hands: desk.hands }
}

/// The same rules without those that cut what is too long or too much.
fn without_cuts(config: &LintConfig) -> LintConfig {
    let mut config = config.clone();
    for code in ["CAT401", "CAT402", "CAT403", "CAT404"] {
        config.rules.insert(code.to_owned(), Severity::Off);
    }
    config
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
        let reworded = |text: &str| {
            let catalog = desk.catalog(&directory)?;
            desk.hands.reworded(&catalog, &catalog::parse(&directory, text))
        };
        let Some(unit) = reworded(&text) else {
            desk.write(&directory, &text);
            continue;
        };
        // What is too long or too much is for whoever wrote it; order and layout are for us.
        let scope = lint::Scope::catalogs([directory.clone()]);
        let fixed = lint::fix(&desk.now, &without_cuts(config), &scope, Safety::Safe);
        if let Some(text) = fixed.catalogs.get(&directory).filter(|text| reworded(text).is_none()) {
            desk.write(&directory, text);
        }
        desk.leave(&directory, &unit.name(), "lint would reword it, and somebody wrote it by hand".to_owned());
    }
}
