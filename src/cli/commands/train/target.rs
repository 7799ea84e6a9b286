//! `RUN`, `RUN:STEP`, `RUN:best` and `RUN:A..B`.

use std::str::FromStr;

use crate::cli::error::CommandError;
use crate::trajectory;
use crate::trajectory::Step;
use crate::trajectory::Trajectory;

/// Steps of a run as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunSteps {
    /// The run.
    pub(crate) run: String,
    which: Which,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    /// Nothing was said.
    Unsaid,
    One(u64),
    /// The one with the best test.
    Best,
    /// Either end may be open.
    Between(Option<u64>, Option<u64>),
}

impl FromStr for RunSteps {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((run, steps)) = text.split_once(':') else {
            return Ok(Self { run: text.to_owned(), which: Which::Unsaid });
        };
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("`{text}` is no step"));
        let end = |text: &str| if text.is_empty() { Ok(None) } else { number(text).map(Some) };
        let which = match steps.split_once("..") {
            Some((first, last)) => Which::Between(end(first)?, end(last)?),
            None if steps == "best" => Which::Best,
            None => Which::One(number(steps)?),
        };
        Ok(Self { run: run.to_owned(), which })
    }
}

impl RunSteps {
    /// The one step that is meant: the one that was named, or the best.
    pub(crate) fn one<'t>(&self, trajectory: &'t Trajectory) -> Result<&'t Step, CommandError> {
        match self.which {
            Which::One(number) => self.named(trajectory, number),
            Which::Unsaid | Which::Best => Ok(best(trajectory)),
            Which::Between(..) => Err(CommandError::new("one step is wanted here, not several")),
        }
    }

    /// All steps that are meant: those that were named, or every one.
    pub(crate) fn all<'t>(&self, trajectory: &'t Trajectory) -> Result<Vec<&'t Step>, CommandError> {
        let steps: Vec<&Step> = match self.which {
            Which::One(number) => vec![self.named(trajectory, number)?],
            Which::Unsaid => trajectory.steps.iter().collect(),
            Which::Best => vec![best(trajectory)],
            Which::Between(first, last) => {
                let within = |step: &&Step| {
                    first.is_none_or(|first| step.number >= first) && last.is_none_or(|last| step.number <= last)
                };
                trajectory.steps.iter().filter(within).collect()
            }
        };
        if steps.is_empty() {
            return Err(CommandError::new(format!("the run `{}` has no such steps", self.run)));
        }
        Ok(steps)
    }

    fn named<'t>(&self, trajectory: &'t Trajectory, number: u64) -> Result<&'t Step, CommandError> {
        trajectory.step(number).ok_or_else(|| {
            let last = trajectory.last().number;
            CommandError::new(format!("the run `{}` has no step {number}; its last one is {last}", self.run))
        })
    }
}

fn best(trajectory: &Trajectory) -> &Step {
    trajectory::best(&trajectory.steps).unwrap_or_else(|| trajectory.last())
}

#[cfg(test)]
mod tests {
    use super::RunSteps;
    use super::Which;

    #[test]
    fn steps_are_read() {
        let which = |text: &str| text.parse::<RunSteps>().map(|steps| steps.which);
        assert_eq!(which("run-1"), Ok(Which::Unsaid));
        assert_eq!(which("run-1:3"), Ok(Which::One(3)));
        assert_eq!(which("run-1:best"), Ok(Which::Best));
        assert_eq!(which("run-1:..4"), Ok(Which::Between(None, Some(4))));
        assert_eq!(which("run-1:2..5"), Ok(Which::Between(Some(2), Some(5))));
        assert_eq!(which("run-1:x"), Err("`x` is no step".to_owned()));
    }
}
