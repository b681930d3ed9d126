//! The loop that lists the members of a column of sets: the squares of each set in ascending order, one byte per square,
//! and for each set the offset at which its list starts.
//!
//! ```text
//! sets       {b1, g1}      {}      {d5}
//! members    1 6                   35          one byte per square, a1 = 0
//! offsets    0             2       2       3   one more than there are sets
//! ```
//!
//! A loop that removes one member after another ends after a number of steps that the CPU cannot predict, and most sets
//! end with a mispredicted branch. The methods in this crate and in `setwise-simd` have no branch that depends on one
//! set. They always write the same number of bytes, of which only the first ones are the list. The list of the next set
//! overwrites the others:
//!
//! ```text
//! store the list of {b1, g1}   1 6 ? ? ? ? ? ?
//! store the list of {d5}           35 ? ? ? ? ? ? ?
//! ```
//!
//! Near the end of the output there is no room for these further bytes. There, the loop writes one member after another.
//!
//! Sets with few members can be listed faster. A branch on the length of one set would often be mispredicted, so the loop
//! branches once for a group of sets. Columns of pieces have almost only short sets, and columns of attacked squares
//! almost none, so this branch is easy to predict.

use core::mem;

use crate::popcount::{ByRegister, CountTotal, Lanewise};
use crate::{Isa, ListError, Offset, Runner, Scalar};

/// The number of sets that are listed by the same method.
const GROUP: usize = 8;

/// The number of bytes that a method may write for a set, of which the list occupies at most the first 64.
// With a power of two above the longest list, the compiler sees from the bits of a count that the list fits, and the loop
// needs no check after each list.
pub const LIST_ROOM: usize = 128;

/// An instruction set that can list the members of a set. Implementations must mark all methods `#[inline(always)]`, and
/// must be called inside the target-feature boundary of the instruction set.
///
/// By default, a set is short if it has at most four members. Such a set is listed member by member, without a branch.
///
/// Each method that writes a list writes it to the first bytes of the room, in ascending order, and returns the number
/// of members. The bytes after the list may change, too.
pub trait ListMembers: Isa {
    /// Whether pairs of pieces and targets are listed by plain loops, because the methods of the trait would be slower.
    const PAIRS_BY_LOOPS: bool = false;

    /// Returns whether [`write_short`](Self::write_short) may be called for each of these sets.
    #[inline(always)]
    fn are_short(self, sets: &[u64; GROUP]) -> bool {
        let without_few = |set: u64| (0..FEW).fold(set, |set, _| set & set.wrapping_sub(1));
        sets.iter().fold(0, |rest, &set| rest | without_few(set)) == 0
    }

    /// Writes the list of a short set, which never takes longer than [`write`](Self::write).
    #[inline(always)]
    fn write_short(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        write_first::<FEW>(set, room.first_chunk_mut().expect("the room is longer"))
    }

    /// Writes the list of any set.
    fn write(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize;

    /// Writes the list of a set of at most eight members, such as the squares that a leaper attacks. Writes eight bytes.
    #[inline(always)]
    fn write_eight(self, set: u64, room: &mut [u8; 8]) -> usize {
        write_first(set, room)
    }

    /// Writes a number for each member of a set of at most eight members, in ascending order of the members. The binary
    /// digits of the number, the lowest first, are the bits of `digits` at the member. Writes eight bytes.
    #[inline(always)]
    fn write_numbers(self, mut set: u64, digits: [u64; 3], room: &mut [u8; 8]) {
        for number in room {
            *number = number_at(set.trailing_zeros() as u8, digits);
            set &= set.wrapping_sub(1);
        }
    }
}

/// Looks up the list of each rank in a table.
impl ListMembers for Scalar {
    const PAIRS_BY_LOOPS: bool = true;

    #[inline(always)]
    fn write(self, set: u64, room: &mut [u8; LIST_ROOM]) -> usize {
        const ODD: u64 = 0x5555_5555_5555_5555;
        const PAIRS: u64 = 0x3333_3333_3333_3333;
        const HALVES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let of_two = set - (set >> 1 & ODD);
        let of_four = (of_two & PAIRS) + (of_two >> 2 & PAIRS);
        write_by_rank(set, (of_four + (of_four >> 4)) & HALVES, room)
    }
}

/// Lists the members of each set in ascending order. Each member is one byte, the index of the square, a1 = 0. The list
/// of `sets[i]` is `members[offsets[i]..offsets[i + 1]]`. Returns the number of members of all sets together.
///
/// `counting` counts the members before anything is written. `members` may be longer than the lists. The bytes after the
/// last list may change, too.
///
/// # Errors
///
/// Returns an error if `members` is too short, or if an offset is too large for `O`. Nothing is written in that case.
///
/// # Panics
///
/// Panics if `offsets` does not have one element more than `sets`. Nothing is written in that case.
#[inline(always)]
#[track_caller]
pub fn list_members<O: Offset>(
    method: impl ListMembers,
    counting: impl Runner,
    sets: &[u64],
    members: &mut [u8],
    offsets: &mut [O],
) -> Result<usize, ListError> {
    check_offsets(sets.len(), offsets);
    let count = counting.run_batch(sets.len(), CountTotal { method: ByRegister::<Lanewise>::NEW, words: sets });
    let count = ListError::check::<O>(count, members.len())?;
    method.enter(
        #[inline(always)]
        move || write_lists(method, sets, members, offsets),
    );
    Ok(count)
}

/// Checks that there is an offset for each list, and one for the end of the last list.
#[inline(always)]
#[track_caller]
pub(super) fn check_offsets<O>(lists: usize, offsets: &[O]) {
    if offsets.len() != lists + 1 {
        wrong_offsets(lists, offsets.len());
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn wrong_offsets(lists: usize, offsets: usize) -> ! {
    panic!("{lists} lists, but room for {offsets} offsets, which must be one more than the lists");
}

/// Writes all lists. There is one more offset than there are sets, and enough room for all members.
#[inline(always)]
pub(super) fn write_lists<O: Offset>(method: impl ListMembers, sets: &[u64], members: &mut [u8], offsets: &mut [O]) {
    let (start, ends) = offsets.split_first_mut().expect("there is one more offset than there are sets");
    *start = O::new(0);
    let (groups, last_sets) = sets.as_chunks();
    let (groups_of_ends, last_ends) = ends.as_chunks_mut::<GROUP>();
    let mut lists = Lists { rest: members, written: 0 };
    for (group, ends) in groups.iter().zip(groups_of_ends) {
        if method.are_short(group) {
            lists.append(
                group,
                ends,
                #[inline(always)]
                |set, room| method.write_short(set, room),
            );
        } else {
            lists.append(
                group,
                ends,
                #[inline(always)]
                |set, room| method.write(set, room),
            );
        }
    }
    lists.append(
        last_sets,
        last_ends,
        #[inline(always)]
        |set, room| method.write(set, room),
    );
}

/// The lists that have been written, and the room for further lists.
struct Lists<'a> {
    rest: &'a mut [u8],
    written: usize,
}

impl Lists<'_> {
    /// Writes the lists of several sets, and the offset at which each list ends.
    #[inline(always)]
    fn append<O: Offset>(&mut self, sets: &[u64], ends: &mut [O], write: impl Fn(u64, &mut [u8; LIST_ROOM]) -> usize) {
        for (&set, end) in sets.iter().zip(ends) {
            let rest = mem::take(&mut self.rest);
            // The two arms end alike. Written once after them, the second line would need a check in the first arm.
            match rest.first_chunk_mut() {
                Some(room) => {
                    let count = write(set, room);
                    self.rest = &mut rest[count..];
                    self.written += count;
                }
                None => {
                    let count = write_one_by_one(set, rest);
                    self.rest = &mut rest[count..];
                    self.written += count;
                }
            }
            *end = O::new(self.written);
        }
    }
}

/// Writes exactly the list and nothing after it. Returns the number of members.
#[cold]
#[inline(never)]
pub(super) fn write_one_by_one(mut set: u64, room: &mut [u8]) -> usize {
    let count = set.count_ones() as usize;
    for member in &mut room[..count] {
        *member = set.trailing_zeros() as u8;
        set &= set - 1;
    }
    count
}

/// The greatest number of members of a short set, unless an instruction set has another limit.
const FEW: usize = 4;

/// Writes the first `N` members of a set. If the set has fewer members, the other bytes are 64. Returns the number of
/// all members.
#[inline(always)]
fn write_first<const N: usize>(mut set: u64, room: &mut [u8; N]) -> usize {
    let count = set.count_ones() as usize;
    for member in room {
        *member = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
    }
    count
}

/// Returns the number whose binary digits are the bits of three sets at a square.
#[inline(always)]
pub(super) fn number_at(square: u8, [ones, twos, fours]: [u64; 3]) -> u8 {
    let bit = |set: u64| (set >> (square % 64) & 1) as u8;
    bit(ones) | bit(twos) << 1 | bit(fours) << 2
}

/// Writes the list of a set, one rank after another, with eight bytes for each rank. Byte `r` of `counts` is the number
/// of members on rank `r`, counted from 0. Returns the number of members.
///
/// ```text
/// counts of the ranks    2 0 3 1 0 0 1 0
/// rank starts at         0 2 2 5 6 6 6 7     sums of the counts before: one multiplication computes all of them
/// ```
#[doc(hidden)]
#[inline(always)]
pub fn write_by_rank(set: u64, counts: u64, room: &mut [u8; LIST_ROOM]) -> usize {
    /// The largest index at which a rank may start, 56, is below this power of two.
    const START: usize = 63;
    static LISTS: [u64; 256] = FILES;
    let sums = counts.wrapping_mul(u64::from_le_bytes([1; 8]));
    let starts = (sums << 8).to_le_bytes();
    for (rank, (files, start)) in set.to_le_bytes().into_iter().zip(starts).enumerate() {
        let squares = LISTS[usize::from(files)] + u64::from_le_bytes([8 * rank as u8; 8]);
        // Without the mask, the compiler would check each index.
        let start = usize::from(start) & START;
        room[start..start + 8].copy_from_slice(&squares.to_le_bytes());
    }
    (sums >> 56) as usize
}

/// For each byte, the numbers of its bits that are 1, in ascending order, the first in the lowest byte. The bytes after
/// these numbers are 0.
// This table is a constant, so that each crate has a copy whose address the compiler knows.
#[doc(hidden)]
pub const FILES: [u64; 256] = {
    let (mut lists, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let (mut count, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                lists[byte] |= bit << (8 * count);
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    lists
};
