//! What is said of a module: in the paragraph under its title, and in the entry that leads to it.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::catalog::Project;
use crate::catalog::bootstrap::prose;
use crate::catalog::bootstrap::prose::Role;
use crate::catalog::bootstrap::prose::Voice;
use crate::catalog::bootstrap::summary;
use crate::catalog::bootstrap::verbosity;
use crate::catalog::bootstrap::verbosity::Reading;
use crate::catalog::order;
use crate::catalog::text;
use crate::source::Language;
use crate::source::Visibility;

/// A sentence that describes a module, and the file that says it.
pub(super) fn described(project: &Project, directory: &RepoPath) -> Option<(RepoPath, String)> {
    doc_files(project, directory).into_iter().find_map(|file| {
        let doc = project.facts(&file)?.module_doc.as_deref()?;
        let names = BTreeSet::new();
        let subject = if file.stem() == "lib" || file.stem() == "main" { "" } else { directory.file_name() };
        let voice = Voice { subject, names: &names, role: Role::Summary };
        Some((file, prose::first(doc, voice, summary::SUMMARY)?))
    })
}

/// The files whose documentation describes the module, by the languages' conventions.
fn doc_files(project: &Project, directory: &RepoPath) -> Vec<RepoPath> {
    let files = project.modules.get(directory).map(|module| module.files.as_slice()).unwrap_or_default();
    let front = files.iter().filter(|file| order::is_front(file.file_name()) || file.file_name() == "main.rs");
    let mut found: Vec<RepoPath> = front.cloned().collect();
    // `a.rs` documents what stands in `a/`.
    let sibling = (!directory.is_root()).then(|| RepoPath::new(format!("{}.rs", directory.as_str())).ok()).flatten();
    found.extend(sibling.filter(|sibling| project.files.contains_key(sibling)));
    // Any file of a Go package may hold its comment.
    let go = files.iter().filter(|file| {
        let facts = project.facts(file);
        let doc = facts.filter(|facts| facts.language == Language::Go).and_then(|facts| facts.module_doc.as_deref());
        doc.is_some_and(|doc| doc.starts_with("Package "))
    });
    for file in go {
        if !found.contains(file) {
            found.push(file.clone());
        }
    }
    found
}

/// The one-line summary of a module in its parent's catalog.
pub(super) fn summary(project: &Project, directory: &RepoPath) -> String {
    if let Some((_, sentence)) = described(project, directory) {
        return sentence;
    }
    if let Some(module) = project.modules.get(directory)
        && let [file] = module.files.as_slice()
        && let Some(facts) = project.facts(file)
    {
        return summary::alone(file, facts);
    }
    let names = main_names(project, directory);
    if !names.is_empty() {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let files = project.modules.get(directory).map_or(0, |module| module.files.len());
        // A count of hundreds says nothing.
        if names.len() > 40 {
            return format!("Holds {files} files; main symbols: {}.", summary::listed(&names[..3], "symbol"));
        }
        return format!("Defines {}.", summary::listed(&names, "symbol"));
    }
    let files = project.modules.get(directory).map(|module| module.files.as_slice()).unwrap_or_default();
    let names: Vec<&str> = files.iter().map(RepoPath::file_name).collect();
    format!("Holds {}.", summary::listed(&names, "file"))
}

/// The main symbols of a module's files, the most telling first.
pub(super) fn main_names(project: &Project, directory: &RepoPath) -> Vec<String> {
    let Some(module) = project.modules.get(directory) else {
        return Vec::new();
    };
    let mut scored: Vec<(f64, String)> = Vec::new();
    for file in &module.files {
        let Some(facts) = project.facts(file) else { continue };
        let candidates = verbosity::candidates(facts, file.stem(), &BTreeSet::new(), Reading::Presence);
        for candidate in candidates.iter().filter(|candidate| candidate.symbol.container.is_none()) {
            let symbol = candidate.symbol;
            if symbol.qualified_name.contains('.') || symbol.visibility != Visibility::Public {
                continue;
            }
            // Types carry a module's vocabulary, and the one that is named like the module carries most.
            let named = prose::squashed(&symbol.name) == prose::squashed(directory.file_name());
            let weight = if symbol.kind.is_type() { 4.0 } else { 0.0 } + if named { 6.0 } else { 0.0 };
            scored.push((candidate.score + weight, symbol.name.clone()));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut seen = BTreeSet::new();
    scored.retain(|(_, name)| seen.insert(name.clone()));
    scored.into_iter().map(|(_, name)| name).collect()
}

/// A bullet that names what a module holds: `Files: ...` or `Defines: ...`, cut to `room` characters.
pub(super) fn bullet(label: &str, names: &[String], room: usize) -> Option<String> {
    let mut line = format!("{label}: ");
    let mut shown = 0;
    for name in names {
        let next = text::code_span(name);
        if line.chars().count() + next.chars().count() + 2 > room {
            break;
        }
        if shown > 0 {
            line.push_str(", ");
        }
        line.push_str(&next);
        shown += 1;
    }
    (shown > 0).then_some(line)
}
