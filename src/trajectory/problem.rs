//! What is asked in a replay: a question and the files and functions that answer it, from probes or from issues.

use serde_json::Value;

use crate::base::RepoPath;
use crate::trajectory::row::ProbeRow;
use crate::trajectory::row::RowError;

/// A question with its gold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its id.
    pub id: String,
    /// The question, or an issue's text.
    pub statement: String,
    /// The files that answer it, all of them.
    pub files: Vec<RepoPath>,
    /// The functions that answer it, all of them, with their qualified names; may be none.
    pub functions: Vec<(RepoPath, String)>,
    /// The repository that it is about, where the row says so.
    pub repo: Option<String>,
}

/// Why a row is no problem.
#[derive(Debug, thiserror::Error)]
pub enum ProblemError {
    /// It is no JSON object.
    #[error("not a JSON object")]
    Json(#[from] serde_json::Error),
    /// It has the fields of a probe, but is none.
    #[error(transparent)]
    Probe(#[from] RowError),
    /// A text is missing.
    #[error("`{0}` must be a string that is not empty")]
    Text(&'static str),
    /// A list of paths is none.
    #[error("`gold_files` must hold paths of the repository, at least one")]
    Files,
    /// A list of functions is none.
    #[error("`gold_functions` must hold functions such as `path::Class.method`")]
    Functions,
}

/// Reads a row: a probe, or an issue with `instance_id`, `problem_statement`, `gold_files` and `gold_functions`. `None`
/// for a chunk without a question.
pub fn problem_of(line: &str) -> Result<Option<Problem>, ProblemError> {
    let value: Value = serde_json::from_str(line)?;
    if value.get("is_valid_chunk").is_some() {
        let row = ProbeRow::parse(line)?;
        return Ok(row.probe()?.map(|probe| Problem {
            id: row.instance_id,
            statement: probe.question,
            functions: probe.gold_function.into_iter().map(|name| (probe.gold_file.clone(), name)).collect(),
            files: vec![probe.gold_file],
            repo: None,
        }));
    }
    let text = |field: &'static str| {
        let text = value.get(field).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
        text.map(str::to_owned).ok_or(ProblemError::Text(field))
    };
    let path = |value: &Value| value.as_str().and_then(|path| RepoPath::new(path).ok());
    let files = value.get("gold_files").and_then(Value::as_array).filter(|files| !files.is_empty());
    let files = files.and_then(|files| files.iter().map(path).collect()).ok_or(ProblemError::Files)?;
    let function = |value: &Value| {
        let (path, name) = value.as_str()?.split_once("::")?;
        Some((RepoPath::new(path).ok()?, name.to_owned())).filter(|(_, name)| !name.is_empty())
    };
    let functions = match value.get("gold_functions") {
        None => Vec::new(),
        Some(Value::Array(functions)) => {
            functions.iter().map(function).collect::<Option<_>>().ok_or(ProblemError::Functions)?
        }
        Some(_) => return Err(ProblemError::Functions),
    };
    Ok(Some(Problem {
        id: text("instance_id")?,
        statement: text("problem_statement")?,
        files,
        functions,
        repo: value.get("repo").and_then(Value::as_str).map(str::to_owned),
    }))
}

#[cfg(test)]
impl Problem {
    /// A problem of one file, with so many functions in it.
    pub(super) fn with_functions(count: usize) -> Self {
        let path = RepoPath::new("a").expect("plain");
        let functions = vec![(path.clone(), "f".to_owned()); count];
        Self { id: String::new(), statement: String::new(), files: vec![path], functions, repo: None }
    }
}

#[cfg(test)]
mod tests {
    use super::problem_of;

    #[test]
    fn issues_and_probes_are_problems() {
        let issue = r#"{"instance_id":"o__r-1","repo":"o/r","problem_statement":"It breaks","gold_files":["a.py","b.py"],"gold_functions":["a.py::C.f"]}"#;
        let problem = problem_of(issue).expect("a row").expect("a question");
        assert_eq!((problem.files.len(), problem.repo.as_deref()), (2, Some("o/r")));
        assert_eq!(problem.functions[0].1, "C.f");
        let probe = r#"{"instance_id":"p-1","problem_statement":"Where?","gold_files":["a.py"],"gold_functions":[],"gold_reasoning":"","chunk_content":"x","line_numbers":[1,2],"is_valid_chunk":true}"#;
        let problem = problem_of(probe).expect("a row").expect("a question");
        assert_eq!((problem.id.as_str(), problem.functions.len()), ("p-1", 0));
        assert_eq!(problem_of(&probe.replace("true", "false")).expect("a row"), None);
    }

    #[test]
    fn other_rows_say_what_is_missing() {
        let told = |line: &str| problem_of(line).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(told("["), "not a JSON object");
        assert_eq!(told(r#"{"instance_id":"x"}"#), "`gold_files` must hold paths of the repository, at least one");
        assert_eq!(told(r#"{"gold_files":["a"]}"#), "`instance_id` must be a string that is not empty");
        let functions = r#"{"gold_files":["a"],"gold_functions":["f"]}"#;
        assert_eq!(told(functions), "`gold_functions` must hold functions such as `path::Class.method`");
    }
}
