//! Chess positions and their features as Arrow arrays, and in Parquet and Arrow files.
//!
//! A position is a row of eight 64-bit words and the side to move. Six words are the sets of the six kinds of pieces,
//! and two words are the sets of the two sides. Arrow stores a column of words as consecutive words in memory, so
//! arrays are evaluated without a copy: [`map`] and [`Features`] borrow the buffers of their inputs. They return their
//! results as new arrays.
//!
//! ```text
//! FEN text  --FenReader-->  RecordBatch of positions  --Features-->  RecordBatch of features
//!                             |               ^                        |
//!                           Writer          Input                    Writer
//!                             v               |                        v
//!                            .parquet, .arrow files                  .parquet, .arrow
//! ```
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::types::UInt64Type;
//! use arrow_array::{RecordBatch, StringArray};
//! use setwise_arrow::{BadRows, Features, FenReader, Layout};
//! use setwise_positions::Rules;
//!
//! let fens = StringArray::from(vec!["r3k3/8/8/3N4/8/8/8/4K3 w - -"]);
//! let mut reader = FenReader::new(setwise::auto(), Rules::Chess);
//! let positions = RecordBatch::from(reader.read(&fens, BadRows::Error, &[])?);
//!
//! let mut features = Features::by_name(setwise::auto(), Layout::Absolute, ["white_forks_safe"])?;
//! let values = features.columns(&positions)?;
//! let forks = values["white_forks_safe"].as_primitive::<UInt64Type>();
//! assert_eq!(forks.values(), &[1 << 50]); // from c7 a knight attacks king and rook
//! # Ok::<(), setwise_arrow::Error>(())
//! ```
//!
//! [`COLUMNS`] lists the names, types and meanings of all columns except the columns of features. `docs/columns.md` in
//! the repository explains them. [`Input`] reads files row group by row group, on any number of threads. Parquet files
//! need the Cargo feature `parquet`.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod board;
mod columns;
mod error;
mod features;
mod fen;
mod formats;
mod input;
mod ipc;
mod kernels;
mod listed;
mod lists;
mod options;
mod output;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
mod positions;
mod row_groups;
mod words;

pub use columns::{SCHEMA_KEY, SCHEMA_VERSION, VERSION_KEY, data_type, field, metadata, schema};
pub use error::{BadRow, Error, hide_panics_that_become_errors};
pub use features::{Features, feature_array};
pub use fen::{BadRows, FenReader};
pub use input::{GroupReader, Input, OpenGroup};
pub use kernels::{counts, map};
pub use lists::{pair_kinds, pair_kinds_type, pairs, pairs_type, squares, squares_type};
pub use options::{ColumnSelection, Compression, Format, ReadOptions, Source, WriteOptions};
pub use output::Writer;
pub use plan::Batch;
pub use positions::{Positions, batch};
pub use setwise_positions::{COLUMNS, Column, ColumnType, In, LABELS, Layout};
pub use words::signed;
