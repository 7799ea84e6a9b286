//! What this clone remembers to have written into catalogs, as digests of words.
//!
//! Git says who wrote what is committed by a run of ours; this says it of what is committed by hand, or not yet. Without
//! it such words count as a person's, which is the safe side.

use std::collections::HashSet;

use crate::index::Index;

const NAME: &str = "written";
const MAGIC: &[u8; 8] = b"lbwrote1";
/// More digests than this are not kept; the oldest go first.
const MAX_KEPT: usize = 100_000;

impl Index {
    /// The digests of all words that were noted.
    pub fn written(&self) -> HashSet<u64> {
        self.noted().into_iter().collect()
    }

    /// Notes words as written by us.
    pub fn note_written(&self, digests: &[u64]) {
        let mut kept = self.noted();
        let known: HashSet<u64> = kept.iter().copied().collect();
        let before = kept.len();
        kept.extend(digests.iter().filter(|digest| !known.contains(digest)));
        if kept.len() > before {
            let surplus = kept.len().saturating_sub(MAX_KEPT);
            let mut bytes = MAGIC.to_vec();
            bytes.extend(kept[surplus..].iter().flat_map(|digest| digest.to_le_bytes()));
            self.shared.write(NAME, &bytes);
        }
    }

    /// The digests in the order in which they were noted.
    fn noted(&self) -> Vec<u64> {
        let bytes = self.shared.read(NAME).unwrap_or_default();
        let Some(body) = bytes.strip_prefix(MAGIC) else {
            return Vec::new();
        };
        body.as_chunks::<8>().0.iter().map(|digest| u64::from_le_bytes(*digest)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::index::Index;

    #[test]
    fn what_was_noted_is_known_to_the_next_process() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let open = || Index::open(folder.path(), folder.path()).expect("opened");
        assert!(open().written().is_empty());
        open().note_written(&[1, 2]);
        open().note_written(&[2, 3]);
        assert_eq!(open().noted(), [1, 2, 3]);
        assert!(open().shared.write(super::NAME, b"nonsense"));
        assert!(open().written().is_empty());
    }
}
