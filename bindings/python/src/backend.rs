//! The backend of each thread.

use std::cell::Cell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::{Backend, BackendId, ParseBackendIdError};

thread_local! {
    static CHOSEN: Cell<Backend> = Cell::new(setwise::auto());
}

/// Returns the backend of this thread: the best one, unless [`set_backend`] has chosen another.
#[inline]
pub(crate) fn current() -> Backend {
    CHOSEN.get()
}

/// Returns the name of the backend of this thread. Outside `use_backend`, it is the best backend that this CPU can run.
#[pyfunction]
#[pyo3(text_signature = "()")]
pub(crate) fn backend() -> &'static str {
    current().id().name()
}

/// Returns the names of the backends that this CPU can run, the best first. All backends return identical results.
#[pyfunction]
#[pyo3(text_signature = "()")]
pub(crate) fn backends() -> Vec<&'static str> {
    BackendId::ready().map(|backend| backend.id().name()).collect()
}

/// Chooses the backend of this thread by name and returns the name of the previous one.
#[pyfunction]
pub(crate) fn set_backend(name: &str) -> PyResult<&'static str> {
    let id: BackendId = name.parse().map_err(|error: ParseBackendIdError| PyValueError::new_err(error.to_string()))?;
    let backend = id.detect().map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(CHOSEN.replace(backend).id().name())
}
