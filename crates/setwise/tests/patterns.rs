//! Every pattern equals its oracle of coordinates on random and real boards, on every ready backend, with different boards in
//! all lanes.

use std::fmt::Debug;

use setwise::patterns::*;
use setwise::{Color, Kernel};
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::games::master_positions;
use setwise_testkit::oracle::{coordinates, king_attacks, knight_attacks, leaper_attacks, moved};
use setwise_testkit::positions::{Piece, Position};

/// A position as one side sees it: what patterns take, by name.
#[derive(Clone, Copy)]
struct View {
    side: Color,
    pawns: u64,
    knights: u64,
    bishops: u64,
    rooks: u64,
    queens: u64,
    king: u64,
    own: u64,
    their_pawns: u64,
    their_knights: u64,
    their_bishops: u64,
    their_rooks: u64,
    their_queens: u64,
    their_king: u64,
    /// Their king, queens and rooks.
    targets: u64,
    them: u64,
}

/// Every so many of the positions of the embedded games, as either side sees it.
fn views(every: usize) -> Vec<View> {
    let view = |position: &Position, side: Color| {
        let of = |piece: Piece| [side, !side].map(|side| position.of(piece)[side.index()]);
        let ([pawns, their_pawns], [knights, their_knights]) = (of(Piece::Pawn), of(Piece::Knight));
        let ([rooks, their_rooks], [queens, their_queens]) = (of(Piece::Rook), of(Piece::Queen));
        let ([king, their_king], [bishops, their_bishops]) = (of(Piece::King), of(Piece::Bishop));
        View {
            side,
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            king,
            own: position.sides[side.index()],
            their_pawns,
            their_knights,
            their_bishops,
            their_rooks,
            their_queens,
            their_king,
            targets: their_king | their_queens | their_rooks,
            them: position.sides[(!side).index()],
        }
    };
    let positions = master_positions();
    positions.iter().step_by(every).flat_map(|position| Color::ALL.map(|side| view(position, side))).collect()
}

/// A kernel on random boards and on what `take` takes from real ones, on every backend, against the oracle.
fn check<K, const IN: usize, const OUT: usize>(
    kernel: K,
    take: impl Fn(&View) -> [u64; IN],
    oracle: impl Fn([u64; IN]) -> [u64; OUT],
) where
    K: Kernel<IN, OUT> + Debug,
{
    let real: Vec<[u64; IN]> = views(7).iter().map(take).collect();
    check_pattern(kernel, &real, oracle).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn knights() {
    check(KnightAttacks, |v| [v.knights], |[knights]| [knight_attacks(knights)]);
    check(KnightMoves, |v| [v.knights, v.own], |[knights, own]| [knight_attacks(knights) & !own]);
    check(KnightCaptures, |v| [v.knights, v.them], |[knights, them]| [knight_attacks(knights) & them]);
    check(KnightQuietMoves, |v| [v.knights, v.own | v.them], |[knights, all]| [knight_attacks(knights) & !all]);
    check(KnightMobility, |v| [v.knights, v.own], |[knights, own]| [mobility(knights, own)]);
    check(KnightDirections, |v| [v.knights], |[knights]| KNIGHT.map(|jump| leaper_attacks(knights, &[jump])));
    check(KnightFill::<0>, |v| [v.knights], |[knights]| [knights]);
    check(KnightFill::<3>, |v| [v.knights], |[knights]| [reach(knights, 3, !0, true)]);
    check(KnightReachExactly::<2>, |v| [v.knights, !v.own], |[from, allowed]| [reach(from, 2, allowed, false)]);
    check(KnightReachWithin::<2>, |v| [v.knights, !v.own], |[from, allowed]| [reach(from, 2, allowed, true)]);
}

#[test]
fn forks() {
    check(ForkSquares::<0>, |v| [v.targets], |[_]| [!0]);
    check(ForkSquares::<1>, |v| [v.targets], |[targets]| [attacking(targets, 1)]);
    check(ForkSquares::<2>, |v| [v.targets], |[targets]| [attacking(targets, 2)]);
    check(ForkSquares::<3>, |v| [v.targets], |[targets]| [attacking(targets, 3)]);
    check(ForkSquares::<8>, |v| [v.them], |[targets]| [attacking(targets, 8)]);
    let royal = |[king, queens]: [u64; 2]| [knight_attacks(king) & knight_attacks(queens)];
    check(RoyalForks, |v| [v.their_king, v.their_queens], royal);
    for pawns in Color::ALL {
        let take = |v: &View| [v.targets, v.own, v.knights, v.their_pawns, v.their_knights];
        check(SafeForks { pawns }, take, |input| [safe_forks(input, pawns)]);
    }
}

#[test]
fn kings() {
    check(KingAttacks, |v| [v.king], |[kings]| [king_attacks(kings)]);
    check(KingMoves, |v| [v.king, v.own], |[kings, own]| [king_attacks(kings) & !own]);
    check(EscapeSquares, |v| [v.king, taboo(v)], |[king, taboo]| [king_attacks(king) & !taboo]);
    check(KingFill::<2>, |v| [v.king], |[kings]| [within_king_steps(kings, 2)]);
    check(VulnerableLines, |v| [v.king, taboo(v)], |[king, taboo]| [vulnerable_lines_of_set(king, taboo)]);
    check(KingFiles, |v| [v.king, v.pawns, v.their_pawns], |[king, own, theirs]| king_files(king, own, theirs));
}

#[test]
fn distances_and_paths() {
    let empty = |v: &View| [v.king, v.their_king, !(v.own | v.them) | v.king | v.their_king];
    check(KnightDistanceDigits, |v| [v.knights], |[from]| digits(from, knight_attacks));
    check(KingDistanceDigits, |v| [v.king], |[from]| digits(from, king_attacks));
    check(KingSteps, empty, |[a, b, path]| [steps(a, b, path, king_attacks)]);
    check(KnightSteps, empty, |[a, b, path]| [steps(a, b, path, knight_attacks)]);
    check(
        KingFloodFill,
        |v| [v.king, !v.pawns],
        |[start, path]| [waves(start & path, path, king_attacks).iter().sum()],
    );
    check(ShortestPathSquares, empty, |[a, b, path]| [shortest_path_squares(a, b, path)]);
}

#[test]
fn attacked_squares() {
    for side in Color::ALL {
        let take = |v: &View| [v.pawns, v.knights, v.bishops, v.rooks, v.queens, v.king, v.own | v.them, v.their_king];
        check(AttackedSquares { side }, take, |input| [attacked(input, side)]);
    }
}

/// What the king of a view may not step on: its own pieces, and what the other side attacks with the king off the board.
fn taboo(view: &View) -> u64 {
    let pieces = [view.their_pawns, view.their_knights, view.their_bishops, view.their_rooks, view.their_queens];
    let [pawns, knights, bishops, rooks, queens] = pieces;
    let input = [pawns, knights, bishops, rooks, queens, view.their_king, view.own | view.them, view.king];
    view.own | attacked(input, !view.side)
}

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Moves of each knight by itself.
fn mobility(knights: u64, own: u64) -> u64 {
    coordinates(knights).map(|square| coordinates(knight_attacks(single(square)) & !own).count() as u64).sum()
}

/// So many rounds of knight moves onto allowed squares, with or without those that were there before.
fn reach(knights: u64, rounds: usize, allowed: u64, within: bool) -> u64 {
    (0..rounds).fold(knights, |reached, _| knight_attacks(reached) & allowed | if within { reached } else { 0 })
}

/// Squares no farther than so many king steps: the larger of the differences of files and ranks.
fn within_king_steps(kings: u64, steps: i32) -> u64 {
    let near =
        |(file, rank): (i32, i32)| coordinates(kings).any(|(f, r)| (f - file).abs().max((r - rank).abs()) <= steps);
    coordinates(!0).filter(|&square| near(square)).fold(0, |set, square| set | single(square))
}

/// Squares from which a knight attacks at least so many of the targets, square by square.
fn attacking(targets: u64, least: usize) -> u64 {
    let forks = |&square: &(i32, i32)| coordinates(knight_attacks(single(square)) & targets).count() >= least;
    coordinates(!0).filter(forks).fold(0, |set, square| set | single(square))
}

fn safe_forks([targets, own, own_knights, pawns, their_knights]: [u64; 5], color: Color) -> u64 {
    let forward = if color == Color::White { 1 } else { -1 };
    let by_pawns =
        moved(pawns, |file, rank| (file + 1, rank + forward)) | moved(pawns, |file, rank| (file - 1, rank + forward));
    attacking(targets, 2) & knight_attacks(own_knights) & !own & !by_pawns & !knight_attacks(their_knights)
}

/// Everything a side attacks: jumps, and rays walked square by square to the first piece.
fn attacked(input: [u64; 8], side: Color) -> u64 {
    const ROOK: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] = input;
    let forward = if side == Color::White { 1 } else { -1 };
    let rays = |sliders: u64, directions: [(i32, i32); 4]| {
        let mut reached = 0;
        for (start, (df, dr)) in coordinates(sliders).flat_map(|square| directions.map(|direction| (square, direction)))
        {
            let (mut file, mut rank) = (start.0 + df, start.1 + dr);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                reached |= single((file, rank));
                if occupied & !looked_through & single((file, rank)) != 0 {
                    break;
                }
                (file, rank) = (file + df, rank + dr);
            }
        }
        reached
    };
    leaper_attacks(pawns, &[(1, forward), (-1, forward)])
        | knight_attacks(knights)
        | king_attacks(king)
        | rays(bishops | queens, BISHOP)
        | rays(rooks | queens, ROOK)
}

/// The lines on which king and flight squares lie, for a king on one square; where a set of kings is no single square, by
/// the rule of the kernel: flight squares that lie beside no king on the line.
fn vulnerable_lines_of_set(king: u64, taboo: u64) -> u64 {
    let flights = king_attacks(king) & !taboo;
    let along = |steps: [(i32, i32); 2]| u64::from(flights & !leaper_attacks(king, &steps) == 0);
    along([(1, 0), (-1, 0)])
        | along([(0, 1), (0, -1)]) << 1
        | along([(1, 1), (-1, -1)]) << 2
        | along([(1, -1), (-1, 1)]) << 3
}

fn king_files(king: u64, own: u64, theirs: u64) -> [u64; 2] {
    let has = |set: u64, file: i32| coordinates(set).any(|(f, _)| f == file);
    let whole = |wanted: &dyn Fn(i32) -> bool| {
        coordinates(!0).filter(|&(file, _)| wanted(file)).fold(0, |set, square| set | single(square))
    };
    let near = |file: i32| (file - 1..=file + 1).any(|near| has(king, near));
    [
        whole(&|file| near(file) && !has(own, file) && !has(theirs, file)),
        whole(&|file| near(file) && !has(own, file) && has(theirs, file)),
    ]
}

/// What is reached first after 0, 1, 2, ... steps within the path.
fn waves(start: u64, path: u64, attacks: fn(u64) -> u64) -> Vec<u64> {
    let (mut waves, mut reached, mut wave) = (Vec::new(), 0, start);
    while wave != 0 {
        waves.push(wave);
        reached |= wave;
        wave = attacks(wave) & path & !reached;
    }
    waves
}

fn steps(a: u64, b: u64, path: u64, attacks: fn(u64) -> u64) -> u64 {
    let first = waves(a & path, path, attacks).iter().position(|wave| wave & b != 0);
    first.map_or(NO_WAY, |steps| steps as u64)
}

/// Squares whose distances from both ends add up to the shortest.
fn shortest_path_squares(a: u64, b: u64, path: u64) -> u64 {
    let (from_a, from_b) = (waves(a & path, path, king_attacks), waves(b & path, path, king_attacks));
    let Some(length) = from_a.iter().position(|wave| wave & b != 0) else { return 0 };
    (0..=length).fold(0, |squares, i| squares | from_a[i] & from_b[length - i])
}

/// The distance of each square in binary; seven for each of the empty set.
fn digits(from: u64, attacks: fn(u64) -> u64) -> [u64; 3] {
    let mut digits = if from == 0 { [!0; 3] } else { [0; 3] };
    for (distance, wave) in waves(from, !0, attacks).iter().enumerate() {
        for (n, digit) in digits.iter_mut().enumerate() {
            *digit |= if distance >> n & 1 == 1 { *wave } else { 0 };
        }
    }
    digits
}

fn single((file, rank): (i32, i32)) -> u64 {
    1 << (file + 8 * rank)
}
