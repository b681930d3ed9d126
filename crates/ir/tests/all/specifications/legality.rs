//! Specifies by coordinates the patterns of checks, pins and legal moves, for boards with one king on a given square.

use setwise_ir::Pattern;
use setwise_ir::proof::{AllBoards, Formula, KING, KNIGHT, Squares, Word};

use super::position::{DIAGONAL, RANKS_DOWN, RANKS_UP, STRAIGHT, sliders};

/// Returns the specified results of a pattern of section 5.5 of the reference.
pub(crate) fn specification(pattern: Pattern, boards: &AllBoards) -> Vec<Word> {
    let input = |name: &str| Squares::input(boards, place(pattern, name));
    let forward = if pattern.name().starts_with("white") { RANKS_UP } else { RANKS_DOWN };
    let [king, own, their] = ["king", "own", "their"].map(input);
    let [pawns, knights, diagonal, straight] =
        ["their_pawns", "their_knights", "their_diagonal", "their_straight"].map(input);
    let pieces = own.or(&their);
    if pattern.without_side() == Some("legal_king_moves") {
        let blockers = pieces.without(&king);
        let sliders = sliders(&diagonal, &straight, &blockers);
        let by_pawns = pawns.moved(&[(1, -forward), (-1, -forward)]);
        let leapers = by_pawns.or(&knights.moved(&KNIGHT)).or(&input("their_king").moved(&KING));
        return vec![king.moved(&KING).without(&own).without(&sliders).without(&leapers).word()];
    }
    let [checkers, between, pinned] =
        checks_and_pins(boards, [&king, &pawns, &knights, &diagonal, &straight, &own, &their], forward);
    let mask = mask(boards, &checkers, &between);
    let set = match pattern.without_side() {
        Some("checkers") => checkers,
        Some("pinned") => pinned,
        Some("check_mask") => mask,
        Some("legal_knight_moves") => input("knights").without(&pinned).moved(&KNIGHT).without(&own).and(&mask),
        Some("legal_knight_move_count") => {
            return vec![number_of_moves(&input("knights").without(&pinned), |moves| moves.without(&own).and(&mask))];
        }
        _ => panic!("{pattern} has no specification: add one in {}", file!()),
    };
    vec![set.word()]
}

/// Returns the pieces that give check, the empty squares between sliders among them and the king, and the pinned pieces. On
/// each line, a piece or a square is between a king and a slider of the other side if both see it, in opposite directions.
pub(crate) fn checks_and_pins<'a>(
    boards: &'a AllBoards,
    [king, pawns, knights, diagonal, straight, own, their]: [&Squares<'a>; 7],
    forward: i32,
) -> [Squares<'a>; 3] {
    let (pieces, none) = (own.or(their), Squares::of(boards, |_, _| boards.always(false)));
    let (mut checkers, mut both) = (none.clone(), none);
    let lines = STRAIGHT.map(|line| (straight, line)).into_iter().chain(DIAGONAL.map(|line| (diagonal, line)));
    for (sliders, (f, r)) in lines {
        let seen = king.rays(&[(f, r)], &pieces);
        checkers = checkers.or(&seen.and(sliders));
        both = both.or(&seen.and(&sliders.rays(&[(-f, -r)], &pieces)));
    }
    let by_pawns = king.moved(&[(1, forward), (-1, forward)]).and(pawns);
    let checkers = checkers.or(&king.moved(&KNIGHT).and(knights)).or(&by_pawns);
    [checkers, both.without(&pieces), both.and(own)]
}

/// Returns the number of jumps of all knights that count. `legal` receives the targets of the jumps in one direction, and
/// returns those that count.
pub(crate) fn number_of_moves<'a>(knights: &Squares<'a>, legal: impl Fn(Squares<'a>) -> Squares<'a>) -> Word {
    Word::of_count(KNIGHT.iter().flat_map(|step| legal(knights.moved(&[*step])).formulas().to_vec()))
}

/// Returns all squares if there is no checker, the checker and the squares between if there is one, and no squares if
/// there are several.
pub(crate) fn mask<'a>(boards: &'a AllBoards, checkers: &Squares<'a>, between: &Squares<'a>) -> Squares<'a> {
    let formulas = || checkers.formulas().to_vec();
    let [none, several]: [Formula; 2] = [!&boards.at_least(1, formulas()), boards.at_least(2, formulas())];
    let ends = checkers.or(between);
    Squares::of(boards, |file, rank| &(&ends.at(file, rank) | &none) & &!&several)
}

/// Returns the place of an input of a pattern.
pub(crate) fn place(pattern: Pattern, input: &str) -> usize {
    pattern.inputs().iter().position(|name| *name == input).unwrap_or_else(|| panic!("{pattern} has no {input}"))
}
