//! Reading files of probes.

use std::path::Path;

use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::repo;
use crate::trajectory::ProbeRow;

/// The rows of a file; one that is no probe is refused with its place.
pub(super) fn read(context: &Context, file: &Path) -> Result<Vec<ProbeRow>, CommandError> {
    let mut rows = Vec::new();
    repo::read_lines(&context.named(file), |number, line| -> Result<(), CommandError> {
        if line.trim().is_empty() {
            return Ok(());
        }
        let row = ProbeRow::parse(line).and_then(|row| row.probe().map(|_| row));
        rows.push(row.map_err(|error| CommandError::from(error).at(&format!("{}:{number}", file.display())))?);
        Ok(())
    })?;
    Ok(rows)
}
