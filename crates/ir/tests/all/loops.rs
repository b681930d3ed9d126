//! Proves the loops that take only sets: `king_flood`, `king_steps`, `knight_steps` and `shortest_path_squares`. A
//! proof of one step of each loop is enough:
//!
//! ```text
//! start, step, end      proved for all boards against coordinates
//! start step ... end    with n steps, is operation by operation what the kernel does in n rounds, for n from 0 to 63
//! ```
//!
//! A loop therefore computes what its definition by coordinates says, for up to 63 rounds. No board needs more rounds,
//! because no path on 64 squares has more than 63 steps.

use setwise::{Kernel, Lanes, Spread, kernel};
use setwise_ir::proof::{AllBoards, Formula, KING, KNIGHT, Squares, Word, prove};
use setwise_ir::{Formula as Attacks, Pattern, Program, Record};

kernel! {
    /// One round of a flood.
    fn FloodStep(spread, reached, path) -> [reached] {
        let added = spread.king(reached) & path & !reached;
        let reached = reached | added;
    }
}

#[derive(Clone, Copy)]
struct Flood(usize);

impl Kernel<2, 1> for Flood {
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [start, path]: [V; 2]) -> [V; 1] {
        let mut reached = start & path;
        for _ in 0..self.0 {
            [reached] = FloodStep.eval(spread, [reached, path]);
        }
        [reached]
    }
}

kernel! {
    /// Prepares the rounds that count steps.
    fn StepsStart(_spread, a, b, path) -> [reached, goal, apart] {
        let (reached, goal) = (a & path, b & path);
        let apart = (reached & goal).empty_lanes();
    }
}

/// One round that counts steps. The results are the squares reached, the number of steps, whether another round is
/// needed, and whether the goal has not been reached. Another round is needed if this round was needed and has added
/// squares, but has not reached the goal.
#[derive(Clone, Copy)]
struct StepsStep {
    knights: bool,
}

impl Kernel<5, 4> for StepsStep {
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [reached, steps, growing, goal, path]: [V; 5]) -> [V; 4] {
        let attacks = if self.knights { spread.knight(reached) } else { spread.king(reached) };
        let grown = (reached | attacks) & path;
        let growing = growing & !grown.equal(reached);
        let steps = steps.wrapping_add(growing & 1);
        let apart = (grown & goal).empty_lanes();
        [grown, steps, growing & apart, apart]
    }
}

kernel! {
    /// Computes the result after the rounds that count steps. The result is 64 if the goal was not reached.
    fn StepsEnd(_spread, steps, apart) -> [number] {
        let number = (steps & !apart) | (apart & 64);
    }
}

#[derive(Clone, Copy)]
struct Steps {
    knights: bool,
    rounds: usize,
}

impl Kernel<3, 1> for Steps {
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [a, b, path]: [V; 3]) -> [V; 1] {
        let [mut reached, goal, mut apart] = StepsStart.eval(spread, [a, b, path]);
        let (mut steps, mut growing) = (path.nothing(), apart);
        for _ in 0..self.rounds {
            let step = StepsStep { knights: self.knights };
            [reached, steps, growing, apart] = step.eval(spread, [reached, steps, growing, goal, path]);
        }
        StepsEnd.eval(spread, [steps, apart])
    }
}

kernel! {
    /// One forward round of the search for shortest paths. Finds the squares that are reached for the first time, on
    /// boards whose goal has not been reached.
    fn Forward(spread, frontier, reached, goal, path) -> [frontier, reached] {
        let apart = (frontier & goal).empty_lanes();
        let frontier = spread.king(frontier) & path & !reached & apart;
        let reached = reached | frontier;
    }
}

kernel! {
    /// One backward round of the search for shortest paths. Finds the squares of a frontier that lead to the goal.
    fn Backward(spread, arriving, squares, frontier, goal) -> [arriving, squares] {
        let arriving = (spread.king(arriving) | goal) & frontier;
        let squares = squares | arriving;
    }
}

#[derive(Clone, Copy)]
struct Paths(usize);

impl Kernel<3, 1> for Paths {
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [a, b, path]: [V; 3]) -> [V; 1] {
        let goal = b & path;
        let mut frontier = a & path;
        let (mut reached, mut frontiers) = (frontier, Vec::new());
        for _ in 0..self.0 {
            frontiers.push(frontier);
            [frontier, reached] = Forward.eval(spread, [frontier, reached, goal, path]);
        }
        let (mut arriving, mut squares) = (path.nothing(), path.nothing());
        for frontier in frontiers.into_iter().rev() {
            [arriving, squares] = Backward.eval(spread, [arriving, squares, frontier, goal]);
        }
        [squares]
    }
}

fn rounds_are_steps(spread: Attacks) {
    for rounds in 0..64 {
        let of = |kernel: Pattern| kernel.record_rounds(spread, rounds).unwrap();
        let steps = |knights| Program::record(Steps { knights, rounds }, spread).unwrap();
        assert_eq!(of(Pattern::KingFlood), Program::record(Flood(rounds), spread).unwrap());
        assert_eq!(of(Pattern::KingSteps), steps(false));
        assert_eq!(of(Pattern::KnightSteps), steps(true));
        assert_eq!(of(Pattern::ShortestPathSquares), Program::record(Paths(rounds), spread).unwrap());
    }
}

#[test]
fn n_rounds_have_the_operations_of_n_steps() {
    Attacks::ALL.into_iter().for_each(rounds_are_steps);
}

/// Returns a word that is all ones if a condition is true, and otherwise 0.
fn mask(condition: &Formula) -> Word {
    Word::Bits(vec![condition.clone(); 64])
}

/// Returns the number in an input, increased by one if a condition is true.
fn increased(boards: &AllBoards, input: usize, condition: &Formula) -> Word {
    let mut carry = condition.clone();
    let digits = (0..64).map(|digit| {
        let digit = boards.has(input, digit);
        let sum = &digit ^ &carry;
        carry = &carry & &digit;
        sum
    });
    Word::Bits(digits.collect())
}

fn steps_are_proved(spread: Attacks) {
    let flood = Program::record(FloodStep, spread).unwrap();
    prove(&flood, |boards| {
        let [reached, path] = [0, 1].map(|n| Squares::input(boards, n));
        vec![reached.or(&reached.moved(&KING).and(&path)).word()]
    })
    .unwrap();

    for (knights, moves) in [(false, KING), (true, KNIGHT)] {
        let step = Program::record(StepsStep { knights }, spread).unwrap();
        prove(&step, |boards| {
            let [reached, growing, goal, path] = [0, 2, 3, 4].map(|n| Squares::input(boards, n));
            let grown = reached.or(&reached.moved(&moves)).and(&path);
            let added = !&grown.without(&reached).or(&reached.without(&grown)).is_empty().unwrap();
            let apart = grown.and(&goal).is_empty().unwrap();
            let still = Squares::of(boards, |file, rank| &(&growing.at(file, rank) & &added) & &apart);
            let counted = &growing.at(0, 0) & &added;
            vec![grown.word(), increased(boards, 1, &counted), still.word(), mask(&apart)]
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    }

    prove(&Program::record(Forward, spread).unwrap(), |boards| {
        let [frontier, reached, goal, path] = [0, 1, 2, 3].map(|n| Squares::input(boards, n));
        let apart = frontier.and(&goal).is_empty().unwrap();
        let next = frontier.moved(&KING).and(&path).without(&reached);
        let next = Squares::of(boards, |file, rank| &next.at(file, rank) & &apart);
        vec![next.word(), reached.or(&next).word()]
    })
    .unwrap();

    prove(&Program::record(Backward, spread).unwrap(), |boards| {
        let [arriving, squares, frontier, goal] = [0, 1, 2, 3].map(|n| Squares::input(boards, n));
        let next = arriving.moved(&KING).or(&goal).and(&frontier);
        vec![next.word(), squares.or(&next).word()]
    })
    .unwrap();
}

#[test]
fn every_step_is_what_its_coordinates_say_for_all_boards() {
    Attacks::ALL.into_iter().for_each(steps_are_proved);
}

#[test]
fn start_and_end_are_what_their_coordinates_say_for_all_boards() {
    prove(&Program::record(StepsStart, Attacks::Prefix).unwrap(), |boards| {
        let [a, b, path] = [0, 1, 2].map(|n| Squares::input(boards, n));
        let (reached, goal) = (a.and(&path), b.and(&path));
        vec![reached.word(), goal.word(), mask(&a.and(&b).and(&path).is_empty().unwrap())]
    })
    .unwrap();
    prove(&Program::record(StepsEnd, Attacks::Prefix).unwrap(), |boards| {
        let [steps, apart] = [0, 1].map(|n| Squares::input(boards, n));
        vec![Word::of_squares(|file, rank| match (file, rank) {
            (6, 0) => &steps.at(6, 0) | &apart.at(6, 0),
            _ => &steps.at(file, rank) & &!&apart.at(file, rank),
        })]
    })
    .unwrap();
}
