//! Moves of the knights and the king of the side to move, as `setwise moves` prints them.

use std::fmt::Write as _;

use setwise_positions::{king_moves, knight_moves, legal_king_moves, legal_knight_moves};

use crate::request::position;

/// Returns a line for each move of the side to move of a FEN: `knight` or `king`, the move such as `b1c3`, and `legal`,
/// `illegal` or `unknown`. Legality is unknown unless the side has exactly one king. Castling is left out.
///
/// # Errors
///
/// Returns the reason if the text is not a position.
pub fn moves(fen: &str) -> Result<String, String> {
    let (position, _) = position(fen)?;
    let legal = legal_knight_moves(&position).zip(legal_king_moves(&position));
    let legal: Option<Vec<_>> = legal.map(|(knights, kings)| knights.chain(kings).collect());
    let knights = knight_moves(&position).map(|step| ("knight", step));
    let mut lines = String::new();
    for (piece, step) in knights.chain(king_moves(&position).map(|step| ("king", step))) {
        let legality = match &legal {
            None => "unknown",
            Some(legal) if legal.contains(&step) => "legal",
            Some(_) => "illegal",
        };
        let _ = writeln!(lines, "{piece}\t{}{}\t{legality}", step.0, step.1);
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_knight_and_an_attacked_square_are_illegal() {
        let text = moves("4k3/8/8/8/8/4r3/4N3/3RK3 w - -").unwrap();
        let of = |legality| text.lines().filter(|line| line.ends_with(&format!("\t{legality}"))).collect::<Vec<_>>();
        assert_eq!(of("legal"), ["king\te1f1\tlegal", "king\te1d2\tlegal", "king\te1f2\tlegal"]);
        let knight = ["c1", "g1", "c3", "g3", "d4", "f4"].map(|to| format!("knight\te2{to}\tillegal"));
        assert_eq!(of("illegal"), knight);
        let two = moves("4k3/8/8/8/8/8/8/K6K b - -").unwrap();
        assert_eq!(two.lines().count(), 5);
        let no_king = moves("8/8/8/8/8/8/8/N7 w - -").unwrap();
        assert_eq!(no_king, "knight\ta1c2\tunknown\nknight\ta1b3\tunknown\n");
        assert_eq!(moves("8/8").unwrap_err(), "the placement has 2 ranks, not 8");
    }
}
