//! Which catalogs are healed with which failures.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::agents::healer::Failure;
use crate::base::RepoPath;
use crate::catalog::CatalogEdit;
use crate::catalog::Project;
use crate::catalog::Target;
use crate::heal::describe;
use crate::heal::exam::Answers;
use crate::heal::exam::Exam;

/// The failures by the catalog that is to repair them, deepest catalogs first: what a module says of its own files is
/// mended before what leads into it.
pub(crate) fn assignments(project: &Project, exam: &Exam<'_>, answers: &Answers) -> Vec<(RepoPath, Vec<usize>)> {
    let mut groups: BTreeMap<RepoPath, Vec<usize>> = BTreeMap::new();
    for number in exam.healed() {
        let Some(answer) = answers.get(&number).filter(|answer| !answer.passed()) else {
            continue;
        };
        let gold = &exam.questions[number].probe.gold_file;
        let predicted = answer.prediction.files.first().map(|file| &file.path);
        for catalog in targets(project, gold, predicted) {
            groups.entry(catalog).or_default().push(number);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|(a, _), (b, _)| b.depth().cmp(&a.depth()).then_with(|| a.cmp(b)));
    groups
}

/// The deepest catalog above the gold file; where the prediction lies in another module, also the deepest catalog above
/// both, where the two paths part.
fn targets(project: &Project, gold: &RepoPath, predicted: Option<&RepoPath>) -> BTreeSet<RepoPath> {
    let above = |path: &RepoPath| path.ancestors().find(|directory| project.catalogs.contains_key(directory));
    let own = above(gold);
    let parting = predicted.filter(|predicted| above(predicted) != own).and_then(|predicted| {
        gold.ancestors()
            .filter(|directory| predicted.is_within(directory))
            .find(|directory| project.catalogs.contains_key(directory))
    });
    own.into_iter().chain(parting).collect()
}

/// Failures as a Healer is shown them.
pub(crate) fn failures(exam: &Exam<'_>, answers: &Answers, numbers: &[usize]) -> Vec<Failure> {
    numbers
        .iter()
        .filter_map(|number| {
            let prediction = answers.get(number)?.prediction.clone();
            Some(Failure { probe: exam.questions[*number].probe.clone(), prediction })
        })
        .collect()
}

/// Edits by the entry that they change, so that one that fails does not take those of other entries with it.
pub(crate) fn by_entry(edits: Vec<CatalogEdit>) -> Vec<(Option<Target>, Vec<CatalogEdit>)> {
    let mut groups: Vec<(Option<Target>, Vec<CatalogEdit>)> = Vec::new();
    for edit in edits {
        let target = describe::targets(&edit).first().map(|target| (*target).clone());
        match groups.iter_mut().find(|(known, _)| *known == target) {
            Some((_, group)) => group.push(edit),
            None => groups.push((target, vec![edit])),
        }
    }
    groups
}

/// Whether an entry is one that leads to a file; edits of the catalog itself are about all of them.
pub(crate) fn leads_to(target: Option<&Target>, gold: &RepoPath) -> bool {
    match target {
        Some(Target::File(file)) => gold == file,
        Some(Target::Module(directory)) => gold.is_within(directory),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::targets;
    use crate::base::RepoPath;
    use crate::catalog::Project;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("plain")
    }

    fn names(gold: &str, predicted: Option<&str>) -> Vec<String> {
        let project = ["", "a", "a/b", "c"]
            .iter()
            .fold(Project::default(), |project, directory| project.with_catalog(&path(directory), "# x\n"));
        let predicted = predicted.map(path);
        targets(&project, &path(gold), predicted.as_ref()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_path_prefix_decides() {
        assert_eq!(names("a/b/x.py", None), ["a/b"]);
        assert_eq!(names("a/b/x.py", Some("a/b/y.py")), ["a/b"]);
        assert_eq!(names("a/b/x.py", Some("a/y.py")), ["a", "a/b"]);
        assert_eq!(names("a/b/x.py", Some("c/y.py")), [".", "a/b"]);
        assert_eq!(names("a/b/d/x.py", Some("a/b/y.py")), ["a/b"]);
        assert_eq!(names("a/x.py", Some("a/b/y.py")), ["a"]);
    }
}
