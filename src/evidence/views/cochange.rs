//! Co-change: files that history changed together with the edited ones, or, before any edit, with those that answer the
//! question best; and, where something is edited, those that did so in commits that resemble the question.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;

pub(super) const ALL: View = View { name: "co-change", rank: all };

pub(super) const SIMILAR: View = View { name: "similar-co-change", rank: similar };

/// Files that stand in for edited ones before any edit.
const LEADING: usize = 3;
/// A commit of more files says little of any two of them.
const MOST_FILES: usize = 40;
/// Commits whose likeness to the question is known; the others count nothing.
const SIMILAR_COMMITS: usize = 4_000;

fn all(scene: &Scene<'_>) -> Vec<Ranked> {
    let Some(history) = scene.sources.history else { return Vec::new() };
    let mut seeds = edited(scene);
    if seeds.is_empty() {
        seeds = leading_files(scene);
    }
    let ours = |path: &RepoPath| scene.units.of_file(path).len() > 0;
    let mut files: BTreeMap<RepoPath, (f64, Reason)> = BTreeMap::new();
    let reason = |path: &RepoPath| Reason::ChangesWith { path: path.clone() };
    for (path, weight) in history.partners(&seeds, &ours) {
        files.insert(path, (weight, reason(&seeds[0])));
    }
    // With several seeds, the one that a partner changes with most is named.
    for seed in seeds.iter().skip(1).take(LEADING) {
        for (path, _) in history.partners(std::slice::from_ref(seed), &ours).into_iter().take(LEADING) {
            if let Some(entry) = files.get_mut(&path) {
                entry.1 = reason(seed);
            }
        }
    }
    scene.spread(&files)
}

fn similar(scene: &Scene<'_>) -> Vec<Ranked> {
    let Some(history) = scene.sources.history else { return Vec::new() };
    let seeds: BTreeSet<RepoPath> = edited(scene).into_iter().collect();
    if seeds.is_empty() {
        return Vec::new();
    }
    let nearest = history.similar(&scene.state.question(), SIMILAR_COMMITS);
    let best = nearest.first().map_or(1.0, |(_, similarity)| *similarity);
    let mut weights: BTreeMap<&RepoPath, (f64, &RepoPath)> = BTreeMap::new();
    for (at, similarity) in nearest {
        let files: Vec<&RepoPath> = history.files_of(&history.commits()[at]).collect();
        let Some(seed) = files.iter().find(|path| seeds.contains(**path)) else { continue };
        if files.len() > MOST_FILES {
            continue;
        }
        let weight = (similarity / best).powi(2) / (files.len() as f64).sqrt();
        for path in files.iter().filter(|path| !seeds.contains(**path)) {
            weights.entry(path).or_insert((0.0, seed)).0 += weight;
        }
    }
    let changes = history.changes();
    let files = weights
        .into_iter()
        .map(|(path, (weight, seed))| {
            let often = f64::from(changes.get(path).copied().unwrap_or(0));
            (path.clone(), (weight / (often + 2.0).sqrt(), Reason::ChangesWith { path: seed.clone() }))
        })
        .collect();
    scene.spread(&files)
}

fn edited(scene: &Scene<'_>) -> Vec<RepoPath> {
    scene.state.diff.iter().map(|file| file.path.clone()).collect()
}

fn leading_files(scene: &Scene<'_>) -> Vec<RepoPath> {
    let mut files: Vec<RepoPath> = Vec::new();
    for (unit, _) in scene.by_question() {
        let path = scene.units.path(*unit);
        if files.len() < LEADING && !files.contains(path) {
            files.push(path.clone());
        }
    }
    files
}
