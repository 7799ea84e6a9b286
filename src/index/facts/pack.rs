//! Many facts in one file: a table of blob ids with what decides whether a file is catalogued, then the records.
//! Opening reads the table; a record is read and decoded when somebody looks into the file that it is about.
//!
//! Layout: the magic, then the table's length (u32, little endian) and digest (u64), the table (postcard), the records
//! (postcard, compressed with LZ4). The table has a digest of each record, so that damage costs one record and not the
//! pack.

use serde::Deserialize;
use serde::Serialize;

use crate::base::BlobId;
use crate::index::digest::digest;
use crate::index::folder::Stretches;
use crate::source::FileFacts;
use crate::source::Language;
use crate::source::classify::SkipReason;

const MAGIC: &[u8; 8] = b"lbfacts4";
const HEADER: usize = MAGIC.len() + 4 + 8;

/// What facts are kept under: content means one thing in one language only (a header may be C or C++), and nothing where
/// its own first line has to tell the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::index) struct Key {
    /// The content.
    pub(in crate::index) blob: BlobId,
    /// What it is parsed as by its name; `None` where its first line tells.
    pub(in crate::index) language: Option<Language>,
}

/// Where a record stands.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Place {
    key: Key,
    summary: Summary,
    /// First byte after the table.
    offset: u64,
    /// Bytes of the record; 0 for a file that has no facts.
    length: u32,
    digest: u64,
}

/// What is known of a file's content without looking into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::index) struct Summary {
    /// Bytes of the file.
    pub(in crate::index) size: u64,
    /// Whether it has been examined; not if it was over the size limit.
    pub(in crate::index) examined: bool,
    /// Why its content is no source, if it is none.
    pub(in crate::index) skip: Option<SkipReason>,
    /// The language that its facts are of; `None` where there are no facts.
    pub(in crate::index) language: Option<Language>,
}

/// A pack with its table in memory.
#[derive(Debug)]
pub(super) struct Pack {
    file: Stretches,
    /// Where the records begin.
    records: u64,
    places: Vec<Place>,
}

impl Pack {
    /// Reads a pack's table; `None` where the file is no pack, or a damaged or a shortened one.
    pub(super) fn open(file: Stretches) -> Option<Self> {
        let header = file.read(0, HEADER)?;
        let length = u32::from_le_bytes(header[8..12].try_into().ok()?) as usize;
        let expected = u64::from_le_bytes(header[12..20].try_into().ok()?);
        if !header.starts_with(MAGIC) {
            return None;
        }
        let table = file.read(HEADER as u64, length)?;
        if digest(&table) != expected {
            return None;
        }
        let pack = Self { records: (HEADER + length) as u64, places: postcard::from_bytes(&table).ok()?, file };
        let whole = |place: &Place| pack.start(place)?.checked_add(place.length.into());
        let is_whole = pack.places.iter().all(|place| whole(place).is_some_and(|end| end <= pack.file.len()));
        is_whole.then_some(pack)
    }

    /// What the pack holds, in order.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        self.places.iter().map(|place| place.key)
    }

    /// Bytes of the whole pack.
    pub(super) fn len(&self) -> u64 {
        self.file.len()
    }

    /// What is said of the file at a position of `keys`.
    pub(super) fn summary(&self, at: usize) -> Option<Summary> {
        self.places.get(at).map(|place| place.summary)
    }

    /// Reads and decodes the record at a position of `keys`; `None` if there is none, or a damaged one.
    pub(super) fn decode(&self, at: usize) -> Option<FileFacts> {
        let record = self.record(self.places.get(at)?)?;
        postcard::from_bytes(&lz4_flex::decompress_size_prepended(&record).ok()?).ok()
    }

    /// The record at a position as it is kept, for writing it into another pack; `None` for a damaged one.
    pub(super) fn copy(&self, at: usize) -> Option<Encoded> {
        let place = self.places.get(at)?;
        Some(Encoded { key: place.key, summary: place.summary, bytes: self.record(place)? })
    }

    fn start(&self, place: &Place) -> Option<u64> {
        self.records.checked_add(place.offset)
    }

    fn record(&self, place: &Place) -> Option<Vec<u8>> {
        let record = self.file.read(self.start(place)?, place.length as usize)?;
        (digest(&record) == place.digest).then_some(record)
    }
}

/// A record ready to be written.
#[derive(Clone, Debug)]
pub(in crate::index) struct Encoded {
    key: Key,
    summary: Summary,
    bytes: Vec<u8>,
}

impl Encoded {
    /// Encodes what is known of a file; `None` for the rare record that is too large to keep.
    pub(in crate::index) fn new(key: Key, summary: Summary, facts: Option<&FileFacts>) -> Option<Self> {
        let bytes = match facts {
            Some(facts) => lz4_flex::compress_prepend_size(&postcard::to_allocvec(facts).ok()?),
            None => Vec::new(),
        };
        u32::try_from(bytes.len()).is_ok().then_some(Self { key, summary, bytes })
    }
}

/// The bytes of a pack with these records, sorted by key so that equal content gives equal bytes.
pub(super) fn write(mut records: Vec<Encoded>) -> Option<Vec<u8>> {
    records.sort_by_key(|record| record.key);
    records.dedup_by_key(|record| record.key);
    let mut offset = 0;
    let places: Vec<Place> = records
        .iter()
        .map(|record| {
            let place = Place {
                key: record.key,
                summary: record.summary,
                offset,
                length: record.bytes.len() as u32,
                digest: digest(&record.bytes),
            };
            offset += record.bytes.len() as u64;
            place
        })
        .collect();
    let table = postcard::to_allocvec(&places).ok()?;
    let mut bytes = Vec::with_capacity(HEADER + table.len() + usize::try_from(offset).ok()?);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&u32::try_from(table.len()).ok()?.to_le_bytes());
    bytes.extend_from_slice(&digest(&table).to_le_bytes());
    bytes.extend_from_slice(&table);
    for record in &records {
        bytes.extend_from_slice(&record.bytes);
    }
    Some(bytes)
}
