//! The questions of the laboratory: those of `cargo bench`, and further questions that only the laboratory measures.

mod calls;
mod evaluating;
mod lengths;
mod lists;
mod reading;

use setwise_benches::QuestionDef;
use setwise_benches::questions::{self, counting};

/// Returns every question, with the questions of `cargo bench` first.
pub(crate) fn all() -> Vec<QuestionDef> {
    let more = [lengths::ALL, calls::ALL, evaluating::ALL, lists::ALL, counting::MORE, reading::ALL];
    [&questions::headline(), more.concat().as_slice()].concat()
}

#[cfg(test)]
mod tests {
    use setwise_benches::Setup;
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
