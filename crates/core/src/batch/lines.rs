//! The loop over kings as squares that finds the lines on which each king is vulnerable.

use setwise_board::{Bitboard, Square};

use crate::patterns::{FourLines, flight_squares};

/// Writes [`vulnerable_lines`](crate::patterns::vulnerable_lines) of `kings[i]` and `taboo[i]` (a1 = bit 0) to
/// `lines[i]`. The instructions of `isa` compare the four lines of a king.
///
/// If the kings are already sets, use the kernel [`VulnerableLines`](crate::patterns::VulnerableLines). It computes
/// several boards at once instead of several lines.
///
/// # Panics
///
/// Panics if the slices do not all have the same length. Nothing is written in that case.
#[inline]
#[track_caller]
pub fn vulnerable_lines_of_each(isa: impl FourLines, kings: &[Square], taboo: &[u64], lines: &mut [u8]) {
    let lengths = (kings.len(), taboo.len(), lines.len());
    assert!(
        lengths.0 == lengths.1 && lengths.1 == lengths.2,
        "{} kings, taboo for {} and room for the lines of {}",
        lengths.0,
        lengths.1,
        lengths.2
    );
    isa.enter(
        #[inline(always)]
        move || {
            for ((&king, &taboo), lines) in kings.iter().zip(taboo).zip(lines) {
                *lines = isa.lines_that_hold(king, flight_squares(king, Bitboard(taboo)).with(king));
            }
        },
    );
}
