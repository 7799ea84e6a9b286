//! What became of each instance over the steps: a map of passes, and early against late pass rates.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::trajectory::replay::Replayed;
use crate::trajectory::report::markup::escaped;

/// A late pass rate over this counts as healed, where the early one did not reach it.
const HEALED: f64 = 2.0 / 3.0;

/// What lies between groups of the map, in pixels.
const GAP: f64 = 8.0;

/// What became of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    /// It came to pass for good.
    Healed,
    /// It passes more often late than early.
    Better,
    /// It passes as often late as early, and more often than not.
    Stable,
    /// It fails as often late as early, and more often than not.
    Unsolved,
    /// It passes less often late than early.
    Worse,
}

impl Fate {
    pub(super) const ALL: [Self; 5] = [Self::Healed, Self::Better, Self::Stable, Self::Unsolved, Self::Worse];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Healed => "healed",
            Self::Better => "better",
            Self::Stable => "stable",
            Self::Unsolved => "unsolved",
            Self::Worse => "worse",
        }
    }
}

/// An instance over the steps.
pub(super) struct Life {
    /// Its number among the problems.
    pub(super) number: usize,
    /// Whether it passed at each step.
    pub(super) passes: Vec<bool>,
    /// The pass rate of the first steps, a fifth of them and at least two.
    pub(super) early: f64,
    /// The pass rate of the later half.
    pub(super) late: f64,
    /// What became of it.
    pub(super) fate: Fate,
}

/// Every instance, by fate, then by the step at which it first passed.
pub(super) fn lives(snapshots: &[&Replayed], problems: usize) -> Vec<Life> {
    let mut lives: Vec<Life> = (0..problems)
        .map(|number| {
            let passes: Vec<bool> =
                snapshots.iter().map(|replayed| replayed.solved()[number].file_rank == Some(1)).collect();
            let early = rate(&passes[..early_steps(passes.len())]);
            let late = rate(&passes[passes.len() / 2..]);
            Life { number, early, late, fate: fate(early, late), passes }
        })
        .collect();
    let first = |life: &Life| life.passes.iter().position(|passes| *passes).unwrap_or(usize::MAX);
    lives.sort_by_key(|life| (life.fate, first(life), life.number));
    lives
}

fn early_steps(steps: usize) -> usize {
    (steps.div_ceil(5)).max(2).min(steps)
}

fn rate(passes: &[bool]) -> f64 {
    if passes.is_empty() { 0.0 } else { passes.iter().filter(|passes| **passes).count() as f64 / passes.len() as f64 }
}

fn fate(early: f64, late: f64) -> Fate {
    match late.total_cmp(&early) {
        std::cmp::Ordering::Greater if late > HEALED && early <= HEALED => Fate::Healed,
        std::cmp::Ordering::Greater => Fate::Better,
        std::cmp::Ordering::Less => Fate::Worse,
        std::cmp::Ordering::Equal if late > 0.5 => Fate::Stable,
        std::cmp::Ordering::Equal => Fate::Unsolved,
    }
}

/// The map: a column a step, a row an instance; each row leads to the instance.
pub(super) fn map(lives: &[Life], snapshots: &[&Replayed], ids: &[String]) -> String {
    let cell = (640.0 / snapshots.len().max(1) as f64).clamp(4.0, 26.0);
    let height = if lives.len() > 150 { 4.0 } else { 6.0 };
    let left = 74.0;
    let width = left + cell * snapshots.len() as f64 + 4.0;
    let mut rows = String::new();
    let mut y = 4.0;
    for fate in Fate::ALL {
        let of_fate: Vec<&Life> = lives.iter().filter(|life| life.fate == fate).collect();
        if of_fate.is_empty() {
            continue;
        }
        let middle = y + of_fate.len() as f64 * height / 2.0 + 4.0;
        let count = of_fate.len();
        let _ = writeln!(
            rows,
            "<text class=\"tick end\" x=\"{}\" y=\"{middle:.1}\">{} {count}</text>",
            left - 8.0,
            fate.name()
        );
        for life in of_fate {
            let _ = writeln!(rows, "<a href=\"#i{}\"><title>{}</title>", life.number, escaped(&ids[life.number]));
            for (at, passes) in life.passes.iter().enumerate() {
                let (x, class) = (left + cell * at as f64, if *passes { "yes" } else { "no" });
                let _ = writeln!(
                    rows,
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{}\"/>",
                    cell - 1.0,
                    height - 1.0
                );
            }
            rows += "</a>\n";
            y += height;
        }
        // A short group must not let its name touch the next.
        y += GAP.max(14.0 - count as f64 * height);
    }
    let every = snapshots.len().div_ceil(14).max(1);
    for (at, replayed) in snapshots.iter().enumerate().filter(|(at, _)| at.is_multiple_of(every)) {
        let (x, step) = (left + cell * (at as f64 + 0.5), replayed.step.unwrap_or_default());
        let _ = writeln!(rows, "<text class=\"tick mid\" x=\"{x:.1}\" y=\"{:.1}\">{step}</text>", y + 10.0);
    }
    let height = y + 16.0;
    format!(
        "<figure class=\"wide\"><figcaption>Passes by step</figcaption>\n<svg viewBox=\"0 0 {width:.0} {height:.0}\" style=\"max-width:{width:.0}px\" role=\"img\" aria-label=\"Passes by step\">\n{rows}</svg></figure>\n"
    )
}

/// Early against late pass rates; what lies above the diagonal got better. The area of a mark is the number of instances.
pub(super) fn scatter(lives: &[Life]) -> String {
    // Axes stand away from the corner marks, which may be large, so that these hide no number and are not cut off.
    let (size, edge, mark) = (270.0, 40.0, 16.0);
    let place = |rate: f64| edge + mark + rate * (size - edge - 2.0 * mark);
    let mut marks = BTreeMap::<(i32, i32), usize>::new();
    let key = |rate: f64| (rate * 100.0).round() as i32;
    for life in lives {
        *marks.entry((key(life.early), key(life.late))).or_default() += 1;
    }
    let mut svg = format!(
        "<figure><figcaption>Pass rates, first steps against later half</figcaption>\n<svg viewBox=\"0 0 460 {size}\" role=\"img\" aria-label=\"Early against late pass rates\">\n"
    );
    let (low, high) = (place(0.0), place(1.0));
    let up = |y: f64| size - y;
    let _ = writeln!(svg, "<path class=\"grid\" d=\"M{low} {}L{high} {}\"/>", up(low), up(high));
    let _ = writeln!(svg, "<path class=\"axis\" d=\"M{edge} {}V{}H{high}\"/>", up(high), up(edge));
    for rate in [0.0, 0.5, 1.0] {
        let text = format!("{:.0}%", rate * 100.0);
        let at = place(rate);
        let _ = writeln!(svg, "<text class=\"tick mid\" x=\"{at:.0}\" y=\"{}\">{text}</text>", up(edge) + 14.0);
        let _ = writeln!(svg, "<text class=\"tick end\" x=\"{}\" y=\"{}\">{text}</text>", edge - 6.0, up(at) + 4.0);
    }
    let _ = writeln!(svg, "<text class=\"tick mid\" x=\"{:.0}\" y=\"{}\">early</text>", place(0.5), up(edge) + 28.0);
    for ((early, late), count) in marks {
        let (x, y) = (place(f64::from(early) / 100.0), up(place(f64::from(late) / 100.0)));
        let radius = (mark * (count as f64 / lives.len() as f64).sqrt()).max(2.0);
        let title = format!("{count} instances: early {early}%, late {late}%");
        let _ = writeln!(
            svg,
            "<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>{title}</title></circle>"
        );
    }
    for (at, fate) in Fate::ALL.into_iter().enumerate() {
        let count = lives.iter().filter(|life| life.fate == fate).count();
        let y = 40.0 + 18.0 * at as f64;
        let _ = writeln!(svg, "<text x=\"290\" y=\"{y}\">{count} {}</text>", fate.name());
    }
    svg += "</svg></figure>\n";
    svg
}

#[cfg(test)]
mod tests {
    use super::Fate;
    use super::early_steps;
    use super::fate;

    #[test]
    fn fates_follow_the_rates() {
        assert_eq!(fate(0.0, 1.0), Fate::Healed);
        assert_eq!(fate(0.0, 0.5), Fate::Better);
        assert_eq!(fate(0.8, 1.0), Fate::Better);
        assert_eq!(fate(1.0, 1.0), Fate::Stable);
        assert_eq!(fate(0.0, 0.0), Fate::Unsolved);
        assert_eq!(fate(1.0, 0.9), Fate::Worse);
    }

    #[test]
    fn a_fifth_of_the_steps_is_early() {
        assert_eq!([1, 2, 3, 10, 11, 86].map(early_steps), [1, 2, 2, 2, 3, 18]);
    }
}
