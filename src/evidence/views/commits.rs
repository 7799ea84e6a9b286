//! Commit memory: files, and folders, that were changed by earlier commits whose messages resemble the question.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;

pub(super) const FILES: View = View { name: "commits", rank: by_file };

/// What happened to a file's neighbours says something of the file, above all where the file is young.
pub(super) const FOLDERS: View = View { name: "folder-commits", rank: by_folder };

/// Commits that are counted for the reason.
const NEAREST: usize = 25;

fn by_file(scene: &Scene<'_>) -> Vec<Ranked> {
    let files = remembered(scene);
    let counts = counts(scene);
    let files = files
        .into_iter()
        .map(|(path, weight)| {
            let count = counts.get(&path).copied().unwrap_or(1);
            (path, (weight, Reason::SimilarCommits { count }))
        })
        .collect();
    scene.spread(&files)
}

fn by_folder(scene: &Scene<'_>) -> Vec<Ranked> {
    let mut folders: BTreeMap<RepoPath, f64> = BTreeMap::new();
    for (path, weight) in remembered(scene) {
        if let Some(folder) = path.parent() {
            *folders.entry(folder).or_default() += weight;
        }
    }
    let mut files = BTreeMap::new();
    for path in scene.units.files() {
        let weight = path.parent().and_then(|folder| folders.get(&folder));
        if let Some(weight) = weight {
            files.insert(path.clone(), (*weight, Reason::Neighbourhood));
        }
    }
    scene.spread(&files)
}

fn remembered(scene: &Scene<'_>) -> Vec<(RepoPath, f64)> {
    let ours = |path: &RepoPath| scene.units.of_file(path).len() > 0;
    scene.sources.history.map_or_else(Vec::new, |history| history.remembered(&scene.state.question(), &ours))
}

/// In how many of the nearest commits each file was changed.
fn counts(scene: &Scene<'_>) -> BTreeMap<RepoPath, usize> {
    let mut counts: BTreeMap<RepoPath, usize> = BTreeMap::new();
    let Some(history) = scene.sources.history else { return counts };
    for (at, _) in history.similar(&scene.state.question(), NEAREST) {
        for path in history.files_of(&history.commits()[at]) {
            *counts.entry(path.clone()).or_default() += 1;
        }
    }
    counts
}
