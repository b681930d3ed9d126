//! What the readers of all formats share: the needs of a query, and the rows that they pass on.

use arrow::array::ArrayRef;
use arrow::datatypes::Field;
use setwise_arrow::{COLUMNS, field};

/// What a query needs from the files of a table.
#[derive(Debug, Clone)]
pub(super) struct Query {
    /// The indices of the columns that the query uses.
    pub(super) columns: Vec<usize>,
    /// Whether the setting `setwise.strict` is on.
    pub(super) strict: bool,
}

/// Receives batches of rows, until it returns `false`. A batch consists of columns and the number of rows. It may omit
/// columns at its end that the query does not use.
pub(super) type Each<'a> = &'a mut dyn FnMut(&[ArrayRef], usize) -> bool;

/// Returns the schema field of the column with this name, which must be in the list of known columns.
pub(super) fn known_field(name: &str) -> Field {
    field(COLUMNS.iter().find(|column| column.name == name).expect("in the list of columns"))
}
