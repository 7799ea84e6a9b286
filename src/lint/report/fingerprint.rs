//! Names for findings that stay the same when lines move: rule, catalog, subject, and a number where these are alike.

use std::collections::BTreeMap;

use crate::lint::finding::Finding;

/// The fingerprint of each finding, 32 hexadecimal digits, no two alike.
pub(super) fn fingerprints(findings: &[Finding]) -> Vec<String> {
    let mut seen: BTreeMap<(&str, &str, &str), u32> = BTreeMap::new();
    let print = |finding: &Finding, number: u32| {
        let text = format!("{}\n{}\n{}\n{number}", finding.code, finding.catalog, finding.subject);
        format!("{:016x}{:016x}", fnv1a(0, &text), fnv1a(0x9e37_79b9_7f4a_7c15, &text))
    };
    let mut prints = Vec::with_capacity(findings.len());
    for finding in findings {
        let number = seen.entry((finding.code, finding.catalog.as_str(), &finding.subject)).or_insert(0);
        prints.push(print(finding, *number));
        *number += 1;
    }
    prints
}

/// FNV-1a from a basis of its own; fingerprints are compared, never trusted.
fn fnv1a(salt: u64, text: &str) -> u64 {
    let basis = 0xcbf2_9ce4_8422_2325 ^ salt;
    text.bytes().fold(basis, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
