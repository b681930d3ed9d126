//! Code that several questions share: the choice of a few backends, and the creation of a question from its recipe.

use std::collections::BTreeSet;

use setwise::{Backend, BackendId};

use crate::workload::{Recipe, Workload};
use crate::{BASELINE, Contestant, Question, Setup, Workspace};
use setwise_rounds::Answer;

/// Returns the few backends for a question whose purpose is not to compare backends: the automatic choice, AVX2 and the
/// baseline `scalar-prefix`. If one backend was requested, returns only this backend and the baseline. Specimens, and
/// backends that cannot run here, are never returned.
#[must_use]
pub fn few(setup: Setup<'_>) -> Vec<(&'static str, Backend)> {
    match setup.only {
        Some(only) => ready_once(&[only, BASELINE]),
        None => ready_once(&[setwise::auto().id().name(), "avx2-prefix", BASELINE]),
    }
}

/// Returns the named backends of the library that are ready here, each once. A name can occur twice in `names`, because
/// the automatic choice may be one of the other backends.
fn ready_once(names: &[&'static str]) -> Vec<(&'static str, Backend)> {
    let mut seen = BTreeSet::new();
    let ready = |&name: &&'static str| Some((name, name.parse::<BackendId>().ok()?.detect().ok()?));
    names.iter().filter(|name| seen.insert(**name)).filter_map(ready).collect()
}

/// Creates a question about a pattern from a recipe, a workload and contestants.
#[must_use]
pub fn question<const IN: usize, const OUT: usize>(
    title: &str,
    recipe: &Recipe<'_, IN>,
    workload: &Workload<IN, OUT>,
    answer: &Answer,
    contestants: Vec<Contestant>,
) -> Question {
    Question {
        title: format!("{title}, {}", recipe.name),
        reason: recipe.reason.to_string() + &shared_rows(&contestants),
        reference: BASELINE,
        point: None,
        boards: workload.boards,
        workspace: Workspace::new(workload.boards, &workload.columns(), &[], answer),
        contestants,
    }
}

/// Creates a question whose contestants read something other than columns of boards, such as a text.
#[must_use]
pub fn without_columns(
    title: &str,
    reason: impl Into<String>,
    reference: &'static str,
    boards: usize,
    answer: &Answer,
    contestants: Vec<Contestant>,
) -> Question {
    let (title, reason, workspace) = (title.to_string(), reason.into(), Workspace::new(boards, &[], &[], answer));
    Question { title, reason, reference, point: None, boards, workspace, contestants }
}

/// Returns a text that names the backends that share a row. The name of the row is first. The text is empty if no row
/// is shared.
fn shared_rows(contestants: &[Contestant]) -> String {
    let shared = contestants.iter().filter(|one| !one.stands_for.is_empty());
    let sentence = |one: &Contestant| format!("; same code, one row: {}, {}", one.name, one.stands_for.join(", "));
    shared.map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that no backend is returned twice, whichever backend the automatic choice is.
    #[test]
    fn backends_are_named_once() {
        for choice in BackendId::ALL {
            let once = ready_once(&[choice.name(), "avx2-prefix", BASELINE]);
            let mut names: Vec<_> = once.iter().map(|(name, _)| *name).collect();
            assert_eq!(names.contains(&choice.name()), choice.detect().is_ok());
            assert!(names.contains(&BASELINE));
            names.sort_unstable();
            assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
        }
    }
}
