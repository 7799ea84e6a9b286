//! What the names of files and folders say to a question. Needs no catalog and no source.

use std::collections::BTreeMap;

use crate::agents::solver::bm25::Collection;
use crate::agents::solver::bm25::Constants;
use crate::agents::solver::bm25::Terms;
use crate::agents::solver::bm25::scaled;
use crate::agents::solver::question;
use crate::agents::solver::question::Question;
use crate::agents::solver::signals::Signal;
use crate::agents::solver::signals::Values;
use crate::agents::solver::trace::Trace;
use crate::base::RepoPath;
use crate::base::words;

/// Letters that two words must share from the start to count as alike.
const PREFIX: usize = 4;
/// Folders that describe a file, counted from the file upwards.
const FOLDERS: usize = 3;
/// Slashes that make one unit of depth.
const DEPTH_UNIT: f64 = 4.0;

/// The files that may be answers, by path, with what their names say.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    files: Vec<FileName>,
    by_path: BTreeMap<RepoPath, u32>,
    folders: Collection,
    shallowest: usize,
}

/// A file's name, taken apart.
#[derive(Clone, Debug)]
struct FileName {
    path: RepoPath,
    /// The name without extension, or the folder's where the file's says nothing (`mod.rs`, `__init__.py`).
    stem: String,
    /// Its words in lower case.
    parts: Vec<String>,
    /// The path without its extension as a dotted module, source roots in front removed.
    module: String,
    aside: f64,
    internal: f64,
    legacy: f64,
}

impl Names {
    /// Takes the names of files apart; `paths` must be sorted.
    pub(super) fn new(paths: impl IntoIterator<Item = RepoPath>) -> Self {
        let mut files: Vec<FileName> = paths.into_iter().map(FileName::new).collect();
        mark_older_versions(&mut files);
        let folder_terms: Vec<Terms> = files.iter().map(FileName::folder_terms).collect();
        Self {
            by_path: files.iter().enumerate().map(|(at, file)| (file.path.clone(), at as u32)).collect(),
            shallowest: files.iter().map(|file| file.path.depth()).min().unwrap_or(1),
            folders: Collection::new(&folder_terms),
            files,
        }
    }

    /// Number of files.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// A file's path.
    pub(super) fn path(&self, file: u32) -> &RepoPath {
        &self.files[file as usize].path
    }

    /// A file's number.
    pub(super) fn number(&self, path: &RepoPath) -> Option<u32> {
        self.by_path.get(path).copied()
    }

    /// A file's name taken apart into terms.
    pub(super) fn stem_terms(&self, file: u32) -> impl Iterator<Item = String> {
        question::terms(&self.files[file as usize].stem).collect::<Vec<_>>().into_iter()
    }

    /// Every file's signals from names alone.
    pub(super) fn signals(&self, question: &Question) -> Vec<Values> {
        let folders = scaled(self.folders.scores(&question.lead, Constants { k1: 1.2, b: 0.4 }));
        let lead: Vec<&str> =
            question.words.iter().filter(|word| word.in_lead).map(|word| word.lower.as_str()).collect();
        let trace = Trace::of(&question.text);
        let short = lead.len() <= 2;
        let with_values = |(at, file): (usize, &FileName)| {
            let mut values = Values::default();
            values.set(Signal::Folders, folders[at]);
            values.set(Signal::NameWords, file.share_of_words(&lead));
            let (in_lead, in_text) = file.equal_words(question, short);
            values.set(Signal::NameEqual, in_lead);
            values.set(Signal::NameInText, in_text);
            values.set(Signal::Path, file.mention(&question.text));
            values.set(Signal::Trace, trace.weight(&file.path));
            values.set(Signal::Depth, (file.path.depth() - self.shallowest) as f64 / DEPTH_UNIT);
            values.set(Signal::Aside, file.aside);
            values.set(Signal::Internal, file.internal);
            values.set(Signal::Legacy, file.legacy);
            values
        };
        self.files.iter().enumerate().map(with_values).collect()
    }
}

/// Of sibling folders that are numbered as versions (`v3`, `v4`), all but the highest are legacy.
fn mark_older_versions(files: &mut [FileName]) {
    let version =
        |folder: &RepoPath| folder.file_name().strip_prefix('v').and_then(|number| number.parse::<u32>().ok());
    let mut newest: BTreeMap<RepoPath, u32> = BTreeMap::new();
    for folder in files.iter().flat_map(|file| file.path.ancestors()) {
        if let (Some(number), Some(parent)) = (version(&folder), folder.parent()) {
            let known = newest.entry(parent).or_default();
            *known = number.max(*known);
        }
    }
    for file in files {
        let is_older = |folder: RepoPath| {
            let newest = folder.parent().and_then(|parent| newest.get(&parent));
            version(&folder).is_some_and(|number| newest.is_some_and(|newest| number < *newest))
        };
        if file.path.ancestors().any(is_older) {
            file.legacy = 1.0;
        }
    }
}

impl FileName {
    fn new(path: RepoPath) -> Self {
        let name = path.stem();
        let silent = matches!(name, "mod" | "__init__" | "index" | "lib" | "main" | "__main__");
        let folder = path.parent().map(|folder| folder.file_name().to_owned()).unwrap_or_default();
        let stem = if silent && !folder.is_empty() { folder } else { name.to_owned() };
        let has = |wanted: &[&str]| {
            let mut all = path
                .parts()
                .flat_map(|part| words::identifiers(part).flat_map(words::identifier_parts).collect::<Vec<_>>());
            f64::from(u8::from(all.any(|part| wanted.contains(&part.as_str()))))
        };
        Self {
            parts: words::identifier_parts(&stem),
            module: module(&path),
            aside: has(&[
                "test",
                "tests",
                "testing",
                "bench",
                "benchmarks",
                "benches",
                "example",
                "examples",
                "docs",
                "doc",
                "demo",
                "fixtures",
            ]),
            internal: if name.starts_with('_') && !name.starts_with("__") {
                1.0
            } else {
                has(&["internal", "internals", "private"])
            },
            legacy: has(&["legacy", "deprecated", "compat", "old", "obsolete", "polyfill"]),
            stem,
            path,
        }
    }

    fn folder_terms(&self) -> Terms {
        let mut terms = Terms::default();
        let folders: Vec<&str> = self.path.parts().rev().skip(1).take(FOLDERS).collect();
        terms.add(question::terms(&folders.join(" ")), 1.0);
        terms
    }

    /// The share of the name's words that begin like one of `words`, or the other way round.
    fn share_of_words(&self, words: &[&str]) -> f64 {
        let alike = |part: &String| {
            words.iter().any(|word| {
                let shorter = word.len().min(part.len());
                *word == part || shorter >= PREFIX && (word.starts_with(part.as_str()) || part.starts_with(word))
            })
        };
        let matched = self.parts.iter().filter(|part| alike(part)).count();
        matched as f64 / self.parts.len().max(1) as f64
    }

    /// Whether a word of the first line, and whether one of the rest, is the file's name. A plain word that happens to
    /// be spelled like a file says less than a word that only the file explains.
    fn equal_words(&self, question: &Question, short: bool) -> (f64, f64) {
        let (mut in_lead, mut in_text) = (0.0_f64, 0.0_f64);
        for word in question.words.iter().filter(|word| word.text == self.stem) {
            let plain = word.text.chars().all(char::is_lowercase) && !word.is_code;
            let value = if plain && !short { 0.5 } else { 1.0 };
            let place = if word.in_lead { &mut in_lead } else { &mut in_text };
            *place = place.max(value);
        }
        (in_lead, in_text)
    }

    /// How plainly a text names the file: by its path, its name with extension, or its dotted module.
    fn mention(&self, text: &str) -> f64 {
        let name = self.path.file_name();
        let common =
            matches!(name, "__init__.py" | "setup.py" | "mod.rs" | "lib.rs" | "main.rs" | "index.ts" | "index.js");
        let by_path = stands_alone(text, self.path.as_str(), true);
        let by_name = !common && stands_alone(text, name, false);
        let by_module = self.module.contains('.') && stands_alone(text, &self.module, false);
        if by_path && self.path.depth() > 1 {
            1.0
        } else if by_module {
            0.6
        } else if by_name {
            0.5
        } else {
            0.0
        }
    }
}

/// A path as Python and Java name it: dots, without extension and source roots.
fn module(path: &RepoPath) -> String {
    let text = path.as_str();
    let text = text.rsplit_once('.').map_or(text, |(stem, _)| stem);
    let text = ["src/main/java/", "src/", "lib/"].iter().find_map(|root| text.strip_prefix(root)).unwrap_or(text);
    text.trim_end_matches("/__init__").replace('/', ".")
}

/// Whether `needle` stands in `text` and is not part of a longer name. A path may have more folders in front.
fn stands_alone(text: &str, needle: &str, is_path: bool) -> bool {
    let mut from = 0;
    while let Some(at) = text[from..].find(needle) {
        let (start, end) = (from + at, from + at + needle.len());
        let before = text[..start].chars().next_back();
        let after = text[end..].chars().next();
        let opens =
            before.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '-')) && (is_path || c != '.'));
        let closes = after.is_none_or(|c| !(c.is_alphanumeric() || c == '_'));
        if opens && closes {
            return true;
        }
        from = start + text[start..].chars().next().map_or(1, char::len_utf8);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals(text: &str, paths: &[&str]) -> Vec<Values> {
        let mut paths: Vec<RepoPath> = paths.iter().map(|path| RepoPath::new(*path).expect("plain")).collect();
        paths.sort();
        Names::new(paths).signals(&Question::new(text))
    }

    #[test]
    fn names_match_words() {
        let values = signals("where are merge drivers run?", &["src/merge_driver.rs", "src/other.rs"]);
        assert!(values[0].get(Signal::NameWords) > 0.9 && values[1].get(Signal::NameWords) == 0.0);
        let values = signals("the parser loops", &["parser.py", "parse.py"]);
        assert!(values[1].get(Signal::NameEqual) > values[0].get(Signal::NameEqual));
    }

    #[test]
    fn older_versions_are_legacy() {
        let values = signals("a schema", &["lib/v3/schema.ts", "lib/v4/schema.ts", "other/v1/schema.ts"]);
        let legacy: Vec<f64> = values.iter().map(|values| values.get(Signal::Legacy)).collect();
        assert_eq!(legacy, [1.0, 0.0, 0.0]);
    }

    #[test]
    fn paths_modules_and_frames_are_seen() {
        let text =
            "It fails.\n  File \"/usr/lib/python3/site-packages/pkg/core/io.py\", line 3, in load\n\nsee pkg.core.net";
        let values = signals(text, &["pkg/core/io.py", "pkg/core/net.py", "pkg/core/nets.py"]);
        assert!((values[0].get(Signal::Trace) - 1.0).abs() < 1e-9);
        assert!(values[1].get(Signal::Path) > 0.5 && values[2].get(Signal::Path) == 0.0);
    }
}
