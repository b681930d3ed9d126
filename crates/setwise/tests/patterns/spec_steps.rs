//! Tests what `docs/reference.md`, sections 2 and 3, says about steps and attacks of sets. `reference.rs` compares the
//! values in the tables.

use setwise::board::Step;
use setwise::patterns::{king_degree, knight_degree};
use setwise::tables::{KING_DEGREES, KNIGHT_DEGREES};
use setwise::{Bitboard, Square, king_attacks, knight_attacks};
use setwise_testkit::oracle;

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
fn the_degree_of_a_square_is_its_number_of_attacks() {
    for square in Square::ALL {
        let degrees = [KNIGHT_DEGREES, KING_DEGREES].map(|of| u32::from(of[square.index()]));
        assert_eq!(degrees, [knight_degree(square), king_degree(square)], "{square}");
        assert_eq!(degrees, [knight_attacks(square), king_attacks(square)].map(Bitboard::count), "{square}");
    }
}

/// Checks that the reference has the picture of the documentation of `Step`, and that the picture shows the steps in
/// their order: clockwise from north-north-east, with the shift of each.
#[test]
fn the_compass_rose_is_drawn_alike_everywhere() {
    let compass = include_str!("../../../board/src/compass.md");
    let picture = &compass[compass.find("```text").unwrap()..];
    assert!(include_str!("../../../../docs/reference.md").contains(picture.trim_end()));
    let names = [("NO_NO_EA", 0), ("NO_EA_EA", 1), ("NO_NO_WE", 7), ("NO_WE_WE", 6), ("SO_SO_WE", 4), ("SO_EA_EA", 2)];
    for (name, n) in names {
        let shift = format!("{:+}", Step::KNIGHT[n].shift());
        assert!(picture.contains(name) && picture.contains(&shift), "{name} {shift}");
    }
    assert_eq!(Step::KNIGHT.map(Step::shift), oracle::KNIGHT.map(|(east, north)| east + 8 * north));
}
