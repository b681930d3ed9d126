//! Features of positions, which C chooses by name.

use std::ffi::{CString, c_char, c_int};
use std::ptr;
use std::sync::LazyLock;

use setwise_positions::ColumnsRef;
use setwise_positions::features::{Evaluator, Feature};

use crate::backend::{self, Backend};
use crate::column::{Region, array, borrow, check_apart, copy, free, read, text, write};
use crate::error::{Error, caught, status};
use crate::positions::ConstColumns;

/// The type `setwise_features` of `setwise.h`: the features to compute, and the memory for the computation. In C, the
/// type is opaque.
pub type Features = Evaluator;

/// The names of all features, such as `white_forks`.
static NAMES: LazyLock<Vec<CString>> = LazyLock::new(|| texts(|feature| feature.to_string()));

/// The definitions of all features, copied because the Rust strings do not end with a NUL.
static DEFINITIONS: LazyLock<Vec<CString>> = LazyLock::new(|| texts(|feature| feature.definition().to_string()));

fn texts(text: fn(Feature) -> String) -> Vec<CString> {
    Feature::all().map(|feature| CString::new(text(feature)).expect("a text without a NUL")).collect()
}

/// Returns a pointer to the text with this index, or null if there is no such text.
fn text_at(texts: &'static LazyLock<Vec<CString>>, index: usize) -> *const c_char {
    caught(|| texts.get(index).map(|text| text.as_ptr())).ok().flatten().unwrap_or(ptr::null())
}

/// Implements `setwise_feature_name` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_feature_name(index: usize) -> *const c_char {
    text_at(&NAMES, index)
}

/// Implements `setwise_feature_definition` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_feature_definition(index: usize) -> *const c_char {
    text_at(&DEFINITIONS, index)
}

/// Implements `setwise_feature_is_number` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_feature_is_number(index: usize) -> c_int {
    c_int::from(caught(|| Feature::all().nth(index).is_some_and(Feature::is_number)).unwrap_or_default())
}

/// Implements `setwise_feature_find` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_feature_find(name: *const c_char, index: *mut usize) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the name ends with a NUL and is not written during the call.
        let name = unsafe { text(name) }?;
        let found = NAMES.iter().position(|known| **known == *name).ok_or(Error::UnknownName)?;
        // SAFETY: the caller promises that the pointer is null or writable.
        unsafe { write(index, found) }
    })
}

/// Implements `setwise_features_new` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_features_new(
    backend: *const Backend,
    names: *const *const c_char,
    count: usize,
    features: *mut *mut Features,
) -> c_int {
    status(|| {
        // A null pointer is refused before the features are allocated. Otherwise the features would leak.
        Region::of(features.cast_const(), 1)?;
        let backend = backend::or_auto(backend)?;
        // SAFETY: the caller promises that the array has `count` names.
        let names = unsafe { array(names, count) }?;
        let feature = |name: &*const c_char| {
            // SAFETY: the caller promises that the name ends with a NUL and is not written during the call.
            let name = unsafe { text(*name) }?.to_str().map_err(|_| Error::UnknownName)?;
            name.parse().map_err(|_| Error::UnknownName)
        };
        let wanted = names.iter().map(feature).collect::<Result<Vec<Feature>, Error>>()?;
        let made = Box::new(Evaluator::new(backend, &wanted));
        // SAFETY: the caller promises that the pointer is null or writable.
        unsafe { write(features, Box::into_raw(made)) }
    })
}

/// Implements `setwise_feature_needs_rights` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_feature_needs_rights(index: usize) -> c_int {
    c_int::from(caught(|| Feature::all().nth(index).is_some_and(Feature::needs_rights)).unwrap_or_default())
}

/// Implements `setwise_features_compute` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_features_compute(
    features: *mut Features,
    positions: *const ConstColumns,
    length: usize,
    outputs: *const *mut u64,
) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the pointer came from `setwise_features_new` and that no other thread uses
        // the features.
        let evaluator = unsafe { borrow(features) }?;
        // SAFETY: the caller promises that the array has a column for each feature.
        let outputs = unsafe { array(outputs, evaluator.features().len()) }?;
        // SAFETY: the caller promises that the pointer points to the columns of positions.
        let positions = unsafe { read(positions) }?;
        let written = outputs.iter().map(|output| Region::of(output.cast_const(), length));
        let mut inputs = positions.regions(length)?;
        inputs.push(Region::of(outputs.as_ptr(), outputs.len())?);
        check_apart(&inputs, &written.collect::<Result<Vec<_>, _>>()?)?;
        let each = |start: usize, chunk: ColumnsRef<'_>| {
            evaluator.for_each_block(chunk, |range, values| {
                for (output, values) in outputs.iter().zip(values) {
                    // SAFETY: the column has been checked with this length. The caller promises that its elements exist.
                    unsafe { copy(*output, length, start + range.start, values) };
                }
            });
        };
        // SAFETY: the columns have been checked. The caller promises that their elements exist.
        unsafe { positions.for_each_chunk(length, each) };
        Ok(())
    })
}

/// Implements `setwise_features_free` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_features_free(features: *mut Features) {
    // SAFETY: the caller promises that the pointer is null or came from `setwise_features_new`, and is not used again.
    unsafe { free(features) }
}
