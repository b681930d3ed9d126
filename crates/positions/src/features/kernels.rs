//! Kernels that are used only for features. Many of them are composed of the library's patterns.
//!
//! A kernel computes one term, or several terms that share an intermediate result. The formula of each term is written
//! out, and the compiler computes common parts only once. A kernel of several terms runs only if nearly all of its
//! terms are needed, or if the other terms take hardly any additional time.
//!
//! The tests of `setwise-ir` prove these kernels for all boards.

use setwise::patterns::{
    ChecksOnLines, Forks, KingFiles, KnightMoveCount, Passers, ShieldPawns, at_least_two_and_three_images,
    at_least_two_images, lines_of_flights, rays, without_lowest,
};
use setwise::{Color, Kernel, Lanes, Spread, kernel};

kernel! {
    /// Results:
    ///
    /// - the squares that knights attack,
    /// - the squares that at least two knights attack,
    /// - the attacked squares without own pieces,
    /// - the attacked squares with pieces of the other side.
    ///
    /// Inputs: knights, own pieces, the other side's pieces.
    pub fn KnightSquares(spread, knights, own, their) -> [attacks, twice, moves, captures] {
        let attacks = spread.knight(knights);
        let twice = at_least_two_images(knights);
        let moves = attacks & !own;
        let captures = attacks & their;
    }
}

kernel! {
    /// The results of [`KnightSquares`] except the squares attacked at least twice. Those squares alone would take as
    /// long as the three results together.
    pub fn KnightMovesAndCaptures(spread, knights, own, their) -> [attacks, moves, captures] {
        let attacks = spread.knight(knights);
        let moves = attacks & !own;
        let captures = attacks & their;
    }
}

kernel! {
    /// The squares that knights attack, and the squares that at least two knights attack.
    pub fn AttacksAndTwice(spread, knights) -> [attacks, twice] {
        let attacks = spread.knight(knights);
        let twice = at_least_two_images(knights);
    }
}

kernel! {
    /// The number of knight moves, summed over the knights. With at most two knights, no square is attacked more than
    /// twice. The kernel therefore adds up two numbers of squares without own pieces: those attacked at least once, and
    /// those attacked at least twice. Only boards with more than two knights need the slower [`KnightMoveCount`].
    /// Inputs: knights, own pieces, the squares attacked at least once, the squares attacked at least twice.
    pub fn MoveCountOfFew(spread, knights, own, attacks, twice) -> [count: number(336)] {
        let mut count = (attacks & !own).popcount().wrapping_add((twice & !own).popcount());
        if !without_lowest(without_lowest(knights)).is_empty() {
            [count] = KnightMoveCount.eval(spread, [knights, own]);
        }
    }
}

kernel! {
    /// The squares of the knights, the squares already reached, and all squares that a knight attacks from any of these
    /// squares. Inputs: knights, the squares already reached.
    pub fn KnightFill(spread, knights, reached) -> [further] {
        let all = knights | reached;
        let further = all | spread.knight(all);
    }
}

kernel! {
    /// The squares that knights reach in at most two moves. Each move must end on a square that has no own piece and is
    /// not attacked by the other side. Inputs: knights, the squares that knights attack, own pieces, attacks of the
    /// other side.
    pub fn SafeReachOfTwo(spread, knights, knight_attacks, own, attacks) -> [reached] {
        let taboo = own | attacks;
        let once = knights | (knight_attacks & !taboo);
        let reached = once | (spread.knight(once) & !taboo);
    }
}

kernel! {
    /// The squares already reached, and the squares that a knight reaches from them in one more move. This move must
    /// end on a square that has no own piece and is not attacked by the other side. Inputs: squares already reached,
    /// own pieces, attacks of the other side.
    pub fn SafeReach(spread, reached, own, attacks) -> [further] {
        let further = reached | (spread.knight(reached) & !(own | attacks));
    }
}

kernel! {
    /// The squares to which own sliders can move and from which they then give check along given lines, except squares
    /// next to the king. A register is skipped if none of its boards has such a line. Inputs: the other side's king,
    /// lines, bishops and queens, rooks and queens, own pieces, the other side's pieces.
    pub fn SliderChecks(spread, king, lines, diagonal, straight, own, their) -> [checks] {
        let mut checks = king.nothing();
        if !lines.is_empty() {
            [checks] = ChecksOnLines.eval(spread, [king, lines, diagonal, straight, own, own | their]);
        }
    }
}

kernel! {
    /// The squares of royal forks from which a knight also attacks a rook. Inputs: royal forks, rooks.
    pub fn FamilyOfRoyal(spread, royal, rooks) -> [family] {
        let family = royal & spread.knight(rooks);
    }
}

kernel! {
    /// The squares that are in both sets.
    pub fn Both(_spread, a, b) -> [both] {
        let both = a & b;
    }
}

kernel! {
    /// The squares of the first set that are not in the second.
    pub fn Without(_spread, a, b) -> [rest] {
        let rest = a & !b;
    }
}

kernel! {
    /// The squares of the first set that are in neither of the others.
    pub fn WithoutEither(_spread, a, b, c) -> [rest] {
        let rest = a & !(b | c);
    }
}

/// Computes three sets. The first two are the open and the half-open files among the king's file and the two adjacent
/// files. The third is the passed pawns of the king's side.
///
/// Inputs: king, own pawns, the other side's pawns.
#[derive(Debug, Clone, Copy)]
pub struct FilesAndPassers {
    /// The side of the king.
    pub side: Color,
}

impl Kernel<3, 3> for FilesAndPassers {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [king, own_pawns, their_pawns]: [V; 3]) -> [V; 3] {
        let [open, half_open] = KingFiles.eval(spread, [king, own_pawns, their_pawns]);
        let [passers] = Passers { side: self.side }.eval(spread, [own_pawns, their_pawns]);
        [open, half_open, passers]
    }
}

/// Results: the squares next to a king; these squares minus own pieces; the pawns one or two ranks ahead of the king,
/// on its file or an adjacent file.
///
/// Inputs: king, own pieces, own pawns.
#[derive(Debug, Clone, Copy)]
pub struct KingSquares {
    /// The side of the king.
    pub side: Color,
}

impl Kernel<3, 3> for KingSquares {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [king, own, pawns]: [V; 3]) -> [V; 3] {
        let attacks = spread.king(king);
        let [shield] = ShieldPawns { side: self.side }.eval(spread, [king, pawns]);
        [attacks, attacks & !own, shield]
    }
}

/// The squares that the sliders of a side attack, and the squares next to the other side's king that these sliders
/// attack through the king. The second set must be united with the first set. On the squares next to that king, the
/// union contains exactly what the sliders would attack if the king were not on the board. If the other side has
/// several kings, the second set contains all squares that the sliders would attack if no king stopped them.
///
/// Inputs: bishops and queens, rooks and queens, own pieces, the other side's pieces, the other side's king.
#[derive(Debug, Clone, Copy)]
pub struct SliderAttacks;

impl Kernel<5, 2> for SliderAttacks {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [diagonal, straight, own, their, their_king]: [V; 5]) -> [V; 2] {
        let empty = !(own | their);
        let [of_own] = rays([diagonal], [straight], [their_king], empty);
        let mut through = of_own.behind;
        if !without_lowest(their_king).is_empty() {
            through = through_several(diagonal, straight, empty, their_king);
        }
        [of_own.attacks, through]
    }
}

/// The results of [`SliderAttacks`] for both sides. The runs of free squares are computed once for both sides. Inputs:
/// bishops and queens, rooks and queens, all pieces, king; each input for one side, then for the other side. Results:
/// attacks and attacks through the king, first for one side and then for the other side.
#[derive(Debug, Clone, Copy)]
pub struct SliderAttacksOfBoth;

impl Kernel<8, 4> for SliderAttacksOfBoth {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, input: [V; 8]) -> [V; 4] {
        let [diagonal, their_diagonal, straight, their_straight, own, their, king, their_king] = input;
        let empty = !(own | their);
        let [of_own, of_their] =
            rays([diagonal, their_diagonal], [straight, their_straight], [their_king, king], empty);
        let mut through = [of_own.behind, of_their.behind];
        if !(without_lowest(king) | without_lowest(their_king)).is_empty() {
            let sides = [(diagonal, straight, their_king), (their_diagonal, their_straight, king)];
            for (through, &(diagonal, straight, king)) in through.iter_mut().zip(&sides) {
                *through = through_several(diagonal, straight, empty, king);
            }
        }
        let [through, their_through] = through;
        [of_own.attacks, through, of_their.attacks, their_through]
    }
}

/// Returns the squares that sliders would attack if `kings` did not stop them. This is needed if a side has several
/// kings, because a ray may pass through one king and attack a square next to another king.
#[inline(always)]
fn through_several<V: Lanes>(diagonal: V, straight: V, empty: V, kings: V) -> V {
    let [rays] = rays([diagonal], [straight], [empty.nothing()], empty | kings);
    rays.attacks
}

kernel! {
    /// The squares that are in at least one of four sets.
    pub fn AnyOfFour(_spread, a, b, c, d) -> [any] {
        let any = (a | b) | (c | d);
    }
}

kernel! {
    /// The lines along which every escape is next to the king, as a number, or 0 if there is no king. Inputs: king,
    /// escapes of the king.
    pub fn EscapeLines(_spread, king, escapes) -> [lines: number(15)] {
        let lines = lines_of_flights(king, escapes) & !king.empty_lanes();
    }
}

kernel! {
    /// The attacked squares among the king's square and the squares next to it. Inputs: king, king attacks, attacks of
    /// the other side.
    pub fn ZoneAttacked(_spread, king, neighbours, attacks) -> [attacked] {
        let attacked = (king | neighbours) & attacks;
    }
}

kernel! {
    /// Results:
    ///
    /// - the escapes of a king,
    /// - the escapes that no slider attacks through the king,
    /// - the lines of [`EscapeLines`],
    /// - the squares of [`ZoneAttacked`].
    ///
    /// Inputs: king, king attacks, king moves, attacks of the other side, attacks of the other side through the king.
    pub fn KingSafety(spread, king, neighbours, moves, attacks, through) -> [escapes, legal, lines: number(15), attacked] {
        let escapes = moves & !attacks;
        let legal = escapes & !through;
        let [lines] = EscapeLines.eval(spread, [king, escapes]);
        let [attacked] = ZoneAttacked.eval(spread, [king, neighbours, attacks]);
    }
}

kernel! {
    /// The squares from which a knight attacks at least two targets, and the squares from which a knight attacks at
    /// least three targets.
    pub fn ForksOfTwoAndThree(_spread, targets) -> [two, three] {
        let [two, three] = at_least_two_and_three_images(targets);
    }
}

kernel! {
    /// Own pieces, except kings, that the other side attacks and no own piece defends. Inputs: own pieces, king,
    /// attacks of the other side, own attacks.
    pub fn Hanging(_spread, own, king, attacks, defended) -> [hanging] {
        let hanging = (own & !king) & (attacks & !defended);
    }
}

kernel! {
    /// The pieces of [`Hanging`], and the own pawns that are not defended. Inputs: own pieces, king and pawns, attacks
    /// of the other side, own attacks.
    pub fn Undefended(spread, own, king, pawns, attacks, defended) -> [hanging, undefended_pawns] {
        let [hanging] = Hanging.eval(spread, [own, king, attacks, defended]);
        let undefended_pawns = pawns & !defended;
    }
}

kernel! {
    /// The squares from which a knight attacks at least two targets, where a target may be in any of three sets.
    pub fn ForksOfAny(spread, targets, hanging, undefended_pawns) -> [forks] {
        let [forks] = Forks::<2>.eval(spread, [(targets | hanging) | undefended_pawns]);
    }
}

/// Returns the squares of `path` that kings reach in at most one step.
#[inline(always)]
pub fn step<V: Lanes>(kings: V, path: V) -> V {
    let row = kings | kings.east() | kings.west();
    (row | row.north() | row.south()) & path
}
