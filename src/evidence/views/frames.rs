//! Stack frames: where the failing tests stopped, the innermost place of our own code first.

use std::collections::BTreeMap;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene::Scene;
use crate::evidence::test_output::Frame;
use crate::evidence::views::view::View;

pub(super) const VIEW: View = View { name: "frames", rank };

/// What each further frame is worth, compared with the one before it.
const DECAY: f64 = 0.85;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let mut ranked = Vec::new();
    // Runners print the innermost frame last (Python) or first (all others); a frame in the middle is the least telling.
    let frames = &scene.clues.report.frames;
    let mut worth = BTreeMap::new();
    for (at, frame) in frames.iter().enumerate() {
        let from_end = at.min(frames.len() - 1 - at);
        worth.insert(at, DECAY.powf(from_end as f64));
        for path in files_of(scene, frame) {
            let line = LineRange::clamped(frame.line, frame.line);
            let place = frame
                .function
                .as_ref()
                .map_or_else(|| format!("{}:{}", path.file_name(), frame.line), |name| format!("`{name}`"));
            for unit in scene.units.overlapping(&path, line) {
                ranked.push(Ranked { unit, score: worth[&at], reason: Reason::Frame { place: place.clone() } });
            }
        }
    }
    ranked
}

/// The files that a printed path may mean: the longest common tail wins; several files with equally long ones all count.
fn files_of(scene: &Scene<'_>, frame: &Frame) -> Vec<RepoPath> {
    let printed: Vec<&str> = frame.path.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
    let tail = |path: &RepoPath| {
        path.parts().rev().zip(printed.iter().rev()).take_while(|(ours, theirs)| ours == *theirs).count()
    };
    let mut longest = 1;
    let mut files = Vec::new();
    for path in scene.units.files() {
        let length = tail(path);
        if length > longest {
            longest = length;
            files.clear();
        }
        if length == longest {
            files.push(path.clone());
        }
    }
    files
}
