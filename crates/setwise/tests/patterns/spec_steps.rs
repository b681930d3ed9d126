//! Tests what `docs/reference.md`, sections 2 and 3, says about steps and attacks of sets. `reference.rs` compares the
//! values in the tables.

use setwise::backend::{Runner, Scalar, Strategy, Words};
use setwise::board::Step;
use setwise::patterns::{KingAttacks, KnightAttacks, king_degree, knight_degree};
use setwise::tables::{KING_DEGREES, KNIGHT_DEGREES};
use setwise::{Bitboard, Color, Square, king_attacks, knight_attacks};
use setwise_specimens::FourMasks;
use setwise_testkit::oracle;
use setwise_testkit::random::Sets;
use setwise_testkit::random::splitmix64;

/// Tests that a step is a rotation followed by a mask. Unlike a shift, a rotation also wraps over the top and bottom
/// edges of the board. The mask is the image of all squares and clears every square that wrapped.
#[test]
fn a_step_is_a_rotation_with_its_image_as_the_mask() {
    for step in Step::KING.into_iter().chain(Step::KNIGHT) {
        let rotation = step.shift().rem_euclid(64).cast_unsigned();
        for set in [!0, 1, 1 << 63, 0x8000_0040_0800_0001, 0x0123_4567_89AB_CDEF] {
            let rotated = Bitboard(u64::rotate_left(set, rotation));
            assert_eq!(rotated & Bitboard::ALL.step(step), Bitboard(set).step(step), "{step:?}");
        }
    }
}

#[test]
fn each_step_is_injective_and_the_union_of_eight_are_the_attacks() {
    let mut sets = Sets::seeded(7);
    for set in (0..300).map(|_| sets.dense()).chain([0, !0]) {
        for (steps, attacks) in [(Step::KNIGHT, oracle::knight_attacks(set)), (Step::KING, oracle::king_attacks(set))] {
            let images = steps.map(|step| Bitboard(set).step(step));
            assert_eq!(images.into_iter().fold(Bitboard::EMPTY, |union, image| union | image), Bitboard(attacks));
            for (step, image) in steps.into_iter().zip(images) {
                assert_eq!(image.step(step.opposite()).count(), image.count(), "a square was lost");
                assert!(image.step(step.opposite()).is_subset(Bitboard(set)));
            }
        }
    }
}

#[test]
fn white_is_0_and_black_is_1() {
    assert_eq!((Color::White.index(), Color::Black.index()), (0, 1));
}

#[test]
fn the_degree_of_a_square_is_its_number_of_attacks() {
    for square in Square::ALL {
        let degrees = [KNIGHT_DEGREES, KING_DEGREES].map(|of| u32::from(of[square.index()]));
        assert_eq!(degrees, [knight_degree(square), king_degree(square)], "{square}");
        assert_eq!(degrees, [knight_attacks(square), king_attacks(square)].map(Bitboard::count), "{square}");
    }
}

/// Tests that the formula of a blog article computes all attacks. In this formula, each of four masks applies to the
/// union of two shifts.
#[test]
fn four_masks_over_unions_of_two_shifts_are_the_attacks() {
    let squares = Square::ALL.map(|square| square.bitboard().0);
    let sets: Vec<u64> = squares.into_iter().chain((0..64).map(splitmix64)).chain([0, !0]).collect();
    let (mut knights, mut kings) = (vec![0; sets.len()], vec![0; sets.len()]);
    let backend = Strategy::<Words<1>, FourMasks>::new(Scalar);
    backend.map(KnightAttacks, [&sets], [&mut knights]);
    backend.map(KingAttacks, [&sets], [&mut kings]);
    for (n, set) in sets.into_iter().enumerate() {
        assert_eq!(knights[n], oracle::knight_attacks(set), "{set:#x}");
        assert_eq!(kings[n], oracle::king_attacks(set), "{set:#x}");
    }
}

/// Checks that the documentation of `Step` and the reference contain the same picture, and that the cells of the
/// picture agree with coordinates.
#[test]
fn the_compass_rose_is_drawn_alike_everywhere() {
    const NAMES: &str = "NO_NO_EA NO_EA_EA SO_EA_EA SO_SO_EA SO_SO_WE SO_WE_WE NO_WE_WE NO_NO_WE";
    let compass = include_str!("../../../board/src/compass.md");
    let picture = &compass[compass.find("```text").unwrap()..];
    assert!(include_str!("../../../../docs/reference.md").contains(picture.trim_end()));
    let mut cells = [["."; 5]; 5].map(|row| row.map(str::to_string));
    cells[2][2] = "N".to_string();
    let (mut names, mut shifts, mut numbers) = (cells.clone().map(|_| String::new()), cells.clone(), cells);
    names[2] = "N".to_string();
    for (n, ((east, north), name)) in oracle::KNIGHT.into_iter().zip(NAMES.split(' ')).enumerate() {
        let (row, column) = ((2 - north) as usize, (2 + east) as usize);
        let west = names[row].clone();
        names[row] = if east > 0 { format!("{west} {name}") } else { format!("{name} {west}") };
        shifts[row][column] = format!("{:+}", east + 8 * north);
        numbers[row][column] = ((n + 2) % 8 + 1).to_string();
        assert_eq!(Step::KNIGHT[n].shift(), east + 8 * north);
    }
    let rows: Vec<&str> = picture.lines().filter(|line| !line.starts_with("```")).collect();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(rows.len(), 5);
    for (n, row) in rows.into_iter().enumerate() {
        let expected = format!("{} {} {}", names[n], shifts[n].join(" "), numbers[n].join(" "));
        assert_eq!(words(row), words(&expected));
    }
}

/// Checks identities of sets. Three formulas compute the squares that are in at least two of several sets: a union over
/// all pairs, a loop over the sets, and a tree of pairs. The three results must agree.
#[test]
fn sets_obey_their_identities_and_greater_one_has_three_equal_forms() {
    let mut sets = Sets::seeded(9);
    for _ in 0..200 {
        let all: [Bitboard; 8] = std::array::from_fn(|_| Bitboard(sets.sparse()));
        let [a, b, c, ..] = all;
        assert_eq!(b - a, (a | b) ^ a);
        assert_eq!((b - a).0, (a | b).0 - a.0);
        assert_eq!((b - a).0, b.0 - (a & b).0);
        assert_eq!(!(a | b), !a & !b);
        assert_eq!((a & b) | (a & c) | (b & c), (a & b) | ((a ^ b) & c), "majority of three");
        assert_eq!(a.first().map(Bitboard::from), (!a.is_empty()).then_some(Bitboard(a.0 & a.0.wrapping_neg())));

        for count in 0..=8 {
            let some = &all[..count];
            let mut pairs = Bitboard::EMPTY;
            for (n, x) in some.iter().enumerate() {
                for y in &some[..n] {
                    pairs |= *x & *y;
                }
            }
            let (_, linear) =
                some.iter().fold((Bitboard::EMPTY, Bitboard::EMPTY), |(one, two), x| (one | *x, two | (one & *x)));
            let combine = |(one, two), (other, twice)| (one | other, two | twice | (one & other));
            let (left, right) = some.split_at(count / 2);
            let fold = |half: &[Bitboard]| {
                half.iter().map(|x| (*x, Bitboard::EMPTY)).fold((Bitboard::EMPTY, Bitboard::EMPTY), combine)
            };
            let (_, tree) = combine(fold(left), fold(right));
            assert_eq!((linear, tree), (pairs, pairs), "{count} sets");
        }
    }
}
