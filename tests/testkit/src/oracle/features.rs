//! The definitions of all features of a position, by coordinates. Tests and the laboratory compare results with these
//! definitions.

use setwise::Color;

use super::checks::{check_mask, checkers, pinned};
use super::legal::legal;
use super::{
    ahead, attacked_squares, caught_by_king, caught_by_knights, checks_on_lines, coordinates, fork_squares,
    forks_setwise_safe, king_attacks, king_files, knight_attacks, knight_move_count, knight_reach, leaper_attacks,
    shield_index, single, vulnerable_lines, waves,
};
use crate::positions::Position;
use crate::view::View;

/// A position seen from both sides, and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BothSides {
    /// The position as seen by the side to which a feature belongs.
    pub own: View,
    /// The position as seen by the other side.
    pub their: View,
    /// The side to move.
    pub to_move: Color,
    /// The rooks that may castle.
    pub unmoved_rooks: u64,
    /// The en passant square as a set, or an empty set.
    pub en_passant: u64,
}

impl BothSides {
    /// Reads the first four fields of a FEN or EPD line. Both fields of rights may be missing. `side` is the side of the
    /// feature, or `None` for a feature of the side to move.
    ///
    /// # Errors
    ///
    /// Returns an error if the placement is not eight ranks of eight squares, or contains a letter that is not a piece.
    pub fn from_fen(line: &str, side: Option<Color>) -> Result<Self, String> {
        let position = Position::from_fen(line)?;
        let mut fields = line.split_ascii_whitespace().skip(1);
        let to_move = if fields.next() == Some("b") { Color::Black } else { Color::White };
        let rooks = fields.next().unwrap_or_default().chars().map(|letter| castling_rook(letter, &position));
        let unmoved_rooks = rooks.fold(0, |all, rook| all | rook);
        let square = |name: &str| match name.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => single(((file - b'a').into(), (rank - b'1').into())),
            _ => 0,
        };
        let en_passant = fields.next().map_or(0, square);
        let side = side.unwrap_or(to_move);
        let [own, their] = [side, !side].map(|side| View::new(&position, side));
        Ok(Self { own, their, to_move, unmoved_rooks, en_passant })
    }
}

/// Returns the rook that a letter of the castling field denotes (X-FEN), or an empty set if there is none. `K` and `Q`
/// denote the outermost rooks on the two sides of the king, and any other letter is the file of the rook.
fn castling_rook(letter: char, position: &Position) -> u64 {
    let (side, rank) = if letter.is_ascii_uppercase() { (Color::White, 0) } else { (Color::Black, 7) };
    let view = View::new(position, side);
    let files =
        |set: u64| -> Vec<i32> { coordinates(set).filter(|place| place.1 == rank).map(|place| place.0).collect() };
    let (kings, rooks) = (files(view.king), files(view.rooks));
    let [king] = kings[..] else { return 0 };
    let file = match letter.to_ascii_lowercase() {
        'k' => rooks.iter().copied().filter(|rook| *rook > king).max(),
        'q' => rooks.iter().copied().filter(|rook| *rook < king).min(),
        letter => rooks.iter().copied().find(|rook| u32::from(letter) == u32::from(b'a') + *rook as u32),
    };
    file.map_or(0, |file| single((file, rank)))
}

/// Returns the value of the feature with this name, or `None` if the name is unknown. The name does not contain the
/// side: an example is `knight_moves`.
#[must_use]
pub fn feature(name: &str, sides: &BothSides) -> Option<u64> {
    let BothSides { own, their, to_move, .. } = sides;
    let knight_moves = || knight_attacks(own.knights) & !own.own;
    let king_moves = || king_attacks(own.king) & !own.own;
    let value = match name {
        "knights" => own.knights,
        "king" => own.king,
        "knight_attacks" => knight_attacks(own.knights),
        "knight_attacks_ge2" => fork_squares(own.knights, 2),
        "knight_moves" => knight_moves(),
        "knight_move_count" => knight_move_count(own.knights, own.own),
        "knight_captures" => knight_attacks(own.knights) & own.their,
        "knight_safe_moves" => knight_moves() & !pawn_attacks(their),
        "knight_fill2" => knight_reach(own.knights, 2, !0, true),
        "knight_fill3" => knight_reach(own.knights, 3, !0, true),
        "knight_safe_reach2" => knight_reach(own.knights, 2, !(own.own | attacks(their)), true),
        "knight_safe_reach3" => knight_reach(own.knights, 3, !(own.own | attacks(their)), true),
        "pawn_attacks" => pawn_attacks(own),
        "attacks" => attacks(own),
        "king_attacks" => king_attacks(own.king),
        "king_moves" => king_moves(),
        "king_escapes" => king_moves() & !attacks(their),
        "legal_king_moves" => king_attacks(own.king) & !own.taboo(),
        "king_escape_lines" if own.king == 0 => 0,
        "king_escape_lines" => vulnerable_lines(own.king, own.own | attacks(their)),
        "king_zone_attacked" => (king_attacks(own.king) | own.king) & attacks(their),
        "shield_pawns" => shield_pawns(own),
        "shield_index" => shield_index(own.king, own.pawns, own.side),
        "open_files" => king_files(own.king, own.pawns, own.their_pawns)[0],
        "half_open_files" => king_files(own.king, own.pawns, own.their_pawns)[1],
        "forks" => fork_squares(own.targets(), 2),
        "forks_ge3" => fork_squares(own.targets(), 3),
        "royal_forks" => knight_attacks(own.their_king) & knight_attacks(own.their_queens),
        "family_forks" => {
            [own.their_king, own.their_queens, own.their_rooks].map(knight_attacks).iter().fold(!0, |a, b| a & b)
        }
        "forks_reachable" => fork_squares(own.targets(), 2) & knight_moves(),
        "forks_safe" => fork_squares(own.targets(), 2) & knight_moves() & !attacks(their),
        "forks_setwise_safe" => {
            forks_setwise_safe([own.targets(), own.own, own.knights, own.their_pawns, own.their_knights], their.side)
        }
        "hanging" => hanging(own, their),
        "undefended_pawns" => own.pawns & !attacks(own),
        "forks_any" => fork_squares(own.targets() | hanging(their, own) | their.pawns & !attacks(their), 2),
        "passers" => passers(own),
        "uncatchable_passers" => {
            let king = coordinates(their.king).next();
            passers(own) & !king.map_or(0, |king| caught_by_king(king, their.side, *to_move))
        }
        "knight_uncatchable_passers" => passers(own) & !caught_by_knights(their.knights, their.side, *to_move),
        "king_flood" => {
            let path = own.king | !(own.occupied() | attacks(their));
            waves(own.king, path, king_attacks).into_iter().fold(0, |reached, wave| reached | wave)
        }
        "distant_checks" => {
            let lines = vulnerable_lines(their.king, their.own | attacks(own));
            let (diagonal, straight) = (own.bishops | own.queens, own.rooks | own.queens);
            checks_on_lines([their.king, lines, diagonal, straight, own.own, own.occupied()])
        }
        "checkers" => checkers(own),
        "pinned" => pinned(own),
        "check_mask" => check_mask(own),
        "legal_knight_moves" => legal_knight_moves(own),
        "legal_knight_move_count" => knight_move_count(free_knights(own), own.own | !check_mask(own)),
        "forks_legal" => fork_squares(own.targets(), 2) & legal_knight_moves(own),
        "in_check" => (checkers(own) != 0).into(),
        "legal_move_count" => legal_move_count(sides).unwrap_or(0),
        "checkmate" => (checkers(own) != 0 && legal_move_count(sides) == Some(0)).into(),
        "stalemate" => (checkers(own) == 0 && legal_move_count(sides) == Some(0)).into(),
        _ => return None,
    };
    Some(value)
}

/// Returns the number of legal moves of a side, or `None` unless it has exactly one king.
fn legal_move_count(BothSides { own, their, unmoved_rooks, en_passant, .. }: &BothSides) -> Option<u64> {
    let View { pawns, knights, bishops, rooks, queens, king, .. } = own;
    let pieces = [
        pawns | their.pawns,
        knights | their.knights,
        bishops | their.bishops,
        rooks | their.rooks,
        queens | their.queens,
        king | their.king,
    ];
    let [a, b, c, d, e, f] = pieces;
    let input = [a, b, c, d, e, f, own.own, their.own, *unmoved_rooks, *en_passant];
    (own.king.count_ones() == 1).then(|| legal(input, own.side).move_count)
}

fn legal_knight_moves(view: &View) -> u64 {
    knight_attacks(free_knights(view)) & !view.own & check_mask(view)
}

fn free_knights(view: &View) -> u64 {
    view.knights & !pinned(view)
}

/// Returns the squares that a side attacks. Every piece blocks sliders, including the other side's king.
fn attacks(view: &View) -> u64 {
    let [pawns, knights, bishops, rooks, queens, king, occupied, _] = view.attackers();
    attacked_squares([pawns, knights, bishops, rooks, queens, king, occupied, 0], view.side)
}

fn pawn_attacks(view: &View) -> u64 {
    let ahead = ahead(view.side);
    leaper_attacks(view.pawns, &[(1, ahead), (-1, ahead)])
}

fn hanging(own: &View, their: &View) -> u64 {
    own.own & !own.king & attacks(their) & !attacks(own)
}

/// Returns the passed pawns of a side, tested pawn by pawn. A pawn is passed if no pawn of the other side is ahead of
/// it on its own or an adjacent file.
fn passers(view: &View) -> u64 {
    let ahead = ahead(view.side);
    let stops =
        |(file, rank): (i32, i32), (other, its): (i32, i32)| (file - other).abs() <= 1 && (its - rank) * ahead > 0;
    let free = |&pawn: &(i32, i32)| !coordinates(view.their_pawns).any(|theirs| stops(pawn, theirs));
    coordinates(view.pawns).filter(free).map(single).sum()
}

fn shield_pawns(view: &View) -> u64 {
    let ahead = ahead(view.side);
    let jumps: Vec<(i32, i32)> = (-1..=1).flat_map(|file| [(file, ahead), (file, 2 * ahead)]).collect();
    leaper_attacks(view.king, &jumps) & view.pawns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_two_sides_and_one_to_move() {
        let line = "4k3/8/8/1p6/8/6P1/8/4K3 b - -";
        let [white, black] = Color::ALL.map(|side| BothSides::from_fen(line, Some(side)).unwrap());
        assert_eq!((white.own, white.their, white.to_move), (black.their, black.own, Color::Black));
        assert_eq!(feature("passers", &white), Some(1 << 22));
        assert_eq!(feature("passers", &black), Some(1 << 33));
        assert_eq!(feature("white_passers", &white), None);
        assert!(BothSides::from_fen("8/8 w", None).is_err());
    }
}
