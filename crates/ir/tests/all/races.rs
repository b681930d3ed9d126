//! Proves patterns whose last input is a flag or a number, for all boards. Pawn races are compared with their tables,
//! and forks of at least or exactly n targets are compared with a definition by coordinates.

use setwise::Color;
use setwise::patterns::{caught_area, caught_by_knight};
use setwise_ir::Formula::Prefix;
use setwise_ir::proof::{AllBoards, Formula, KNIGHT, Squares, Word, prove};
use setwise_ir::{Pattern, Record};

/// Returns the squares on which a pawn is caught by any piece in the first input. `table` returns these squares for one
/// piece. The second input says which side is to move.
fn caught(
    boards: &AllBoards,
    side: Color,
    table: fn(Color, Color, setwise::Square) -> setwise::Bitboard,
) -> Squares<'_> {
    let black_to_move = Squares::input(boards, 1).is_empty().unwrap();
    let white_to_move = !&black_to_move;
    Squares::of(boards, |file, rank| {
        let pawn = setwise::Square::ALL[(8 * rank + file) as usize];
        let by = |to_move: Color| {
            let catchers =
                setwise::Square::ALL.into_iter().filter(|square| table(side, to_move, *square).contains(pawn));
            boards.any(catchers.map(|square| boards.has(0, square.index())))
        };
        &(&by(Color::White) & &white_to_move) | &(&by(Color::Black) & &black_to_move)
    })
}

#[test]
fn pawn_races_are_what_the_tables_say_for_all_boards() {
    let area = |boards: &AllBoards, side| caught(boards, side, caught_area).without(&Squares::input(boards, 0)).word();
    let by_knight = |boards: &AllBoards, side| caught(boards, side, caught_by_knight).word();
    for (pattern, side, specified) in [
        (Pattern::WhiteCaughtArea, Color::White, &area as &dyn Fn(&AllBoards, Color) -> Word),
        (Pattern::BlackCaughtArea, Color::Black, &area),
        (Pattern::WhiteCaughtByKnight, Color::White, &by_knight),
        (Pattern::BlackCaughtByKnight, Color::Black, &by_knight),
    ] {
        prove(&pattern.record(Prefix).unwrap(), |boards| vec![specified(boards, side)])
            .unwrap_or_else(|failure| panic!("{pattern}: {failure}"));
    }
}

/// Returns the formula that is true if the second input is this number.
fn is_number(boards: &AllBoards, number: usize) -> Formula {
    boards.all((0..64).map(|digit| {
        let digit_is_set = boards.has(1, digit);
        if digit < 4 && number >> digit & 1 == 1 { digit_is_set } else { !&digit_is_set }
    }))
}

#[test]
fn forks_of_a_number_of_targets_are_what_their_coordinates_say_for_all_boards_and_numbers() {
    let forks = |exactly: bool| {
        move |boards: &AllBoards| {
            let targets = Squares::input(boards, 0);
            vec![Word::of_squares(|file, rank| {
                let at_least = |least: usize| boards.at_least(least, targets.around(&KNIGHT, file, rank));
                let forks = |n: usize| if exactly { &at_least(n) & &!&at_least(n + 1) } else { at_least(n) };
                boards.any((0..=8).map(|n| &is_number(boards, n) & &forks(n)))
            })]
        }
    };
    for (pattern, exactly) in [(Pattern::ForksAtLeast, false), (Pattern::ForksExactly, true)] {
        let program = pattern.record(Prefix).unwrap();
        prove(&program, forks(exactly)).unwrap_or_else(|failure| panic!("{pattern}: {failure}"));
    }
}
