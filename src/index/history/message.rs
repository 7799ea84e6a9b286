//! What a commit message says about the change: without trailers, numbers of issues, links, and the words that every
//! commit has.

use crate::index::text;

/// Bytes of a message that are read; what comes later is a log or a list.
const MAX_MESSAGE: usize = 4_000;

/// How a subject of a commit begins that says nothing about a place in the code.
const NOISE: &[&str] = &[
    "merge ",
    "bump ",
    "bumped ",
    "bumping ",
    "release ",
    "released ",
    "releasing ",
    "prepare release",
    "preparing release",
    "prepare for release",
    "revert ",
    "reverted ",
    "version ",
    "changelog",
    "update changelog",
    "chore(deps",
    "build(deps",
    "fix(deps",
    "chore(release",
    "chore: release",
    "chore: bump",
    "chore: update dep",
    "translated using",
    "[pre-commit.ci]",
    "[bot]",
];

/// Trailer keys, lower case, besides those that end with `-by`.
const TRAILERS: &[&str] = &[
    "change-id",
    "cc",
    "closes",
    "fixes",
    "refs",
    "see",
    "bug",
    "issue",
    "link",
    "git-svn-id",
    "reviewed-on",
    "gerrit",
];

/// Stems of what commits say of every change; they tell none from another.
const GENERIC: &[&str] = &[
    "add",
    "allow",
    "also",
    "avoid",
    "better",
    "bug",
    "bugfix",
    "chang",
    "check",
    "clean",
    "cleanup",
    "commit",
    "correct",
    "creat",
    "delet",
    "doc",
    "drop",
    "enhanc",
    "ensur",
    "feat",
    "featur",
    "fix",
    "fixup",
    "implement",
    "improv",
    "introduc",
    "issu",
    "make",
    "merg",
    "minor",
    "miss",
    "move",
    "new",
    "pr",
    "pull",
    "refactor",
    "remov",
    "renam",
    "replac",
    "request",
    "revert",
    "review",
    "simplifi",
    "small",
    "some",
    "start",
    "support",
    "switch",
    "test",
    "tweak",
    "typo",
    "unus",
    "updat",
    "use",
    "wip",
    "wrong",
];

/// The first line of a message.
pub(super) fn subject(message: &str) -> &str {
    message.trim_start().lines().next().unwrap_or_default().trim_end()
}

/// Whether a commit with this subject is about no place in the code: a merge, a bump, a release, a revert.
pub(super) fn is_noise(subject: &str) -> bool {
    let subject = subject.trim().to_lowercase();
    let version = subject.trim_start_matches('v');
    let is_version = !version.is_empty() && version.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-'));
    is_version || NOISE.iter().any(|noise| subject.starts_with(noise)) || subject.starts_with("bump:")
}

/// The message as prose: the subject, then the paragraphs under it.
pub(super) fn clean(message: &str) -> String {
    let mut end = message.len().min(MAX_MESSAGE);
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    let lines = message[..end].lines().map(str::trim).filter(|line| !is_trailer(line));
    let words = lines.flat_map(str::split_whitespace).filter(|word| !is_reference(word));
    words.collect::<Vec<_>>().join(" ")
}

/// The stems that tell a message, or a question that is compared with messages, from others.
pub(super) fn terms(text: &str) -> Vec<String> {
    let mut terms = text::stems(text);
    terms.retain(|term| GENERIC.binary_search(&term.as_str()).is_err());
    terms
}

fn is_trailer(line: &str) -> bool {
    let Some((key, _)) = line.split_once(':') else {
        return line.starts_with("(cherry picked from") || line.starts_with("This reverts commit");
    };
    let key = key.to_lowercase();
    let plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '-');
    plain && (key.ends_with("-by") || TRAILERS.contains(&key.as_str()))
}

/// A link, the number of an issue, or the id of a commit.
fn is_reference(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | '.' | ',' | ';' | ':'));
    let number = bare.strip_prefix('#').is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()));
    let id =
        bare.len() >= 7 && bare.chars().all(|c| c.is_ascii_hexdigit()) && bare.contains(|c: char| c.is_ascii_digit());
    number || id || word.contains("://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_the_change_is_about() {
        let message = "Fix the header parser (#123)\n\nIt lost cookies, see https://example.org/1 and 0a1b2c3d.\n\n\
                       Signed-off-by: Somebody <somebody@example.org>\nCloses: #4\n";
        assert_eq!(clean(message), "Fix the header parser It lost cookies, see and");
        assert_eq!(terms(&clean(message)), ["header", "parser", "lost", "cooki", "see"]);
        assert_eq!(subject(message), "Fix the header parser (#123)");
        assert_eq!(clean("solver: keep roots"), "solver: keep roots");
    }

    #[test]
    fn knows_noise() {
        for subject in ["Merge branch 'x'", "Bump serde to 1.0", "v1.2.3", "1.10", "Revert \"x\"", "chore(deps): y"] {
            assert!(is_noise(subject), "{subject}");
        }
        for subject in ["Fix merge of intervals", "solver: bump the limit", "", "v is unused"] {
            assert!(!is_noise(subject), "{subject}");
        }
        assert!(GENERIC.is_sorted());
    }
}
