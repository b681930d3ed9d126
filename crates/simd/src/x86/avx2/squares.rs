//! Columns of squares with AVX2: four sets in a register.

use setwise_board::Square;
use setwise_core::{FromSquares, SquareTable};

use super::{Avx2, FourBoards};
use crate::x86::squares;

/// If the table has an alternating form, looks up each block of 16 squares by byte shuffles. Otherwise, reads the table
/// once for each square.
impl FromSquares for Avx2 {
    #[inline(always)]
    fn write_sets(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        squares::write_sets::<FourBoards>(self, table, squares, sets);
    }
}
