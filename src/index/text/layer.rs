//! One immutable tantivy index and the manifest that says what its documents are.
//!
//! A layer has one segment. Its documents stand in the manifest's order: for each file its cells, then its symbols, then
//! the file. So nothing has to be stored in tantivy but terms, no writer lock is needed, and a layer of a read-only
//! folder can be read.

#![expect(clippy::disallowed_methods, reason = "a layer is a folder under the git directory")]

use std::path::Path;

use serde::Deserialize;
use serde::Serialize;
use tantivy::Index;
use tantivy::IndexSettings;
use tantivy::InvertedIndexReader;
use tantivy::SegmentReader;
use tantivy::SingleSegmentIndexWriter;
use tantivy::TantivyDocument;
use tantivy::TantivyError;
use tantivy::directory::MmapDirectory;
use tantivy::directory::OwnedBytes;
use tantivy::fastfield::AliveBitSet;
use tantivy::fastfield::write_alive_bitset;
use tantivy::indexer::merge_filtered_segments;
use tantivy::schema::Field;
use tantivy::schema::IndexRecordOption;
use tantivy::schema::Schema;
use tantivy::schema::TextFieldIndexing;
use tantivy::schema::TextOptions;

use super::document::FileDocuments;
use super::document::Terms;
use crate::base::BlobId;
use crate::base::RepoPath;
use crate::index::digest::digest;

/// The fields of the postings; each belongs to one kind of document. The order is the schema's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    CellBody,
    CellExact,
    CellDefines,
    CellBigrams,
    SymbolBody,
    SymbolExact,
    SymbolName,
    SymbolDoc,
    FilePath,
    FileFolders,
    FileName,
}

const COLUMNS: [&str; 11] = [
    "cell_body",
    "cell_exact",
    "cell_defines",
    "cell_bigrams",
    "symbol_body",
    "symbol_exact",
    "symbol_name",
    "symbol_doc",
    "file_path",
    "file_folders",
    "file_name",
];

/// tantivy sizes its first tables by this, and flushes nothing by it: little for the few files of a layer in memory.
const MEMORY_WRITER_BYTES: usize = 4 << 20;
/// The same for a layer on the disk.
const DISK_WRITER_BYTES: usize = 64 << 20;
/// The name of the manifest in a layer's folder.
const MANIFEST: &str = "manifest";

impl Column {
    pub(super) fn field(self) -> Field {
        Field::from_field_id(self as u32)
    }
}

/// What a layer holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) files: Vec<FileRecord>,
}

/// One file of a layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FileRecord {
    pub(super) path: RepoPath,
    pub(super) blob: BlobId,
    pub(super) cells: Vec<CellRecord>,
    pub(super) symbols: Vec<SymbolRecord>,
    /// Number of terms: path, folders, name.
    pub(super) lengths: [u32; 3],
}

/// One cell of a file; it begins on the line after the cell before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CellRecord {
    /// First and last line, 1-based, inclusive.
    pub(super) lines: (u32, u32),
    pub(super) begins_window: bool,
    /// Number of terms: body, exact, defines, bigrams.
    pub(super) lengths: [u32; 4],
    /// The length of the vector that its body's terms are, each 1 + ln of how often it stands there; 0 without terms.
    pub(super) norm: f32,
}

/// One symbol of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SymbolRecord {
    /// The index in `FileFacts::symbols`; `None` for the file itself.
    pub(super) symbol: Option<u32>,
    pub(super) lines: (u32, u32),
    /// Number of terms: body, exact, name, doc.
    pub(super) lengths: [u32; 4],
}

impl FileRecord {
    /// Number of documents of the file.
    pub(super) fn documents(&self) -> usize {
        self.cells.len() + self.symbols.len() + 1
    }
}

/// A layer that can be searched.
pub(super) struct Layer {
    pub(super) manifest: Manifest,
    index: Index,
    reader: Option<SegmentReader>,
}

impl std::fmt::Debug for Layer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layer").field("files", &self.manifest.files.len()).finish_non_exhaustive()
    }
}

impl Layer {
    /// Opens the layer of a folder; `None` where it is damaged or incomplete.
    pub(super) fn open(folder: &Path) -> Option<Self> {
        let bytes = std::fs::read(folder.join(MANIFEST)).ok()?;
        let (expected, records) = bytes.split_first_chunk::<8>()?;
        if digest(records) != u64::from_le_bytes(*expected) {
            return None;
        }
        let manifest: Manifest = postcard::from_bytes(records).ok()?;
        let index = Index::open(MmapDirectory::open(folder).ok()?).ok()?;
        // Reading damaged postings may panic, and checking them is quicker than reading what they are made of.
        if !index.validate_checksum().ok()?.is_empty() {
            return None;
        }
        let layer = Self::over(index, manifest).ok()?;
        let documents: usize = layer.manifest.files.iter().map(FileRecord::documents).sum();
        let held = layer.reader.as_ref().map_or(0, SegmentReader::max_doc);
        (documents == held as usize).then_some(layer)
    }

    fn over(index: Index, manifest: Manifest) -> Result<Self, TantivyError> {
        let segments = index.searchable_segments()?;
        let reader = segments.first().map(SegmentReader::open).transpose()?;
        Ok(Self { manifest, index, reader })
    }

    /// The postings of a column.
    pub(super) fn postings(&self, column: Column) -> Option<std::sync::Arc<InvertedIndexReader>> {
        self.reader.as_ref()?.inverted_index(column.field()).ok()
    }

    /// Writes into `folder`, which is empty, the files of `layers` for which `alive` (a flag for each file, in order) is
    /// set, and gives the new layer's name.
    pub(super) fn merge(folder: &Path, layers: &[(&Self, Vec<bool>)]) -> Result<String, TantivyError> {
        let (mut segments, mut filters) = (Vec::new(), Vec::new());
        let mut manifest = Manifest::default();
        for (layer, alive) in layers {
            segments.extend(layer.index.searchable_segments()?);
            filters.push(Some(layer.filter(alive)?));
            let files = layer.manifest.files.iter().zip(alive).filter(|(_, alive)| **alive);
            manifest.files.extend(files.map(|(file, _)| file.clone()));
        }
        let directory = MmapDirectory::open(folder)?;
        merge_filtered_segments(&segments, IndexSettings::default(), filters, directory)?;
        manifest.write(folder)
    }

    fn filter(&self, alive: &[bool]) -> Result<AliveBitSet, TantivyError> {
        let documents: usize = self.manifest.files.iter().map(FileRecord::documents).sum();
        let mut bits = tantivy::BitSet::with_max_value(documents as u32);
        let mut next = 0;
        for (file, alive) in self.manifest.files.iter().zip(alive) {
            let end = next + file.documents() as u32;
            if *alive {
                for document in next..end {
                    bits.insert(document);
                }
            }
            next = end;
        }
        let mut bytes = Vec::new();
        write_alive_bitset(&bits, &mut bytes)?;
        Ok(AliveBitSet::open(OwnedBytes::new(bytes)))
    }
}

impl Manifest {
    /// Writes the manifest as the last file of a layer's folder and gives the layer's name.
    fn write(&self, folder: &Path) -> Result<String, TantivyError> {
        let records = postcard::to_allocvec(self).map_err(std::io::Error::other)?;
        let name = digest(&records);
        let mut bytes = name.to_le_bytes().to_vec();
        bytes.extend_from_slice(&records);
        std::fs::write(folder.join(MANIFEST), bytes)?;
        Ok(format!("{name:016x}"))
    }
}

/// Collects files into a layer.
pub(super) struct LayerWriter {
    writer: SingleSegmentIndexWriter,
    manifest: Manifest,
}

impl LayerWriter {
    /// A layer in an empty folder, or in memory.
    pub(super) fn new(folder: Option<&Path>) -> Result<Self, TantivyError> {
        let builder = Index::builder().schema(schema());
        let writer = match folder {
            Some(folder) => builder.single_segment_index_writer(MmapDirectory::open(folder)?, DISK_WRITER_BYTES)?,
            None => {
                builder.single_segment_index_writer(tantivy::directory::RamDirectory::create(), MEMORY_WRITER_BYTES)?
            }
        };
        Ok(Self { writer, manifest: Manifest::default() })
    }

    /// Bytes of memory in use.
    pub(super) fn memory(&self) -> usize {
        self.writer.mem_usage()
    }

    /// Adds a file.
    pub(super) fn add(&mut self, path: RepoPath, blob: BlobId, file: &FileDocuments) -> Result<(), TantivyError> {
        let mut record = FileRecord {
            path,
            blob,
            cells: Vec::with_capacity(file.cells.len()),
            symbols: Vec::with_capacity(file.symbols.len()),
            lengths: [file.path.count, file.folders.count, file.name.count],
        };
        for cell in &file.cells {
            record.cells.push(CellRecord {
                lines: (cell.lines.start(), cell.lines.end()),
                begins_window: cell.begins_window,
                lengths: [cell.body.count, cell.exact.count, cell.defines.count, cell.bigrams.count],
                norm: cell.body.norm(),
            });
            self.write(&[
                (Column::CellBody, &cell.body),
                (Column::CellExact, &cell.exact),
                (Column::CellDefines, &cell.defines),
                (Column::CellBigrams, &cell.bigrams),
            ])?;
        }
        for symbol in &file.symbols {
            record.symbols.push(SymbolRecord {
                symbol: symbol.symbol,
                lines: (symbol.lines.start(), symbol.lines.end()),
                lengths: [symbol.body.count, symbol.exact.count, symbol.name.count, symbol.doc.count],
            });
            self.write(&[
                (Column::SymbolBody, &symbol.body),
                (Column::SymbolExact, &symbol.exact),
                (Column::SymbolName, &symbol.name),
                (Column::SymbolDoc, &symbol.doc),
            ])?;
        }
        self.write(&[
            (Column::FilePath, &file.path),
            (Column::FileFolders, &file.folders),
            (Column::FileName, &file.name),
        ])?;
        self.manifest.files.push(record);
        Ok(())
    }

    fn write(&mut self, fields: &[(Column, &Terms)]) -> Result<(), TantivyError> {
        let mut document = TantivyDocument::new();
        for (column, terms) in fields.iter().filter(|(_, terms)| terms.count > 0) {
            document.add_text(column.field(), &terms.text);
        }
        self.writer.add_document(document)
    }

    /// Finishes a layer in memory.
    pub(super) fn finish(self) -> Result<Layer, TantivyError> {
        Layer::over(self.writer.finalize()?, self.manifest)
    }

    /// Finishes a layer in its folder and gives the name that it should have.
    pub(super) fn finish_in(self, folder: &Path) -> Result<String, TantivyError> {
        self.writer.finalize()?;
        self.manifest.write(folder)
    }
}

fn schema() -> Schema {
    // Lengths are in the manifest, exact; positions are of no use.
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("whitespace")
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqs);
    let mut schema = Schema::builder();
    for column in COLUMNS {
        schema.add_text_field(column, TextOptions::default().set_indexing_options(indexing.clone()));
    }
    schema.build()
}
