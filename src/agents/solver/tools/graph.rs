//! The graph and its indexes, made once for a project.

use std::fmt::Write as _;

use crate::agents::solver::bm25::Collection;
use crate::agents::solver::bm25::Terms;
use crate::agents::solver::question;
use crate::agents::solver::tools::entities::Entities;
use crate::agents::solver::tools::entities::Entity;
use crate::agents::solver::tools::entities::EntityKind;
use crate::agents::solver::tools::search::Detail;
use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::index::Graph;
use crate::source;

/// Lines of a preview.
const PREVIEW: usize = 12;

/// Search, traverse and retrieve over the entities of a project.
#[derive(Debug)]
pub struct GraphTools<'p> {
    pub(super) project: &'p Project,
    pub(super) graph: Graph<'p>,
    pub(super) entities: Entities,
    /// The words of the entities' ids, by their numbers.
    pub(super) ids: Collection,
    /// The words of every chunk of source.
    pub(super) chunks: Collection,
    /// Whose chunk each one is: the file's number, and the innermost class or function around its first definition.
    pub(super) chunk_of: Vec<(RepoPath, LineRange)>,
    texts: std::collections::HashMap<RepoPath, String>,
}

impl<'p> GraphTools<'p> {
    /// Reads every catalogued file once; `text` gives its text.
    pub fn new(project: &'p Project, text: &dyn Fn(&RepoPath) -> Option<String>) -> Self {
        let entities = Entities::of(project);
        let documents: Vec<Terms> = entities.all.iter().map(|entity| terms(&entity.id)).collect();
        let mut texts = std::collections::HashMap::new();
        let (mut chunks, mut chunk_of) = (Vec::new(), Vec::new());
        for path in project.files.keys() {
            let Some((facts, text)) = project.facts(path).and_then(|facts| Some((facts, text(path)?))) else {
                continue;
            };
            for chunk in source::chunks(facts) {
                chunks.push(terms(&lines(&text, chunk.lines)));
                chunk_of.push((path.clone(), chunk.lines));
            }
            texts.insert(path.clone(), text);
        }
        Self {
            project,
            graph: Graph::new(project),
            entities,
            ids: Collection::new(&documents),
            chunks: Collection::new(&chunks),
            chunk_of,
            texts,
        }
    }

    /// The entity with an id.
    pub fn entity(&self, id: &str) -> Option<&Entity> {
        self.entities.with_id(id).map(|number| self.entities.get(number))
    }

    /// The whole source of an entity, with its id and lines; what is in a directory.
    pub fn retrieve(&self, id: &str) -> Option<String> {
        self.entity(id).map(|entity| self.shown(entity, Detail::Full))
    }

    /// An entity as far as a level of detail says.
    pub fn shown(&self, entity: &Entity, detail: Detail) -> String {
        let place = entity.lines.map(|lines| format!(" ({lines})")).unwrap_or_default();
        let mut shown = format!("{} {}{place}\n", entity.kind.name(), entity.id);
        if detail == Detail::Fold {
            return shown;
        }
        if entity.kind == EntityKind::Directory {
            let inside = self.entities.all.iter().filter(|other| other.kind <= EntityKind::File);
            let inside = inside.filter(|other| other.path.parent().as_ref() == Some(&entity.path));
            for other in inside {
                let _ = writeln!(shown, "  {}", other.id);
            }
            return shown;
        }
        let text = self.texts.get(&entity.path).map(String::as_str).unwrap_or_default();
        let source = entity.lines.map_or_else(|| text.to_owned(), |range| lines(text, range));
        let most = if detail == Detail::Full { usize::MAX } else { PREVIEW };
        for line in source.lines().take(most) {
            let _ = writeln!(shown, "{line}");
        }
        shown
    }
}

/// The words of a text as the indexes know them.
pub(super) fn terms(text: &str) -> Terms {
    let mut terms = Terms::default();
    terms.add(question::terms(text), 1.0);
    terms
}

fn lines(text: &str, range: LineRange) -> String {
    let (start, end) = (range.start() as usize, range.end() as usize);
    text.lines().skip(start - 1).take(end + 1 - start).collect::<Vec<_>>().join("\n")
}
