//! Reads and writes packed positions, in three formats for the training data of neural networks.
//!
//! | module | a position | colours |
//! |---|---|---|
//! | [`marlinformat`] | 32 bytes | white and black |
//! | [`bulletformat`] | 32 bytes | own and their, as seen from the side to move |
//! | [`viriformat`] | 4 bytes: a game is a board and its moves | white and black |
//!
//! All three formats store a board as the set of occupied squares and a code of four bits for each piece, in the order
//! of squares. The other values stored with a position, such as its score and the result of its game, are its
//! [`Labels`], or its [`RelativeLabels`] in bulletformat. Each module has a `Reader` that appends to columns, and a
//! function `write`. [`marlinformat`] and [`bulletformat`] also have a function `read` for a single record.
//! [`RecordChunks`] reads a file in chunks.
//!
//! ```
//! use setwise_positions::packed::{Labels, Relative, RelativeLabels, bulletformat};
//! use setwise_positions::{Columns, Reader, Rules};
//!
//! // From text to columns, to packed boards and back.
//! let mut columns = Columns::default();
//! Reader::new(setwise::auto(), Rules::Chess).append(b"8/8/4k3/8/8/4K3/4N3/8 b", 1, &mut columns, |bad| panic!("{bad}"));
//! let mut labels = Labels::unknown(columns.len());
//! labels.result.fill(1); // a draw
//! let labels = RelativeLabels::from_absolute(&columns, &labels);
//! let mut bytes = Vec::new();
//! bulletformat::write(&Relative::from_absolute(&columns), &labels, &mut bytes)?;
//!
//! let mut boards = Relative::default();
//! let mut reader = bulletformat::Reader::new(setwise::auto(), Rules::Chess);
//! reader.append(&bytes, 1, &mut boards, None, |bad| panic!("{bad}"));
//! assert_eq!((boards.knights[0], boards.their[0]), (1 << 52, 1 << 52 | 1 << 44)); // it was black's turn
//! # Ok::<(), setwise_positions::packed::BadRecord>(())
//! ```
//!
//! Marlinformat and bulletformat are read in blocks of records, with the best [`UnpackStrategy`] that the CPU supports.
//! While a block is read, no branch depends on the boards. A block that contains an error is read again, record by
//! record. [`Rules`](crate::Rules) selects which positions are accepted.

mod board;
pub mod bulletformat;
mod error;
mod format;
mod labels;
pub mod marlinformat;
mod piece_sets;
mod reader;
mod relative;
mod unpack;
pub mod viriformat;

pub use error::{BadRecord, Reason};
pub use format::{Format, ParseFormatError, RecordChunks};
pub use labels::{LabelRow, Labels, NO_RESULT};
pub use reader::{BoardFormat, Reader};
pub use relative::{Relative, RelativeLabelRow, RelativeLabels};
pub use unpack::UnpackStrategy;

pub use crate::moves::MoveFault;

/// The number of bytes of a record, which consists of a board and its labels.
pub const RECORD: usize = 32;
