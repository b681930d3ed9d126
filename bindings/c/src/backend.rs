//! Backends as opaque pointers. A null pointer stands for the automatic backend.
//!
//! There is no global setting for the backend, because a thread or library that changed it would change it for the
//! whole program. Instead, functions take the backend as an argument: a pointer, which C can compare and share between
//! threads.

use std::ffi::{CString, c_char, c_int};
use std::ptr;
use std::sync::LazyLock;

use setwise::BackendId;

use crate::column::{text, write};
use crate::error::{Error, caught, status};

/// A backend. In C, the type is opaque.
pub struct Backend {
    id: BackendId,
    name: CString,
    /// The backend of the Rust library, or `None` if this build lacks the backend or the CPU does not support it.
    ready: Option<setwise::Backend>,
}

/// All backends with the results of detection, in the order in which `setwise::auto` prefers them. The only global
/// variables that this crate initialises at run time are this table, [`AUTO`], the order of the patterns, and the names and
/// definitions of features.
static BACKENDS: LazyLock<Vec<Backend>> = LazyLock::new(|| {
    let backend = |id: &BackendId| Backend {
        id: *id,
        name: CString::new(id.name()).expect("a name without a NUL"),
        ready: id.detect().ok(),
    };
    BackendId::ALL.iter().map(backend).collect()
});

static AUTO: LazyLock<setwise::Backend> = LazyLock::new(setwise::auto);

/// Returns the automatic backend. The exported functions call this function, because `setwise::auto` would be inlined
/// into each of them.
#[inline]
pub(crate) fn auto() -> setwise::Backend {
    *AUTO
}

/// Returns the backend to which `backend` points, or the automatic backend if the pointer is null. Returns an error if
/// the pointer does not point to an entry of the table, or if this build or the CPU lacks the backend. The pointer is only
/// compared, so an invalid address is an error and not undefined behaviour.
pub(crate) fn or_auto(backend: *const Backend) -> Result<setwise::Backend, Error> {
    if backend.is_null() {
        return Ok(auto());
    }
    let found = BACKENDS.iter().find(|entry| ptr::eq(*entry, backend)).ok_or(Error::UnknownBackend)?;
    found.ready.ok_or(Error::NotReady)
}

/// Implements `setwise_backend_find` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_backend_find(name: *const c_char, backend: *mut *const Backend) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the name ends with a NUL and is not written during the call.
        let name = unsafe { text(name) }?;
        let found = BACKENDS.iter().find(|backend| *backend.name == *name).ok_or(Error::UnknownName)?;
        found.ready.ok_or(Error::NotReady)?;
        // SAFETY: the caller promises that `backend` is null or writable.
        unsafe { write(backend, found) }
    })
}

/// Implements `setwise_backend_at` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_backend_at(index: usize) -> *const Backend {
    let find = || BACKENDS.iter().filter(|backend| backend.ready.is_some()).nth(index);
    caught(find).ok().flatten().map_or(ptr::null(), ptr::from_ref)
}

/// Implements `setwise_backend_name` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_backend_name(backend: *const Backend) -> *const c_char {
    let name = || {
        let id = or_auto(backend)?.id();
        BACKENDS.iter().find(|backend| backend.id == id).map(|backend| backend.name.as_ptr()).ok_or(Error::Internal)
    };
    caught(name).and_then(|name| name).unwrap_or(ptr::null())
}
