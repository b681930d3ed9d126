//! Reference values: distances (`docs/reference.md`, sections 7.3 and 7.4).

use setwise::patterns::{
    king_distance, king_distance_map, knight_distance, knight_distance_map, knight_distance_of_sets,
    knight_steps_within, manhattan_distance,
};
use setwise::tables::KNIGHT_DISTANCES;
use setwise::{Bitboard, Square};
use setwise_testkit::random::Sets;
use setwise_testkit::reference::fnv1a;

fn pairs() -> impl Iterator<Item = (Square, Square)> {
    Square::ALL.into_iter().flat_map(|a| Square::ALL.into_iter().map(move |b| (a, b)))
}

#[test]
fn the_tables_have_the_published_checksums_and_histogram() {
    assert_eq!(fnv1a(KNIGHT_DISTANCES.into_iter().flatten()), 0xCAD2_B648_8327_BFE5);
    let king = pairs().map(|(a, b)| u8::try_from(king_distance(a, b)).unwrap());
    assert_eq!(fnv1a(king), 0xC04B_60FB_1F19_0C6D);
    let mut histogram = [0; 7];
    for (a, b) in pairs() {
        histogram[knight_distance(a, b) as usize] += 1;
    }
    assert_eq!(histogram, [64, 336, 1080, 1536, 900, 176, 4]);
    assert_eq!(pairs().map(|(a, b)| knight_distance(a, b)).sum::<u32>(), 11608);
}

#[test]
fn rows_from_a1_and_d4_are_the_published_ones() {
    let row = |from: Square| {
        let ranks =
            KNIGHT_DISTANCES[from.index()].chunks(8).map(|rank| rank.iter().map(u8::to_string).collect::<String>());
        ranks.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row(Square::A1), "03232345 34123434 21432345 32323434 23234345 34343454 43434545 54545456");
    assert_eq!(row(Square::D4), "23232323 34121432 21232123 32303232 21232123 34121432 23232323 32323234");
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
    let eccentricity = |square: Square| knight_distance_map(square.into()).into_iter().flatten().max();
    let rows: Vec<String> = Square::ALL
        .chunks(8)
        .map(|rank| rank.iter().map(|&square| eccentricity(square).unwrap().to_string()).collect())
        .collect();
    assert_eq!(rows[..4].join(" "), "65555556 55544555 55444455 54444445");
    assert!((0..4).all(|rank| rows[rank] == rows[7 - rank]));
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
