//! Functions that describe any pattern, or run it on any backend. C passes patterns and backends as opaque pointers.
//! The module also exports the function that writes the message for an unknown name.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use setwise_patterns::{Door, Inputs, Results, UnknownName};
use setwise_positions::features::Feature;

use crate::backend::{self, Backend};
use crate::column::{Region, column_mut, write};
use crate::error::{Error, status};
use crate::handle;
use crate::patterns::{Form, Forms, PATTERNS, Pattern};

/// Runs one form of a pattern on a backend.
///
/// # Safety
///
/// The arrays must have an element for each input and each output, and the columns must meet the requirements of the
/// section "Columns" of `setwise.h`.
unsafe fn run<T>(
    backend: *const Backend,
    pattern: *const Pattern,
    form: fn(&Forms) -> Option<Form<T>>,
    inputs: *const *const c_void,
    outputs: *const *mut T,
    length: usize,
) -> c_int {
    status(|| {
        let form = form(&handle::find(PATTERNS, pattern)?.forms).ok_or(Error::NoSuchForm)?;
        // SAFETY: the caller promises that the arrays have an element for each input and each output. By the section
        // "Columns" of `setwise.h`, every column has the required number of elements, and the elements of inputs are
        // initialised. During the call, no other thread writes the arrays or the inputs, or uses the outputs.
        unsafe { form(backend::or_auto(backend)?, inputs, outputs, length) }
    })
}

/// Exports a function that runs one form of any pattern on any backend.
macro_rules! export_run {
    ($($name:ident = $form:ident => $to:ty;)+) => {
        $(
            #[doc = concat!("Implements `", stringify!($name), "` of `setwise.h`.")]
            ///
            /// # Safety
            ///
            /// The arrays must have an element for each input and each output of the pattern. The columns must meet the
            /// requirements of the section "Columns" of `setwise.h`.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(
                backend: *const Backend,
                pattern: *const Pattern,
                inputs: *const *const c_void,
                outputs: *const *mut $to,
                length: usize,
            ) -> c_int {
                // SAFETY: the caller promises what `run` requires. The arrays have an element for each input and each
                // output, and the columns meet the requirements of the section "Columns" of `setwise.h`.
                unsafe { run(backend, pattern, |forms| forms.$form, inputs, outputs, length) }
            }
        )+
    };
}

export_run! {
    setwise_map = map => u64;
    setwise_counts = counts => u8;
    setwise_total = total => u64;
    setwise_heat = heat => u64;
}

/// Implements `setwise_pattern_find` of `setwise.h`.
///
/// # Safety
///
/// The name must end with a NUL, and `pattern` must be writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_pattern_find(name: *const c_char, pattern: *mut *const Pattern) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the name ends with a NUL and is not written during the call.
        let name = unsafe { handle::text(name) }?;
        let found = PATTERNS.iter().find(|pattern| pattern.name == name).ok_or(Error::UnknownName)?;
        // SAFETY: the caller promises that `pattern` is null or writable.
        unsafe { write(pattern, found) }
    })
}

/// Implements `setwise_unknown_name_message` of `setwise.h`. All interfaces of setwise use this form of message.
///
/// # Safety
///
/// The name must end with a NUL, and `text` must have `size` bytes, which nothing else reads or writes during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_unknown_name_message(name: *const c_char, text: *mut c_char, size: usize) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the name ends with a NUL and is not written during the call.
        let name = unsafe { handle::text(name) }?.to_string_lossy();
        Region::of(text.cast_const(), size)?;
        let features = Feature::all().map(|feature| feature.to_string());
        let names: Vec<String> = Door::C.patterns().map(|pattern| pattern.to_string()).chain(features).collect();
        let message = UnknownName::new("pattern or feature", &name, &names).to_string();
        // SAFETY: the caller promises that `text` has `size` bytes, which nothing else uses. The code below only writes
        // these bytes.
        let text = unsafe { column_mut(text.cast::<u8>(), size) };
        let Some((end, start)) = text.split_last_mut() else { return Ok(()) };
        let written = (0..=start.len()).rev().find(|end| message.is_char_boundary(*end)).unwrap_or_default();
        start[..written].copy_from_slice(&message.as_bytes()[..written]);
        start[written..].fill(0);
        *end = 0;
        Ok(())
    })
}

/// Implements `setwise_pattern_at` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_at(index: usize) -> *const Pattern {
    PATTERNS.get(index).map_or(ptr::null(), ptr::from_ref)
}

/// Implements `setwise_pattern_name` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_name(pattern: *const Pattern) -> *const c_char {
    handle::find(PATTERNS, pattern).map_or(ptr::null(), |pattern| pattern.name.as_ptr())
}

/// Implements `setwise_pattern_definition` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_definition(pattern: *const Pattern) -> *const c_char {
    handle::find(PATTERNS, pattern).map_or(ptr::null(), |pattern| pattern.definition.as_ptr())
}

/// Implements `setwise_pattern_inputs` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_inputs(pattern: *const Pattern) -> usize {
    handle::find(PATTERNS, pattern).map_or(0, |pattern| pattern.inputs.len())
}

/// Implements `setwise_pattern_outputs` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_outputs(pattern: *const Pattern) -> usize {
    handle::find(PATTERNS, pattern).map_or(0, |pattern| pattern.outputs)
}

/// Implements `setwise_pattern_input_name` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_input_name(pattern: *const Pattern, n: usize) -> *const c_char {
    let name = handle::find(PATTERNS, pattern).ok().and_then(|pattern| pattern.inputs.get(n));
    name.map_or(ptr::null(), |name| name.as_ptr())
}

/// Implements `setwise_pattern_input_bytes` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_input_bytes(pattern: *const Pattern, n: usize) -> usize {
    match handle::find(PATTERNS, pattern) {
        Ok(pattern) if n >= pattern.inputs.len() => 0,
        Ok(Pattern { inputs_are: Inputs::Squares, .. }) => size_of::<u8>(),
        Ok(_) => size_of::<u64>(),
        Err(_) => 0,
    }
}

/// Implements `setwise_pattern_is_number` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_is_number(pattern: *const Pattern) -> c_int {
    c_int::from(handle::find(PATTERNS, pattern).is_ok_and(|pattern| pattern.results != Results::Sets))
}

/// Implements `setwise_pattern_forms` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_forms(pattern: *const Pattern) -> u32 {
    handle::find(PATTERNS, pattern).map_or(0, |Pattern { forms, .. }| {
        let has = [forms.map.is_some(), forms.counts.is_some(), forms.total.is_some(), forms.heat.is_some()];
        (0..).zip(has).map(|(bit, has)| u32::from(has) << bit).sum()
    })
}
