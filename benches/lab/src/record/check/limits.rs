//! Finds rows that are faster than possible. The limits are the time of the copy that is the upper bound of the row,
//! and the port bound of the row's loop. The port bound is the minimum number of cycles per board, according to a model
//! of the CPU.

use crate::record::RecordedRun;
use setwise_assembly::batch_loops::Bound;
use setwise_rounds::{Measured, Role, Row};

/// A row is rejected if its time is less than this share of the time of the copy that is its upper bound. The two times
/// are compared by the median of their ratios over all rounds. In main memory, ratios between this limit and 1
/// are measurement noise.
const LEAST_OF_COPY: f64 = 0.7;

/// A row is rejected if it takes fewer cycles than this share of the port bound of its loop. The limit is below 1,
/// because newer cores of a CPU family may execute more instructions per cycle than the core that the model describes.
const LEAST_OF_BOUND: f64 = 0.5;

/// Returns an objection for each row of the run that is faster than possible.
pub(super) fn of_run(kept: &RecordedRun) -> Vec<String> {
    [kept.wall.questions.iter().flat_map(of_copies).collect(), of_bounds(kept)].concat()
}

/// Returns an objection for each row that takes far fewer cycles than the port bound of its loop.
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

/// Returns an objection for each row that is much faster than the copy that is its upper bound.
fn of_copies(question: &Measured) -> Vec<String> {
    let contestants = question.rows.iter().filter(|row| row.role != Role::UpperBound);
    let too_fast = |row: &Row| {
        let copy = copy_of(question, row)?;
        let ratio = row.samples.against(&copy.samples).median;
        let (id, row, copy) = (&question.id, &row.name, &copy.name);
        (ratio < LEAST_OF_COPY).then(|| format!("{id}: {row} takes {ratio:.2} of the time of {copy}, its upper bound"))
    };
    contestants.filter_map(too_fast).collect()
}

/// Returns the copy that is the upper bound of a row, or `None` if there is none. A copy of one register width is the
/// upper bound of backends of this width only: `copy, avx512` bounds `avx512-prefix` and `auto: avx512-prefix`. It does
/// not bound rivals, because rivals may store less than the copy. A copy without a width bounds every row.
///
/// In main memory, a copy with wide registers may be slower than one with narrow registers. The questions about the
/// length of batches therefore also have the copy of the C library. In a question with this copy, the fastest of all
/// copies is the upper bound of every backend.
fn copy_of<'a>(question: &'a Measured, row: &Row) -> Option<&'a Row> {
    if row.role == Role::Backend && question.row("copy, memcpy").is_some() {
        let copies = question.rows.iter().filter(|row| row.role == Role::UpperBound);
        return copies.min_by(|a, b| a.samples.nanoseconds().total_cmp(&b.samples.nanoseconds()));
    }
    let backend = row.name.strip_prefix("auto: ").unwrap_or(&row.name);
    let bounds = |copy: &&Row| match copy.name.strip_prefix("copy, ") {
        Some(set) => row.role == Role::Backend && backend.strip_prefix(set).is_some_and(|rest| rest.starts_with('-')),
        None => true,
    };
    let copies = question.rows.iter().filter(|row| row.role == Role::UpperBound).filter(bounds);
    copies.max_by_key(|copy| copy.name.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{kept_runs, root};
    use setwise_assembly::batch_loops::Bounds;

    /// Returns a row whose samples are all different and at most 2 % longer than `ns`.
    fn row(name: &str, role: Role, ns: f64) -> Row {
        Row::new(name, role, (0..21).map(|n| ns * (1.0 + f64::from(n) / 1e3)).collect())
    }

    #[test]
    fn no_row_is_faster_than_the_copy_of_its_width() {
        let rows = |avx512: f64, auto: f64| {
            Measured::of_rows(
                "a",
                vec![
                    row("avx512-prefix", Role::Backend, avx512),
                    row("auto: avx512-prefix", Role::Backend, auto),
                    row("avx2-prefix", Role::Backend, 0.1),
                    row("attacks alone, avx512-prefix", Role::Rival, 0.1),
                    row("copy, avx512", Role::UpperBound, 1.0),
                ],
            )
        };
        assert_eq!(of_copies(&rows(0.9, 1.0)), Vec::<String>::new());
        let message = of_copies(&rows(0.6, 0.5));
        assert_eq!(message[0], "q: avx512-prefix takes 0.60 of the time of copy, avx512, its upper bound");
        assert!(message[1].starts_with("q: auto: avx512-prefix takes 0.50") && message.len() == 2, "{message:?}");
        let reading =
            Measured::of_rows("a", vec![row("a", Role::Backend, 0.5), row("copy of the bytes", Role::UpperBound, 1.0)]);
        assert_eq!(of_copies(&reading).len(), 1, "a copy without a width bounds every row");
    }

    #[test]
    fn the_fastest_copy_bounds_backends_where_the_copy_of_the_c_library_is_measured() {
        let rows = |avx512: f64| {
            let copies = [("copy, avx512", 3.0), ("copy, avx2", 2.0), ("copy, memcpy", 4.0)];
            let mut rows = copies.map(|(name, ns)| row(name, Role::UpperBound, ns)).to_vec();
            rows.push(row("avx512-prefix", Role::Backend, avx512));
            Measured::of_rows("a", rows)
        };
        assert_eq!(of_copies(&rows(1.5)), Vec::<String>::new());
        let found = of_copies(&rows(1.0));
        assert!(found[0].contains("avx512-prefix takes 0.50 of the time of copy, avx2"), "{found:?}");
    }

    #[test]
    fn counting_backends_have_a_copy_of_their_own() {
        let name = "avx512-vpopcnt-prefix";
        let rows = vec![
            row(name, Role::Backend, 1.0),
            row("copy, avx512", Role::UpperBound, 2.0),
            row("copy, avx512-vpopcnt", Role::UpperBound, 1.0),
        ];
        let question = Measured::of_rows("a", rows);
        assert_eq!(copy_of(&question, question.row(name).unwrap()).unwrap().name, "copy, avx512-vpopcnt");
    }

    /// Checks that a row is rejected if it takes less than half of the cycles of its bound. Newer cores of a family may
    /// be faster than the model, but not twice as fast.
    #[test]
    fn cycles_below_the_bound_of_the_loop_are_found() {
        let mut kept = kept_runs(root()).unwrap().remove(0);
        let mut fast = row("avx2-prefix", Role::Backend, 0.1);
        fast.samples.gigahertz = vec![2.0; 21];
        kept.wall.questions = vec![Measured::of_rows("a", vec![fast])];
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
