//! What is known at the moment of a decision: the task, what was read and tried, what fails, what is half-done.
//!
//! Plain values that `cli` fills from the command line, the work tree and an agent's log. Nothing here reads a file.

use std::collections::HashSet;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::source::FileFacts;

/// The state of an agent, or of a person, before the next step. Every part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The task as it was given: an issue, or the message of the commit that is being prepared.
    pub issue: Option<String>,
    /// What the next step needs to know, in the agent's own words.
    pub need: Option<String>,
    /// What the agent believes.
    pub hypothesis: Option<String>,
    /// What the agent is about to do.
    pub subgoal: Option<String>,
    /// What was searched for, oldest first.
    pub searches: Vec<String>,
    /// Files that were opened, oldest first; how much of them was read is in `observations`.
    pub opened: Vec<RepoPath>,
    /// The lines that were read.
    pub observations: Vec<Observation>,
    /// The latest output of the tests, as printed.
    pub test_output: Option<String>,
    /// What is changed already and not yet committed.
    pub diff: Vec<FileDiff>,
}

/// Lines that were read. It speaks of the content seen: when those lines change, it lapses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Observation {
    /// The file.
    pub path: RepoPath,
    /// The lines; `None` for the whole file.
    pub lines: Option<LineRange>,
    /// What the lines said; without it the observation counts whatever the lines say now.
    pub seen: Option<Fingerprint>,
}

/// A check sum of some lines. It tells change from sameness; it is no protection against forgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u64);

/// What is changed in one file, against the commit that the work is based on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDiff {
    /// The file's path now; of a deleted file, the path that it had.
    pub path: RepoPath,
    /// The path before, of a renamed file.
    pub previous: Option<RepoPath>,
    /// What happened to the file.
    pub status: DiffStatus,
    /// The changed lines in order; empty for a binary file or a mere rename.
    pub hunks: Vec<DiffHunk>,
    /// Qualified names of the definitions that enclose the changes, outermost first within one place.
    pub symbols: Vec<String>,
    /// The same in the file as it was: what was renamed or taken away has its name here alone.
    pub former_symbols: Vec<String>,
}

/// What happened to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffStatus {
    /// It is new.
    Added,
    /// Its content changed.
    Modified,
    /// It is gone.
    Deleted,
    /// It moved, with or without changes.
    Renamed,
}

/// Lines that were replaced by other lines; one side may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffHunk {
    /// The first removed line in the old file, 1-based; where none is removed, the line before which the new ones stand.
    pub old_start: u32,
    /// The first added line in the new file, 1-based; where none is added, the line before which the old ones stood.
    pub new_start: u32,
    /// The removed lines without line ends.
    pub removed: Vec<String>,
    /// The added lines without line ends.
    pub added: Vec<String>,
}

impl State {
    /// What asks: need, issue, subgoal and hypothesis, in this order.
    pub fn question(&self) -> String {
        [&self.need, &self.issue, &self.subgoal, &self.hypothesis]
            .into_iter()
            .flatten()
            .map(|text| text.trim())
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n")
    }

    /// The first line that says anything: the subject of a commit message, the title of an issue.
    pub fn subject(&self) -> Option<&str> {
        [&self.need, &self.issue, &self.subgoal, &self.hypothesis]
            .into_iter()
            .flatten()
            .flat_map(|text| text.lines())
            .map(str::trim)
            .find(|line| !line.is_empty())
    }

    /// Whether nothing at all is known.
    pub fn is_empty(&self) -> bool {
        self.question().is_empty()
            && self.searches.iter().all(|search| search.trim().is_empty())
            && self.opened.is_empty()
            && self.observations.is_empty()
            && self.test_output.as_ref().is_none_or(|output| output.trim().is_empty())
            && self.diff.is_empty()
    }

    /// Fills in the definitions that enclose each change, from the files as they are now.
    pub fn name_edited_symbols(&mut self, project: &Project) {
        for file in &mut self.diff {
            let Some(facts) = project.files.get(&file.path).and_then(|source| source.facts.as_ref()) else {
                continue;
            };
            file.symbols = enclosing(facts, file.hunks.iter().map(DiffHunk::lines_now));
        }
    }
}

/// The names of the definitions that lines lie in, each once.
fn enclosing(facts: &FileFacts, touched: impl Iterator<Item = LineRange>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for touched in touched {
        for symbol in facts.symbols.iter().filter(|symbol| symbol.range.overlaps(touched)) {
            if known.insert(&symbol.qualified_name) {
                names.push(symbol.qualified_name.clone());
            }
        }
    }
    names
}

impl Fingerprint {
    /// The check sum of lines; line ends do not count, so that a checkout with other line ends is the same text.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a str>) -> Self {
        // FNV-1a: stable across versions and machines, which the standard hasher does not promise.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for line in lines {
            for byte in line.trim_end_matches(['\r', '\n']).bytes().chain([b'\n']) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        Self(hash)
    }
}

impl Observation {
    /// An observation of lines of a text as it is now.
    pub fn of(path: RepoPath, lines: Option<LineRange>, text: &str) -> Self {
        let all: Vec<&str> = text.lines().collect();
        let seen = match lines {
            None => Fingerprint::of(all.iter().copied()),
            Some(range) => Fingerprint::of(slice(&all, range).iter().copied()),
        };
        Self { path, lines, seen: Some(seen) }
    }

    /// Observations of lines that stood at `start` (1-based), in pieces, so that a change makes the piece around it lapse
    /// and not a whole file that was read.
    pub fn pieces<'a>(path: &'a RepoPath, start: u32, lines: &'a [&'a str]) -> impl Iterator<Item = Self> + 'a {
        /// Lines of a piece.
        const PIECE: usize = 20;
        lines.chunks(PIECE).zip((start.max(1)..).step_by(PIECE)).map(|(piece, start)| Self {
            path: path.clone(),
            lines: Some(LineRange::clamped(start, start + piece.len() as u32 - 1)),
            seen: Some(Fingerprint::of(piece.iter().copied())),
        })
    }

    /// Where the lines that were seen stand in the text now, or `None` if they no longer stand there. Lines that an
    /// edit above them pushed up or down are found again.
    pub fn lines_now(&self, text: &str) -> Option<LineRange> {
        let all: Vec<&str> = text.lines().collect();
        let whole = LineRange::clamped(1, all.len() as u32);
        let Some(range) = self.lines else {
            let same = self.seen.is_none_or(|seen| seen == Fingerprint::of(all.iter().copied()));
            return same.then_some(whole);
        };
        let Some(seen) = self.seen else {
            return (range.start() <= whole.end())
                .then(|| LineRange::clamped(range.start(), range.end().min(whole.end())));
        };
        if Fingerprint::of(slice(&all, range).iter().copied()) == seen {
            return LineRange::new(range.start(), range.end().min(whole.end()));
        }
        moved(&all, range.line_count() as usize, seen)
    }
}

impl DiffHunk {
    /// The lines that the change touches in the file as it is now; for a mere removal, the two lines it stood between.
    pub fn lines_now(&self) -> LineRange {
        if self.added.is_empty() {
            LineRange::clamped(self.new_start.saturating_sub(1), self.new_start)
        } else {
            LineRange::clamped(self.new_start, self.new_start + self.added.len() as u32 - 1)
        }
    }

    /// The lines that the change touches in the file as it was; for a mere addition, the two lines it stands between.
    pub fn lines_before(&self) -> LineRange {
        if self.removed.is_empty() {
            LineRange::clamped(self.old_start.saturating_sub(1), self.old_start)
        } else {
            LineRange::clamped(self.old_start, self.old_start + self.removed.len() as u32 - 1)
        }
    }
}

impl FileDiff {
    /// Fills in the definitions that enclosed each change, from the file as it was.
    pub fn name_former_symbols(&mut self, facts: &FileFacts) {
        self.former_symbols = enclosing(facts, self.hunks.iter().map(DiffHunk::lines_before));
    }

    /// The added lines with their numbers in the new file.
    pub fn added(&self) -> impl Iterator<Item = (u32, &str)> {
        self.hunks.iter().flat_map(|hunk| (hunk.new_start..).zip(hunk.added.iter().map(String::as_str)))
    }

    /// The removed lines with their numbers in the old file.
    pub fn removed(&self) -> impl Iterator<Item = (u32, &str)> {
        self.hunks.iter().flat_map(|hunk| (hunk.old_start..).zip(hunk.removed.iter().map(String::as_str)))
    }
}

/// The lines of a range, as far as there are any.
fn slice<'a, 'b>(lines: &'a [&'b str], range: LineRange) -> &'a [&'b str] {
    let start = (range.start() as usize - 1).min(lines.len());
    let end = (range.end() as usize).min(lines.len());
    &lines[start..end]
}

/// Looks for lines of a known check sum anywhere in a text. The work is bounded: a file of many thousand lines is not
/// searched for a range of thousands.
fn moved(lines: &[&str], count: usize, seen: Fingerprint) -> Option<LineRange> {
    const MOST_WORK: usize = 4_000_000;
    if count > lines.len() || count.saturating_mul(lines.len()) > MOST_WORK {
        return None;
    }
    let at = lines.windows(count).position(|window| Fingerprint::of(window.iter().copied()) == seen)?;
    LineRange::new(at as u32 + 1, (at + count) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("a plain path")
    }

    #[test]
    fn an_observation_lapses_when_its_lines_change() {
        let text = "a\nb\nc\nd\n";
        let seen = Observation::of(path("x.py"), LineRange::new(2, 3), text);
        assert_eq!(seen.lines_now(text), LineRange::new(2, 3));
        assert_eq!(seen.lines_now("a\nb\nC\nd\n"), None);
        assert_eq!(seen.lines_now("a\r\nb\r\nc\r\n"), LineRange::new(2, 3));
    }

    #[test]
    fn an_observation_follows_its_lines() {
        let seen = Observation::of(path("x.py"), LineRange::new(2, 3), "a\nb\nc\nd\n");
        assert_eq!(seen.lines_now("new\nnewer\na\nb\nc\nd\n"), LineRange::new(4, 5));
        assert_eq!(seen.lines_now(""), None);
    }

    #[test]
    fn a_long_reading_lapses_only_where_it_changed() {
        let lines: Vec<String> = (1..=50).map(|at| format!("line {at}")).collect();
        let read: Vec<&str> = lines.iter().map(String::as_str).collect();
        let path = path("x.py");
        let pieces: Vec<Observation> = Observation::pieces(&path, 1, &read).collect();
        assert_eq!(
            pieces.iter().map(|piece| piece.lines).collect::<Vec<_>>(),
            [LineRange::new(1, 20), LineRange::new(21, 40), LineRange::new(41, 50)]
        );
        let now = lines.join("\n").replace("line 30", "something");
        let still: Vec<_> = pieces.iter().map(|piece| piece.lines_now(&now).is_some()).collect();
        assert_eq!(still, [true, false, true]);
    }

    #[test]
    fn a_whole_file_is_seen_until_it_changes() {
        let seen = Observation::of(path("x.py"), None, "a\nb\n");
        assert_eq!(seen.lines_now("a\nb\n"), LineRange::new(1, 2));
        assert_eq!(seen.lines_now("a\n"), None);
        let unchecked = Observation { seen: None, ..seen };
        assert_eq!(unchecked.lines_now("a\n"), LineRange::new(1, 1));
    }

    #[test]
    fn diffs_number_their_lines() {
        let hunk = |old_start, new_start, removed: &[&str], added: &[&str]| DiffHunk {
            old_start,
            new_start,
            removed: removed.iter().map(|line| (*line).to_owned()).collect(),
            added: added.iter().map(|line| (*line).to_owned()).collect(),
        };
        let diff = FileDiff {
            path: path("x.py"),
            previous: None,
            status: DiffStatus::Modified,
            hunks: vec![hunk(3, 3, &["old"], &["new", "newer"]), hunk(9, 10, &["gone"], &[])],
            symbols: Vec::new(),
            former_symbols: Vec::new(),
        };
        assert_eq!(diff.added().collect::<Vec<_>>(), [(3, "new"), (4, "newer")]);
        assert_eq!(diff.removed().collect::<Vec<_>>(), [(3, "old"), (9, "gone")]);
        assert_eq!(diff.hunks[0].lines_now(), LineRange::clamped(3, 4));
        assert_eq!(diff.hunks[1].lines_now(), LineRange::clamped(9, 10));
    }

    #[test]
    fn the_question_leads_with_the_need() {
        let state = State {
            issue: Some("Title\n\nBody".to_owned()),
            need: Some("\nWho calls it?".to_owned()),
            ..State::default()
        };
        assert_eq!(state.question(), "Who calls it?\n\nTitle\n\nBody");
        assert_eq!(state.subject(), Some("Who calls it?"));
        assert!(State::default().is_empty() && !state.is_empty());
    }
}
