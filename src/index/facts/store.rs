//! The packs of one repository: what a run has learnt is written as a pack of its own, many packs become one.
//!
//! Several processes may write at once: packs are never changed, and each appears whole under a name that follows its
//! content. The worst that can happen is that a blob is parsed twice.

use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Arc;

use super::pack;
use super::pack::Encoded;
use super::pack::Key;
use super::pack::Pack;
use super::pack::Summary;
use crate::base::BlobId;
use crate::catalog::Facts;
use crate::index::digest::digest;
use crate::index::folder::Folder;
use crate::index::objects::Objects;
use crate::source;
use crate::source::FileFacts;
use crate::source::Language;

/// Which extractor's facts these are; see `build.rs`.
const STAMP: &str = env!("LIBRA_FACTS_STAMP");
/// More packs than this are merged.
const MAX_PACKS: usize = 8;
/// A store that grows over this keeps only what the tree at hand needs when it is merged.
const MAX_BYTES: u64 = 256 << 20;

/// Facts by blob id, as they were kept when the store was opened; what is appended is for later runs.
#[derive(Debug)]
pub(in crate::index) struct FactsStore {
    folder: Folder,
    objects: Objects,
    packs: Vec<(String, Arc<Pack>)>,
    /// Key to (pack, record); the first pack that has a key wins.
    table: HashMap<Key, (usize, usize)>,
}

impl FactsStore {
    /// Opens what stands in `folder`; what is of another version or damaged is as good as missing. A record is read when
    /// its facts are looked at; where that one is damaged, the file is parsed again from `objects`.
    pub(in crate::index) fn open(folder: Folder, objects: Objects) -> Self {
        let mut store = Self { folder, objects, packs: Vec::new(), table: HashMap::new() };
        for name in store.folder.names().into_iter().filter(|name| is_ours(name)) {
            if let Some(pack) = store.folder.open(&name).and_then(Pack::open) {
                let at = store.packs.len();
                for (record, key) in pack.keys().enumerate() {
                    store.table.entry(key).or_insert((at, record));
                }
                store.packs.push((name, Arc::new(pack)));
            }
        }
        store
    }

    /// What is known of a file's content; its facts are decoded when they are looked at.
    pub(in crate::index) fn get(&self, key: &Key) -> Option<(Summary, Option<Facts>)> {
        let (pack, record) = *self.table.get(key)?;
        let (name, pack) = self.packs.get(pack)?;
        let summary = pack.summary(record)?;
        let facts = summary.language.map(|language| {
            let pack = Arc::clone(pack);
            let damaged = Damaged { blob: key.blob, language, name: name.clone(), folder: self.folder.clone() };
            let objects = self.objects.clone();
            Facts::new(move || pack.decode(record).unwrap_or_else(|| damaged.replaced(&objects)))
        });
        Some((summary, facts))
    }

    /// Keeps new records. `needed` is what the tree at hand uses: it survives when the store has to shrink.
    pub(in crate::index) fn append(&self, records: Vec<Encoded>, needed: &HashSet<Key>) {
        if records.is_empty() {
            return;
        }
        let Some(name) = self.write(records) else { return };
        let written = self.folder.names();
        if written.iter().filter(|name| is_ours(name)).count() > MAX_PACKS {
            // Another process may have written or merged meanwhile: take in what stands there now.
            Self::open(self.folder.clone(), self.objects.clone()).merge(needed);
        }
        self.folder.sweep(&name, is_ours);
    }

    fn write(&self, records: Vec<Encoded>) -> Option<String> {
        let bytes = pack::write(records)?;
        let name = format!("{STAMP}-{:016x}", digest(&bytes));
        self.folder.write(&name, &bytes).then_some(name)
    }

    fn merge(&self, needed: &HashSet<Key>) {
        let bytes: u64 = self.packs.iter().map(|(_, pack)| pack.len()).sum();
        let shrink = bytes > MAX_BYTES;
        let keep = |key: &Key| !shrink || needed.contains(key);
        let records: Vec<Encoded> = self
            .table
            .iter()
            .filter(|(key, _)| keep(key))
            .filter_map(|(_, (pack, record))| self.packs[*pack].1.copy(*record))
            .collect();
        let Some(merged) = self.write(records) else { return };
        for (name, _) in &self.packs {
            if *name != merged {
                self.folder.remove(name);
            }
        }
    }
}

/// A record that cannot be read, although its pack was whole when it was written.
struct Damaged {
    blob: BlobId,
    language: Language,
    name: String,
    folder: Folder,
}

impl Damaged {
    /// The facts from the file itself. The pack goes, so that the next run learns again what it held: content that was
    /// never added to the object database is not to be had here, and an empty file claims nothing that is wrong.
    fn replaced(self, objects: &Objects) -> FileFacts {
        self.folder.remove(&self.name);
        let Self { blob, language, .. } = self;
        let facts = objects.blob(blob).and_then(|bytes| source::examine(language, &bytes).facts);
        facts.unwrap_or_else(|| source::parse(language, ""))
    }
}

fn is_ours(name: &str) -> bool {
    name.starts_with(STAMP)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::FactsStore;
    use super::MAX_PACKS;
    use crate::base::BlobId;
    use crate::catalog::Facts;
    use crate::index::facts::Encoded;
    use crate::index::facts::Key;
    use crate::index::facts::Summary;
    use crate::index::folder::Folder;
    use crate::index::objects::Objects;
    use crate::source;
    use crate::source::FileFacts;
    use crate::source::Language;

    fn known(text: &str) -> (Summary, Option<FileFacts>) {
        let blob = source::examine(Language::Python, text.as_bytes());
        let language = blob.facts.as_ref().map(|facts| facts.language);
        (Summary { size: text.len() as u64, examined: true, skip: blob.skip, language }, blob.facts)
    }

    fn key(number: u8) -> Key {
        Key { blob: BlobId::from_bytes([number; 20]), language: Some(Language::Python) }
    }

    fn open(folder: &Folder) -> FactsStore {
        FactsStore::open(folder.clone(), Objects::default())
    }

    fn append(folder: &Folder, number: u8) {
        let text = format!("def f{number}():\n    return {number}\n");
        let (summary, facts) = known(&text);
        let record = Encoded::new(key(number), summary, facts.as_ref()).expect("small");
        open(folder).append(vec![record], &HashSet::new());
    }

    #[test]
    fn keeps_what_it_was_given_and_merges_many_packs() {
        let root = tempfile::tempdir().expect("temporary folder");
        let folder = Folder::at(root.path());
        let count = MAX_PACKS as u8 + 3;
        (0..count).for_each(|number| append(&folder, number));
        assert!(folder.names().len() <= MAX_PACKS);
        let store = open(&folder);
        for number in 0..count {
            let text = format!("def f{number}():\n    return {number}\n");
            let (summary, facts) = known(&text);
            assert_eq!(store.get(&key(number)), Some((summary, facts.map(Facts::from))));
        }
        assert_eq!(store.get(&key(200)), None);
    }

    #[test]
    fn a_damaged_record_is_made_again_from_the_file() {
        let root = tempfile::tempdir().expect("temporary folder");
        let folder = Folder::at(root.path());
        append(&folder, 1);
        let name = folder.names().remove(0);
        let whole = folder.read(&name).expect("written");
        let mut bytes = whole.clone();
        *bytes.last_mut().expect("a record") ^= 0xff;
        let facts = |objects: Objects| {
            assert!(folder.write(&name, &bytes));
            let (summary, facts) = FactsStore::open(folder.clone(), objects).get(&key(1)).expect("in the table");
            assert!(summary.examined);
            facts.expect("parsed").symbols.len()
        };
        let objects = |id| (key(1).blob == id).then(|| b"def f1():\n    return 1\n".as_slice().into());
        assert_eq!(facts(Objects::by(objects)), 1);
        assert!(folder.names().is_empty(), "the damaged pack is gone");
        assert_eq!(facts(Objects::default()), 0, "and claims nothing where the file is not to be had");

        assert!(folder.write(&name, &whole));
        assert!(open(&folder).get(&key(1)).is_some());
        for damaged in [&whole[..whole.len() - 1], &whole[..HEADER_AND_SOME], b"no pack at all"] {
            assert!(folder.write(&name, damaged));
            assert!(open(&folder).get(&key(1)).is_none(), "{} bytes", damaged.len());
        }
    }

    /// More than a pack's header, less than its table.
    const HEADER_AND_SOME: usize = 24;
}
