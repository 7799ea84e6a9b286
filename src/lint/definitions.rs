//! Where the names of the whole project are defined: asked only when an entry lists a symbol that its file has lost.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::base::RepoPath;
use crate::catalog::Project;
use crate::source::Symbol;
use crate::source::classify::FileClass;

/// The definitions of a project by qualified name; read through at the first question, since most runs ask none.
#[derive(Default)]
pub(crate) struct Definitions {
    by_name: OnceLock<HashMap<String, Vec<(RepoPath, usize)>>>,
}

/// One definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition<'a> {
    pub(crate) file: &'a RepoPath,
    pub(crate) symbol: &'a Symbol,
}

impl Definitions {
    /// The catalogued files that define a qualified name, each with its first definition, sorted by path. The project is
    /// the same at every call.
    pub(crate) fn of<'a>(&self, project: &'a Project, name: &str) -> Vec<Definition<'a>> {
        let known = self.by_name.get_or_init(|| read(project)).get(name).map(Vec::as_slice).unwrap_or_default();
        let definition = |(file, at): &(RepoPath, usize)| {
            let (file, source) = project.files.get_key_value(file)?;
            Some(Definition { file, symbol: source.facts.as_ref()?.symbols.get(*at)? })
        };
        known.iter().filter_map(definition).collect()
    }
}

fn read(project: &Project) -> HashMap<String, Vec<(RepoPath, usize)>> {
    let mut by_name: HashMap<String, Vec<(RepoPath, usize)>> = HashMap::new();
    for (file, source) in project.files.iter() {
        let (FileClass::Source(_), Some(facts)) = (&source.class, &source.facts) else { continue };
        for (at, symbol) in facts.symbols.iter().enumerate() {
            let known = by_name.entry(symbol.qualified_name.clone()).or_default();
            if known.last().is_none_or(|(last, _)| last != file) {
                known.push((file.clone(), at));
            }
        }
    }
    by_name
}
