//! Backends as opaque pointers. A null pointer means the automatic choice.
//!
//! There is no global setting for the backend. Threads, and libraries in one program, would change the setting for each
//! other. The backend is therefore an argument, a pointer that C can compare and share.

use std::ffi::{CString, c_char, c_int};
use std::ptr;
use std::sync::LazyLock;

use setwise::BackendId;

use crate::column::write;
use crate::error::{Error, caught, status};
use crate::handle;

/// A backend. In C, the type is opaque.
pub struct Backend {
    id: BackendId,
    name: CString,
    /// The backend of the Rust library, or `None` if the build or the CPU lacks the backend.
    ready: Option<setwise::Backend>,
}

/// All backends with the result of detection, in the order of `setwise::auto`. The only global state of the library is
/// this table, [`AUTO`], and the texts of features.
static BACKENDS: LazyLock<Vec<Backend>> = LazyLock::new(|| {
    let backend = |id: &BackendId| Backend {
        id: *id,
        name: CString::new(id.name()).expect("a name without a NUL"),
        ready: id.detect().ok(),
    };
    BackendId::ALL.iter().map(backend).collect()
});

/// The automatic backend.
static AUTO: LazyLock<setwise::Backend> = LazyLock::new(setwise::auto);

/// Returns the automatic backend. A direct call of `setwise::auto` would be inlined into every exported function.
#[inline]
pub(crate) fn auto() -> setwise::Backend {
    *AUTO
}

/// Returns the backend at an address in the table, or the automatic backend if the address is null. Returns an error if
/// there is no such backend, or if the build or the CPU lacks it.
pub(crate) fn or_auto(backend: *const Backend) -> Result<setwise::Backend, Error> {
    if backend.is_null() {
        return Ok(auto());
    }
    handle::find(&BACKENDS, backend)?.ready.ok_or(Error::NotReady)
}

/// `setwise_backend_find` of `setwise.h`.
///
/// # Safety
///
/// The name must end with a NUL, and `backend` must be writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_backend_find(name: *const c_char, backend: *mut *const Backend) -> c_int {
    status(|| {
        // SAFETY: the caller promises a NUL at the end of the name.
        let name = unsafe { handle::text(name) }?;
        let found = BACKENDS.iter().find(|backend| *backend.name == *name).ok_or(Error::UnknownName)?;
        found.ready.ok_or(Error::NotReady)?;
        // SAFETY: the caller promises that the pointer is writable.
        unsafe { write(backend, found) }
    })
}

/// `setwise_backend_at` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_backend_at(index: usize) -> *const Backend {
    let find = || BACKENDS.iter().filter(|backend| backend.ready.is_some()).nth(index);
    caught(find).ok().flatten().map_or(ptr::null(), ptr::from_ref)
}

/// `setwise_backend_name` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_backend_name(backend: *const Backend) -> *const c_char {
    let name = || {
        let id = or_auto(backend)?.id();
        BACKENDS.iter().find(|backend| backend.id == id).map(|backend| backend.name.as_ptr()).ok_or(Error::Internal)
    };
    caught(name).and_then(|name| name).unwrap_or(ptr::null())
}
