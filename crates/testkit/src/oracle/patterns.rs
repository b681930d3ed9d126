//! The patterns by coordinates: square by square, ray by ray, wave by wave.

use setwise::Color;

use super::{coordinates, king_attacks, knight_attacks, leaper_attacks, moved, single};

/// Returns the number of knight moves, summed over the knights.
#[must_use]
pub fn knight_mobility(knights: u64, own: u64) -> u64 {
    coordinates(knights).map(|square| coordinates(knight_attacks(single(square)) & !own).count() as u64).sum()
}

/// Returns the squares that knights reach after `rounds` moves onto allowed squares. If `within` is true, the squares reached
/// after fewer moves, and those of the knights, are included.
#[must_use]
pub fn knight_reach(knights: u64, rounds: usize, allowed: u64, within: bool) -> u64 {
    (0..rounds).fold(knights, |reached, _| knight_attacks(reached) & allowed | if within { reached } else { 0 })
}

/// Returns the squares at most `steps` king steps away: the larger of the differences of files and ranks.
#[must_use]
pub fn within_king_steps(kings: u64, steps: i32) -> u64 {
    let near =
        |(file, rank): (i32, i32)| coordinates(kings).any(|(f, r)| (f - file).abs().max((r - rank).abs()) <= steps);
    coordinates(!0).filter(|&square| near(square)).fold(0, |set, square| set | single(square))
}

/// Returns the squares from which a knight attacks at least `least` of the targets, square by square.
#[must_use]
pub fn fork_squares(targets: u64, least: usize) -> u64 {
    let forks = |&square: &(i32, i32)| coordinates(knight_attacks(single(square)) & targets).count() >= least;
    coordinates(!0).filter(forks).fold(0, |set, square| set | single(square))
}

/// Returns the fork squares that an own knight attacks, without squares with own pieces and squares that pawns or knights of the
/// other side attack.
#[must_use]
pub fn safe_forks([targets, own, own_knights, pawns, their_knights]: [u64; 5], color: Color) -> u64 {
    let forward = if color == Color::White { 1 } else { -1 };
    let by_pawns =
        moved(pawns, |file, rank| (file + 1, rank + forward)) | moved(pawns, |file, rank| (file - 1, rank + forward));
    fork_squares(targets, 2) & knight_attacks(own_knights) & !own & !by_pawns & !knight_attacks(their_knights)
}

/// Returns all squares that a side attacks: by jumps, and by rays walked square by square to the first piece.
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

/// Returns the lines that contain a king and all its flight squares. For sets of several kings or none it follows the rule of the
/// kernel: a line counts if every flight square is next to a king along that line.
#[must_use]
pub fn vulnerable_lines(king: u64, taboo: u64) -> u64 {
    let flights = king_attacks(king) & !taboo;
    let along = |steps: [(i32, i32); 2]| u64::from(flights & !leaper_attacks(king, &steps) == 0);
    along([(1, 0), (-1, 0)])
        | along([(0, 1), (0, -1)]) << 1
        | along([(1, 1), (-1, -1)]) << 2
        | along([(1, -1), (-1, 1)]) << 3
}

/// Returns the open and the half-open files among the king's file and the adjacent files, with all their squares.
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

/// Returns the squares that are first reached after 0, 1, 2, ... steps within the path.
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

/// Returns the least number of steps within the path, or [`NO_WAY`](setwise::patterns::NO_WAY) if there is no way.
#[must_use]
pub fn steps(a: u64, b: u64, path: u64, attacks: fn(u64) -> u64) -> u64 {
    let first = waves(a & path, path, attacks).iter().position(|wave| wave & b != 0);
    first.map_or(setwise::patterns::NO_WAY, |steps| steps as u64)
}

/// Returns the number of rounds that the loop of steps takes for a single board: until the goal is reached, or until no square
/// is added.
#[must_use]
pub fn rounds(a: u64, b: u64, path: u64, attacks: fn(u64) -> u64) -> usize {
    let waves = waves(a & path, path, attacks);
    waves.iter().position(|wave| wave & b != 0).unwrap_or(waves.len().max(1))
}

/// Returns the squares whose distances from both ends add up to the length of the shortest path.
#[must_use]
pub fn shortest_path_squares(a: u64, b: u64, path: u64) -> u64 {
    let (from_a, from_b) = (waves(a & path, path, king_attacks), waves(b & path, path, king_attacks));
    let Some(length) = from_a.iter().position(|wave| wave & b != 0) else { return 0 };
    (0..=length).fold(0, |squares, i| squares | from_a[i] & from_b[length - i])
}

/// Returns the distance of each square in binary, lowest digit first. For the empty set the distance of every square is seven.
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
