//! Accuracy over a set of answers, with intervals by resampling the problems.

use rand::Rng;

use crate::base::Seed;
use crate::trajectory::problem::Problem;
use crate::trajectory::solve::Solved;

const DRAWS: usize = 2_000;

/// A share of the problems, with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// The share; of several runs, their mean.
    pub value: f64,
    /// The lower end of its 95% interval over the problems.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The standard error of the mean over the runs; `None` for a single run.
    pub error: Option<f64>,
}

/// How well a set of problems was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// How many times each problem was asked.
    pub runs: usize,
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

/// Measures answers to problems: `runs` hold one for each problem, in their order.
pub fn measure(problems: &[Problem], runs: &[Vec<Solved>], seed: Seed) -> Measured {
    let all: Vec<usize> = (0..problems.len()).collect();
    let with_functions: Vec<usize> =
        all.iter().copied().filter(|number| !problems[*number].functions.is_empty()).collect();
    Measured {
        runs: runs.len(),
        problems: problems.len(),
        with_functions: with_functions.len(),
        files: CUTS.map(|cut| accuracy(&shares(runs, &all, |solved| solved.file_rank, cut), seed)),
        functions: CUTS.map(|cut| accuracy(&shares(runs, &with_functions, |solved| solved.function_rank, cut), seed)),
        turns: turns(runs),
    }
}

/// Turns a problem, on average.
pub(super) fn turns(runs: &[Vec<Solved>]) -> f64 {
    mean(&runs.iter().flatten().map(|solved| solved.turns as f64).collect::<Vec<_>>())
}

/// Whether each of some problems passed, 0 or 1, run by run.
pub(super) fn shares(
    runs: &[Vec<Solved>],
    numbers: &[usize],
    rank: fn(&Solved) -> Option<usize>,
    cut: usize,
) -> Vec<Vec<f64>> {
    let passes = |solved: &Solved| f64::from(u8::from(rank(solved).is_some_and(|rank| rank <= cut)));
    runs.iter().map(|run| numbers.iter().map(|number| passes(&run[*number])).collect()).collect()
}

/// The mean of values, run by run, with its interval over the problems and its error over the runs.
pub(super) fn accuracy(values: &[Vec<f64>], seed: Seed) -> Accuracy {
    let of_runs: Vec<f64> = values.iter().map(|run| mean(run)).collect();
    let of_problems = by_problem(values);
    let (low, high) = interval(&of_problems, seed);
    Accuracy { value: mean(&of_problems), low, high, error: error(&of_runs) }
}

/// The mean of each problem over the runs.
fn by_problem(values: &[Vec<f64>]) -> Vec<f64> {
    let problems = values.first().map_or(0, Vec::len);
    (0..problems).map(|at| mean(&values.iter().map(|run| run[at]).collect::<Vec<_>>())).collect()
}

/// The standard error of a mean.
fn error(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let (mean, count) = (mean(values), values.len() as f64);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (count - 1.0) / count).sqrt())
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
        let problems = [1, 1, 0, 1].map(Problem::with_functions);
        let answers = [solved(Some(1), Some(1)), solved(Some(5), Some(6)), solved(Some(6), None), solved(None, None)];
        let found = measure(&problems, &[answers.to_vec()], Seed(1));
        assert_eq!((found.problems, found.with_functions), (4, 3));
        assert_eq!(found.files.map(|accuracy| accuracy.value).to_vec(), vec![0.25, 0.5]);
        assert_eq!(found.functions.map(|accuracy| accuracy.value).to_vec(), vec![1.0 / 3.0; 2]);
        assert!((found.turns - 2.0).abs() < 1e-12);
        assert!(found.files[0].low >= 0.0 && found.files[0].high <= 1.0 && found.files[0].low < found.files[0].high);
    }

    #[test]
    fn repeated_runs_have_a_mean_and_an_error() {
        let run =
            |passed: usize| -> Vec<Solved> { (0..4).map(|at| solved((at < passed).then_some(1), None)).collect() };
        let found = measure(&vec![Problem::with_functions(0); 4], &[run(1), run(2), run(3)], Seed(1));
        // Shares of 1/4, 2/4 and 3/4: their standard deviation is 1/4.
        assert!(found.runs == 3 && (found.files[0].value - 0.5).abs() < 1e-12, "{found:?}");
        let error = found.files[0].error.expect("three runs");
        assert!((error - 0.25 / 3.0_f64.sqrt()).abs() < 1e-12, "{error}");
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
