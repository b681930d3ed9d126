//! The patterns by coordinates: square by square, ray by ray, wave by wave.

use setwise::Color;

use super::{coordinates, king_attacks, knight_attacks, leaper_attacks, moved, single};

/// Moves of each knight by itself.
#[must_use]
pub fn knight_mobility(knights: u64, own: u64) -> u64 {
    coordinates(knights).map(|square| coordinates(knight_attacks(single(square)) & !own).count() as u64).sum()
}

/// So many rounds of knight moves onto allowed squares, with or without those that were there before.
#[must_use]
pub fn knight_reach(knights: u64, rounds: usize, allowed: u64, within: bool) -> u64 {
    (0..rounds).fold(knights, |reached, _| knight_attacks(reached) & allowed | if within { reached } else { 0 })
}

/// Squares no farther than so many king steps: the larger of the differences of files and ranks.
#[must_use]
pub fn within_king_steps(kings: u64, steps: i32) -> u64 {
    let near =
        |(file, rank): (i32, i32)| coordinates(kings).any(|(f, r)| (f - file).abs().max((r - rank).abs()) <= steps);
    coordinates(!0).filter(|&square| near(square)).fold(0, |set, square| set | single(square))
}

/// Squares from which a knight attacks at least so many of the targets, square by square.
#[must_use]
pub fn fork_squares(targets: u64, least: usize) -> u64 {
    let forks = |&square: &(i32, i32)| coordinates(knight_attacks(single(square)) & targets).count() >= least;
    coordinates(!0).filter(forks).fold(0, |set, square| set | single(square))
}

/// Fork squares that an own knight reaches and no own piece, pawn or knight of the other side forbids.
#[must_use]
pub fn safe_forks([targets, own, own_knights, pawns, their_knights]: [u64; 5], color: Color) -> u64 {
    let forward = if color == Color::White { 1 } else { -1 };
    let by_pawns =
        moved(pawns, |file, rank| (file + 1, rank + forward)) | moved(pawns, |file, rank| (file - 1, rank + forward));
    fork_squares(targets, 2) & knight_attacks(own_knights) & !own & !by_pawns & !knight_attacks(their_knights)
}

/// Everything a side attacks: jumps, and rays walked square by square to the first piece.
#[must_use]
pub fn attacked_squares(input: [u64; 8], side: Color) -> u64 {
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
#[must_use]
pub fn vulnerable_lines(king: u64, taboo: u64) -> u64 {
    let flights = king_attacks(king) & !taboo;
    let along = |steps: [(i32, i32); 2]| u64::from(flights & !leaper_attacks(king, &steps) == 0);
    along([(1, 0), (-1, 0)])
        | along([(0, 1), (0, -1)]) << 1
        | along([(1, 1), (-1, -1)]) << 2
        | along([(1, -1), (-1, 1)]) << 3
}

/// The open and the half-open ones of the files of the king and beside it, whole.
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

/// What is reached first after 0, 1, 2, ... steps within the path.
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

/// The least number of steps within the path, or what a batch has where there is no way.
#[must_use]
pub fn steps(a: u64, b: u64, path: u64, attacks: fn(u64) -> u64) -> u64 {
    let first = waves(a & path, path, attacks).iter().position(|wave| wave & b != 0);
    first.map_or(setwise::patterns::NO_WAY, |steps| steps as u64)
}

/// The rounds that the loop of steps takes on a board by itself: until the goal is met, or until nothing is added.
#[must_use]
pub fn rounds(a: u64, b: u64, path: u64, attacks: fn(u64) -> u64) -> usize {
    let waves = waves(a & path, path, attacks);
    waves.iter().position(|wave| wave & b != 0).unwrap_or(waves.len().max(1))
}

/// Squares whose distances from both ends add up to the shortest.
#[must_use]
pub fn shortest_path_squares(a: u64, b: u64, path: u64) -> u64 {
    let (from_a, from_b) = (waves(a & path, path, king_attacks), waves(b & path, path, king_attacks));
    let Some(length) = from_a.iter().position(|wave| wave & b != 0) else { return 0 };
    (0..=length).fold(0, |squares, i| squares | from_a[i] & from_b[length - i])
}

/// The distance of each square in binary; seven for each of the empty set.
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
