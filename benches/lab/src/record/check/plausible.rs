//! Checks that the numbers of a run are plausible.

use crate::record::{Bound, RecordedRun};
use setwise_rounds::{Measured, Role, Row, median};

/// The minimum ratio of a row's time to that of the copy of its width, round by round. In the kept runs, no row that does more
/// than copy was below 0.80; that value was noise in main memory.
const LEAST_OF_COPY: f64 = 0.7;

/// The minimum ratio of a row's cycles to the bound of its loop. Models do not know that newer cores of a family are wider.
const LEAST_OF_BOUND: f64 = 0.5;

/// The minimum ratio of the fastest sample of a row to its median. On a machine that speeds up within a question, 0.33 was seen.
const FASTEST_OF_MEDIAN: f64 = 0.25;

/// The maximum ratio between the times of `auto` and of the backend that it chose, in either direction. Short batches pay for the
/// choice: 1.43 was seen.
const TWINS: f64 = 2.0;

/// Returns objections to everything in a run that is not plausible or not acceptable.
pub(super) fn of_run(kept: &RecordedRun) -> Vec<String> {
    let RecordedRun { run, wall, .. } = kept;
    let mut objections = Vec::new();
    let mut object = |what: String| objections.push(what);
    if !run.finished {
        object("the run was stopped before its end".into());
    }
    if run.is_loaded() {
        object(format!("something else was running: load {:?} before the run", run.load_before));
    }
    if run.build.dirty {
        object("files differed from the commit".into());
    }
    if run.build.profile != "release" {
        object(format!("compiled with the profile {}", run.build.profile));
    }
    if !run.build.flags.is_empty() {
        object(format!("compiled with other flags: {}", run.build.flags));
    }
    for question in &wall.questions {
        for wrong in &question.wrong {
            object(format!("{}: {} answered wrong: {}", question.id, wrong.name, wrong.fault));
        }
        let of_rows = question.rows.iter().filter_map(|row| Some((row, of_samples(row, run.rounds)?)));
        of_rows.for_each(|(row, what)| object(format!("{}: {} {what}", question.id, row.name)));
        of_copies(question)
            .into_iter()
            .chain(of_twins(question))
            .for_each(|what| object(format!("{}: {what}", question.id)));
    }
    objections.extend(of_bounds(kept));
    objections
}

/// Returns objections to rows that take fewer cycles than the model of the CPU allows.
fn of_bounds(kept: &RecordedRun) -> Vec<String> {
    let bounds = kept.ports.iter().flat_map(|ports| &ports.loops);
    let too_fast = |bound: &Bound| {
        let cycles = kept.question(&bound.question)?.row(&bound.row)?.samples.cycles()?;
        let Bound { question, row, cycles: least, busiest, .. } = bound;
        (cycles < LEAST_OF_BOUND * least).then(|| {
            format!("{question}: {row} takes {cycles:.3} cycles, fewer than the {least:.3} that {busiest} needs")
        })
    };
    bounds.filter_map(too_fast).collect()
}

/// Returns the reason why the samples of a row are not plausible.
fn of_samples(row: &Row, rounds: usize) -> Option<String> {
    let samples = &row.samples.nanoseconds;
    // In main memory a third of the rounds is measured.
    if samples.len() != rounds && samples.len() != rounds / 3 {
        return Some(format!("has {} samples, expected {rounds} or a third", samples.len()));
    }
    let rounds = samples.len();
    if !row.samples.gigahertz.is_empty() && row.samples.gigahertz.len() != rounds {
        return Some(format!("has {} frequencies, expected {rounds} or none", row.samples.gigahertz.len()));
    }
    if !row.samples.gigahertz.iter().all(|frequency| (0.2..10.0).contains(frequency)) {
        return Some("has an impossible frequency".to_string());
    }
    // A board takes at least a tenth of a clock cycle of the fastest CPU, and less than a tenth of a millisecond.
    if !samples.iter().all(|ns| (0.001..1e5).contains(ns)) {
        return Some("has an impossible time".to_string());
    }
    let fastest = samples.iter().copied().fold(f64::INFINITY, f64::min);
    if fastest < FASTEST_OF_MEDIAN * median(samples) {
        return Some(format!("has a sample of {fastest} ns, which is too far below its median"));
    }
    let mut distinct = samples.clone();
    distinct.sort_by(f64::total_cmp);
    distinct.dedup();
    (2 * distinct.len() < rounds).then(|| format!("has only {} different samples among {rounds}", distinct.len()))
}

/// Returns objections to rows that are faster than the copy that bounds them.
fn of_copies(question: &Measured) -> Vec<String> {
    let contestants = question.rows.iter().filter(|row| row.role != Role::UpperBound);
    let too_fast = |row: &Row| {
        let copy = copy_of(question, row)?;
        let ratio = row.samples.against(&copy.samples).median;
        let (row, copy) = (&row.name, &copy.name);
        (ratio < LEAST_OF_COPY).then(|| format!("{row} takes {ratio:.2} of the time of {copy}, its upper bound"))
    };
    contestants.filter_map(too_fast).collect()
}

/// Returns the copy that bounds a row: the one of the backend's width, or one without a width, which bounds every row. `copy,
/// avx512` bounds `avx512-prefix` and `auto: avx512-prefix`. It does not bound rivals, which may store less than the copy.
fn copy_of<'a>(question: &'a Measured, row: &Row) -> Option<&'a Row> {
    let backend = row.name.strip_prefix("auto: ").unwrap_or(&row.name);
    let bounds = |copy: &&Row| match copy.name.strip_prefix("copy, ") {
        Some(set) => row.role == Role::Backend && backend.strip_prefix(set).is_some_and(|rest| rest.starts_with('-')),
        None => true,
    };
    let copies = question.rows.iter().filter(|row| row.role == Role::UpperBound).filter(bounds);
    copies.max_by_key(|copy| copy.name.len())
}

/// Returns objections to rows of `auto` whose times differ from those of the chosen backend.
fn of_twins(question: &Measured) -> Vec<String> {
    let differs = |auto: &Row| {
        let chosen = question.row(auto.name.strip_prefix("auto: ")?)?;
        let ratio = auto.samples.against(&chosen.samples).median;
        let is_near = (1.0 / TWINS..TWINS).contains(&ratio);
        (!is_near)
            .then(|| format!("{} takes {ratio:.2} of the time of {}, the backend it chose", auto.name, chosen.name))
    };
    question.rows.iter().filter_map(differs).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::record::results_folder;
    use crate::record::{Bounds, kept_runs};
    use setwise_rounds::Wrong;

    /// Returns a row with distinct samples around a time.
    fn row(name: &str, role: Role, ns: f64) -> Row {
        Row::new(name, role, (0..21).map(|n| ns * (1.0 + f64::from(n) / 1e3)).collect())
    }

    fn question(rows: Vec<Row>) -> Measured {
        Measured::of_rows("a", rows)
    }

    /// Builds with other flags are separate questions; the run itself must have the default flags.
    #[test]
    fn wrong_answers_flags_and_runs_that_were_stopped_are_found() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let mut kept = kept_runs(&results_folder(root)).unwrap().remove(0);
        assert_eq!(of_run(&kept), Vec::<String>::new());
        let fault = "result 0 of board 1: 7".to_string();
        kept.wall.questions[0].wrong.push(Wrong { name: "liar".into(), fault });
        (kept.run.build.flags, kept.run.finished) = ("-C opt-level=1".into(), false);
        assert_eq!(
            of_run(&kept),
            [
                "the run was stopped before its end",
                "compiled with other flags: -C opt-level=1",
                "knights-real: liar answered wrong: result 0 of board 1: 7",
            ]
        );
    }

    #[test]
    fn samples_that_no_clock_gives_are_found() {
        let fault = |edit: fn(&mut Vec<f64>)| {
            let mut row = row("a", Role::Backend, 0.5);
            edit(&mut row.samples.nanoseconds);
            of_samples(&row, 21)
        };
        assert_eq!(fault(|_| ()), None);
        assert_eq!(fault(|samples| samples[3] *= 50.0), None, "the machine was interrupted for a moment");
        assert_eq!(fault(|samples| samples.truncate(20)).unwrap(), "has 20 samples, expected 21 or a third");
        assert_eq!(fault(|samples| samples.truncate(7)), None, "in main memory");
        assert_eq!(fault(|samples| samples[3] = 1e-9).unwrap(), "has an impossible time");
        assert_eq!(fault(|samples| samples[3] = f64::NAN).unwrap(), "has an impossible time");
        assert_eq!(
            fault(|samples| samples[3] = 0.1).unwrap(),
            "has a sample of 0.1 ns, which is too far below its median"
        );
        assert_eq!(fault(|samples| samples.fill(0.5)).unwrap(), "has only 1 different samples among 21");
    }

    #[test]
    fn no_row_is_faster_than_the_copy_of_its_width() {
        let rows = |avx512: f64, auto: f64| {
            question(vec![
                row("avx512-prefix", Role::Backend, avx512),
                row("auto: avx512-prefix", Role::Backend, auto),
                row("avx2-prefix", Role::Backend, 0.1),
                row("attacks alone, avx512-prefix", Role::Rival, 0.1),
                row("copy, avx512", Role::UpperBound, 1.0),
            ])
        };
        assert_eq!(of_copies(&rows(0.9, 1.0)), Vec::<String>::new());
        let message = of_copies(&rows(0.6, 0.5));
        assert_eq!(message[0], "avx512-prefix takes 0.60 of the time of copy, avx512, its upper bound");
        assert!(message[1].starts_with("auto: avx512-prefix takes 0.50") && message.len() == 2, "{message:?}");
        let reading = question(vec![row("a", Role::Backend, 0.5), row("copy of the bytes", Role::UpperBound, 1.0)]);
        assert_eq!(of_copies(&reading).len(), 1, "a copy without a width bounds every row");
    }

    #[test]
    fn counting_backends_have_a_copy_of_their_own() {
        let name = "avx512-vpopcnt-prefix";
        let rows = vec![
            row(name, Role::Backend, 1.0),
            row("copy, avx512", Role::UpperBound, 2.0),
            row("copy, avx512-vpopcnt", Role::UpperBound, 1.0),
        ];
        let question = question(rows);
        assert_eq!(copy_of(&question, question.row(name).unwrap()).unwrap().name, "copy, avx512-vpopcnt");
    }

    #[test]
    fn auto_takes_the_time_of_what_it_chose() {
        let rows =
            |auto: f64| question(vec![row("auto: popcnt", Role::Backend, auto), row("popcnt", Role::Backend, 1.0)]);
        assert_eq!(of_twins(&rows(1.5)), Vec::<String>::new());
        assert_eq!(of_twins(&rows(3.0)), ["auto: popcnt takes 3.00 of the time of popcnt, the backend it chose"]);
        assert_eq!(of_twins(&rows(0.3)).len(), 1);
    }

    /// Frequencies are kept for every sample or for none, and cycles below the bound of the loop cannot be.
    #[test]
    fn impossible_frequencies_and_cycles_are_found() {
        let of = |gigahertz: Vec<f64>, mut row: Row| {
            row.samples.gigahertz = gigahertz;
            row
        };
        let with = |gigahertz: Vec<f64>| of_samples(&of(gigahertz, row("a", Role::Backend, 0.5)), 21);
        assert_eq!(with(vec![3.0; 21]), None);
        assert_eq!(with(vec![3.0; 20]).unwrap(), "has 20 frequencies, expected 21 or none");
        assert_eq!(with(vec![300.0; 21]).unwrap(), "has an impossible frequency");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let mut kept = kept_runs(&results_folder(root)).unwrap().remove(0);
        let fast = of(vec![2.0; 21], row("avx2-prefix", Role::Backend, 0.1));
        kept.wall.questions = vec![question(vec![fast])];
        let bound = |cycles: f64| {
            let (question, row, busiest) = ("q".to_string(), "avx2-prefix".to_string(), "port 5".to_string());
            let loops = vec![Bound { question, row, cycles, instructions: 5.0, busiest }];
            Some(Bounds { llvm: "14".into(), cpu: "haswell".into(), loops, skipped: vec![] })
        };
        kept.ports = bound(0.2);
        assert_eq!(of_bounds(&kept), Vec::<String>::new());
        kept.ports = bound(1.0);
        assert!(
            of_bounds(&kept)[0]
                .starts_with("q: avx2-prefix takes 0.202 cycles, fewer than the 1.000 that port 5 needs")
        );
    }
}
