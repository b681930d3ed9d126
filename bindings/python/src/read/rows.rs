//! Reads lists of strings.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyList, PyString};

use super::collector::{Arrays, Collector, OnBad, RulesArgument};

/// The number of rows that are read between two checks for signals.
pub(super) const CHUNK: usize = 4096;

/// Reads a list of str, bytes and missing values.
///
/// The strings of a chunk are kept alive and read in place. While a chunk is read, other threads may run and even
/// change the list.
#[pyfunction]
pub(crate) fn read_list<'py>(
    py: Python<'py>,
    fens: &Bound<'py, PyList>,
    on_bad: OnBad,
    rules: RulesArgument,
    rights: bool,
) -> PyResult<Arrays<'py>> {
    let mut collector = Collector::new(on_bad, rules, rights);
    let mut first = 0;
    let mut objects: Vec<Bound<'py, PyAny>> = Vec::with_capacity(CHUNK.min(fens.len()));
    while first < fens.len() {
        objects.clear();
        objects.extend((first..fens.len()).take(CHUNK).map_while(|n| fens.get_item(n).ok()));
        let rows = objects.iter().zip(first..).map(|(object, n)| row(object, n));
        let rows = rows.collect::<PyResult<Vec<_>>>()?;
        py.detach(|| collector.append_rows(&rows, first));
        collector.check(py)?;
        first += rows.len();
    }
    collector.into_arrays(py)
}

/// Returns the text of an element of a list, or `None` if it is a missing value.
fn row<'a>(object: &'a Bound<'_, PyAny>, n: usize) -> PyResult<Option<&'a [u8]>> {
    /// Replaces text that cannot be encoded in UTF-8. The replacement is not a position, so the row is a bad row.
    const NO_POSITION: &[u8] = b"?";
    if let Ok(text) = object.cast::<PyString>() {
        Ok(Some(text.to_str().map_or(NO_POSITION, str::as_bytes)))
    } else if let Ok(bytes) = object.cast::<PyBytes>() {
        Ok(Some(bytes.as_bytes()))
    } else if is_missing(object)? {
        Ok(None)
    } else {
        Err(PyTypeError::new_err(format!("row {n} is of type {}, not str", object.get_type().name()?)))
    }
}

/// Returns whether an object is a missing value: None, NaN, or a constant of pandas or NumPy.
fn is_missing(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    const CONSTANTS: [(&str, &str); 3] = [("pandas", "NA"), ("pandas", "NaT"), ("numpy.ma", "masked")];
    if object.is_none() || object.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan()) {
        return Ok(true);
    }
    // If a module has not been imported, the object cannot be one of its constants.
    let modules = object.py().import("sys")?.getattr("modules")?;
    for (module, name) in CONSTANTS {
        let module = modules.call_method1("get", (module,))?;
        if module.getattr_opt(name)?.is_some_and(|constant| constant.is(object)) {
            return Ok(true);
        }
    }
    Ok(false)
}
