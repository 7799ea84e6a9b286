//! Typed access to the fields of a JSON line. Fields that nobody asks for are ignored.

use std::collections::HashSet;

use serde_json::Map;
use serde_json::Value;

use crate::score::fault::Fault;
use crate::score::fault::Problem;

/// A JSON object.
pub(super) type Object = Map<String, Value>;

/// Whether a list may be without elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Least {
    /// It may.
    None,
    /// It may not.
    One,
}

/// Counts the rows of a file and names the place of what is wrong with them.
#[derive(Debug)]
pub(super) struct Place {
    file: String,
    rows: usize,
}

impl Place {
    pub(super) fn new(file: &str) -> Self {
        Self { file: file.to_owned(), rows: 0 }
    }

    /// The object in a line; `None` for an empty line.
    pub(super) fn object(&mut self, line: usize, text: &str) -> Result<Option<Object>, Fault> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        self.rows += 1;
        match serde_json::from_str(text) {
            Ok(Value::Object(object)) => Ok(Some(object)),
            Ok(_) => Err(self.fault(Some(line), Problem::NotAnObject)),
            Err(error) => Err(self.fault(Some(line), Problem::Json(error))),
        }
    }

    pub(super) fn fault(&self, line: Option<usize>, problem: Problem) -> Fault {
        Fault { file: self.file.clone(), line, problem }
    }

    /// Refuses a file without rows.
    pub(super) fn some(&self) -> Result<(), Fault> {
        if self.rows == 0 { Err(self.fault(None, Problem::NoRows)) } else { Ok(()) }
    }
}

/// A text that is more than white space.
pub(super) fn text<'o>(object: &'o Object, field: &'static str) -> Result<&'o str, Problem> {
    let value = object.get(field).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    value.ok_or(Problem::NotAText { field })
}

/// A text, or nothing where the field is missing or something else: for fields that only sort results.
pub(super) fn loose_text(object: &Object, field: &str) -> String {
    object.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A list; a missing one is empty where it may be.
pub(super) fn list<'o>(object: &'o Object, field: &'static str, least: Least) -> Result<&'o [Value], Problem> {
    match (object.get(field), least) {
        (None, Least::None) => Ok(&[]),
        (Some(Value::Array(values)), Least::None) => Ok(values),
        (Some(Value::Array(values)), Least::One) if !values.is_empty() => Ok(values),
        (_, Least::One) => Err(Problem::EmptyList { field }),
        _ => Err(Problem::NotAList { field }),
    }
}

/// Different ids.
pub(super) fn ids<'v>(values: &'v [Value], field: &'static str) -> Result<Vec<&'v str>, Problem> {
    let mut seen = HashSet::new();
    let mut ids = Vec::with_capacity(values.len());
    for value in values {
        let id = value.as_str().filter(|id| !id.trim().is_empty()).ok_or(Problem::NotIds { field })?;
        if !seen.insert(id) {
            return Err(Problem::Twice { field, id: id.to_owned() });
        }
        ids.push(id);
    }
    Ok(ids)
}

/// A list of different ids; a missing one is empty where it may be.
pub(super) fn id_list<'o>(object: &'o Object, field: &'static str, least: Least) -> Result<Vec<&'o str>, Problem> {
    ids(list(object, field, least)?, field)
}
