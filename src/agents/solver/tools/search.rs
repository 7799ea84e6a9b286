//! Search for entities in layers, each asked only where the one before found nothing.

use crate::agents::solver::bm25::Constants;
use crate::agents::solver::tools::entities::EntityKind;
use crate::agents::solver::tools::fuzzy;
use crate::agents::solver::tools::graph::GraphTools;
use crate::agents::solver::tools::graph::terms;
use crate::base::RepoPath;
use crate::source::Symbol;

/// What an index returns at most, what of that is shown, and how many classes and functions of a search among ids.
const INDEXED: usize = 10;
pub(super) const SHOWN: usize = 5;
const SHOWN_SYMBOLS: usize = 3;
/// Nearly matching names that are returned, and how alike they must be.
const FUZZY: usize = 3;
const LEAST_ALIKE: f64 = 0.6;
const CONSTANTS: Constants = Constants { k1: 1.2, b: 0.75 };

/// The layer that found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// The query is an id.
    Id,
    /// The query is a name.
    Name,
    /// Words of the query are in ids.
    IdWords,
    /// The query is nearly a name.
    Fuzzy,
    /// Words of the query are in the source.
    Content,
}

impl Layer {
    /// In a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Id => "by id",
            Self::Name => "by name",
            Self::IdWords => "by the words of its id",
            Self::Fuzzy => "by a name that is nearly so",
            Self::Content => "by its source",
        }
    }
}

/// How much of an entity is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Its id and lines.
    Fold,
    /// And its first lines.
    Preview,
    /// And all of its source.
    Full,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Where.
    pub layer: Layer,
    /// Ids with scores from 0 to 1, best first.
    pub hits: Vec<(String, f64)>,
    /// How much of each is to be shown: the fewer, the more.
    pub detail: Detail,
}

impl GraphTools<'_> {
    /// Searches for an entity by id, by name, by the words of ids, by nearly matching names, and by source, in this order.
    /// `None` where nothing is like the query.
    pub fn search(&self, query: &str) -> Option<Found> {
        let query = query.trim();
        if let Some(number) = self.entities.with_id(query) {
            return Some(found(Layer::Id, vec![(self.entities.get(number).id.clone(), 1.0)]));
        }
        let named = self.entities.named(query);
        if !named.is_empty() {
            let hits = named.into_iter().map(|number| (self.entities.get(number).id.clone(), 1.0));
            return Some(found(Layer::Name, hits.collect()));
        }
        let by_words = self.by_id_words(query);
        if !by_words.is_empty() {
            return Some(found(Layer::IdWords, by_words));
        }
        let nearly = self.nearly(query);
        if !nearly.is_empty() {
            return Some(found(Layer::Fuzzy, nearly));
        }
        let content = self.by_content(query, SHOWN);
        (!content.is_empty()).then(|| found(Layer::Content, content))
    }

    /// Entities whose ids share words with the query.
    pub(super) fn by_id_words(&self, query: &str) -> Vec<(String, f64)> {
        let mut scored = best(self.ids.scores(&terms(query), CONSTANTS), INDEXED);
        let mut symbols = 0;
        scored.retain(|(number, _)| {
            let is_symbol = self.entities.get(*number as u32).kind > EntityKind::File;
            symbols += usize::from(is_symbol);
            !is_symbol || symbols <= SHOWN_SYMBOLS
        });
        scored.truncate(SHOWN);
        scored.into_iter().map(|(number, score)| (self.entities.get(number as u32).id.clone(), score)).collect()
    }

    fn nearly(&self, query: &str) -> Vec<(String, f64)> {
        if terms(query).len() > SHOWN {
            return Vec::new();
        }
        let alike = |id: &str| fuzzy::token_set_likeness(query, id.rsplit([':', '/']).next().unwrap_or(id));
        let mut scored: Vec<(String, f64)> =
            self.entities.all.iter().map(|entity| (entity.id.clone(), alike(&entity.id))).collect();
        scored.retain(|(_, likeness)| *likeness >= LEAST_ALIKE);
        scored.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        scored.truncate(FUZZY);
        scored
    }

    /// The entities whose chunks of source share words with the query: what a chunk defines, or its file.
    pub(super) fn by_content(&self, query: &str, limit: usize) -> Vec<(String, f64)> {
        let chunks = best(self.chunks.scores(&terms(query), CONSTANTS), limit.max(INDEXED));
        let mut hits: Vec<(String, f64)> = Vec::new();
        for (chunk, score) in chunks {
            let (path, lines) = &self.chunk_of[chunk];
            let id = self.definition_in(path, lines.start(), lines.end(), query).unwrap_or_else(|| path.to_string());
            if !hits.iter().any(|(known, _)| *known == id) {
                hits.push((id, score));
            }
        }
        hits.truncate(limit);
        hits
    }

    /// Of the functions that begin in some lines of a file, the one whose declaration and documentation share most words
    /// with the query.
    fn definition_in(&self, path: &RepoPath, first: u32, last: u32, query: &str) -> Option<String> {
        let facts = self.project.facts(path)?;
        let wanted = terms(query);
        let begun = facts.symbols.iter().filter(|symbol| (first..=last).contains(&symbol.range.start()));
        let scored = begun.filter(|symbol| symbol.kind.is_callable() || symbol.kind.is_type()).map(|symbol| {
            let said = terms(&format!("{} {}", symbol.signature, symbol.doc.as_deref().unwrap_or_default()));
            (said.iter().filter(|(term, _)| wanted.contains(term)).count(), symbol)
        });
        // The first of equals: `max_by_key` would take the last.
        let mut chosen: Option<(usize, &Symbol)> = None;
        for (shared, symbol) in scored {
            if chosen.is_none_or(|(most, _)| shared > most) {
                chosen = Some((shared, symbol));
            }
        }
        chosen.map(|(_, symbol)| format!("{path}:{}", symbol.qualified_name))
    }
}

fn found(layer: Layer, hits: Vec<(String, f64)>) -> Found {
    let detail = match hits.len() {
        0 | 1 => Detail::Full,
        2..=3 => Detail::Preview,
        _ => Detail::Fold,
    };
    Found { layer, hits, detail }
}

/// The best of some scores with their places, scaled so that the first has 1; those of 0 are left out.
fn best(scores: Vec<f64>, limit: usize) -> Vec<(usize, f64)> {
    let mut scored: Vec<(usize, f64)> = scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0).collect();
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    scored.truncate(limit);
    let top = scored.first().map_or(1.0, |(_, score)| *score);
    for (_, score) in &mut scored {
        *score /= top;
    }
    scored
}
