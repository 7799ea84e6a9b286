//! Edits of one catalog that are tried as they come: applied together, linted, and only those that add no finding stay.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;

use serde_json::Value;

use crate::agents::dialogue::Fault;
use crate::agents::healer::model::edits;
use crate::agents::tools::Workbench;
use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::Catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Project;
use crate::config::LintConfig;
use crate::config::Severity;
use crate::lint;
use crate::llm::Observation;
use crate::llm::Tool;
use crate::llm::Toolbox;

/// Edits that one answer may bring; more are a flood.
pub(super) const MOST_EDITS: usize = 40;

/// The one catalog that is being mended.
pub(super) struct Trial<'a> {
    project: &'a Project,
    module: &'a RepoPath,
    catalog: &'a Catalog,
    config: &'a LintConfig,
    accepted: Mutex<Vec<CatalogEdit>>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        project: &'a Project,
        module: &'a RepoPath,
        catalog: &'a Catalog,
        config: &'a LintConfig,
    ) -> Self {
        Self { project, module, catalog, config, accepted: Mutex::default() }
    }

    /// Tries one edit on top of those that were accepted.
    pub(super) fn attempt(&self, edit: &Value) -> Result<(), Fault> {
        let edit = edits::read(self.project, self.catalog, edit)?;
        let mut accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        if accepted.contains(&edit) {
            return Ok(());
        }
        if accepted.len() >= MOST_EDITS {
            return Err(Fault::new("too many edits", format!("at most {MOST_EDITS} edits are taken")));
        }
        let mut all = accepted.clone();
        all.push(edit);
        self.holds(&all)?;
        *accepted = all;
        Ok(())
    }

    /// What was accepted, in order.
    pub(super) fn into_edits(self) -> Vec<CatalogEdit> {
        self.accepted.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether edits can be applied, change the text, and add no finding.
    fn holds(&self, all: &[CatalogEdit]) -> Result<(), Fault> {
        let text = catalog::apply(self.catalog, all)
            .map_err(|refused| Fault::new("an edit that cannot be applied", refused.to_string()))?;
        if text == self.catalog.text {
            return Err(Fault::new("an edit that changes nothing", "the catalog says so already"));
        }
        let scope = lint::Scope::catalogs([self.module.clone()]);
        let serious = |finding: &lint::Finding| finding.severity >= Severity::Warning;
        let mut known: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
        for finding in lint::check(self.project, self.config, &scope).into_iter().filter(serious) {
            *known.entry((finding.code, finding.subject)).or_default() += 1;
        }
        let candidate = self.project.with_catalog(self.module, &text);
        let added: Vec<String> = lint::check(&candidate, self.config, &scope)
            .into_iter()
            .filter(serious)
            .filter(|finding| match known.get_mut(&(finding.code, finding.subject.clone())) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            })
            .map(|finding| format!("{} {}", finding.code, finding.message))
            .collect();
        if added.is_empty() { Ok(()) } else { Err(Fault::new("an edit that lint refuses", added.join("; "))) }
    }
}

/// The tools of the Healer: those that look, and `edit`.
pub(super) struct Bench<'a, 't> {
    pub(super) workbench: Workbench<'a>,
    pub(super) trial: &'t Trial<'a>,
    /// The path of the target catalog.
    pub(super) target: RepoPath,
}

impl Toolbox for Bench<'_, '_> {
    fn tools(&self) -> Vec<Tool> {
        let mut parameters = edits::schema();
        parameters["required"] = serde_json::json!(["action"]);
        let mut tools = self.workbench.tools();
        tools.push(Tool {
            name: "edit".to_owned(),
            description: format!("Tries one edit of `{}`, the only file that can be changed.", self.target),
            parameters,
        });
        tools
    }

    fn call(&self, name: &str, arguments: &Value) -> Observation {
        if name != "edit" {
            return self.workbench.call(name, arguments);
        }
        let named = ["path", "file", "catalog"].iter().find_map(|key| arguments.get(key)?.as_str());
        if let Some(other) = named.filter(|other| *other != self.target.as_str()) {
            let other: String = other.chars().take(80).collect();
            let text =
                format!("refused, another file than the target: `{other}`; only `{}` can be edited", self.target);
            return Observation { text, refused: true };
        }
        match self.trial.attempt(arguments) {
            Ok(()) => Observation { text: "accepted".to_owned(), refused: false },
            Err(fault) => Observation { text: format!("{}: {}", fault.kind, fault.detail), refused: true },
        }
    }
}
