//! Every pattern equals its oracle of coordinates, on every ready backend, with different boards in all lanes.

use std::fmt::Debug;

use setwise::patterns::*;
use setwise::{Backend, BackendId, Color, Kernel, Lanes, Spread, Visitor};
use setwise_testkit::conformance::Suite;
use setwise_testkit::oracle::{coordinates, king_attacks, knight_attacks, leaper_attacks, moved};

struct EveryPattern;

impl Visitor for EveryPattern {
    fn visit<V: Lanes, S: Spread<V>>(&mut self, id: BackendId, backend: Backend<V, S>) {
        let suite = Suite::new(id.name(), backend);
        check(&suite, KnightMoves, |[knights, own]| [knight_attacks(knights) & !own]);
        check(&suite, KnightCaptures, |[knights, them]| [knight_attacks(knights) & them]);
        check(&suite, KnightQuietMoves, |[knights, occupied]| [knight_attacks(knights) & !occupied]);
        check(&suite, KnightMobility, |[knights, own]| [mobility(knights, own)]);
        check(&suite, KnightDirections, |[knights]| KNIGHT.map(|jump| leaper_attacks(knights, &[jump])));
        check(&suite, KnightFill::<0>, |[knights]| [knights]);
        check(&suite, KnightFill::<3>, |[knights]| [reach(knights, 3, !0, true)]);
        check(&suite, KnightReachExactly::<2>, |[knights, allowed]| [reach(knights, 2, allowed, false)]);
        check(&suite, KnightReachWithin::<2>, |[knights, allowed]| [reach(knights, 2, allowed, true)]);
        check(&suite, KingMoves, |[kings, own]| [king_attacks(kings) & !own]);
        check(&suite, EscapeSquares, |[king, taboo]| [king_attacks(king) & !taboo]);
        check(&suite, KingFill::<2>, |[kings]| [within_king_steps(kings, 2)]);
        check(&suite, ForkSquares::<0>, |[_]| [!0]);
        check(&suite, ForkSquares::<1>, |[targets]| [attacking(targets, 1)]);
        check(&suite, ForkSquares::<2>, |[targets]| [attacking(targets, 2)]);
        check(&suite, ForkSquares::<3>, |[targets]| [attacking(targets, 3)]);
        check(&suite, ForkSquares::<8>, |[targets]| [attacking(targets, 8)]);
        check(&suite, RoyalForks, |[king, queens]| [knight_attacks(king) & knight_attacks(queens)]);
        check(&suite, VulnerableLines, |[king, taboo]| [vulnerable_lines_of_set(king, taboo)]);
        check(&suite, KingFiles, |[king, own, theirs]| king_files(king, own, theirs));
        check(&suite, KnightDistanceDigits, |[from]| digits(from, knight_attacks));
        check(&suite, KingDistanceDigits, |[from]| digits(from, king_attacks));
        check(&suite, KingSteps, |[a, b, path]| [steps(a, b, path, king_attacks)]);
        check(&suite, KnightSteps, |[a, b, path]| [steps(a, b, path, knight_attacks)]);
        check(&suite, KingFloodFill, |[start, path]| [waves(start & path, path, king_attacks).iter().sum()]);
        check(&suite, ShortestPathSquares, |[a, b, path]| [shortest_path_squares(a, b, path)]);
        for side in Color::ALL {
            check(&suite, AttackedSquares { side }, |input| [attacked(input, side)]);
        }
        for pawns in [Color::White, Color::Black] {
            check(&suite, SafeForks { pawns }, |input| [safe_forks(input, pawns)]);
        }
    }
}

#[test]
fn every_pattern_equals_its_oracle_on_every_backend() {
    setwise::visit_ready(&mut EveryPattern);
}

fn check<V, S, K, const IN: usize, const OUT: usize>(
    suite: &Suite<V, S>,
    kernel: K,
    oracle: impl Fn([u64; IN]) -> [u64; OUT],
) where
    V: Lanes,
    S: Spread<V>,
    K: Kernel<IN, OUT> + Debug,
{
    suite.pattern(kernel, oracle).unwrap_or_else(|failure| panic!("{failure}"));
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

/// The positions of the embedded games: what each side attacks, against `cozy-chess`-replayed boards walked by coordinates.
#[test]
fn real_positions_have_the_attacks_of_their_rays_and_jumps() {
    use setwise_testkit::games::master_positions;
    use setwise_testkit::positions::Piece;

    let positions = master_positions();
    for side in Color::ALL {
        let column =
            |of: &dyn Fn(&setwise_testkit::positions::Position) -> u64| positions.iter().map(of).collect::<Vec<u64>>();
        let piece = |piece: Piece| column(&|position| position.of(piece)[side.index()]);
        let input = [
            piece(Piece::Pawn),
            piece(Piece::Knight),
            piece(Piece::Bishop),
            piece(Piece::Rook),
            piece(Piece::Queen),
            piece(Piece::King),
            column(&|position| position.sides[0] | position.sides[1]),
            column(&|position| position.of(Piece::King)[1 - side.index()]),
        ];
        let expected: Vec<u64> =
            (0..positions.len()).map(|n| attacked(input.each_ref().map(|column| column[n]), side)).collect();
        for backend in BackendId::ready() {
            let mut results = vec![0; positions.len()];
            backend.map(AttackedSquares { side }, input.each_ref().map(Vec::as_slice), [&mut results]);
            assert!(results == expected, "{} {side}", backend.id());
        }
    }
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
