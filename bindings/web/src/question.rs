//! The questions of a race: patterns on the boards of real positions, computed by every backend and one board at a
//! time.

use std::hint::black_box;

use setwise::patterns::{Forks, KnightAttacks, KnightMoves};
use setwise::{Backend, Bitboard, Color, Kernel, one_board};
use setwise_positions::placement::Placement;
use setwise_positions::{Rules, read_line};

/// A pattern, and how each strategy computes it for all boards of a workspace.
pub(crate) struct Question {
    pub(crate) name: &'static str,
    /// The inputs of the pattern on a board of one side, at most two.
    input: fn(&Placement, Color) -> [u64; 2],
    pub(crate) one_at_a_time: fn(&mut Workspace),
    pub(crate) batch: fn(Backend, &mut Workspace),
}

pub(crate) static QUESTIONS: [Question; 3] = [
    Question {
        name: "knight attacks",
        input: |position, side| [position.kinds[1] & position.sides[side.index()], 0],
        one_at_a_time: |workspace| workspace.one_at_a_time(KnightAttacks, |[knights, _]| [knights]),
        batch: |backend, Workspace { input: [knights, _], sets }| backend.map(KnightAttacks, [knights], [sets]),
    },
    Question {
        name: "knight moves",
        input: |position, side| {
            let own = position.sides[side.index()];
            [position.kinds[1] & own, own]
        },
        one_at_a_time: |workspace| workspace.one_at_a_time(KnightMoves, |inputs| inputs),
        batch: |backend, Workspace { input: [knights, own], sets }| backend.map(KnightMoves, [knights, own], [sets]),
    },
    Question {
        name: "fork squares",
        input: |position, side| {
            let [.., rooks, queens, kings] = position.kinds;
            [(rooks | queens | kings) & position.sides[(!side).index()], 0]
        },
        one_at_a_time: |workspace| workspace.one_at_a_time(Forks::<2>, |[targets, _]| [targets]),
        batch: |backend, Workspace { input: [targets, _], sets }| backend.map(Forks::<2>, [targets], [sets]),
    },
];

/// The columns that a question reads and writes.
pub(crate) struct Workspace {
    input: [Vec<u64>; 2],
    pub(crate) sets: Vec<u64>,
}

impl Question {
    /// Fills columns with the boards of all positions, one FEN per line, white and black alternately.
    ///
    /// # Errors
    ///
    /// Returns the reason if a line is not a position, or there are none.
    pub(crate) fn workspace<'a>(&self, positions: impl Iterator<Item = &'a str>) -> Result<Workspace, String> {
        let mut boards = Vec::new();
        for line in positions {
            let position = read_line(line.as_bytes(), Rules::Chess).map_err(|reason| format!("'{line}': {reason}"))?;
            boards.extend(Color::ALL.map(|side| (self.input)(&position.placement, side)));
        }
        let column = |n: usize| boards.iter().map(|board| board[n]).collect();
        let workspace = Workspace { input: [column(0), column(1)], sets: vec![0; boards.len()] };
        if boards.is_empty() { Err("a race needs positions".into()) } else { Ok(workspace) }
    }
}

impl Workspace {
    /// Evaluates one board after the other. `black_box` keeps the compiler from combining boards.
    #[inline(always)]
    fn one_at_a_time<K: Kernel<IN, 1>, const IN: usize>(&mut self, kernel: K, inputs: impl Fn([u64; 2]) -> [u64; IN]) {
        let [first, second] = &self.input;
        for ((set, first), second) in self.sets.iter_mut().zip(first).zip(second) {
            let [result] = one_board(kernel, inputs(black_box([*first, *second])).map(Bitboard));
            *set = black_box(result.0);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Positions of master games, which the page also passes.
    pub(crate) const POSITIONS: &str = include_str!("../../../crates/cli/src/bench/positions.fen");

    #[test]
    fn boards_are_those_of_white_and_black_by_turns() {
        let workspace = QUESTIONS[1].workspace(POSITIONS.lines()).unwrap();
        assert_eq!(workspace.sets.len(), 2048);
        assert_eq!(workspace.input[0][..2], [0x42, 0x42 << 56]);
        assert_eq!(workspace.input[1][..2], [0xFFFF, 0xFFFF << 48]);
    }

    #[test]
    fn every_backend_and_one_at_a_time_write_the_same_answer() {
        for question in &QUESTIONS {
            let mut workspace = question.workspace(POSITIONS.lines()).unwrap();
            (question.one_at_a_time)(&mut workspace);
            let expected = std::mem::take(&mut workspace.sets);
            // Comparing empty sets would prove nothing.
            assert!(expected.iter().any(|set| *set != 0), "{}", question.name);
            for backend in setwise::BackendId::ready() {
                workspace.sets = vec![0; expected.len()];
                (question.batch)(backend, &mut workspace);
                assert!(workspace.sets == expected, "{} by {}", question.name, backend.id());
            }
        }
    }
}
