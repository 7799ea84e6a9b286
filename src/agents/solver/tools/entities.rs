//! What the graph knows: directories, files, types and functions, each under an id that nothing else has.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::Project;

/// What an entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntityKind {
    /// A directory.
    Directory,
    /// A file.
    File,
    /// A class, struct, interface or the like.
    Class,
    /// A function or method.
    Function,
}

impl EntityKind {
    /// In lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Directory => "directory",
            Self::File => "file",
            Self::Class => "class",
            Self::Function => "function",
        }
    }
}

/// A node of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// `dir/`, `dir/file.py` or `dir/file.py:Class.method`.
    pub id: String,
    /// What it is.
    pub kind: EntityKind,
    /// Its file or directory.
    pub path: RepoPath,
    /// The qualified name of a class or function; empty for the others.
    pub name: String,
    /// Its index among the symbols of its file.
    pub(super) symbol: Option<u32>,
    /// The lines of a class or function.
    pub lines: Option<LineRange>,
}

/// All entities of a project's catalogued files, by id.
#[derive(Debug, Default)]
pub(super) struct Entities {
    pub(super) all: Vec<Entity>,
    by_id: HashMap<String, u32>,
    by_name: HashMap<String, Vec<u32>>,
    by_lower: HashMap<String, Vec<u32>>,
}

impl Entities {
    pub(super) fn of(project: &Project) -> Self {
        let mut found: BTreeMap<String, Entity> = BTreeMap::new();
        let mut directories = BTreeSet::new();
        for path in project.files.keys() {
            let Some(facts) = project.facts(path) else { continue };
            directories.extend(path.ancestors());
            let id = path.to_string();
            found.insert(id.clone(), entity(id, EntityKind::File, path, String::new(), None));
            for (index, symbol) in (0..).zip(&facts.symbols) {
                let kind = match symbol.kind {
                    kind if kind.is_type() => EntityKind::Class,
                    kind if kind.is_callable() => EntityKind::Function,
                    _ => continue,
                };
                let id = format!("{path}:{}", symbol.qualified_name);
                let symbol = Some((index, symbol.range));
                let name = id[path.as_str().len() + 1..].to_owned();
                // Of several definitions of one name (branches, overloads) the first stands for all.
                found.entry(id.clone()).or_insert_with(|| entity(id, kind, path, name, symbol));
            }
        }
        for path in directories {
            let id = if path.is_root() { "/".to_owned() } else { format!("{path}/") };
            found.insert(id.clone(), entity(id, EntityKind::Directory, &path, String::new(), None));
        }
        let mut entities = Self { all: found.into_values().collect(), ..Self::default() };
        for (number, entity) in (0..).zip(&entities.all) {
            entities.by_id.insert(entity.id.clone(), number);
            for name in names(entity) {
                entities.by_lower.entry(name.to_lowercase()).or_default().push(number);
                entities.by_name.entry(name).or_default().push(number);
            }
        }
        entities
    }

    /// The entity with exactly this id; `path::name` is understood, too.
    pub(super) fn with_id(&self, id: &str) -> Option<u32> {
        self.by_id.get(id).or_else(|| self.by_id.get(&id.replacen("::", ":", 1))).copied()
    }

    /// The entities that are called so: exactly; failing that whatever the case; failing that, for `Class.method`, methods
    /// whose qualified name ends so.
    pub(super) fn named(&self, name: &str) -> Vec<u32> {
        if let Some(found) = self.by_name.get(name).or_else(|| self.by_lower.get(&name.to_lowercase())) {
            return found.clone();
        }
        let Some((_, last)) = name.rsplit_once('.') else {
            return Vec::new();
        };
        let suffix = format!(".{}", name.to_lowercase());
        let candidates = self.by_lower.get(&last.to_lowercase()).into_iter().flatten().copied();
        let fits = |number: &u32| format!(".{}", self.all[*number as usize].name.to_lowercase()).ends_with(&suffix);
        candidates.filter(fits).collect()
    }

    pub(super) fn get(&self, number: u32) -> &Entity {
        &self.all[number as usize]
    }
}

fn entity(id: String, kind: EntityKind, path: &RepoPath, name: String, symbol: Option<(u32, LineRange)>) -> Entity {
    let (symbol, lines) = symbol.unzip();
    Entity { id, kind, path: path.clone(), name, symbol, lines }
}

/// The short names that an entity goes by.
fn names(entity: &Entity) -> Vec<String> {
    let own = match entity.kind {
        EntityKind::Directory | EntityKind::File => entity.path.file_name(),
        EntityKind::Class | EntityKind::Function => entity.name.rsplit('.').next().unwrap_or_default(),
    };
    let second = match entity.kind {
        EntityKind::File => entity.path.stem(),
        _ => entity.name.as_str(),
    };
    let mut names = vec![own.to_owned()];
    if second != own {
        names.push(second.to_owned());
    }
    names.retain(|name| !name.is_empty());
    names
}
