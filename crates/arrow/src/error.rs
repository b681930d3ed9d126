//! The errors of reading and writing arrays and files.
//!
//! For most kinds of damage to a file, Arrow and Parquet return errors. For some kinds they panic, for example if the
//! metadata contains an unknown type. A damaged file is not a bug of the caller and must not end the program, so
//! [`guarded`] turns these panics into errors.

use std::cell::Cell;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};

use arrow_schema::{ArrowError, DataType};
use setwise::Square;
use setwise_positions::Reason;

use crate::columns::SCHEMA_VERSION;
use crate::options::Format;

/// An error of an array or a file. The message is one line, and does not contain the name of the file.
///
/// Row groups and rows are counted from 0. Rows are counted within their row group or array.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file could not be read or written.
    Io(io::Error),
    /// The file is not of this format, or is empty or truncated. The second field is the reason.
    Foreign(Format, &'static str),
    /// The contents of the file are damaged.
    Damaged {
        /// The row group, or `None` for the file's metadata.
        row_group: Option<usize>,
        /// What is wrong.
        reason: String,
    },
    /// This build lacks a Cargo feature of the crate; the field is the name of the feature.
    NeedsFeature(&'static str),
    /// A column is missing.
    Missing {
        /// The name of the column.
        name: String,
        /// The names of the columns that exist.
        found: Vec<String>,
    },
    /// A column has the wrong type.
    Type {
        /// The name of the column.
        name: String,
        /// The expected types.
        expected: &'static str,
        /// The type found.
        found: DataType,
    },
    /// A column is compressed with a method that this crate does not read.
    Compression {
        /// The name of the column.
        name: String,
        /// The method.
        method: String,
    },
    /// The file was written for a later version of the columns, or its version is not a number. The field is the
    /// version in the file.
    Version(String),
    /// A row is not a position.
    Row {
        /// The row group, if the rows are read from a file.
        row_group: Option<usize>,
        /// The row.
        row: usize,
        /// The reason.
        reason: BadRow,
    },
    /// The inputs of a kernel have different lengths.
    Lengths(usize, usize),
    /// A name is not the name of a feature in this layout; the field is the reason.
    Feature(String),
    /// The rows to write do not have the columns of the file.
    OtherColumns {
        /// The columns of the file.
        expected: Vec<String>,
        /// The columns of the rows.
        found: Vec<String>,
    },
    /// The file cannot be written with these rows or options; the field is the reason.
    Refused(String),
}

/// The reason why a row is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BadRow {
    /// The text is null, or at least one column of the position is null.
    Null,
    /// The value in the column with this name is null.
    NullIn(&'static str),
    /// The text is empty or blank.
    Empty,
    /// The text, without blanks at its start, starts with `#`.
    Comment,
    /// The text has a line feed.
    LineFeed,
    /// The text is not a position, or the rules do not accept the position.
    Bad(Reason),
    /// A number does not fit into the type that is listed for its column.
    TooLarge {
        /// The name of the column.
        column: &'static str,
        /// The number.
        number: i128,
        /// The smallest and the largest number of the type.
        limits: [i64; 2],
    },
    /// A square is in the sets of several kinds, or in the sets of both sides.
    Twice(Square),
    /// A square has a piece without a side, or a side without a piece.
    Alone(Square),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Foreign(format, reason) => write!(f, "not {format}: {reason}"),
            Self::Damaged { row_group: Some(group), reason } => write!(f, "row group {group}: {reason}"),
            Self::Damaged { row_group: None, reason } => write!(f, "{reason}"),
            Self::NeedsFeature(feature) => write!(f, "this build cannot do that; it needs the feature '{feature}'"),
            Self::Missing { name, found } => {
                write!(f, "no column '{name}'; the columns are {}", in_one_line(&found.join(", ")))
            }
            Self::Type { name, expected, found } => {
                write!(f, "column '{name}' has the type {}, expected {expected}", in_one_line(&found.to_string()))
            }
            Self::Compression { name, method } => {
                let name = in_one_line(name);
                write!(
                    f,
                    "column '{name}' is compressed with {method}, expected zstd, snappy, lz4, gzip or no compression"
                )
            }
            Self::Version(version) => {
                let version = in_one_line(version);
                write!(f, "version {version} of the columns, expected {SCHEMA_VERSION}; read it with a later release")
            }
            Self::Row { row_group: Some(group), row, reason } => write!(f, "row group {group}, row {row}: {reason}"),
            Self::Row { row_group: None, row, reason } => write!(f, "row {row}: {reason}"),
            Self::Lengths(first, other) => write!(f, "arrays of {first} and of {other} rows, expected equal lengths"),
            Self::Feature(reason) | Self::Refused(reason) => write!(f, "{reason}"),
            Self::OtherColumns { expected, found } => {
                write!(f, "rows with the columns {}, expected {}", found.join(", "), expected.join(", "))
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => write!(f, "null"),
            Self::NullIn(column) => write!(f, "{column} is null"),
            Self::Empty => write!(f, "an empty text"),
            Self::Comment => write!(f, "a comment"),
            Self::LineFeed => write!(f, "a line feed inside the text"),
            Self::Bad(reason) => write!(f, "{reason}"),
            Self::TooLarge { column, number, limits: [least, most] } => {
                write!(f, "{column} is {number}, expected {least} to {most}")
            }
            Self::Twice(square) => write!(f, "{square} has several pieces"),
            Self::Alone(square) => write!(f, "{square} has a piece without a side, or a side without a piece"),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Replaces each control character in a text with a space, because names in a file may contain line feeds.
fn in_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Returns the first line of an error message from another library.
pub(crate) fn first_line(message: &impl ToString) -> String {
    message.to_string().lines().next().unwrap_or_default().to_string()
}

impl Error {
    /// Converts an error of the Arrow library that occurred when a file was read.
    pub(crate) fn reading(error: ArrowError, row_group: Option<usize>) -> Self {
        match error {
            // Arrow reports a file that ends too early as an I/O error of this kind.
            ArrowError::IoError(_, error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Self::Damaged { row_group, reason: "the file is truncated".to_string() }
            }
            ArrowError::IoError(_, error) => Self::Io(error),
            other => Self::Damaged { row_group, reason: first_line(&other) },
        }
    }

    /// Adds the row group to the error if the error says that the file is damaged.
    pub(crate) fn in_row_group(self, row_group: usize) -> Self {
        match self {
            Self::Damaged { reason, .. } => Self::Damaged { row_group: Some(row_group), reason },
            other => other,
        }
    }

    /// Converts an error of the Arrow library that occurred when a file was written.
    pub(crate) fn writing(error: ArrowError) -> Self {
        match error {
            ArrowError::IoError(_, error) => Self::Io(error),
            other => Self::Refused(first_line(&other)),
        }
    }
}

thread_local! {
    /// Whether this thread is inside [`guarded`], where a panic becomes an error.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls `read`, which reads a part of a file. If `read` panics, returns [`Error::Damaged`]. After an error, values
/// that `read` has changed must not be used.
pub(crate) fn guarded<T>(row_group: Option<usize>, read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    GUARDED.set(false);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let reason = format!("damaged: {}", first_line(&text.unwrap_or("a panic without a message")));
        Err(Error::Damaged { row_group, reason })
    })
}

/// Installs a panic hook that prints nothing for panics that become errors. For other panics, it calls the previous
/// hook. A program that prints errors should call this function once. Otherwise the previous hook also prints the
/// panics that become errors.
pub fn hide_panics_that_become_errors() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !GUARDED.get() {
            before(info);
        }
    }));
}
