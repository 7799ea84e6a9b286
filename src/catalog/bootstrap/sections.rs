//! Groups the files of a module by role: what opens it, what it is made of, families by name, and what helps.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::base::words;
use crate::catalog::Catalog;
use crate::catalog::SectionKind;
use crate::catalog::Target;
use crate::catalog::order;

/// The section of a small module, and of what belongs to no group.
pub(super) const FILES: &str = "Files";
/// The section of what belongs to no group where there are groups.
const CORE: &str = "Core";
/// The section of child modules.
pub(super) const SUBMODULES: &str = "Submodules";
/// Up to so many files need no groups.
const FEW: usize = 6;
/// The least files that make a family by name.
const FAMILY: usize = 3;
/// The most families of a module.
const FAMILIES: usize = 8;

/// Roles by the words of a file's name, in the order in which their sections stand; `None` is where the core and the
/// families stand.
const ROLES: &[(&str, &[&str])] = &[
    ("Entry points", &["main", "cli", "app", "cmd", "server", "bootstrap"]),
    (
        "Configuration",
        &["config", "configuration", "settings", "options", "flags", "defaults", "constants", "env", "environment"],
    ),
    ("Types and interfaces", &["types", "typing", "interfaces", "protocols", "schema", "schemas", "abc"]),
    ("Errors", &["error", "errors", "exception", "exceptions", "warnings"]),
    (
        "Helpers",
        &[
            "util",
            "utils",
            "utilities",
            "helper",
            "helpers",
            "common",
            "misc",
            "compat",
            "compatibility",
            "debug",
            "logging",
            "log",
            "tools",
        ],
    ),
];

/// Words that are no family: too general to mean one.
const GENERAL: &[&str] = &[
    "the", "new", "base", "abstract", "default", "simple", "internal", "test", "tests", "file", "with", "from", "and",
    "for", "not", "std", "impl", "src",
];

/// The sections of a module with their files, in order; every file once.
pub(super) fn sections(directory: &RepoPath, files: &[RepoPath]) -> Vec<(String, Vec<RepoPath>)> {
    let mut files = files.to_vec();
    files.sort_by(|a, b| order::key(&Target::File(a.clone())).cmp(&order::key(&Target::File(b.clone()))));
    if files.is_empty() {
        return Vec::new();
    }
    if files.len() <= FEW {
        return vec![(FILES.to_owned(), files)];
    }
    let mut roles: BTreeMap<&str, Vec<RepoPath>> = BTreeMap::new();
    let mut rest = Vec::new();
    for file in files {
        match role(&file) {
            Some(role) => roles.entry(role).or_default().push(file),
            None => rest.push(file),
        }
    }
    // A lone file needs no heading of its own, unless it is the way in.
    let lone: Vec<&str> =
        roles.iter().filter(|(role, files)| files.len() < 2 && **role != ROLES[0].0).map(|(role, _)| *role).collect();
    for role in lone {
        rest.extend(roles.remove(role).unwrap_or_default());
    }
    rest.sort();
    let families = families(directory, &mut rest);
    let core = if roles.is_empty() && families.is_empty() { FILES } else { CORE };
    let mut sections: Vec<(String, Vec<RepoPath>)> = Vec::new();
    sections.extend(roles.remove(ROLES[0].0).map(|files| (ROLES[0].0.to_owned(), files)));
    if !rest.is_empty() {
        sections.push((core.to_owned(), rest));
    }
    sections.extend(families);
    for (role, _) in &ROLES[1..] {
        sections.extend(roles.remove(role).map(|files| ((*role).to_owned(), files)));
    }
    sections
}

fn role(file: &RepoPath) -> Option<&'static str> {
    if order::is_front(file.file_name()) || file.stem() == "__main__" {
        return Some(ROLES[0].0);
    }
    let parts = words::identifier_parts(file.stem());
    let whole = parts.concat();
    let has = |word: &&&str| {
        whole == ***word
            || (parts.len() > 1
                && parts.last().is_some_and(|last| last == **word)
                && (word.len() > 4 || **word == "util"))
    };
    ROLES.iter().find(|(_, words)| words.iter().any(|word| has(&word))).map(|(role, _)| *role)
}

/// Takes out of `rest` the files that share the first or the last word of their names.
fn families(directory: &RepoPath, rest: &mut Vec<RepoPath>) -> Vec<(String, Vec<RepoPath>)> {
    let own: BTreeSet<String> = words::identifier_parts(directory.file_name()).into_iter().collect();
    let mut found: Vec<(String, Vec<RepoPath>)> = Vec::new();
    while rest.len() >= FEW && found.len() < FAMILIES {
        let mut groups: BTreeMap<String, Vec<RepoPath>> = BTreeMap::new();
        for file in rest.iter() {
            let parts = words::identifier_parts(file.stem());
            let means_something = |word: &&String| {
                word.len() >= 3
                    && !GENERAL.contains(&word.as_str())
                    && word.chars().all(char::is_alphabetic)
                    && !own.contains(*word)
            };
            let ends = parts.first().into_iter().chain(parts.last()).filter(means_something);
            // A name may begin and end with forms of one word, such as `plotting_nice_plot`; it counts once.
            let stems: BTreeSet<String> = ends.map(|word| words::stem(word)).collect();
            for stem in stems {
                groups.entry(stem).or_default().push(file.clone());
            }
        }
        // The largest family; one that would take nearly everything says nothing.
        let most = rest.len() * 2 / 3;
        let best = groups
            .into_iter()
            .filter(|(_, files)| (FAMILY..=most).contains(&files.len()))
            .max_by(|a, b| a.1.len().cmp(&b.1.len()).then(b.0.cmp(&a.0)));
        let Some((stem, files)) = best else { break };
        rest.retain(|file| !files.contains(file));
        found.push((family_name(&stem, &files), files));
    }
    found.sort();
    found
}

/// The word that a family shares, as a heading: the word as the files write it, in the plural where it ends their names.
fn family_name(stem: &str, files: &[RepoPath]) -> String {
    let mut word = stem.to_owned();
    let mut ends = 0;
    for file in files {
        let parts = words::identifier_parts(file.stem());
        if let Some(part) = parts.iter().find(|part| words::stem(part) == stem) {
            word.clone_from(part);
        }
        ends += usize::from(parts.len() > 1 && parts.last().is_some_and(|last| words::stem(last) == stem));
    }
    let plural = ends * 2 > files.len() && !word.ends_with('s') && !word.ends_with("ing");
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let mut name = format!("{first}{}", letters.as_str());
    if plural {
        match name.strip_suffix('y').filter(|head| !head.ends_with(['a', 'e', 'o', 'u'])) {
            Some(head) => name = format!("{head}ies"),
            None => name.push_str(if name.ends_with(['x', 'h']) { "es" } else { "s" }),
        }
    }
    name
}

/// The section of an existing catalog that a new file belongs to: the one with its role or family, otherwise the one
/// that holds most files, otherwise `Files`.
pub fn section_for(catalog: &Catalog, target: &Target) -> String {
    let file = match target {
        Target::Module(_) | Target::Other => return SUBMODULES.to_owned(),
        Target::File(file) => file,
    };
    if let Some(role) = role(file).filter(|role| catalog.section(role).is_some()) {
        return role.to_owned();
    }
    let parts = words::identifier_parts(file.stem());
    let ends: Vec<String> = parts.first().into_iter().chain(parts.last()).map(|word| words::stem(word)).collect();
    let groups = || catalog.sections.iter().filter(|section| section.kind == SectionKind::Group);
    let family = groups().find(|section| {
        let heading = words::stems(&section.heading.text);
        heading.len() == 1 && ends.contains(&heading[0])
    });
    if let Some(family) = family {
        return family.heading.text.clone();
    }
    let files = |count: &crate::catalog::Section| {
        count.entries.iter().filter(|entry| matches!(entry.target, Target::File(_))).count()
    };
    let general = groups().find(|section| [CORE, FILES].contains(&section.heading.text.as_str()));
    let largest = || groups().rev().max_by_key(|section| files(section)).filter(|section| files(section) > 0);
    general.or_else(largest).map_or_else(|| FILES.to_owned(), |section| section.heading.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::parse;

    fn grouped(directory: &str, files: &[&str]) -> Vec<String> {
        let directory = RepoPath::new(directory).expect("plain");
        let files: Vec<_> = files.iter().map(|file| directory.join(file).expect("plain")).collect();
        sections(&directory, &files)
            .into_iter()
            .map(|(name, files)| {
                format!("{name}: {}", files.iter().map(RepoPath::file_name).collect::<Vec<_>>().join(" "))
            })
            .collect()
    }

    #[test]
    fn small_modules_have_one_section() {
        assert_eq!(grouped("a", &["z.py", "__init__.py"]), ["Files: __init__.py z.py"]);
        assert_eq!(grouped("a", &[]), [""; 0]);
    }

    #[test]
    fn a_name_that_repeats_its_word_is_listed_once() {
        let files = ["plot_a.py", "plot_b.py", "plotting_nice_plot.py", "x.py", "y.py", "z.py", "zz.py"];
        let listed: usize = grouped("beginner", &files).iter().map(|section| section.split(".py").count() - 1).sum();
        assert_eq!(listed, files.len());
    }

    #[test]
    fn roles_families_and_the_core() {
        assert_eq!(
            grouped(
                "flask",
                &[
                    "__init__.py",
                    "app.py",
                    "cli.py",
                    "config.py",
                    "ctx.py",
                    "debughelpers.py",
                    "helpers.py",
                    "logging.py",
                    "views.py"
                ]
            ),
            [
                "Entry points: __init__.py app.py cli.py",
                "Core: config.py ctx.py debughelpers.py views.py",
                "Helpers: helpers.py logging.py"
            ]
        );
        assert_eq!(
            grouped(
                "lib",
                &[
                    "git_backend.rs",
                    "simple_backend.rs",
                    "secret_backend.rs",
                    "op_store.rs",
                    "index_store.rs",
                    "view_store.rs",
                    "a.rs",
                    "b.rs",
                    "c.rs"
                ]
            ),
            [
                "Core: a.rs b.rs c.rs",
                "Backends: git_backend.rs secret_backend.rs simple_backend.rs",
                "Stores: index_store.rs op_store.rs view_store.rs"
            ]
            .map(str::to_owned)
        );
    }

    #[test]
    fn a_new_file_joins_its_like() {
        let text = "# t\n\n## Core\n\n### [a.rs](a.rs)\n\n## Stores\n\n### [b_store.rs](b_store.rs)\n\n## Helpers\n\n### [util.rs](util.rs)\n";
        let catalog = parse(&RepoPath::root(), text);
        let section = |file: &str| section_for(&catalog, &Target::File(RepoPath::new(file).expect("plain")));
        assert_eq!(section("c_store.rs"), "Stores");
        assert_eq!(section("utils.rs"), "Helpers");
        assert_eq!(section("other.rs"), "Core");
        assert_eq!(section("config.rs"), "Core");
        assert_eq!(section_for(&catalog, &Target::Module(RepoPath::root())), "Submodules");
        let own = parse(&RepoPath::root(), "# t\n\n## Solving\n\n### [a.rs](a.rs)\n");
        assert_eq!(section_for(&own, &Target::File(RepoPath::new("x.rs").expect("plain"))), "Solving");
    }
}
