//! The loop over boards, which every kernel shares.
//!
//! ```text
//! column   [0 1 2 3][4 5 6 7][8 9 ...           ... ][n-5 n-4 n-3 n-2] n-1
//! pass 1    \_____/  \_____/   whole registers        \_____________/
//! pass 2                                                  \_________________/  the last register overlaps
//! ```
//!
//! The boards that do not fill a register are the tail. They are computed in one more register, which ends where the
//! column ends. Some boards are therefore computed twice. This is harmless: inputs are never overwritten. Both
//! passes run through the same copy of the kernel: the passes are a loop, and the compiler does not unroll a loop
//! around a loop. A batch shorter than a register is computed board by board: padding a register costs more than it
//! saves.

mod ahead;
mod columns;
mod counts;
mod heat;
mod lines;
mod map;
mod squares;
mod strategy;
mod total;

pub use columns::{common_length, no_revectorize};
pub(crate) use counts::counts_on;
pub(crate) use heat::heat_on;
pub use lines::vulnerable_lines_of_each;
pub(crate) use map::map_on;
pub use squares::{FromSquares, SpreadBits, Table, king_attacks_from, knight_attacks_from};
pub use strategy::Strategy;
pub(crate) use total::total_on;
