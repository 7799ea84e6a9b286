//! Which catalogs are asked: none, first ones, those of the commit, or steps of runs.

use std::str::FromStr;

use crate::catalog::Project;
use crate::catalog::bootstrap;
use crate::cli::commands::train::RunSteps;
use crate::cli::context::Workspace;
use crate::cli::context::limits;
use crate::cli::error::CommandError;
use crate::trajectory;
use crate::trajectory::Trajectory;

/// Catalogs as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// No catalogs.
    Without,
    /// What `init` would write.
    Bootstrapped,
    /// Those of the commit.
    Tree,
    /// Steps of a run.
    Run(RunSteps),
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "none" => Self::Without,
            "bootstrapped" => Self::Bootstrapped,
            "tree" => Self::Tree,
            run => Self::Run(run.parse()?),
        })
    }
}

/// A project with the catalogs that are asked.
pub(super) struct Catalogs {
    pub(super) name: String,
    pub(super) step: Option<u64>,
    pub(super) project: Project,
}

/// The catalogs that a target means, one project each. `every` leaves out steps in between.
pub(super) fn of(
    target: &Target,
    workspace: &Workspace,
    run: Option<&Trajectory>,
    every: u64,
) -> Result<Vec<Catalogs>, CommandError> {
    let one = |name: &str, project: Project| Ok(vec![Catalogs { name: name.to_owned(), step: None, project }]);
    match (target, run) {
        (Target::Without, _) => one("none", without(&workspace.project)),
        (Target::Tree, _) => one("tree", workspace.project.clone()),
        (Target::Bootstrapped, _) => {
            let limits = limits(&workspace.config);
            one("bootstrapped", bootstrap::with_catalogs(without(&workspace.project), &limits))
        }
        (Target::Run(steps), Some(trajectory)) => {
            let steps = steps.all(trajectory)?;
            let last = steps.last().map(|step| step.number);
            let chosen =
                steps.into_iter().filter(|step| step.number.is_multiple_of(every) || Some(step.number) == last);
            chosen
                .map(|step| {
                    let project = trajectory::snapshot(&workspace.repository, &workspace.project, step.commit)?;
                    let name = format!("{}:{}", trajectory.run, step.number);
                    Ok(Catalogs { name, step: Some(step.number), project })
                })
                .collect()
        }
        (Target::Run(steps), None) => Err(CommandError::new(format!("there is no run `{}`", steps.run))),
    }
}

fn without(project: &Project) -> Project {
    let mut project = project.clone();
    project.catalogs.clear();
    project.unreadable_catalogs.clear();
    project
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn targets_are_read() {
        let read = |text: &str| text.parse::<Target>().expect("a target");
        assert_eq!(read("none"), Target::Without);
        assert_eq!(read("tree"), Target::Tree);
        assert_eq!(read("run-1:3"), Target::Run("run-1:3".parse().expect("steps")));
        assert!("run-1:x".parse::<Target>().is_err());
    }
}
