//! The patterns, computed by coordinates: square by square, ray by ray, wave by wave.

use setwise::Color;

use super::{ahead, coordinates, king_attacks, knight_attacks, leaper_attacks, moved, single};

/// Returns the number of knight moves, summed over the knights.
#[must_use]
pub fn knight_move_count(knights: u64, own: u64) -> u64 {
    coordinates(knights).map(|square| coordinates(knight_attacks(single(square)) & !own).count() as u64).sum()
}

/// Returns the squares that knights reach after `rounds` moves onto allowed squares. If `within` is true, the result
/// includes the squares of the knights and the squares reached after fewer moves.
#[must_use]
pub fn knight_reach(knights: u64, rounds: usize, allowed: u64, within: bool) -> u64 {
    (0..rounds).fold(knights, |reached, _| knight_attacks(reached) & allowed | if within { reached } else { 0 })
}

/// Returns the squares that are at most `steps` king steps from a king. The distance is the larger of the differences
/// of files and ranks.
#[must_use]
pub fn within_king_steps(kings: u64, steps: i32) -> u64 {
    let near =
        |(file, rank): (i32, i32)| coordinates(kings).any(|(f, r)| (f - file).abs().max((r - rank).abs()) <= steps);
    coordinates(!0).filter(|&square| near(square)).fold(0, |set, square| set | single(square))
}

/// Returns the squares from which a knight attacks at least `least` of the targets. Tests each square separately.
#[must_use]
pub fn fork_squares(targets: u64, least: usize) -> u64 {
    let forks = |&square: &(i32, i32)| coordinates(knight_attacks(single(square)) & targets).count() >= least;
    coordinates(!0).filter(forks).fold(0, |set, square| set | single(square))
}

/// Returns the empty squares to which pawns move by one step, and the squares to which they move by two, computed pawn
/// by pawn.
#[must_use]
pub fn pawn_pushes(pawns: u64, occupied: u64, side: Color) -> [u64; 2] {
    let (forward, second_rank) = if side == Color::White { (1, 1) } else { (-1, 6) };
    let mut pushes = [0; 2];
    for (file, rank) in coordinates(pawns) {
        let ahead = [1, 2].map(|ranks| moved(single((file, rank)), |file, rank| (file, rank + ranks * forward)));
        let is_free = ahead.map(|square| square & !occupied != 0);
        pushes[0] |= if is_free[0] { ahead[0] } else { 0 };
        pushes[1] |= if is_free == [true; 2] && rank == second_rank { ahead[1] } else { 0 };
    }
    pushes
}

/// Returns the fork squares to which one of `own_knights` can move. Leaves out squares that pawns or knights of the
/// other side attack.
#[must_use]
pub fn forks_setwise_safe([targets, own, own_knights, pawns, their_knights]: [u64; 5], color: Color) -> u64 {
    let forward = ahead(color);
    let by_pawns =
        moved(pawns, |file, rank| (file + 1, rank + forward)) | moved(pawns, |file, rank| (file - 1, rank + forward));
    fork_squares(targets, 2) & knight_attacks(own_knights) & !own & !by_pawns & !knight_attacks(their_knights)
}

/// The directions in which rooks move, and those in which bishops move, as (files to the east, ranks to the north).
pub(super) const ROOK: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
pub(super) const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Returns all squares that a side attacks. Each ray ends at its first piece, unless this piece is in the last set of
/// `input`: such pieces do not block.
#[must_use]
pub fn attacked_squares(input: [u64; 8], side: Color) -> u64 {
    let [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] = input;
    let forward = ahead(side);
    let rays = |sliders: u64, directions: [(i32, i32); 4]| {
        let starts = coordinates(sliders).flat_map(|square| directions.map(|direction| (square, direction)));
        let reached = starts.flat_map(|(start, direction)| ray(start, direction, occupied & !looked_through));
        reached.fold(0, |all, square| all | single(square))
    };
    leaper_attacks(pawns, &[(1, forward), (-1, forward)])
        | knight_attacks(knights)
        | king_attacks(king)
        | rays(bishops | queens, BISHOP)
        | rays(rooks | queens, ROOK)
}

/// Returns the lines that contain a king and all its flight squares. For several kings or none, a line counts if every
/// flight square is next to a king along that line, as in the kernel.
#[must_use]
pub fn vulnerable_lines(king: u64, taboo: u64) -> u64 {
    let flights = king_attacks(king) & !taboo;
    let along = |steps: [(i32, i32); 2]| u64::from(flights & !leaper_attacks(king, &steps) == 0);
    along([(1, 0), (-1, 0)])
        | along([(0, 1), (0, -1)]) << 1
        | along([(1, 1), (-1, -1)]) << 2
        | along([(1, -1), (-1, 1)]) << 3
}

/// Returns the squares from which a slider of the other side, after one move, checks a king along one of the `lines`.
/// The lines are 1 for the rank, 2 for the file, 4 for the diagonal, and 8 for the antidiagonal. Squares next to a king
/// are left out. `diagonal` contains the other side's bishops and queens, `straight` contains its rooks and queens, and
/// `their` contains all its pieces. `occupied` contains the pieces of both sides.
///
/// Walks each line from each king in both directions, up to the first piece. From each square on the way, walks every
/// line again, up to the first piece, to find sliders that can move to the square.
#[must_use]
pub fn checks_on_lines([king, lines, diagonal, straight, their, occupied]: [u64; 6]) -> u64 {
    const RANK: [(i32, i32); 2] = [(1, 0), (-1, 0)];
    const FILE: [(i32, i32); 2] = [(0, 1), (0, -1)];
    const DIAGONAL: [(i32, i32); 2] = [(1, 1), (-1, -1)];
    const ANTIDIAGONAL: [(i32, i32); 2] = [(1, -1), (-1, 1)];
    let queens = diagonal & straight;
    let meets = |from, way, pieces: u64| ray(from, way, occupied).iter().any(|to| pieces & single(*to) != 0);
    // Returns whether a slider in `by_rook` reaches the square along a rank or file, or one in `by_bishop` along a
    // diagonal.
    let can_move_to = |square, [by_rook, by_bishop]: [u64; 2]| {
        [RANK, FILE].concat().into_iter().any(|way| meets(square, way, by_rook))
            || [DIAGONAL, ANTIDIAGONAL].concat().into_iter().any(|way| meets(square, way, by_bishop))
    };
    let mut checks = 0;
    for (n, line) in [RANK, FILE, DIAGONAL, ANTIDIAGONAL].iter().enumerate().filter(|(n, _)| lines >> n & 1 == 1) {
        let movers = if n < 2 { [straight, queens] } else { [queens, diagonal] };
        for (from, way) in coordinates(king).flat_map(|from| line.map(|way| (from, way))) {
            let arrivals = ray(from, way, occupied).into_iter().filter(|square| can_move_to(*square, movers));
            checks |= arrivals.fold(0, |all, square| all | single(square));
        }
    }
    checks & !their & !king_attacks(king)
}

/// Returns the squares that follow a square in one direction, up to and including the first piece.
pub(super) fn ray((file, rank): (i32, i32), (df, dr): (i32, i32), occupied: u64) -> Vec<(i32, i32)> {
    let squares = (1..8).map(|n| (file + n * df, rank + n * dr));
    let mut squares: Vec<_> = squares.take_while(|(f, r)| (0..8).contains(f) && (0..8).contains(r)).collect();
    let free = squares.iter().take_while(|square| occupied & single(**square) == 0).count();
    squares.truncate(free + 1);
    squares
}

/// Returns the squares of the open files, and the squares of the half-open files. Only the king's file and the adjacent
/// files are considered.
#[must_use]
pub fn king_files(king: u64, own: u64, theirs: u64) -> [u64; 2] {
    let files = |set: u64| -> Vec<bool> { (0..8).map(|file| coordinates(set).any(|(f, _)| f == file)).collect() };
    let [king, own, theirs] = [king, own, theirs].map(files);
    let near = |file: usize| king[file.saturating_sub(1)..=(file + 1).min(7)].contains(&true);
    let whole = |wanted: &[bool]| {
        coordinates(!0).filter(|&(file, _)| wanted[file as usize]).fold(0, |set, square| set | single(square))
    };
    let chosen = |of: fn(bool, bool) -> bool| -> Vec<bool> {
        (0..8).map(|file| near(file) && of(own[file], theirs[file])).collect()
    };
    [whole(&chosen(|own, theirs| !own && !theirs)), whole(&chosen(|own, theirs| !own && theirs))]
}

/// Returns the index of a king's pawn shield, computed from the six squares of the shield one by one. The index is 64
/// if there is no king, or if the king is on file d or e. If there are several kings, the king on the lowest square is
/// used.
#[must_use]
pub fn shield_index(king: u64, pawns: u64, side: Color) -> u64 {
    let Some((king, _)) = coordinates(king).next() else { return 64 };
    let files = match king {
        0..=2 => 0..=2,
        5..=7 => 5..=7,
        _ => return 64,
    };
    let (near, far) = if side == Color::White { (1, 2) } else { (6, 5) };
    let squares = [near, far].into_iter().flat_map(|rank| files.clone().map(move |file| (file, rank)));
    squares.enumerate().filter(|(_, square)| pawns & single(*square) != 0).map(|(n, _)| 1 << n).sum()
}

/// Returns a list of sets. Element `n` contains the squares that are first reached from `start` after `n` steps within
/// the path.
#[must_use]
pub fn waves(start: u64, path: u64, attacks: fn(u64) -> u64) -> Vec<u64> {
    let (mut waves, mut reached, mut wave) = (Vec::new(), 0, start);
    while wave != 0 {
        waves.push(wave);
        reached |= wave;
        wave = attacks(wave) & path & !reached;
    }
    waves
}

/// Returns the least number of steps from `a` to `b` within the path, or [`NO_PATH`](setwise::patterns::NO_PATH) if no
/// square of `b` can be reached.
#[must_use]
pub fn steps(a: u64, b: u64, path: u64, attacks: fn(u64) -> u64) -> u64 {
    let first = waves(a & path, path, attacks).iter().position(|wave| wave & b != 0);
    first.map_or(setwise::patterns::NO_PATH, |steps| steps as u64)
}

/// Returns the squares on the shortest king paths from `a` to `b`. For each of these squares, the distances from `a`
/// and from `b` add up to the length of the shortest path.
#[must_use]
pub fn shortest_path_squares(a: u64, b: u64, path: u64) -> u64 {
    let (from_a, from_b) = (waves(a & path, path, king_attacks), waves(b & path, path, king_attacks));
    let Some(length) = from_a.iter().position(|wave| wave & b != 0) else { return 0 };
    (0..=length).fold(0, |squares, i| squares | from_a[i] & from_b[length - i])
}

/// Returns the distance of each square from `from` in binary, as one set for each digit, lowest digit first. For the
/// empty set the distance of every square is seven.
#[must_use]
pub fn distance_digits(from: u64, attacks: fn(u64) -> u64) -> [u64; 3] {
    let mut digits = if from == 0 { [!0; 3] } else { [0; 3] };
    for (distance, wave) in waves(from, !0, attacks).iter().enumerate() {
        for (n, digit) in digits.iter_mut().enumerate() {
            *digit |= if distance >> n & 1 == 1 { *wave } else { 0 };
        }
    }
    digits
}
