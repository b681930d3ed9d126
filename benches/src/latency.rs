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

use setwise::backend::{Backend, Chunk, Isa, Job, Runner};
use setwise::{Kernel, Lanes, Spread};
use setwise_specimens::AnyBackend;

use crate::answer::Answer;
use crate::question::{Contestant, Role};
use crate::ranking::FLOOR;
use crate::workload::Workload;
use crate::workspace::Workspace;

/// Every ready backend as a chain of single boards; with `only`, that one and the floor alone.
pub fn chains<K: Kernel<1, 1> + 'static>(
    kernel: K,
    workload: &Workload<1, 1>,
    only: Option<&'static str>,
) -> Vec<Contestant> {
    let answer = Rc::new(Answer::sets(&workload.results));
    let wanted = |name: &str| only.is_none_or(|only| only == name || name == FLOOR);
    let ready = AnyBackend::ready().filter(|(entry, _)| wanted(entry.name));
    ready.map(|(entry, backend)| backend.run(Enter { name: entry.name, kernel, answer: &answer })).collect()
}

/// The job that makes a contestant of a backend.
struct Enter<'a, K> {
    name: &'static str,
    kernel: K,
    answer: &'a Rc<Answer>,
}

impl<K: Kernel<1, 1> + 'static> Job for Enter<'_, K> {
    type Out = Contestant;

    fn run<V: Lanes, S: Spread<V>>(self, backend: Backend<V, S>) -> Contestant {
        let (isa, kernel) = (backend.isa(), self.kernel);
        let pass = move |workspace: &mut Workspace| {
            let Workspace { input, sets, .. } = workspace;
            let (boards, answers) = (input[0].as_slice(), sets[0].as_mut_slice());
            isa.enter(
                #[inline(always)]
                move || chain::<V, S, K>(isa, kernel, boards, answers),
            );
        };
        Contestant::new(self.name, Role::Backend, self.answer, pass)
    }
}

/// The chain of one pass, behind the boundary of the instruction set.
#[inline(always)]
fn chain<V: Lanes, S: Spread<V>, K: Kernel<1, 1>>(isa: V::Isa, kernel: K, boards: &[u64], answers: &mut [u64]) {
    /// As wide as the widest register there is.
    const WIDEST: usize = 16;
    let zero = black_box(0);
    let mut answer = 0;
    for (&board, slot) in boards.iter().zip(answers) {
        let set = V::splat(isa, board ^ (answer & zero));
        let result = kernel.eval(S::default(), [set]);
        let mut words = [0; WIDEST];
        result[0].store(&mut V::Chunk::chunks_mut(&mut words)[0]);
        answer = words[0];
        *slot = answer;
    }
}
