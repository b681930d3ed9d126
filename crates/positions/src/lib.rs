//! Reads FEN and EPD lines into columns of bitboards.
//!
//! Reading text takes longer than evaluating kernels, so the reader largely determines the speed of a program.
//! [`Reader`] appends to columns that can be reused, and allocates nothing per line. It reads blocks of lines with the
//! best [`ReadStrategy`] that the CPU supports. While a block is read, no branch depends on which pieces a placement
//! contains. A block that cannot be read in this way, for example because a line is invalid, is read again, line by
//! line, by [`read_line`].
//!
//! ```
//! use setwise_positions::{Columns, Reader, Rules};
//!
//! let text = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n8/8/4k3/8/8/4K3/4N3/8 b - -\n";
//! let mut columns = Columns::default();
//! Reader::new(setwise::auto(), Rules::Chess).append(text, 1, &mut columns, |bad| panic!("{bad}"));
//! assert_eq!(columns.knights, [0x4200_0000_0000_0042, 1 << 12]);
//! assert_eq!(columns.len(), 2);
//! ```
//!
//! A line starts with a placement and the side to move. [`Reader::append`] reads only these two fields. With rights or
//! labels, [`Reader::append_with`] reads the whole line, and refuses a line with text other than fields and operations:
//! see [`Tail`]. [`Rules`] selects which placements are accepted. Blank lines and lines that start with `#` are skipped.
//! CRLF line ends are accepted, and blanks at either end of a line are ignored.
//!
//! [`LineChunks`] reads lines from files. It reads them through [`TextSource`], which removes byte order marks and other
//! traces of foreign systems. [`plain_text`] does the same for text in memory.
//!
//! [`moves`] makes the moves of games. [`packed`] reads and writes formats of training data. [`features`] computes sets
//! and numbers from columns.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod block_reader;
mod columns;
#[cfg(feature = "cozy-chess")]
mod cozy;
mod error;
mod excerpt;
pub mod features;
pub mod fen;
#[cfg(test)]
mod halting;
mod jumps;
mod line_chunks;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod line_ends;
mod lines;
pub mod moves;
mod not_text;
pub mod packed;
mod piece_sets;
mod place;
pub mod placement;
mod read_strategy;
mod reader;
mod rights;
mod scalar_block;
mod schema;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod simd_block;
mod tail;
mod text_filter;
mod text_source;
mod usual_tail;

pub use columns::{Columns, ColumnsRef, RightsRef, Rows};
pub use error::{BadLine, LONGEST_LINE, Reason};
pub use excerpt::Excerpt;
pub use jumps::{king_moves, knight_moves, legal_king_moves, legal_knight_moves};
pub use line_chunks::LineChunks;
pub use lines::{Lines, Position, Rules, lines, read_line};
pub use not_text::NotText;
pub use place::column;
pub use read_strategy::ReadStrategy;
pub use reader::{Fields, Reader};
pub use rights::{NO_EN_PASSANT, Rights, RightsRow};
pub use schema::{COLUMNS, Column, ColumnType, FILE, GAMES, In, LABELS, Layout, RIGHTS};
pub use tail::Tail;
pub use text_filter::{LineEnds, TextFilter};
pub use text_source::{TextSource, plain_text};

/// Runs the code of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
