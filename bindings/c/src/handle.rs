//! Converts two kinds of C arguments to Rust values: pointers to entries of a table, and names.
//!
//! Backends are entries of a table that is never freed, and their type is opaque in C. The address of an entry is valid in
//! every thread as long as the library is loaded. An address that C passes back is compared with the table and never
//! dereferenced. An invalid address is therefore an error and not undefined behaviour.

use std::ffi::{CStr, c_char};

use crate::error::Error;

/// Returns the table entry at this address. Returns an error if the address is null or is not the address of an entry.
pub(crate) fn find<T>(table: &'static [T], entry: *const T) -> Result<&'static T, Error> {
    if entry.is_null() {
        return Err(Error::NullPointer);
    }
    let offset = entry.addr().wrapping_sub(table.as_ptr().addr());
    let is_entry = offset.is_multiple_of(size_of::<T>());
    table.get(offset / size_of::<T>()).filter(|_| is_entry).ok_or(Error::UnknownBackend)
}

/// Returns a text that the caller owns, or an error if the pointer is null.
///
/// # Safety
///
/// If the pointer is not null, the text must end with a NUL, and it must not be written while it is in use.
pub(crate) unsafe fn text<'a>(start: *const c_char) -> Result<&'a CStr, Error> {
    if start.is_null() {
        return Err(Error::NullPointer);
    }
    // SAFETY: the caller promises that the text ends with a NUL and is not written.
    Ok(unsafe { CStr::from_ptr(start) })
}

/// Converts a literal to a text for C. The literal must end with a NUL and contain no other NUL.
pub(crate) const fn literal(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a literal must end with its only NUL"),
    }
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use super::*;

    static TABLE: [[u64; 3]; 4] = [[0; 3], [1; 3], [2; 3], [3; 3]];

    #[test]
    fn only_addresses_of_entries_are_found() {
        for entry in &TABLE {
            assert_eq!(find(&TABLE, entry), Ok(entry));
        }
        let start = TABLE.as_ptr();
        let wrong =
            [start.wrapping_sub(1), start.wrapping_add(4), start.wrapping_byte_add(8), ptr::without_provenance(1)];
        for entry in wrong {
            assert_eq!(find(&TABLE, entry), Err(Error::UnknownBackend), "{entry:?}");
        }
        assert_eq!(find(&TABLE, ptr::null()), Err(Error::NullPointer));
    }
}
