//! One run over catalogs: which places are looked at, in what order rules run, what is left after suppressions.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::Catalog;
use crate::catalog::Lazy;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::config::LintConfig;
use crate::config::Severity;
use crate::lint::context::LintContext;
use crate::lint::context::Standing;
use crate::lint::definitions::Definitions;
use crate::lint::finding::Finding;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::registry;
use crate::lint::rule::Rule;
use crate::lint::rule::Stage;
use crate::lint::scope::Scope;
use crate::lint::settings::Settings;
use crate::lint::settings::catalog_path;
use crate::lint::sink::Sink;
use crate::lint::suppress;

/// Checks the catalogs of a scope. The findings are ordered by catalog, line, column, code and message; the same input
/// gives the same findings.
pub fn check(project: &Project, config: &LintConfig, scope: &Scope) -> Vec<Finding> {
    let checker = Checker::new(project, config, scope);
    sites(project, scope).par_iter().flat_map_iter(|directory| checker.check(directory)).collect()
}

/// The directories in scope that have or should have a catalog, sorted: what `check` looks at.
pub fn sites<'p>(project: &'p Project, scope: &Scope) -> Vec<&'p RepoPath> {
    let modules = project.modules.keys();
    let is_ours = |(directory, catalog): &(&RepoPath, &Lazy<Catalog>)| {
        project.modules.contains_key(*directory) || looks_like_ours(catalog)
    };
    let strays = project.catalogs.iter().filter(is_ours).map(|(directory, _)| directory);
    let all: BTreeSet<_> = modules.chain(strays).filter(|directory| scope.holds(directory)).collect();
    all.into_iter().collect()
}

/// A run's settled parts.
pub(crate) struct Checker<'a> {
    project: &'a Project,
    config: &'a LintConfig,
    scope: &'a Scope,
    settings: Settings,
    definitions: Definitions,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(project: &'a Project, config: &'a LintConfig, scope: &'a Scope) -> Self {
        Self { project, config, scope, settings: Settings::new(config), definitions: Definitions::default() }
    }

    /// The findings in what stands in a directory.
    pub(crate) fn check(&self, directory: &RepoPath) -> Vec<Finding> {
        let project = self.project;
        if let Some(catalog) = project.catalogs.get(directory) {
            return self.check_catalog(catalog);
        }
        let standing = match project.unreadable_catalogs.get(directory) {
            Some(at) => Standing::Unreadable(*at),
            None => Standing::Missing,
        };
        self.check_standing(standing, &catalog::parse(directory, ""))
    }

    /// The findings in a catalog, which may be newer than the project's.
    pub(crate) fn check_catalog(&self, catalog: &Catalog) -> Vec<Finding> {
        self.check_standing(Standing::Catalog, catalog)
    }

    fn check_standing(&self, standing: Standing, catalog: &Catalog) -> Vec<Finding> {
        let context = LintContext::new(self.project, self.config, self.scope, &self.definitions, standing, catalog);
        let path = catalog_path(&catalog.directory);
        let mut findings = Vec::new();
        let stages: &[Stage] = match standing {
            // What a stray catalog says is of no interest: no module is described by it.
            Standing::Catalog if context.is_conflicted() || context.module().is_none() => &[Stage::Site, Stage::Text],
            // Nobody waits for the details of what is far too large; see CAT005.
            Standing::Catalog if catalog.text.len() > self.config.max_catalog_bytes => &[Stage::Site, Stage::Text],
            Standing::Catalog => &[Stage::Site, Stage::Text, Stage::Document],
            Standing::Unreadable(_) | Standing::Missing => &[Stage::Site],
        };
        self.run(stages, &context, &path, &mut findings);
        if stages.contains(&Stage::Document) {
            suppress::silence(&context, &self.settings, &mut findings);
            self.run(&[Stage::Last], &context, &path, &mut findings);
        }
        for finding in &mut findings {
            finding.fix = finding.fix.take().filter(|fix| is_allowed(fix, registry::of(finding), &context));
        }
        findings.sort_by(|a, b| {
            let key = |f: &Finding| (f.line, f.column, f.code);
            key(a).cmp(&key(b)).then_with(|| (&a.subject, &a.message).cmp(&(&b.subject, &b.message)))
        });
        findings
    }

    /// Runs the rules of some stages and adds what no path setting silences.
    fn run(&self, stages: &[Stage], context: &LintContext<'_>, path: &RepoPath, findings: &mut Vec<Finding>) {
        for (row, rule) in registry::RULES.iter().enumerate() {
            let severity = self.settings.severity_at(row);
            if severity == Severity::Off || !stages.contains(&rule.stage) {
                continue;
            }
            let mut sink = Sink::new(rule, severity, path, context);
            (rule.check)(context, &mut sink);
            let found = sink.into_findings().into_iter();
            findings.extend(found.filter(|finding| !self.settings.is_silenced(rule, finding)));
        }
    }
}

/// Whether a catalog outside all modules is one of ours: it has an entry that links to a file or a catalog. Other
/// people's files may be called `catalog.md`, too, and are none of our business.
fn looks_like_ours(catalog: &Catalog) -> bool {
    let mut entries = catalog.sections.iter().flat_map(|section| &section.entries);
    entries.any(|entry| entry.target != Target::Other)
}

/// Whether a fix may be offered: in text that a person keeps, only what is derived is refreshed.
fn is_allowed(fix: &Fix, rule: &Rule, context: &LintContext<'_>) -> bool {
    let derived = fix.safety == Safety::Safe && (rule.is_in_family("CAT0") || rule.is_in_family("CAT3"));
    // What closes a kept stretch stands at its end.
    let closes = rule.code == "CAT112";
    derived || closes || !fix.edits.edits().iter().any(|edit| context.is_kept(edit.span))
}
