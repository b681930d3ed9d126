//! FEN and EPD lines to columns of bitboards.
//!
//! Kernels answer boards faster than text can be read, so who has a file of positions feels only the reader. This one appends to columns
//! that are used again, allocates nothing a line, and reads blocks of lines without a branch on a letter; a block that has a line
//! out of the usual is read once more with care, line by line, by [`read_line`].
//!
//! ```
//! use setwise_positions::{Columns, Rules};
//!
//! let text = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n8/8/4k3/8/8/4K3/4N3/8 b - -\n";
//! let mut columns = Columns::default();
//! columns.append(text, 1, Rules::Chess, |bad| panic!("{bad}"));
//! assert_eq!(columns.knights, [0x4200_0000_0000_0042, 1 << 12]);
//! assert_eq!(columns.len(), 2);
//! ```
//!
//! A line is a placement and the side to move; what follows (castling, en passant, clocks, EPD operations) is not looked at,
//! since these patterns do not need it and real files differ there. [`Rules`] says which placements are accepted. Blank lines and
//! lines that start with `#` are passed over; CRLF and blanks at either end do not matter. [`Text`] reads such lines from files,
//! and drops a byte order mark at their start; [`without_mark`] does that for text in memory.
#![forbid(unsafe_code)]

mod block;
mod columns;
#[cfg(feature = "cozy-chess")]
mod cozy;
mod error;
pub mod features;
mod letters;
mod line;
mod lines;
pub mod placement;
mod planes;
mod text;

pub use columns::Columns;
pub use error::{BadLine, Reason};
pub use line::{LONGEST_LINE, Position, Rules, read_line};
pub use lines::{Lines, lines, without_mark};
pub use text::Text;
