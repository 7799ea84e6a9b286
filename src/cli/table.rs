//! Tables for reading: columns as wide as their widest cell, and the same rows as CSV.

/// Rows of cells under a head.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with a head.
    pub(crate) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        Self { rows: vec![head.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// For reading: the first column to the left, the others, which mostly hold numbers, to the right.
    pub(crate) fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |cell: &String| cell.chars().count();
        let widths: Vec<usize> = (0..columns)
            .map(|column| self.rows.iter().filter_map(|row| row.get(column)).map(width).max().unwrap_or_default())
            .collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// For programs: RFC 4180 with line feeds.
    pub(crate) fn csv(&self) -> String {
        self.rows.iter().map(|row| row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n").collect()
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn columns_line_up_and_csv_is_quoted() {
        let mut table = Table::new(["method", "n"]);
        table.row(["a, b", "10"]);
        table.row(["é\"", "7"]);
        assert_eq!(table.text(), "method   n\na, b    10\né\"       7\n");
        assert_eq!(table.csv(), "method,n\n\"a, b\",10\n\"é\"\"\",7\n");
    }
}
