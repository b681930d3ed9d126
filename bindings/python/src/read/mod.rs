//! Positions from text, lists and string arrays, and from packed formats.
//!
//! ```text
//! bytes, files     chunks of lines ──┐
//! list of str      rows, a chunk ────┼──> Collector ──> nine arrays, and which rows are null
//! Arrow strings    rows, a chunk ────┘
//! ```
//!
//! The lock of the interpreter is released while a chunk is read, and signals are handled between them.

mod arrow;
mod collector;
mod packed;
mod rows;
mod text;

pub(crate) use arrow::read_arrow;
pub(crate) use packed::read_packed;
pub(crate) use rows::read_list;
pub(crate) use text::{read_bytes, read_file};
