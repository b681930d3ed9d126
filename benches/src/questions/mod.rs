//! The questions of `cargo bench`, and some questions that only the laboratory measures. Each question is created only
//! when it is needed, because columns that exceed the caches are large.

pub mod attacks;
pub mod counting;
pub mod fused;
mod latency;
pub mod parts;
pub mod patterns;
pub mod reading;
mod squares;

use crate::QuestionDef;

/// Returns every question of `cargo bench`, the most important first.
#[must_use]
pub fn headline() -> Vec<QuestionDef> {
    let boards =
        [attacks::HEADLINE, latency::ALL, squares::ATTACKS, patterns::HEADLINE, squares::FORMS, fused::HEADLINE];
    [boards.concat().as_slice(), counting::HEADLINE, reading::ALL].concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use setwise_specimens::AnyBackend;

    use super::*;
    use crate::positions::RealPositions;
    use crate::{Question, Setup};

    fn question(id: &str, only: Option<&'static str>) -> Question {
        let real = RealPositions::embedded();
        let def = headline().into_iter().find(|def| def.id == id).unwrap();
        def.make(Setup { only, ..Setup::all(&real) }).unwrap().unwrap()
    }

    /// Returns the names of the rows, and the names of the backends that share the row of another backend.
    fn names(question: &Question) -> [BTreeSet<&str>; 2] {
        let rows = question.contestants.iter().map(|one| one.name.as_str());
        let shared = question.contestants.iter().flat_map(|one| one.stands_for.iter().map(String::as_str));
        [rows.collect(), shared.collect()]
    }

    #[test]
    fn backends_that_are_the_same_code_share_a_row() {
        let forks = question("forks", None);
        let [rows, shared] = names(&forks);
        assert_eq!(shared, BTreeSet::from(["scalar-lookup", "scalar-shift"]));
        assert!(rows.is_disjoint(&shared) && rows.contains("scalar-prefix") && rows.contains("portable-prefix"));
        let ending = "; same code, one row: scalar-prefix, scalar-shift, scalar-lookup";
        assert!(forks.reason.ends_with(ending), "{}", forks.reason);
        assert_eq!(names(&question("kings-real", None))[1], BTreeSet::from(["scalar-prefix-serial"]));
    }

    #[test]
    fn a_chosen_backend_shares_the_row_of_the_baseline_too() {
        let forks = question("forks", Some("scalar-shift"));
        let [rows, shared] = names(&forks);
        assert_eq!(shared, BTreeSet::from(["scalar-shift"]));
        assert!(
            rows.contains("as published, scalar-prefix") && !rows.contains("as published, scalar-shift"),
            "{rows:?}"
        );
    }

    #[test]
    fn every_backend_has_a_row_where_its_formula_is_used() {
        let every: BTreeSet<&str> = AnyBackend::ready().map(|(entry, _)| entry.name).collect();
        for id in ["knights-real", "knights-latency"] {
            let knights = question(id, None);
            let [rows, shared] = names(&knights);
            assert!(shared.is_empty() && every.is_subset(&rows), "{id}: {:?}", every.difference(&rows));
        }
        let steps = question("king-steps", None);
        let [_, shared] = names(&steps);
        assert!(shared.is_empty(), "only some boards need a step, but these use the formula");
    }
}
