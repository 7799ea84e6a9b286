//! What a rule is: a row of the registry's table. The check itself lives in the rule's own file.

use crate::config::Severity;
use crate::lint::context::LintContext;
use crate::lint::sink::Sink;

/// One rule of the specification.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The permanent code, such as `CAT306`.
    pub code: &'static str,
    /// The permanent name, which states the wrong pattern, such as `stale-range`.
    pub name: &'static str,
    /// How serious a finding is unless `libra.toml` says otherwise.
    pub severity: Severity,
    /// Whether findings come with a fix.
    pub fixable: Fixable,
    /// The rule's page, Markdown.
    pub page: &'static str,
    /// When it runs.
    pub(crate) stage: Stage,
    /// What it does.
    pub(crate) check: fn(&LintContext<'_>, &mut Sink<'_>),
}

/// Whether a rule's findings can be mended by a machine. A rule offers a fix wherever the right text is known; a
/// particular finding may still come without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixable {
    /// Never.
    No,
    /// With fixes that change nobody's words.
    Safely,
    /// Only with fixes that add or remove words.
    Unsafely,
}

impl Fixable {
    /// The word that documents and machine formats use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Safely => "safe",
            Self::Unsafely => "unsafe",
        }
    }
}

/// When a rule runs: what must be known of a place before the rule's question makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Wherever a catalog stands, should stand or cannot be read.
    Site,
    /// On the text of every readable catalog.
    Text,
    /// On every catalog that is free of merge conflicts, since half of a conflicted text is not meant.
    Document,
    /// After all others, knowing what they reported.
    Last,
}

impl Rule {
    /// Whether a code, a name or a family prefix such as `CAT3` means this rule; letters of either case.
    pub fn is_called(&self, name: &str) -> bool {
        self.code.eq_ignore_ascii_case(name) || self.name.eq_ignore_ascii_case(name) || self.is_in_family(name)
    }

    /// Whether a prefix such as `CAT3` names this rule's family.
    pub fn is_in_family(&self, prefix: &str) -> bool {
        prefix.len() == 4 && self.code.get(..4).is_some_and(|family| family.eq_ignore_ascii_case(prefix))
    }

    /// What the rule reports, one sentence: the first paragraph of its page.
    pub fn summary(&self) -> &'static str {
        let mut paragraphs = self.page.split("\n\n").map(str::trim);
        paragraphs.nth(1).unwrap_or_default()
    }
}
