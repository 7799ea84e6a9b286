//! Applies fixes until nothing changes, catalog by catalog, and says which rules disagree if that never comes.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fmt;

use rayon::prelude::*;

use crate::base::EditSet;
use crate::base::RepoPath;
use crate::base::TextEdit;
use crate::catalog;
use crate::catalog::Project;
use crate::config::LintConfig;
use crate::lint::check::Checker;
use crate::lint::check::sites;
use crate::lint::finding::Finding;
use crate::lint::finding::Fix;
use crate::lint::finding::Safety;
use crate::lint::scope::Scope;
use crate::lint::settings::catalog_path;

/// Passes over one catalog after which fixes are taken for endless. Each pass applies every fix that stands clear of
/// the others, so real catalogs need two or three.
const MAX_PASSES: usize = 100;

/// What a run of fixes made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fixed {
    /// The new texts of the catalogs that changed or are new, by directory; an empty one means that the file goes.
    pub catalogs: BTreeMap<RepoPath, String>,
    /// How many fixes were applied, by rule code.
    pub fixed: BTreeMap<&'static str, usize>,
    /// What the new texts still get wrong, in the order of `check`.
    pub remaining: Vec<Finding>,
    /// Catalogs in which fixes undid each other.
    pub disagreements: Vec<Disagreement>,
}

/// Rules whose fixes undo each other in a catalog, which was left as it was when they began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The catalog's directory.
    pub directory: RepoPath,
    /// The rules' codes, sorted.
    pub rules: Vec<&'static str>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = catalog_path(&self.directory);
        write!(f, "the fixes of {} undo each other in `{path}`", self.rules.join(" and "))
    }
}

/// Applies all fixes up to a safety, in memory. A second run over the result finds nothing to fix.
pub fn fix(project: &Project, config: &LintConfig, scope: &Scope, safety: Safety) -> Fixed {
    let checker = Checker::new(project, config, scope);
    let sites = sites(project, scope);
    let settled: Vec<_> = sites.par_iter().map(|directory| settle(project, &checker, directory, safety)).collect();
    let mut all = Fixed::default();
    for (directory, site) in sites.into_iter().zip(settled) {
        if let Some(text) = site.text {
            all.catalogs.insert(directory.clone(), text);
        }
        for code in site.applied {
            *all.fixed.entry(code).or_default() += 1;
        }
        all.remaining.extend(site.remaining);
        if !site.disagree.is_empty() {
            all.disagreements
                .push(Disagreement { directory: directory.clone(), rules: site.disagree.into_iter().collect() });
        }
    }
    all
}

/// What fixing one catalog came to.
#[derive(Default)]
struct Settled {
    text: Option<String>,
    applied: Vec<&'static str>,
    remaining: Vec<Finding>,
    disagree: BTreeSet<&'static str>,
}

/// Fixes one catalog up to a fixed point. Rules look at sources and at this catalog alone, so catalogs do not wait for
/// each other.
fn settle(project: &Project, checker: &Checker<'_>, directory: &RepoPath, safety: Safety) -> Settled {
    let original = project.catalogs.get(directory).map(|catalog| catalog.text.as_str());
    let mut text = original.unwrap_or_default().to_owned();
    let mut settled = Settled { remaining: checker.check(directory), ..Settled::default() };
    // Every text so far and the rules that made the next one of it.
    let mut history: Vec<(String, BTreeSet<&'static str>)> = Vec::new();
    loop {
        let pass = choose(&settled.remaining, safety);
        let Some(new) = pass.edits.apply(&text).ok().filter(|new| *new != text) else { break };
        let rules = pass.rules.iter().copied().collect();
        history.push((std::mem::replace(&mut text, new), rules));
        let seen_at = history.iter().position(|(seen, _)| *seen == text);
        if seen_at.is_some() || history.len() > MAX_PASSES {
            let from = seen_at.unwrap_or(history.len() - 2);
            settled.disagree = history[from..].iter().flat_map(|(_, rules)| rules).copied().collect();
            history[from].0.clone_into(&mut text);
            settled.remaining = checker.check_catalog(&catalog::parse(directory, &text));
            break;
        }
        settled.applied.extend(pass.rules);
        settled.remaining = checker.check_catalog(&catalog::parse(directory, &text));
    }
    settled.text = (original.unwrap_or_default() != text).then_some(text);
    settled
}

/// The fixes of one pass.
struct Pass {
    edits: EditSet,
    /// The codes of the rules whose fixes were chosen, one a fix.
    rules: Vec<&'static str>,
}

/// Chooses fixes in the order of the findings; one that comes too close to a chosen one waits for the next pass.
fn choose(findings: &[Finding], safety: Safety) -> Pass {
    let mut taken: BTreeMap<(usize, usize), (&'static str, TextEdit)> = BTreeMap::new();
    let mut rules = Vec::new();
    for finding in findings {
        let Some(fix) = finding.fix.as_ref().filter(|fix| fix.safety <= safety) else { continue };
        if !fix.edits.edits().iter().all(|edit| fits(&taken, finding.code, edit)) {
            continue;
        }
        rules.push(finding.code);
        take(&mut taken, finding.code, fix);
    }
    let edits = taken.into_values().map(|(_, edit)| edit).collect();
    Pass { edits: EditSet::new(edits).expect("chosen edits stand clear of each other"), rules }
}

type Taken = BTreeMap<(usize, usize), (&'static str, TextEdit)>;

/// Whether an edit can be made together with those taken. Edits of different rules may not even touch, since each was
/// thought out for what stands beside it; edits of one rule may, and insertions at one place follow each other.
fn fits(taken: &Taken, code: &'static str, edit: &TextEdit) -> bool {
    let (start, end) = (edit.span.start, edit.span.end);
    let before = taken.range(..=(start, end)).next_back();
    let after = taken.range((start, end)..).next();
    before.into_iter().chain(after).all(|(_, (other_code, other))| {
        if other == edit {
            return true;
        }
        let touches = other.span.start <= end && start <= other.span.end;
        let overlaps = other.span.start < end && start < other.span.end;
        let both_insert = other.span.is_empty() && edit.span.is_empty();
        !touches || (*other_code == code && !overlaps && (both_insert || other.span.start != start))
    })
}

fn take(taken: &mut Taken, code: &'static str, fix: &Fix) {
    for edit in fix.edits.edits() {
        let place = (edit.span.start, edit.span.end);
        match taken.get_mut(&place) {
            Some((_, same)) if same == edit => {}
            Some((_, insertion)) => insertion.text.push_str(&edit.text),
            None => {
                taken.insert(place, (code, edit.clone()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::fix;
    use crate::catalog::Project;
    use crate::config::LintConfig;
    use crate::config::Severity;
    use crate::lint::check::check;
    use crate::lint::finding::Safety;
    use crate::lint::scope::Scope;
    use crate::lint::testing::path;
    use crate::lint::testing::project;

    const SOURCES: &str = "\
//- solve.py
\"\"\"Solves equations.\"\"\"


def solve(f):
    if f:
        return f
    return roots(f)


def roots(f):
    return [f]


class Solver:
    def run(self):
        return solve(self)
//- other.py
def degree(f):
    return 1
//- poly/ring.py
class Ring:
    pass
//- test_solve.py
def test_solve():
    assert True
";

    const CATALOG: &str = "\
# sample

Solves equations.

## Glossary
- **Degree**: the highest power.

## Solving

### [other.py](other.py)
Degrees.
- `degree(f)` (L1-L2)

### [solve.py](solve.py)
Solves equations.
- `solve(f)` (L4-L7) - Solves one equation.
  - Reads the coefficients.
- `roots` (L10-L11), `Solver` (L14-L16), `run` (L15-L16)
- Caveat: not verified.

## Submodules

### [poly](poly/catalog.md)
Polynomials.
";

    fn sources() -> Project {
        project(SOURCES)
    }

    fn config() -> LintConfig {
        LintConfig { max_line_length: 60, max_bullets: 4, ..LintConfig::default() }
    }

    /// The sample lists trivial symbols, so that there is enough to damage; the hint at them is off.
    fn without_hints() -> LintConfig {
        let rules = [("trivial-symbol".to_owned(), Severity::Off)].into();
        LintConfig { rules, ..LintConfig::default() }
    }

    #[test]
    fn the_sample_is_clean() {
        let project = sources().with_catalog(&path(""), CATALOG);
        let findings = check(&project, &without_hints(), &Scope::catalogs([path("")]));
        assert_eq!(findings, []);
    }

    #[test]
    fn what_is_kept_keeps_its_words() {
        let text = CATALOG
            .replace("- `roots` (L10", "<!-- libra:keep -->\n- `roots` (L1")
            .replace("\n## Submodules", "<!-- libra:end -->\n\n## Submodules");
        let text = text.replace("- Caveat", "- `ghost` (L1-L2)\n- Caveat");
        let project = sources().with_catalog(&path(""), &text);
        let fixed = fix(&project, &without_hints(), &Scope::catalogs([path("")]), Safety::Unsafe);
        assert_eq!(fixed.catalogs[&path("")], text.replace("L1-L11", "L10-L11"));
        let codes: Vec<_> = fixed.remaining.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, ["CAT307"]);
        assert!(fixed.remaining[0].fix.is_none());
    }

    /// Ways in which people and models damage a line.
    fn damage(lines: &mut Vec<String>, kind: usize, at: usize) {
        let Some(line) = lines.get(at % lines.len().max(1)).cloned() else { return };
        let at = at % lines.len();
        match kind {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, line),
            2 => lines.swap(at, 0),
            3 => lines[at] = line.replace("(L", "(lines "),
            4 => lines[at] = line.replace('\n', "\r\n"),
            5 => lines[at] = line.replace("(L", " (L9"),
            6 => lines[at] = format!("  {line}"),
            7 => lines[at] = format!("{}; {}\n", line.trim_end(), "more words, and some. ".repeat(5)),
            8 => lines[at] = line.replacen('#', "", 1),
            9 => lines.insert(at, "- `ghost` (L1-L2), `solve`\n".to_owned()),
            10 => lines.insert(at, "### [gone.py](gone.py)\n".to_owned()),
            11 => lines.insert(at, "<!-- libra-ignore CAT307 CAT3 -->\n".to_owned()),
            12 => lines.insert(at, "<!-- libra:keep -->\n".to_owned()),
            13 => lines[at] = line.replace(") (", ")("),
            14 => lines[at] = line.replace("solve", "test_solve"),
            _ => lines.insert(at, "\n".to_owned()),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// Fixes come to an end, a second run finds nothing to do, and what is reported is what is there.
        #[test]
        fn fixes_come_to_rest(damages in prop::collection::vec((0usize..16, 0usize..40), 1..6), unsafely in any::<bool>()) {
            thread_local!(static SOURCES: Project = sources());
            let mut lines: Vec<String> = CATALOG.split_inclusive('\n').map(str::to_owned).collect();
            for (kind, at) in damages {
                damage(&mut lines, kind, at);
            }
            let project = SOURCES.with(|project| project.with_catalog(&path(""), &lines.concat()));
            let safety = if unsafely { Safety::Unsafe } else { Safety::Safe };
            let (config, scope) = (config(), Scope::catalogs([path("")]));
            let fixed = fix(&project, &config, &scope, safety);
            prop_assert_eq!(&fixed.disagreements, &[]);
            let after = fixed.catalogs.get(&path("")).map_or(lines.concat(), Clone::clone);
            let project = project.with_catalog(&path(""), &after);
            let again = fix(&project, &config, &scope, safety);
            prop_assert!(again.catalogs.is_empty(), "a second run changes\n{}", after);
            prop_assert_eq!(&check(&project, &config, &scope), &fixed.remaining);
            prop_assert!(fixed.remaining.iter().all(|f| f.fix.as_ref().is_none_or(|fix| fix.safety > safety)));
        }
    }
}
