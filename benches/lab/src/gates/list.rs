//! The gates of the project.

use super::{Bound, Gate};

pub(super) const fn at_least(
    bound: f64,
    says: &'static str,
    question: &'static str,
    [slower, faster]: [&'static str; 2],
) -> Gate {
    Gate { question, slower, faster, bound: Bound::AtLeast(bound), says }
}

pub(super) const fn at_most(
    bound: f64,
    says: &'static str,
    question: &'static str,
    [slower, faster]: [&'static str; 2],
) -> Gate {
    Gate { question, slower, faster, bound: Bound::AtMost(bound), says }
}

const ONE: &str = "one-at-a-time scalar-prefix";

/// Every gate of the project. An entry has the bound, a description, the question, and two contestants. The ratio is the time of
/// the first contestant over that of the second.
pub(crate) const GATES: &[Gate] = &[
    at_least(2.5, "AVX2 against one board at a time", "knights-real", [ONE, "avx2-prefix"]),
    at_most(5.6, "AVX2 against its copy", "knights-real", ["avx2-prefix", "copy, avx2"]),
    at_least(0.97, "AVX2 against the autovectorised loop", "knights-real", ["autovectorised avx2", "avx2-prefix"]),
    at_least(4.0, "AVX-512 against one board at a time", "knights-real", [ONE, "avx512-prefix"]),
    at_most(5.2, "AVX-512 against its copy", "knights-real", ["avx512-prefix", "copy, avx512"]),
    at_least(
        0.97,
        "AVX-512 against the autovectorised loop",
        "knights-real",
        ["autovectorised avx512", "avx512-prefix"],
    ),
    at_least(3.5, "auto against tables, 2 knights", "knights-2", ["cozy-chess tables", "{auto}"]),
    at_least(10.0, "auto against tables, 10 knights", "knights-10", ["cozy-chess tables", "{auto}"]),
    at_most(
        1.5,
        "mobility counts with VPOPCNTDQ against attacks alone",
        "mobility-counts",
        ["avx512-vpopcnt-prefix", "attacks alone, avx512-vpopcnt-prefix"],
    ),
    at_most(1.1, "AVX2 against the loop by hand", "knights-real", ["avx2-prefix", "by hand, avx2"]),
    at_most(1.1, "AVX-512 against the loop by hand", "knights-real", ["avx512-prefix", "by hand, avx512"]),
    at_most(1.1, "kings, AVX2 against the loop by hand", "kings-real", ["avx2-prefix", "by hand, avx2"]),
    at_most(1.1, "kings, AVX-512 against the loop by hand", "kings-real", ["avx512-prefix", "by hand, avx512"]),
    at_least(0.97, "kings, AVX2 against the autovectorised loop", "kings-real", ["autovectorised avx2", "avx2-prefix"]),
    at_least(
        0.97,
        "kings, AVX-512 against the autovectorised loop",
        "kings-real",
        ["autovectorised avx512", "avx512-prefix"],
    ),
    at_least(2.5, "forks, AVX2 against one board at a time", "forks", [ONE, "avx2-prefix"]),
    at_least(4.0, "forks, AVX-512 against one board at a time", "forks", [ONE, "{avx512}"]),
    at_least(
        1.5,
        "mobility in one pass against two, past the caches",
        "fused-mobility-memory",
        ["{auto} in two passes", "{auto} in one pass"],
    ),
    at_least(
        1.6,
        "three patterns summed in one pass against three, past the caches",
        "fused-three-totals-memory",
        ["{avx512} in three passes", "{avx512} in one pass"],
    ),
    at_least(
        1.8,
        "six fills in one pass against six, past the caches",
        "fused-fills-memory",
        ["{avx512} in six passes", "{avx512} in one pass"],
    ),
    at_most(1.6, "heat maps against totals", "heat", ["{auto} heat", "{auto} total"]),
    at_most(1.6, "heat maps against totals, AVX2", "heat", ["avx2-prefix heat", "avx2-prefix total"]),
    at_most(1.6, "heat maps against totals, AVX-512", "heat", ["avx512-prefix heat", "avx512-prefix total"]),
    at_least(0.9, "past the caches, heat maps against reading", "heat-memory", ["{auto} read", "{auto} heat"]),
    at_least(0.95, "past the caches, AVX-512 against its copy", "length-memory", ["copy, avx512", "avx512-prefix"]),
    at_most(1.05, "four boards a call, generic code against auto", "length-4", ["generic auto:", "auto:"]),
    at_least(1.0, "counting 8 words, auto against simd-popcnt", "count-8", ["simd-popcnt", "auto:"]),
    at_least(0.97, "counting 8 words, auto against the plain loop", "count-8", ["plain loop", "auto:"]),
    at_least(0.97, "counting 64 words, auto against the plain loop", "count-64", ["plain loop", "auto:"]),
    at_least(0.97, "counting 512 words, auto against simd-popcnt", "count-512", ["simd-popcnt", "auto:"]),
    at_least(0.97, "counting 4,096 words, auto against simd-popcnt", "count-4096", ["simd-popcnt", "auto:"]),
    at_least(0.97, "counting 131,072 words, auto against simd-popcnt", "count-131072", ["simd-popcnt", "auto:"]),
    at_least(0.97, "counting 4 million words, auto against simd-popcnt", "count-4m", ["simd-popcnt", "auto:"]),
    at_least(
        0.97,
        "knights, the generated module against scalar-prefix",
        "knights-real",
        ["scalar-prefix", "generated module"],
    ),
    at_least(
        0.97,
        "kings, the generated module against scalar-prefix",
        "kings-real",
        ["scalar-prefix", "generated module"],
    ),
    at_least(6.0, "reading FEN lines, against cozy-chess", "reading", ["cozy-chess", "setwise-positions"]),
    at_least(12.0, "reading FEN lines, AVX2 against cozy-chess", "reading", ["cozy-chess", "setwise-positions, avx2"]),
    at_least(
        20.0,
        "reading FEN lines, VBMI2 against cozy-chess",
        "reading",
        ["cozy-chess", "setwise-positions, avx512-vbmi2"],
    ),
    at_least(1.8, "two threads against one, in the caches", "threads-attacked-squares", ["one thread", "two threads"]),
    at_least(1.8, "knights, two threads against one, in the caches", "threads-knights", ["one thread", "two threads"]),
    at_least(1.8, "heat maps, two threads against one, in the caches", "threads-heat", ["one thread", "two threads"]),
    at_most(2.0, "a file to sums of 5 features, against the reader alone", "features", ["5 features", "reader alone"]),
    // The vector readers take less than half the time of the portable one, so the portable one remains the measure of the whole.
    at_most(
        1.5,
        "a file to totals of all features, against the portable reader alone",
        "features",
        ["all features", "reader alone, portable"],
    ),
    at_most(
        3.3,
        "a file to totals of all features, against the reader alone",
        "features",
        ["all features", "reader alone"],
    ),
    at_most(
        3.1,
        "a file to totals of all features, AVX2, against its reader alone",
        "features",
        ["all features, avx2", "reader alone, avx2"],
    ),
    at_most(
        3.0,
        "a file to sums of all features, against the reader alone",
        "features",
        ["all features, sums", "reader alone"],
    ),
    at_most(
        2.8,
        "a file to sums of all features, AVX2, against its reader alone",
        "features",
        ["all features, sums, avx2", "reader alone, avx2"],
    ),
    at_least(
        5.0,
        "unpacking boards, BMI2 against the crate bulletformat",
        "packed",
        ["bulletformat", "setwise-positions, bmi2"],
    ),
    at_least(
        1.5,
        "unpacking boards, portable against the crate bulletformat",
        "packed",
        ["bulletformat", "setwise-positions, portable"],
    ),
    at_most(
        1.5,
        "unpacking boards with all their columns, against those of pieces",
        "packed",
        ["setwise-positions, further columns", "setwise-positions"],
    ),
    at_most(
        2.0,
        "packed boards to sums of 5 features, against columns to these sums",
        "packed-features",
        ["5 features", "columns to 5 features"],
    ),
    at_most(
        3.0,
        "packed boards to sums of 5 features without attacks, against unpacking alone",
        "packed-features",
        ["5 features without attacks", "boards alone"],
    ),
    at_most(
        1.8,
        "packed boards to sums of 5 features, AVX2, against columns to these sums",
        "packed-features",
        ["5 features, avx2", "columns to 5 features, avx2"],
    ),
];

#[cfg(test)]
mod tests {
    use setwise_positions::{ReadStrategy, packed};
    use setwise_specimens::Entry;

    use super::*;
    use crate::gates::on_this_machine;
    use crate::questions;
    use setwise_benches::positions::RealPositions;
    use setwise_benches::setup::Setup;
    use setwise_rounds::is_named;

    /// Without this, a gate with a misspelt question or contestant would always be skipped.
    #[test]
    fn every_gate_names_a_question_and_contestants_that_exist_or_that_this_machine_lacks() {
        let real = RealPositions::embedded();
        let questions: Vec<_> = questions::all()
            .iter()
            .filter_map(|def| Some((def.id, def.make(Setup { cache: 1 << 16, ..Setup::all(&real) }).unwrap()?)))
            .collect();
        for gate in GATES {
            let question = questions.iter().find(|(id, _)| *id == gate.question);
            let (_, question) = question.unwrap_or_else(|| panic!("{}: unknown question {}", gate.says, gate.question));
            for name in [gate.slower, gate.faster].map(on_this_machine) {
                let known = question.contestants.iter().any(|one| is_named(&one.name, &name));
                assert!(known || is_lacking_here(&name), "{}: unknown contestant {name:?}", gate.says);
            }
        }
    }

    /// Returns whether a contestant is named after a backend or a strategy for reading that cannot run here, or after the
    /// instruction set of one.
    fn is_lacking_here(contestant: &str) -> bool {
        let set = contestant.split(' ').next_back().unwrap_or_default();
        let is_of = |entry: Entry| contestant.contains(entry.name) || entry.needs.starts_with(set);
        let cannot_read =
            |strategy: ReadStrategy| strategy.name() == set && !ReadStrategy::ready().any(|ready| ready == strategy);
        let cannot_unpack = |strategy: packed::UnpackStrategy| {
            strategy.name() == set && !packed::UnpackStrategy::ready().any(|ready| ready == strategy)
        };
        setwise_specimens::entries().filter(|entry| entry.backend.is_err()).any(is_of)
            || ReadStrategy::ALL.into_iter().any(cannot_read)
            || packed::UnpackStrategy::ALL.into_iter().any(cannot_unpack)
    }

    #[test]
    fn a_misspelt_contestant_is_not_taken_for_one_that_this_machine_lacks() {
        for misspelt in
            ["generated modul", "copy, avx521", "autovectorised", "avx2-prefx", "one-at-a-time scaler-prefix"]
        {
            assert!(!is_lacking_here(misspelt), "{misspelt}");
        }
    }
}
