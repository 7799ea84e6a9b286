//! Recency: files that were changed lately. Weak alone; it decides between equals.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;

pub(super) const VIEW: View = View { name: "recency", rank };

/// After so many commits a change counts half.
const HALF_LIFE: f64 = 50.0;
/// Commits that are looked at.
const LATEST: usize = 400;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let Some(history) = scene.sources.history else {
        return Vec::new();
    };
    let mut files: BTreeMap<RepoPath, (f64, Reason)> = BTreeMap::new();
    for (at, commit) in history.commits().iter().take(LATEST).enumerate() {
        if !commit.is_telling {
            continue;
        }
        for path in history.files_of(commit) {
            let score = 0.5_f64.powf(at as f64 / HALF_LIFE);
            files.entry(path.clone()).or_insert((score, Reason::Recent));
        }
    }
    scene.spread(&files)
}
