//! What the embedded Healer makes of failures.

use crate::agents::healer::EmbeddedHealer;
use crate::agents::healer::Failure;
use crate::agents::healer::Healer;
use crate::agents::healer::Proposal;
use crate::agents::prompter::ChunkRef;
use crate::agents::prompter::Probe;
use crate::agents::solver::Prediction;
use crate::agents::solver::RankedFile;
use crate::base::LineRange;
use crate::catalog;
use crate::catalog::CatalogEdit;
use crate::catalog::Project;
use crate::catalog::resolve::resolve;
use crate::heal::testing::path;
use crate::heal::testing::project;
use crate::repo::MemoryTree;

const TREE: &str = "
//- store/cache.py
'''Remembers answers. Keeps a least recently used (LRU) order of requests.'''


class Cache:
    '''This class is a table of answers that were given before.'''

    def lookup(self, key):
        '''Returns the remembered answer for a request.'''
        # an answer that is older than an hour counts as missing
        if key in self.items:
            return self.items[key]
        raise KeyError('no answer is remembered for {}'.format(key))
//- store/disk.py
'''Files on disk.'''


def write(path, data):
    '''Writes bytes to a temporary file and renames it.'''
    return path
//- net/client.py
'''Talks to servers.'''


def fetch(url):
    '''Downloads a document.'''
    return url
//- catalog.md
# example

## Submodules

### [net](net/catalog.md)
Network.

### [store](store/catalog.md)
Storage.
//- store/catalog.md
# store

## Files

### [cache.py](cache.py)
First file.
- `Cache` (L4-L12)

### [disk.py](disk.py)
Second file.
- `write(path, data)` (L4-L6) - Writes bytes.
//- net/catalog.md
# net

## Files

### [client.py](client.py)
Client.
";

fn example() -> Project {
    project(&MemoryTree::fixture(TREE))
}

fn failure(question: &str, gold: (&str, &str), lines: (u32, u32), predicted: &str) -> Failure {
    let lines = LineRange::clamped(lines.0, lines.1);
    let file = RankedFile { path: path(predicted), score: 0.5, reason: String::new() };
    Failure {
        probe: Probe {
            question: question.to_owned(),
            gold_file: path(gold.0),
            gold_function: Some(gold.1.to_owned()),
            chunk: ChunkRef { path: path(gold.0), lines },
            lines,
            reasoning: "It says so.".to_owned(),
        },
        prediction: Prediction { files: vec![file], ..Prediction::default() },
    }
}

fn heal(project: &Project, module: &str, failures: &[Failure]) -> Proposal {
    EmbeddedHealer.heal(project, &path(module), failures).expect("embedded agents never fail")
}

/// The catalog of a module after all edits.
fn healed(project: &Project, module: &str, failures: &[Failure]) -> String {
    let edits = heal(project, module, failures).edits;
    catalog::apply(&project.catalogs[&path(module)], &edits).expect("applies")
}

fn stale_answer() -> Failure {
    failure(
        "What happens when an answer is older than an hour?",
        ("store/cache.py", "Cache.lookup"),
        (7, 12),
        "store/disk.py",
    )
}

#[test]
fn an_information_gap_is_closed_in_the_words_of_the_source() {
    let text = healed(&example(), "store", &[stale_answer()]);
    let expected = "- `Cache.lookup(self, key)` (L7-L12) - Returns the remembered answer for a request. An answer that is \
                    older than an hour counts as missing.\n";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("- `Cache` (L4-L12)\n"), "{text}");
    assert!(text.contains("### [disk.py](disk.py)\nSecond file.\n- `write(path, data)` (L4-L6) - Writes bytes.\n"));
    assert_eq!(text, healed(&example(), "store", &[stale_answer()]));
}

#[test]
fn what_leads_into_a_module_says_what_its_files_are_for() {
    let inner = healed(&example(), "store", &[stale_answer()]);
    let project = example().with_catalog(&path("store"), &inner);
    let mut failure = stale_answer();
    failure.prediction.files[0].path = path("net/client.py");
    let text = healed(&project, "", &[failure]);
    assert!(text.contains("### [store](store/catalog.md)\nStorage. "), "{text}");
    assert!(text.contains("### [net](net/catalog.md)\nNetwork.\n"), "{text}");
}

#[test]
fn short_forms_that_are_asked_for_in_full_come_into_the_glossary() {
    let failure = failure(
        "How does the system pick the least recently used request?",
        ("store/cache.py", "Cache"),
        (4, 12),
        "store/disk.py",
    );
    let text = healed(&example(), "store", &[failure]);
    assert!(text.contains("## Glossary\n- **LRU**: Least recently used.\n"), "{text}");
}

#[test]
fn failures_that_the_catalog_is_not_to_blame_for_are_dropped() {
    let dropped = |failure: Failure| {
        let proposal = heal(&example(), "store", &[failure]);
        assert!(proposal.edits.is_empty(), "{:?}", proposal.edits);
        proposal.triaged[0].1
    };
    let mut gone = stale_answer();
    gone.probe.gold_file = path("store/gone.py");
    assert_eq!(dropped(gone), "the gold file is outside the catalogs");
    let mut first = stale_answer();
    first.prediction.files[0].path = path("store/cache.py");
    assert_eq!(dropped(first), "the gold file is ranked first already");
    let mut vague = stale_answer();
    vague.probe.question = "How does it work?".to_owned();
    assert!(dropped(vague).starts_with("the question is ambiguous: it has too few words"));
    let mut foreign = stale_answer();
    foreign.probe.question = "Where are penguins fed in winter?".to_owned();
    assert!(dropped(foreign).starts_with("the question is ambiguous: what answers it"));
    let mut alternative = stale_answer();
    alternative.probe.question = "Where is a temporary answer written?".to_owned();
    assert_eq!(dropped(alternative), "the predicted file answers as well");
}

#[test]
fn an_entry_over_its_limit_keeps_its_names() {
    use std::fmt::Write;
    let mut source = "'''Many things.'''\n\n\n".to_owned();
    let mut entry = "### [many.py](many.py)\nMany things.\n".to_owned();
    for n in 0..20 {
        let line = 4 + n * 5;
        write!(source, "def thing{n}(a):\n    '''Turns part {n} of the machine.'''\n    return a\n\n\n").expect("text");
        writeln!(entry, "- `thing{n}(a)` (L{line}-L{}) - Turns part {n} of the machine.", line + 2).expect("text");
    }
    write!(
        source,
        "def rescue(a):\n    '''Recovers a broken journal after a crash.'''\n    if a:\n        \
         raise ValueError('the journal is too old to recover')\n    return a\n"
    )
    .expect("text");
    let tree = format!(
        "//- many.py\n{source}//- other.py\n'''Other.'''\nx = 1\n//- catalog.md\n# m\n\n## Files\n\n{entry}\n### [other.py](other.py)\nOther.\n"
    );
    let project = project(&MemoryTree::fixture(&tree));
    let failure = failure(
        "I got an error that the journal is too old after a crash",
        ("many.py", "rescue"),
        (104, 108),
        "other.py",
    );
    let proposal = heal(&project, "", &[failure]);
    let text = catalog::apply(&project.catalogs[&path("")], &proposal.edits).expect("applies");
    let healed = project.with_catalog(&path(""), &text);
    let (_, entry) = healed.entry_of(&path("many.py")).expect("there");
    let bullets: usize = entry.bullets.iter().map(catalog::Bullet::count).sum();
    assert!(bullets <= 20, "{bullets} bullets:\n{text}");
    let facts = healed.facts(&path("many.py")).expect("source");
    let listed = entry.mentions().iter().flat_map(|mention| resolve(facts, &mention.name)).count();
    assert_eq!(listed, 21, "{text}");
    assert!(text.contains("Recovers a broken journal after a crash. Raises \"the journal is too old to recover\"."));
    assert!(proposal.edits.iter().all(|edit| matches!(edit, CatalogEdit::SetSymbol { .. })));
}
