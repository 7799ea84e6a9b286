//! The numbers of what can be found: every living cell, window, file and symbol of all layers, in order of path and line,
//! so that a smaller number wins a tie.

use std::ops::Range;

use super::layer::Layer;
use super::score::Field;
use crate::base::LineRange;
use crate::base::RepoPath;

/// How finely something is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grain {
    /// About 25 lines.
    Cell,
    /// A run of cells of at most 100 lines and 1,000 tokens (a cell that is larger is a window of its own).
    Window,
    /// A whole file.
    File,
    /// A definition; each file counts as one as well.
    Symbol,
}

/// A document that belongs to nothing alive.
pub(super) const DEAD: u32 = u32::MAX;

/// Something that can be found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit<'u> {
    /// Its file.
    pub path: &'u RepoPath,
    /// The number of its file among the files.
    pub file: u32,
    /// Where it stands.
    pub lines: LineRange,
    /// For a symbol, its index in `FileFacts::symbols`; `None` for the file as a symbol and for other grains.
    pub symbol: Option<u32>,
    /// Whether its file is a test.
    pub is_test: bool,
}

/// The kind of documents that hold a field, and the field's number among their lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldColumn {
    /// Of a cell, summed up over a window or file.
    Cells(usize),
    Symbols(usize),
    Files(usize),
}

impl FieldColumn {
    /// The body of cells, to which the words of the file's path belong as well.
    pub(super) const BODY: Self = Self::Cells(0);

    /// Where a grain has a field; `None` where it has none.
    pub(super) fn of(grain: Grain, field: Field) -> Option<Self> {
        match (grain, field) {
            (Grain::Symbol, Field::Body) => Some(Self::Symbols(0)),
            (Grain::Symbol, Field::Exact) => Some(Self::Symbols(1)),
            (Grain::Symbol, Field::Name) => Some(Self::Symbols(2)),
            (Grain::Symbol, Field::Doc) => Some(Self::Symbols(3)),
            (Grain::File, Field::Path) => Some(Self::Files(0)),
            (Grain::File, Field::Folders) => Some(Self::Files(1)),
            (Grain::File, Field::Name) => Some(Self::Files(2)),
            (Grain::Symbol, _) | (_, Field::Path | Field::Folders | Field::Name | Field::Doc) => None,
            (_, Field::Body) => Some(Self::BODY),
            (_, Field::Exact) => Some(Self::Cells(1)),
            (_, Field::Defines) => Some(Self::Cells(2)),
            (_, Field::Bigrams) => Some(Self::Cells(3)),
        }
    }
}

/// Numbers and lengths of all units that may take part.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    /// Cells, windows, files, symbols.
    counts: [u32; 4],
    cells: [u64; 4],
    symbols: [u64; 4],
    files: [u64; 3],
    /// Terms of paths, counted once for each cell, window, file.
    paths: [u64; 3],
}

impl Totals {
    /// How many units of a grain there are.
    pub(super) fn count(&self, grain: Grain) -> u32 {
        self.counts[grain as usize]
    }

    /// The terms of all units of a grain together.
    pub(super) fn length(&self, grain: Grain, column: FieldColumn) -> u64 {
        match column {
            FieldColumn::BODY => self.cells[0] + self.paths.get(grain as usize).copied().unwrap_or_default(),
            FieldColumn::Cells(at) => self.cells[at],
            FieldColumn::Symbols(at) => self.symbols[at],
            FieldColumn::Files(at) => self.files[at],
        }
    }

    fn add(&mut self, units: &Units, file: &FileUnit) {
        let counts = [file.cells.len() as u32, file.windows.len() as u32, 1, file.symbols.len() as u32];
        for (total, count) in self.counts.iter_mut().zip(counts) {
            *total += count;
        }
        for (total, count) in self.paths.iter_mut().zip(counts) {
            *total += u64::from(count) * u64::from(file.lengths[0]);
        }
        let symbols = &units.symbols[file.symbols.start as usize..file.symbols.end as usize];
        let sum = |total: &mut [u64], lengths: &[u32]| {
            total.iter_mut().zip(lengths).for_each(|(total, length)| *total += u64::from(*length));
        };
        sum(&mut self.cells, &file.cell_lengths);
        sum(&mut self.files, &file.lengths);
        for symbol in symbols {
            sum(&mut self.symbols, &symbol.lengths);
        }
    }
}

/// All living units.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// Without tests, and with them.
    totals: [Totals; 2],
    pub(super) files: Vec<FileUnit>,
    pub(super) cells: Vec<CellUnit>,
    pub(super) windows: Vec<WindowUnit>,
    pub(super) symbols: Vec<SymbolUnit>,
}

#[derive(Debug)]
pub(super) struct FileUnit {
    pub(super) path: RepoPath,
    pub(super) is_test: bool,
    pub(super) last_line: u32,
    pub(super) cells: Range<u32>,
    pub(super) windows: Range<u32>,
    pub(super) symbols: Range<u32>,
    /// Number of terms: path, folders, name.
    pub(super) lengths: [u32; 3],
    /// The sums over its cells.
    pub(super) cell_lengths: [u32; 4],
}

#[derive(Debug)]
pub(super) struct CellUnit {
    pub(super) file: u32,
    pub(super) window: u32,
    pub(super) lines: LineRange,
    pub(super) lengths: [u32; 4],
    /// See `CellRecord::norm`.
    pub(super) norm: f32,
}

#[derive(Debug)]
pub(super) struct WindowUnit {
    pub(super) file: u32,
    pub(super) cells: Range<u32>,
    pub(super) lengths: [u32; 4],
}

#[derive(Debug)]
pub(super) struct SymbolUnit {
    pub(super) file: u32,
    pub(super) lines: LineRange,
    pub(super) symbol: Option<u32>,
    pub(super) lengths: [u32; 4],
}

/// A living file: where it stands among the layers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Living {
    pub(super) path: RepoPath,
    pub(super) layer: usize,
    pub(super) record: usize,
    pub(super) is_test: bool,
}

impl Units {
    /// Numbers the living files, which come sorted by path, and says for each document of each layer which unit it is.
    pub(super) fn number(layers: &[Layer], living: &[Living]) -> (Self, Vec<Vec<u32>>) {
        let starts: Vec<Vec<usize>> = layers.iter().map(document_starts).collect();
        let mut slots: Vec<Vec<u32>> =
            starts.iter().map(|starts| vec![DEAD; starts.last().copied().unwrap_or_default()]).collect();
        let mut units = Self::default();
        for file in living {
            let start = starts[file.layer][file.record];
            units.add(&layers[file.layer], file, &mut slots[file.layer][start..]);
        }
        for tests in [false, true] {
            let mut totals = Totals::default();
            for file in units.files.iter().filter(|file| tests || !file.is_test) {
                totals.add(&units, file);
            }
            units.totals[usize::from(tests)] = totals;
        }
        (units, slots)
    }

    fn add(&mut self, layer: &Layer, living: &Living, slots: &mut [u32]) {
        let record = &layer.manifest.files[living.record];
        let file = self.files.len() as u32;
        let (cells, windows, symbols) = (self.cells.len(), self.windows.len(), self.symbols.len());
        let mut slots = slots.iter_mut();
        let mut place = |unit: usize| {
            if let Some(slot) = slots.next() {
                *slot = unit as u32;
            }
        };
        let mut sums = [0; 4];
        for cell in &record.cells {
            place(self.cells.len());
            let at = self.cells.len() as u32;
            if cell.begins_window || self.windows.len() == windows {
                self.windows.push(WindowUnit { file, cells: at..at, lengths: [0; 4] });
            }
            let window = self.windows.len() - 1;
            self.windows[window].cells.end = at + 1;
            for (column, length) in cell.lengths.iter().enumerate() {
                self.windows[window].lengths[column] += length;
                sums[column] += length;
            }
            self.cells.push(CellUnit {
                file,
                window: window as u32,
                lines: LineRange::clamped(cell.lines.0, cell.lines.1),
                lengths: cell.lengths,
                norm: cell.norm,
            });
        }
        for symbol in &record.symbols {
            place(self.symbols.len());
            self.symbols.push(SymbolUnit {
                file,
                lines: LineRange::clamped(symbol.lines.0, symbol.lines.1),
                symbol: symbol.symbol,
                lengths: symbol.lengths,
            });
        }
        place(self.files.len());
        let last_line = record.cells.last().map_or(1, |cell| cell.lines.1);
        self.files.push(FileUnit {
            path: record.path.clone(),
            is_test: living.is_test,
            last_line,
            cells: cells as u32..self.cells.len() as u32,
            windows: windows as u32..self.windows.len() as u32,
            symbols: symbols as u32..self.symbols.len() as u32,
            lengths: record.lengths,
            cell_lengths: sums,
        });
    }

    /// Sums over the units that may take part.
    pub(super) fn totals(&self, tests: bool) -> &Totals {
        &self.totals[usize::from(tests)]
    }

    /// Number of terms of a unit in a column.
    pub(super) fn length(&self, grain: Grain, column: FieldColumn, unit: u32) -> u32 {
        let at = unit as usize;
        match column {
            FieldColumn::Symbols(column) => self.symbols[at].lengths[column],
            FieldColumn::Files(column) => self.files[at].lengths[column],
            FieldColumn::Cells(cells) => {
                let (length, file) = match grain {
                    Grain::Window => (self.windows[at].lengths[cells], self.windows[at].file),
                    Grain::File => (self.files[at].cell_lengths[cells], unit),
                    Grain::Cell | Grain::Symbol => (self.cells[at].lengths[cells], self.cells[at].file),
                };
                let path = if column == FieldColumn::BODY { self.files[file as usize].lengths[0] } else { 0 };
                length + path
            }
        }
    }

    /// How many units of a grain there are.
    pub(super) fn count(&self, grain: Grain) -> usize {
        match grain {
            Grain::Cell => self.cells.len(),
            Grain::Window => self.windows.len(),
            Grain::File => self.files.len(),
            Grain::Symbol => self.symbols.len(),
        }
    }

    /// The file of a unit.
    pub(super) fn file_of(&self, grain: Grain, unit: u32) -> u32 {
        match grain {
            Grain::Cell => self.cells[unit as usize].file,
            Grain::Window => self.windows[unit as usize].file,
            Grain::File => unit,
            Grain::Symbol => self.symbols[unit as usize].file,
        }
    }

    /// The unit of that number, which is less than the grain's count.
    pub(super) fn unit(&self, grain: Grain, unit: u32) -> Unit<'_> {
        let number = self.file_of(grain, unit);
        let file = &self.files[number as usize];
        let (lines, symbol) = match grain {
            Grain::Cell => (self.cells[unit as usize].lines, None),
            Grain::Window => (self.window_lines(unit), None),
            Grain::File => (LineRange::clamped(1, file.last_line), None),
            Grain::Symbol => (self.symbols[unit as usize].lines, self.symbols[unit as usize].symbol),
        };
        Unit { path: &file.path, file: number, lines, symbol, is_test: file.is_test }
    }

    fn window_lines(&self, window: u32) -> LineRange {
        let cells = &self.windows[window as usize].cells;
        let first = self.cells[cells.start as usize].lines;
        let last = self.cells[cells.end.saturating_sub(1) as usize].lines;
        LineRange::clamped(first.start(), last.end())
    }
}

/// The first document of each file of a layer, and one past the last.
fn document_starts(layer: &Layer) -> Vec<usize> {
    let mut next = 0;
    let mut starts = vec![0];
    for file in &layer.manifest.files {
        next += file.documents();
        starts.push(next);
    }
    starts
}
