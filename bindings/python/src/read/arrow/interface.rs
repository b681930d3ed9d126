//! The structs of the Arrow C data interface.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

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

impl Schema {
    /// A schema that holds nothing.
    pub(super) const RELEASED: Self = Self {
        format: ptr::null(),
        name: ptr::null(),
        metadata: ptr::null(),
        flags: 0,
        children: 0,
        child: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private: ptr::null_mut(),
    };
}

impl Array {
    /// An array that holds nothing.
    pub(super) const RELEASED: Self = Self {
        length: 0,
        null_count: 0,
        offset: 0,
        buffers: 0,
        children: 0,
        buffer: ptr::null(),
        child: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private: ptr::null_mut(),
    };
}

/// An array that belongs to us.
pub(super) struct Owned(pub(super) Array);

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: the array came from a stream and has not been released.
            unsafe { release(&raw mut self.0) }
        }
    }
}

/// A schema that belongs to us.
pub(super) struct OwnedSchema(pub(super) Schema);

impl Drop for OwnedSchema {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: the schema came from a stream and has not been released.
            unsafe { release(&raw mut self.0) }
        }
    }
}
