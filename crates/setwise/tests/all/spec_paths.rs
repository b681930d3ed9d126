//! Reference values: connected squares and shortest paths (`docs/reference.md`, sections 7.1 and 7.2).

use setwise::patterns::{king_distance, king_steps_within, shortest_paths, squares_are_connected};
use setwise::{Bitboard, Square};
use setwise_testkit::oracle::{coordinates, king_attacks};
use setwise_testkit::random::Sets;

/// A winding corridor of 20 squares from a1 to h8.
const CORRIDOR: Bitboard = Bitboard(0xC03C_023C_4080_403F);
const LONG_DIAGONAL: Bitboard = Bitboard(0x8040_2010_0804_0201);

fn one(square: Square) -> Bitboard {
    square.bitboard()
}

#[test]
fn a_king_walks_the_corridor_square_by_square() {
    use Square::*;
    assert_eq!(king_steps_within(one(A1), one(H8), CORRIDOR), Some(19));
    let mut reached = 1_u64;
    for stage in [
        0x0000_0000_0000_0001,
        0x0000_0000_0000_0003,
        0x0000_0000_0000_0007,
        0x0000_0000_0000_000F,
        0x0000_0000_0000_001F,
        0x0000_0000_0000_003F,
        0x0000_0000_0000_403F,
        0x0000_0000_0080_403F,
        0x0000_0000_4080_403F,
        0x0000_0020_4080_403F,
        0x0000_0030_4080_403F,
        0x0000_0038_4080_403F,
        0x0000_003C_4080_403F,
        0x0000_023C_4080_403F,
        0x0004_023C_4080_403F,
        0x000C_023C_4080_403F,
        0x001C_023C_4080_403F,
        0x003C_023C_4080_403F,
        0x403C_023C_4080_403F,
        0xC03C_023C_4080_403F,
    ] {
        assert_eq!(reached, stage);
        reached = (reached | king_attacks(reached)) & CORRIDOR.0;
    }
    assert!(!squares_are_connected(one(A1), one(H8), CORRIDOR.without(D5)));
    assert!(!squares_are_connected(one(A1), one(H8), CORRIDOR.without(A1)));
    assert_eq!(king_steps_within(one(A1), one(H8), Bitboard::ALL), Some(7));
    assert_eq!(king_steps_within(one(A1), one(H8), LONG_DIAGONAL), Some(7));
    assert!(!squares_are_connected(one(H4), one(A5), one(H4).with(A5)));
    assert!(!squares_are_connected(Bitboard::EMPTY, Bitboard::ALL, Bitboard::ALL));
    assert!(!squares_are_connected(Bitboard::ALL, Bitboard::ALL, Bitboard::EMPTY));
    assert!(squares_are_connected(one(C3).with(H8), one(C3), one(C3)));
}

#[test]
fn shortest_paths_have_the_published_boards() {
    use Square::*;
    let both = shortest_paths(one(E4), one(A1).with(H8), Bitboard::ALL).unwrap();
    assert_eq!(both.steps(), 4);
    let expected = [
        0x0000_0000_1000_0000,
        0x0000_0030_0808_0000,
        0x0000_6000_0004_0400,
        0x00C0_0000_0000_0202,
        0x8000_0000_0000_0001,
    ];
    assert_eq!(both.boards(), expected.map(Bitboard));

    let other = shortest_paths(one(F6), one(H1), Bitboard::ALL).unwrap();
    assert_eq!((other.boards().len(), other.squares()), (6, Bitboard(0x0000_2070_F0E0_C080)));

    let corridor = shortest_paths(one(A1), one(H8), CORRIDOR).unwrap();
    assert_eq!((corridor.boards().len(), corridor.squares()), (20, CORRIDOR));
    assert_eq!(shortest_paths(one(A1), one(H8), CORRIDOR.without(D5)), None);
    let here = shortest_paths(one(E4), one(E4).with(A1), Bitboard::ALL).unwrap();
    assert_eq!((here.steps(), here.boards()), (0, &[one(E4)][..]));
}

/// On random paths, compares lengths with a walk by coordinates, and boards of shortest paths square by square.
#[test]
fn random_paths_agree_with_a_walk_of_distances() {
    let mut sets = Sets::seeded(11);
    for n in 0..300 {
        let path = Bitboard(sets.dense() | if n % 3 == 0 { sets.dense() } else { 0 });
        let (a, b) = (Bitboard(sets.of(1 + n % 3)), Bitboard(sets.of(1 + n % 2)));
        let (from_a, to_b) = (distances(a & path, path), distances(b & path, path));
        let steps = (b & path).iter().filter_map(|square| from_a[square.index()]).min();
        assert_eq!(king_steps_within(a, b, path), steps);
        assert_eq!(king_steps_within(b, a, path), steps, "symmetric");
        assert_eq!(squares_are_connected(a, b, path), steps.is_some());
        assert!(steps.is_none() || squares_are_connected(a, b, Bitboard::ALL), "a wider path connects no less");
        let paths = shortest_paths(a, b, path);
        assert_eq!(paths.map(|paths| paths.steps() as u32), steps);
        for (i, board) in paths.iter().flat_map(|paths| paths.boards()).enumerate() {
            let (i, steps) = (i as u32, steps.unwrap());
            let on_path = |square: &Square| {
                from_a[square.index()] == Some(i) && to_b[square.index()].is_some_and(|rest| i + rest == steps)
            };
            let nearest: Bitboard = Square::ALL.into_iter().filter(on_path).collect();
            assert_eq!(*board, nearest);
        }
    }
    for (a, b) in [(Square::A1, Square::H8), (Square::E4, Square::B2), (Square::C7, Square::C7)] {
        assert_eq!(king_steps_within(one(a), one(b), Bitboard::ALL), Some(king_distance(a, b)));
    }
}

/// Returns the number of king steps from the nearest of these squares to each square, by coordinates, or `None` if there is no
/// way.
fn distances(from: Bitboard, path: Bitboard) -> [Option<u32>; 64] {
    let mut distances = [None; 64];
    let mut wave: Vec<(i32, i32)> = coordinates(from.0).collect();
    for steps in 0.. {
        wave.retain(|&(file, rank)| distances[(file + 8 * rank) as usize].is_none());
        if wave.is_empty() {
            break;
        }
        for &(file, rank) in &wave {
            distances[(file + 8 * rank) as usize] = Some(steps);
        }
        let near = |&(file, rank): &(i32, i32)| coordinates(king_attacks(1 << (file + 8 * rank)) & path.0);
        wave = wave.iter().flat_map(near).collect();
    }
    distances
}
