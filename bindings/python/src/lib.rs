//! The native part of the Python package `setwise`: ufuncs, the reader of positions, and features.
//!
//! `python/setwise` has the classes and functions that users see. Here is what needs Rust: loops over arrays, and text to columns.

mod backend;
mod bare;
mod docs;
mod features;
mod read;
mod sums;
mod ufuncs;

use pyo3::prelude::*;
use setwise_patterns::UnknownName;

/// The native part of setwise.
#[pymodule(gil_used = false)]
fn _setwise(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("patterns", ufuncs::of_patterns(py)?)?;
    module.add("counts", ufuncs::of_counts(py)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(unknown_name, module)?)?;
    module.add_function(wrap_pyfunction!(backend::backend, module)?)?;
    module.add_function(wrap_pyfunction!(backend::backends, module)?)?;
    module.add_function(wrap_pyfunction!(backend::set_backend, module)?)?;
    module.add_function(wrap_pyfunction!(sums::total, module)?)?;
    module.add_function(wrap_pyfunction!(sums::heat, module)?)?;
    module.add_function(wrap_pyfunction!(sums::picture, module)?)?;
    module.add_function(wrap_pyfunction!(features::features, module)?)?;
    module.add_function(wrap_pyfunction!(features::feature_table, module)?)?;
    module.add_function(wrap_pyfunction!(read::read_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(read::read_file, module)?)?;
    module.add_function(wrap_pyfunction!(read::read_list, module)?)?;
    module.add_function(wrap_pyfunction!(read::read_arrow, module)?)?;
    module.add_function(wrap_pyfunction!(read::read_packed, module)?)?;
    module.add_function(wrap_pyfunction!(bare::bare_knight_attacks, module)?)?;
    module.add_function(wrap_pyfunction!(bare::bare_fresh_knight_attacks, module)?)?;
    module.add_function(wrap_pyfunction!(bare::bare_read, module)?)?;
    Ok(())
}

/// Returns the message for a name that no item of a kind has, in the words of all doors of setwise.
#[pyfunction]
fn unknown_name(kind: &str, name: &str, names: Vec<String>) -> String {
    UnknownName::new(kind, name, &names).to_string()
}
