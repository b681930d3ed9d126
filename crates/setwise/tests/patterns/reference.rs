//! Computes the values in `docs/reference.md` with the library and compares them with the document. The test fails if a
//! single digit differs.

use setwise::backend::{Scalar, Words};
use setwise::board::Step;
use setwise::masks::{self, EVEN_BITS, EVEN_PAIRS, LOW_HALVES};
use setwise::patterns::pawn_endings::{KingAndPawn, LoneKing, TwoPassers};
use setwise::popcount::{digits_of_7, digits_of_15};
use setwise::{Bitboard, Color, Kernel, Lanes, Square, king_attacks, knight_attacks, one_board};
use setwise::{patterns::*, tables::*};
use setwise_testkit::counterexample::{maskless_knight_attacks, published_caught_area};
use setwise_testkit::oracle;
use setwise_testkit::random::{fnv1a, fnv1a_of_sets, splitmix64};

mod endings;
mod page;
use crate::spec_king_safety::kings_with_flights;
use page::{Page, hex, set, square};

const KING_STEPS: &str = "NORTH_EAST EAST SOUTH_EAST SOUTH SOUTH_WEST WEST NORTH_WEST NORTH";
const KNIGHT_STEPS: &str = "NO_NO_EA NO_EA_EA SO_EA_EA SO_SO_EA SO_SO_WE SO_WE_WE NO_WE_WE NO_NO_WE";

fn one<K: Kernel<1, 1>>(kernel: K, set: impl Into<Bitboard>) -> Bitboard {
    one_board(kernel, [set.into()])[0]
}

fn repeated(n: usize, from: Bitboard, kernel: impl Kernel<1, 1>) -> Bitboard {
    (0..n).fold(from, |set, _| one(kernel, set))
}

fn total(areas: &[u64]) -> String {
    areas.iter().map(|area| area.count_ones()).sum::<u32>().to_string()
}

/// Returns two caught areas of a king: the first if the side of the pawn is to move, the second if the king is to move.
fn caught(color: Color, king: Square) -> [String; 2] {
    [!color, color].map(|to_move| hex(caught_area(color, to_move, king)))
}

fn steps(page: &mut Page, names: &str, steps: [Step; 8]) {
    page.table(|n, cells| {
        let step = steps[n];
        assert_eq!(Some(cells[0]), names.split(' ').nth(n));
        let [image, source] = [step, step.opposite()].map(|step| hex(Bitboard::ALL.step(step)));
        let (shift, rotation) = (format!("{:+}", step.shift()), step.shift().rem_euclid(64).to_string());
        [shift, rotation, hex(step.mask_after()), hex(step.mask_before()), image, source]
    });
}

fn conventions_and_steps(page: &mut Page) {
    use masks::{FILE_A, FILE_H, NOT_A, NOT_AB, NOT_GH, NOT_H, RANK_1, RANK_8};
    page.table(|_, cells| [hex(set(cells[0]))]);
    page.list(&[0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, fnv1a([]), 0x0100_0000_01B3]);
    page.list(&[FILE_A, FILE_H, RANK_1, RANK_8, NOT_A, NOT_AB, NOT_H, NOT_GH]);
    steps(page, KING_STEPS, Step::KING);
    page.table(|_, cells| {
        let (side, pawns) = (Color::White, set(cells[0]));
        let [east, west] = one_board(PawnAttackDirections { side }, [pawns]);
        let [one_step, two_steps] = one_board(PawnPushes { side }, [pawns, pawns | set(cells[1])]);
        [east, west, one_step, two_steps].map(hex)
    });
}

fn knights(page: &mut Page) {
    steps(page, KNIGHT_STEPS, Step::KNIGHT);
    let four = set("a1 d4 g5 h8");
    page.table(|n, _| [hex(if n == 0 { four } else { four.step(Step::KNIGHT[n - 1]) })]);
    page.table(|_, cells| [hex(knight_attacks(square(cells[0])))]);
    page.list(&[fnv1a_of_sets(KNIGHT_ATTACKS)]);
    page.table(|_, cells| [hex(set(cells[0])), hex(one(KnightAttacks, set(cells[0])))]);
    page.table(|n, _| {
        let within = repeated(n, set("a1"), KnightFill::<1>);
        [hex(within), within.count().to_string(), hex(repeated(n, set("a1"), KnightAttacks))]
    });
    page.table(|_, cells| {
        [Color::White, Color::Black].map(|to_move| hex(caught_by_knight(Color::Black, to_move, square(cells[0]))))
    });
    let by_knight = CAUGHT_BY_KNIGHT[1];
    page.table(|n, _| [total(&by_knight[n]), hex(fnv1a_of_sets(by_knight[n]))]);
    page.table(|_, cells| [hex(maskless_knight_attacks(set(cells[0]).0)), hex(knight_attacks(square(cells[0])))]);
    page.table(|n, _| [0, 1, 2].map(|file| knight_degree(Square::ALL[8 * n + file]).to_string()));
    page.table(|_, cells| {
        [KNIGHT_DEGREES, KING_DEGREES].map(|of| of.iter().filter(|n| n.to_string() == cells[0]).count().to_string())
    });
}

fn forks(page: &mut Page) {
    page.table(|_, cells| {
        let (least, targets) = (if cells[0].ends_with('3') { 3 } else { 2 }, set(cells[0]));
        [hex(targets), hex(if least == 3 { one(Forks::<3>, targets) } else { one(Forks::<2>, targets) })]
    });
    let pairs = (0..64).flat_map(|a| (a + 1..64).map(move |b| 1_u64 << a | 1 << b));
    let forks: Vec<u64> = pairs.map(|pair| one(Forks::<2>, pair).0).collect();
    assert_eq!((forks.len(), forks.iter().filter(|forks| **forks != 0).count()), (2016, 540));
    page.list(&[fnv1a_of_sets(forks)]);
    page.table(|_, cells| {
        let input = std::array::from_fn(|n| set(cells[n]));
        let [safe] = one_board(ForksSetwiseSafe { side: Color::White }, input);
        [safe.first().map_or("none".to_string(), |square| square.to_string())]
    });
    page.table(|_, cells| {
        let [king, queens, rooks] = [0, 1, 2].map(|n| set(cells[n]));
        [one_board(RoyalForks, [king, queens])[0], one_board(FamilyForks, [king, queens, rooks])[0]].map(hex)
    });
}

fn kings(page: &mut Page) {
    page.table(|_, cells| [hex(king_attacks(square(cells[0])))]);
    page.table(|_, cells| [hex(set(cells[0])), hex(one(KingAttacks, set(cells[0])))]);
    page.list(&[fnv1a_of_sets(KING_ATTACKS)]);
    page.table(|n, _| [hex(repeated(n, set("e4"), KingFill::<1>))]);
    page.table(|n, _| [hex([Wing::Kingside, Wing::Queenside][n / 2].shield(Color::ALL[n % 2]))]);
    page.table(|_, cells| {
        let (king, pawns, side) = (Square::G1, set(cells[0]), Color::White);
        let [index] = one_board(ShieldIndex { side }, [king.into(), pawns]);
        assert_eq!(index.0, shield_index(king, pawns, side) as u64);
        [index.0.to_string()]
    });
    page.table(|_, cells| {
        let (king, taboo) = (square(cells[0]), set(cells[1]));
        [hex(king_attacks(king) - taboo), vulnerable_lines(king, taboo).to_string()]
    });
    let lines = |(king, flights)| vulnerable_lines(king, !Bitboard(flights));
    let results: Vec<u8> = kings_with_flights().map(lines).collect();
    page.table(|_, cells| [results.iter().filter(|lines| lines.to_string() == cells[0]).count().to_string()]);
    let kind = |n: usize| fnv1a_of_sets(LINES_THROUGH.map(|lines| lines[n]));
    let all = fnv1a_of_sets(LINES_THROUGH.into_iter().flatten());
    page.list(&[fnv1a(results.clone()), all, kind(0), kind(1), kind(2), kind(3)]);
    let kinds = ["rank", "file", "diagonal", "antidiagonal"];
    let line = |name: &str| kinds.iter().position(|kind| *kind == name).unwrap();
    page.table(|_, cells| [hex(LINES_THROUGH[square(cells[0]).index()][line(cells[1])])]);
    page.table(|_, cells| {
        let [king, taboo, bishops, rooks, queens, others] = [0, 1, 2, 3, 4, 5].map(|n| set(cells[n]));
        let their = bishops | rooks | queens;
        let input = [king, taboo, bishops | queens, rooks | queens, their, king | their | others];
        one_board(DistantChecks, input).map(hex)
    });
}

fn races(page: &mut Page) {
    page.table(|_, cells| caught(Color::Black, square(cells[0])));
    page.table(|_, cells| caught(Color::White, square(cells[0])));
    let [[white_white, white_black], [pawn, king]] = CAUGHT_AREA;
    page.table(|n, _| [pawn, king].map(|areas| total(if n < 8 { &areas[8 * n..8 * n + 8] } else { &areas })));
    let all = fnv1a_of_sets(CAUGHT_AREA.into_iter().flatten().flatten());
    let [pawn, king, white_white, white_black] = [pawn, king, white_white, white_black].map(fnv1a_of_sets);
    page.list(&[pawn, king, white_white, white_black, all]);
    page.table(|_, _| [hex(published_caught_area(Square::G5)), caught(Color::Black, Square::G5)[0].clone()]);
    page.list(&[fnv1a_of_sets(Square::ALL.map(|king| published_caught_area(king).0))]);
    page.table(|n, _| caught(Color::Black, Square::ALL[56 + n]));
    // A table has 64 KiB and a WebAssembly thread has a stack of 1 MiB, so the tables are on the heap.
    let tables = [LoneKing::MayPass, LoneKing::MustMove].map(|rule| Box::new(TwoPassers::solve(rule)));
    page.table(|n, _| endings::two_passers(&tables[n / 2], Color::ALL[n % 2]));
    let table = Box::new(KingAndPawn::solve());
    page.table(|n, _| endings::king_and_pawn(&table, Color::ALL[n]));
}

fn paths_and_distances(page: &mut Page) {
    let walk = |n| (0..n).fold(1, |reached, _| (reached | oracle::king_attacks(reached)) & set("the corridor").0);
    page.table(|n, _| [hex(walk(n))]);
    page.table(|_, cells| {
        let steps = king_steps_within(set(cells[0]), set(cells[1]), set(cells[2]));
        [steps.map_or("no".to_string(), |steps| format!("yes, {steps} steps"))]
    });
    let paths = |from: &str, to: &str, path| shortest_paths(set(from), set(to), path).unwrap();
    let fork = paths("e4", "a1 h8", Bitboard::ALL);
    page.table(|n, _| [hex(fork.boards()[n])]);
    page.table(|_, cells| {
        let paths = paths(cells[0], cells[1], if cells[0] == "a1" { set("the corridor") } else { Bitboard::ALL });
        [paths.boards().len().to_string(), hex(paths.squares())]
    });
    let pairs = || Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b)));
    page.table(|n, _| [pairs().filter(|&(a, b)| knight_distance(a, b) as usize == n).count().to_string()]);
    let digits = |rank: &[u8]| rank.iter().map(u8::to_string).collect::<String>();
    let ranks = |map: &[u8]| map.chunks(8).map(digits).collect::<Vec<_>>().join(" ");
    page.table(|_, cells| [ranks(&KNIGHT_DISTANCES[square(cells[0]).index()])]);
    page.table(|_, _| [ranks(&KNIGHT_DISTANCES.map(|map| *map.iter().max().unwrap())[..32])]);
    let apart = |a: usize, b: usize| ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
    // Returns the smallest knight distance of all pairs of squares whose files and ranks differ by these numbers. Pairs
    // with the same differences have the same distance. The only exception is diagonally adjacent squares, which are
    // farther apart if one of them is a corner.
    let nearest = |file, rank| {
        let pairs = pairs().filter(|(a, b)| apart(a.index(), b.index()) == (file, rank));
        pairs.map(|(a, b)| knight_distance(a, b)).min().unwrap().to_string()
    };
    page.table(|rank, _| [0, 1, 2, 3, 4, 5, 6, 7].map(|file| nearest(file, rank)));
    let king = fnv1a(pairs().map(|(a, b)| king_distance(a, b) as u8));
    page.list(&[king, fnv1a(KNIGHT_DISTANCES.into_iter().flatten())]);
}

fn counts_and_lanes(page: &mut Page) {
    let r: [u64; 16] = std::array::from_fn(|n| splitmix64(n as u64));
    page.table(|n, _| [r[8 * n..8 * n + 8].iter().map(|r| r.count_ones().to_string()).collect::<Vec<_>>().join(" ")]);
    let pairs = r[0] - (r[0] >> 1 & EVEN_BITS);
    let fours = (pairs & EVEN_PAIRS) + (pairs >> 2 & EVEN_PAIRS);
    page.list(&[pairs, fours, (fours + (fours >> 4)) & LOW_HALVES]);
    let (twos, ones) = (0x36DB_6DB6_DB6D_B6DB, 0x1249_2492_4924_9249);
    let hakmem = [0x71C7_1C71_C71C_71C7, 0xF03F_03F0_3F03_F03F, 0x81C0_E070_381C_0E07];
    page.list(&[EVEN_BITS, EVEN_PAIRS, LOW_HALVES, masks::FILE_A, twos, ones, hakmem[0], hakmem[1], hakmem[2]]);
    let words = |n: usize| Words::<1>::load(Scalar, &[r[n]]);
    let [ones, twos, fours] = digits_of_7(std::array::from_fn(words)).map(|digit| digit.boards()[0]);
    let fifteen = digits_of_15(std::array::from_fn(words)).map(|digit| digit.boards()[0]);
    let seven = [ones, twos, fours, twos | fours, ones & !(twos | fours)];
    page.list(&[&seven[..], &fifteen[..]].concat());
    page.table(|n, cells| {
        let step = Step::KNIGHT[[1, 0, 7, 6][n]];
        let [left, right] = [step, step.opposite()].map(|step| hex(set("d4").step(step)));
        [left, cells[2].to_string(), right]
    });
}

#[test]
fn every_value_on_the_page_is_what_the_library_computes() {
    let mut page = Page::read();
    for section in [conventions_and_steps, knights, forks, kings, races, paths_and_distances, counts_and_lanes] {
        section(&mut page);
    }
    assert!(page.0.flatten().all(|row| !row.contains("0x")), "docs/reference.md: a table that nothing checks");
}
