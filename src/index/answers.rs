//! Answers that were paid for, by what was asked: one file each, whole or not there, so that a run which was killed can
//! go on where it stood. Their form is their owner's business.

use crate::index::Index;
use crate::index::folder::Folder;

/// Digits of a key.
const NAME_LENGTH: usize = 32;

/// A shelf of texts under `answers/`.
#[derive(Clone, Debug)]
pub struct Answers {
    folder: Folder,
}

impl Index {
    /// The answers that this repository's runs have been given.
    pub fn answers(&self) -> Answers {
        Answers { folder: self.shared.inside("answers") }
    }
}

impl Answers {
    /// The text under a key of hexadecimal digits; `None` where there is none, or it is damaged.
    pub fn get(&self, key: &str) -> Option<String> {
        let (folder, name) = self.place(key)?;
        String::from_utf8(folder.read(name)?).ok()
    }

    /// Puts a text under a key of hexadecimal digits. Where nothing can be written, nothing is kept.
    pub fn put(&self, key: &str, text: &str) {
        if let Some((folder, name)) = self.place(key) {
            folder.write(name, text.as_bytes());
        }
    }

    /// Two digits make a folder, so that none of them grows large.
    fn place<'k>(&self, key: &'k str) -> Option<(Folder, &'k str)> {
        let is_key = key.len() == NAME_LENGTH && key.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_key.then(|| (self.folder.inside(&key[..2]), &key[2..]))
    }
}

#[cfg(test)]
mod tests {
    use crate::index::Index;

    #[test]
    fn what_was_put_is_there_for_the_next_run() {
        let folder = tempfile::tempdir().expect("a directory");
        let open = || Index::open(folder.path(), &folder.path().join("own")).expect("an index").answers();
        let key = "0123456789abcdef0123456789abcdef";
        assert_eq!(open().get(key), None);
        open().put(key, "said");
        assert_eq!(open().get(key), Some("said".to_owned()));
        open().put("../../outside", "x");
        assert_eq!(open().get("../../outside"), None);
    }
}
