//! The code around the edited definitions: who uses them, what they call, who implements the same interface, and the
//! files that import or are imported.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::UnitId;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;
use crate::index::QueryTerm;
use crate::index::SymbolRef;
use crate::source::Symbol;

/// Units that use an edited definition.
pub(super) const USERS: View = View { name: "users", rank: users };

/// Units that use a definition whose declaration is edited.
pub(super) const CHANGED: View = View { name: "changed-users", rank: changed_users };

/// What edited definitions call, and types that share an interface with edited ones.
pub(super) const USED: View = View { name: "used", rank: used };

/// Files that an edited file imports, and files that import it.
pub(super) const IMPORTS: View = View { name: "imports", rank: imports };

/// What a sibling of an edited type is worth, where the only definition of a called name is worth 1.
const SIBLING: f64 = 1.0;
/// Units that use a name; one that is used more widely is no name of this definition alone.
const MOST_USERS: u32 = 60;
/// Edited definitions that are followed.
const MOST_EDITED: usize = 40;

/// An edited definition.
pub(super) struct Edited<'a> {
    pub(super) path: &'a RepoPath,
    /// Its position among its file's symbols.
    pub(super) index: u32,
    pub(super) symbol: &'a Symbol,
}

/// The innermost definitions around each change, each once.
pub(super) fn edited<'a>(scene: &Scene<'a>) -> Vec<Edited<'a>> {
    let mut edited: Vec<Edited<'_>> = Vec::new();
    for file in &scene.state.diff {
        let Some(facts) = scene.sources.project.files.get(&file.path).and_then(|file| file.facts.as_ref()) else {
            continue;
        };
        for hunk in &file.hunks {
            let touched = hunk.lines_now();
            let innermost = (0..)
                .zip(&facts.symbols)
                .filter(|(_, symbol)| symbol.range.overlaps(touched))
                .min_by_key(|(_, symbol)| symbol.range.line_count());
            let Some((index, symbol)) = innermost else { continue };
            let known = edited.iter().any(|known| known.path == &file.path && known.index == index);
            if !known && edited.len() < MOST_EDITED {
                edited.push(Edited { path: &file.path, index, symbol });
            }
        }
    }
    edited
}

fn users(scene: &Scene<'_>) -> Vec<Ranked> {
    using(scene, |_| true)
}

fn changed_users(scene: &Scene<'_>) -> Vec<Ranked> {
    using(scene, |edited| {
        let body = edited.symbol.body.map_or(edited.symbol.range.end() + 1, LineRange::start);
        let (start, end) = (edited.symbol.range.start(), body.saturating_sub(1).max(edited.symbol.definition_line));
        let declaration = LineRange::clamped(start, end);
        let files = scene.state.diff.iter().filter(|file| &file.path == edited.path);
        files.flat_map(|file| &file.hunks).any(|hunk| hunk.lines_now().overlaps(declaration))
    })
}

fn using(scene: &Scene<'_>, counts: impl Fn(&Edited<'_>) -> bool) -> Vec<Ranked> {
    let full_text = scene.sources.full_text;
    let total = f64::from(full_text.total(Grain::Cell));
    let mut by_unit: BTreeMap<UnitId, (f64, f64, &str)> = BTreeMap::new();
    let edited = edited(scene);
    let names: BTreeSet<&str> =
        edited.iter().filter(|edited| counts(edited)).map(|edited| edited.symbol.name.as_str()).collect();
    for name in names {
        for exact in index::exact_words(name) {
            let frequency = full_text.document_frequency(Grain::Cell, Field::Exact, &exact);
            if frequency == 0 || frequency > MOST_USERS {
                continue;
            }
            let worth = (1.0 + total / f64::from(frequency)).ln();
            let term = QueryTerm { field: Field::Exact, term: exact, boost: 1.0 };
            for (unit, _) in scene.search(Grain::Cell, &[term], Bm25::default()) {
                let entry = by_unit.entry(unit).or_insert((0.0, 0.0, name));
                entry.0 += worth;
                if worth > entry.1 {
                    (entry.1, entry.2) = (worth, name);
                }
            }
        }
    }
    by_unit
        .into_iter()
        .map(|(unit, (score, _, name))| Ranked { unit, score, reason: Reason::UsesEdited { name: name.to_owned() } })
        .collect()
}

fn used(scene: &Scene<'_>) -> Vec<Ranked> {
    let graph = scene.graph();
    let mut worth: BTreeMap<UnitId, (f64, f64, Reason)> = BTreeMap::new();
    let mut add = |target: &SymbolRef<'_>, score: f64, reason: Reason| {
        let line = target.symbol.definition_line;
        for unit in scene.units.overlapping(target.path, LineRange::clamped(line, line)) {
            let entry = worth.entry(unit).or_insert_with(|| (0.0, 0.0, reason.clone()));
            entry.0 += score;
            if score > entry.1 {
                (entry.1, entry.2) = (score, reason.clone());
            }
        }
    };
    for edited in edited(scene) {
        let name = &edited.symbol.name;
        for (target, weight) in graph.uses(edited.path, edited.index) {
            add(&target, weight, Reason::CalledBy { name: name.clone() });
        }
        let interfaces = edited.symbol.bases.iter();
        let own = edited.symbol.kind.is_type().then_some(name);
        for interface in interfaces.chain(own) {
            let siblings = graph.subtypes_of(interface);
            let share = SIBLING / (siblings.len().max(1) as f64).sqrt();
            for sibling in siblings {
                let name = interface.clone();
                add(&sibling, share, Reason::Implements { name });
            }
        }
    }
    worth.into_iter().map(|(unit, (score, _, reason))| Ranked { unit, score, reason }).collect()
}

fn imports(scene: &Scene<'_>) -> Vec<Ranked> {
    let graph = scene.graph();
    let mut files: BTreeMap<RepoPath, (f64, Reason)> = BTreeMap::new();
    for file in &scene.state.diff {
        for neighbours in [graph.imports_of(&file.path), graph.importers_of(&file.path)] {
            // A file that everyone imports is nobody's neighbour.
            let share = 1.0 / (neighbours.len().max(1) as f64).sqrt();
            for neighbour in neighbours {
                let reason = Reason::Imports { path: file.path.clone() };
                files.entry((*neighbour).clone()).or_insert((0.0, reason)).0 += share;
            }
        }
    }
    scene.spread(&files)
}
