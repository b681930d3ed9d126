//! Lists of members with simd128. The method is that of the portable code, with one table entry for each rank. One
//! instruction counts the members of all ranks, for which portable code needs ten operations.

use core::arch::wasm32::{u8x16_popcnt, u64x2_extract_lane, u64x2_splat};

use setwise_core::{LIST_ROOM, ListMembers, write_by_rank};

use super::simd128::Simd128;

impl ListMembers for Simd128 {
    #[inline(always)]
    fn write(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        write_by_rank(set, u64x2_extract_lane::<0>(u8x16_popcnt(u64x2_splat(set))), room)
    }
}
