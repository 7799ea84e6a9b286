//! Walks along contain, import, invoke and inherit edges.

use std::collections::BTreeSet;
use std::collections::VecDeque;

use crate::agents::solver::tools::entities::Entity;
use crate::agents::solver::tools::entities::EntityKind;
use crate::agents::solver::tools::graph::GraphTools;

/// How two entities are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edge {
    /// A directory holds a file, a file a class, a class a method.
    Contain,
    /// A file imports a file.
    Import,
    /// A function calls a function or makes a class.
    Invoke,
    /// A class extends a class.
    Inherit,
}

/// Along the edges, or against them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From what contains, imports, calls or extends.
    Downstream,
    /// To it.
    Upstream,
    /// Either way.
    #[default]
    Both,
}

/// How far a walk goes, and along what.
#[derive(Clone, Debug, Default)]
pub struct Traversal {
    /// Edges in a row, at most.
    pub depth: usize,
    /// Along or against them.
    pub direction: Direction,
    /// The edges to follow; all if none is named.
    pub edges: Vec<Edge>,
    /// The entities to tell of; all if none is named. Others are walked through.
    pub kinds: Vec<EntityKind>,
}

/// An entity that a walk reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Edges from the start.
    pub depth: usize,
    /// The last of them.
    pub edge: Edge,
    /// Where that came from.
    pub from: String,
    /// What was reached.
    pub id: String,
}

impl GraphTools<'_> {
    /// What can be reached from an entity, nearest first; each once, with the first way to it.
    pub fn traverse(&self, start: &str, traversal: &Traversal) -> Vec<Reached> {
        let Some(start) = self.entities.with_id(start) else {
            return Vec::new();
        };
        let mut seen = BTreeSet::from([start]);
        let mut open = VecDeque::from([(start, 0)]);
        let mut reached = Vec::new();
        while let Some((number, depth)) = open.pop_front() {
            if depth == traversal.depth {
                continue;
            }
            for (edge, next) in self.neighbours(number, traversal) {
                if !seen.insert(next) {
                    continue;
                }
                open.push_back((next, depth + 1));
                let entity = self.entities.get(next);
                if traversal.kinds.is_empty() || traversal.kinds.contains(&entity.kind) {
                    let from = self.entities.get(number).id.clone();
                    reached.push(Reached { depth: depth + 1, edge, from, id: entity.id.clone() });
                }
            }
        }
        reached
    }

    fn neighbours(&self, number: u32, traversal: &Traversal) -> Vec<(Edge, u32)> {
        let entity = self.entities.get(number);
        let (down, up) = match traversal.direction {
            Direction::Downstream => (true, false),
            Direction::Upstream => (false, true),
            Direction::Both => (true, true),
        };
        let mut found = Vec::new();
        for edge in [Edge::Contain, Edge::Import, Edge::Invoke, Edge::Inherit] {
            if !traversal.edges.is_empty() && !traversal.edges.contains(&edge) {
                continue;
            }
            let mut ids = BTreeSet::new();
            if down {
                ids.extend(self.downstream(entity, edge));
            }
            if up {
                ids.extend(self.upstream(entity, edge));
            }
            found.extend(ids.iter().filter_map(|id| self.entities.with_id(id)).map(|number| (edge, number)));
        }
        found
    }

    fn downstream(&self, entity: &Entity, edge: Edge) -> Vec<String> {
        match (edge, entity.symbol) {
            (Edge::Contain, _) => self.contained(entity),
            (Edge::Import, None) => {
                self.graph.imports_of(&entity.path).iter().map(|path| (*path).to_string()).collect()
            }
            (Edge::Invoke | Edge::Inherit, Some(index)) => {
                let bases = self.project.facts(&entity.path).and_then(|facts| facts.symbols.get(index as usize));
                let bases = bases.map(|symbol| symbol.bases.as_slice()).unwrap_or_default();
                let uses = self.graph.uses(&entity.path, index).into_iter();
                let of_edge = uses.filter(|(used, _)| bases.contains(&used.symbol.name) == (edge == Edge::Inherit));
                of_edge.map(|(used, _)| format!("{}:{}", used.path, used.symbol.qualified_name)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn upstream(&self, entity: &Entity, edge: Edge) -> Vec<String> {
        let own = entity.name.rsplit('.').next().unwrap_or_default();
        match (edge, entity.symbol) {
            (Edge::Contain, None) => {
                let parent = entity.path.parent();
                parent
                    .map(|parent| if parent.is_root() { "/".to_owned() } else { format!("{parent}/") })
                    .into_iter()
                    .collect()
            }
            (Edge::Contain, Some(_)) => vec![match entity.name.rsplit_once('.') {
                Some((container, _)) => format!("{}:{container}", entity.path),
                None => entity.path.to_string(),
            }],
            (Edge::Import, None) => {
                self.graph.importers_of(&entity.path).iter().map(|path| (*path).to_string()).collect()
            }
            (Edge::Invoke, Some(_)) => {
                let users = self.graph.users_of(own).iter().filter(|user| !user.is_test);
                let calls = users.filter(|user| user.symbol.calls.iter().any(|call| call == own));
                calls.map(|user| format!("{}:{}", user.path, user.symbol.qualified_name)).collect()
            }
            (Edge::Inherit, Some(_)) => {
                let subtypes = self.graph.subtypes_of(own).into_iter().filter(|subtype| !subtype.is_test);
                subtypes.map(|subtype| format!("{}:{}", subtype.path, subtype.symbol.qualified_name)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn contained(&self, entity: &Entity) -> Vec<String> {
        let is_inside = |other: &&Entity| match entity.kind {
            EntityKind::Directory => {
                other.symbol.is_none()
                    && other.path != entity.path
                    && other.path.parent().as_ref() == Some(&entity.path)
            }
            EntityKind::File => other.symbol.is_some() && other.path == entity.path && !other.name.contains('.'),
            EntityKind::Class | EntityKind::Function => {
                let inner = other.name.strip_prefix(&entity.name).and_then(|rest| rest.strip_prefix('.'));
                other.path == entity.path && inner.is_some_and(|inner| !inner.contains('.'))
            }
        };
        self.entities.all.iter().filter(is_inside).map(|other| other.id.clone()).collect()
    }
}
