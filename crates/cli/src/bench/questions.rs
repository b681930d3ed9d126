//! What is measured: a pattern over the boards of positions, in batches of some length, by every backend that is ready.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, ensure};
use setwise::backend::{Job, Runner, Strategy};
use setwise::patterns::{Forks, KnightAttacks, KnightMoves};
use setwise::{Backend, BackendId, Lanes, Spread};
use setwise_positions::Columns;
use setwise_rounds::{Plan, measure};

use super::advice::{Answer, Row};

/// The lengths of batches: the numbers of boards per call.
pub(super) const LENGTHS: [usize; 7] = [1, 4, 8, 64, 512, 2048, 1 << 16];

/// The rounds of a question: all of them together take less than ten seconds.
const PLAN: Plan = Plan { rounds: 15, sample: Duration::from_micros(600) };

/// A pattern to measure.
pub(super) struct Pattern {
    name: &'static str,
    kind: Kind,
}

/// What a call computes.
#[derive(Clone, Copy)]
enum Kind {
    /// One set of attacked squares per set of knights.
    KnightAttacks,
    /// The number of knight moves to squares without own pieces, one byte per board.
    KnightMoveCount,
    /// One set of fork squares per set of targets.
    Forks,
}

pub(super) const PATTERNS: [Pattern; 3] = [
    Pattern { name: "knight attacks", kind: Kind::KnightAttacks },
    Pattern { name: "knight mobility counts", kind: Kind::KnightMoveCount },
    Pattern { name: "fork squares", kind: Kind::Forks },
];

/// The columns that a pattern reads and writes.
#[derive(Default, Clone)]
struct Workspace {
    input: [Vec<u64>; 2],
    sets: Vec<u64>,
    counts: Vec<u8>,
}

impl Pattern {
    /// Measures the pattern in batches of `boards` boards.
    ///
    /// # Errors
    ///
    /// Returns an error if two backends give different answers.
    pub(super) fn measure(&self, positions: &Columns, boards: usize) -> Result<Answer> {
        let Self { name, kind } = *self;
        let mut workspace = kind.workspace(positions, boards.max(2048));
        let ready: Vec<Backend> = BackendId::ready().collect();
        let answers: Vec<Workspace> = ready.iter().map(|backend| workspace.answered(*backend, kind, boards)).collect();
        for (backend, answer) in ready.iter().zip(&answers) {
            let right = (&answer.sets, &answer.counts) == (&answers[0].sets, &answers[0].counts);
            ensure!(right, "{name}: {} and {} give different answers", backend.id(), ready[0].id());
        }
        let auto = setwise::auto();
        let samples = measure(ready.len() + 1, PLAN, |n| match ready.get(n) {
            Some(backend) => backend.run(Pass { workspace: &mut workspace, kind, boards }),
            None => pass(auto, &mut workspace, kind, boards),
        });
        let per_pass = workspace.sets.len() as f64;
        let names = ready.iter().map(|backend| backend.id().name().to_string()).chain([format!("auto: {}", auto.id())]);
        let rows = names.zip(samples).map(|(name, samples)| Row { name, samples }).collect();
        Ok(Answer::new(name, boards, per_pass, rows))
    }
}

impl Kind {
    /// Fills columns with the boards of positions, white and black by turns, repeated as needed.
    fn workspace(self, positions: &Columns, boards: usize) -> Workspace {
        let Columns { knights, rooks, queens, kings, white, black, .. } = positions;
        let board = |n: usize| {
            let at = n / 2 % positions.len();
            let (own, their) = if n.is_multiple_of(2) { (white[at], black[at]) } else { (black[at], white[at]) };
            match self {
                Self::Forks => [(rooks[at] | queens[at] | kings[at]) & their, 0],
                Self::KnightAttacks | Self::KnightMoveCount => [knights[at] & own, own],
            }
        };
        let input = [0, 1].map(|k| (0..boards).map(|n| board(n)[k]).collect());
        Workspace { input, sets: vec![0; boards], counts: vec![0; boards] }
    }
}

impl Workspace {
    /// Returns the columns after a pass of a backend.
    fn answered(&self, backend: Backend, kind: Kind, boards: usize) -> Self {
        let mut answered = self.clone();
        pass(backend, &mut answered, kind, boards);
        answered
    }
}

/// One pass by a backend whose type is known, as in a program that is compiled with one feature.
struct Pass<'a> {
    workspace: &'a mut Workspace,
    kind: Kind,
    boards: usize,
}

impl Job for Pass<'_> {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        pass(backend, self.workspace, self.kind, self.boards);
    }
}

/// Runs a pattern over all boards, in batches whose length the compiler does not know. Each pattern has a loop of its own, like
/// the loop of a program that needs only this pattern.
fn pass(backend: impl Runner, workspace: &mut Workspace, kind: Kind, boards: usize) {
    let Workspace { input: [first, second], sets, counts } = workspace;
    let [first, second] = [first.chunks(boards), second.chunks(boards)];
    match kind {
        Kind::KnightAttacks => first.zip(sets.chunks_mut(boards)).for_each(|(knights, sets)| {
            backend.map(KnightAttacks, [black_box(knights)], [black_box(sets)]);
        }),
        Kind::KnightMoveCount => {
            first.zip(second).zip(counts.chunks_mut(boards)).for_each(|((knights, own), counts)| {
                backend.counts(KnightMoves, [black_box(knights), black_box(own)], [black_box(counts)]);
            });
        }
        Kind::Forks => first.zip(sets.chunks_mut(boards)).for_each(|(targets, sets)| {
            backend.map(Forks::<2>, [black_box(targets)], [black_box(sets)]);
        }),
    }
}

#[cfg(test)]
mod tests {
    use setwise_positions::{Rules, read_line};

    use super::*;

    /// Comparing empty columns would prove nothing: each pattern must write to its own column, and to no other.
    #[test]
    fn every_pattern_writes_an_answer() {
        let mut positions = Columns::default();
        let line = b"r3k2r/8/8/8/8/2N5/8/R3K2R w KQkq - 0 1";
        positions.push(&read_line(line, Rules::Chess).unwrap());
        for (kind, writes_sets) in [(Kind::KnightAttacks, true), (Kind::KnightMoveCount, false), (Kind::Forks, true)] {
            let answered = kind.workspace(&positions, 16).answered(setwise::auto(), kind, 4);
            assert_eq!(answered.sets.iter().any(|&set| set != 0), writes_sets);
            assert_eq!(answered.counts.iter().any(|&count| count != 0), !writes_sets);
        }
    }
}
