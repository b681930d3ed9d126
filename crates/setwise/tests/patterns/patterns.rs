//! Compares patterns with their oracles by coordinates, on random boards and on boards of real games. The tests run on
//! every ready backend, with different boards in all lanes.

use std::fmt::Debug;
use std::sync::LazyLock;

use setwise::patterns::by_number::*;
use setwise::patterns::leaper::*;
use setwise::patterns::*;
use setwise::{Color, Kernel};
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::games::master_positions;
use setwise_testkit::leapers;
use setwise_testkit::oracle::{self, king_attacks, knight_attacks, leaper_attacks};
use setwise_testkit::positions::Position;
use setwise_testkit::random::Sets;
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

/// Compares leapers with their jumps on all sets of one square, and with the modules that `setwise gen` writes.
#[test]
fn leapers() {
    fn check<K: Kernel<1, 1> + Debug>(kernel: K, oracle: impl Fn(u64) -> u64) {
        let singles: Vec<[u64; 1]> = (0..64).map(|square| [1 << square]).collect();
        check_pattern(kernel, &singles, |[set]| [oracle(set)]).unwrap_or_else(|failure| panic!("{failure}"));
    }
    fn check_leaper<L: Leaper>() {
        let both = |(a, b): (u8, u8)| [(i32::from(a), i32::from(b)), (i32::from(b), i32::from(a))];
        let all = |(a, b): (i32, i32)| [(a, b), (a, -b), (-a, b), (-a, -b)];
        let jumps: Vec<(i32, i32)> = L::STEPS.iter().copied().flat_map(both).flat_map(all).collect();
        check(LeaperAttacks::<L>::new(), |set| leaper_attacks(set, &jumps));
    }
    macro_rules! check_each {
        ($($leaper:ident)+) => { $(check_leaper::<$leaper>();)+ };
    }
    check_each!(Wazir Ferz King Dabbaba Knight Alfil Alibaba Squirrel Threeleaper Camel);
    check_each!(Zebra Tripper Gnu Bison Buffalo Fourleaper Giraffe Stag Antelope Root50Leaper);
    check(KnightAttacks, leapers::knight::knight_attacks_setwise);
    check(KingAttacks, leapers::king::king_attacks_setwise);
}

/// Compares patterns that read a number from an input column with their oracles. The lanes of a register have different
/// numbers: small ones, numbers close to 64 (the number of squares), numbers close to 128, and huge ones. The results of
/// 128 or more rounds depend only on whether the number is even.
#[test]
fn numbers_of_a_column() {
    const NUMBERS: [u64; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 62, 63, 64, 127, 128, 129, 1 << 40, u64::MAX];
    fn check<K: Kernel<IN, 1> + Debug, const IN: usize>(kernel: K, oracle: impl Fn([u64; IN]) -> u64) {
        let mut sets = Sets::seeded(33);
        let boards = NUMBERS.iter().cycle().take(8 * NUMBERS.len() + 3).map(|n| {
            let mut input = std::array::from_fn(|_| sets.sparse());
            input[IN - 1] = *n;
            input
        });
        check_pattern(kernel, &boards.collect::<Vec<[u64; IN]>>(), |input| [oracle(input)])
            .unwrap_or_else(|failure| panic!("{failure}"));
    }
    let few = |n: u64| if n < 128 { n as usize } else { 128 + (n % 2) as usize };
    let reach = oracle::knight_reach;
    let least = |targets: u64, n: u64| if n > 8 { 0 } else { oracle::fork_squares(targets, n as usize) };
    check(ForksAtLeastBy, |[targets, n]| least(targets, n));
    check(ForksExactlyBy, |[targets, n]| least(targets, n) & !least(targets, n.saturating_add(1)));
    check(KnightFillBy, |[knights, n]| reach(knights, few(n), !0, true));
    check(KingFillBy, |[kings, n]| (0..few(n)).fold(kings, |reached, _| reached | king_attacks(reached)));
    check(KnightReachWithinBy, |[knights, allowed, n]| reach(knights, few(n), allowed, true));
    check(KnightReachExactlyBy, |[knights, allowed, n]| reach(knights, few(n), allowed, false));
}
