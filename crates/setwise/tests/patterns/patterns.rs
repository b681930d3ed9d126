//! Compares patterns with their oracles by coordinates, on random boards and on boards of real games. The tests run on
//! every ready backend, with different boards in all lanes.

use std::fmt::Debug;
use std::sync::LazyLock;

use setwise::patterns::*;
use setwise::{Color, Kernel};
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::games::master_positions;
use setwise_testkit::oracle::{self, king_attacks, knight_attacks, leaper_attacks};
use setwise_testkit::positions::Position;
use setwise_testkit::view::View;

/// Compares a kernel with its oracle on every backend, on random boards and on the inputs that `take` returns for real
/// positions.
fn check<K, const IN: usize, const OUT: usize>(
    kernel: K,
    take: impl Fn(&View) -> [u64; IN],
    oracle: impl Fn([u64; IN]) -> [u64; OUT],
) where
    K: Kernel<IN, OUT> + Debug,
{
    static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(master_positions);
    let real: Vec<[u64; IN]> = View::of_all(&POSITIONS).step_by(7).map(|view| take(&view)).collect();
    check_pattern(kernel, &real, oracle).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn knights() {
    check(KnightAttacks, |v| [v.knights], |[knights]| [knight_attacks(knights)]);
    check(KnightMoves, |v| [v.knights, v.own], |[knights, own]| [knight_attacks(knights) & !own]);
    check(KnightCaptures, |v| [v.knights, v.their], |[knights, their]| [knight_attacks(knights) & their]);
    check(KnightQuietMoves, |v| [v.knights, v.occupied()], |[knights, all]| [knight_attacks(knights) & !all]);
    check(KnightMoveCount, |v| [v.knights, v.own], |[knights, own]| [oracle::knight_move_count(knights, own)]);
    check(KnightDirections, |v| [v.knights], |[knights]| oracle::KNIGHT.map(|jump| leaper_attacks(knights, &[jump])));
    check(
        KnightMovesByDirection,
        |v| [v.knights, v.own],
        |[knights, own]| oracle::KNIGHT.map(|jump| leaper_attacks(knights, &[jump]) & !own),
    );
    check(KnightFill::<0>, |v| [v.knights], |[knights]| [knights]);
    check(KnightFill::<3>, |v| [v.knights], |[knights]| [oracle::knight_reach(knights, 3, !0, true)]);
    check(
        KnightReachExactly::<2>,
        |v| [v.knights, !v.own],
        |[from, allowed]| [oracle::knight_reach(from, 2, allowed, false)],
    );
    check(
        KnightReachWithin::<2>,
        |v| [v.knights, !v.own],
        |[from, allowed]| [oracle::knight_reach(from, 2, allowed, true)],
    );
}

#[test]
fn forks() {
    let exactly = |targets: u64, k: usize| oracle::fork_squares(targets, k) & !oracle::fork_squares(targets, k + 1);
    macro_rules! check_each {
        ($($k:literal)+) => {$(
            let targets = |v: &View| [if $k < 4 { v.targets() } else { v.their }];
            check(Forks::<$k>, targets, |[targets]| [oracle::fork_squares(targets, $k)]);
            check(ForksExactly::<$k>, targets, |[targets]| [exactly(targets, $k)]);
        )+};
    }
    check_each!(0 1 2 3 4 5 6 7 8 9);
    let royal = |[king, queens]: [u64; 2]| [knight_attacks(king) & knight_attacks(queens)];
    check(RoyalForks, |v| [v.their_king, v.their_queens], royal);
    let family =
        |[king, queens, rooks]: [u64; 3]| [king, queens, rooks].map(|targets| oracle::fork_squares(targets, 1));
    check(
        FamilyForks,
        |v| [v.their_king, v.their_queens, v.their_rooks],
        |input| [family(input).iter().fold(!0, |all, by| all & by)],
    );
    for pawns in Color::ALL {
        let take = |v: &View| [v.targets(), v.own, v.knights, v.their_pawns, v.their_knights];
        check(ForksSetwiseSafe { side: !pawns }, take, |input| [oracle::forks_setwise_safe(input, pawns)]);
    }
}

setwise::kernel! {
    /// The public `king_directions`, called from a kernel outside the library.
    fn KingDirections(_, kings) -> [ne, e, se, s, sw, w, nw, n] {
        let [ne, e, se, s, sw, w, nw, n] = setwise::backend::king_directions(kings);
    }
}

#[test]
fn kings() {
    check(KingDirections, |v| [v.king], |[kings]| oracle::KING.map(|step| leaper_attacks(kings, &[step])));
    check(KingAttacks, |v| [v.king], |[kings]| [king_attacks(kings)]);
    check(KingMoves, |v| [v.king, v.own], |[kings, own]| [king_attacks(kings) & !own]);
    check(KingEscapes, |v| [v.king, v.taboo()], |[king, taboo]| [king_attacks(king) & !taboo]);
    check(KingFill::<2>, |v| [v.king], |[kings]| [oracle::within_king_steps(kings, 2)]);
    check(VulnerableLines, |v| [v.king, v.taboo()], |[king, taboo]| [oracle::vulnerable_lines(king, taboo)]);
    check(KingFiles, |v| [v.king, v.pawns, v.their_pawns], |[king, own, theirs]| oracle::king_files(king, own, theirs));
}

#[test]
fn distant_checks() {
    let their_sliders = |v: &View| [v.their_bishops | v.their_queens, v.their_rooks | v.their_queens];
    let take = |v: &View| {
        let [diagonal, straight] = their_sliders(v);
        [v.king, v.taboo(), diagonal, straight, v.their, v.occupied()]
    };
    check(DistantChecks, take, |[king, taboo, diagonal, straight, their, occupied]| {
        let lines = oracle::vulnerable_lines(king, taboo);
        [oracle::checks_on_lines([king, lines, diagonal, straight, their, occupied])]
    });
    // Kings in real games seldom have vulnerable lines. The test therefore passes 15, which means that all four lines
    // are vulnerable, so that more kings have distant checks.
    let take = |v: &View| {
        let [diagonal, straight] = their_sliders(v);
        [v.king, 15, diagonal, straight, v.their, v.occupied()]
    };
    check(ChecksOnLines, take, |input| [oracle::checks_on_lines(input)]);
}

#[test]
fn pawns() {
    for side in Color::ALL {
        let forward = if side == Color::White { 1 } else { -1 };
        let attacks = |[pawns]: [u64; 1]| [1, -1].map(|file| leaper_attacks(pawns, &[(file, forward)]));
        check(PawnAttackDirections { side }, |v| [v.pawns], attacks);
        check(PawnAttacks { side }, |v| [v.pawns], |input| [attacks(input).iter().fold(0, |all, by| all | by)]);
        let take = |v: &View| [v.pawns, v.occupied()];
        check(PawnPushes { side }, take, |[pawns, occupied]| oracle::pawn_pushes(pawns, occupied, side));
        let take = |v: &View| [v.king, v.pawns];
        check(ShieldIndex { side }, take, |[king, pawns]| [oracle::shield_index(king, pawns, side)]);
    }
}

#[test]
fn distances_and_paths() {
    let empty = |v: &View| [v.king, v.their_king, !v.occupied() | v.king | v.their_king];
    check(KnightDistanceDigits, |v| [v.knights], |[from]| oracle::distance_digits(from, knight_attacks));
    check(KingDistanceDigits, |v| [v.king], |[from]| oracle::distance_digits(from, king_attacks));
    let manhattan = |set: u64| leaper_attacks(set, &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
    let pairs = |v: &View| [v.knights, v.their_king];
    check(KnightDistance, pairs, |[a, b]| [oracle::steps(a, b, !0, knight_attacks)]);
    check(KingDistance, pairs, |[a, b]| [oracle::steps(a, b, !0, king_attacks)]);
    check(ManhattanDistance, pairs, |[a, b]| [oracle::steps(a, b, !0, manhattan)]);
    check(KingSteps, empty, |[a, b, path]| [oracle::steps(a, b, path, king_attacks)]);
    check(KnightSteps, empty, |[a, b, path]| [oracle::steps(a, b, path, knight_attacks)]);
    check(
        KingFlood,
        |v| [v.king, !v.pawns],
        |[start, path]| [oracle::waves(start & path, path, king_attacks).iter().sum()],
    );
    check(ShortestPathSquares, empty, |[a, b, path]| [oracle::shortest_path_squares(a, b, path)]);
}

#[test]
fn attacked_squares() {
    for side in Color::ALL {
        check(AttackedSquares { side }, View::attackers, |input| [oracle::attacked_squares(input, side)]);
    }
}

#[test]
fn formulas_as_kernels() {
    let filled = |set: u64, north: bool, south: bool| {
        (-7..8)
            .filter(|n| (*n <= 0 || north) && (*n >= 0 || south))
            .fold(0, |all, n| all | leaper_attacks(set, &[(0, n)]))
    };
    check(FileFill, |v| [v.pawns], |[set]| [filled(set, true, true)]);
    check(FillUp, |v| [v.pawns], |[set]| [filled(set, true, false)]);
    check(FillDown, |v| [v.pawns], |[set]| [filled(set, false, true)]);
    check(FlipDiagonal, |v| [v.own], |[set]| [oracle::moved(set, |file, rank| (rank, file))]);
    check(FlipVertical, |v| [v.own], |[set]| [oracle::moved(set, |file, rank| (file, 7 - rank))]);
    check(MirrorHorizontal, |v| [v.own], |[set]| [oracle::moved(set, |file, rank| (7 - file, rank))]);
    check(Rotate180, |v| [v.own], |[set]| [oracle::moved(set, |file, rank| (7 - file, 7 - rank))]);
    check(Identity, |v| [v.own], |[set]| [set]);
    check(PopCount, |v| [v.own], |[set]| [oracle::coordinates(set).count() as u64]);
    let rooks =
        |[rooks, occupied]: [u64; 2]| oracle::attacked_squares([0, 0, 0, rooks, 0, 0, occupied, 0], Color::White);
    check(RookAttacks, |v| [v.rooks, v.occupied()], |input| [rooks(input)]);
    let bishops = |[bishops, all]: [u64; 2]| oracle::attacked_squares([0, 0, bishops, 0, 0, 0, all, 0], Color::White);
    check(BishopAttacks, |v| [v.bishops, v.occupied()], |input| [bishops(input)]);
}
