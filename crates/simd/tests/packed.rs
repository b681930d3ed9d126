//! Compares the unpacking of boards with a loop over squares.
#![cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx2"))]

use setwise_core::{Isa, UnpackBoards};
use setwise_simd::Bmi2;
use setwise_testkit::skip;

#[test]
fn codes_go_to_their_squares() {
    let Some(isa) = Bmi2::detect() else {
        skip::not_on_this_cpu(Bmi2::NAME);
        return;
    };
    let codes: [u8; 16] = std::array::from_fn(|byte| (byte as u8).wrapping_mul(0x9D) ^ 0x21);
    for occupied in [0, 1, 1 << 63, 0xFFFF_0000_0000_FFFF, 0x0012_4080_1088_0421, 0x8000_0000_FFFF_FFFE, !0] {
        let mut expected = [0; 4];
        for (piece, square) in (0..64).filter(|square| occupied >> square & 1 != 0).enumerate().take(32) {
            let code = codes[piece / 2] >> (4 * (piece % 2)) & 0xF;
            for (bit, plane) in expected.iter_mut().enumerate() {
                *plane |= u64::from(code >> bit & 1) << square;
            }
        }
        assert_eq!(isa.planes(occupied, &codes), expected, "{occupied:#x}");
    }
}
