//! Lists of members with NEON. The method is that of the portable code, with one table entry for each rank. One NEON
//! instruction counts the members of all ranks, for which portable code needs ten operations.

use core::arch::aarch64::{vcnt_u8, vcreate_u8, vget_lane_u64, vreinterpret_u64_u8};

use setwise_core::{LIST_ROOM, ListMembers, write_by_rank};

use super::neon::Neon;

impl ListMembers for Neon {
    #[inline(always)]
    fn write(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        // SAFETY: `self` is a `Neon`.
        let ranks = unsafe { vcreate_u8(set) };
        // SAFETY: `self` is a `Neon`.
        let counts = unsafe { vcnt_u8(ranks) };
        // SAFETY: `self` is a `Neon`.
        let word = unsafe { vreinterpret_u64_u8(counts) };
        // SAFETY: `self` is a `Neon`.
        write_by_rank(set, unsafe { vget_lane_u64::<0>(word) }, room)
    }
}
