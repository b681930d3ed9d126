//! Specifies the number of legal moves by coordinates, for positions in which the side to move has one king on a given
//! square. Each move is made on the board, and the king must not be attacked afterwards.

use setwise_ir::proof::{AllBoards, Formula, KING, KNIGHT, Squares, Word, coordinates, index};

use super::position::{DIAGONAL, RANKS_UP, STRAIGHT};

/// A square as file and rank, 0 to 7 each.
type Place = (i32, i32);

/// Positions in which the side to move has one king. No square contains several pieces.
pub(crate) struct Positions<'a> {
    pub(crate) boards: &'a AllBoards,
    /// The square of the king.
    pub(crate) king: Place,
    /// The ranks by which the pawns of the side to move advance: 1 for White, -1 for Black.
    pub(crate) forward: i32,
    /// The pawns, knights, bishops, rooks and queens of the side to move.
    pub(crate) own: [Squares<'a>; 5],
    /// The pawns, knights, bishops, rooks, queens and kings of the other side.
    pub(crate) their: [Squares<'a>; 6],
    /// The rooks with which the side to move may still castle.
    pub(crate) castling: Squares<'a>,
    /// The square that a pawn of the other side has just passed, at most one.
    pub(crate) en_passant: Squares<'a>,
}

/// Returns two formulas as the binary digits of the number of true ones. The second digit is returned twice, because it
/// counts twice. The kernel adds two words in this way.
fn digits([a, b]: [Formula; 2]) -> [Formula; 3] {
    let both = &a & &b;
    [&a ^ &b, both.clone(), both]
}

/// Changes on a board: the squares that become empty, and the square to which a piece of the side to move goes.
struct Change<'a> {
    emptied: &'a [Place],
    to: Option<Place>,
}

impl Positions<'_> {
    /// Returns the number of legal moves. A promotion counts four times.
    pub(crate) fn moves(&self) -> Word {
        let by_target = coordinates().flat_map(|to| {
            let sliders = STRAIGHT.iter().chain(&DIAGONAL).map(move |step| self.slider_move(*step, to));
            let knights = KNIGHT.iter().map(move |step| self.knight_move(*step, to));
            sliders.chain(knights).chain(self.pawn_moves(to))
        });
        let kings = KING.iter().map(|step| self.king_move(*step));
        let castlings = [self.castling(0, [2, 3]), self.castling(7, [6, 5])];
        let en_passant = [-1, 1].map(|file| self.capture_en_passant(file));
        Word::of_count(by_target.chain(kings).chain(digits(castlings)).chain(digits(en_passant)))
    }

    /// Returns whether one of several sets contains a square.
    fn any(&self, sets: &[Squares], (file, rank): Place) -> Formula {
        self.boards.any(sets.iter().map(|set| set.at(file, rank)))
    }

    fn has_own(&self, place: Place) -> Formula {
        if place == self.king { self.boards.always(true) } else { self.any(&self.own, place) }
    }

    fn is_empty(&self, place: Place) -> Formula {
        !&(&self.has_own(place) | &self.any(&self.their, place))
    }

    /// Returns whether the other side attacks a square after a change. Its kings are left out.
    fn is_attacked(&self, (file, rank): Place, change: &Change) -> Formula {
        let has = |set: &Squares, place: Place| {
            let is_gone = change.emptied.contains(&place) || change.to == Some(place);
            if is_gone { self.boards.always(false) } else { set.at(place.0, place.1) }
        };
        let [pawns, knights, bishops, rooks, queens, _] = &self.their;
        let mut attacked = self.boards.any(KNIGHT.map(|(f, r)| has(knights, (file + f, rank + r))));
        for side in [-1, 1] {
            attacked = &attacked | &has(pawns, (file + side, rank + self.forward));
        }
        for (sliders, steps) in [(rooks, STRAIGHT), (bishops, DIAGONAL)] {
            for (f, r) in steps {
                let mut free = self.boards.always(true);
                for place in (1..8).map(|n| (file + n * f, rank + n * r)) {
                    let slider = &has(sliders, place) | &has(queens, place);
                    attacked = &attacked | &(&free & &slider);
                    if change.to == Some(place) || index(place.0, place.1).is_none() {
                        break;
                    }
                    if !change.emptied.contains(&place) {
                        free = &free & &self.is_empty(place);
                    }
                }
            }
        }
        attacked
    }

    /// Returns whether a piece may leave a square for another, if it is there and moves in this way. The king must not
    /// be attacked afterwards. A king next to the other side's king is not considered.
    fn is_legal(&self, from: Place, to: Place) -> Formula {
        !&self.is_attacked(self.king, &Change { emptied: &[from], to: Some(to) })
    }

    /// Returns whether a piece of `movers` may move from one square to another.
    fn moves_from(&self, movers: &[Squares], from: Place, to: Place) -> Formula {
        let mover = self.any(movers, from);
        if mover.as_bool() == Some(false) { mover } else { &mover & &self.is_legal(from, to) }
    }

    fn knight_move(&self, (f, r): Place, to: Place) -> Formula {
        &self.moves_from(&self.own[1..2], (to.0 - f, to.1 - r), to) & &!&self.has_own(to)
    }

    /// Returns whether a slider moves to a square in the direction of a step. At most one can.
    fn slider_move(&self, step: Place, to: Place) -> Formula {
        let [_, _, bishops, rooks, queens] = &self.own;
        let movers = [if STRAIGHT.contains(&step) { rooks } else { bishops }, queens].map(Squares::clone);
        let (mut moves, mut free) = (self.boards.always(false), !&self.has_own(to));
        for from in (1..8).map(|n| (to.0 - n * step.0, to.1 - n * step.1)) {
            moves = &moves | &(&free & &self.moves_from(&movers, from, to));
            free = &free & &self.is_empty(from);
        }
        moves
    }

    /// Returns whether a pawn is pushed to a square, and whether one captures there from each side. Each promotion is
    /// returned four times.
    fn pawn_moves(&self, to: Place) -> Vec<Formula> {
        let pawns = &self.own[..1];
        let (first, last) = if self.forward == RANKS_UP { (0, 7) } else { (7, 0) };
        let behind = |files: i32, ranks: i32| (to.0 + files, to.1 - ranks * self.forward);
        let mut push = self.moves_from(pawns, behind(0, 1), to);
        if behind(0, 2).1 == first + self.forward {
            push = &push | &(&self.moves_from(pawns, behind(0, 2), to) & &self.is_empty(behind(0, 1)));
        }
        let capture = |side: i32| &self.moves_from(pawns, behind(side, 1), to) & &self.any(&self.their, to);
        let moves = vec![&push & &self.is_empty(to), capture(-1), capture(1)];
        vec![moves; if to.1 == last { 4 } else { 1 }].concat()
    }

    /// Returns whether the king moves by a step. The other side's kings also attack squares.
    fn king_move(&self, (f, r): Place) -> Formula {
        let to = (self.king.0 + f, self.king.1 + r);
        if index(to.0, to.1).is_none() {
            return self.boards.always(false);
        }
        let attacked = self.is_attacked(to, &Change { emptied: &[self.king], to: Some(to) });
        !&(&(&attacked | &self.is_next_to_king(to)) | &self.has_own(to))
    }

    fn is_next_to_king(&self, (file, rank): Place) -> Formula {
        self.boards.any(self.their[5].around(&KING, file, rank))
    }

    /// Returns whether the king castles toward file `last`. `ends` has the files on which the king and the rook end. The
    /// rook is the nearest one that may castle, because the others would have to pass it.
    ///
    /// The diagram for this would be too large, so a proof compares the sets of the squares that prevent castling. This
    /// function must therefore compute the same set as the kernel: sliders attack only one square through the king, and
    /// an attack on the king after castling is on the square on which it ends.
    fn castling(&self, last: i32, ends: [i32; 2]) -> Formula {
        let (home, king) = (if self.forward == RANKS_UP { 0 } else { 7 }, [self.king]);
        if self.king.1 != home {
            return self.boards.always(false);
        }
        let (mut no_rook, mut rooks) = (self.boards.always(true), Vec::new());
        for file in (0..8).map(|n| self.king.0 + n * (last - self.king.0).signum()).skip(1) {
            let may_castle = &self.castling.at(file, home) & &self.own[3].at(file, home);
            rooks.push((file, &no_rook & &may_castle));
            no_rook = &no_rook & &!&may_castle;
        }
        let range = |a: i32, b: i32| a.min(b)..=a.max(b);
        let through = |file: i32| if (file - king[0].0).abs() == 1 { &king[..] } else { &[] };
        let prevents = Squares::of(self.boards, |file, rank| {
            let place = (file, rank);
            if rank != home {
                return no_rook.clone();
            }
            let passed = rooks.iter().filter(|(rook, _)| {
                let is_passed = range(*rook, ends[1]).contains(&file) || range(king[0].0, ends[0]).contains(&file);
                is_passed && file != *rook && file != king[0].0
            });
            let mut prevents = &self.boards.any(passed.map(|(_, rook)| rook.clone())) & &!&self.is_empty(place);
            if range(king[0].0, ends[0]).contains(&file) {
                let attacked = self.is_attacked(place, &Change { emptied: through(file), to: None });
                prevents = &(&prevents | &attacked) | &self.is_next_to_king(place);
            }
            if file == ends[0] {
                prevents = &prevents
                    | &self.boards.any(rooks.iter().map(|(file, rook)| {
                        let change = Change { emptied: &[king[0], (*file, home)], to: Some((ends[1], home)) };
                        rook & &self.is_attacked(place, &change)
                    }));
            }
            &prevents | &no_rook
        });
        prevents.is_empty().expect("few sets are large")
    }

    /// Returns whether a pawn captures en passant from the square `side` files away from the passed square.
    fn capture_en_passant(&self, side: i32) -> Formula {
        let rank = if self.forward == RANKS_UP { 5 } else { 2 };
        self.boards.any((0..8).map(|file| {
            let (to, captured, from) = ((file, rank), (file, rank - self.forward), (file + side, rank - self.forward));
            let empty = &self.is_empty(to) & &self.is_empty((file, rank + self.forward));
            let passed = &(&self.en_passant.at(file, rank) & &self.their[0].at(captured.0, captured.1)) & &empty;
            let can = &passed & &self.own[0].at(from.0, from.1);
            &can & &!&self.is_attacked(self.king, &Change { emptied: &[from, captured], to: Some(to) })
        }))
    }
}
