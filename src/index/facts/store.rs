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
use crate::catalog::Facts;
use crate::index::digest::digest;
use crate::index::folder::Folder;
use crate::source;

/// Which extractor's facts these are; see `build.rs`.
const STAMP: &str = env!("LIBRA_FACTS_STAMP");
/// More packs than this are merged.
const MAX_PACKS: usize = 8;
/// A store that grows over this keeps only what the tree at hand needs when it is merged.
const MAX_BYTES: usize = 256 << 20;

/// Facts by blob id, as they were kept when the store was opened; what is appended is for later runs.
#[derive(Debug)]
pub(in crate::index) struct FactsStore {
    folder: Folder,
    packs: Vec<(String, Arc<Pack>)>,
    /// Key to (pack, record); the first pack that has a key wins.
    table: HashMap<Key, (usize, usize)>,
}

impl FactsStore {
    /// Opens what stands in `folder`; what is of another version or damaged is as good as missing.
    pub(in crate::index) fn open(folder: Folder) -> Self {
        let mut store = Self { folder, packs: Vec::new(), table: HashMap::new() };
        for name in store.folder.names().into_iter().filter(|name| is_ours(name)) {
            if let Some(pack) = store.folder.read(&name).and_then(Pack::open) {
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
        let pack = &self.packs.get(pack)?.1;
        let summary = pack.summary(record)?;
        let facts = summary.language.map(|language| {
            let pack = Arc::clone(pack);
            // The record is whole, and this version wrote it; were it not, an empty file claims nothing that is wrong.
            Facts::new(move || pack.decode(record).unwrap_or_else(|| source::parse(language, "")))
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
            Self::open(self.folder.clone()).merge(needed);
        }
        self.folder.sweep(&name, is_ours);
    }

    fn write(&self, records: Vec<Encoded>) -> Option<String> {
        let bytes = pack::write(records)?;
        let name = format!("{STAMP}-{:016x}", digest(&bytes));
        self.folder.write(&name, &bytes).then_some(name)
    }

    fn merge(&self, needed: &HashSet<Key>) {
        let bytes: usize = self.packs.iter().map(|(_, pack)| pack.len()).sum();
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
    use crate::source;
    use crate::source::FileFacts;
    use crate::source::Language;

    fn known(text: &str) -> (Summary, Option<FileFacts>) {
        let blob = source::examine(Language::Python, text.as_bytes());
        let language = blob.facts.as_ref().map(|facts| facts.language);
        (Summary { size: text.len() as u64, examined: true, skip: blob.skip, language }, blob.facts)
    }

    fn key(number: u8) -> Key {
        Key { blob: BlobId::from_bytes([number; 20]), language: Language::Python }
    }

    fn append(folder: &Folder, number: u8) {
        let text = format!("def f{number}():\n    return {number}\n");
        let (summary, facts) = known(&text);
        let record = Encoded::new(key(number), summary, facts.as_ref()).expect("small");
        FactsStore::open(folder.clone()).append(vec![record], &HashSet::new());
    }

    #[test]
    fn keeps_what_it_was_given_and_merges_many_packs() {
        let root = tempfile::tempdir().expect("temporary folder");
        let folder = Folder::at(root.path());
        let count = MAX_PACKS as u8 + 3;
        (0..count).for_each(|number| append(&folder, number));
        assert!(folder.names().len() <= MAX_PACKS);
        let store = FactsStore::open(folder);
        for number in 0..count {
            let text = format!("def f{number}():\n    return {number}\n");
            let (summary, facts) = known(&text);
            assert_eq!(store.get(&key(number)), Some((summary, facts.map(Facts::from))));
        }
        assert_eq!(store.get(&key(200)), None);
    }

    #[test]
    fn damage_costs_the_damaged_record_only() {
        let root = tempfile::tempdir().expect("temporary folder");
        let folder = Folder::at(root.path());
        append(&folder, 1);
        append(&folder, 2);
        let names = folder.names();
        let mut bytes = folder.read(&names[0]).expect("written");
        let last = bytes.len() - 1;
        bytes[last] ^= 0xff;
        assert!(folder.write(&names[0], &bytes));
        let store = FactsStore::open(folder.clone());
        let found = [1, 2].iter().filter(|number| store.get(&key(**number)).is_some()).count();
        assert_eq!(found, 1);
        assert!(folder.write(&names[0], b"no pack at all"));
        let store = FactsStore::open(folder);
        assert!(store.get(&key(1)).is_some() || store.get(&key(2)).is_some());
    }
}
