//! Functions that run any pattern on any backend, or describe a pattern. C passes patterns as numbers and backends as opaque
//! pointers. The module also exports the function that writes the message for an unknown name.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use setwise_patterns::{Inputs, Interface, Results, UnknownName};
use setwise_positions::features::Feature;

use crate::backend::{self, Backend};
use crate::column::{Region, text, write, write_text};
use crate::error::{Error, caught, status};
use crate::patterns::{self, Form, Forms, PATTERNS, Pattern};

/// Runs one form of a pattern on a backend.
///
/// # Safety
///
/// `inputs` must have a pointer for each input. The columns and the outputs must meet the requirements of `setwise.h`.
unsafe fn run<Outputs>(
    backend: *const Backend,
    pattern: c_int,
    form: fn(&Forms) -> Option<Form<Outputs>>,
    inputs: *const *const c_void,
    outputs: Outputs,
    length: usize,
) -> c_int {
    status(|| {
        let form = form(&patterns::find(pattern)?.forms).ok_or(Error::NoSuchForm)?;
        // SAFETY: the caller promises that there is a pointer for each input, and outputs as `setwise.h` describes them. By
        // the section "Columns", every column has the required number of elements, and the elements of inputs are
        // initialised. During the call, no other thread writes the arrays or the inputs, or uses the outputs.
        unsafe { form(backend::or_auto(backend)?, inputs, outputs, length) }
    })
}

/// Exports a function that runs one form of any pattern on any backend.
macro_rules! export_run {
    ($($name:ident = $form:ident => $to:ty;)+) => {
        $(
            #[doc = concat!("Implements `", stringify!($name), "` of `setwise.h`.")]
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(
                backend: *const Backend,
                pattern: c_int,
                inputs: *const *const c_void,
                outputs: $to,
                length: usize,
            ) -> c_int {
                // SAFETY: the caller promises what `run` requires.
                unsafe { run(backend, pattern, |forms| forms.$form, inputs, outputs, length) }
            }
        )+
    };
}

export_run! {
    setwise_map = map => *const *mut u64;
    setwise_counts = counts => *const *mut u8;
    setwise_total = total => *mut u64;
    setwise_heat = heat => *mut u64;
}

/// Implements `setwise_pattern_find` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_pattern_find(name: *const c_char, pattern: *mut c_int) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the name ends with a NUL and is not written during the call.
        let name = unsafe { text(name) }?;
        let found = PATTERNS.iter().find(|pattern| pattern.name == name).ok_or(Error::UnknownName)?;
        // SAFETY: the caller promises that `pattern` is null or writable.
        unsafe { write(pattern, found.number.cast_signed()) }
    })
}

/// Implements `setwise_unknown_name_message` of `setwise.h`. All interfaces of setwise use this form of message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_unknown_name_message(name: *const c_char, message: *mut c_char, size: usize) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the name ends with a NUL and is not written during the call.
        let name = unsafe { text(name) }?.to_string_lossy();
        Region::of(message.cast_const(), size)?;
        let features = Feature::all().map(|feature| feature.to_string());
        let names: Vec<String> = Interface::C.patterns().map(|pattern| pattern.to_string()).chain(features).collect();
        let unknown = UnknownName::new("pattern or feature", &name, &names);
        // SAFETY: the address has been checked. The caller promises that the message can be written.
        unsafe { write_text(message, size, &unknown.to_string()) };
        Ok(())
    })
}

/// Implements `setwise_pattern_at` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_at(index: usize) -> c_int {
    PATTERNS.get(index).map_or(0, |pattern| pattern.number.cast_signed())
}

/// Returns the result of `answer` for a pattern, or `missing` if there is no such pattern or `answer` returns `None`.
fn describe<T>(pattern: c_int, missing: T, answer: impl FnOnce(&Pattern) -> Option<T>) -> T {
    caught(|| answer(patterns::find(pattern).ok()?)).ok().flatten().unwrap_or(missing)
}

/// Implements `setwise_pattern_name` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_name(pattern: c_int) -> *const c_char {
    describe(pattern, ptr::null(), |pattern| Some(pattern.name.as_ptr()))
}

/// Implements `setwise_pattern_definition` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_definition(pattern: c_int) -> *const c_char {
    describe(pattern, ptr::null(), |pattern| Some(pattern.definition.as_ptr()))
}

/// Implements `setwise_pattern_inputs` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_inputs(pattern: c_int) -> usize {
    describe(pattern, 0, |pattern| Some(pattern.inputs.len()))
}

/// Implements `setwise_pattern_outputs` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_outputs(pattern: c_int) -> usize {
    describe(pattern, 0, |pattern| Some(pattern.outputs))
}

/// Implements `setwise_pattern_input_name` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_input_name(pattern: c_int, n: usize) -> *const c_char {
    describe(pattern, ptr::null(), |pattern| pattern.inputs.get(n).map(|name| name.as_ptr()))
}

/// Implements `setwise_pattern_input_bytes` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_input_bytes(pattern: c_int, n: usize) -> usize {
    describe(pattern, 0, |pattern| {
        pattern.inputs.get(n)?;
        Some(if pattern.inputs_are == Inputs::Squares { size_of::<u8>() } else { size_of::<u64>() })
    })
}

/// Implements `setwise_pattern_is_number` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_is_number(pattern: c_int) -> c_int {
    describe(pattern, 0, |pattern| Some(c_int::from(pattern.results != Results::Sets)))
}

/// Implements `setwise_pattern_forms` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_pattern_forms(pattern: c_int) -> u32 {
    describe(pattern, 0, |Pattern { forms, .. }| {
        let has = [forms.map.is_some(), forms.counts.is_some(), forms.total.is_some(), forms.heat.is_some()];
        Some((0..).zip(has).map(|(bit, has)| u32::from(has) << bit).sum())
    })
}
