//! Keeps layers in step with a tree: what did not change is not read, what changed becomes a new layer, many layers
//! become one.
//!
//! Small changes stay in memory: the files under an agent's hands change again before writing them down would pay.

use std::collections::HashMap;

use rayon::prelude::*;
use tantivy::TantivyError;

use super::document;
use super::layer::FileRecord;
use super::layer::Layer;
use super::layer::LayerWriter;
use super::units::Grain;
use super::units::Living;
use super::units::Unit;
use super::units::Units;
use crate::base::BlobId;
use crate::base::Progress;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::index::Index;
use crate::index::IndexError;
use crate::index::folder::Folder;
use crate::repo::Tree;
use crate::source::FileFacts;
use crate::source::classify::FileClass;

/// Which code made a layer; see `build.rs`.
const STAMP: &str = env!("LIBRA_TEXT_STAMP");
/// Changes of fewer lines than this are indexed in memory and not written down.
const SMALL_CHANGE_LINES: u64 = 2_500;
/// More layers than this are merged.
const MAX_LAYERS: usize = 10;
/// A layer that grows over this is finished and another begun.
const MAX_LAYER_BYTES: usize = 192 << 20;

/// Full text over the source files of one tree.
#[derive(Debug)]
pub struct FullText {
    pub(super) layers: Vec<Layer>,
    /// For each layer, the unit of each document.
    pub(super) slots: Vec<Vec<u32>>,
    pub(super) units: Units,
}

/// A file that has to be indexed.
struct Changed<'p> {
    path: &'p RepoPath,
    blob: BlobId,
    facts: &'p FileFacts,
}

impl Index {
    /// Full text over the sources and tests of a tree whose project is at hand.
    pub fn full_text(
        &self,
        tree: &dyn Tree,
        project: &Project,
        progress: &dyn Progress,
    ) -> Result<FullText, IndexError> {
        let folder = self.private.inside("text");
        let mut layers = open_layers(&folder);
        let held = living(project, &layers);
        let changed = changed(project, &held);
        let lines: u64 = changed.iter().map(|file| u64::from(file.facts.line_count)).sum();
        let mut in_memory = changed;
        if lines >= SMALL_CHANGE_LINES {
            progress.stage("indexing text", in_memory.len() as u64);
            if write_layers(&folder, tree, &in_memory, progress) {
                layers = open_layers(&folder);
                if layers.len() > MAX_LAYERS && merge(&folder, project, &layers) {
                    layers = open_layers(&folder);
                }
                in_memory = self::changed(project, &living(project, &layers));
            }
        }
        if !in_memory.is_empty() {
            let built = build_in_memory(tree, &in_memory).map_err(IndexError::FullText)?;
            layers.extend(built);
        }
        Ok(FullText::new(project, layers.into_iter().map(|layer| layer.1).collect()))
    }
}

/// A layer with its name; layers in memory have an empty one.
type NamedLayer = (String, Layer);

impl FullText {
    fn new(project: &Project, layers: Vec<Layer>) -> Self {
        let named: Vec<&Layer> = layers.iter().collect();
        let living = living_in(project, &named);
        let (units, slots) = Units::number(&layers, &living);
        Self { layers, slots, units }
    }

    /// The unit of that number, or `None` past the end of the grain.
    pub fn unit(&self, grain: Grain, number: u32) -> Option<Unit<'_>> {
        ((number as usize) < self.units.count(grain)).then(|| self.units.unit(grain, number))
    }

    /// How many units of a grain there are, tests among them; they are numbered from 0 in order of path and line.
    pub fn count(&self, grain: Grain) -> u32 {
        self.units.count(grain) as u32
    }

    /// The number of a file among the files.
    pub fn file(&self, path: &RepoPath) -> Option<u32> {
        let at = self.units.files.binary_search_by(|file| file.path.cmp(path)).ok()?;
        Some(at as u32)
    }

    /// The numbers of the units of a grain in a file, in order of their lines; empty past the last file.
    pub fn units_of(&self, grain: Grain, file: u32) -> std::ops::Range<u32> {
        self.units.files.get(file as usize).map_or(0..0, |unit| match grain {
            Grain::Cell => unit.cells.clone(),
            Grain::Window => unit.windows.clone(),
            Grain::File => file..file + 1,
            Grain::Symbol => unit.symbols.clone(),
        })
    }

    /// The number of the window that a cell is part of.
    pub fn window_of(&self, cell: u32) -> Option<u32> {
        self.units.cells.get(cell as usize).map(|cell| cell.window)
    }
}

/// The layers that can be used; one that cannot is removed, so that it can be written again under the same name.
fn open_layers(folder: &Folder) -> Vec<NamedLayer> {
    let names: Vec<String> = folder.names().into_iter().filter(|name| is_ours(name)).collect();
    names
        .into_par_iter()
        .filter_map(|name| {
            let layer = Layer::open(&folder.path_of(&name)?);
            if layer.is_none() {
                folder.remove(&name);
            }
            Some((name, layer?))
        })
        .collect()
}

fn is_ours(name: &str) -> bool {
    name.starts_with(STAMP)
}

/// The files of a project that full text covers: sources and tests, whatever has facts.
fn covered(project: &Project) -> impl Iterator<Item = Changed<'_>> {
    project
        .files
        .iter()
        .filter_map(|(path, file)| Some(Changed { path, blob: file.blob, facts: file.facts.as_deref()? }))
}

fn living(project: &Project, layers: &[NamedLayer]) -> Vec<Living> {
    let layers: Vec<&Layer> = layers.iter().map(|layer| &layer.1).collect();
    living_in(project, &layers)
}

/// Where each covered file stands, sorted by path; a file that stands in two layers counts in the first one.
fn living_in(project: &Project, layers: &[&Layer]) -> Vec<Living> {
    let mut places: HashMap<&RepoPath, (usize, usize)> = HashMap::new();
    for (layer, held) in layers.iter().enumerate() {
        for (record, file) in held.manifest.files.iter().enumerate() {
            let current = project.files.get(&file.path);
            if current.is_some_and(|current| current.blob == file.blob && current.facts.is_some()) {
                places.entry(&file.path).or_insert((layer, record));
            }
        }
    }
    let mut living: Vec<Living> = places
        .into_iter()
        .map(|(path, (layer, record))| Living {
            path: path.clone(),
            layer,
            record,
            is_test: !matches!(project.files[path].class, FileClass::Source(_)),
        })
        .collect();
    living.sort();
    living
}

fn changed<'p>(project: &'p Project, held: &[Living]) -> Vec<Changed<'p>> {
    covered(project).filter(|file| held.binary_search_by(|living| living.path.cmp(file.path)).is_err()).collect()
}

/// Indexes files into layers on the disk; whether that worked.
fn write_layers(folder: &Folder, tree: &dyn Tree, files: &[Changed], progress: &dyn Progress) -> bool {
    // Every thread fills a layer of its own: the parts are alike in size, and nobody waits for a lock.
    let parts = rayon::current_num_threads().clamp(1, 4);
    let total: u64 = files.iter().map(|file| u64::from(file.facts.line_count)).sum();
    let mut groups: Vec<&[Changed]> = Vec::new();
    let (mut start, mut lines) = (0, 0);
    for (at, file) in files.iter().enumerate() {
        lines += u64::from(file.facts.line_count);
        if lines * parts as u64 >= total * (groups.len() as u64 + 1) {
            groups.push(&files[start..=at]);
            start = at + 1;
        }
    }
    groups.push(&files[start..]);
    let written: Result<Vec<()>, TantivyError> =
        groups.into_par_iter().map(|group| write_group(folder, tree, group, progress)).collect();
    written.is_ok()
}

fn write_group(
    folder: &Folder,
    tree: &dyn Tree,
    files: &[Changed],
    progress: &dyn Progress,
) -> Result<(), TantivyError> {
    let mut files = files.iter().peekable();
    while files.peek().is_some() {
        let unfinished = folder.unfinished().ok_or_else(not_writable)?;
        let mut writer = LayerWriter::new(Some(unfinished.path()))?;
        while let Some(file) = files.next_if(|_| writer.memory() < MAX_LAYER_BYTES) {
            add(&mut writer, tree, file)?;
            progress.advance(1);
        }
        let name = writer.finish_in(unfinished.path())?;
        adopt(folder, unfinished, &name)?;
    }
    Ok(())
}

fn adopt(folder: &Folder, finished: tempfile::TempDir, name: &str) -> Result<String, TantivyError> {
    let name = format!("{STAMP}-{name}");
    if !folder.adopt(finished, &name) {
        return Err(not_writable());
    }
    folder.sweep(&name, is_ours);
    Ok(name)
}

fn not_writable() -> TantivyError {
    std::io::Error::from(std::io::ErrorKind::PermissionDenied).into()
}

/// A file that cannot be read any more is indexed by what its facts say alone.
fn add(writer: &mut LayerWriter, tree: &dyn Tree, file: &Changed) -> Result<(), TantivyError> {
    let bytes = tree.read(file.path).unwrap_or_default();
    let documents = document::documents(file.path, file.facts, &bytes);
    writer.add(file.path.clone(), file.blob, &documents)
}

fn build_in_memory(tree: &dyn Tree, files: &[Changed]) -> Result<Vec<NamedLayer>, TantivyError> {
    let size = files.len().div_ceil(rayon::current_num_threads().clamp(1, 4)).max(8);
    files
        .par_chunks(size)
        .map(|files| {
            let mut writer = LayerWriter::new(None)?;
            for file in files {
                add(&mut writer, tree, file)?;
            }
            Ok((String::new(), writer.finish()?))
        })
        .collect()
}

/// Makes one layer of the small ones, or of all where much of them is outdated; whether something was merged.
fn merge(folder: &Folder, project: &Project, layers: &[NamedLayer]) -> bool {
    let living = living(project, layers);
    let mut alive: Vec<Vec<bool>> = layers.iter().map(|(_, layer)| vec![false; layer.manifest.files.len()]).collect();
    for file in &living {
        alive[file.layer][file.record] = true;
    }
    let documents = |at: usize, all: bool| -> usize {
        let files = layers[at].1.manifest.files.iter().zip(&alive[at]);
        files.filter(|(_, alive)| all || **alive).map(|(file, _)| FileRecord::documents(file)).sum()
    };
    let total: usize = (0..layers.len()).map(|at| documents(at, true)).sum();
    let outdated = total - (0..layers.len()).map(|at| documents(at, false)).sum::<usize>();
    let chosen: Vec<usize> =
        (0..layers.len()).filter(|at| outdated * 3 > total || documents(*at, true) * 4 < total).collect();
    let parts: Vec<(&Layer, Vec<bool>)> = chosen.iter().map(|at| (&layers[*at].1, alive[*at].clone())).collect();
    if chosen.iter().all(|at| !alive[*at].contains(&true)) {
        for at in &chosen {
            folder.remove(&layers[*at].0);
        }
        return !chosen.is_empty();
    }
    let merged = folder.unfinished().ok_or_else(not_writable).and_then(|unfinished| {
        let name = Layer::merge(unfinished.path(), &parts)?;
        adopt(folder, unfinished, &name)
    });
    let Ok(merged) = merged else { return false };
    for at in chosen {
        if layers[at].0 != merged {
            folder.remove(&layers[at].0);
        }
    }
    true
}
