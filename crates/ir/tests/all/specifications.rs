//! Specifies by coordinates the results of the library's kernels that take only sets and are not loops.

pub(crate) mod legality;
pub(crate) mod moves;
pub(crate) mod position;

use setwise_ir::Pattern;
use setwise_ir::proof::{AllBoards, Formula, KING, KNIGHT, Squares, Word, coordinates};
use setwise_testkit::oracle::{self, leaper_attacks};

use legality::number_of_moves;
use position::{
    DIAGONAL, RANKS_DOWN, RANKS_UP, STRAIGHT, attacked, distant_checks, king_files, passed, pawn_attack_directions,
    pushes, shield, shield_index, vulnerable_lines,
};

/// Returns the specified results of a kernel that is not a loop.
pub(crate) fn specification(kernel: Pattern, boards: &AllBoards) -> Vec<Word> {
    use Pattern as K;
    let input = |n| Squares::input(boards, n);
    let knights = || input(0).moved(&KNIGHT);
    let kings = || input(0).moved(&KING);
    let set = match kernel {
        K::KnightAttacks => knights(),
        K::KnightMoves => knights().without(&input(1)),
        K::KnightCaptures => knights().and(&input(1)),
        K::KnightQuietMoves => knights().without(&input(1)),
        K::KnightMoveCount => return vec![number_of_moves(&input(0), |moves| moves.without(&input(1)))],
        K::KnightDirections => return KNIGHT.iter().map(|step| input(0).moved(&[*step]).word()).collect(),
        K::KnightMovesByDirection => {
            return KNIGHT.iter().map(|step| input(0).moved(&[*step]).without(&input(1)).word()).collect();
        }
        K::KnightDistanceDigits => return digits(boards, &KNIGHT),
        K::Forks => forks(boards, 2, &input(0)),
        K::RoyalForks => knights().and(&input(1).moved(&KNIGHT)),
        K::FamilyForks => knights().and(&input(1).moved(&KNIGHT)).and(&input(2).moved(&KNIGHT)),
        K::WhiteForksSetwiseSafe => forks_setwise_safe(boards, RANKS_DOWN),
        K::BlackForksSetwiseSafe => forks_setwise_safe(boards, RANKS_UP),
        K::KingAttacks => kings(),
        K::KingMoves | K::KingEscapes => kings().without(&input(1)),
        K::KingDistanceDigits => return digits(boards, &KING),
        K::VulnerableLines => {
            return vec![Word::of_digits(boards, &vulnerable_lines(&input(0), &kings().without(&input(1))))];
        }
        K::DistantChecks => {
            let lines = vulnerable_lines(&input(0), &kings().without(&input(1)));
            distant_checks(boards, [&input(0), &input(2), &input(3), &input(5)], lines).without(&input(4))
        }
        K::WhiteShieldIndex => return vec![shield_index(boards, RANKS_UP)],
        K::BlackShieldIndex => return vec![shield_index(boards, RANKS_DOWN)],
        K::WhitePawnAttackDirections => return pawn_attack_directions(boards, RANKS_UP),
        K::BlackPawnAttackDirections => return pawn_attack_directions(boards, RANKS_DOWN),
        K::WhitePawnPushes => return pushes(boards, RANKS_UP),
        K::BlackPawnPushes => return pushes(boards, RANKS_DOWN),
        K::KingFiles => return king_files(boards, [&input(0), &input(1), &input(2)]).to_vec(),
        K::WhiteShieldPawns => shield(&input(0), &input(1), RANKS_UP),
        K::BlackShieldPawns => shield(&input(0), &input(1), RANKS_DOWN),
        K::WhitePassers => passed(boards, &input(0), &input(1), RANKS_UP),
        K::BlackPassers => passed(boards, &input(0), &input(1), RANKS_DOWN),
        K::WhiteAttackedSquares => attacked(boards, RANKS_UP),
        K::BlackAttackedSquares => attacked(boards, RANKS_DOWN),
        K::WhitePawnAttacks => input(0).moved(&[(1, RANKS_UP), (-1, RANKS_UP)]),
        K::BlackPawnAttacks => input(0).moved(&[(1, RANKS_DOWN), (-1, RANKS_DOWN)]),
        K::RookAttacks => input(0).rays(&STRAIGHT, &input(1)),
        K::BishopAttacks => input(0).rays(&DIAGONAL, &input(1)),
        K::FileFill => on_the_file(boards, |_, _| true),
        K::FillUp => on_the_file(boards, |member, square| member <= square),
        K::FillDown => on_the_file(boards, |member, square| member >= square),
        K::FlipDiagonal => Squares::of(boards, |file, rank| input(0).at(rank, file)),
        K::FlipVertical => Squares::of(boards, |file, rank| input(0).at(file, 7 - rank)),
        K::MirrorHorizontal => Squares::of(boards, |file, rank| input(0).at(7 - file, rank)),
        K::Rotate180 => Squares::of(boards, |file, rank| input(0).at(7 - file, 7 - rank)),
        K::Identity => input(0),
        K::Popcount => return vec![Word::of_count(coordinates().map(|(file, rank)| input(0).at(file, rank)))],
        leaper => input(0).moved(&jumps(steps(leaper))),
    };
    vec![set.word()]
}

/// Returns the steps of the leaper after which a kernel is named.
fn steps(kernel: Pattern) -> &'static [(u8, u8)] {
    match kernel.name().trim_end_matches("_attacks") {
        "wazir" => &[(1, 0)],
        "ferz" => &[(1, 1)],
        "dabbaba" => &[(2, 0)],
        "alfil" => &[(2, 2)],
        "alibaba" => &[(2, 0), (2, 2)],
        "squirrel" => &[(2, 0), (2, 1), (2, 2)],
        "threeleaper" => &[(3, 0)],
        "camel" => &[(3, 1)],
        "zebra" => &[(3, 2)],
        "tripper" => &[(3, 3)],
        "gnu" => &[(3, 1), (2, 1)],
        "bison" => &[(3, 1), (3, 2)],
        "buffalo" => &[(2, 1), (3, 1), (3, 2)],
        "fourleaper" => &[(4, 0)],
        "giraffe" => &[(4, 1)],
        "stag" => &[(4, 2)],
        "antelope" => &[(4, 3)],
        "root50leaper" => &[(5, 5), (7, 1)],
        _ => panic!("{kernel} has no specification: add one to `specification` in {}", file!()),
    }
}

/// Returns the specified result of a pattern that takes a number, for one number.
pub(crate) fn with_number(pattern: Pattern, number: usize, boards: &AllBoards) -> Vec<Word> {
    let input = |n| Squares::input(boards, n);
    let set = match pattern {
        Pattern::KnightFill => within(boards, number, &KNIGHT),
        Pattern::KingFill => within(boards, number, &KING),
        Pattern::KnightReachExactly => (0..number).fold(input(0), |set, _| set.moved(&KNIGHT).and(&input(1))),
        Pattern::KnightReachWithin => (0..number).fold(input(0), |set, _| set.or(&set.moved(&KNIGHT).and(&input(1)))),
        Pattern::ForksAtLeast => forks(boards, number, &input(0)),
        Pattern::ForksExactly => forks(boards, number, &input(0)).without(&forks(boards, number + 1, &input(0))),
        other => panic!("{other} has no specification for one number"),
    };
    vec![set.word()]
}

/// Returns the squares whose file contains a fitting member of the set. `fits` receives the rank of the member and the
/// rank of the square.
fn on_the_file(boards: &AllBoards, fits: impl Fn(i32, i32) -> bool) -> Squares<'_> {
    let set = Squares::input(boards, 0);
    Squares::of(boards, |file, rank| {
        boards.any((0..8).filter(|member| fits(*member, rank)).map(|member| set.at(file, member)))
    })
}

/// Returns the jumps of a leaper: every direction of each of its steps.
pub(crate) fn jumps(steps: &[(u8, u8)]) -> Vec<(i32, i32)> {
    let lengths = steps.iter().map(|(a, b)| (i32::from(*a), i32::from(*b)));
    lengths.flat_map(|(a, b)| [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)]).collect()
}

/// Returns the squares that are at most `most` steps away from a member of the set on an empty board.
fn within<'a>(boards: &'a AllBoards, most: usize, steps: &[(i32, i32)]) -> Squares<'a> {
    Squares::of(boards, |file, rank| nearer_than(boards, most + 1, steps, file, rank))
}

/// Returns the formula that is true if a member of the set is fewer than `distance` steps away from a square.
fn nearer_than(boards: &AllBoards, distance: usize, steps: &[(i32, i32)], file: i32, rank: i32) -> Formula {
    // Steps lead both ways.
    let near = (1..distance).fold(1 << (8 * rank + file), |near, _| near | leaper_attacks(near, steps));
    let near = if distance == 0 { 0 } else { near };
    let set = Squares::input(boards, 0);
    boards.any(oracle::coordinates(near).map(|(file, rank)| set.at(file, rank)))
}

/// Returns the binary digits of the distance of each square from the nearest member. Distances above 7 count as 7, and
/// so does the distance from an empty set.
fn digits(boards: &AllBoards, steps: &[(i32, i32)]) -> Vec<Word> {
    let digit = |bit: usize| {
        Word::of_squares(|file, rank| {
            let farther = |distance: usize| !&nearer_than(boards, distance, steps, file, rank);
            let exactly = |distance: usize| match distance {
                7 => farther(7),
                _ => &farther(distance) & &!&farther(distance + 1),
            };
            boards.any((0..8).filter(|distance| distance >> bit & 1 == 1).map(exactly))
        })
    };
    [0, 1, 2].map(digit).to_vec()
}

/// Returns the squares that at least `least` members of the set reach by a knight's jump.
pub(crate) fn forks<'a>(boards: &'a AllBoards, least: usize, targets: &Squares<'a>) -> Squares<'a> {
    Squares::of(boards, |file, rank| boards.at_least(least, targets.around(&KNIGHT, file, rank)))
}

fn forks_setwise_safe(boards: &AllBoards, pawns_forward: i32) -> Squares<'_> {
    let [own, own_knights, pawns, their_knights] = [1, 2, 3, 4].map(|n| Squares::input(boards, n));
    let by_pawns = pawns.moved(&[(1, pawns_forward), (-1, pawns_forward)]);
    let safe = own_knights.moved(&KNIGHT).without(&own).without(&by_pawns).without(&their_knights.moved(&KNIGHT));
    forks(boards, 2, &Squares::input(boards, 0)).and(&safe)
}
