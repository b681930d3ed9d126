//! Compares each pattern of the library with the function that `setwise gen kernel` writes for it, on every instruction
//! set of this machine. The library should not be slower than the text that it can write.
//!
//! The build script writes the functions. They are compiled only with the feature `emitted`, because they take a long
//! time to compile: `cargo lab` becomes `cargo run --release -p setwise-lab --features emitted --`.

use std::rc::Rc;

use setwise::{Backend, BackendId, Bitboard, Kernel, one_board};
use setwise_benches::contestants::{Map, Results};
use setwise_benches::questions::parts::question;
use setwise_benches::workload::{Boards, Length, Recipe};
use setwise_benches::{Contestant, Question, Setup};
use setwise_patterns::{Pattern, Visitor};
use setwise_rounds::{Role, columns, columns_mut};

/// Calls an emitted function with a column for each input and each result.
type Pass = fn(&[&[u64]], &mut [&mut [u64]]);

/// An emitted function.
struct Function {
    /// The name of the pattern.
    pattern: &'static str,
    /// The id of the question that compares the pattern with its emitted functions.
    question: &'static str,
    /// The name of the backend with the same instruction set.
    backend: &'static str,
    /// The name of the function's row.
    name: &'static str,
    /// Returns the pass, or `None` if the backend is another one. The backend proves that this CPU can run the pass.
    pass: fn(Backend) -> Option<Pass>,
}

#[allow(
    unsafe_code,
    dead_code,
    reason = "emitted functions call intrinsics, and each module has more than one function"
)]
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic, clippy::print_stderr, reason = "generated")]
mod functions {
    use super::{Function, Pass};

    include!(concat!(env!("OUT_DIR"), "/emitted.rs"));
}

/// Returns the comparisons: the id of the question, and the names of the rows of the library and of the emitted function.
pub(crate) fn comparisons() -> impl Iterator<Item = [&'static str; 3]> {
    functions::FUNCTIONS.iter().map(|function| [function.question, function.backend, function.name])
}

/// Makes a question for each pattern with emitted functions. Returns each with its id.
pub(crate) fn questions(setup: Setup<'_>) -> impl Iterator<Item = (&'static str, Question)> {
    Pattern::ALL.iter().filter_map(move |pattern| {
        let id = functions_of(*pattern).next()?.question;
        Some((id, pattern.visit(Compared { pattern: *pattern, setup })))
    })
}

fn functions_of(pattern: Pattern) -> impl Iterator<Item = &'static Function> {
    functions::FUNCTIONS.iter().filter(move |function| function.pattern == pattern.name())
}

struct Compared<'a> {
    pattern: Pattern,
    setup: Setup<'a>,
}

impl Visitor for Compared<'_> {
    type Out = Question;

    fn kernel<K, const IN: usize, const OUT: usize>(self, kernel: K) -> Question
    where
        K: Kernel<IN, OUT> + Send + Sync + 'static,
    {
        let recipe = Recipe { name: "8 random squares", reason: REASON, boards: Boards::Random(8), expected: 0 };
        let of_one = |input: [u64; IN]| one_board(kernel, input.map(Bitboard)).map(|result| result.0);
        let workload = recipe.make_unpinned(self.setup, Length::InCache, of_one);
        let answer = Rc::new(<Map as Results<IN, OUT>>::answer(&workload));
        let mut contestants = Vec::new();
        for function in functions_of(self.pattern) {
            let Ok(Ok(backend)) = function.backend.parse().map(BackendId::detect) else { continue };
            let Some(pass) = (function.pass)(backend) else { continue };
            contestants.push(Contestant::new(backend.id().name(), Role::Backend, &answer, move |workspace| {
                backend.run(<Map as Results<IN, OUT>>::job(kernel, workspace));
            }));
            contestants.push(Contestant::new(function.name, Role::Rival, &answer, move |workspace| {
                let mut results: [&mut [u64]; OUT] = columns_mut(&mut workspace.sets);
                pass(&columns::<_, IN>(&workspace.input), &mut results);
            }));
        }
        question(self.pattern.name(), &recipe, &workload, &answer, contestants)
    }
}

const REASON: &str = "the library against the text that it writes, on the same boards";
