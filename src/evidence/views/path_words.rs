//! Words of the question in paths: a folder's or file's name says what it is about more plainly than its code does.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::scene;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;

/// BM25 of all words of the path.
pub(super) const QUESTION: View = View { name: "path", rank: by_path };

/// The share of the file name's words that the question holds.
pub(super) const NAME: View = View { name: "file-name", rank: by_name };

fn by_path(scene: &Scene<'_>) -> Vec<Ranked> {
    let terms = scene::terms_of(Field::Path, &scene.clues.question);
    let hits = scene.hits(Grain::File, &terms, Bm25::default());
    let files = hits
        .into_iter()
        .map(|hit| {
            let reason = named(scene, &hit.path);
            (hit.path, (hit.score, reason))
        })
        .collect();
    scene.spread(&files)
}

fn by_name(scene: &Scene<'_>) -> Vec<Ranked> {
    let mut files = BTreeMap::new();
    for path in scene.units.files() {
        let words = index::stems(path.stem());
        let held = words.iter().filter(|word| asked(scene, word)).count();
        if held > 0 {
            let share = held as f64 / words.len() as f64;
            files.insert(path.clone(), (share, named(scene, path)));
        }
    }
    scene.spread(&files)
}

fn asked(scene: &Scene<'_>, stem: &str) -> bool {
    let question = &scene.clues.question;
    question.binary_search_by(|(term, _)| term.as_str().cmp(stem)).is_ok()
}

/// The words of a path that the question holds, as they stand there.
fn named(scene: &Scene<'_>, path: &RepoPath) -> Reason {
    let mut words: Vec<String> = crate::base::words::identifiers(path.as_str())
        .flat_map(crate::base::words::identifier_parts)
        .filter(|part| asked(scene, &crate::base::words::stem(part)))
        .collect();
    words.dedup();
    words.truncate(3);
    Reason::Path { words: words.join(" ") }
}
