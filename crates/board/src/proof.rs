//! Proves at compile time that the generated tables are correct, by a method independent of the generator.
//!
//! The generator adds the steps of a piece to the coordinates of each square. The proof instead checks for every pair
//! of squares whether the difference of their coordinates is a step of the piece. It computes degrees by a formula from
//! the distances to the edges. If an entry is wrong, the crate does not compile. The proof is unlikely to repeat a
//! mistake of the generator, because its method is different.
//!
//! The proof is evaluated whenever the crate is compiled. Function calls would take most of the evaluation time, so
//! loops over pairs of squares compute files and ranks without calls.

use crate::generated::{
    CAUGHT_AREA, CAUGHT_BY_KNIGHT, KING_ATTACKS, KING_DEGREES, KNIGHT_ATTACKS, KNIGHT_DEGREES, KNIGHT_DISTANCES,
    LINES_THROUGH,
};
use crate::masks::{RANK_1, RANK_8};

const fn file(square: usize) -> usize {
    square % 8
}

const fn rank(square: usize) -> usize {
    square / 8
}

const _: () = {
    let mut from = 0;
    while from < 64 {
        let [on_rank, on_file, on_diagonal, on_antidiagonal] = LINES_THROUGH[from];
        let (file, rank) = (from % 8, from / 8);
        let mut to = 0;
        while to < 64 {
            let (to_file, to_rank) = (to % 8, to / 8);
            let (df, dr) = (file.abs_diff(to_file), rank.abs_diff(to_rank));
            assert!((KNIGHT_ATTACKS[from] >> to & 1 == 1) == (df * dr == 2), "knight_attacks.rs is wrong");
            assert!(
                (KING_ATTACKS[from] >> to & 1 == 1) == (df + dr > 0 && df < 2 && dr < 2),
                "king_attacks.rs is wrong"
            );
            assert!((on_rank >> to & 1 == 1) == (dr == 0), "lines.rs is wrong: rank");
            assert!((on_file >> to & 1 == 1) == (df == 0), "lines.rs is wrong: file");
            let same_difference = file + to_rank == to_file + rank;
            assert!((on_diagonal >> to & 1 == 1) == same_difference, "lines.rs is wrong: diagonal");
            let same_sum = file + rank == to_file + to_rank;
            assert!((on_antidiagonal >> to & 1 == 1) == same_sum, "lines.rs is wrong: antidiagonal");
            to += 1;
        }
        from += 1;
    }
};

/// Returns the distance of a coordinate to the nearer edge, 0 to 3.
const fn to_edge(coordinate: usize) -> usize {
    if coordinate < 4 { coordinate } else { 7 - coordinate }
}

/// Returns how many of the two steps by one along an axis stay on the board.
const fn by_one(edge: usize) -> usize {
    if edge == 0 { 1 } else { 2 }
}

/// Returns how many of the two steps by two along an axis stay on the board.
const fn by_two(edge: usize) -> usize {
    if edge < 2 { 1 } else { 2 }
}

const _: () = {
    let mut square = 0;
    while square < 64 {
        let (x, y) = (to_edge(file(square)), to_edge(rank(square)));
        let knight = by_one(x) * by_two(y) + by_two(x) * by_one(y);
        let king = (1 + by_one(x)) * (1 + by_one(y)) - 1;
        assert!(KNIGHT_DEGREES[square] as usize == knight, "degrees.rs is wrong: knight");
        assert!(KING_DEGREES[square] as usize == king, "degrees.rs is wrong: king");
        square += 1;
    }
};

// Checks two conditions that only the true distances satisfy. First, only the start has distance 0. Second, the squares
// with distance n + 1 are exactly those that a knight attacks from a square with distance n and that are not nearer.
const _: () = {
    let mut from = 0;
    while from < 64 {
        let mut at_distance = [0_u64; 8];
        let mut to = 0;
        while to < 64 {
            at_distance[KNIGHT_DISTANCES[from][to] as usize] |= 1 << to;
            to += 1;
        }
        assert!(at_distance[0] == 1 << from, "knight_distances.rs is wrong");
        let (mut nearer, mut distance) = (0, 1);
        while distance < 8 {
            nearer |= at_distance[distance - 1];
            let expected = knight_attacks_of(at_distance[distance - 1]) & !nearer;
            assert!(at_distance[distance] == expected, "knight_distances.rs is wrong");
            distance += 1;
        }
        from += 1;
    }
};

// Compares the table of the king with the rule of the square in closed form, for a black king and, with ranks flipped,
// for a white king. The generator's search does not use this rule.
const _: () = {
    let mut king = 0_usize;
    while king < 64 {
        let (king_file, king_rank) = (king % 8, king / 8);
        let mut pawn = 0;
        while pawn < 64 {
            let (pawn_file, pawn_rank) = (pawn % 8, pawn / 8);
            let moves = if pawn_rank < 2 { 5 } else { 7 - pawn_rank };
            let (files, ranks) = (king_file.abs_diff(pawn_file), king_rank.abs_diff(pawn_rank));
            let to_promotion = if files > 7 - king_rank { files } else { 7 - king_rank };
            let is_pair = pawn_rank > 0 && pawn_rank < 7 && pawn != king;
            let pawn_to_move = is_pair && to_promotion <= moves;
            let king_to_move = is_pair && (to_promotion <= moves + 1 || (files < 2 && ranks < 2));
            assert!((CAUGHT_AREA[1][0][king] >> pawn & 1 == 1) == pawn_to_move, "caught_area.rs is wrong");
            assert!((CAUGHT_AREA[1][1][king] >> pawn & 1 == 1) == king_to_move, "caught_area.rs is wrong");
            assert!((CAUGHT_AREA[0][1][king ^ 56] >> (pawn ^ 56) & 1 == 1) == pawn_to_move, "caught_area.rs is wrong");
            assert!((CAUGHT_AREA[0][0][king ^ 56] >> (pawn ^ 56) & 1 == 1) == king_to_move, "caught_area.rs is wrong");
            pawn += 1;
        }
        king += 1;
    }
};

// Checks that the table of the knight has no pawn on the first or the last rank. For the table of the king, the check
// above already includes this condition.
const _: () = {
    const NO_PAWN: u64 = RANK_1 | RANK_8;
    let mut knight = 0;
    while knight < 64 {
        let [[white_white, white_black], [black_white, black_black]] = &CAUGHT_BY_KNIGHT;
        let pawns = white_white[knight] | white_black[knight] | black_white[knight] | black_black[knight];
        assert!(pawns & NO_PAWN == 0, "caught_by_knight.rs is wrong");
        knight += 1;
    }
};

// Solves, set-wise, the race of a knight against a pawn. For each square of the pawn, computes the set of knight
// squares against which the pawn wins. A pawn moves only forward, so the squares are processed from rank 7 down. The
// squares ahead of a pawn are then already solved. The generator's search examines each pair of a pawn and a knight
// separately.
const _: () = {
    let mut with_knight_to_move = [0_u64; 64];
    let mut pawn = 55;
    while pawn >= 8 {
        let beside =
            (if file(pawn) > 0 { 1 << (pawn + 7) } else { 0 }) | (if file(pawn) < 7 { 1 << (pawn + 9) } else { 0 });
        let ahead = 1_u64 << (pawn + 8);
        let step = !ahead & if rank(pawn) == 6 { !KNIGHT_ATTACKS[pawn + 8] } else { with_knight_to_move[pawn + 8] };
        let double = if rank(pawn) == 1 { with_knight_to_move[pawn + 16] & !ahead & !(1 << (pawn + 16)) } else { 0 };
        let itself = 1 << pawn;
        let wins = (beside | step | double) & !itself;
        // The knight may move or pass, and the pawn is then to move. With the knight to move, the pawn therefore wins
        // if it wins against the knight where it stands and on every square to which the knight can move. The knight
        // must also be unable to capture the pawn.
        with_knight_to_move[pawn] = wins & !knight_attacks_of(!wins & !itself) & !KNIGHT_ATTACKS[pawn];
        let mut knight = 0;
        while knight < 64 {
            let caught = (wins | itself) >> knight & 1 == 0;
            let caught_to_move = (with_knight_to_move[pawn] | itself) >> knight & 1 == 0;
            let [[white_white, white_black], [black_white, black_black]] = &CAUGHT_BY_KNIGHT;
            assert!((black_white[knight] >> pawn & 1 == 1) == caught, "caught_by_knight.rs is wrong");
            assert!((black_black[knight] >> pawn & 1 == 1) == caught_to_move, "caught_by_knight.rs is wrong");
            assert!((white_black[knight ^ 56] >> (pawn ^ 56) & 1 == 1) == caught, "caught_by_knight.rs is wrong");
            assert!(
                (white_white[knight ^ 56] >> (pawn ^ 56) & 1 == 1) == caught_to_move,
                "caught_by_knight.rs is wrong"
            );
            knight += 1;
        }
        pawn -= 1;
    }
};

const fn knight_attacks_of(mut knights: u64) -> u64 {
    let mut attacks = 0;
    while knights != 0 {
        attacks |= KNIGHT_ATTACKS[knights.trailing_zeros() as usize];
        knights &= knights - 1;
    }
    attacks
}
