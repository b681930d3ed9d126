//! The questions to measure. Each question times one pattern in batches of one length, on every backend that is ready
//! on this machine. The boards come from positions.

use std::hint::black_box;
use std::rc::Rc;

use setwise::backend::{Job, Runner, Strategy};
use setwise::patterns::{Forks, KnightAttacks, KnightMoves};
use setwise::{BackendId, Bitboard, Lanes, Spread, one_board};
use setwise_positions::Columns;
use setwise_rounds::{Answer, Contestant, Question, Role, Workspace, columns};

/// The numbers of boards per call, which are the lengths of the batches.
pub(super) const LENGTHS: [usize; 7] = [1, 4, 8, 64, 512, 2048, 1 << 16];

/// A pattern to measure.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pattern {
    /// One set of attacked squares per set of knights.
    KnightAttacks,
    /// The number of squares that knights attack and that have no own piece. The result is one byte per board.
    KnightMoveCount,
    /// One set of fork squares per set of targets.
    Forks,
}

impl Pattern {
    pub(super) const ALL: [Self; 3] = [Self::KnightAttacks, Self::KnightMoveCount, Self::Forks];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::KnightAttacks => "knight attacks",
            Self::KnightMoveCount => "knight mobility counts",
            Self::Forks => "fork squares",
        }
    }

    /// Returns the question for batches of `batch` boards. The contestants are every ready backend and the automatic
    /// choice.
    pub(super) fn question(self, positions: &Columns, batch: usize) -> Question {
        let boards = batch.max(2048);
        let period: Vec<[u64; 2]> = (0..boards.min(2 * positions.len())).map(|n| self.board(positions, n)).collect();
        let answer = Rc::new(self.answer(&period));
        let backend = |backend: setwise::Backend| {
            Contestant::new(backend.id().name(), Role::Backend, &answer, move |workspace| {
                backend.run(Pass { workspace, pattern: self, batch });
            })
        };
        let auto = setwise::auto();
        let by_auto = Contestant::new(&format!("auto: {}", auto.id()), Role::Backend, &answer, move |workspace| {
            pass(auto, workspace, self, batch);
        });
        let input = [0, 1].map(|k| period.iter().map(|board| board[k]).collect());
        Question {
            title: self.name().to_string(),
            reason: format!("{batch} boards per call"),
            reference: "scalar-prefix",
            point: None,
            boards,
            contestants: BackendId::ready().map(backend).chain([by_auto]).collect(),
            workspace: Workspace::new(boards, &input, &[], &answer),
        }
    }

    /// Returns the inputs of board `n`. Each position provides two boards: one on which White's pieces are the own
    /// pieces, and one on which Black's are.
    fn board(self, positions: &Columns, n: usize) -> [u64; 2] {
        let Columns { knights, rooks, queens, kings, white, black, .. } = positions;
        let at = n / 2;
        let (own, their) = if n.is_multiple_of(2) { (white[at], black[at]) } else { (black[at], white[at]) };
        match self {
            Self::Forks => [(rooks[at] | queens[at] | kings[at]) & their, 0],
            Self::KnightAttacks | Self::KnightMoveCount => [knights[at] & own, own],
        }
    }

    /// Returns the expected answer, computed board by board.
    fn answer(self, boards: &[[u64; 2]]) -> Answer {
        let results = |of: fn([Bitboard; 2]) -> [Bitboard; 1]| -> Vec<[u64; 1]> {
            boards.iter().map(|board| of(board.map(Bitboard)).map(|set| set.0)).collect()
        };
        match self {
            Self::KnightAttacks => Answer::sets(&results(|[knights, _]| one_board(KnightAttacks, [knights]))),
            Self::KnightMoveCount => Answer::counts(&results(|inputs| one_board(KnightMoves, inputs))),
            Self::Forks => Answer::sets(&results(|[targets, _]| one_board(Forks::<2>, [targets]))),
        }
    }
}

/// One pass with a backend whose type is known at compile time, as in a program that is compiled for a single backend.
struct Pass<'a> {
    workspace: &'a mut Workspace,
    pattern: Pattern,
    batch: usize,
}

impl Job for Pass<'_> {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        pass(backend, self.workspace, self.pattern, self.batch);
    }
}

/// Runs a pattern over all boards, in batches whose length the compiler does not know. Each pattern has a separate
/// loop, so that the compiler sees the same code as in a program with only this pattern.
fn pass(backend: impl Runner, workspace: &mut Workspace, pattern: Pattern, batch: usize) {
    let Workspace { input, sets, counts, .. } = workspace;
    let [first, second] = columns(input).map(|column| column.chunks(batch));
    match pattern {
        Pattern::KnightAttacks => first.zip(sets[0].as_mut_slice().chunks_mut(batch)).for_each(|(knights, sets)| {
            backend.map(KnightAttacks, [black_box(knights)], [black_box(sets)]);
        }),
        Pattern::KnightMoveCount => {
            let counts = counts[0].as_mut_slice().chunks_mut(batch);
            first.zip(second).zip(counts).for_each(|((knights, own), counts)| {
                backend.counts(KnightMoves, [black_box(knights), black_box(own)], [black_box(counts)]);
            });
        }
        Pattern::Forks => first.zip(sets[0].as_mut_slice().chunks_mut(batch)).for_each(|(targets, sets)| {
            backend.map(Forks::<2>, [black_box(targets)], [black_box(sets)]);
        }),
    }
}

#[cfg(test)]
mod tests {
    use setwise_positions::{Rules, read_line};

    use super::*;

    /// Checks that every backend gives the right answer, and that the answer is not empty. A backend that computes
    /// nothing would also give an empty answer.
    #[test]
    fn every_backend_gives_the_right_answer_which_is_not_empty() {
        let mut positions = Columns::default();
        let line = b"r3k2r/8/8/8/8/2N5/8/R3K2R w KQkq - 0 1";
        positions.push(&read_line(line, Rules::Chess).unwrap());
        for pattern in Pattern::ALL {
            let mut question = pattern.question(&positions, 5);
            assert_eq!(question.checked().1, []);
            let Workspace { sets, counts, .. } = question.workspace;
            let is_set = sets.iter().any(|column| column.as_slice().iter().any(|&set| set != 0));
            let is_counted = counts.iter().any(|column| column.as_slice().iter().any(|&count| count != 0));
            assert!(is_set || is_counted, "{}", pattern.name());
        }
    }
}
