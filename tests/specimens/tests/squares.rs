//! Tests every method for columns of squares, and every method of listing members, including those that the library does not
//! choose on this CPU.

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise::patterns::leaper::{Dabbaba, Fourleaper, Root50Leaper, Zebra};
use setwise::{Square, SquareTable};
use setwise_specimens::members::list_methods;
use setwise_specimens::squares::{bit_methods, table_methods};
use setwise_testkit::oracle::{coordinates, king_attacks, knight_attacks, members};
use setwise_testkit::random::Sets;
use setwise_testkit::skip;

/// A function that returns whether the set of a square contains the square that is this many files and ranks away.
type Contains = fn(i32, i32) -> bool;

/// Tables with sets of different shapes, each with its name and a definition of its sets by coordinates.
static TABLES: [(&str, &SquareTable, Contains); 10] = [
    ("knight", &SquareTable::KNIGHT, |files, ranks| jumps(files, ranks, &[(1, 2)])),
    ("king", &SquareTable::KING, |files, ranks| jumps(files, ranks, &[(0, 1), (1, 1)])),
    ("dabbaba", &SquareTable::leaper::<Dabbaba>(), |files, ranks| jumps(files, ranks, &[(0, 2)])),
    ("zebra", &SquareTable::leaper::<Zebra>(), |files, ranks| jumps(files, ranks, &[(2, 3)])),
    ("fourleaper", &SquareTable::leaper::<Fourleaper>(), |files, ranks| jumps(files, ranks, &[(0, 4)])),
    ("root-50 leaper", &SquareTable::leaper::<Root50Leaper>(), |files, ranks| jumps(files, ranks, &[(5, 5), (1, 7)])),
    ("rank", &SquareTable::LINES[0], |_, ranks| ranks == 0),
    ("file", &SquareTable::LINES[1], |files, _| files == 0),
    ("diagonal", &SquareTable::LINES[2], |files, ranks| files == ranks),
    ("antidiagonal", &SquareTable::LINES[3], |files, ranks| files == -ranks),
];

/// Returns whether a leaper with these jumps can move by `files` and `ranks`. Each jump has the smaller distance first.
fn jumps(files: i32, ranks: i32, jumps: &[(i32, i32)]) -> bool {
    let (files, ranks) = (files.abs(), ranks.abs());
    jumps.contains(&(files.min(ranks), files.max(ranks)))
}

/// Returns the set of each square. The set has all squares whose distances from the square satisfy `contains`.
fn sets(contains: &Contains) -> [u64; 64] {
    let of = |from: i32| {
        let to = coordinates(!0).filter(|(file, rank)| contains(file - from % 8, rank - from / 8));
        to.fold(0, |set, (file, rank)| set | 1 << (file + 8 * rank))
    };
    std::array::from_fn(|square| of(square as i32))
}

/// Returns the sets of tables of random bytes, each with a name. A byte of a set depends only on the file of the square
/// and on the distance in ranks. Distances that `kind` maps to the same number have the same byte, unless one of the
/// bytes must be empty: those beyond the reach of the table, and in half of the tables also those at distance 0.
fn random_tables() -> Vec<(String, [u64; 64])> {
    let mut random = Sets::seeded(37);
    let mut tables = Vec::new();
    type Kind = fn(i32) -> i32;
    let kinds: [(&str, Kind); 3] =
        [("any", |distance| distance), ("by parity", |distance| distance & 1), ("symmetric", i32::abs)];
    for (name, kind) in kinds {
        for (reach, own_rank) in (0..8).flat_map(|reach| [(reach, true), (reach, false)]) {
            let bytes: [u64; 16] = std::array::from_fn(|_| random.dense());
            let byte = |file: usize, distance: i32| match distance.abs() {
                0 if !own_rank => 0,
                far if far > reach => 0,
                _ => bytes[(kind(distance) + 8) as usize].to_le_bytes()[file],
            };
            let sets = std::array::from_fn(|square| {
                u64::from_le_bytes(std::array::from_fn(|rank| byte(square % 8, (square / 8) as i32 - rank as i32)))
            });
            tables.push((format!("{name}, reach {reach}, own rank {own_rank}"), sets));
        }
    }
    tables
}

/// Returns a column with every square at every place of a register of eight, and random squares.
fn squares() -> Vec<Square> {
    let mut sets = Sets::seeded(8);
    let random = (0..4096).map(|_| Square::from_index((sets.dense() >> 58) as usize).unwrap());
    (0..16).flat_map(|turn| Square::ALL.into_iter().cycle().skip(turn).take(67)).chain(random).collect()
}

/// Checks columns of all lengths up to `longest`, at eight offsets, and a long column. The words before and after the
/// column of sets must not change.
fn check(name: &str, longest: usize, expected: &[u64; 64], sets_from: impl Fn(&[Square], &mut [u64])) {
    const UNTOUCHED: u64 = 0xDEAD_BEEF_DEAD_BEEF;
    let squares = squares();
    for offset in 0..8 {
        for length in (0..=longest).chain([squares.len() - offset]) {
            let squares = &squares[offset..offset + length];
            let mut sets = vec![UNTOUCHED; length + 2];
            sets_from(squares, &mut sets[1..=length]);
            let expected = squares.iter().map(|square| expected[square.index()]);
            assert!(sets[1..=length].iter().copied().eq(expected), "{name}: {length}");
            assert_eq!((sets[0], sets[length + 1]), (UNTOUCHED, UNTOUCHED), "{name}: {length}");
        }
    }
}

#[test]
fn every_method_looks_up_every_table() {
    for method in table_methods() {
        let Some(sets_from) = method.sets_from else {
            skip::not_on_this_cpu(method.name);
            continue;
        };
        for (name, table, contains) in &TABLES {
            let name = format!("{}, {name}", method.name);
            check(&name, 200, &sets(contains), |squares, sets| sets_from(table, squares, sets));
        }
    }
}

/// Tests tables of random bytes. In such a table, a wrong index almost always finds a wrong byte. In the table of a
/// leaper, it may find an equal byte.
#[test]
fn every_method_looks_up_random_bytes() {
    for (name, expected) in random_tables() {
        let table = SquareTable::new(&expected);
        for method in table_methods() {
            if let Some(sets_from) = method.sets_from {
                let name = format!("{}, {name}", method.name);
                check(&name, 70, &expected, |squares, sets| sets_from(&table, squares, sets));
            }
        }
    }
}

#[test]
fn methods_without_a_table_agree_with_the_oracle() {
    for method in bit_methods() {
        let Some([knights, kings]) = method.knights_and_kings else {
            skip::not_on_this_cpu(method.name);
            continue;
        };
        check(method.name, 200, &Square::ALL.map(|square| knight_attacks(square.bitboard().0)), knights);
        check(method.name, 200, &Square::ALL.map(|square| king_attacks(square.bitboard().0)), kings);
    }
}

/// Changes one byte at a time of the sets of knights. The sets are then no longer alike on all ranks, so creating the
/// table must panic. If the byte is seven ranks away from the square, the sets are still alike.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn a_table_that_differs_between_ranks_is_refused() {
    for (square, rank) in (0..64).flat_map(|square| (0..8).map(move |rank| (square, rank))) {
        let mut sets = *SquareTable::KNIGHT.sets();
        sets[square] ^= 1 << (8 * rank);
        let is_refused = catch_unwind(AssertUnwindSafe(|| SquareTable::new(&sets))).is_err();
        // The byte at a distance of seven ranks has no other byte with the same file and distance.
        let is_alone = (square / 8).abs_diff(rank) == 7;
        assert_eq!(is_refused, !is_alone, "{square} {rank}");
    }
}

/// Tests every single rank, and random sets with every number of members, in memory with exactly enough room.
#[test]
fn every_method_lists_every_set() {
    const UNTOUCHED: u8 = 0xA5;
    let mut random = Sets::seeded(42);
    let ranks = (0..8).flat_map(|rank| (0..256).map(move |files| files << (8 * rank)));
    let mut sets: Vec<u64> = ranks.chain((0..=64).map(|count| random.of(count))).collect();
    sets.extend((0..2000).map(|_| random.dense()));
    sets.extend((0..2000).map(|_| random.of(3)));
    for method in list_methods() {
        let Some(list) = method.list else {
            skip::not_on_this_cpu(method.name);
            continue;
        };
        for sets in (0..=40).map(|length| &sets[256..256 + length]).chain([&sets[..]]) {
            let expected: Vec<Vec<u8>> = sets.iter().copied().map(members).collect();
            let flat = expected.concat();
            let mut memory = vec![UNTOUCHED; flat.len() + 1];
            let mut offsets = vec![77; sets.len() + 1];
            assert_eq!(list(sets, &mut memory[..flat.len()], &mut offsets), Ok(flat.len()), "{}", method.name);
            assert_eq!(memory.pop(), Some(UNTOUCHED), "{}", method.name);
            assert!(memory == flat, "{}: {} sets", method.name, sets.len());
            let ends = expected.iter().scan(0, |end, list| {
                *end += list.len() as u64;
                Some(*end)
            });
            assert!([0].into_iter().chain(ends).eq(offsets), "{}", method.name);
        }
    }
}
