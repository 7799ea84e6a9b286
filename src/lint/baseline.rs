//! A baseline: the findings that a project has decided to live with, so that only new ones are reported.
//!
//! A finding is known by its rule, its catalog and what it is about, never by its line, so that the baseline holds while
//! lines move. Where several are alike, as many as were written down are silenced.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::Serialize;

use crate::lint::finding::Finding;

/// The name and version of the file's form.
const SCHEMA: &str = "libra.baseline/1";

/// Findings that are not reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    counts: BTreeMap<Known, usize>,
}

/// Findings that are alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    path: String,
    code: String,
    subject: String,
}

/// Why a file is no baseline.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// It is no JSON of the form that is written.
    #[error("not a baseline")]
    Form(#[from] serde_json::Error),
    /// It was written by another version.
    #[error("a baseline of the form `{0}`, where `{SCHEMA}` is read")]
    Schema(String),
}

/// What became of findings under a baseline.
#[derive(Debug, Default)]
pub struct Sifted {
    /// Those that it does not know.
    pub new: Vec<Finding>,
    /// How many it silenced.
    pub silenced: usize,
    /// How many of those that it knows were not found any more.
    pub gone: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: String,
    findings: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    path: String,
    code: String,
    subject: String,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: usize,
}

fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_one(count: &usize) -> bool {
    *count == 1
}

impl Baseline {
    /// All findings of a run.
    pub fn of(findings: &[Finding]) -> Self {
        let mut baseline = Self::default();
        for finding in findings {
            *baseline.counts.entry(known(finding)).or_default() += 1;
        }
        baseline
    }

    /// Reads what `render` wrote.
    pub fn parse(text: &str) -> Result<Self, BaselineError> {
        let document: Document = serde_json::from_str(text)?;
        if document.schema != SCHEMA {
            return Err(BaselineError::Schema(document.schema));
        }
        let mut baseline = Self::default();
        for Row { path, code, subject, count } in document.findings {
            *baseline.counts.entry(Known { path, code, subject }).or_default() += count;
        }
        Ok(baseline)
    }

    /// JSON, one row a finding, sorted, so that it merges and its changes can be read.
    pub fn render(&self) -> String {
        let mut out = format!("{{\n  \"schema\": \"{SCHEMA}\",\n  \"findings\": [");
        for (at, (Known { path, code, subject }, count)) in self.counts.iter().enumerate() {
            let row = Row { path: path.clone(), code: code.clone(), subject: subject.clone(), count: *count };
            out.push_str(if at == 0 { "\n    " } else { ",\n    " });
            // A row of strings and a number always has a JSON form.
            out.push_str(&serde_json::to_string(&row).unwrap_or_default());
        }
        out.push_str(if self.counts.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
        out
    }

    /// How many findings it holds.
    pub fn len(&self) -> usize {
        self.counts.values().sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Takes out what the baseline knows. `is_checked` says whether a catalog was looked at in this run, so that what
    /// stands in others is not taken for mended.
    pub fn sift(&self, findings: Vec<Finding>, is_checked: &dyn Fn(&str) -> bool) -> Sifted {
        let mut left = self.counts.clone();
        let mut sifted = Sifted::default();
        for finding in findings {
            match left.get_mut(&known(&finding)).filter(|count| **count > 0) {
                Some(count) => {
                    *count -= 1;
                    sifted.silenced += 1;
                }
                None => sifted.new.push(finding),
            }
        }
        sifted.gone = left.iter().filter(|(known, _)| is_checked(&known.path)).map(|(_, count)| count).sum();
        sifted
    }
}

fn known(finding: &Finding) -> Known {
    Known { path: finding.catalog.to_string(), code: finding.code.to_owned(), subject: finding.subject.clone() }
}

#[cfg(test)]
mod tests {
    use super::Baseline;
    use crate::config::LintConfig;
    use crate::lint::check::check;
    use crate::lint::finding::Finding;
    use crate::lint::scope::Scope;
    use crate::lint::testing::project;

    fn findings(catalog: &str) -> Vec<Finding> {
        let project = project(&format!("//- solve.py\ndef solve(f):\n    return f\n//- catalog.md\n{catalog}"));
        check(&project, &LintConfig::default(), &Scope::everything())
    }

    const CATALOG: &str =
        "# a\n\n## B\n\n### [solve.py](solve.py)\nSolves.\n- `solve` (L7-L9)\n- `gone` (L1-L2)\n- `gone` (L1-L2)\n";

    #[test]
    fn what_is_known_stays_silent_wherever_its_line_went() {
        let before = findings(CATALOG);
        assert_eq!(before.len(), 3);
        let baseline = Baseline::parse(&Baseline::of(&before).render()).expect("what was written");
        assert_eq!((baseline.clone(), baseline.len()), (Baseline::of(&before), 3));
        let moved = findings(&CATALOG.replace("## B", "Words.\n\n## B").replace("L7-L9", "L8-L9"));
        let sifted = baseline.sift(moved, &|_| true);
        assert_eq!((sifted.new.len(), sifted.silenced, sifted.gone), (0, 3, 0));
        let more = findings(&CATALOG.replace("- `solve`", "- `gone` (L1-L2)\n- `new` (L1-L2)\n- `solve`"));
        let sifted = baseline.sift(more, &|_| true);
        let said: Vec<_> = sifted.new.iter().map(|finding| finding.subject.as_str()).collect();
        assert_eq!(said, ["solve.py::new", "solve.py::gone"]);
        let sifted = baseline.sift(Vec::new(), &|path| path == "catalog.md");
        assert_eq!(sifted.gone, 3);
        assert_eq!(baseline.sift(Vec::new(), &|_| false).gone, 0);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(Baseline::parse("{}").is_err() && Baseline::parse("").is_err());
        let newer = Baseline::default().render().replace("/1", "/2");
        assert_eq!(
            Baseline::parse(&newer).expect_err("newer").to_string(),
            "a baseline of the form `libra.baseline/2`, where `libra.baseline/1` is read"
        );
        assert!(Baseline::parse(&Baseline::default().render()).expect("empty").is_empty());
    }
}
