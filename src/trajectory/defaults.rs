//! How much training a repository of a size takes, after the first paper's table: small ones learn from small batches and
//! are soon done; beyond, batches grow less than rounds do.

use crate::catalog::Project;

/// The sizes of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// Rounds.
    pub rounds: u64,
    /// Questions a round.
    pub batch: usize,
    /// Questions of the test.
    pub test: usize,
}

/// Up to how many lines, how many rounds of how many questions.
const TABLE: [(u64, u64, usize); 5] =
    [(25_000, 12, 150), (50_000, 14, 200), (120_000, 16, 300), (250_000, 25, 300), (u64::MAX, 60, 400)];
/// Lines that are worth a question of the test.
const LINES_A_TEST: u64 = 85;
const FEWEST_TESTS: u64 = 60;
const MOST_TESTS: u64 = 300;

impl Defaults {
    /// The sizes for a project, by the lines of its catalogued files.
    pub fn of(project: &Project) -> Self {
        let facts = project.files.keys().filter_map(|path| project.facts(path));
        Self::of_lines(facts.map(|facts| facts.line_tokens.len() as u64).sum())
    }

    fn of_lines(lines: u64) -> Self {
        let (_, rounds, batch) = TABLE.into_iter().find(|(most, ..)| lines <= *most).unwrap_or(TABLE[TABLE.len() - 1]);
        let test = (lines / LINES_A_TEST).clamp(FEWEST_TESTS, MOST_TESTS);
        Self { rounds, batch, test: usize::try_from(test).unwrap_or(usize::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::Defaults;

    #[test]
    fn the_sizes_are_those_of_the_table() {
        assert_eq!(Defaults::of_lines(8_299), Defaults { rounds: 12, batch: 150, test: 97 });
        assert_eq!(Defaults::of_lines(431_897), Defaults { rounds: 60, batch: 400, test: 300 });
        assert_eq!(Defaults::of_lines(0).test, 60);
    }
}
