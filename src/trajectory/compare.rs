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
    /// The problems where the first ranks the gold files first more often than the second, as often, and less often.
    pub outcomes: [usize; 3],
    /// Of the turns a problem.
    pub turns: f64,
}

/// Compares two sets of answers to the same problems. Where they were asked several times, the runs are compared one with
/// one, as many as both have.
pub fn compare(problems: &[Problem], first: &[Vec<Solved>], second: &[Vec<Solved>], seed: Seed) -> Comparison {
    let all: Vec<usize> = (0..problems.len()).collect();
    let with_functions: Vec<usize> =
        all.iter().copied().filter(|number| !problems[*number].functions.is_empty()).collect();
    let difference = |numbers: &[usize], rank: fn(&Solved) -> Option<usize>, cut: usize| {
        let of = |runs| measure::shares(runs, numbers, rank, cut);
        measure::accuracy(&less(&of(first), &of(second)), seed)
    };
    let firsts = less(
        &measure::shares(first, &all, |solved| solved.file_rank, measure::CUTS[0]),
        &measure::shares(second, &all, |solved| solved.file_rank, measure::CUTS[0]),
    );
    let of_problem = |number: &usize| firsts.iter().map(|run| run[*number]).sum::<f64>();
    let count = |is: fn(f64) -> bool| all.iter().filter(|number| is(of_problem(number))).count();
    Comparison {
        files: measure::CUTS.map(|cut| difference(&all, |solved| solved.file_rank, cut)),
        functions: measure::CUTS.map(|cut| difference(&with_functions, |solved| solved.function_rank, cut)),
        outcomes: [count(|sum| sum > 0.0), count(|sum| sum == 0.0), count(|sum| sum < 0.0)],
        turns: measure::turns(first) - measure::turns(second),
    }
}

fn less(first: &[Vec<f64>], second: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let pairs = first.iter().zip(second);
    pairs.map(|(first, second)| first.iter().zip(second).map(|(first, second)| first - second).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::compare;
    use crate::base::Seed;
    use crate::trajectory::Problem;
    use crate::trajectory::Solved;

    #[test]
    fn differences_are_paired() {
        let solved = |rank: usize, turns: usize| Solved {
            file_rank: Some(rank),
            function_rank: None,
            turns,
            files: Vec::new(),
            functions: Vec::new(),
            path: Vec::new(),
        };
        let problems = vec![Problem::with_functions(0); 4];
        let first = [vec![solved(1, 3), solved(1, 3), solved(2, 3), solved(9, 3)]];
        let second = [vec![solved(1, 1), solved(2, 1), solved(2, 1), solved(1, 1)]];
        let found = compare(&problems, &first, &second, Seed(1));
        assert_eq!(found.outcomes, [1, 2, 1]);
        assert!(found.files[0].value.abs() < 1e-12 && (found.files[1].value + 0.25).abs() < 1e-12);
        assert!((found.turns - 2.0).abs() < 1e-12);
        // A set against itself: every draw is 0.
        let same = compare(&problems, &first, &first, Seed(1));
        assert_eq!((same.files[0].low, same.files[0].high), (0.0, 0.0));
    }
}
