//! Tests what `docs/reference.md`, section 7, says about connected squares, shortest paths and distances.
//! `reference.rs` compares the values in the tables.

use setwise::patterns::{
    king_distance, king_distance_map, king_steps_within, knight_distance, knight_distance_map, knight_distance_of_sets,
    knight_steps_within, manhattan_distance, shortest_paths, squares_are_connected,
};
use setwise::{Bitboard, Square};
use setwise_testkit::oracle::{king_attacks, waves};
use setwise_testkit::random::Sets;

/// Tests that the lengths of paths on random boards agree with a search by coordinates. The boards of the shortest
/// paths must agree square by square.
#[test]
fn random_paths_agree_with_a_walk_of_distances() {
    let mut sets = Sets::seeded(11);
    for n in 0..300 {
        let path = Bitboard(sets.dense() | if n % 3 == 0 { sets.dense() } else { 0 });
        let (a, b) = (Bitboard(sets.of(1 + n % 3)), Bitboard(sets.of(1 + n % 2)));
        // The number of king steps from the nearest square of a set, computed by coordinates.
        let [from_a, to_b] = [a, b].map(|set| {
            let waves = waves((set & path).0, path.0, king_attacks);
            Square::ALL.map(|square| waves.iter().position(|wave| wave >> square.index() & 1 == 1).map(|n| n as u32))
        });
        let steps = (b & path).iter().filter_map(|square| from_a[square.index()]).min();
        assert_eq!(king_steps_within(a, b, path), steps);
        assert_eq!(king_steps_within(b, a, path), steps, "symmetric");
        assert_eq!(squares_are_connected(a, b, path), steps.is_some());
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
    let here =
        shortest_paths(Square::E4.into(), Bitboard::from_squares(&[Square::E4, Square::A1]), Bitboard::ALL).unwrap();
    assert_eq!((here.steps(), here.boards()), (0, &[Square::E4.bitboard()][..]));
}

fn pairs() -> impl Iterator<Item = (Square, Square)> {
    Square::ALL.into_iter().flat_map(|a| Square::ALL.into_iter().map(move |b| (a, b)))
}

#[test]
fn the_fill_and_the_table_agree_on_every_pair() {
    for (a, b) in pairs() {
        let distance = knight_distance(a, b);
        assert_eq!(knight_distance_of_sets(a.into(), b.into()), Some(distance), "{a} {b}");
        assert_eq!(knight_distance(b, a), distance);
        let colour = |square: Square| (square.file().index() + square.rank().index()) % 2;
        assert_eq!(distance % 2 == 1, colour(a) != colour(b), "{a} {b}");
        let by_coordinates = |combine: fn(usize, usize) -> usize| {
            let files = a.file().index().abs_diff(b.file().index());
            combine(files, a.rank().index().abs_diff(b.rank().index())) as u32
        };
        assert_eq!(king_distance(a, b), by_coordinates(usize::max));
        assert_eq!(manhattan_distance(a, b), by_coordinates(|files, ranks| files + ranks));
    }
}

#[test]
fn the_triangle_inequality_holds() {
    for (a, b) in pairs() {
        for c in Square::ALL {
            assert!(knight_distance(a, c) <= knight_distance(a, b) + knight_distance(b, c));
        }
    }
}

#[test]
fn maps_from_a_set_have_the_distance_of_its_nearest_member() {
    let mut sets = Sets::seeded(14);
    for n in 0..200 {
        let from = Bitboard(sets.of(1 + n % 5));
        let (knights, kings) = (knight_distance_map(from).unwrap(), king_distance_map(from).unwrap());
        for square in Square::ALL {
            let nearest =
                |distance: fn(Square, Square) -> u32| from.iter().map(|member| distance(member, square)).min();
            assert_eq!(Some(u32::from(knights[square.index()])), nearest(knight_distance), "{from:?} {square}");
            assert_eq!(Some(u32::from(kings[square.index()])), nearest(king_distance), "{from:?} {square}");
        }
    }
    assert_eq!((knight_distance_map(Bitboard::EMPTY), king_distance_map(Bitboard::EMPTY)), (None, None));
}

#[test]
fn knight_steps_on_a_path_need_every_square_of_it() {
    use Square::{A1, B3, C5, D7};
    let path = Bitboard::from_squares(&[A1, B3, C5, D7]);
    assert_eq!(knight_steps_within(A1.into(), D7.into(), path), Some(3));
    assert_eq!(knight_steps_within(A1.into(), D7.into(), path.without(C5)), None);
    assert_eq!(knight_steps_within(A1.into(), A1.into(), path.without(A1)), None);
}

#[test]
fn between_sets_the_nearest_pair_counts_and_the_empty_set_has_no_distance() {
    let both = Bitboard::from_squares(&[Square::B1, Square::G1]);
    assert_eq!(knight_distance_of_sets(both, Square::E8.into()), Some(4));
    assert_eq!(knight_distance_of_sets(both, both), Some(0));
    assert_eq!(knight_distance_of_sets(Bitboard::EMPTY, both), None);
    assert_eq!(knight_distance_of_sets(both, Bitboard::EMPTY), None);
}
