//! The page as a whole.

use std::fmt::Write as _;

use crate::trajectory::problem::Problem;
use crate::trajectory::replay::Replayed;
use crate::trajectory::report::instances;
use crate::trajectory::report::map;
use crate::trajectory::report::markup::escaped;
use crate::trajectory::report::plot::Line;
use crate::trajectory::report::plot::Plot;
use crate::trajectory::report::tables;
use crate::trajectory::run;
use crate::trajectory::run::Step;
use crate::trajectory::run::Taken;
use crate::trajectory::store::Trajectory;

const STYLE: &str = include_str!("style.css");

/// What a page tells of.
#[derive(Clone, Copy, Debug)]
pub struct ReplayedRun<'a> {
    /// What stands above it.
    pub title: &'a str,
    /// The run, if it was one.
    pub trajectory: Option<&'a Trajectory>,
    /// What was asked.
    pub problems: &'a [Problem],
    /// Everything that was replayed. Those of a run's steps come in the order of the steps; the instances are shown for
    /// the setup of the first of them.
    pub replays: &'a [Replayed],
}

/// The page.
pub fn html(told: &ReplayedRun<'_>) -> String {
    let stepped = told.replays.iter().filter(|replayed| replayed.step.is_some());
    let setup = stepped.clone().next().map(|replayed| replayed.setup.as_str());
    let snapshots: Vec<&Replayed> = stepped.filter(|replayed| Some(replayed.setup.as_str()) == setup).collect();
    let mut body = String::new();
    if let Some(trajectory) = told.trajectory {
        body += &about(trajectory, told.problems.len());
    }
    let plots = plots(told, &snapshots);
    if !plots.is_empty() {
        let _ = writeln!(body, "<div class=\"plots\">\n{plots}</div>");
    }
    let others = told
        .replays
        .iter()
        .filter(|replayed| replayed.step.is_none() || snapshots.len() < 2 || Some(replayed.setup.as_str()) != setup);
    let ends = if snapshots.len() < 2 { [None, None] } else { [snapshots.first().copied(), snapshots.last().copied()] };
    let shown: Vec<&Replayed> = others.chain(ends.into_iter().flatten()).collect();
    if !shown.is_empty() {
        let _ = write!(body, "<h2>Replays</h2>\n{}", tables::replays(shown.into_iter()));
    }
    if let Some(trajectory) = told.trajectory {
        let best = run::best(&trajectory.steps).map(|step| step.number);
        let _ = write!(body, "<h2>Steps</h2>\n{}", tables::steps(&trajectory.steps, best, &trajectory.seconds));
    }
    if !snapshots.is_empty() {
        let lives = map::lives(&snapshots, told.problems.len());
        let ids: Vec<String> = told.problems.iter().map(|problem| problem.id.clone()).collect();
        body += "<h2>Instances</h2>\n";
        if snapshots.len() > 1 {
            body += &map::map(&lives, &snapshots, &ids);
        }
        body += &instances::instances(&lives, told.problems, &snapshots);
    }
    let title = escaped(told.title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{title}</title>\n<style>\n{STYLE}</style></head><body>\n<h1>{title}</h1>\n{body}</body></html>\n"
    )
}

fn about(trajectory: &Trajectory, problems: usize) -> String {
    let options = &trajectory.options;
    let best = run::best(&trajectory.steps);
    let last = trajectory.last();
    let mut text = format!(
        "<p>Commit {}, seed {}, {} steps of {} questions, {} turns, {problems} held-out questions.",
        trajectory.base.short(),
        options.seed,
        last.number,
        options.batch,
        options.turns
    );
    let test = |step: &Step| step.test.map(|test| format!("{:.1}%", test.value() * 100.0));
    let (first, best_test, last_test) = (test(&trajectory.steps[0]), best.and_then(test), test(last));
    if let (Some(first), Some(best), Some(best_test), Some(last_test)) = (first, best, best_test, last_test) {
        let _ =
            write!(text, " Test {first} at first, {best_test} at best (step {}), {last_test} at last.", best.number);
    }
    text + "</p>\n"
}

fn plots(told: &ReplayedRun<'_>, snapshots: &[&Replayed]) -> String {
    let steps = told.trajectory.map(|trajectory| trajectory.steps.as_slice()).unwrap_or_default();
    let trained = steps.iter().filter(|step| step.number > 0);
    let x = |replayed: &Replayed| replayed.step.unwrap_or_default() as f64;
    let replayed = |label: &str, value: &dyn Fn(&Replayed) -> f64| Line {
        label: label.to_owned(),
        points: snapshots.iter().map(|replayed| (x(replayed), value(replayed))).collect(),
    };
    let stepped = |label: &str, value: &dyn Fn(&Step) -> f64| Line {
        label: label.to_owned(),
        points: trained.clone().map(|step| (step.number as f64, value(step))).collect(),
    };
    let each = |total: usize, step: &Step| total as f64 / step.train.asked.max(1) as f64;
    if snapshots.len() < 2 {
        return String::new();
    }
    let accuracy = Plot {
        title: "Accuracy",
        across: "step",
        unit: "%",
        lines: vec![
            replayed("test, files", &|replayed| replayed.measured.files[0].value * 100.0),
            replayed("test, functions", &|replayed| replayed.measured.functions[0].value * 100.0),
            stepped("train, files", &|step| step.train.value() * 100.0),
        ],
    };
    let turns = Plot {
        title: "Turns a question",
        across: "step",
        unit: "",
        lines: vec![
            replayed("test", &|replayed| replayed.measured.turns),
            stepped("train", &|step| each(step.turns, step)),
        ],
    };
    let size = Plot {
        title: "Size of the catalogs",
        across: "step",
        unit: " KB",
        lines: vec![replayed("all catalogs", &|replayed| replayed.catalog_bytes as f64 / 1000.0)],
    };
    let lives = map::lives(snapshots, told.problems.len());
    let mut plots = vec![accuracy, size, turns];
    if let Some(trajectory) = told.trajectory {
        plots.push(by_role(steps));
        plots.push(seconds(trajectory));
    }
    plots.iter().map(Plot::svg).collect::<String>() + &map::scatter(&lives)
}

/// What each role took for a step: money where a model was paid for, otherwise calls.
fn by_role(steps: &[Step]) -> Plot {
    let is_paid =
        steps.iter().flat_map(|step| &step.taken).any(|taken| taken.spent.cost.is_some_and(|cost| cost > 0.0));
    let value = |taken: &Taken| if is_paid { taken.spent.cost.unwrap_or_default() } else { taken.calls as f64 };
    let line = |(role, name): (usize, &&str)| Line {
        label: (*name).to_owned(),
        points: steps
            .iter()
            .filter(|step| step.number > 0)
            .map(|step| (step.number as f64, value(&step.taken[role])))
            .collect(),
    };
    Plot {
        title: if is_paid { "Cost by role, US dollars" } else { "Calls by role" },
        across: "step",
        unit: "",
        lines: run::ROLES.iter().enumerate().map(line).collect(),
    }
}

fn seconds(trajectory: &Trajectory) -> Plot {
    let points = trajectory.seconds.iter().map(|(step, seconds)| (*step as f64, *seconds)).collect();
    let line = Line { label: "with its test".to_owned(), points };
    Plot { title: "Time of a step", across: "step", unit: " s", lines: vec![line] }
}
