//! Whole catalogs and entries.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::catalog::EntryDraft;
use crate::catalog::Limits;
use crate::catalog::Project;
use crate::catalog::SymbolLine;
use crate::catalog::Target;
use crate::catalog::bootstrap::fill;
use crate::catalog::bootstrap::fill::Measure;
use crate::catalog::bootstrap::modules;
use crate::catalog::bootstrap::prose;
use crate::catalog::bootstrap::prose::Role;
use crate::catalog::bootstrap::prose::Voice;
use crate::catalog::bootstrap::sections;
use crate::catalog::bootstrap::summary;
use crate::catalog::bootstrap::summary::Doc;
use crate::catalog::bootstrap::symbols;
use crate::catalog::bootstrap::verbosity;
use crate::catalog::bootstrap::verbosity::Candidate;
use crate::catalog::bootstrap::verbosity::Reading;
use crate::catalog::resolve;
use crate::catalog::text;
use crate::catalog::wording;
use crate::catalog::write;
use crate::source::FileFacts;
use crate::source::Language;
use crate::source::tokens;

/// What the root directory cannot say of itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct RootNames<'a> {
    /// The repository's name.
    pub name: Option<&'a str>,
    /// What it is for, as its README says; the first sentence is taken.
    pub readme: Option<&'a str>,
}

/// The entry of a file.
pub fn entry(file: &RepoPath, facts: &FileFacts, limits: &Limits) -> EntryDraft {
    file_entry(file, facts, limits, Doc::File)
}

fn file_entry(file: &RepoPath, facts: &FileFacts, limits: &Limits, doc: Doc) -> EntryDraft {
    let names: BTreeSet<&str> = facts.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    let candidates = verbosity::candidates(facts, file.stem(), &names, Reading::Sentences);
    let summary = summary::of_file(file, facts, &candidates, &names, doc);
    let symbols = unrepeated(symbols::lines(facts, &candidates, &names, limits), file, &candidates, &summary);
    let around = summary.chars().count() + 2 * file.file_name().chars().count() + 10;
    let mut symbols = fill::fill(facts, &candidates, &names, limits, around, &Measure::first(), symbols);
    for line in &mut symbols {
        leave_files_out(line, file, facts);
    }
    EntryDraft {
        target: Target::File(file.clone()),
        summary: without_files(&prose::cut(&summary, limits.line_length), file, facts),
        symbols,
        notes: Vec::new(),
        caveat: None,
    }
}

/// The lines of an entry, the other text of which has `taken` characters, with more of what the source says of its
/// symbols, until the measure is full. No line loses a word.
pub fn fuller(
    file: &RepoPath,
    facts: &FileFacts,
    limits: &Limits,
    lines: Vec<SymbolLine>,
    taken: usize,
    measure: &Measure<'_>,
) -> Vec<SymbolLine> {
    let names: BTreeSet<&str> = facts.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    let candidates = verbosity::candidates(facts, file.stem(), &names, Reading::Sentences);
    let before = lines.clone();
    let mut lines = fill::fill(facts, &candidates, &names, limits, taken, measure, lines);
    for line in lines.iter_mut().filter(|line| !before.contains(line)) {
        leave_files_out(line, file, facts);
    }
    lines
}

fn leave_files_out(line: &mut SymbolLine, file: &RepoPath, facts: &FileFacts) {
    line.summary = line.summary.as_deref().map(|summary| without_files(summary, file, facts));
    line.paths = line.paths.iter().map(|path| without_files(path, file, facts)).collect();
}

/// Words in which other source files stand without their endings: an entry sends nobody to another one. A definition
/// of the file's own that is named like a file, such as `Walk.go`, stays.
fn without_files(words: &str, own: &RepoPath, facts: &FileFacts) -> String {
    let is_other = |code: &str| {
        let path = RepoPath::new(code).ok().filter(|path| path.file_name() == code);
        path.is_some_and(|path| Language::of_path(&path).is_some() && code != own.file_name())
            && wording::is_telling_file_name(code)
            && resolve::resolve(facts, code).is_empty()
    };
    let mut out = words.to_owned();
    let named: Vec<(usize, usize)> =
        wording::codes(words).filter(|(_, code)| is_other(code)).map(|(at, code)| (at, code.len())).collect();
    for (at, length) in named.into_iter().rev() {
        let code = &words[at..at + length];
        let stem = code.rsplit_once('.').map_or(code, |(stem, _)| stem);
        let plain = stem.chars().all(char::is_alphanumeric) && !stem.is_empty();
        match plain {
            true => out.replace_range(at - 1..=at + length, stem),
            false => out.replace_range(at..at + length, stem),
        }
    }
    out
}

/// The symbol lines without the summary that the entry's own summary quotes already.
fn unrepeated(
    mut lines: Vec<SymbolLine>,
    file: &RepoPath,
    candidates: &[Candidate<'_>],
    summary: &str,
) -> Vec<SymbolLine> {
    let main = summary::main_symbol(file.stem(), candidates);
    let quoted =
        main.filter(|main| summary.starts_with(&format!("Defines {}", text::code_span(&main.symbol.qualified_name))));
    if let Some(main) = quoted
        && !summary.contains('…')
        && let Some(line) = lines.iter_mut().find(|line| line.range == main.symbol.range)
        && line.paths.is_empty()
    {
        line.summary = None;
    }
    lines
}

/// The entry of a child module in its parent's catalog.
pub fn module_entry(project: &Project, directory: &RepoPath, limits: &Limits) -> EntryDraft {
    module_entry_of(project, directory, limits, Detail::Symbols)
}

/// How much a module's entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// The summary, cut short.
    Short,
    /// The summary.
    Summary,
    /// And the names of its files.
    Files,
    /// And the names of its main symbols.
    Symbols,
}

fn module_entry_of(project: &Project, directory: &RepoPath, limits: &Limits, detail: Detail) -> EntryDraft {
    let mut summary = modules::summary(project, directory);
    let names_symbols = summary.starts_with("Defines ") || summary.contains("main symbols: ");
    summary = prose::cut(&summary, if detail == Detail::Short { 70 } else { limits.line_length });
    let room = limits.line_length.saturating_sub(2);
    let mut notes = Vec::new();
    if detail >= Detail::Files
        && let Some(module) = project.modules.get(directory)
        && !summary.starts_with("Holds `")
    {
        let files: Vec<String> = module
            .files
            .iter()
            .map(|file| file.file_name().to_owned())
            .filter(|name| !crate::catalog::order::is_front(name))
            .collect();
        // One file is what the summary speaks of.
        notes.extend(modules::bullet("Files", &files, room));
    }
    if detail >= Detail::Symbols {
        let mut names = modules::main_names(project, directory);
        if names_symbols {
            // The first three stand in the summary.
            names.drain(..if names.len() == 4 { 4 } else { names.len().min(3) });
        }
        names.truncate(12);
        notes.extend(modules::bullet("Defines", &names, room));
    }
    EntryDraft { target: Target::Module(directory.clone()), summary, symbols: Vec::new(), notes, caveat: None }
}

/// A project with a first catalog for every module that has none, deepest first: what a catalog says of a submodule is
/// made from that module's own.
pub fn with_catalogs(mut project: Project, limits: &Limits) -> Project {
    let has_none = |directory: &&RepoPath| !project.catalogs.contains_key(*directory);
    let missing: Vec<RepoPath> = project.modules.keys().filter(has_none).cloned().collect();
    for directory in missing.iter().rev() {
        let text = catalog(&project, directory, limits);
        project = project.with_catalog(directory, &text);
    }
    project
}

/// The whole catalog of a module, as it is first written.
pub fn catalog(project: &Project, directory: &RepoPath, limits: &Limits) -> String {
    named_catalog(project, directory, limits, RootNames::default())
}

/// The whole catalog of a module; `root` is used for the root's only.
pub fn named_catalog(project: &Project, directory: &RepoPath, limits: &Limits, root: RootNames<'_>) -> String {
    if !directory.is_root() {
        return written(project, directory, limits, root, Detail::Symbols);
    }
    // The root catalog is read in full before every search: it says as much as its budget allows.
    let mut text = String::new();
    for detail in [Detail::Symbols, Detail::Files, Detail::Summary, Detail::Short] {
        text = written(project, directory, limits, root, detail);
        if tokens::count(&text) as usize <= limits.root_tokens {
            break;
        }
    }
    text
}

fn written(project: &Project, directory: &RepoPath, limits: &Limits, root: RootNames<'_>, detail: Detail) -> String {
    let title = match root.name.filter(|_| directory.is_root()) {
        Some(name) => name,
        None if directory.is_root() => "Repository",
        None => title(directory),
    };
    let mut lines = vec![format!("# {}", text::label(title))];
    let (doc_file, intro) = intro(project, directory, limits, root);
    if let Some(intro) = intro {
        lines.extend([String::new(), intro]);
    }
    let Some(module) = project.modules.get(directory) else {
        lines.push(String::new());
        return lines.join("\n");
    };
    for (section, files) in sections::sections(directory, &module.files) {
        lines.extend([String::new(), format!("## {}", text::label(&section))]);
        for file in files {
            let Some(facts) = project.facts(&file) else { continue };
            let doc = if doc_file.as_ref() == Some(&file) { Doc::Package } else { Doc::File };
            lines.push(String::new());
            lines.extend(write::entry_lines(directory, &file_entry(&file, facts, limits, doc), limits));
        }
    }
    if !module.children.is_empty() {
        lines.extend([String::new(), format!("## {}", sections::SUBMODULES)]);
        for child in &module.children {
            lines.push(String::new());
            let draft = module_entry_of(project, child, limits, detail);
            lines.extend(write::entry_lines(directory, &draft, limits));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

/// A directory's name, with its parent's where it says nothing by itself.
fn title(directory: &RepoPath) -> &str {
    let general = ["src", "lib", "source", "include", "internal", "pkg", "main", "java", "app"];
    let path = directory.as_str();
    if !general.contains(&directory.file_name()) {
        return directory.file_name();
    }
    let mut slashes = path.rmatch_indices('/').map(|(at, _)| at);
    slashes.nth(1).map_or(path, |at| &path[at + 1..])
}

/// The paragraph under the title, and the file of the module that it was taken from.
fn intro(
    project: &Project,
    directory: &RepoPath,
    limits: &Limits,
    root: RootNames<'_>,
) -> (Option<RepoPath>, Option<String>) {
    let names = BTreeSet::new();
    let readme = root.readme.filter(|_| directory.is_root());
    let voice = Voice { subject: root.name.unwrap_or_default(), names: &names, role: Role::Summary };
    if let Some(sentence) = readme.and_then(|readme| prose::first(readme, voice, limits.line_length)) {
        return (None, Some(sentence));
    }
    match modules::described(project, directory) {
        // A module of one file is described by that file's entry.
        Some((file, sentence))
            if project.modules.get(directory).is_some_and(|module| module.files.len() + module.children.len() > 1) =>
        {
            (Some(file), Some(sentence))
        }
        _ => (None, None),
    }
}
