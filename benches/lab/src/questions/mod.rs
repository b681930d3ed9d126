//! The questions of the laboratory: those of `cargo bench`, and further questions that only the laboratory measures.

mod calls;
mod evaluating;
mod lengths;
mod lists;
mod reading;

use setwise_benches::questions::{self, counting};
use setwise_benches::{QuestionDef, Setup};
use setwise_positions::{Columns, Reader, Rules};

/// The number of positions in memory. Their columns fit into a second-level cache.
const POSITIONS: usize = 2048;

/// Returns columns of [`POSITIONS`] real positions, read by the text reader. If there are fewer positions, they are
/// repeated. Returns `None` if there are no positions.
fn real_columns(setup: Setup<'_>) -> Option<Columns> {
    let mut lines = Columns::default();
    Reader::new(setwise::auto(), Rules::Chess).append(setup.real.text.as_bytes(), 1, &mut lines, |_| ());
    let positions: Vec<_> = (0..lines.len()).filter_map(|n| lines.get(n)).collect();
    let mut columns = Columns::default();
    positions.iter().cycle().take(POSITIONS).for_each(|position| columns.push(position));
    (!positions.is_empty()).then_some(columns)
}

/// Returns every question, with the questions of `cargo bench` first.
pub(crate) fn all() -> Vec<QuestionDef> {
    let more = [lengths::ALL, calls::ALL, evaluating::ALL, lists::ALL, counting::MORE, reading::ALL];
    [&questions::headline(), more.concat().as_slice()].concat()
}

#[cfg(test)]
mod tests {
    use setwise_benches::positions::RealPositions;

    use super::*;

    /// Checks that every question can be created, and that every contestant's answer is correct.
    #[test]
    fn every_contestant_answers_right_and_has_its_own_name() {
        let mut ids = Vec::new();
        let real = RealPositions::embedded();
        for def in all() {
            let mut question = def.make(Setup { cache: 1 << 16, ..Setup::all(&real) }).unwrap().unwrap();
            ids.push(def.id);
            let mut names: Vec<String> = question.contestants.iter().map(|one| one.name.clone()).collect();
            // Questions with very long columns are not checked. These columns only repeat the boards of shorter
            // columns, and checking them is slow in a test build, which is not optimised.
            if question.boards <= 1 << 17 {
                assert_eq!(question.checked().1, [], "{}", question.title);
            }
            assert!(names.iter().any(|name| name == question.reference), "{}: no reference", question.title);
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{}: two rows have the same name", question.title);
        }
        assert_eq!(ids[0], "knights-real", "real boards come first");
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "two questions have the same id");
    }
}
