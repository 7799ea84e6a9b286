//! `[lint]` of `libra.toml` as rules need it: severities by rule, ignores by path; and what is wrong with it.

use globset::Glob;
use globset::GlobBuilder;
use globset::GlobSet;
use globset::GlobSetBuilder;

use crate::base::RepoPath;
use crate::config::LintConfig;
use crate::config::Severity;
use crate::lint::finding::Finding;
use crate::lint::registry;
use crate::lint::rule::Rule;

/// What is wrong with `[lint]`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsProblem {
    /// A key or value names no rule.
    #[error("`{name}` in `{key}` is not a rule{}", did_you_mean(*.suggestion))]
    UnknownRule {
        /// Where it stands, such as `lint.rules`.
        key: &'static str,
        /// What is written.
        name: String,
        /// A rule's name that looks like it.
        suggestion: Option<&'static str>,
    },
    /// A pattern cannot be read.
    #[error("`{pattern}` in `lint.per-path-ignores` is not a path pattern: {reason}")]
    BadPattern {
        /// What is written.
        pattern: String,
        /// What the pattern reader said.
        reason: String,
    },
}

fn did_you_mean(suggestion: Option<&'static str>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// Says what is wrong with the lint settings. `check` ignores what it reports, so ask before checking.
pub fn validate(config: &LintConfig) -> Vec<SettingsProblem> {
    let ignored = config.per_path_ignores.values().flatten();
    let names = (config.rules.keys().map(|name| ("lint.rules", name)))
        .chain(ignored.map(|name| ("lint.per-path-ignores", name)));
    let unknown = names.filter(|(_, name)| !registry::means_a_rule(name)).map(|(key, name)| {
        SettingsProblem::UnknownRule { key, name: name.clone(), suggestion: registry::suggestion(name) }
    });
    let patterns = config.per_path_ignores.keys().filter_map(|pattern| {
        let reason = globs(pattern).err()?.kind().to_string();
        Some(SettingsProblem::BadPattern { pattern: pattern.clone(), reason })
    });
    unknown.chain(patterns).collect()
}

/// The settings in the form in which a run asks for them.
#[derive(Debug)]
pub(crate) struct Settings {
    /// The severity of each rule, in the order of the table.
    severities: Vec<Severity>,
    patterns: GlobSet,
    /// For each pattern, the rules that it switches off, as written.
    ignored: Vec<Vec<String>>,
}

impl Settings {
    /// Settles the configuration; what `validate` complains of has no effect.
    pub(crate) fn new(config: &LintConfig) -> Self {
        let mut builder = GlobSetBuilder::new();
        let mut ignored = Vec::new();
        for (pattern, rules) in &config.per_path_ignores {
            for glob in globs(pattern).unwrap_or_default() {
                builder.add(glob);
                ignored.push(rules.clone());
            }
        }
        // Each glob was built by itself before, so only their sheer size can make the set fail.
        let patterns = builder.build().unwrap_or_default();
        if patterns.is_empty() {
            ignored.clear();
        }
        Self { severities: registry::RULES.iter().map(|rule| severity(rule, config)).collect(), patterns, ignored }
    }

    /// The severity of the rule at a place of the table.
    pub(crate) fn severity_at(&self, row: usize) -> Severity {
        self.severities[row]
    }

    /// Whether a rule is off for a path; a catalog's own path or that of what a finding is about.
    pub(crate) fn is_ignored(&self, rule: &Rule, path: &str) -> bool {
        let hits = || self.patterns.matches(path);
        !self.ignored.is_empty() && hits().iter().any(|at| self.ignored[*at].iter().any(|name| rule.is_called(name)))
    }

    /// Whether a finding is switched off by the catalog's path or by the path of its subject.
    pub(crate) fn is_silenced(&self, rule: &Rule, finding: &Finding) -> bool {
        let subject = finding.subject.split("::").next().unwrap_or_default();
        self.is_ignored(rule, finding.catalog.as_str()) || (!subject.is_empty() && self.is_ignored(rule, subject))
    }
}

/// A pattern as `[catalog] exclude` reads it: without a slash it matches at any depth, and one that names a directory
/// holds for everything in it.
fn globs(pattern: &str) -> Result<Vec<Glob>, globset::Error> {
    let path = pattern.trim_end_matches('/');
    let anchored = match path.strip_prefix('/') {
        Some(rest) => rest.to_owned(),
        None if path.contains('/') => path.to_owned(),
        None => format!("**/{path}"),
    };
    let build = |glob: &str| GlobBuilder::new(glob).literal_separator(true).build();
    Ok(vec![build(&anchored)?, build(&format!("{anchored}/**"))?])
}

/// A code or name says more than a family, and both say more than the default.
fn severity(rule: &Rule, config: &LintConfig) -> Severity {
    let by =
        |means: &dyn Fn(&str) -> bool| config.rules.iter().find(|(name, _)| means(name)).map(|(_, severity)| *severity);
    let exact = |name: &str| rule.code.eq_ignore_ascii_case(name) || rule.name.eq_ignore_ascii_case(name);
    by(&exact).or_else(|| by(&|name| rule.is_in_family(name))).unwrap_or(rule.severity)
}

/// The path of a directory's catalog.
pub(crate) fn catalog_path(directory: &RepoPath) -> RepoPath {
    directory.join(crate::catalog::CATALOG_FILE).expect("the catalog's name is a plain part")
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use super::validate;
    use crate::config::LintConfig;
    use crate::config::Severity;
    use crate::lint::registry::RULES;
    use crate::lint::registry::find;

    fn config(rules: &[(&str, Severity)], ignores: &[(&str, &[&str])]) -> LintConfig {
        LintConfig {
            rules: rules.iter().map(|(name, severity)| ((*name).to_owned(), *severity)).collect(),
            per_path_ignores: ignores
                .iter()
                .map(|(pattern, names)| ((*pattern).to_owned(), names.iter().map(|name| (*name).to_owned()).collect()))
                .collect(),
            ..LintConfig::default()
        }
    }

    #[test]
    fn the_closer_word_wins() {
        let config = config(&[("cat3", Severity::Off), ("stale-range", Severity::Hint)], &[]);
        let settings = Settings::new(&config);
        let of = |code| settings.severity_at(RULES.iter().position(|rule| rule.code == code).expect("a rule"));
        assert_eq!((of("CAT306"), of("CAT301")), (Severity::Hint, Severity::Off));
        assert_eq!(validate(&config), []);
    }

    #[test]
    fn says_what_is_wrong() {
        let problems = validate(&config(&[("stale-rage", Severity::Off)], &[("a/{b", &["CAT999"])]));
        let said: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 3);
        assert_eq!(said[0], "`stale-rage` in `lint.rules` is not a rule; did you mean `stale-range`?");
        assert!(said[1].starts_with("`CAT999` in `lint.per-path-ignores` is not a rule"), "{}", said[1]);
        assert!(said[2].starts_with("`a/{b` in"), "{}", said[2]);
    }

    #[test]
    fn paths_switch_rules_off() {
        let settings = Settings::new(&config(&[], &[("old/**", &["CAT3"])]));
        let rule = find("stale-range").expect("a rule");
        assert!(settings.is_ignored(rule, "old/catalog.md") && !settings.is_ignored(rule, "new/catalog.md"));
        assert!(!settings.is_ignored(find("CAT401").expect("a rule"), "old/catalog.md"));
        let settings = Settings::new(&config(&[], &[("old", &["CAT3"]), ("new/", &["CAT306"])]));
        assert!(settings.is_ignored(rule, "a/old/catalog.md") && settings.is_ignored(rule, "new/a.py"));
        assert!(!settings.is_ignored(rule, "olden/catalog.md"));
    }
}
