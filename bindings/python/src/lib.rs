//! The native part of the Python package `setwise`: ufuncs, the reader of positions, and features.
//!
//! `python/setwise` has the classes and functions that users see. This crate does the work that needs Rust: it loops
//! over arrays, and reads text into columns.

mod backend;
mod docs;
mod expressions;
mod features;
mod lists;
mod ufuncs;

/// Reads positions from text, lists and string arrays, from packed formats, and from games.
///
/// ```text
/// bytes, files     chunks of lines ──┐
/// list of str      rows, a chunk ────┼──> Collector ──> nine arrays, the rights if they are wanted, and which rows are null
/// Arrow strings    rows, a chunk ────┘
/// ```
///
/// The GIL is released while a chunk is read, and signals are handled between chunks.
mod read {
    pub(crate) mod arrow;
    mod collector;
    pub(crate) mod games;
    pub(crate) mod packed;
    pub(crate) mod rows;
    pub(crate) mod text;
}

use pyo3::prelude::*;
use setwise_patterns::UnknownName;

/// The native part of setwise.
#[pymodule(gil_used = false)]
mod _setwise {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        backend::{backend, backends, set_backend},
        expressions::{evaluate, expression_needs},
        features::{feature_table, features, rights_fields},
        lists::{heat, list_pairs, list_squares, picture, total},
        read::{
            arrow::read_arrow,
            games::read_games,
            packed::read_packed,
            rows::read_list,
            text::{read_bytes, read_file},
        },
        unknown_name,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("patterns", crate::ufuncs::of_patterns(py)?)?;
        module.add("counts", crate::ufuncs::of_counts(py)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Returns the error message for an unknown name. All interfaces of setwise use the same message.
#[pyfunction]
fn unknown_name(kind: &str, name: &str, names: Vec<String>) -> String {
    UnknownName::new(kind, name, &names).to_string()
}
