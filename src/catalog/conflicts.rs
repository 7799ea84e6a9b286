//! Conflicts that a merge left in a catalog's text: both sides read out of it and merged entry by entry.

use crate::catalog::merge::Merged;
use crate::catalog::merge::Prefer;
use crate::catalog::merge::merge_by;

/// The lines of a conflict that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Both,
    Ours,
    Base,
    Theirs,
}

/// The text without its conflict markers: what each side has is kept, and where both say different things of one entry
/// our words stay. `conflicts` counts these. `None` where the markers do not pair up.
pub fn without_conflicts(text: &str) -> Option<Merged> {
    let (mut ours, mut base, mut theirs) = (String::new(), String::new(), String::new());
    let mut side = Side::Both;
    let mut found = false;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let next = match (side, content.get(..7)) {
            _ if content.len() > 7 && content.as_bytes()[7] != b' ' => None,
            (Side::Both, Some("<<<<<<<")) => Some(Side::Ours),
            (Side::Ours, Some("|||||||")) => Some(Side::Base),
            (Side::Ours | Side::Base, Some("=======")) => Some(Side::Theirs),
            (Side::Theirs, Some(">>>>>>>")) => Some(Side::Both),
            // A conflict within a conflict is more than can be read.
            (Side::Ours | Side::Base | Side::Theirs, Some("<<<<<<<")) => return None,
            _ => None,
        };
        if let Some(next) = next {
            side = next;
            found = true;
            continue;
        }
        match side {
            Side::Both => [&mut ours, &mut base, &mut theirs].into_iter().for_each(|text| text.push_str(line)),
            Side::Ours => ours.push_str(line),
            Side::Base => base.push_str(line),
            Side::Theirs => theirs.push_str(line),
        }
    }
    (found && side == Side::Both).then(|| merge_by(&base, &ours, &theirs, Prefer::Ours))
}

#[cfg(test)]
mod tests {
    use super::without_conflicts;

    fn conflict(ours: &str, base: Option<&str>, theirs: &str) -> String {
        let base = base.map(|base| format!("||||||| base\n{base}")).unwrap_or_default();
        format!("# a\n\n## B\n\n<<<<<<< HEAD\n{ours}{base}=======\n{theirs}>>>>>>> other\n### [z.py](z.py)\nZ.\n")
    }

    #[test]
    fn entries_of_both_sides_are_kept() {
        let text = conflict("### [a.py](a.py)\nA.\n\n", None, "### [b.py](b.py)\nB.\n\n");
        let merged = without_conflicts(&text).expect("markers that pair up");
        assert_eq!(merged.conflicts, 0);
        assert_eq!(
            merged.text,
            "# a\n\n## B\n\n### [a.py](a.py)\nA.\n\n### [b.py](b.py)\nB.\n\n### [z.py](z.py)\nZ.\n"
        );
    }

    #[test]
    fn of_two_summaries_ours_stays_and_a_base_tells_who_changed() {
        let text = conflict("### [a.py](a.py)\nOurs.\n\n", None, "### [a.py](a.py)\nTheirs.\n\n");
        let merged = without_conflicts(&text).expect("markers that pair up");
        assert_eq!(merged.conflicts, 1);
        assert!(merged.text.contains("Ours.") && !merged.text.contains("Theirs."), "{}", merged.text);
        let old = "### [a.py](a.py)\nOld.\n\n";
        let text = conflict(old, Some(old), "### [a.py](a.py)\nTheirs.\n\n");
        let merged = without_conflicts(&text).expect("markers that pair up");
        assert_eq!((merged.conflicts, merged.text.contains("Theirs.")), (0, true));
    }

    #[test]
    fn ranges_are_no_conflict() {
        let entry = |lines: &str| format!("### [a.py](a.py)\nA.\n- `f` ({lines})\n\n");
        let merged = without_conflicts(&conflict(&entry("L1-L2"), None, &entry("L3-L4"))).expect("markers");
        assert_eq!((merged.conflicts, merged.text.contains("(L1-L2)")), (0, true));
    }

    #[test]
    fn broken_markers_are_left_alone() {
        assert_eq!(without_conflicts("# a\n<<<<<<< x\nb\n"), None);
        assert_eq!(without_conflicts("# a\n<<<<<<< x\n<<<<<<< y\nb\n=======\n>>>>>>> y\n"), None);
        assert_eq!(without_conflicts("# a\n"), None);
    }
}
