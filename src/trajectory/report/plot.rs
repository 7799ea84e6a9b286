//! Line charts as SVG: told apart by colour, dashes and marks, so that they also read in print.

use std::fmt::Write as _;

use crate::trajectory::report::markup::escaped;

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 104.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 36.0;
/// Labels at the ends of lines stand at least this far apart.
const LABEL: f64 = 14.0;

/// A line of a chart.
pub(super) struct Line {
    /// What stands at its end.
    pub(super) label: String,
    /// Its points, from left to right.
    pub(super) points: Vec<(f64, f64)>,
}

/// A chart.
pub(super) struct Plot {
    /// What stands above it.
    pub(super) title: &'static str,
    /// What stands under its horizontal axis.
    pub(super) across: &'static str,
    /// What follows the numbers of its vertical axis, such as `%`.
    pub(super) unit: &'static str,
    /// Its lines, at most five; those without points are left out.
    pub(super) lines: Vec<Line>,
}

impl Plot {
    /// The chart as a figure.
    pub(super) fn svg(&self) -> String {
        let lines: Vec<&Line> = self.lines.iter().filter(|line| !line.points.is_empty()).collect();
        let points = || lines.iter().flat_map(|line| &line.points);
        let most = points().map(|(_, y)| *y).fold(0.0_f64, f64::max);
        let step = tick_step(most);
        let top = ((most / step).ceil() * step).max(step);
        let first = points().map(|(x, _)| *x).fold(f64::INFINITY, f64::min);
        let last = points().map(|(x, _)| *x).fold(f64::NEG_INFINITY, f64::max);
        let scale = Scale { first, last: last.max(first + 1.0), top };
        let mut svg = format!(
            "<figure><figcaption>{}</figcaption>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n",
            escaped(self.title),
            escaped(self.title)
        );
        self.axes(&mut svg, &scale, step);
        for (number, line) in lines.iter().enumerate() {
            draw(&mut svg, &scale, line, number);
        }
        for (number, y) in label_places(&lines, &scale).into_iter().enumerate() {
            let x = WIDTH - RIGHT + 10.0;
            let label = escaped(&lines[number].label);
            let _ = writeln!(svg, "<text class=\"l{number}\" x=\"{x:.0}\" y=\"{:.1}\">{label}</text>", y + 4.0);
        }
        svg += "</svg></figure>\n";
        svg
    }

    fn axes(&self, svg: &mut String, scale: &Scale, step: f64) {
        let mut value = 0.0;
        while value <= scale.top + step / 2.0 {
            let y = scale.y(value);
            let right = WIDTH - RIGHT;
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/>");
            let text = if step < 1.0 { format!("{value:.1}") } else { format!("{value:.0}") };
            let (x, y) = (LEFT - 6.0, y + 4.0);
            let _ = writeln!(svg, "<text class=\"tick end\" x=\"{x}\" y=\"{y:.1}\">{text}{}</text>", self.unit);
            value += step;
        }
        let across = tick_step(scale.last - scale.first).max(1.0);
        let mut value = (scale.first / across).ceil() * across;
        while value <= scale.last {
            let (x, y) = (scale.x(value), HEIGHT - BOTTOM + 15.0);
            let _ = writeln!(svg, "<text class=\"tick mid\" x=\"{x:.1}\" y=\"{y}\">{value:.0}</text>");
            value += across;
        }
        let (x, y) = (f64::midpoint(LEFT, WIDTH - RIGHT), HEIGHT - 5.0);
        let _ = writeln!(svg, "<text class=\"tick mid\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(self.across));
    }
}

struct Scale {
    first: f64,
    last: f64,
    top: f64,
}

impl Scale {
    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.first) / (self.last - self.first) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - value / self.top * (HEIGHT - TOP - BOTTOM)
    }
}

fn draw(svg: &mut String, scale: &Scale, line: &Line, number: usize) {
    let places: Vec<(f64, f64)> = line.points.iter().map(|(x, y)| (scale.x(*x), scale.y(*y))).collect();
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let _ = writeln!(svg, "<path class=\"line s{number}\" d=\"M{}\"/>", path.join("L"));
    for ((x, y), (step, value)) in places.into_iter().zip(&line.points) {
        let title = format!("<title>{} {step:.0}: {value:.1}</title>", escaped(&line.label));
        let _ = match number {
            0 => writeln!(svg, "<circle class=\"f{number}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.8\">{title}</circle>"),
            1 => {
                let (x, y) = (x - 2.5, y - 2.5);
                writeln!(
                    svg,
                    "<rect class=\"f{number}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"5\" height=\"5\">{title}</rect>"
                )
            }
            _ => writeln!(svg, "<path class=\"f{number}\" d=\"M{x:.1} {:.1}l3.2 5.6h-6.4z\">{title}</path>", y - 3.4),
        };
    }
}

/// Where the labels of the lines stand: at their ends, moved apart where they would touch.
fn label_places(lines: &[&Line], scale: &Scale) -> Vec<f64> {
    let ends: Vec<f64> =
        lines.iter().map(|line| line.points.last().map_or(0.0, |(_, value)| scale.y(*value))).collect();
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|a, b| ends[*a].total_cmp(&ends[*b]));
    let mut places = ends.clone();
    for pair in order.windows(2) {
        places[pair[1]] = places[pair[1]].max(places[pair[0]] + LABEL);
    }
    // What was pushed out at the bottom is pushed back up.
    let mut lowest = HEIGHT - BOTTOM + 2.0;
    for at in order.into_iter().rev() {
        places[at] = places[at].min(lowest);
        lowest = places[at] - LABEL;
    }
    places
}

/// A round number that divides a length into four to eight parts.
fn tick_step(length: f64) -> f64 {
    if length <= 0.0 {
        return 1.0;
    }
    let rough = length / 4.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().rev().find(|step| step * power <= rough).unwrap_or(1.0);
    step * power
}

#[cfg(test)]
mod tests {
    use super::Line;
    use super::Plot;
    use super::tick_step;

    #[test]
    fn ticks_are_round() {
        assert_eq!([80.0, 100.0, 7.0, 12.0, 0.0].map(tick_step).to_vec(), vec![20.0, 20.0, 1.0, 2.0, 1.0]);
    }

    #[test]
    fn a_chart_holds_its_lines_and_escapes_labels() {
        let line = |label: &str, points| Line { label: label.to_owned(), points };
        let plot = Plot {
            title: "Accuracy",
            across: "step",
            unit: "%",
            lines: vec![
                line("a<b", vec![(0.0, 10.0), (2.0, 60.0)]),
                line("none", Vec::new()),
                line("c", vec![(2.0, 59.0)]),
            ],
        };
        let svg = plot.svg();
        assert_eq!(svg.matches("class=\"line").count(), 2, "{svg}");
        assert!(svg.contains("a&lt;b") && !svg.contains("none"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
