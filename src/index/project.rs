//! From a tree to a project: files are classified by path, facts are taken from the cache by blob id, and only what no
//! cache knows is read and parsed.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::base::Progress;
use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Catalog;
use crate::catalog::Facts;
use crate::catalog::Lazy;
use crate::catalog::Project;
use crate::catalog::SourceFile;
use crate::index::Index;
use crate::index::IndexError;
use crate::index::facts::Encoded;
use crate::index::facts::Key;
use crate::index::facts::Summary;
use crate::index::graph::is_manifest;
use crate::index::open::Known;
use crate::index::stopwatch::Stopwatch;
use crate::repo::FileEntry;
use crate::repo::FileKind;
use crate::repo::ReadError;
use crate::repo::Tree;
use crate::source;
use crate::source::Language;
use crate::source::classify;
use crate::source::classify::FileClass;
use crate::source::classify::Rules;
use crate::source::classify::SkipReason;

/// Files parsed before what is known of them is written down: bounds memory, and what a kill can cost.
const BATCH: usize = 2_000;
/// Files of other trees whose facts a process may hold on to.
const SPARE_KNOWN: usize = 20_000;

/// Build files that are read.
const MOST_MANIFESTS: usize = 2_000;

/// What a blob is read for, and a path where its bytes can be had.
type Wanted<'t> = HashMap<Key, &'t RepoPath>;

impl Index {
    /// The project that a tree holds. Clean files whose content was seen before are not read. A file that cannot be read
    /// (it vanished meanwhile, or is not ours to read) is skipped as `SkipReason::NotAFile`.
    pub fn project(&self, tree: &dyn Tree, rules: &Rules, progress: &dyn Progress) -> Result<Project, IndexError> {
        with_catalogs(with_build_files(self.sources(tree, rules, progress), tree), tree, &|_| true)
    }

    /// The same without its catalogs and build files, for a caller who may not need them; see `with_catalogs` and
    /// `with_build_files`.
    pub fn sources(&self, tree: &dyn Tree, rules: &Rules, progress: &dyn Progress) -> Project {
        let classes: Vec<(&FileEntry, FileClass)> = tree
            .entries()
            .par_iter()
            .filter(|entry| !is_catalog(entry))
            .map(|entry| (entry, class_of(rules, entry)))
            .collect();
        let wanted: Wanted =
            classes.iter().filter_map(|(entry, class)| Some((key_of(entry, class)?, &entry.path))).collect();
        let known = self.known(tree, rules, &wanted, progress);
        let files: BTreeMap<RepoPath, SourceFile> = classes
            .into_iter()
            .map(|(entry, class)| (entry.path.clone(), source_file(entry, class, &known, rules)))
            .collect();
        let modules = Arc::new(catalog::layout::modules(&files));
        Project { modules, files: Arc::new(files), ..Project::default() }
    }

    /// What is known of every wanted blob: from this process, from the store, or by parsing it now.
    fn known(&self, tree: &dyn Tree, rules: &Rules, wanted: &Wanted, progress: &dyn Progress) -> HashMap<Key, Known> {
        let good_enough = |known: &Known| known.summary.examined || known.summary.size > rules.max_file_bytes();
        let mut known: HashMap<Key, Known> = self.with_known(|known| {
            let held = wanted.keys().filter_map(|key| Some((*key, known.get(key)?.clone())));
            held.filter(|(_, known)| good_enough(known)).collect()
        });
        let mut missing: Vec<Key> = wanted.keys().filter(|key| !known.contains_key(key)).copied().collect();
        if missing.is_empty() {
            return known;
        }
        let store = self.store();
        let look_up = |key: &Key| store.get(key).map(|(summary, facts)| (*key, Known { summary, facts }));
        let stored: Vec<(Key, Known)> = missing.par_iter().with_min_len(64).filter_map(look_up).collect();
        known.extend(stored.into_iter().filter(|(_, known)| good_enough(known)));
        missing.retain(|key| !known.contains_key(key));
        // Neighbours in the tree are neighbours on the disk and in the object database.
        missing.sort_by_key(|key| wanted[key]);
        if !missing.is_empty() {
            progress.stage("parsing sources", missing.len() as u64);
            let needed: HashSet<Key> = wanted.keys().copied().collect();
            for batch in missing.chunks(BATCH) {
                known.extend(self.parse(tree, rules, wanted, batch, &needed, progress));
            }
        }
        self.with_known(|held| {
            held.extend(known.iter().map(|(key, known)| (*key, known.clone())));
            if held.len() > known.len() + SPARE_KNOWN {
                held.retain(|key, _| known.contains_key(key));
            }
        });
        known
    }

    fn parse(
        &self,
        tree: &dyn Tree,
        rules: &Rules,
        wanted: &Wanted,
        batch: &[Key],
        needed: &HashSet<Key>,
        progress: &dyn Progress,
    ) -> Vec<(Key, Known)> {
        let parsed: Vec<(Key, Option<Encoded>, Known)> = batch
            .par_iter()
            .filter_map(|key| {
                let bytes = tree.read(wanted[key]).ok();
                progress.advance(1);
                let (record, known) = examine(*key, &bytes?, rules.max_file_bytes());
                Some((*key, record, known))
            })
            .collect();
        let mut records = Vec::with_capacity(parsed.len());
        let mut found = Vec::with_capacity(parsed.len());
        for (key, record, known) in parsed {
            records.extend(record);
            found.push((key, known));
        }
        self.store().append(records, needed);
        found
    }
}

/// A project with the catalogs of the tree that it was made from, as far as those of a directory are `wanted`; to the
/// others it is blind.
pub fn with_catalogs(
    project: Project,
    tree: &dyn Tree,
    wanted: &dyn Fn(&RepoPath) -> bool,
) -> Result<Project, IndexError> {
    let (catalogs, unreadable_catalogs) = read_catalogs(tree, wanted)?;
    Ok(Project { catalogs, unreadable_catalogs, ..project })
}

/// A project with the build files of the tree that it was made from, which say where imports lead.
pub fn with_build_files(project: Project, tree: &dyn Tree) -> Project {
    Project { manifests: Arc::new(read_manifests(tree)), ..project }
}

/// How many files are skipped, by reason; files of no known language are not counted.
pub fn skipped(project: &Project) -> BTreeMap<SkipReason, usize> {
    let mut counts = BTreeMap::new();
    for file in project.files.values() {
        match file.class {
            FileClass::Skipped { reason, .. } if reason != SkipReason::NotSource => {
                *counts.entry(reason).or_default() += 1;
            }
            _ => {}
        }
    }
    counts
}

fn is_catalog(entry: &FileEntry) -> bool {
    entry.kind == FileKind::File && entry.path.file_name() == CATALOG_FILE
}

fn class_of(rules: &Rules, entry: &FileEntry) -> FileClass {
    if entry.kind == FileKind::File {
        classify::by_path(rules, &entry.path, entry.generated, entry.vendored)
    } else {
        unreadable(None)
    }
}

fn unreadable(language: Option<Language>) -> FileClass {
    FileClass::Skipped { language, reason: SkipReason::NotAFile }
}

/// What a file's content is read as: sources and tests as what they are, and as what their first line says those whose
/// names say nothing. Nobody asks for the facts of other skipped files.
fn key_of(entry: &FileEntry, class: &FileClass) -> Option<Key> {
    let blob = entry.blob;
    match class {
        FileClass::Source(language) => Some(Key { blob, language: Some(*language) }),
        FileClass::Skipped { language: Some(language), reason: SkipReason::Test } => {
            Some(Key { blob, language: Some(*language) })
        }
        FileClass::Skipped { language: None, reason: SkipReason::NotSource }
            if Language::is_told_by_content(&entry.path) =>
        {
            Some(Key { blob, language: None })
        }
        FileClass::Skipped { .. } => None,
    }
}

fn examine(key: Key, bytes: &[u8], max_file_bytes: u64) -> (Option<Encoded>, Known) {
    let size = bytes.len() as u64;
    let watch = Stopwatch::start();
    let examined = size <= max_file_bytes;
    let language = key.language.or_else(|| Language::of_first_line(bytes)).filter(|_| examined);
    let blob = language.map(|language| source::examine_while(language, bytes, &|| watch.goes_on()));
    let skip = blob.as_ref().and_then(|blob| blob.skip);
    let facts = blob.and_then(|blob| blob.facts);
    let summary = Summary { size, examined, skip, language: facts.as_ref().map(|facts| facts.language) };
    // What a clock stopped may be the machine's doing: the next run tries again.
    let record = if watch.is_sure() { Encoded::new(key, summary, facts.as_ref()) } else { None };
    (record, Known { summary, facts: facts.map(Facts::from) })
}

/// A file with what its path and its content say; what the path says of a test stands whatever is in it.
fn source_file(entry: &FileEntry, class: FileClass, known: &HashMap<Key, Known>, rules: &Rules) -> SourceFile {
    let blob = entry.blob;
    let Some(key) = key_of(entry, &class) else {
        return SourceFile { blob, class, facts: None };
    };
    let known = known.get(&key);
    let class = match (key.language, known.and_then(|known| known.summary.language)) {
        // What its name does not tell is told by its content, and then by its place.
        (None, told) => classify::as_language(rules, told, &entry.path, entry.generated, entry.vendored),
        // A header that is C by its name may turn out to be C++.
        (Some(_), Some(told)) if matches!(class, FileClass::Source(_)) => FileClass::Source(told),
        (Some(_), _) => class,
    };
    let language = match &class {
        FileClass::Source(language) => Some(*language),
        FileClass::Skipped { language, .. } => *language,
    };
    let skipped = |reason| FileClass::Skipped { language, reason };
    let (class, facts) = match (known, class) {
        (_, class @ FileClass::Skipped { reason: SkipReason::NotSource, .. }) => (class, None),
        (None, _) => (unreadable(language), None),
        (Some(known), _) if known.summary.size > rules.max_file_bytes() => (skipped(SkipReason::TooLarge), None),
        (Some(known), FileClass::Source(language)) => match known.summary.skip {
            Some(reason) => (skipped(reason), None),
            None => (FileClass::Source(language), known.facts.clone()),
        },
        (Some(known), class @ FileClass::Skipped { reason: SkipReason::Test, .. }) => (class, known.facts.clone()),
        (Some(_), class) => (class, None),
    };
    SourceFile { blob, class, facts }
}

/// A catalog that is parsed when somebody reads it.
fn document(directory: RepoPath, bytes: Arc<[u8]>) -> Lazy<Catalog> {
    Lazy::new(move || catalog::parse(&directory, &String::from_utf8_lossy(&bytes)))
}

/// The build files that can be read; one that cannot says nothing of imports, and is no reason to stop.
fn read_manifests(tree: &dyn Tree) -> BTreeMap<RepoPath, Arc<[u8]>> {
    let is_ours =
        |entry: &&FileEntry| entry.kind == FileKind::File && entry.vendored != Some(true) && is_manifest(&entry.path);
    let entries: Vec<&FileEntry> = tree.entries().iter().filter(is_ours).take(MOST_MANIFESTS).collect();
    let read = |entry: &&FileEntry| Some((entry.path.clone(), tree.read(&entry.path).ok()?));
    entries.par_iter().filter_map(read).collect()
}

type Catalogs = (BTreeMap<RepoPath, Lazy<Catalog>>, BTreeMap<RepoPath, usize>);

fn read_catalogs(tree: &dyn Tree, wanted: &dyn Fn(&RepoPath) -> bool) -> Result<Catalogs, IndexError> {
    let catalogs = tree.entries().iter().filter(|entry| is_catalog(entry));
    let catalogs: Vec<(&FileEntry, RepoPath)> = catalogs
        .filter_map(|entry| Some((entry, entry.path.parent()?)))
        .filter(|(_, directory)| wanted(directory))
        .collect();
    let parsed: Vec<(RepoPath, Result<Lazy<Catalog>, usize>)> = catalogs
        .into_par_iter()
        .filter_map(|(entry, directory)| {
            let bytes = match tree.read(&entry.path) {
                Ok(bytes) => bytes,
                Err(
                    ReadError::Missing(_) | ReadError::NotAFile(_) | ReadError::NotFetched(_) | ReadError::TooLarge(_),
                ) => return None,
                Err(error) => return Some(Err(error.into())),
            };
            let catalog = match std::str::from_utf8(&bytes) {
                Ok(_) => Ok(document(directory.clone(), bytes)),
                Err(error) => Err(error.valid_up_to()),
            };
            Some(Ok((directory, catalog)))
        })
        .collect::<Result<_, IndexError>>()?;
    let mut catalogs = Catalogs::default();
    for (directory, catalog) in parsed {
        match catalog {
            Ok(catalog) => drop(catalogs.0.insert(directory, catalog)),
            Err(valid) => drop(catalogs.1.insert(directory, valid)),
        }
    }
    Ok(catalogs)
}
