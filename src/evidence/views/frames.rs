//! Stack frames: where the failing tests stopped, the innermost place of our own code first.

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene::Scene;
use crate::evidence::test_output::Frame;
use crate::evidence::test_output::Resolver;
use crate::evidence::views::view::View;

pub(super) const VIEW: View = View { name: "frames", rank };

/// What each further frame is worth, compared with the one before it.
const DECAY: f64 = 0.85;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let resolver = Resolver::new(scene.sources.project.files.keys());
    // Frames of libraries and runners are no places of ours, and must not push ours into the middle.
    let frames: Vec<(&Frame, Vec<&RepoPath>)> = scene
        .clues
        .report
        .frames
        .iter()
        .map(|frame| (frame, resolver.resolve(&frame.path)))
        .filter(|(_, files)| !files.is_empty())
        .collect();
    let mut ranked = Vec::new();
    // Runners print the innermost frame last (Python) or first (all others); a frame in the middle is the least telling.
    for (at, (frame, files)) in frames.iter().enumerate() {
        let from_end = at.min(frames.len() - 1 - at);
        let score = DECAY.powf(from_end as f64);
        for path in files {
            let line = LineRange::clamped(frame.line, frame.line);
            let place = frame
                .function
                .as_ref()
                .map_or_else(|| format!("{}:{}", path.file_name(), frame.line), |name| format!("`{name}`"));
            for unit in scene.units.overlapping(path, line) {
                ranked.push(Ranked { unit, score, reason: Reason::Frame { place: place.clone() } });
            }
        }
    }
    ranked
}
