//! The table of rules. Codes and names are permanent: a rule that goes leaves its row's code unused for ever.

use crate::config::Severity;
use crate::lint::finding::Finding;
use crate::lint::nearest::nearest;
use crate::lint::rule::Fixable;
use crate::lint::rule::Rule;
use crate::lint::rule::Stage;
use crate::lint::rules;

/// One row: code, name, default severity, fixability, stage, file. The page's name follows from code and name.
macro_rules! rule {
    ($code:literal, $name:literal, $severity:ident, $fixable:ident, $stage:ident, $file:ident) => {
        Rule {
            code: $code,
            name: $name,
            severity: Severity::$severity,
            fixable: Fixable::$fixable,
            page: include_str!(concat!("../../catalog-spec/rules/", $code, "-", $name, ".md")),
            stage: Stage::$stage,
            check: rules::$file::check,
        }
    };
}

/// Every rule, by code.
pub const RULES: &[Rule] = &[
    rule!("CAT001", "invalid-encoding", Error, No, Site, invalid_encoding),
    rule!("CAT002", "byte-order-mark", Warning, Safely, Text, byte_order_mark),
    rule!("CAT003", "mixed-line-ends", Warning, Safely, Text, mixed_line_ends),
    rule!("CAT004", "merge-conflict", Error, Safely, Text, merge_conflict),
    rule!("CAT005", "oversized-catalog", Error, Unsafely, Text, oversized_catalog),
    rule!("CAT006", "invisible-text", Error, Unsafely, Text, invisible_text),
    rule!("CAT007", "instruction-text", Warning, Unsafely, Document, instruction_text),
    rule!("CAT008", "unused-suppression", Warning, Safely, Last, unused_suppression),
    rule!("CAT101", "missing-title", Warning, Unsafely, Document, missing_title),
    rule!("CAT102", "several-titles", Warning, Unsafely, Document, several_titles),
    rule!("CAT103", "loose-entry", Warning, Unsafely, Document, loose_entry),
    rule!("CAT104", "unlinked-entry", Error, Safely, Document, unlinked_entry),
    rule!("CAT105", "duplicate-entry", Error, Unsafely, Document, duplicate_entry),
    rule!("CAT106", "missing-summary", Warning, Unsafely, Document, missing_summary),
    rule!("CAT107", "misplaced-section", Warning, Safely, Document, misplaced_section),
    rule!("CAT108", "duplicate-section", Warning, Unsafely, Document, duplicate_section),
    rule!("CAT109", "empty-section", Warning, Unsafely, Document, empty_section),
    rule!("CAT110", "unknown-construct", Warning, Safely, Document, unknown_construct),
    rule!("CAT111", "skipped-level", Warning, Unsafely, Document, skipped_level),
    rule!("CAT112", "unbalanced-keep", Error, Unsafely, Document, unbalanced_keep),
    rule!("CAT113", "stray-text", Warning, Unsafely, Document, stray_text),
    rule!("CAT114", "misplaced-caveat", Warning, Safely, Document, misplaced_caveat),
    rule!("CAT201", "unlisted-file", Warning, Unsafely, Document, unlisted_file),
    rule!("CAT202", "orphaned-entry", Error, Unsafely, Document, orphaned_entry),
    rule!("CAT203", "excluded-entry", Warning, Unsafely, Document, excluded_entry),
    rule!("CAT204", "missing-catalog", Warning, Unsafely, Site, missing_catalog),
    rule!("CAT205", "unlisted-submodule", Warning, Unsafely, Document, unlisted_submodule),
    rule!("CAT206", "foreign-entry", Error, Safely, Document, foreign_entry),
    rule!("CAT207", "mislabeled-entry", Warning, Safely, Document, mislabeled_entry),
    rule!("CAT208", "stray-catalog", Warning, Unsafely, Site, stray_catalog),
    rule!("CAT301", "missing-range", Warning, Safely, Document, missing_range),
    rule!("CAT302", "malformed-range", Error, Safely, Document, malformed_range),
    rule!("CAT303", "detached-range", Warning, Safely, Document, detached_range),
    rule!("CAT304", "reversed-range", Error, Safely, Document, reversed_range),
    rule!("CAT305", "overlong-range", Error, Safely, Document, overlong_range),
    rule!("CAT306", "stale-range", Error, Safely, Document, stale_range),
    rule!("CAT307", "unknown-symbol", Error, Unsafely, Document, unknown_symbol),
    rule!("CAT401", "line-too-long", Warning, Safely, Document, line_too_long),
    rule!("CAT402", "too-many-bullets", Warning, Safely, Document, too_many_bullets),
    rule!("CAT403", "multiline-summary", Warning, Safely, Document, multiline_summary),
    rule!("CAT404", "deep-nesting", Warning, Unsafely, Document, deep_nesting),
    rule!("CAT405", "oversized-root", Warning, Unsafely, Document, oversized_root),
    rule!("CAT501", "cross-reference", Hint, Unsafely, Document, cross_reference),
    rule!("CAT502", "example-text", Hint, Unsafely, Document, example_text),
    rule!("CAT503", "trivial-symbol", Hint, Unsafely, Document, trivial_symbol),
    rule!("CAT504", "filler-text", Hint, Unsafely, Document, filler_text),
];

/// The rule of a code or name; letters of either case.
pub fn find(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.code.eq_ignore_ascii_case(name) || rule.name.eq_ignore_ascii_case(name))
}

/// Whether a word is a code, a name, or a family prefix such as `CAT3`.
pub(crate) fn means_a_rule(name: &str) -> bool {
    RULES.iter().any(|rule| rule.is_called(name))
}

/// The name or code that somebody probably meant by an unknown one.
pub fn suggestion(name: &str) -> Option<&'static str> {
    let is_code = name.get(..3).is_some_and(|prefix| prefix.eq_ignore_ascii_case("CAT"));
    // Codes are all alike, so a guess at one says little unless its family is right.
    let codes = RULES.iter().filter(|rule| name.get(..4).is_some_and(|family| rule.is_in_family(family)));
    match is_code && name.len() <= 7 {
        true => nearest(name, codes.map(|rule| rule.code)),
        false => nearest(name, RULES.iter().map(|rule| rule.name)),
    }
}

/// The rule that made a finding.
pub(crate) fn of(finding: &Finding) -> &'static Rule {
    let at = RULES.binary_search_by(|rule| rule.code.cmp(finding.code));
    &RULES[at.expect("findings are made with a rule of the table")]
}
