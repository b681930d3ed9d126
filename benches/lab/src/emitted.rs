//! Compares each pattern of the library with the function that `setwise gen kernel` writes for it, on every instruction
//! set of this machine. The library should not be slower than the text that it can write.
//!
//! The build script writes the functions. They are compiled only with the feature `emitted`, because they take a long
//! time to compile: `cargo lab` becomes `cargo run --release -p setwise-lab --features emitted --`.

use std::rc::Rc;

use anyhow::Result;
use setwise::{BackendId, Bitboard, Kernel, one_board};
use setwise_benches::contestants::{Map, Results};
use setwise_benches::questions::parts::question;
use setwise_benches::workload::{Boards, Length, Recipe};
use setwise_benches::{Contestant, Question, Setup};
use setwise_patterns::{Pattern, Visitor};
use setwise_rounds::{Role, columns, columns_mut};

/// An emitted function.
struct Function {
    /// The name of the pattern.
    pattern: &'static str,
    /// The id of the question that compares the pattern with its emitted functions.
    question: &'static str,
    /// The name of the instruction set, such as `avx512-vpopcnt`.
    set: &'static str,
    /// The name of the function's row.
    name: &'static str,
    /// Calls the function with a column for each input and each result. The CPU must have the instruction set.
    run: fn(&[&[u64]], &mut [&mut [u64]]),
}

#[allow(
    unsafe_code,
    dead_code,
    reason = "emitted functions call intrinsics, and each module has more than one function"
)]
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic, reason = "generated")]
mod functions {
    use super::Function;

    include!(concat!(env!("OUT_DIR"), "/emitted.rs"));
}

/// The backend that uses the instruction set of a function.
fn backend(function: &Function) -> Option<BackendId> {
    format!("{}-prefix", function.set).parse().ok()
}

/// Returns the patterns for which functions were emitted, each with the id of its question.
pub(crate) fn patterns() -> impl Iterator<Item = (&'static str, Pattern)> {
    Pattern::ALL.iter().filter_map(|pattern| Some((functions_of(*pattern).next()?.question, *pattern)))
}

/// Returns the names of the two rows of each comparison: the backend of the library, and the emitted function.
pub(crate) fn rows(pattern: Pattern) -> impl Iterator<Item = [&'static str; 2]> {
    functions_of(pattern).filter_map(|function| Some([backend(function)?.name(), function.name]))
}

fn functions_of(pattern: Pattern) -> impl Iterator<Item = &'static Function> {
    functions::FUNCTIONS.iter().filter(move |function| function.pattern == pattern.name())
}

/// Returns the question that compares a pattern with its emitted functions.
pub(crate) fn compared(pattern: Pattern, setup: Setup<'_>) -> Result<Question> {
    pattern.visit(Compared { pattern, setup })
}

struct Compared<'a> {
    pattern: Pattern,
    setup: Setup<'a>,
}

impl Visitor for Compared<'_> {
    type Out = Result<Question>;

    fn kernel<K, const IN: usize, const OUT: usize>(self, kernel: K) -> Result<Question>
    where
        K: Kernel<IN, OUT> + Send + Sync + 'static,
    {
        let recipe = Recipe { name: "8 random squares", reason: REASON, boards: Boards::Random(8), expected: 0 };
        let of_one = |input: [u64; IN]| one_board(kernel, input.map(Bitboard)).map(|result| result.0);
        let workload = recipe.make_unpinned(self.setup, Length::InCache, of_one);
        let answer = Rc::new(<Map as Results<IN, OUT>>::answer(&workload));
        let mut contestants = Vec::new();
        for function in functions_of(self.pattern) {
            let Some(Ok(backend)) = backend(function).map(BackendId::detect) else { continue };
            contestants.push(Contestant::new(backend.id().name(), Role::Backend, &answer, move |workspace| {
                backend.run(<Map as Results<IN, OUT>>::job(kernel, workspace));
            }));
            contestants.push(Contestant::new(function.name, Role::Rival, &answer, |workspace| {
                let mut results: [&mut [u64]; OUT] = columns_mut(&mut workspace.sets);
                (function.run)(&columns::<_, IN>(&workspace.input), &mut results);
            }));
        }
        Ok(question(&self.pattern.to_string(), &recipe, &workload, &answer, contestants))
    }
}

const REASON: &str = "the library against the text that it writes, on the same boards";
