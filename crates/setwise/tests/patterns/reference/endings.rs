//! Counts the positions of pawn endings, and the positions in which the rule of the square is wrong. White has the
//! pawns.

use setwise::patterns::caught_area;
use setwise::patterns::pawn_endings::{KingAndPawn, TwoPassers};
use setwise::{Bitboard, Color, Square};
use setwise_testkit::random::fnv1a_of_sets;

use super::page::hex;
use crate::spec_pawns::{pairs, pawns};

/// Returns five values: the number of positions, the number of positions that the pawns win, two numbers of errors, and
/// a checksum. The first number of errors counts positions for which the rule of the square wrongly says "caught". The
/// second counts positions for which the rule wrongly says "not caught". The checksum covers the sets of kings that
/// catch both pawns.
pub(crate) fn two_passers(table: &TwoPassers, to_move: Color) -> [String; 5] {
    let (mut positions, mut won, mut too_many, mut too_few, mut sets) = (0, 0, 0, 0, Vec::new());
    for pawns in pairs() {
        let kings = !Bitboard::from_squares(&pawns);
        let catching = table.catching_kings(Color::Black, to_move, pawns);
        let by_rule = pawns.map(|pawn| catching_by_rule(to_move, pawn)).into_iter().fold(kings, |all, set| all & set);
        positions += kings.count();
        won += (kings & !catching).count();
        too_many += (by_rule & !catching).count();
        too_few += (catching & !by_rule).count();
        sets.push(catching.0);
    }
    let [positions, won, too_many, too_few] = [positions, won, too_many, too_few].map(|n| n.to_string());
    [positions, won, too_many, too_few, hex(fnv1a_of_sets(sets))]
}

/// Returns the same five values as `two_passers`, but for the legal positions of a pawn and its own king. Here the
/// checksum covers the sets of kings that lose.
pub(crate) fn king_and_pawn(table: &KingAndPawn, to_move: Color) -> [String; 5] {
    let (mut positions, mut won, mut too_many, mut too_few, mut sets) = (0, 0, 0, 0, Vec::new());
    for (pawn, own) in pawns().flat_map(|pawn| Square::ALL.map(|own| (pawn, own))) {
        let legal = KingAndPawn::legal_kings(Color::White, to_move, pawn, own);
        let lost = table.losing_kings(Color::White, to_move, pawn, own);
        let by_rule = catching_by_rule(to_move, pawn) & legal;
        positions += legal.count();
        won += lost.count();
        too_many += (by_rule & lost).count();
        too_few += (legal & !lost & !by_rule).count();
        sets.push(lost.0);
    }
    let [positions, won, too_many, too_few] = [positions, won, too_many, too_few].map(|n| n.to_string());
    [positions, won, too_many, too_few, hex(fnv1a_of_sets(sets))]
}

/// Returns the squares from which a black king catches the pawn according to the rule of the square.
fn catching_by_rule(to_move: Color, pawn: Square) -> Bitboard {
    Square::ALL.into_iter().filter(|king| caught_area(Color::Black, to_move, *king).contains(pawn)).collect()
}
