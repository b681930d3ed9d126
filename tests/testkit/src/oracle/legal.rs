//! Checks, pins and legal moves, by playing each move on a board of 64 squares and looking at the king afterwards.

use setwise::Color;

use super::patterns::{self, ray};
use super::{ahead, coordinates, index, single};

/// A square as file and rank, 0 to 7 each.
type Place = (i32, i32);

/// A piece: whether it belongs to the side that is examined, and its kind, from pawn 0 to king 5.
type Piece = (bool, usize);

const KNIGHT: usize = 1;
const ROOK: usize = 3;
const KING: usize = 5;

/// A position and the direction in which the pawns of the examined side move.
#[derive(Debug, Clone)]
struct Board {
    squares: [[Option<Piece>; 8]; 8],
    ahead: i32,
}

/// A move: from, to, the square of a piece taken en passant, and the number of pieces to which a pawn may be promoted
/// (1 if it is no promotion).
type Move = (Place, Place, Option<Place>, u64);

/// What the rules allow one side, without moves of the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Legal {
    /// The pieces that give check.
    pub checkers: u64,
    /// The pieces that are pinned to the king.
    pub pinned: u64,
    /// The squares on which a piece other than the king ends every check.
    pub check_mask: u64,
    /// The squares to which the king may move, without castling.
    pub king_moves: u64,
    /// The squares to which knights may move.
    pub knight_moves: u64,
    /// The number of moves of knights.
    pub knight_move_count: u64,
    /// The number of all moves, with castling and en passant. A promotion counts four times.
    pub move_count: u64,
}

/// Examines a side that has exactly one king. The inputs are those of `LegalMoveCount`.
#[must_use]
pub fn legal(input: [u64; 10], side: Color) -> Legal {
    let [.., castling, en_passant] = input;
    let board = Board::new(input, ahead(side));
    let king = board.places(|piece| piece == (true, KING)).next().expect("one king");
    let mut legal = Legal { checkers: board.checkers(king), ..Legal::default() };
    for place in board.places(|piece| piece.0 && piece.1 != KING) {
        if board.with(place, None).checkers(king) & !legal.checkers != 0 {
            legal.pinned |= single(place);
        }
    }
    for place in all_places().filter(|place| board.at(*place).is_none_or(|piece| !piece.0)) {
        let blocked = board.with(place, Some((true, 0)));
        legal.check_mask |= if blocked.checkers(king) == 0 { single(place) } else { 0 };
    }
    if legal.checkers == 0 {
        legal.check_mask = !0;
    }
    for (kind, _, to, promotions) in board.legal_moves(king, en_passant) {
        legal.move_count += promotions;
        match kind {
            KNIGHT => {
                legal.knight_moves |= single(to);
                legal.knight_move_count += 1;
            }
            KING => legal.king_moves |= single(to),
            _ => {}
        }
    }
    legal.move_count += board.castlings(king, castling);
    legal
}

/// Returns the legal moves of the knights, and those of the king without castling, as pairs of squares. The inputs are
/// those of [`legal`].
#[must_use]
pub fn legal_pairs(input: [u64; 10], side: Color) -> [Vec<(u8, u8)>; 2] {
    let [.., en_passant] = input;
    let board = Board::new(input, ahead(side));
    let king = board.places(|piece| piece == (true, KING)).next().expect("one king");
    let square = |(file, rank): Place| (file + 8 * rank) as u8;
    [KNIGHT, KING].map(|wanted| {
        let moves = board.legal_moves(king, en_passant).into_iter().filter(|one| one.0 == wanted);
        let mut pairs: Vec<(u8, u8)> = moves.map(|(_, from, to, _)| (square(from), square(to))).collect();
        pairs.sort_unstable();
        pairs
    })
}

fn all_places() -> impl Iterator<Item = Place> {
    (0..64).map(|square| (square % 8, square / 8))
}

impl Board {
    fn new(input: [u64; 10], ahead: i32) -> Self {
        let [kinds @ .., own, _their, _castling, _en_passant] = input;
        let mut squares = [[None; 8]; 8];
        for (kind, set) in kinds.into_iter().enumerate() {
            for (file, rank) in coordinates(set) {
                squares[rank as usize][file as usize] = Some((own & single((file, rank)) != 0, kind));
            }
        }
        Self { squares, ahead }
    }

    /// Returns the piece on a square. A place outside the board has none.
    fn at(&self, (file, rank): Place) -> Option<Piece> {
        *self.squares.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?)?
    }

    fn with(&self, (file, rank): Place, piece: Option<Piece>) -> Self {
        let mut board = self.clone();
        board.squares[rank as usize][file as usize] = piece;
        board
    }

    fn places(&self, is_wanted: impl Fn(Piece) -> bool) -> impl Iterator<Item = Place> {
        all_places().filter(move |place| self.at(*place).is_some_and(&is_wanted))
    }

    /// Returns the squares that the piece on a square attacks, occupied or not.
    fn attacks(&self, (file, rank): Place) -> Vec<Place> {
        let Some((is_own, kind)) = self.at((file, rank)) else { return vec![] };
        let ahead = if is_own { self.ahead } else { -self.ahead };
        let steps = |steps: &[Place]| -> Vec<Place> {
            let places = steps.iter().map(|(f, r)| (file + f, rank + r));
            places.filter(|(file, rank)| index(*file, *rank).is_some()).collect()
        };
        let occupied = self.places(|_| true).map(single).sum();
        let rays = |directions: &[Place]| -> Vec<Place> {
            directions.iter().flat_map(|direction| ray((file, rank), *direction, occupied)).collect()
        };
        match kind {
            0 => steps(&[(-1, ahead), (1, ahead)]),
            KNIGHT => steps(&super::KNIGHT),
            2 => rays(&patterns::BISHOP),
            ROOK => rays(&patterns::ROOK),
            4 => rays(&[patterns::BISHOP, patterns::ROOK].concat()),
            _ => steps(&super::KING),
        }
    }

    /// Returns the pieces of a side that attack a square.
    fn attackers(&self, target: Place, own: bool) -> u64 {
        let attackers = self.places(|piece| piece.0 == own).filter(|place| self.attacks(*place).contains(&target));
        attackers.map(single).sum()
    }

    /// Returns the pieces that give check to a king. A king next to it gives no check.
    fn checkers(&self, king: Place) -> u64 {
        let kings: u64 = self.places(|piece| piece == (false, KING)).map(single).sum();
        self.attackers(king, false) & !kings
    }

    /// Returns the moves without castling. They may leave the king in check.
    fn moves(&self, en_passant: u64) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.places(|piece| piece.0) {
            let is_pawn = self.at(from) == Some((true, 0));
            for to in self.attacks(from) {
                match self.at(to) {
                    Some((is_own, _)) if !is_own => moves.push((from, to, None, self.promotions(is_pawn, to))),
                    None if !is_pawn => moves.push((from, to, None, 1)),
                    None if single(to) & en_passant != 0 && self.has_passed(to) => {
                        moves.push((from, to, Some((to.0, to.1 - self.ahead)), 1));
                    }
                    _ => {}
                }
            }
            let [one, two] = [1, 2].map(|steps| (from.0, from.1 + steps * self.ahead));
            if is_pawn && index(one.0, one.1).is_some() && self.at(one).is_none() {
                moves.push((from, one, None, self.promotions(true, one)));
                if from.1 == self.first_rank() + self.ahead && self.at(two).is_none() {
                    moves.push((from, two, None, 1));
                }
            }
        }
        moves
    }

    /// Returns the rank on which the examined side's pieces start.
    fn first_rank(&self) -> i32 {
        if self.ahead > 0 { 0 } else { 7 }
    }

    /// Returns the moves without castling that do not leave the king in check. A move is the kind of the piece, from, to,
    /// and the number of pieces to which a pawn may be promoted.
    fn legal_moves(&self, king: Place, en_passant: u64) -> Vec<(usize, Place, Place, u64)> {
        let is_legal = |&(from, to, taken, promotions): &Move| {
            let piece = self.at(from).expect("a piece moves");
            let mut after = self.with(to, Some(piece)).with(from, None);
            if let Some(taken) = taken {
                after = after.with(taken, None);
            }
            let attackers = if piece.1 == KING { after.attackers(to, false) } else { after.checkers(king) };
            (attackers == 0).then_some((piece.1, from, to, promotions))
        };
        self.moves(en_passant).iter().filter_map(is_legal).collect()
    }

    fn promotions(&self, is_pawn: bool, to: Place) -> u64 {
        if is_pawn && to.1 == 7 - self.first_rank() { 4 } else { 1 }
    }

    /// Returns whether a pawn of the other side can have passed an empty square by a double step.
    fn has_passed(&self, (file, rank): Place) -> bool {
        rank == self.first_rank() + 5 * self.ahead
            && self.at((file, rank - self.ahead)) == Some((false, 0))
            && self.at((file, rank + self.ahead)).is_none()
    }

    /// Returns the number of castlings. `rights` has the squares of the rooks.
    fn castlings(&self, king: Place, rights: u64) -> u64 {
        let rank = self.first_rank();
        let may_castle = |rook: Place| single(rook) & rights != 0 && self.at(rook) == Some((true, ROOK));
        let rooks = (0..8).map(|file| (file, rank)).filter(|rook| king.1 == rank && may_castle(*rook));
        rooks.filter(|rook| self.castles(king, *rook)).count() as u64
    }

    /// Returns whether the king castles with a rook on its rank. The king ends on file g and the rook on file f, or the
    /// king on file c and the rook on file d.
    fn castles(&self, king: Place, rook: Place) -> bool {
        let [king_to, rook_to] = if rook.0 > king.0 { [6, 5] } else { [2, 3] };
        let path = |from: Place, to: i32| (from.0.min(to)..=from.0.max(to)).map(move |file| (file, from.1));
        let mut passed = path(king, king_to).chain(path(rook, rook_to));
        let is_free = passed.all(|place| place == king || place == rook || self.at(place).is_none());
        let is_safe = path(king, king_to).all(|place| self.attackers(place, false) == 0);
        let [king_to, rook_to] = [king_to, rook_to].map(|file| (file, king.1));
        let lifted = self.with(king, None).with(rook, None);
        let after = lifted.with(king_to, Some((true, KING))).with(rook_to, Some((true, ROOK)));
        is_free && is_safe && after.attackers(king_to, false) == 0
    }
}
