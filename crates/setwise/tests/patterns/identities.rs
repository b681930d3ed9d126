//! Tests laws that hold for every set (`docs/reference.md`, section 10), on sets that proptest generates and shrinks.

use proptest::prelude::*;
use setwise::patterns::*;
use setwise::tables::KNIGHT_ATTACKS;
use setwise::{
    Bitboard, Kernel, Square, king_attacks, king_attacks_setwise, knight_attacks, knight_attacks_setwise, one_board,
};

/// Returns the light squares, computed by coordinates.
fn light() -> Bitboard {
    Square::ALL.into_iter().filter(|square| (square.file().index() + square.rank().index()) % 2 == 1).collect()
}

fn one<K: Kernel<1, 1>>(kernel: K, set: Bitboard) -> Bitboard {
    let [result] = one_board(kernel, [set]);
    result
}

/// Generates dense, sparse and nearly empty sets.
fn set() -> impl Strategy<Value = Bitboard> {
    let few = proptest::collection::vec(0..64_u32, 0..6);
    prop_oneof![
        any::<u64>(),
        any::<[u64; 3]>().prop_map(|[a, b, c]| a & b & c),
        few.prop_map(|squares| squares.iter().fold(0, |set, square| set | 1 << square)),
    ]
    .prop_map(Bitboard)
}

fn square() -> impl Strategy<Value = Square> {
    (0..64_usize).prop_map(|n| Square::ALL[n])
}

proptest! {
    #[test]
    fn attacks_and_every_direction_of_a_union_are_the_union(a in set(), b in set()) {
        prop_assert_eq!(knight_attacks_setwise(a | b), knight_attacks_setwise(a) | knight_attacks_setwise(b));
        prop_assert_eq!(king_attacks_setwise(a | b), king_attacks_setwise(a) | king_attacks_setwise(b));
        let (of_a, of_b) = (one_board(KnightDirections, [a]), one_board(KnightDirections, [b]));
        let united: [Bitboard; 8] = std::array::from_fn(|n| of_a[n] | of_b[n]);
        prop_assert_eq!(one_board(KnightDirections, [a | b]), united);
    }

    #[test]
    fn the_union_of_the_directions_is_the_attacks_and_their_counts_are_the_moves(knights in set()) {
        let directions = one_board(KnightDirections, [knights]);
        let union = directions.iter().fold(Bitboard::EMPTY, |union, direction| union | *direction);
        prop_assert_eq!(union, knight_attacks_setwise(knights));
        let moves: u32 = directions.iter().map(|direction| direction.count()).sum();
        prop_assert_eq!(moves, knights.iter().map(knight_degree).sum::<u32>());
        prop_assert_eq!(one_board(KnightMoveCount, [knights, Bitboard::EMPTY]), [Bitboard(u64::from(moves))]);
    }

    #[test]
    fn flips_and_mirrors_of_a_set_flip_and_mirror_its_patterns(a in set()) {
        for turned in [Bitboard::flip_vertical, Bitboard::mirror_horizontal, Bitboard::rotate_180] {
            prop_assert_eq!(knight_attacks_setwise(turned(a)), turned(knight_attacks_setwise(a)));
            prop_assert_eq!(king_attacks_setwise(turned(a)), turned(king_attacks_setwise(a)));
            prop_assert_eq!(one(Forks::<2>, turned(a)), turned(one(Forks::<2>, a)));
            prop_assert_eq!(one(KnightFill::<2>, turned(a)), turned(one(KnightFill::<2>, a)));
        }
    }

    #[test]
    fn a_mirror_exchanges_the_diagonals_of_vulnerable_lines(king in square(), taboo in set()) {
        let lines = vulnerable_lines(king, taboo);
        let exchanged = lines & 3 | (lines & 4) << 1 | (lines & 8) >> 1;
        prop_assert_eq!(vulnerable_lines(king.mirror_horizontal(), taboo.mirror_horizontal()), exchanged);
        prop_assert_eq!(vulnerable_lines(king.flip_vertical(), taboo.flip_vertical()), exchanged);
    }

    #[test]
    fn knights_change_colour_with_every_move(a in set()) {
        prop_assert!(knight_attacks_setwise(a & light()).is_disjoint(light()));
        prop_assert!(knight_attacks_setwise(a - light()).is_subset(light()));
    }

    #[test]
    fn fills_grow_and_six_reach_everything(a in set(), b in set()) {
        let fill = |set| one(KnightFill::<1>, set);
        prop_assert!(a.is_subset(fill(a)) && fill(a).is_subset(fill(a | b)));
        let whole = if a.is_empty() { Bitboard::EMPTY } else { Bitboard::ALL };
        prop_assert_eq!(one(KnightFill::<6>, a), whole);
        prop_assert_eq!(one(KingFill::<7>, a), whole);
    }

    #[test]
    fn forks_are_squares_that_attack_two_and_lie_among_the_attacks(targets in set()) {
        let forks = one(Forks::<2>, targets);
        prop_assert_eq!(one(Forks::<1>, targets), knight_attacks_setwise(targets));
        prop_assert!(forks.is_subset(knight_attacks_setwise(targets)));
        prop_assert!(one(Forks::<3>, targets).is_subset(forks));
        let by_table: Bitboard = Square::ALL.into_iter().filter(|&from| (knight_attacks(from) & targets).count() >= 2).collect();
        prop_assert_eq!(forks, by_table);
    }

    #[test]
    fn attacks_are_mutual(s in square(), t in square()) {
        prop_assert_eq!(knight_attacks(s).contains(t), knight_attacks(t).contains(s));
        prop_assert_eq!(king_attacks(s).contains(t), king_attacks(t).contains(s));
        prop_assert_eq!(KNIGHT_ATTACKS[s.index()] >> t.index() & 1 == 1, knight_distance(s, t) == 1);
    }

    #[test]
    fn connection_is_mutual_and_a_wider_path_connects_no_less(a in set(), b in set(), path in set(), more in set()) {
        let connected = squares_are_connected(a, b, path);
        prop_assert_eq!(squares_are_connected(b, a, path), connected);
        prop_assert!(!connected || squares_are_connected(a, b, path | more));
        let flood = one_board(KingFlood, [a, path])[0];
        prop_assert_eq!(connected, !flood.is_disjoint(b));
    }

    #[test]
    fn shortest_paths_on_an_empty_board_are_as_long_as_the_distance(a in square(), b in square()) {
        let paths = shortest_paths(a.into(), b.into(), Bitboard::ALL).unwrap();
        prop_assert_eq!(paths.steps() as u32, king_distance(a, b));
        prop_assert_eq!(one_board(ShortestPathSquares, [a.into(), b.into(), Bitboard::ALL]), [paths.squares()]);
    }
}

proptest! {
    // Each case computes a whole batch, which is slow, so there are few cases.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_numbers_of_a_heat_map_sum_to_the_total(boards in proptest::collection::vec(set(), 0..600)) {
        let boards: Vec<u64> = boards.iter().map(|set| set.0).collect();
        let heat = setwise::auto().heat(KnightDirections, [&boards]);
        prop_assert_eq!(heat.map(|heat| heat.iter().sum::<u64>()), setwise::auto().total(KnightDirections, [&boards]));
    }

    #[test]
    fn a_heat_map_turns_with_its_boards(boards in proptest::collection::vec(set(), 0..600)) {
        let upright: Vec<u64> = boards.iter().map(|set| set.0).collect();
        let turned: Vec<u64> = boards.iter().map(|set| set.flip_vertical().0).collect();
        let [upright, turned] = [upright, turned].map(|boards| setwise::auto().heat(KnightAttacks, [&boards])[0]);
        for square in Square::ALL {
            prop_assert_eq!(turned[square.flip_vertical().index()], upright[square.index()]);
        }
    }
}
