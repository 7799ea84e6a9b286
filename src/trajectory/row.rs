//! Probes as JSON lines with the eight fields of the first paper's data.

use serde::Deserialize;
use serde::Serialize;

use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::Probe;
use crate::base::LineRange;
use crate::base::PathError;
use crate::base::RepoPath;

/// A row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbeRow {
    /// Unique in its file; ends in the number of the draw.
    pub instance_id: String,
    /// The question; empty for a chunk that has nothing to ask about.
    pub problem_statement: String,
    /// The file that answers it: one path.
    pub gold_files: Vec<String>,
    /// The function that answers it, `path::Class.method`; none for a question about a whole file.
    pub gold_functions: Vec<String>,
    /// Why the gold answers the question, or why there is none.
    pub gold_reasoning: String,
    /// The source of the chunk.
    pub chunk_content: String,
    /// The chunk's first and last line, 1-based.
    pub line_numbers: [u32; 2],
    /// Whether there is a question.
    pub is_valid_chunk: bool,
}

/// Why a row is no probe.
#[derive(Debug, thiserror::Error)]
pub enum RowError {
    /// It does not have the fields.
    #[error("not a probe")]
    Json(#[from] serde_json::Error),
    /// A file's path is none.
    #[error("`gold_files` holds no path of a repository")]
    Path(#[from] PathError),
    /// A question has exactly one file.
    #[error("`gold_files` must hold one path")]
    Files,
    /// A question has at most one function, which belongs to its file.
    #[error("`gold_functions` must hold at most one function of the gold file")]
    Functions,
    /// The lines are none.
    #[error("`line_numbers` must hold two lines in order, from 1")]
    Lines,
    /// A valid row asks something.
    #[error("`problem_statement` is empty")]
    Silent,
}

impl ProbeRow {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Self, RowError> {
        Ok(serde_json::from_str(line)?)
    }

    /// The row of a probe; `text` is the file that it is about.
    pub fn of(id: String, probe: &Probe, text: &str) -> Self {
        let function = probe.gold_function.as_ref().map(|name| format!("{}::{name}", probe.gold_file));
        Self {
            instance_id: id,
            problem_statement: probe.question.clone(),
            gold_files: vec![probe.gold_file.to_string()],
            gold_functions: function.into_iter().collect(),
            gold_reasoning: probe.reasoning.clone(),
            chunk_content: content(text, probe.chunk.lines),
            line_numbers: [probe.chunk.lines.start(), probe.chunk.lines.end()],
            is_valid_chunk: true,
        }
    }

    /// The row of a chunk that has nothing to ask about.
    pub fn invalid(id: String, chunk: &ChunkRef, reason: &str, text: &str) -> Self {
        Self {
            instance_id: id,
            gold_files: vec![chunk.path.to_string()],
            gold_reasoning: reason.to_owned(),
            chunk_content: content(text, chunk.lines),
            line_numbers: [chunk.lines.start(), chunk.lines.end()],
            ..Self::default()
        }
    }

    /// The probe of a row; `None` for a chunk without one. Its question is about all lines of the chunk, since a row
    /// says no more.
    pub fn probe(&self) -> Result<Option<Probe>, RowError> {
        if !self.is_valid_chunk {
            return Ok(None);
        }
        if self.problem_statement.trim().is_empty() {
            return Err(RowError::Silent);
        }
        let [file] = self.gold_files.as_slice() else { return Err(RowError::Files) };
        let gold_file = RepoPath::new(file.as_str())?;
        let gold_function = match self.gold_functions.as_slice() {
            [] => None,
            [function] => {
                let (path, name) = function.split_once("::").ok_or(RowError::Functions)?;
                if path != file || name.is_empty() {
                    return Err(RowError::Functions);
                }
                Some(name.to_owned())
            }
            _ => return Err(RowError::Functions),
        };
        let lines = LineRange::new(self.line_numbers[0], self.line_numbers[1]).ok_or(RowError::Lines)?;
        Ok(Some(Probe {
            question: self.problem_statement.clone(),
            chunk: ChunkRef { path: gold_file.clone(), lines },
            gold_file,
            gold_function,
            lines,
            reasoning: self.gold_reasoning.clone(),
        }))
    }

    /// The number of the draw, with which the id ends.
    pub fn number(&self) -> Option<u64> {
        self.instance_id.rsplit('-').next()?.parse().ok()
    }

    /// The row as a line with its end.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

/// The lines of a text.
pub(super) fn content(text: &str, lines: LineRange) -> String {
    let (start, end) = (lines.start() as usize, lines.end() as usize);
    text.lines().skip(start.saturating_sub(1)).take(end + 1 - start).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::ProbeRow;
    use super::content;
    use crate::agents::prompter::ChunkRef;
    use crate::agents::prompter::Probe;
    use crate::base::LineRange;
    use crate::base::RepoPath;

    #[test]
    fn a_probe_survives_its_row() {
        let path = RepoPath::new("a/b.py").expect("plain");
        let lines = LineRange::new(2, 3).expect("in order");
        let probe = Probe {
            question: "Where?".to_owned(),
            gold_file: path.clone(),
            gold_function: Some("C.f".to_owned()),
            chunk: ChunkRef { path, lines },
            lines,
            reasoning: "There.".to_owned(),
        };
        let row = ProbeRow::of("probe-1-train-000007".to_owned(), &probe, "one\ntwo\nthree\nfour\n");
        assert_eq!((row.chunk_content.as_str(), row.number()), ("two\nthree", Some(7)));
        assert_eq!(row.gold_functions, ["a/b.py::C.f"]);
        let line = row.line().expect("JSON");
        let read = ProbeRow::parse(line.trim_end()).expect("a row");
        assert_eq!(read.probe().expect("valid"), Some(probe));
    }

    #[test]
    fn what_is_no_probe_says_why() {
        let told = |change: fn(&mut ProbeRow)| {
            let mut row = ProbeRow {
                problem_statement: "Where?".to_owned(),
                gold_files: vec!["a.py".to_owned()],
                gold_functions: vec!["a.py::f".to_owned()],
                line_numbers: [1, 2],
                is_valid_chunk: true,
                ..ProbeRow::default()
            };
            change(&mut row);
            row.probe().err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(told(|_| {}), "");
        assert_eq!(told(|row| row.problem_statement = " ".to_owned()), "`problem_statement` is empty");
        assert_eq!(told(|row| row.gold_files.clear()), "`gold_files` must hold one path");
        assert_eq!(told(|row| row.gold_files = vec!["../a".to_owned()]), "`gold_files` holds no path of a repository");
        assert_eq!(told(|row| row.line_numbers = [3, 2]), "`line_numbers` must hold two lines in order, from 1");
        let functions = "`gold_functions` must hold at most one function of the gold file";
        assert_eq!(told(|row| row.gold_functions = vec!["b.py::f".to_owned()]), functions);
        assert_eq!(told(|row| row.gold_functions = vec!["f".to_owned()]), functions);
        assert!(ProbeRow::parse("{\"instance_id\":1}").is_err());
    }

    #[test]
    fn content_is_cut_by_lines() {
        assert_eq!(content("a\nb\nc", LineRange::new(3, 9).expect("in order")), "c");
    }
}
