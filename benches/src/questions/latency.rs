//! The question about latency, in which each answer is needed before the next board is known, as inside a search.
//!
//! ```text
//! answer = attacks(board ^ (answer & zero))        zero is 0, which is hidden from the compiler
//! ```
//!
//! Two operations on one word make each board depend on the previous answer. These operations are the same for all
//! contestants. The measured time includes moving this word into a wide register and back.

use std::hint::black_box;
use std::rc::Rc;

use anyhow::Result;
use setwise::backend::{Chunk, Isa, Job, Runner, Strategy};
use setwise::patterns::KnightAttacks;
use setwise::{Kernel, Lanes, Spread};
use setwise_testkit::oracle;

use super::attacks::KNIGHTS;
use super::parts::question;
use crate::rows::{Rows, ready};
use crate::workload::{Length, Recipe};
use crate::{BASELINE, Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("knights-latency", knights)];

/// Creates the question in which every ready backend computes a chain of single boards. Backends that run the same code
/// share a row. If one backend was requested, only this backend and the baseline `scalar-prefix` are measured.
fn knights(setup: Setup<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: "one board, latency",
        reason: "latency: each answer is needed before the next board is known; real boards, in order",
        ..KNIGHTS[0]
    };
    let workload = recipe.make(setup, Length::InCache, |[set]| [oracle::knight_attacks(set)])?;
    let answer = Rc::new(Answer::sets(&workload.results));
    let wanted = |name: &str| setup.only.is_none_or(|only| only == name || name == BASELINE);
    let mut rows = Rows::new(KnightAttacks, &workload);
    for (entry, backend) in ready().filter(|(entry, _)| wanted(entry.name)) {
        backend.run(AddBackend { name: entry.name, answer: &answer, rows: &mut rows });
    }
    Ok(Some(question("knight attacks", &recipe, &workload, &answer, rows.contestants)))
}

/// The job that adds a contestant for a backend.
struct AddBackend<'a> {
    name: &'static str,
    answer: &'a Rc<Answer>,
    rows: &'a mut Rows,
}

impl Job for AddBackend<'_> {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        let isa = backend.isa();
        let pass = move |workspace: &mut Workspace| {
            let Workspace { input, sets, .. } = workspace;
            let (boards, answers) = (input[0].as_slice(), sets[0].as_mut_slice());
            isa.enter(
                #[inline(always)]
                move || chain::<V, S>(isa, boards, answers),
            );
        };
        self.rows.add::<V, S>(Contestant::new(self.name, Role::Backend, self.answer, pass));
    }
}

/// Runs the chain of one pass. Must be called inside the target-feature boundary.
#[inline(always)]
fn chain<V: Lanes, S: Spread<V>>(isa: V::Isa, boards: &[u64], answers: &mut [u64]) {
    /// The length of the buffer to which a register is stored. It is more than the number of words in any register.
    const WIDEST: usize = 16;
    let zero = black_box(0);
    let mut answer = 0;
    for (&board, slot) in boards.iter().zip(answers) {
        let set = V::splat(isa, board ^ (answer & zero));
        let result = KnightAttacks.eval(S::default(), [set]);
        let mut words = [0; WIDEST];
        result[0].store(&mut V::Chunk::chunks_mut(&mut words)[0]);
        answer = words[0];
        *slot = answer;
    }
}
