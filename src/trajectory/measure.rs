//! Accuracy over a set of answers, with intervals by resampling the problems.

use rand::Rng;

use crate::base::Seed;
use crate::trajectory::problem::Problem;
use crate::trajectory::solve::Solved;

const DRAWS: usize = 2_000;

/// A share of the problems, with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// The share.
    pub value: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How well a set of problems was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// The problems.
    pub problems: usize,
    /// Those with a gold function.
    pub with_functions: usize,
    /// All gold files first, and among the first five.
    pub files: [Accuracy; 2],
    /// All gold functions first, and among the first five, of the problems that have some.
    pub functions: [Accuracy; 2],
    /// Turns a problem, on average.
    pub turns: f64,
}

/// The cuts of `Measured`.
pub(super) const CUTS: [usize; 2] = [1, 5];

/// Measures answers to problems, which are as many.
pub fn measure(problems: &[Problem], solved: &[Solved], seed: Seed) -> Measured {
    let with_functions: Vec<&Solved> = problems
        .iter()
        .zip(solved)
        .filter(|(problem, _)| !problem.functions.is_empty())
        .map(|(_, solved)| solved)
        .collect();
    let passes = |rank: Option<usize>, cut: usize| rank.is_some_and(|rank| rank <= cut);
    let turns: usize = solved.iter().map(|solved| solved.turns).sum();
    Measured {
        problems: solved.len(),
        with_functions: with_functions.len(),
        files: CUTS.map(|cut| accuracy(solved.iter().map(|solved| passes(solved.file_rank, cut)), seed)),
        functions: CUTS
            .map(|cut| accuracy(with_functions.iter().map(|solved| passes(solved.function_rank, cut)), seed)),
        turns: if solved.is_empty() { 0.0 } else { turns as f64 / solved.len() as f64 },
    }
}

fn accuracy(passes: impl Iterator<Item = bool>, seed: Seed) -> Accuracy {
    let values: Vec<f64> = passes.map(|passes| f64::from(u8::from(passes))).collect();
    let (low, high) = interval(&values, seed);
    Accuracy { value: mean(&values), low, high }
}

pub(super) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The 95% interval of a mean.
pub(super) fn interval(values: &[f64], seed: Seed) -> (f64, f64) {
    if values.is_empty() {
        return (0.0, 0.0);
    }
    let mut random = seed.stream("bootstrap", values.len() as u64);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let sum: f64 = (0..values.len()).map(|_| values[random.random_range(0..values.len())]).sum();
            sum / values.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    (means[DRAWS / 40], means[DRAWS - 1 - DRAWS / 40])
}

#[cfg(test)]
mod tests {
    use super::interval;
    use super::measure;
    use crate::base::Seed;
    use crate::trajectory::Problem;
    use crate::trajectory::Solved;

    fn solved(file_rank: Option<usize>, function_rank: Option<usize>) -> Solved {
        Solved { file_rank, function_rank, turns: 2, files: Vec::new(), functions: Vec::new(), path: Vec::new() }
    }

    #[test]
    fn functions_count_where_there_are_some() {
        let path = crate::base::RepoPath::new("a").expect("plain");
        let problem = |functions: usize| Problem {
            id: String::new(),
            statement: String::new(),
            files: vec![path.clone()],
            functions: vec![(path.clone(), "f".to_owned()); functions],
            repo: None,
        };
        let problems = [problem(1), problem(1), problem(0), problem(1)];
        let answers = [solved(Some(1), Some(1)), solved(Some(5), Some(6)), solved(Some(6), None), solved(None, None)];
        let found = measure(&problems, &answers, Seed(1));
        assert_eq!((found.problems, found.with_functions), (4, 3));
        assert_eq!(found.files.map(|accuracy| accuracy.value).to_vec(), vec![0.25, 0.5]);
        assert_eq!(found.functions.map(|accuracy| accuracy.value).to_vec(), vec![1.0 / 3.0; 2]);
        assert!((found.turns - 2.0).abs() < 1e-12);
        assert!(found.files[0].low >= 0.0 && found.files[0].high <= 1.0 && found.files[0].low < found.files[0].high);
    }

    #[test]
    fn intervals_narrow_with_more_values() {
        let values = |count: usize| -> Vec<f64> { (0..count).map(|at| (at % 2) as f64).collect() };
        let width = |count| {
            let (low, high) = interval(&values(count), Seed(1));
            assert!(low < 0.5 && high > 0.5);
            high - low
        };
        assert!(width(400) < width(20) / 2.0);
        assert_eq!(interval(&[1.0, 1.0], Seed(1)), (1.0, 1.0));
    }
}
