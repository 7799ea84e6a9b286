//! What a view is, and the table of all of them.

use rayon::prelude::*;

use crate::evidence::Fused;
use crate::evidence::Ranked;
use crate::evidence::Ranking;
use crate::evidence::Weight;
use crate::evidence::fusion;
use crate::evidence::scene::Scene;
use crate::evidence::views::actions;
use crate::evidence::views::bigrams;
use crate::evidence::views::breaks;
use crate::evidence::views::callees;
use crate::evidence::views::catalogs;
use crate::evidence::views::characters;
use crate::evidence::views::cochange;
use crate::evidence::views::commits;
use crate::evidence::views::defines;
use crate::evidence::views::dense;
use crate::evidence::views::entities;
use crate::evidence::views::exact;
use crate::evidence::views::files;
use crate::evidence::views::frames;
use crate::evidence::views::graph;
use crate::evidence::views::keys;
use crate::evidence::views::likeness;
use crate::evidence::views::members;
use crate::evidence::views::missing;
use crate::evidence::views::observations;
use crate::evidence::views::path_words;
use crate::evidence::views::pattern;
use crate::evidence::views::question;
use crate::evidence::views::recency;
use crate::evidence::views::state_words;
use crate::evidence::views::subject;
use crate::evidence::views::symbols;
use crate::evidence::views::tf_idf;
use crate::evidence::views::weights;
use crate::evidence::views::weights::Stage;
use crate::evidence::views::windows;

/// One way to rank units.
pub(super) struct View {
    /// Its name, as output has it.
    pub(super) name: &'static str,
    /// Ranks. Units that it has nothing to say of are left out; order does not matter.
    pub(super) rank: fn(&Scene<'_>) -> Vec<Ranked>,
}

/// Every view; what each counts stands in `weights`.
const VIEWS: &[View] = &[
    question::VIEW,
    frames::VIEW,
    windows::VIEW,
    state_words::VIEW,
    subject::VIEW,
    breaks::VIEW,
    entities::QUESTION,
    exact::QUESTION,
    exact::DIFF,
    bigrams::FILES,
    bigrams::UNITS,
    graph::USERS,
    graph::USED,
    graph::IMPORTS,
    cochange::ALL,
    cochange::SIMILAR,
    commits::FILES,
    commits::FOLDERS,
    path_words::QUESTION,
    path_words::NAME,
    observations::VIEW,
    actions::VIEW,
    entities::REMOVED,
    entities::DIFF,
    entities::TEST_OUTPUT,
    recency::VIEW,
    defines::VIEW,
    files::VIEW,
    symbols::VIEW,
    pattern::REMOVED,
    pattern::ADDED,
    likeness::VIEW,
    members::VIEW,
    missing::VIEW,
    graph::CHANGED,
    keys::VIEW,
    catalogs::VIEW,
    tf_idf::VIEW,
    characters::VIEW,
];

/// One way to rank units that begins with what all other views together put first.
pub(super) struct LateView {
    /// Its name, as output has it.
    pub(super) name: &'static str,
    /// Ranks, given the units so far, best first.
    pub(super) rank: fn(&Scene<'_>, &[Fused]) -> Vec<Ranked>,
}

/// Every such view.
const LATE_VIEWS: &[LateView] = &[callees::VIEW, dense::VIEW];

/// All rankings with their weights. `chosen` are the names of the views to use; empty means all but the
/// quiet ones.
pub(crate) fn rank_all(scene: &Scene<'_>, chosen: &[String]) -> Vec<(Weight, Ranking)> {
    let by_model = |name: &str| name == dense::VIEW.name && scene.sources.embedder.is_some();
    let wanted = |name: &str| match chosen {
        [] => !weights::QUIET.contains(&name) || by_model(name),
        chosen => chosen.iter().any(|chosen| chosen == name),
    };
    let stage = Stage::of(scene.state);
    scene.prepare();
    let mut rankings: Vec<(Weight, Ranking)> = VIEWS
        .par_iter()
        .filter(|view| wanted(view.name))
        .map(|view| (weights::of(view.name, stage), Ranking::new(view.name, (view.rank)(scene))))
        .filter(|(_, ranking)| !ranking.entries.is_empty())
        .collect();
    // These can only be asked once there are leading units.
    let leading = fusion::fuse(scene.units, &rankings);
    for view in LATE_VIEWS.iter().filter(|view| wanted(view.name)) {
        let name = view.name;
        let ranking = Ranking::new(name, (view.rank)(scene, &leading));
        if !ranking.entries.is_empty() {
            rankings.push((weights::of(name, stage), ranking));
        }
    }
    rankings
}

/// The names of all views.
pub fn view_names() -> Vec<&'static str> {
    VIEWS.iter().map(|view| view.name).chain(LATE_VIEWS.iter().map(|view| view.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_has_its_weight_and_every_weight_its_view() {
        let mut views = view_names();
        views.sort_unstable();
        let mut weighed: Vec<&str> = weights::ALL.iter().map(|(name, ..)| *name).collect();
        weighed.sort_unstable();
        assert_eq!(views, weighed);
    }
}
