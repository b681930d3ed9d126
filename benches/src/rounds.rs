//! Plans the rounds of a question, and writes the texts around a ranking: the title of the question, and the backends
//! that cannot run here. Questions in main memory have fewer rounds, and their cycles are not reported.

use std::time::Duration;

use setwise_rounds::{Measured, Plan};
use setwise_specimens::AnyBackend;

use crate::Question;
use crate::machine::last_level_cache;

/// Checks every contestant of a question, then measures the contestants with a correct answer.
#[must_use]
pub fn measure(id: &str, question: &mut Question, plan: Plan) -> Measured {
    let mut measured = question.measure(id, plan_for(plan, question));
    if is_in_memory(question) {
        // The speed of memory does not depend on the frequency of the core, so cycles would be misleading.
        measured.rows.iter_mut().for_each(|row| row.samples.gigahertz.clear());
    }
    measured
}

/// Returns the plan for a question. In main memory, one pass takes many times the minimum time of a sample, so a third
/// of the rounds is enough.
fn plan_for(plan: Plan, question: &Question) -> Plan {
    Plan { rounds: if is_in_memory(question) { plan.rounds / 3 } else { plan.rounds }, ..plan }
}

/// Returns whether the columns of a question are at least as large as the last-level cache, or take at least 256 MiB.
fn is_in_memory(question: &Question) -> bool {
    question.workspace.bytes() >= last_level_cache().min(1 << 28)
}

/// Estimates the time for measuring a question. In cache, most of the time is spent on samples and warm-up passes. In
/// main memory, one pass takes many times the minimum time of a sample, so the number of passes determines the time.
#[must_use]
pub fn estimate(plan: Plan, question: &Question) -> Duration {
    let plan = plan_for(plan, question);
    const BYTES_PER_NS: usize = 3;
    let pass = Duration::from_nanos((question.workspace.bytes() / BYTES_PER_NS) as u64).max(Duration::from_micros(20));
    let sample = if pass > 10 * plan.sample { pass } else { plan.sample + pass };
    sample * (plan.rounds * question.contestants.len()) as u32
}

/// Returns a text with the title of a question, the reason why it is measured, the number of boards per pass, and the
/// table of results.
#[must_use]
pub fn titled(measured: &Measured) -> String {
    let Measured { title, reason, boards, .. } = measured;
    format!("### {title}\n\n{reason}; {boards} boards per pass.\n\n{}", measured.table(usize::MAX).markdown())
}

/// Returns a text that lists the backends and specimens that cannot run here, each with the reason.
#[must_use]
pub fn skipped() -> String {
    match skipped_backends().as_slice() {
        [] => "Skipped: none; every backend of the registry runs on this CPU.\n".to_string(),
        reasons => format!(
            "Skipped, along with the copy and the autovectorised loop of their instruction sets:\n\n{}",
            reasons.iter().map(|reason| format!("- {reason}\n")).collect::<String>()
        ),
    }
}

/// Returns the backends and specimens that cannot run here, each with the reason.
#[must_use]
pub fn skipped_backends() -> Vec<String> {
    // Only the part of the message before the semicolon is kept. The part after it lists the ready backends, which the
    // rankings show anyway.
    let reason = |name: &str| AnyBackend::named(name).err();
    let first_clause = |reason: String| reason.split(';').next().unwrap_or_default().to_string();
    setwise_specimens::entries().filter_map(|entry| reason(entry.name)).map(first_clause).collect()
}

#[cfg(test)]
mod tests {
    use setwise::patterns::KingAttacks;
    use setwise_rounds::{Answer, Role};
    use setwise_testkit::oracle;

    use super::*;
    use crate::Setup;
    use crate::contestants::{Map, all_contestants};
    use crate::positions::RealPositions;
    use crate::questions::parts::question;
    use crate::workload::{Boards, Length, Recipe};

    /// Checks that a kernel for king attacks in a question about knight attacks is reported as wrong and not timed.
    #[test]
    fn a_wrong_kernel_gets_no_number() {
        let real = RealPositions::embedded();
        let recipe = Recipe { name: "wrong", reason: "a test", boards: Boards::Random(2), expected: 0 };
        let workload = recipe.make_unpinned(Setup::all(&real), Length::InCache, |[set]| [oracle::knight_attacks(set)]);
        let contestants = all_contestants::<false, _, _, _, _>(Map, KingAttacks, &workload, None);
        let answer = Answer::sets(&workload.results);
        let mut question = question("wrong", &recipe, &workload, &answer, contestants);
        let measured = measure("wrong", &mut question, Plan { rounds: 2, sample: Duration::from_micros(10) });
        assert!(
            measured.rows.iter().all(|row| row.role == Role::UpperBound),
            "a contestant with a wrong answer was timed"
        );
        let wrong = measured.wrong.iter().find(|wrong| wrong.name == "scalar-prefix").unwrap();
        assert!(wrong.fault.starts_with("result 0 of board 0: "), "{}", wrong.fault);
    }
}
