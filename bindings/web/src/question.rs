//! The questions of a race. Each question is a pattern on the boards of real positions. The contestants are the
//! backends, and a loop that computes one board at a time.

use std::hint::black_box;
use std::rc::Rc;

use setwise::patterns::{Forks, KnightAttacks, KnightMoves};
use setwise::{Backend, BackendId, Bitboard, Color, Kernel, one_board};
use setwise_positions::placement::Placement;
use setwise_positions::{Rules, read_line};
use setwise_rounds::{Answer, Contestant, Question, Role, Workspace, columns, columns_mut};

/// The name of the strategy to which the speeds of the other strategies are relative.
pub(crate) const BASELINE: &str = "one-at-a-time scalar-prefix";

/// A pattern, and the functions that compute it for all boards of a workspace.
pub(crate) struct QuestionDef {
    pub(crate) name: &'static str,
    /// Returns the inputs of the pattern for one side of a position. A pattern with one input ignores the second
    /// element.
    input: fn(&Placement, Color) -> [u64; 2],
    one_at_a_time: fn(&mut Workspace),
    batch: fn(Backend, &mut Workspace),
}

pub(crate) static QUESTIONS: [QuestionDef; 3] = [
    QuestionDef {
        name: "knight attacks",
        input: |position, side| [position.kinds[1] & position.sides[side.index()], 0],
        one_at_a_time: |workspace| one_at_a_time(KnightAttacks, workspace),
        batch: |backend, workspace| batch(KnightAttacks, backend, workspace),
    },
    QuestionDef {
        name: "knight moves",
        input: |position, side| {
            let own = position.sides[side.index()];
            [position.kinds[1] & own, own]
        },
        one_at_a_time: |workspace| one_at_a_time(KnightMoves, workspace),
        batch: |backend, workspace| batch(KnightMoves, backend, workspace),
    },
    QuestionDef {
        name: "fork squares",
        input: |position, side| {
            let [.., rooks, queens, kings] = position.kinds;
            [(rooks | queens | kings) & position.sides[(!side).index()], 0]
        },
        one_at_a_time: |workspace| one_at_a_time(Forks::<2>, workspace),
        batch: |backend, workspace| batch(Forks::<2>, backend, workspace),
    },
];

impl QuestionDef {
    /// Creates the question. Each line of `positions` is a FEN and yields two boards: one for White, then one for
    /// Black. The first contestant computes one board at a time. The backends follow, and the best is last.
    ///
    /// # Errors
    ///
    /// Returns the reason if a line is not a position, or if there are no positions.
    pub(crate) fn make<'a>(&'static self, positions: impl Iterator<Item = &'a str>) -> Result<Question, String> {
        let mut boards = Vec::new();
        for line in positions {
            let position = read_line(line.as_bytes(), Rules::Chess).map_err(|reason| format!("'{line}': {reason}"))?;
            boards.extend(Color::ALL.map(|side| (self.input)(&position.placement, side)));
        }
        if boards.is_empty() {
            return Err("a race needs positions".into());
        }
        let input = [0, 1].map(|n| boards.iter().map(|board| board[n]).collect());
        let mut workspace = Workspace::new(boards.len(), &input, &[], &Answer::sets(&[[0]]));
        // All other contestants must return the same answer as the first contestant.
        (self.one_at_a_time)(&mut workspace);
        let sets = vec![workspace.sets[0].as_slice().to_vec()];
        let answer = Rc::new(Answer { sets, ..Answer::default() });
        let one_at_a_time = Contestant::new(BASELINE, Role::Rival, &answer, self.one_at_a_time);
        let backends = ready().map(|backend| {
            Contestant::new(backend.id().name(), Role::Backend, &answer, move |workspace| {
                (self.batch)(backend, workspace);
            })
        });
        Ok(Question {
            title: self.name.to_string(),
            reason: "the boards of real positions".to_string(),
            reference: BASELINE,
            point: None,
            boards: boards.len(),
            contestants: std::iter::once(one_at_a_time).chain(backends).collect(),
            workspace,
        })
    }
}

/// Returns the backends that can run here. The best is last.
pub(crate) fn ready() -> impl Iterator<Item = Backend> {
    let ready: Vec<Backend> = BackendId::ready().collect();
    ready.into_iter().rev()
}

/// Computes one board at a time. `black_box` prevents the compiler from computing several boards together.
#[inline(always)]
fn one_at_a_time<K: Kernel<IN, 1>, const IN: usize>(kernel: K, workspace: &mut Workspace) {
    let Workspace { input, sets, .. } = workspace;
    let input: [&[u64]; IN] = columns(input);
    for (n, set) in sets[0].as_mut_slice().iter_mut().enumerate() {
        let [result] = one_board(kernel, black_box(input.map(|column| column[n])).map(Bitboard));
        *set = black_box(result.0);
    }
}

/// Computes all boards in one call.
fn batch<K: Kernel<IN, 1>, const IN: usize>(kernel: K, backend: Backend, workspace: &mut Workspace) {
    backend.map(kernel, columns(&workspace.input), columns_mut(&mut workspace.sets));
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Positions of master games, which the page also uses.
    pub(crate) const POSITIONS: &str = include_str!("../../../crates/cli/src/bench/positions.fen");

    #[test]
    fn boards_are_those_of_white_and_black_by_turns() {
        let Question { workspace, boards, .. } = QUESTIONS[1].make(POSITIONS.lines()).unwrap();
        assert_eq!(boards, 2048);
        let [knights, own] = columns(&workspace.input);
        assert_eq!(knights[..2], [0x42, 0x42 << 56]);
        assert_eq!(own[..2], [0xFFFF, 0xFFFF << 48]);
    }

    #[test]
    fn every_backend_and_one_at_a_time_write_the_same_answer() {
        for def in &QUESTIONS {
            let mut question = def.make(POSITIONS.lines()).unwrap();
            assert_eq!(question.checked().1, [], "{}", def.name);
            // If all sets were empty, equal answers would prove nothing.
            assert!(question.workspace.sets[0].as_slice().iter().any(|set| *set != 0), "{}", def.name);
        }
    }
}
