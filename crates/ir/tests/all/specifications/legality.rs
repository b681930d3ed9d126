//! Specifies by coordinates the patterns of checks, pins and legal moves, for boards with one king on a given square.

use setwise_ir::Pattern;
use setwise_ir::proof::{AllBoards, Formula, KING, KNIGHT, Squares, Word};

use super::position::{DIAGONAL, RANKS_DOWN, RANKS_UP, STRAIGHT};

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
        let sliders = straight.rays(&STRAIGHT, &blockers).or(&diagonal.rays(&DIAGONAL, &blockers));
        let by_pawns = pawns.moved(&[(1, -forward), (-1, -forward)]);
        let leapers = by_pawns.or(&knights.moved(&KNIGHT)).or(&input("their_king").moved(&KING));
        return vec![king.moved(&KING).without(&own).without(&sliders).without(&leapers).word()];
    }
    let none = || Squares::of(boards, |_, _| boards.always(false));
    let (mut checkers, mut between, mut pinned) = (none(), none(), none());
    let lines = STRAIGHT.map(|line| (&straight, line)).into_iter().chain(DIAGONAL.map(|line| (&diagonal, line)));
    for (sliders, (f, r)) in lines {
        let seen = king.rays(&[(f, r)], &pieces);
        let both = seen.and(&sliders.rays(&[(-f, -r)], &pieces));
        checkers = checkers.or(&seen.and(sliders));
        between = between.or(&both.without(&pieces));
        pinned = pinned.or(&both.and(&own));
    }
    let by_pawns = king.moved(&[(1, forward), (-1, forward)]).and(&pawns);
    checkers = checkers.or(&king.moved(&KNIGHT).and(&knights)).or(&by_pawns);
    let mask = mask(boards, &checkers, &between);
    let set = match pattern.without_side() {
        Some("checkers") => checkers,
        Some("pinned") => pinned,
        Some("check_mask") => mask,
        Some("legal_knight_moves") => input("knights").without(&pinned).moved(&KNIGHT).without(&own).and(&mask),
        Some("legal_knight_move_count") => {
            let knights = input("knights").without(&pinned);
            let moves = KNIGHT.map(|step| knights.moved(&[step]).without(&own).and(&mask));
            return vec![Word::of_count(moves.iter().flat_map(|set| set.formulas().to_vec()))];
        }
        _ => panic!("{pattern} has no specification: add one in {}", file!()),
    };
    vec![set.word()]
}

/// Returns all squares if there is no checker, the checker and the squares between if there is one, and no squares if
/// there are several.
fn mask<'a>(boards: &'a AllBoards, checkers: &Squares<'a>, between: &Squares<'a>) -> Squares<'a> {
    let formulas = || checkers.formulas().to_vec();
    let [none, several]: [Formula; 2] = [!&boards.at_least(1, formulas()), boards.at_least(2, formulas())];
    let ends = checkers.or(between);
    Squares::of(boards, |file, rank| &(&ends.at(file, rank) | &none) & &!&several)
}

/// Returns the place of an input of a pattern.
pub(crate) fn place(pattern: Pattern, input: &str) -> usize {
    pattern.inputs().iter().position(|name| *name == input).unwrap_or_else(|| panic!("{pattern} has no {input}"))
}
