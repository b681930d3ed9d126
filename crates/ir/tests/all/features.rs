//! Proves that the kernels of features agree with their definitions by coordinates on all boards.
//!
//! If a kernel tests whether a set is empty, for example the set of all kings except the first, both branches are
//! proved.

use setwise::backend::Prefix;
use setwise::{Color, Kernel, kernel};
use setwise_ir::Program;
use setwise_ir::proof::{AllBoards, KING, KNIGHT, Squares, Word, prove};
use setwise_positions::features::kernels::{
    AnyOfFour, AttacksAndTwice, Both, EscapeLines, FamilyOfRoyal, FilesAndPassers, ForksOfAny, ForksOfTwoAndThree,
    Hanging, KingSafety, KingSquares, KnightFill, KnightMovesAndCaptures, KnightSquares, MoveCountOfFew, SafeReach,
    SafeReachOfTwo, SliderAttacks, SliderAttacksOfBoth, SliderChecks, Undefended, Without, WithoutEither, ZoneAttacked,
    step,
};
use setwise_positions::features::legality::{CheckMask, ChecksAndPins, LegalKnightMoveCount, LegalKnightMoves};

use crate::specifications::forks;
use crate::specifications::legality::{checks_and_pins, mask, number_of_moves};
use crate::specifications::position::{
    DIAGONAL, STRAIGHT, distant_checks, king_files, passed, shield, sliders, vulnerable_lines,
};

/// Proves that the kernel computes the specification on all boards. If the kernel tests sets for emptiness, the proof
/// covers only the boards on which all tested sets are empty. The specification receives the input sets.
fn proved<K, const IN: usize, const OUT: usize>(
    kernel: K,
    specification: impl Fn(&AllBoards, [Squares<'_>; IN]) -> [Word; OUT],
) where
    K: Kernel<IN, OUT>,
{
    proved_after(0, kernel, specification);
}

/// Proves that the kernel computes the specification on certain boards. A kernel may test sets for emptiness. On these
/// boards, the first `not_empty` sets that it tests are not empty, and all sets that it tests later are empty.
fn proved_after<K, const IN: usize, const OUT: usize>(
    not_empty: usize,
    kernel: K,
    specification: impl Fn(&AllBoards, [Squares<'_>; IN]) -> [Word; OUT],
) where
    K: Kernel<IN, OUT>,
{
    let program = Program::record_rounds(kernel, Prefix, not_empty).unwrap();
    let proof = prove(&program, |boards| {
        let inputs = std::array::from_fn(|input| Squares::input(boards, input));
        specification(boards, inputs).to_vec()
    });
    proof.unwrap_or_else(|failure| panic!("{failure}"));
}

fn words<const N: usize>(sets: [Squares<'_>; N]) -> [Word; N] {
    sets.map(|set| set.word())
}

fn forward(side: Color) -> i32 {
    if side == Color::White { 1 } else { -1 }
}

#[test]
fn sets_of_knights() {
    proved(KnightSquares, |boards, [knights, own, their]| {
        let attacks = knights.moved(&KNIGHT);
        words([attacks.clone(), forks(boards, 2, &knights), attacks.without(&own), attacks.and(&their)])
    });
    proved(KnightMovesAndCaptures, |_, [knights, own, their]| {
        let attacks = knights.moved(&KNIGHT);
        words([attacks.clone(), attacks.without(&own), attacks.and(&their)])
    });
    proved(AttacksAndTwice, |boards, [knights]| words([knights.moved(&KNIGHT), forks(boards, 2, &knights)]));
    proved(KnightFill, |_, [knights, reached]| {
        let all = knights.or(&reached);
        words([all.or(&all.moved(&KNIGHT))])
    });
    proved(SafeReachOfTwo, |_, [knights, knight_attacks, own, attacks]| {
        let taboo = own.or(&attacks);
        let once = knights.or(&knight_attacks.without(&taboo));
        words([once.or(&once.moved(&KNIGHT).without(&taboo))])
    });
    proved(FamilyOfRoyal, |_, [royal, rooks]| words([royal.and(&rooks.moved(&KNIGHT))]));
    proved(SafeReach, |_, [reached, own, attacks]| {
        words([reached.or(&reached.moved(&KNIGHT).without(&own).without(&attacks))])
    });
    proved(ForksOfTwoAndThree, |boards, [targets]| words([forks(boards, 2, &targets), forks(boards, 3, &targets)]));
    proved(ForksOfAny, |boards, [targets, hanging, pawns]| words([forks(boards, 2, &targets.or(&hanging).or(&pawns))]));
}

/// With at most two knights, the kernel counts the squares attacked at least once and the squares attacked at least
/// twice. With more knights, it counts the moves of each knight.
#[test]
fn numbers_of_knight_moves() {
    proved(MoveCountOfFew, |_, [_, own, attacks, twice]| {
        let free = [attacks.without(&own), twice.without(&own)];
        [Word::of_count(free.iter().flat_map(|set| set.formulas().to_vec()))]
    });
    proved_after(1, MoveCountOfFew, |_, [knights, own, _, _]| [number_of_moves(&knights, |moves| moves.without(&own))]);
}

#[test]
fn combinations_of_sets() {
    proved(Both, |_, [a, b]| words([a.and(&b)]));
    proved(Without, |_, [a, b]| words([a.without(&b)]));
    proved(WithoutEither, |_, [a, b, c]| words([a.without(&b).without(&c)]));
    proved(AnyOfFour, |_, [a, b, c, d]| words([a.or(&b).or(&c).or(&d)]));
    proved(Hanging, |_, [own, king, attacks, defended]| words([own.without(&king).and(&attacks).without(&defended)]));
    proved(Undefended, |_, [own, king, pawns, attacks, defended]| {
        words([own.without(&king).and(&attacks).without(&defended), pawns.without(&defended)])
    });
}

kernel! {
    fn FloodStep(_spread, kings, path) -> [reached] {
        let reached = step(kings, path);
    }
}

#[test]
fn one_round_of_a_flood() {
    proved(FloodStep, |_, [kings, path]| words([kings.or(&kings.moved(&KING)).and(&path)]));
}

/// Returns the lines along which every escape is next to a king, or no lines if there is no king.
fn escape_lines(boards: &AllBoards, king: &Squares<'_>, escapes: &Squares<'_>) -> Word {
    let has_king = !&king.is_empty().unwrap();
    Word::of_digits(boards, &vulnerable_lines(king, escapes).map(|line| &line & &has_king))
}

#[test]
fn sets_around_kings() {
    proved(EscapeLines, |boards, [king, escapes]| [escape_lines(boards, &king, &escapes)]);
    proved(ZoneAttacked, |_, [king, neighbours, attacks]| words([king.or(&neighbours).and(&attacks)]));
    proved(KingSafety, |boards, [king, neighbours, moves, attacks, through]| {
        let escapes = moves.without(&attacks);
        let lines = escape_lines(boards, &king, &escapes);
        let attacked = king.or(&neighbours).and(&attacks);
        [escapes.word(), escapes.without(&through).word(), lines, attacked.word()]
    });
    for side in Color::ALL {
        proved(KingSquares { side }, |_, [king, own, pawns]| {
            words([king.moved(&KING), king.moved(&KING).without(&own), shield(&king, &pawns, forward(side))])
        });
    }
}

#[test]
fn sets_of_pawns() {
    for side in Color::ALL {
        proved(FilesAndPassers { side }, |boards, [king, own, their]| {
            let [open, half_open] = king_files(boards, [&king, &own, &their]);
            [open, half_open, passed(boards, &own, &their, forward(side)).word()]
        });
    }
}

/// The input `lines` is a number whose four lowest bits stand for four lines. The specification reads these bits as the
/// squares a1 to d1. If no board has lines, no board has checks.
#[test]
fn checks_of_sliders() {
    proved(SliderChecks, |boards, _| words([Squares::of(boards, |_, _| boards.always(false))]));
    proved_after(1, SliderChecks, |boards, [king, lines, diagonal, straight, own, their]| {
        let lines = [0, 1, 2, 3].map(|digit| lines.at(digit, 0));
        words([distant_checks(boards, [&king, &diagonal, &straight, &own.or(&their)], lines).without(&own)])
    });
}

/// Returns, for each ray on which a slider attacks a king, the square directly behind the king.
fn behind<'a>(
    diagonal: &Squares<'a>,
    straight: &Squares<'a>,
    blockers: &Squares<'a>,
    king: &Squares<'a>,
) -> Squares<'a> {
    let lines = STRAIGHT.map(|line| (straight, line)).into_iter().chain(DIAGONAL.map(|line| (diagonal, line)));
    let along = lines.map(|(sliders, line)| sliders.rays(&[line], blockers).and(king).moved(&[line]));
    along.reduce(|a, b| a.or(&b)).expect("there are eight lines")
}

/// With one king, the second result is `behind`. Together with the attacks, it contains all adjacent squares that are
/// attacked through the king. With several kings, the second result contains the squares that the sliders
/// would attack if no king stopped them.
#[test]
fn sliders_of_one_side_and_of_both() {
    for several in [false, true] {
        let through = |diagonal: &Squares<'_>, straight: &Squares<'_>, pieces: &Squares<'_>, king: &Squares<'_>| {
            if several {
                sliders(diagonal, straight, &pieces.without(king)).word()
            } else {
                behind(diagonal, straight, pieces, king).word()
            }
        };
        proved_after(several.into(), SliderAttacks, |_, [diagonal, straight, own, their, their_king]| {
            let pieces = own.or(&their);
            let attacks = sliders(&diagonal, &straight, &pieces).word();
            [attacks, through(&diagonal, &straight, &pieces, &their_king)]
        });
        proved_after(several.into(), SliderAttacksOfBoth, |_, inputs| {
            let [diagonal, their_diagonal, straight, their_straight, own, their, king, their_king] = inputs;
            let pieces = own.or(&their);
            [
                sliders(&diagonal, &straight, &pieces).word(),
                through(&diagonal, &straight, &pieces, &their_king),
                sliders(&their_diagonal, &their_straight, &pieces).word(),
                through(&their_diagonal, &their_straight, &pieces, &king),
            ]
        });
    }
}

#[test]
fn checks_and_pins_of_both_sides() {
    for side in Color::ALL {
        proved(ChecksAndPins { side }, |boards, inputs| {
            words(checks_and_pins(boards, inputs.each_ref(), forward(side)))
        });
    }
}

#[test]
fn legal_moves_of_knights() {
    proved(CheckMask, |boards, [checkers, between]| words([mask(boards, &checkers, &between)]));
    proved(LegalKnightMoves, |_, [knights, own, pinned, mask]| {
        words([knights.without(&pinned).moved(&KNIGHT).and(&mask).without(&own)])
    });
    proved(LegalKnightMoveCount, |_, [knights, own, pinned, mask]| {
        [number_of_moves(&knights.without(&pinned), |moves| moves.and(&mask).without(&own))]
    });
}
