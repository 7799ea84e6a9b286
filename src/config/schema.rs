//! The keys of `libra.toml`, their meaning and their defaults.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::Serialize;

/// The name of the project's configuration file, at the repository's root.
pub const CONFIG_FILE: &str = "libra.toml";

/// All of `libra.toml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// `[catalog]`: what is catalogued.
    pub catalog: CatalogConfig,
    /// `[lint]`: what is checked, and how strictly.
    pub lint: LintConfig,
    /// `[heal]`: how catalogs are healed.
    pub heal: HealConfig,
    /// `[evidence]`: what evidence is ranked.
    pub evidence: EvidenceConfig,
}

/// `[catalog]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CatalogConfig {
    /// Glob patterns of paths that are not catalogued, such as `docs/**`.
    pub exclude: Vec<String>,
    /// Glob patterns of paths that are catalogued although they look like tests, generated or vendored code.
    pub include: Vec<String>,
    /// Files over this many bytes are skipped.
    pub max_file_bytes: u64,
}

/// `[lint]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LintConfig {
    /// Severity by rule code or name; `off` switches a rule off.
    pub rules: BTreeMap<String, Severity>,
    /// Rules that are off below a glob pattern: pattern to rule codes or names.
    pub per_path_ignores: BTreeMap<String, Vec<String>>,
    /// Characters that a line may have.
    pub max_line_length: usize,
    /// Bullets that may stand under one heading, sub-bullets counted.
    pub max_bullets: usize,
    /// o200k tokens that the root catalog may have.
    pub max_root_tokens: usize,
    /// Bytes that a catalog may have.
    pub max_catalog_bytes: usize,
}

/// How serious a finding is; the order is from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Not reported.
    Off,
    /// A suggestion; does not fail a run.
    Hint,
    /// Worth mending; fails a run.
    Warning,
    /// The catalog says something that is not so; fails a run.
    Error,
}

/// `[heal]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct HealConfig {
    /// Probe questions a run.
    pub probes: usize,
    /// Catalogs that the Solver may open for one question.
    pub turns: usize,
    /// The number from which all sampling follows.
    pub seed: u64,
}

/// `[evidence]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct EvidenceConfig {
    /// The most o200k tokens that an answer's items hold together.
    pub max_tokens: u32,
    /// The most items of an answer.
    pub max_items: usize,
    /// Whether tests are ranked, too.
    pub tests: bool,
}

impl Default for CatalogConfig {
    fn default() -> Self {
        Self { exclude: Vec::new(), include: Vec::new(), max_file_bytes: 1_000_000 }
    }
}

impl Default for LintConfig {
    fn default() -> Self {
        Self {
            rules: BTreeMap::new(),
            per_path_ignores: BTreeMap::new(),
            max_line_length: 250,
            max_bullets: 20,
            max_root_tokens: 8_000,
            max_catalog_bytes: 1_000_000,
        }
    }
}

impl Default for HealConfig {
    fn default() -> Self {
        Self { probes: 12, turns: 5, seed: 0 }
    }
}

impl Default for EvidenceConfig {
    fn default() -> Self {
        Self { max_tokens: 6_144, max_items: 8, tests: false }
    }
}
