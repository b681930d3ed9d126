//! One board, each answer needed before the next board is known: what a search feels, not what a column feels.
//!
//! ```text
//! answer = attacks(board ^ (answer & zero))        zero is 0, but the compiler does not know
//! ```
//!
//! The link from one board to the next is two operations on one word, the same for everybody. A wide register must take the
//! word in and give it back, and pays for both ways.

use std::hint::black_box;

use setwise::{Backend, BackendId, Body, Chunk, Isa, Kernel, Lanes, Spread, Visitor};

use crate::contestant::{Contestant, Role};

/// Every ready backend as a chain of single boards; with `only`, that one and the floor alone.
pub fn chains<K: Kernel<1, 1> + 'static>(
    kernel: K,
    oracle: fn(u64) -> u64,
    only: Option<BackendId>,
) -> Vec<Contestant> {
    let mut all = Chains { kernel, oracle, only, contestants: Vec::new() };
    setwise::visit_ready(&mut all);
    all.contestants
}

struct Chains<K> {
    kernel: K,
    oracle: fn(u64) -> u64,
    only: Option<BackendId>,
    contestants: Vec<Contestant>,
}

impl<K: Kernel<1, 1> + 'static> Visitor for Chains<K> {
    fn visit<V: Lanes, S: Spread<V>>(&mut self, id: BackendId, backend: Backend<V, S>) {
        if self.only.is_some_and(|only| only != id && id != BackendId::ScalarPrefix) {
            return;
        }
        let (isa, kernel) = (backend.isa(), self.kernel);
        let pass = move |boards: &[u64], answers: &mut [u64]| {
            isa.enter(Chain::<V, S, K> { isa, spread: S::default(), kernel, boards, answers });
        };
        self.contestants.push(Contestant::new(id.name(), Role::Backend, self.oracle, pass));
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

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::patterns::KnightAttacks;
    use setwise_testkit::oracle;
    use setwise_testkit::random::Sets;

    #[test]
    fn a_chain_answers_each_board_as_the_oracle_does() {
        let mut sets = Sets::seeded(1);
        let boards: Vec<u64> = (0..50).map(|_| sets.sparse()).collect();
        let chains = chains(KnightAttacks, oracle::knight_attacks, None);
        assert!(chains.len() == BackendId::ready().count());
        for Contestant { name, pass, oracle, .. } in &chains {
            let mut answers = vec![0; boards.len()];
            pass(&boards, &mut answers);
            assert!(boards.iter().zip(&answers).all(|(&board, &answer)| answer == oracle(board)), "{name}");
        }
    }
}
