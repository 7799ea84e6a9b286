//! One setup against another on the same problems.

use crate::base::Seed;
use crate::trajectory::measure;
use crate::trajectory::measure::Accuracy;
use crate::trajectory::problem::Problem;
use crate::trajectory::solve::Solved;

/// A paired difference: the first less the second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Of File ACC@1 and @5.
    pub files: [Accuracy; 2],
    /// Of Func ACC@1 and @5, over the problems with a gold function.
    pub functions: [Accuracy; 2],
    /// The problems where the first alone, both or neither, and the second alone ranks the gold files first.
    pub outcomes: [usize; 3],
    /// Of the turns a problem.
    pub turns: f64,
}

/// Compares two sets of answers to the same problems.
pub fn compare(problems: &[Problem], first: &[Solved], second: &[Solved], seed: Seed) -> Comparison {
    let pairs: Vec<(&Problem, &Solved, &Solved)> =
        problems.iter().zip(first).zip(second).map(|((problem, first), second)| (problem, first, second)).collect();
    let passes = |rank: Option<usize>, cut: usize| i8::from(rank.is_some_and(|rank| rank <= cut));
    let file = |cut: usize| -> Vec<f64> {
        pairs.iter().map(|(_, a, b)| f64::from(passes(a.file_rank, cut) - passes(b.file_rank, cut))).collect()
    };
    let function = |cut: usize| -> Vec<f64> {
        let some = pairs.iter().filter(|(problem, ..)| !problem.functions.is_empty());
        some.map(|(_, a, b)| f64::from(passes(a.function_rank, cut) - passes(b.function_rank, cut))).collect()
    };
    let first_files = file(measure::CUTS[0]);
    let turns: Vec<f64> = pairs.iter().map(|(_, a, b)| a.turns as f64 - b.turns as f64).collect();
    Comparison {
        files: measure::CUTS.map(|cut| difference(&file(cut), seed)),
        functions: measure::CUTS.map(|cut| difference(&function(cut), seed)),
        outcomes: [
            first_files.iter().filter(|value| **value > 0.0).count(),
            first_files.iter().filter(|value| **value == 0.0).count(),
            first_files.iter().filter(|value| **value < 0.0).count(),
        ],
        turns: measure::mean(&turns),
    }
}

fn difference(values: &[f64], seed: Seed) -> Accuracy {
    let (low, high) = measure::interval(values, seed);
    Accuracy { value: measure::mean(values), low, high }
}

#[cfg(test)]
mod tests {
    use super::compare;
    use crate::base::RepoPath;
    use crate::base::Seed;
    use crate::trajectory::Problem;
    use crate::trajectory::Solved;

    #[test]
    fn differences_are_paired() {
        let path = RepoPath::new("a").expect("plain");
        let problem = Problem {
            id: String::new(),
            statement: String::new(),
            files: vec![path],
            functions: Vec::new(),
            repo: None,
        };
        let solved = |rank: usize, turns: usize| Solved {
            file_rank: Some(rank),
            function_rank: None,
            turns,
            files: Vec::new(),
            functions: Vec::new(),
            path: Vec::new(),
        };
        let problems = vec![problem; 4];
        let first = [solved(1, 3), solved(1, 3), solved(2, 3), solved(9, 3)];
        let second = [solved(1, 1), solved(2, 1), solved(2, 1), solved(1, 1)];
        let found = compare(&problems, &first, &second, Seed(1));
        assert_eq!(found.outcomes, [1, 2, 1]);
        assert!(found.files[0].value.abs() < 1e-12 && (found.files[1].value + 0.25).abs() < 1e-12);
        assert!((found.turns - 2.0).abs() < 1e-12);
        // A set against itself: every draw is 0.
        let same = compare(&problems, &first, &first, Seed(1));
        assert_eq!((same.files[0].low, same.files[0].high), (0.0, 0.0));
    }
}
