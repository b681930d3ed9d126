//! The history of each question over all runs. A chart shows the history as one line per machine, with one point for
//! each run.
//!
//! A point shows one row of its run: the row of `auto`, otherwise the best backend, otherwise the best contestant. A
//! point is marked if [`compare::runs`] finds that its row has changed since the previous run that measured the
//! question on the same machine.

use std::collections::{BTreeMap, BTreeSet};

use setwise_rounds::{Measured, Ratio, Row};

use super::advice;
use crate::compare::{self, Comparison};
use crate::record::RecordedRun;
use crate::self_check::TOLERANCE;

/// One question in all runs that measured it.
pub(super) struct History<'a> {
    pub(super) id: &'a str,
    /// One line per machine. The machine with the newest run comes first.
    pub(super) lines: Vec<Line<'a>>,
}

/// The runs of one machine that measured the question, oldest first.
pub(super) struct Line<'a> {
    /// The index of the machine in a list that is sorted by the first run of each machine. The index determines the
    /// colour of the line. The index does not change when machines are added.
    pub(super) machine: usize,
    pub(super) points: Vec<Point<'a>>,
}

/// The question in one run.
pub(super) struct Point<'a> {
    pub(super) run: &'a RecordedRun,
    pub(super) question: &'a Measured,
    /// The row that the line follows.
    pub(super) row: &'a Row,
    /// The previous run on this machine, and the ratio of the new time to the previous time. `None` if the row has not
    /// changed, if the previous run lacks the row, or if there is no previous run.
    pub(super) change: Option<(&'a RecordedRun, Ratio)>,
}

/// Returns the history of every question. Questions of the newest run come first, in the order of that run. `kept` must
/// be sorted by time, oldest first.
pub(super) fn all(kept: &[RecordedRun]) -> Vec<History<'_>> {
    let mut seen = BTreeSet::new();
    let machines: Vec<&str> =
        kept.iter().map(|run| &*run.machine_folder).filter(|folder| seen.insert(*folder)).collect();
    let mut seen = BTreeSet::new();
    let questions = kept.iter().rev().flat_map(|run| &run.wall.questions);
    let ids: Vec<&str> = questions.map(|question| &*question.id).filter(|id| seen.insert(*id)).collect();
    // Caches the comparisons of two runs, because every question needs them. The keys are the paths of the runs.
    let mut comparisons: BTreeMap<[String; 2], Comparison> = BTreeMap::new();
    let mut change = |before: &RecordedRun, after: &RecordedRun, id: &str, row: &str| {
        let compare = || compare::runs(&before.wall.questions, &after.wall.questions);
        let comparison = comparisons.entry([before.path(), after.path()]).or_insert_with(compare);
        let (.., ratio) = comparison.rows.iter().find(|(of, name, _)| of == id && name == row)?;
        ratio.is_different(TOLERANCE).then_some(*ratio)
    };
    let mut line = |id: &str, machine: usize| {
        let mut points: Vec<Point<'_>> = Vec::new();
        for run in kept.iter().filter(|run| run.machine_folder == machines[machine]) {
            let Some(question) = run.question(id) else { continue };
            let Some(row) = followed(question) else { continue };
            let before = points.last().map(|point| point.run);
            let change = before.and_then(|before| Some((before, change(before, run, id, &row.name)?)));
            points.push(Point { run, question, row, change });
        }
        Line { machine, points }
    };
    let history = |id| {
        let mut lines: Vec<Line<'_>> = (0..machines.len()).map(|machine| line(id, machine)).collect();
        lines.retain(|line| !line.points.is_empty());
        lines.sort_by(|a, b| b.newest().run.run.started.cmp(&a.newest().run.run.started));
        History { id, lines }
    };
    ids.into_iter().map(history).filter(|history| !history.lines.is_empty()).collect()
}

/// Returns the row that a line follows: the row of `auto`, otherwise the best backend, otherwise the best contestant.
fn followed(question: &Measured) -> Option<&Row> {
    let best_backend = || advice::take(question).first().copied();
    question.row("auto:").or_else(best_backend).or_else(|| question.ranked().first().map(|best| best.row))
}

impl<'a> Line<'a> {
    /// Returns the point of the newest run. A line has at least one point.
    pub(super) fn newest(&self) -> &Point<'a> {
        &self.points[self.points.len() - 1]
    }
}

impl History<'_> {
    /// Returns one run for each folder name, oldest first. A folder name contains the day and the revision, so runs on
    /// several machines can share a name.
    pub(super) fn revisions(&self) -> Vec<&RecordedRun> {
        let mut runs: Vec<&RecordedRun> = self.points().map(|point| point.run).collect();
        runs.sort_by_key(|run| &run.run.started);
        let mut seen = BTreeSet::new();
        runs.retain(|run| seen.insert(&run.folder));
        runs
    }

    pub(super) fn points(&self) -> impl Iterator<Item = &Point<'_>> {
        self.lines.iter().flat_map(|line| &line.points)
    }

    /// Returns the points at which the row has changed, each with the previous run and the ratio.
    pub(super) fn changes(&self) -> impl Iterator<Item = (&Point<'_>, &RecordedRun, &Ratio)> {
        self.points().filter_map(|point| point.change.as_ref().map(|(before, ratio)| (point, *before, ratio)))
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
        let history = &all(&runs)[0];
        let machines: Vec<&str> = history.lines.iter().map(|line| line.newest().run.machine_folder.as_str()).collect();
        assert_eq!(machines, ["one", "two"], "the machine with the newest run comes first");
        let marked: Vec<bool> = history.lines[0].points.iter().map(|point| point.change.is_some()).collect();
        assert_eq!(marked, [false, false, true]);
        let text = history.html().unwrap().into_string();
        assert!(
            text.contains("<td>auto: x</td><td>1.500</td>") && text.contains("slower") && text.contains("1 change<")
        );
        let titles: Vec<&str> = text.split("<title>").skip(1).filter_map(|part| part.split('<').next()).collect();
        assert!(titles.len() == 4 && titles[3].ends_with(", 2026-01-03, 01234567: auto: x"), "{titles:?}");
        let unchanged = all(&runs[..3])[0].html().unwrap().into_string();
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
