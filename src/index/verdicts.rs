//! Which catalogs were found without fault before, so that a check of what has not changed costs a look at the files.
//!
//! A verdict is kept under a digest of everything that the check of one catalog depends on: the check itself, the
//! settings, which files are catalogued where, the catalog's content and that of the files beside it. What any of it
//! would change has another digest, so a verdict is never out of date. Only "without fault" is kept: what a finding says
//! may depend on more, on where a lost symbol went for example.

use std::collections::BTreeMap;
use std::collections::HashSet;
use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;

use crate::base::BlobId;
use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::index::Index;
use crate::index::digest::digest;
use crate::index::folder::Folder;
use crate::repo::FileKind;
use crate::repo::Tree;

/// Which check's verdicts these are; see `build.rs`.
const STAMP: &str = env!("LIBRA_LINT_STAMP");
const MAGIC: &[u8; 8] = b"lbclean1";
/// Bytes before the verdicts: the magic and a digest of what follows.
const HEADER: usize = MAGIC.len() + 8;
/// More verdicts than this are not kept; the oldest go first.
const MAX_KEPT: usize = 65_536;

/// What a catalog's check depends on.
type Key = u128;

/// The catalogs of one project that need no check, and where to note others that turn out to be clean.
#[derive(Debug)]
pub struct Verdicts {
    folder: Folder,
    /// In the order in which they were kept.
    kept: Vec<Key>,
    keys: BTreeMap<RepoPath, Key>,
    clean: HashSet<Key>,
}

impl Index {
    /// The verdicts on the catalogs of a project that was made from `tree`. `settings` is everything that the check
    /// depends on beside the project, in any stable form.
    pub fn verdicts(&self, tree: &dyn Tree, project: &Project, settings: &[u8]) -> Verdicts {
        let folder = self.shared.inside("verdicts");
        let kept = folder.read(STAMP).and_then(|bytes| decode(&bytes)).unwrap_or_default();
        Verdicts { clean: kept.iter().copied().collect(), folder, kept, keys: keys(tree, project, settings) }
    }
}

impl Verdicts {
    /// The directories whose catalogs were found without fault in exactly the surroundings that they have now.
    pub fn clean(&self) -> impl Iterator<Item = &RepoPath> {
        self.keys.iter().filter(|(_, key)| self.clean.contains(key)).map(|(directory, _)| directory)
    }

    /// Whether every catalog that is checked was found without fault, and none is missing.
    pub fn is_all_clean(&self) -> bool {
        self.keys.values().all(|key| self.clean.contains(key))
    }

    /// Notes directories whose catalogs have been checked now and found without fault.
    pub fn keep<'p>(mut self, clean: impl Iterator<Item = &'p RepoPath>) {
        let before = self.kept.len();
        for key in clean.filter_map(|directory| self.keys.get(directory)) {
            if self.clean.insert(*key) {
                self.kept.push(*key);
            }
        }
        if self.kept.len() > before {
            let surplus = self.kept.len().saturating_sub(MAX_KEPT);
            self.folder.write(STAMP, &encode(&self.kept[surplus..]));
            self.folder.sweep(STAMP, |name| name == STAMP);
        }
    }
}

/// What the check of each directory's catalog depends on.
fn keys(tree: &dyn Tree, project: &Project, settings: &[u8]) -> BTreeMap<RepoPath, Key> {
    let layout = hash(&|hasher| {
        settings.hash(hasher);
        for (path, file) in project.files.iter() {
            (path, &file.class).hash(hasher);
        }
    });
    let mut beside: BTreeMap<RepoPath, Vec<(&RepoPath, BlobId)>> = BTreeMap::new();
    // The root is a module even if no file stands in it.
    beside.extend(project.modules.keys().map(|directory| (directory.clone(), Vec::new())));
    for entry in tree.entries().iter().filter(|entry| entry.kind == FileKind::File) {
        if let Some(directory) = entry.path.parent() {
            beside.entry(directory).or_default().push((&entry.path, entry.blob));
        }
    }
    let has_site = |directory: &RepoPath, files: &[(&RepoPath, BlobId)]| {
        project.modules.contains_key(directory) || files.iter().any(|(path, _)| path.file_name() == CATALOG_FILE)
    };
    beside
        .into_iter()
        .filter(|(directory, files)| has_site(directory, files))
        .map(|(directory, files)| {
            let key = hash(&|hasher| (layout, &directory, &files).hash(hasher));
            (directory, key)
        })
        .collect()
}

/// Twice 64 bits, so that two different surroundings never meet by chance.
fn hash(feed: &dyn Fn(&mut DefaultHasher)) -> Key {
    let half = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(seed);
        feed(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

fn encode(keys: &[Key]) -> Vec<u8> {
    let body: Vec<u8> = keys.iter().flat_map(|key| key.to_le_bytes()).collect();
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&digest(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    bytes
}

fn decode(bytes: &[u8]) -> Option<Vec<Key>> {
    let (header, body) = bytes.split_at_checked(HEADER)?;
    let whole = header.starts_with(MAGIC) && header[MAGIC.len()..] == digest(body).to_le_bytes();
    whole.then(|| body.chunks_exact(16).map(|key| Key::from_le_bytes(key.try_into().expect("sixteen"))).collect())
}

#[cfg(test)]
mod tests {
    use super::decode;
    use super::encode;
    use crate::base::RepoPath;
    use crate::base::Silent;
    use crate::index::Index;
    use crate::repo::MemoryTree;
    use crate::source::classify::Rules;

    const FILES: &str = "//- catalog.md\n# root\n//- a/catalog.md\n# a\n//- a/one.py\nx = 1\n//- b/catalog.md\n# b\n\
                         //- b/two.py\ny = 2\n";

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    /// What is taken for clean of `files`; `found` is noted as clean.
    fn clean(index: &Index, files: &str, settings: &[u8], found: &[&str]) -> Vec<String> {
        let tree = MemoryTree::fixture(files);
        let rules = Rules::new(&[], &[], 1 << 20).expect("no pattern");
        let project = index.project(&tree, &rules, &Silent).expect("readable");
        let verdicts = index.verdicts(&tree, &project, settings);
        let known = verdicts.clean().map(ToString::to_string).collect();
        let found: Vec<RepoPath> = found.iter().map(|directory| path(directory)).collect();
        verdicts.keep(found.iter());
        known
    }

    #[test]
    fn a_verdict_holds_as_long_as_nothing_around_changes() {
        let root = tempfile::tempdir().expect("temporary folder");
        let index = || Index::open(root.path(), root.path()).expect("opens");
        assert!(clean(&index(), FILES, b"1", &["a", "b"]).is_empty());
        assert_eq!(clean(&index(), FILES, b"1", &[""]), ["a", "b"]);
        assert_eq!(clean(&index(), FILES, b"1", &[]), [".", "a", "b"]);
        assert!(clean(&index(), FILES, b"2", &[]).is_empty(), "other settings");
        let edited = FILES.replace("x = 1", "x = 2");
        assert_eq!(clean(&index(), &edited, b"1", &[]), [".", "b"], "a source beside the catalog");
        let edited = FILES.replace("# b", "# c");
        assert_eq!(clean(&index(), &edited, b"1", &[]), [".", "a"], "the catalog itself");
        assert!(clean(&index(), &format!("{FILES}//- c/new.py\nz = 3\n"), b"1", &[]).is_empty(), "a new source file");
    }

    #[test]
    fn damage_is_noticed() {
        let mut bytes = encode(&[1, 2, u128::MAX]);
        assert_eq!(decode(&bytes), Some(vec![1, 2, u128::MAX]));
        bytes[20] ^= 1;
        assert_eq!(decode(&bytes), None);
        assert_eq!(decode(b"lbcl"), None);
    }
}
