//! Code shared by several questions: the choice of backends, and making a question from its recipe.

use setwise_specimens::AnyBackend;

use crate::answer::Answer;
use crate::ask::Ask;
use crate::question::{Contestant, Question};
use crate::ranking::FLOOR;
use crate::workload::{Recipe, Workload};
use crate::workspace::Workspace;

/// Returns the few backends for a question that does not compare backends: the automatic choice, AVX2 and the baseline
/// `scalar-prefix`. If one backend was requested, returns that one and the baseline.
pub(super) fn few(ask: Ask<'_>) -> Vec<(&'static str, AnyBackend)> {
    match ask.only {
        Some(only) => ready_once(&[only, FLOOR]),
        None => ready_once(&[setwise::auto().id().name(), "avx2-prefix", FLOOR]),
    }
}

/// Returns the backends that are ready here, without duplicates: the automatic choice may be one of the others.
fn ready_once(names: &[&'static str]) -> Vec<(&'static str, AnyBackend)> {
    let first = |n: usize| !names[..n].contains(&names[n]);
    let ready = |n: usize| Some((names[n], AnyBackend::named(names[n]).ok()?));
    (0..names.len()).filter(|n| first(*n)).filter_map(ready).collect()
}

/// Makes a question about a pattern from its recipe, its workload and its contestants.
pub(super) fn question<const IN: usize, const OUT: usize>(
    id: &str,
    title: &str,
    recipe: &Recipe<'_, IN>,
    workload: &Workload<IN, OUT>,
    answer: &Answer,
    contestants: Vec<Contestant>,
) -> Question {
    Question {
        id: id.to_string(),
        title: format!("{title}, {}", recipe.name),
        reason: recipe.reason.to_string(),
        reference: FLOOR,
        point: None,
        boards: workload.boards,
        workspace: Workspace::new(workload.boards, &workload.columns(), &[], answer),
        contestants,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a machine chooses automatically, no question has two rows with the same name.
    #[test]
    fn backends_are_named_once() {
        for choice in setwise_specimens::entries() {
            let once = ready_once(&[choice.name, "avx2-prefix", FLOOR]);
            let mut names: Vec<_> = once.iter().map(|(name, _)| *name).collect();
            assert_eq!(names.contains(&choice.name), choice.backend.is_ok());
            assert!(names.contains(&FLOOR));
            names.sort_unstable();
            assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
        }
    }
}
