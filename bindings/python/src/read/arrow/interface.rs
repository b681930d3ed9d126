//! The structs of the Arrow C data interface.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::PyCapsule;

#[repr(C)]
pub(super) struct Schema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) children: i64,
    pub(super) child: *mut *mut Schema,
    pub(super) dictionary: *mut Schema,
    pub(super) release: Option<unsafe extern "C" fn(*mut Schema)>,
    pub(super) private: *mut c_void,
}

#[repr(C)]
pub(super) struct Array {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) buffers: i64,
    pub(super) children: i64,
    pub(super) buffer: *const *const u8,
    pub(super) child: *mut *mut Array,
    pub(super) dictionary: *mut Array,
    pub(super) release: Option<unsafe extern "C" fn(*mut Array)>,
    pub(super) private: *mut c_void,
}

#[repr(C)]
pub(super) struct Stream {
    pub(super) schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    pub(super) next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    pub(super) last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    pub(super) release: Option<unsafe extern "C" fn(*mut Stream)>,
    pub(super) private: *mut c_void,
}

/// A struct of the interface. It owns memory until its `release` function is called or the struct is moved.
///
/// # Safety
///
/// All fields must be numbers, pointers or optional functions. A struct whose bytes are all 0 is then valid and owns
/// nothing.
pub(super) unsafe trait Struct: Sized + Send {
    /// The name of the capsules that contain the struct.
    const CAPSULE: &'static CStr;
    /// A struct that owns nothing.
    // SAFETY: the implementor promises that bytes of 0 are valid.
    const RELEASED: Self = unsafe { mem::zeroed() };

    /// Returns the function that frees the memory, or `None` if the struct owns nothing. If the struct owns nothing,
    /// its other fields have no meaning.
    fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)>;
}

macro_rules! implement {
    ($($name:ident = $capsule:literal;)+) => {
        $(
            // SAFETY: the interface allows a consumer to use a struct on any thread, but only on one thread at a time.
            unsafe impl Send for $name {}

            // SAFETY: the fields are numbers, pointers and optional functions.
            unsafe impl Struct for $name {
                const CAPSULE: &'static CStr = $capsule;

                fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
                    self.release
                }
            }
        )+
    };
}

implement! {
    Schema = c"arrow_schema";
    Array = c"arrow_array";
    Stream = c"arrow_array_stream";
}

/// A struct that this module owns and releases when the value is dropped.
pub(super) struct Owned<T: Struct>(pub(super) T);

impl<T: Struct> Owned<T> {
    /// Moves a struct out of its capsule. The capsule then owns nothing, so neither its destructor nor another consumer
    /// can release memory that is in use here.
    ///
    /// # Errors
    ///
    /// Returns an error if the capsule has another name, or if its struct has already been released or moved.
    pub(super) fn take(capsule: &Bound<'_, PyCapsule>) -> PyResult<Self> {
        let place = capsule.pointer_checked(Some(T::CAPSULE))?.cast::<T>();
        let taken = with_critical_section(capsule, || {
            // SAFETY: a capsule with this name contains a struct of this type, which is alive. This thread holds the
            // GIL or, in a build of Python without the GIL, the lock of the capsule. Therefore, no other thread moves
            // the struct at the same time.
            Self(unsafe { place.replace(T::RELEASED) })
        });
        if taken.0.release().is_none() {
            let message = format!("the capsule {:?} has been used before", T::CAPSULE);
            return Err(PyRuntimeError::new_err(message));
        }
        Ok(taken)
    }
}

impl<T: Struct> Drop for Owned<T> {
    /// Releases the struct. While `release` runs, the GIL is not held.
    fn drop(&mut self) {
        let Some(release) = self.0.release() else { return };
        let this = &mut self.0;
        Python::attach(|py| {
            py.detach(|| {
                // SAFETY: the struct came from a producer and has not been released.
                unsafe { release(&raw mut *this) }
            });
        });
    }
}
