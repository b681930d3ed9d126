//! The chart of a question's history: revisions from left to right, nanoseconds per board upwards from zero.
//!
//! It is written by hand, because a page holds one chart per question: classes of the page's style sheet keep each short.

use std::fmt::Write;

use plotters::style::RGBColor;
use setwise_rounds::{escaped, three};

use super::history::{History, Line, Point};
use crate::record::RecordedRun;

const LEFT: usize = 48;
/// The distance of two revisions.
const STEP: usize = 104;
const TOP: usize = 28;
const BOTTOM: usize = 190;
const HEIGHT: usize = 230;

/// Returns the chart as SVG. Its height is the same for every question, its width grows with the number of revisions.
pub(super) fn svg(history: &History<'_>) -> String {
    let runs = revisions(&history.lines);
    let points = || history.lines.iter().flat_map(|line| &line.points);
    let most = points().map(|point| point.row.samples.nanoseconds()).fold(0.0, f64::max);
    let width = LEFT + STEP * runs.len();
    let mut text = format!(
        "<svg class=\"history\" width=\"{width}\" height=\"{HEIGHT}\" viewBox=\"0 0 {width} {HEIGHT}\" role=\"img\" \
         aria-label=\"ns per board over revisions\"><text x=\"4\" y=\"12\">ns/board</text>\n"
    );
    for tick in ticks(most) {
        let y = height(tick, most);
        let _ = write!(text, "<path class=\"grid\" d=\"M{LEFT} {y}H{width}\"/>");
        let _ = writeln!(text, "<text class=\"end\" x=\"{}\" y=\"{}\">{tick}</text>", LEFT - 6, y + 4);
    }
    for (n, run) in runs.iter().enumerate() {
        let (x, revision) = (across(n), escaped(&run.run.build.short()));
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\">{revision}</text>", BOTTOM + 18);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\">{}</text>", BOTTOM + 34, &run.run.started[..10]);
    }
    let place = |point: &Point<'_>| {
        let n = runs.iter().position(|run| run.folder == point.run.folder).unwrap_or_default();
        (across(n), height(point.row.samples.nanoseconds(), most))
    };
    for line in &history.lines {
        text += &drawn(line, place);
    }
    // The numbers of one revision are moved apart where they would overlap.
    let mut numbers: Vec<((usize, usize), &Point<'_>)> = points().map(|point| (place(point), point)).collect();
    numbers.sort_by_key(|(place, _)| *place);
    let mut last = (0, 0);
    for ((x, y), point) in numbers {
        let above = y - if point.change.is_some() { 13 } else { 10 };
        let at = if last.0 == x { above.max(last.1 + 13) } else { above };
        last = (x, at);
        let _ = write!(text, "<text x=\"{x}\" y=\"{at}\">{}</text>", three(point.row.samples.nanoseconds()));
    }
    text + "</svg>"
}

/// Returns one run of each revision in order of time. A revision measured on another day is drawn apart.
fn revisions<'a>(lines: &[Line<'a>]) -> Vec<&'a RecordedRun> {
    let mut runs: Vec<&RecordedRun> = lines.iter().flat_map(|line| &line.points).map(|point| point.run).collect();
    runs.sort_by(|a, b| a.run.started.cmp(&b.run.started));
    let mut first: Vec<&RecordedRun> = Vec::new();
    for run in runs {
        if !first.iter().any(|other| other.folder == run.folder) {
            first.push(run);
        }
    }
    first
}

fn drawn(line: &Line<'_>, place: impl Fn(&Point<'_>) -> (usize, usize)) -> String {
    let RGBColor(r, g, b) = line.color;
    let mut text = format!("<g style=\"--line:#{r:02x}{g:02x}{b:02x}\">");
    let places: Vec<String> = line.points.iter().map(&place).map(|(x, y)| format!("{x},{y}")).collect();
    if places.len() > 1 {
        let _ = write!(text, "<polyline points=\"{}\"/>", places.join(" "));
    }
    for point in &line.points {
        let (x, y) = place(point);
        let label = [&point.run.machine.cpu, &point.run.folder, &point.row.name].map(|part| escaped(part)).join(", ");
        let ring = if point.change.is_some() {
            format!("<circle class=\"called\" cx=\"{x}\" cy=\"{y}\" r=\"8\"/>")
        } else {
            String::new()
        };
        let _ = write!(text, "{ring}<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"><title>{label}</title></circle>");
    }
    text + "</g>\n"
}

fn across(n: usize) -> usize {
    LEFT + STEP * n + STEP / 2
}

fn height(value: f64, most: f64) -> usize {
    BOTTOM - ((BOTTOM - TOP) as f64 * value / most).round() as usize
}

/// Returns round numbers from zero to `most`: between two and five steps of 1, 2 or 5 times a power of ten.
fn ticks(most: f64) -> Vec<f64> {
    let power = most.log10().floor() as i32;
    let steps = [(power - 1, 5.0), (power, 1.0), (power, 2.0)].map(|(power, factor)| factor * 10_f64.powi(power));
    let step = steps.into_iter().find(|step| most / step < 6.0).unwrap_or(most);
    // Rounded, because multiples of decimal fractions are not exact.
    (0..=(most / step) as usize).map(|n| (n as f64 * step * 1e9).round() / 1e9).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.69), [0.0, 0.2, 0.4, 0.6]);
        assert_eq!(ticks(1.33), [0.0, 0.5, 1.0]);
        assert_eq!(ticks(29.0), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0]);
        assert_eq!(ticks(550.0), [0.0, 100.0, 200.0, 300.0, 400.0, 500.0]);
    }
}
