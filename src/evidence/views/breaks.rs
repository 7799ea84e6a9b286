//! What the diff breaks: units that use a name which the diff only removes. Rare names count most; a name that stands
//! in half of the files was not removed, it was moved about.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::evidence::Ranked;
use crate::evidence::Reason;
use crate::evidence::UnitId;
use crate::evidence::scene::Scene;
use crate::evidence::views::view::View;
use crate::index::Bm25;
use crate::index::Field;
use crate::index::Grain;
use crate::index::QueryTerm;

pub(super) const VIEW: View = View { name: "breaks", rank };

/// Names that are looked for; a diff that removes more is a deletion of whole parts, and its rarest names say which.
const MOST_NAMES: usize = 80;

fn rank(scene: &Scene<'_>) -> Vec<Ranked> {
    let full_text = scene.sources.full_text;
    let total = f64::from(full_text.total(Grain::Cell));
    let mut names: Vec<(f64, &str, &str)> = scene
        .clues
        .removed_names
        .iter()
        .filter_map(|(exact, name)| {
            let frequency = full_text.document_frequency(Grain::Cell, Field::Exact, exact);
            (frequency > 0).then(|| {
                let idf = (1.0 + (total - f64::from(frequency) + 0.5) / (f64::from(frequency) + 0.5)).ln();
                (idf, exact.as_str(), name.as_str())
            })
        })
        .collect();
    names.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    names.truncate(MOST_NAMES);

    let mut by_unit: BTreeMap<UnitId, (f64, f64, &str)> = BTreeMap::new();
    for (idf, exact, name) in names {
        let term = QueryTerm { field: Field::Exact, term: exact.to_owned(), boost: 1.0 };
        let users: BTreeSet<UnitId> =
            scene.search(Grain::Cell, &[term], Bm25::default()).into_iter().map(|(unit, _)| unit).collect();
        let files: BTreeSet<_> = users.iter().map(|unit| scene.units.path(*unit)).collect();
        let worth = idf * idf / (1.0 + files.len() as f64).ln();
        for unit in users {
            let entry = by_unit.entry(unit).or_insert((0.0, 0.0, name));
            entry.0 += worth;
            if worth > entry.1 {
                (entry.1, entry.2) = (worth, name);
            }
        }
    }
    by_unit
        .into_iter()
        .map(|(unit, (score, _, name))| Ranked { unit, score, reason: Reason::UsesRemoved { name: name.to_owned() } })
        .collect()
}
