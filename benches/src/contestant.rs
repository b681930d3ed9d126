//! Contestants: every ready backend, the rivals that are always there, and the roof.

use std::hint::black_box;

use setwise::{Backend, BackendId, EightShifts, Isa, Kernel, Lanes, Prefix, Spread, Visitor, Words, kernel};

/// What a row is in a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A backend of the registry.
    Backend,
    /// What else a user could run.
    Rival,
    /// Only loads, changes a bit and stores, in the same loop: no contestant, the bound of what memory allows.
    Roof,
}

/// One way to answer, over a column of inputs, one word each.
pub struct Contestant<T = u64> {
    /// Name of its row.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// What it should answer, board by board.
    pub oracle: fn(T) -> u64,
    /// Answers a column.
    pub pass: Pass<T>,
}

/// From a column of inputs to a column of answers of the same length.
pub type Pass<T> = Box<dyn Fn(&[T], &mut [u64])>;

impl<T> Contestant<T> {
    /// A contestant.
    pub fn new(name: &str, role: Role, oracle: fn(T) -> u64, pass: impl Fn(&[T], &mut [u64]) + 'static) -> Self {
        Self { name: name.to_string(), role, oracle, pass: Box::new(pass) }
    }
}

/// A pattern from one set to one set, in the forms that contestants need.
#[derive(Clone, Copy)]
pub struct Pattern<K, T> {
    /// The kernel.
    pub kernel: K,
    /// The answer by coordinates.
    pub oracle: fn(u64) -> u64,
    /// What the table of `cozy-chess` has for one square: the function itself, not a pointer, so that it is inlined.
    pub table: T,
}

impl<K, T> Pattern<K, T>
where
    K: Kernel<1, 1> + 'static,
    T: Fn(cozy_chess::Square) -> cozy_chess::BitBoard + Copy + 'static,
{
    /// Everybody: every backend that this CPU can run, what the compiler makes of the plain loop behind each instruction
    /// set's door, the copies, strictly one board at a time, and the table loop of today.
    ///
    /// With `only`, that backend and the floor alone among the backends.
    pub fn contestants(self, only: Option<BackendId>) -> Vec<Contestant> {
        let Self { kernel, oracle, .. } = self;
        let mut all = Everybody { kernel, oracle, only, seen: Vec::new(), contestants: Vec::new() };
        setwise::visit_ready(&mut all);
        let Everybody { mut contestants, .. } = all;
        contestants.push(self.one_at_a_time::<Prefix>("one-at-a-time scalar-prefix"));
        contestants.push(self.one_at_a_time::<EightShifts>("one-at-a-time scalar-shift"));
        contestants.push(self.cozy_tables());
        contestants
    }

    /// What "scalar" means: `black_box` keeps the compiler from taking several boards at once.
    fn one_at_a_time<S: Spread<Words<1>> + 'static>(self, name: &str) -> Contestant {
        Contestant::new(name, Role::Rival, self.oracle, move |boards, answers| {
            for (&board, answer) in boards.iter().zip(answers) {
                let set = Words::load(setwise::Scalar, &[black_box(board)]);
                let [result] = self.kernel.eval(S::default(), [set]);
                *answer = black_box(result.boards()[0]);
            }
        })
    }

    /// The loop that a user of `cozy-chess` has today.
    fn cozy_tables(self) -> Contestant {
        Contestant::new("cozy-chess tables", Role::Rival, self.oracle, move |boards, answers| {
            for (&board, answer) in boards.iter().zip(answers) {
                let squares = cozy_chess::BitBoard(board).into_iter();
                *answer = squares.fold(0, |union, square| union | (self.table)(square).0);
            }
        })
    }
}

/// Collects contestants from the registry.
struct Everybody<K> {
    kernel: K,
    oracle: fn(u64) -> u64,
    /// The one backend that was asked for, if one was.
    only: Option<BackendId>,
    /// The instruction sets seen so far; each brings its rivals and its roof once.
    seen: Vec<&'static str>,
    contestants: Vec<Contestant>,
}

impl<K: Kernel<1, 1> + 'static> Visitor for Everybody<K> {
    fn visit<V: Lanes, S: Spread<V>>(&mut self, id: BackendId, backend: Backend<V, S>) {
        if self.only.is_none_or(|only| only == id || id == BackendId::ScalarPrefix) {
            self.push(id.name(), Role::Backend, backend);
        }
        let set = V::Isa::NAME;
        if V::COUNT == 1 || self.seen.contains(&set) {
            return;
        }
        self.seen.push(set);
        if !id.needs().is_empty() {
            // For what the whole program is compiled with, the plain loop is in the registry: scalar-prefix.
            let isa = backend.isa();
            self.push(&format!("autovectorised {set}"), Role::Rival, Backend::<Words<1, V::Isa>, Prefix>::new(isa));
            self.push(
                &format!("autovectorised {set}, 8 words"),
                Role::Rival,
                Backend::<Words<8, V::Isa>, Prefix>::new(isa),
            );
        }
        let pass = move |boards: &[u64], answers: &mut [u64]| backend.map(CopyRoof, [boards], [answers]);
        self.contestants.push(Contestant::new(&format!("copy, {set}"), Role::Roof, |board| board ^ CHANGED_BITS, pass));
    }
}

impl<K: Kernel<1, 1> + 'static> Everybody<K> {
    fn push<V: Lanes, S: Spread<V>>(&mut self, name: &str, role: Role, backend: Backend<V, S>) {
        let &mut Self { kernel, oracle, .. } = self;
        let pass = move |boards: &[u64], answers: &mut [u64]| backend.map(kernel, [boards], [answers]);
        self.contestants.push(Contestant::new(name, role, oracle, pass));
    }
}

/// The bits that the copy changes, so that nobody can replace it by a move of memory.
const CHANGED_BITS: u64 = 0x5555_5555_5555_5555;

kernel! {
    /// Load, change some bits, store: what any kernel must pay.
    fn CopyRoof(_spread, boards) -> [copy] {
        let copy = boards ^ CHANGED_BITS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::{Boards, KNIGHTS};
    use setwise::patterns::KnightAttacks;
    use setwise_testkit::oracle;
    use setwise_testkit::random::Sets;

    #[test]
    fn everybody_answers_right_and_has_a_name_of_its_own() {
        let table = cozy_chess::get_knight_moves;
        let contestants = Pattern { kernel: KnightAttacks, oracle: oracle::knight_attacks, table }.contestants(None);
        let mut sets = Sets::seeded(1);
        let boards: Vec<u64> = (0..67).map(|_| sets.sparse()).collect();
        let mut names: Vec<&str> = contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        for Contestant { name, oracle, pass, .. } in &contestants {
            let mut answers = vec![0; boards.len()];
            pass(&boards, &mut answers);
            assert!(boards.iter().zip(&answers).all(|(&board, &answer)| answer == oracle(board)), "{name}");
        }
        assert!(names.contains(&"scalar-prefix") && names.contains(&"copy, scalar"));
        assert!(matches!(KNIGHTS[0].boards, Boards::Real(_)), "real boards come first");
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
