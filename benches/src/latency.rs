//! One board, each answer needed before the next board is known: what a search feels, not what a column feels.
//!
//! ```text
//! answer = attacks(board ^ (answer & zero))        zero is 0, but the compiler does not know
//! ```
//!
//! The link from one board to the next is two operations on one word, the same for everybody. A wide register must take the
//! word in and give it back, and pays for both ways.

use std::hint::black_box;
use std::rc::Rc;

use setwise::{Backend, BackendId, Body, Chunk, Isa, Kernel, Lanes, Spread, Visitor};

use crate::answer::Answer;
use crate::question::{Contestant, Role};
use crate::workload::Workload;
use crate::workspace::Workspace;

/// Every ready backend as a chain of single boards; with `only`, that one and the floor alone.
pub fn chains<K: Kernel<1, 1> + 'static>(
    kernel: K,
    workload: &Workload<1, 1>,
    only: Option<BackendId>,
) -> Vec<Contestant> {
    let answer = Rc::new(Answer::sets(&workload.results));
    let mut all = Chains { kernel, answer, only, contestants: Vec::new() };
    setwise::visit_ready(&mut all);
    all.contestants
}

struct Chains<K> {
    kernel: K,
    answer: Rc<Answer>,
    only: Option<BackendId>,
    contestants: Vec<Contestant>,
}

impl<K: Kernel<1, 1> + 'static> Visitor for Chains<K> {
    fn visit<V: Lanes, S: Spread<V>>(&mut self, id: BackendId, backend: Backend<V, S>) {
        if self.only.is_some_and(|only| only != id && id != BackendId::ScalarPrefix) {
            return;
        }
        let (isa, kernel) = (backend.isa(), self.kernel);
        let pass = move |workspace: &mut Workspace| {
            let Workspace { input, sets, .. } = workspace;
            let (boards, answers) = (input[0].as_slice(), sets[0].as_mut_slice());
            isa.enter(Chain::<V, S, K> { isa, spread: S::default(), kernel, boards, answers });
        };
        self.contestants.push(Contestant::new(id.name(), Role::Backend, &self.answer, pass));
    }
}

struct Chain<'a, V: Lanes, S, K> {
    isa: V::Isa,
    spread: S,
    kernel: K,
    boards: &'a [u64],
    answers: &'a mut [u64],
}

impl<V: Lanes, S: Spread<V>, K: Kernel<1, 1>> Body for Chain<'_, V, S, K> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        /// As wide as the widest register there is.
        const WIDEST: usize = 16;
        let zero = black_box(0);
        let mut answer = 0;
        for (&board, slot) in self.boards.iter().zip(self.answers) {
            let set = V::splat(self.isa, board ^ (answer & zero));
            let result = self.kernel.eval(self.spread, [set]);
            let mut words = [0; WIDEST];
            result[0].store(&mut V::Chunk::chunks_mut(&mut words)[0]);
            answer = words[0];
            *slot = answer;
        }
    }
}
