//! The history of each question over all runs. A chart shows the history as one line per machine, with one point for
//! each run.
//!
//! A point shows the median of one row of its run: the row of `auto`, otherwise the best backend, otherwise the best
//! contestant. A point is marked if [`compare::runs`] finds that its row has changed since the previous run that measured
//! the question on the same machine.

use std::collections::{BTreeMap, BTreeSet};

use setwise_rounds::{Measured, Ratio, Row};

use super::advice;
use crate::compare::{self, Comparison};
use crate::record::{Medians, RecordedRun};
use crate::self_check::TOLERANCE;

/// One question in all runs that measured it.
pub(super) struct History<'a> {
    /// The question in the newest runs of the machines, newest first, each with its run.
    pub(super) newest: Vec<(&'a RecordedRun, &'a Measured)>,
    /// One line per machine, in the order of `newest`.
    pub(super) lines: Vec<Line<'a>>,
}

/// The runs of one machine that measured the question, oldest first.
pub(super) struct Line<'a> {
    /// The name of the machine.
    pub(super) machine: String,
    /// The index of the machine in a list that is sorted by the first run of each machine. The index determines the
    /// colour of the line. The index does not change when machines are added.
    pub(super) color: usize,
    pub(super) points: Vec<Point<'a>>,
}

/// The question in one run.
pub(super) struct Point<'a> {
    pub(super) run: &'a Medians,
    /// The row that the line follows.
    pub(super) row: &'a Row,
    /// The previous run on this machine, and the ratio of the new time to the previous time. `None` if the row has not
    /// changed, if the previous run lacks the row, or if there is no previous run.
    pub(super) change: Option<(&'a Medians, Ratio)>,
}

/// Returns the history of every question of the runs in `newest`, which has the newest run of each machine, newest first.
/// Questions of the newest run come first, in the order of that run. `runs` has the medians of all runs, oldest first.
pub(super) fn all<'a>(newest: &[&'a RecordedRun], runs: &'a [Medians]) -> Vec<History<'a>> {
    let mut seen = BTreeSet::new();
    let machines: Vec<&str> =
        runs.iter().map(|run| &*run.machine_folder).filter(|folder| seen.insert(*folder)).collect();
    let mut seen = BTreeSet::new();
    let questions = newest.iter().flat_map(|run| &run.wall.questions);
    let ids: Vec<&str> = questions.map(|question| &*question.id).filter(|id| seen.insert(*id)).collect();
    // Caches the comparisons of two runs, because every question needs them. A key is a machine and the starts of the runs.
    let mut comparisons: BTreeMap<[&str; 3], Comparison> = BTreeMap::new();
    let mut change = |before: &'a Medians, after: &'a Medians, id: &str, row: &str| {
        let compare = || compare::runs(&before.questions, &after.questions);
        let comparison =
            comparisons.entry([&after.machine_folder, &before.started, &after.started]).or_insert_with(compare);
        let (.., ratio) = comparison.rows.iter().find(|(of, name, _)| of == id && name == row)?;
        ratio.is_different(TOLERANCE).then_some(*ratio)
    };
    let mut line = |id: &str, of: &RecordedRun| {
        let mut points: Vec<Point<'a>> = Vec::new();
        for run in runs.iter().filter(|run| run.machine_folder == of.machine_folder) {
            let Some(question) = run.questions.iter().find(|question| question.id == id) else { continue };
            let Some(row) = followed(question) else { continue };
            let before = points.last().map(|point| point.run);
            let change = before.and_then(|before| Some((before, change(before, run, id, &row.name)?)));
            points.push(Point { run, row, change });
        }
        let color = machines.iter().position(|machine| *machine == of.machine_folder).unwrap_or_default();
        Line { machine: of.machine.name(), color, points }
    };
    let history = |id| {
        let newest = newest.iter().filter_map(|run| Some((*run, run.question(id)?)));
        let newest: Vec<_> = newest.filter(|(_, question)| followed(question).is_some()).collect();
        let lines = newest.iter().map(|(run, _)| line(id, run)).collect();
        History { newest, lines }
    };
    ids.into_iter().map(history).filter(|history| !history.lines.is_empty()).collect()
}

/// Returns the row that a line follows: the row of `auto`, otherwise the best backend, otherwise the best contestant.
fn followed(question: &Measured) -> Option<&Row> {
    let best_backend = || advice::take(question).first().copied();
    question.row("auto:").or_else(best_backend).or_else(|| question.ranked().first().map(|best| best.row))
}

impl History<'_> {
    /// Returns one run for each day and revision, oldest first.
    pub(super) fn revisions(&self) -> Vec<&Medians> {
        let mut runs: Vec<&Medians> = self.points().map(|point| point.run).collect();
        runs.sort_by_key(|run| &run.started);
        let mut seen = BTreeSet::new();
        runs.retain(|run| seen.insert((run.day(), &run.commit)));
        runs
    }

    pub(super) fn points(&self) -> impl Iterator<Item = &Point<'_>> {
        self.lines.iter().flat_map(|line| &line.points)
    }

    /// Returns the points at which the row has changed, each with its line, the previous run and the ratio.
    pub(super) fn changes(&self) -> impl Iterator<Item = (&Line<'_>, &Point<'_>, &Medians, &Ratio)> {
        let points = self.lines.iter().flat_map(|line| line.points.iter().map(move |point| (line, point)));
        points.filter_map(|(line, point)| point.change.as_ref().map(|(before, ratio)| (line, point, *before, ratio)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::fixture::kept;

    /// Checks which points are marked. In the second run of machine `one`, all rows take twice as long, so no row has
    /// changed. In its third run only the row of `auto` is slower, so this row has changed.
    #[test]
    fn a_change_that_compare_calls_is_marked_and_no_other() {
        let times = |speed: f64, auto: f64| {
            [("auto: x", auto), ("a", 1.0), ("b", 1.0), ("copy", 0.5)].map(|(name, ns)| (name, ns * speed))
        };
        let runs = [
            kept("one", "2026-01-01T00:00:00Z", &times(1.0, 1.0)),
            kept("one", "2026-01-02T00:00:00Z", &times(2.0, 1.0)),
            kept("two", "2026-01-03T00:00:00Z", &times(1.0, 1.0)),
            kept("one", "2026-01-04T00:00:00Z", &times(2.0, 1.5)),
        ];
        let medians: Vec<Medians> = runs.iter().map(Medians::of).collect();
        let history = &all(&[&runs[3], &runs[2]], &medians)[0];
        let marked: Vec<bool> = history.lines[0].points.iter().map(|point| point.change.is_some()).collect();
        assert_eq!(marked, [false, false, true]);
        let text = history.html().unwrap().into_string();
        assert!(
            text.contains("<td>auto: x</td><td>1.500</td>") && text.contains("slower") && text.contains("1 change<")
        );
        let unchanged = all(&[&runs[2], &runs[1]], &medians[..3])[0].html().unwrap().into_string();
        assert!(!unchanged.contains("change<") && !unchanged.contains("slower"), "{unchanged}");
    }

    #[test]
    fn a_line_follows_auto_then_the_best_backend() {
        let names =
            |rows: &[(&str, f64)]| followed(&kept("m", "2026-01-01", rows).wall.questions[0]).unwrap().name.clone();
        assert_eq!(names(&[("a", 1.0), ("auto: b", 2.0)]), "auto: b");
        assert_eq!(names(&[("copy", 0.1), ("a", 2.0), ("b", 1.0)]), "b");
    }
}
