//! Projects made by hand for this room's tests, and the one runner of the examples on rule pages.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use pulldown_cmark::CodeBlockKind;
use pulldown_cmark::Event;
use pulldown_cmark::Parser;
use pulldown_cmark::Tag;

use crate::base::BlobId;
use crate::base::LineIndex;
use crate::base::RepoPath;
use crate::catalog;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Project;
use crate::catalog::SourceFile;
use crate::config::Config;
use crate::config::LintConfig;
use crate::config::Severity;
use crate::lint::check::check;
use crate::lint::finding::Finding;
use crate::lint::finding::Safety;
use crate::lint::fix::fix;
use crate::lint::registry::RULES;
use crate::lint::rule::Rule;
use crate::lint::scope::Scope;
use crate::source;
use crate::source::classify;
use crate::source::classify::FileClass;

pub(crate) fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a plain path")
}

/// A project of files in one text, each after a line `//- path`.
pub(crate) fn project(fixture: &str) -> Project {
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    let mut open = "";
    for line in fixture.split_inclusive('\n') {
        if let Some(name) = line.strip_prefix("//- ") {
            open = name.trim_end();
            files.insert(open, String::new());
        } else if let Some(text) = files.get_mut(open) {
            text.push_str(line);
        }
    }
    project_of(files.into_iter().map(|(name, text)| (name, text.into_bytes())))
}

/// A project of files by path.
pub(crate) fn project_of<'p>(files: impl IntoIterator<Item = (&'p str, Vec<u8>)>) -> Project {
    let rules = classify::Rules::new(&[], &[], 1_000_000).expect("no patterns");
    let (mut sources, mut project) = (BTreeMap::new(), Project::default());
    for (name, bytes) in files {
        let file = path(name);
        if file.file_name() == CATALOG_FILE {
            let directory = file.parent().expect("a file has a directory");
            match String::from_utf8(bytes) {
                Ok(text) => {
                    let parsed = catalog::parse(&directory, &text);
                    project.catalogs.insert(directory, parsed.into());
                }
                Err(error) => {
                    project.unreadable_catalogs.insert(directory, error.utf8_error().valid_up_to());
                }
            }
            continue;
        }
        let class = classify::by_path(&rules, &file, None, None);
        let facts = match class {
            FileClass::Source(language) => {
                let text = String::from_utf8(bytes).expect("sources are UTF-8");
                Some(source::parse(language, &text).into())
            }
            FileClass::Skipped { .. } => None,
        };
        sources.insert(file, SourceFile { blob: BlobId::from_bytes([0; 20]), class, facts });
    }
    project.modules = Arc::new(catalog::layout::modules(&sources));
    project.files = Arc::new(sources);
    project
}

/// What an example is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Bad,
    Good,
    Fixed,
}

/// The surroundings of an example, gathered from the blocks before it.
#[derive(Default)]
struct Surroundings {
    files: BTreeMap<String, Vec<u8>>,
    config: LintConfig,
    renames: BTreeMap<RepoPath, RepoPath>,
}

/// What the `bad` block before a `fixed` one came to.
struct Fixed {
    texts: String,
    fixable: bool,
}

/// Runs every example of a rule's page and returns what is wrong, one line each. A `bad` block must have exactly the
/// findings that its carets mark, of this rule alone, and with all fixes applied become the `fixed` block after it, if
/// there is one; otherwise no finding may have a fix. `good` and `fixed` blocks must have no finding. Other rules'
/// hints do not count. More words behind the fence: a catalog's path, `escaped` (`\r`, `\xNN`, `\u{N}`), and those of
/// `Example`.
pub(crate) fn check_rule(rule: &'static Rule) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut surroundings = Surroundings { config: config_for(rule), ..Surroundings::default() };
    let mut open: Option<Fixed> = None;
    let (mut bad, mut good) = (0, 0);
    for (info, content) in blocks(rule.page) {
        let words: Vec<&str> = info.split_whitespace().collect();
        let Some(role) = role(&words) else {
            surround(&mut surroundings, rule, &words, &content);
            continue;
        };
        let name = words.iter().find(|word| word.ends_with(CATALOG_FILE)).copied().unwrap_or(CATALOG_FILE);
        let has = |word: &str| words.contains(&word);
        let example = Example { rule, surroundings: &surroundings, name, absent: has("absent"), adds: has("adds") };
        let (content, marks) = if role == Role::Bad { without_carets(&content) } else { (content, Vec::new()) };
        let bytes = if words.contains(&"escaped") { unescaped(&content) } else { content.into_bytes() };
        let mut complaints = Vec::new();
        if role != Role::Fixed && open.take().is_some_and(|open| open.fixable) {
            complaints.push("a fix is offered, but no `fixed` block follows".to_owned());
        }
        match role {
            Role::Bad => {
                bad += 1;
                open = Some(example.bad(bytes, &marks, &mut complaints));
            }
            Role::Good => {
                good += 1;
                example.clean(bytes, &mut complaints);
            }
            Role::Fixed => match open.take() {
                Some(open) => {
                    let wanted = String::from_utf8_lossy(&bytes).into_owned();
                    if open.texts != wanted {
                        complaints.push(format!("fixed to {:?}, not {wanted:?}", open.texts));
                    }
                    example.clean(bytes, &mut complaints);
                }
                None => complaints.push("a `fixed` block follows no `bad` block".to_owned()),
            },
        }
        wrong.extend(
            complaints.into_iter().map(|complaint| format!("{} {role:?} {bad}.{good}: {complaint}", rule.code)),
        );
    }
    if open.is_some_and(|open| open.fixable && rule.code != "CAT204" && rule.code != "CAT201" && rule.code != "CAT205")
    {
        wrong.push(format!("{}: a fix is offered, but no `fixed` block follows", rule.code));
    }
    if bad == 0 {
        wrong.push(format!("{}: no `bad` example", rule.code));
    }
    wrong
}

/// Other rules' hints off: examples are short, and a hint about one is no mistake.
fn config_for(rule: &Rule) -> LintConfig {
    let hints = RULES.iter().filter(|other| other.severity == Severity::Hint && other.code != rule.code);
    LintConfig { rules: hints.map(|other| (other.code.to_owned(), Severity::Off)).collect(), ..LintConfig::default() }
}

fn role(words: &[&str]) -> Option<Role> {
    words.iter().find_map(|word| match *word {
        "bad" => Some(Role::Bad),
        "good" => Some(Role::Good),
        "fixed" => Some(Role::Fixed),
        _ => None,
    })
}

/// A block that is no example is something around one: settings, renames, or a file.
fn surround(surroundings: &mut Surroundings, rule: &Rule, words: &[&str], content: &str) {
    match words {
        ["toml"] => {
            let config: Config = toml::from_str(content).expect("valid settings");
            surroundings.config = LintConfig { rules: config_for(rule).rules, ..config.lint };
        }
        ["text", "renames"] => {
            for (from, to) in content.lines().filter_map(|line| line.split_once(" -> ")) {
                surroundings.renames.insert(path(from), path(to));
            }
        }
        [_, name] => {
            surroundings.files.insert((*name).to_owned(), content.as_bytes().to_vec());
        }
        _ => {}
    }
}

struct Example<'a> {
    rule: &'static Rule,
    surroundings: &'a Surroundings,
    name: &'a str,
    /// The catalog of the example does not exist.
    absent: bool,
    /// The fix adds words that follow from the source, so the page does not repeat them; the result must be clean.
    adds: bool,
}

impl Example<'_> {
    fn project(&self, bytes: Vec<u8>) -> Project {
        let mut files = self.surroundings.files.clone();
        if !self.absent {
            files.insert(self.name.to_owned(), bytes);
        }
        project_of(files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())))
    }

    fn scope(&self) -> Scope {
        Scope::everything().with_renames(self.surroundings.renames.clone())
    }

    fn bad(&self, bytes: Vec<u8>, marks: &[String], complaints: &mut Vec<String>) -> Fixed {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let project = self.project(bytes);
        let (config, scope) = (&self.surroundings.config, self.scope());
        let findings = check(&project, config, &scope);
        let found: Vec<String> = findings.iter().map(|finding| self.mark(finding, &text)).collect();
        if found != marks {
            complaints.push(format!("found\n{}\nnot\n{}", found.join("\n"), marks.join("\n")));
        }
        let fixed = fix(&project, config, &scope, Safety::Unsafe);
        if !fixed.disagreements.is_empty() {
            complaints.push(format!("fixes disagree: {:?}", fixed.disagreements));
        }
        let directory = path(self.name).parent().expect("a file has a directory");
        let fixable = findings.iter().any(|finding| finding.fix.is_some());
        if self.adds && !(fixable && fixed.remaining.is_empty()) {
            complaints.push(format!("a fix must leave nothing behind, not {:?}", fixed.remaining));
        }
        if fixable && self.rule.fixable == crate::lint::Fixable::No {
            complaints.push("the table says that there is no fix".to_owned());
        }
        Fixed { texts: fixed.catalogs.get(&directory).cloned().unwrap_or(text), fixable: fixable && !self.adds }
    }

    fn clean(&self, bytes: Vec<u8>, complaints: &mut Vec<String>) {
        let found = check(&self.project(bytes), &self.surroundings.config, &self.scope());
        if !found.is_empty() {
            let mut said = String::from("not clean:");
            for finding in found {
                let _ = write!(said, "\n{}:{} {} {}", finding.catalog, finding.line, finding.code, finding.message);
            }
            complaints.push(said);
        }
    }

    /// A finding as the caret line under its line says it, with the line's number in front.
    fn mark(&self, finding: &Finding, text: &str) -> String {
        let line = LineIndex::new(text).line_span(finding.line).end;
        let marked = text.get(finding.span.start..finding.span.end.min(line)).unwrap_or_default();
        let carets = "^".repeat(marked.trim_end_matches(['\n', '\r']).chars().count().max(1));
        let other = if finding.code == self.rule.code { String::new() } else { format!("{} ", finding.code) };
        format!("{}:{}{carets} {other}{}", finding.line, " ".repeat(finding.column as usize - 1), finding.message)
    }
}

/// The fenced blocks of a page: what stands behind the fence, and the content.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open = false;
    for event in Parser::new(page) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                blocks.push((info.into_string(), String::new()));
                open = true;
            }
            Event::End(_) => open = false,
            Event::Text(text) if open => blocks.last_mut().expect("an open block").1.push_str(&text),
            _ => {}
        }
    }
    blocks
}

/// Takes the lines away that point at the line before them.
fn without_carets(content: &str) -> (String, Vec<String>) {
    let (mut text, mut marks, mut number) = (String::new(), Vec::new(), 0);
    for line in content.split_inclusive('\n') {
        let carets = line.trim_start_matches(' ');
        if carets.starts_with('^') {
            marks.push(format!("{}:{}", number.max(1), line.trim_end()));
        } else {
            text.push_str(line);
            number += 1;
        }
    }
    (text, marks)
}

/// `\r`, `\xNN` and `\u{N}` as what they stand for.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend(&rest.as_bytes()[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('r') {
            bytes.push(b'\r');
            rest = after;
        } else if let Some(after) = rest.strip_prefix('x') {
            bytes.push(u8::from_str_radix(&after[..2], 16).expect("two digits"));
            rest = &after[2..];
        } else {
            let (code, after) = rest.trim_start_matches("u{").split_once('}').expect("`\\u{N}`");
            let c = char::from_u32(u32::from_str_radix(code, 16).expect("a number")).expect("a character");
            bytes.extend(c.to_string().as_bytes());
            rest = after;
        }
    }
    bytes.extend(rest.as_bytes());
    bytes
}
