//! Tests and proves the recorded number of all legal moves. The number is proved for all positions in which the king of
//! the side to move is on one of certain squares. With any sets as inputs, the diagrams would be too large.

use setwise::patterns::LegalMoveCount;
use setwise::{Bitboard, Color, Kernel, Lanes, Spread, one_board};
use setwise_ir::Formula::Prefix;
use setwise_ir::emit::{InstructionSet, lower};
use setwise_ir::proof::{AllBoards, Squares, equivalent_on, prove_on};
use setwise_ir::{Pattern, Program, Record};
use setwise_testkit::oracle::legal;
use setwise_testkit::placements::{castling_placement, of_both_sides, random_placement};
use setwise_testkit::random::Sets;

use crate::specifications::legality::place;
use crate::specifications::moves::Positions;

/// Counts the legal moves in a position, which is encoded so that no square contains several pieces. The first three
/// inputs have the binary digits of the piece on each square, from pawn 1 to king 6. The next input has the pieces of
/// the side to move, which has no king among these pieces. The other inputs are the rooks with which a side may still
/// castle, a set that contains the passed square if there is one, and the king of the side to move.
#[derive(Clone, Copy)]
struct OfPosition {
    side: Color,
    /// The only square that a pawn of the other side may have passed.
    passed: usize,
}

/// The index of the input that contains the king of the side to move.
const KING: usize = 6;

impl Kernel<7, 1> for OfPosition {
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 7]) -> [V; 1] {
        let [ones, twos, fours, own, castling, en_passant, king] = input;
        let [pawns, knights, bishops, rooks, queens, kings] = [1, 2, 3, 4, 5, 6].map(|code| {
            let digit = |set: V, bit: u32| if code >> bit & 1 == 1 { set } else { !set };
            digit(ones, 0) & digit(twos, 1) & digit(fours, 2) & !king
        });
        let their_kings = kings & !own;
        let pieces = pawns | knights | bishops | rooks | queens;
        let (own, their) = ((pieces & own) | king, (pieces & !own) | their_kings);
        let kings = king | their_kings;
        let black_to_move = if self.side == Color::White { king.nothing() } else { !king.nothing() };
        let en_passant = en_passant & (1 << self.passed);
        let input = [pawns, knights, bishops, rooks, queens, kings, own, their, castling, en_passant];
        LegalMoveCount.eval(spread, of_both_sides(input, self.side, black_to_move))
    }
}

/// Returns the positions that the inputs of [`OfPosition`] encode.
fn positions(boards: &AllBoards, kernel: OfPosition, king: usize) -> Positions<'_> {
    let input = |n| Squares::input(boards, n);
    let king = (king as i32 % 8, king as i32 / 8);
    let pieces = |code: usize, is_own: bool| {
        Squares::of(boards, |file, rank| {
            let digits = [0, 1, 2].map(|bit| (bit, code >> bit & 1 == 1));
            let bits = digits.into_iter().chain([(3, is_own)]).map(|(n, is_one)| {
                let bit = input(n).at(file, rank);
                if is_one { bit } else { !&bit }
            });
            boards.all(bits.chain([boards.always((file, rank) != king)]))
        })
    };
    Positions {
        boards,
        king,
        forward: if kernel.side == Color::White { 1 } else { -1 },
        own: [1, 2, 3, 4, 5].map(|code| pieces(code, true)),
        their: [1, 2, 3, 4, 5, 6].map(|code| pieces(code, false)),
        castling: input(4),
        en_passant: Squares::of(boards, |file, rank| {
            let is_passed = boards.always((8 * rank + file) as usize == kernel.passed);
            &input(5).at(file, rank) & &is_passed
        }),
    }
}

/// Proves the number of moves with the king on each of `squares`. Each king gets one square that a pawn may have
/// passed.
fn prove_with_kings_on(side: Color, squares: impl Iterator<Item = usize>) {
    println!("| side to move | king | passed | bits | nodes |\n|---|---|---|---|---|");
    for king in squares {
        let passed = if side == Color::White { 40 } else { 16 } + 3 * king % 8;
        let kernel = OfPosition { side, passed };
        let boards = AllBoards::new(7).given(KING, 1 << king);
        let program = Program::record(kernel, Prefix).unwrap();
        match prove_on(&boards, &program, |boards| vec![positions(boards, kernel, king).moves()]) {
            Ok(proof) => println!("| {side} | {king} | {passed} | {} | {} |", proof.bits, proof.nodes),
            Err(failure) => panic!("{side}, king on square {king}, passed {passed}: {failure}"),
        }
    }
}

/// The king castles from e1 and, in Chess960, from b1.
#[test]
fn moves_of_white_are_what_their_coordinates_say_for_all_positions_with_a_king_on_certain_squares() {
    prove_with_kings_on(Color::White, (4..64).step_by(15).chain([1]));
}

/// The king castles from e8 and, in Chess960, from g8.
#[test]
fn moves_of_black_are_what_their_coordinates_say_for_all_positions_with_a_king_on_certain_squares() {
    prove_with_kings_on(Color::Black, (0..64).step_by(15).chain([62]));
}

/// Kernels are also compared on sets that are no position.
#[test]
fn the_program_and_its_lowered_forms_count_what_the_kernel_and_the_oracle_do() {
    let program = Pattern::LegalMoveCount.record(Prefix).unwrap();
    let lowered = InstructionSet::ALL.map(|set| lower(&program, set).program());
    let compare = |input: [u64; 11]| {
        let [Bitboard(moves)] = one_board(LegalMoveCount, input.map(Bitboard));
        assert_eq!(program.run(&input), [moves], "{input:x?}");
        for lowered in &lowered {
            assert_eq!(lowered.run(&input), [moves], "{}, {input:x?}", lowered.name());
        }
        moves
    };
    let mut random = Sets::seeded(9);
    for side in Color::ALL {
        for n in 0..1000 {
            let placement = if n % 2 == 0 { random_placement } else { castling_placement };
            let input = placement(&mut random, side);
            let black_to_move = if side == Color::White { 0 } else { 1 << (random.dense() % 64) };
            let moves = compare(of_both_sides(input, side, black_to_move));
            assert_eq!(moves, legal(input, side).move_count, "{input:x?}");
        }
    }
    for n in 0..500 {
        compare(std::array::from_fn(|_| if n % 2 == 0 { random.sparse() } else { random.dense() }));
    }
}

/// Each instruction set gets other kings and another side to move.
#[test]
fn the_lowered_program_is_the_recorded_one_for_all_boards_with_two_kings_on_certain_squares() {
    let program = Pattern::LegalMoveCount.record(Prefix).unwrap();
    let input = |name| place(Pattern::LegalMoveCount, name);
    for (n, set) in InstructionSet::ALL.into_iter().enumerate() {
        let lowered = lower(&program, set).program();
        let (kings, black_to_move) = (1 << (27 + n) | 1 << (63 - 8 * n), if n % 2 == 0 { 0 } else { !0 });
        let boards = AllBoards::new(11).given(input("kings"), kings).given(input("black_to_move"), black_to_move);
        equivalent_on(&boards, &program, &lowered)
            .unwrap_or_else(|failure| panic!("{set}, kings {kings:#x}, black to move {black_to_move:#x}: {failure}"));
    }
}
