//! Reference values: steps of sets (`docs/reference.md`, sections 2 and 3.1).

use setwise::board::Step;
use setwise::{Bitboard, Color};
use setwise_testkit::oracle;

/// A step with its shift, the masks to apply after and before the shift, its rotation to the left, the image of the full board
/// (the mask of the rotated form) and the squares that stay on the board.
type Row = (Step, i32, u64, u64, u32, u64, u64);

const ALL: u64 = !0;
const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_AB: u64 = 0xFCFC_FCFC_FCFC_FCFC;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const NOT_GH: u64 = 0x3F3F_3F3F_3F3F_3F3F;

const KING_STEPS: [Row; 8] = [
    (Step::NORTH_EAST, 9, NOT_A, NOT_H, 9, 0xFEFE_FEFE_FEFE_FE00, 0x007F_7F7F_7F7F_7F7F),
    (Step::EAST, 1, NOT_A, NOT_H, 1, 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F),
    (Step::SOUTH_EAST, -7, NOT_A, NOT_H, 57, 0x00FE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F00),
    (Step::SOUTH, -8, ALL, ALL, 56, 0x00FF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FF00),
    (Step::SOUTH_WEST, -9, NOT_H, NOT_A, 55, 0x007F_7F7F_7F7F_7F7F, 0xFEFE_FEFE_FEFE_FE00),
    (Step::WEST, -1, NOT_H, NOT_A, 63, 0x7F7F_7F7F_7F7F_7F7F, 0xFEFE_FEFE_FEFE_FEFE),
    (Step::NORTH_WEST, 7, NOT_H, NOT_A, 7, 0x7F7F_7F7F_7F7F_7F00, 0x00FE_FEFE_FEFE_FEFE),
    (Step::NORTH, 8, ALL, ALL, 8, 0xFFFF_FFFF_FFFF_FF00, 0x00FF_FFFF_FFFF_FFFF),
];

const KNIGHT_STEPS: [Row; 8] = [
    (Step::NO_NO_EA, 17, NOT_A, NOT_H, 17, 0xFEFE_FEFE_FEFE_0000, 0x0000_7F7F_7F7F_7F7F),
    (Step::NO_EA_EA, 10, NOT_AB, NOT_GH, 10, 0xFCFC_FCFC_FCFC_FC00, 0x003F_3F3F_3F3F_3F3F),
    (Step::SO_EA_EA, -6, NOT_AB, NOT_GH, 58, 0x00FC_FCFC_FCFC_FCFC, 0x3F3F_3F3F_3F3F_3F00),
    (Step::SO_SO_EA, -15, NOT_A, NOT_H, 49, 0x0000_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_0000),
    (Step::SO_SO_WE, -17, NOT_H, NOT_A, 47, 0x0000_7F7F_7F7F_7F7F, 0xFEFE_FEFE_FEFE_0000),
    (Step::SO_WE_WE, -10, NOT_GH, NOT_AB, 54, 0x003F_3F3F_3F3F_3F3F, 0xFCFC_FCFC_FCFC_FC00),
    (Step::NO_WE_WE, 6, NOT_GH, NOT_AB, 6, 0x3F3F_3F3F_3F3F_3F00, 0x00FC_FCFC_FCFC_FCFC),
    (Step::NO_NO_WE, 15, NOT_H, NOT_A, 15, 0x7F7F_7F7F_7F7F_0000, 0x0000_FEFE_FEFE_FEFE),
];

#[test]
fn every_step_has_its_shift_masks_image_and_source() {
    for (rows, steps) in [(KING_STEPS, Step::KING), (KNIGHT_STEPS, Step::KNIGHT)] {
        for ((step, shift, after, before, rotation, image, source), listed) in rows.into_iter().zip(steps) {
            assert_eq!(step, listed, "the order of the list");
            assert_eq!(step.shift(), shift);
            assert_eq!(step.mask_after(), Bitboard(after));
            assert_eq!(step.mask_before(), Bitboard(before));
            assert_eq!(Bitboard::ALL.step(step), Bitboard(image));
            assert_eq!(Bitboard::ALL.step(step.opposite()), Bitboard(source));
            // The rotated form needs the mask of the image, which also clears what wrapped north or south.
            for set in [ALL, 1, 1 << 63, 0x8000_0040_0800_0001, 0x0123_4567_89AB_CDEF] {
                assert_eq!(Bitboard(set.rotate_left(rotation) & image), Bitboard(set).step(step));
            }
        }
    }
}

#[test]
fn the_eight_knight_images_of_a1_d4_g5_h8() {
    let images = Step::KNIGHT.map(|step| Bitboard(0x8000_0040_0800_0001).step(step).0);
    assert_eq!(
        images,
        [
            0x0080_1000_0002_0000,
            0x0000_0020_0000_0400,
            0x0000_0000_0020_0000,
            0x0000_0000_0080_1000,
            0x0000_4000_0020_0400,
            0x0020_0000_1002_0000,
            0x0000_1002_0000_0000,
            0x0020_0400_0000_0000,
        ]
    );
}

#[test]
fn each_step_is_injective_and_the_union_of_eight_are_the_attacks() {
    let mut sets = setwise_testkit::random::Sets::seeded(7);
    for set in (0..300).map(|_| sets.dense()).chain([0, ALL]) {
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

/// An engine's wiki page numbers the knight's directions 1 to 8 clockwise from west-north-west.
#[test]
fn the_list_of_steps_is_clockwise() {
    let from_west = [Step::NO_WE_WE, Step::NO_NO_WE, Step::NO_NO_EA, Step::NO_EA_EA];
    let opposite = [Step::SO_EA_EA, Step::SO_SO_EA, Step::SO_SO_WE, Step::SO_WE_WE];
    for (n, step) in from_west.into_iter().chain(opposite).enumerate() {
        assert_eq!(step, Step::KNIGHT[(n + 6) % 8]);
        assert_eq!(step.opposite(), Step::KNIGHT[(n + 2) % 8]);
    }
}

/// The documentation of `Step`, the guide and the reference have the same picture. Its cells are computed here from
/// coordinates.
#[test]
fn the_compass_rose_is_drawn_alike_everywhere() {
    const NAMES: &str = "NO_NO_EA NO_EA_EA SO_EA_EA SO_SO_EA SO_SO_WE SO_WE_WE NO_WE_WE NO_NO_WE";
    let compass = include_str!("../../../board/src/compass.md");
    let picture = &compass[compass.find("```text").unwrap()..];
    for (page, text) in
        [("guide", include_str!("../../src/guide.md")), ("reference", include_str!("../../../../docs/reference.md"))]
    {
        assert!(text.contains(picture.trim_end()), "{page}");
    }
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

/// Checks identities of sets. For squares in at least two of several sets, the pairs, the linear form and the tree must agree.
#[test]
fn sets_obey_their_identities_and_greater_one_has_three_equal_forms() {
    let mut sets = setwise_testkit::random::Sets::seeded(9);
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
