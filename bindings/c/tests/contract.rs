//! Checks what `setwise.h` promises about invalid columns: the function returns the documented error code and writes
//! nothing. Every column of every form of every pattern is tested. Also checks that the header and the library define
//! the same error codes.
#![allow(unsafe_code, reason = "calls of a C interface")]

use std::ffi::{CStr, c_int, c_void};
use std::fs;
use std::path::Path;
use std::ptr;

use setwise_c::any::{
    setwise_counts, setwise_heat, setwise_map, setwise_pattern_at, setwise_pattern_forms, setwise_pattern_inputs,
    setwise_pattern_name, setwise_pattern_outputs, setwise_total,
};
use setwise_c::backend::Backend;
use setwise_c::error::{Error, OK, setwise_error_message};
use setwise_c::patterns::Pattern;
use setwise_patterns::Door;

/// The length of all columns.
const LENGTH: usize = 80;

/// Columns of the inputs and the outputs of a pattern, which do not overlap.
struct Columns {
    memory: Vec<u64>,
    inputs: usize,
    outputs: usize,
}

impl Columns {
    fn of(pattern: *const Pattern) -> Self {
        let (inputs, outputs) = (setwise_pattern_inputs(pattern), setwise_pattern_outputs(pattern));
        Self { memory: vec![7; (inputs + outputs) * LENGTH], inputs, outputs }
    }

    /// Returns pointers to the inputs and to the outputs.
    fn pointers<T>(&mut self) -> (Vec<*const c_void>, Vec<*mut T>) {
        let start = self.memory.as_mut_ptr();
        let column = |n: usize| start.wrapping_add(n * LENGTH);
        let outputs = (self.inputs..self.inputs + self.outputs).map(|n| column(n).cast());
        ((0..self.inputs).map(|n| column(n).cast_const().cast()).collect(), outputs.collect())
    }
}

/// A function that runs one form of any pattern, such as `setwise_map`.
type General<T> =
    unsafe extern "C" fn(*const Backend, *const Pattern, *const *const c_void, *const *mut T, usize) -> c_int;

/// Checks that a form returns an error for each invalid pointer to a column. Returns whether the pattern has the form.
fn check<T>(pattern: *const Pattern, form: General<T>, is_reduction: bool) -> bool {
    let mut columns = Columns::of(pattern);
    let (inputs, outputs) = columns.pointers::<T>();
    let run = |inputs: &[*const c_void], outputs: &[*mut T], length| {
        // SAFETY: each pointer points to a column of this length, or the function refuses it.
        unsafe { form(ptr::null(), pattern, inputs.as_ptr(), outputs.as_ptr(), length) }
    };
    // A pattern that lacks the form needs no further checks.
    if run(&inputs, &outputs, 0) == Error::NoSuchForm as c_int {
        return false;
    }
    let fails = |inputs: &[*const c_void], outputs: &[*mut T], error: Error| {
        assert_eq!(run(inputs, outputs, LENGTH), error as c_int, "{error:?}");
    };
    columns.memory.fill(7);
    for n in 0..inputs.len() {
        let with = |pointer| {
            let mut changed = inputs.clone();
            changed[n] = pointer;
            changed
        };
        fails(&with(ptr::null()), &outputs, Error::NullPointer);
        for output in &outputs {
            fails(&with(output.cast_const().cast()), &outputs, Error::Overlap);
            fails(&with(output.wrapping_byte_sub(8).cast_const().cast()), &outputs, Error::Overlap);
        }
    }
    for n in 0..outputs.len() {
        let with = |pointer| {
            let mut changed = outputs.clone();
            changed[n] = pointer;
            changed
        };
        fails(&inputs, &with(ptr::null_mut()), Error::NullPointer);
        if size_of::<T>() > 1 {
            fails(&inputs, &with(outputs[n].wrapping_byte_add(4)), Error::Misaligned);
        }
        for other in (0..outputs.len()).filter(|other| *other != n) {
            fails(&inputs, &with(outputs[other]), Error::Overlap);
        }
    }
    assert!(columns.memory.iter().all(|word| *word == 7), "something was written");
    // If the length is 0, only the outputs of totals and heat maps are used.
    let nulls = vec![ptr::null(); inputs.len()];
    let none = vec![ptr::null_mut(); outputs.len()];
    assert_eq!(run(&nulls, if is_reduction { &outputs } else { &none }, 0), OK);
    assert_eq!(run(&nulls, &none, 0) == OK, !is_reduction);
    true
}

#[test]
fn wrong_columns_are_refused_by_every_form_of_every_pattern() {
    let patterns: Vec<_> =
        (0..).map(|index| setwise_pattern_at(index)).take_while(|pattern| !pattern.is_null()).collect();
    assert!(patterns.len() > 60);
    let mut checked = 0;
    for pattern in &patterns {
        let pattern = *pattern;
        checked += usize::from(check(pattern, setwise_map, false));
        checked += usize::from(check(pattern, setwise_counts, false));
        checked += usize::from(check(pattern, setwise_total, true));
        checked += usize::from(check(pattern, setwise_heat, true));
    }
    assert!(checked > 3 * patterns.len(), "{checked}");
}

/// Expressions find a pattern in the table by its number in the catalogue.
#[test]
fn the_table_of_patterns_is_in_the_order_of_the_catalogue() {
    for pattern in Door::C.patterns() {
        let entry = setwise_pattern_at(pattern as usize);
        assert!(!entry.is_null(), "{pattern}");
        // SAFETY: `entry` is a pattern, and its name is a static text.
        let name = unsafe { CStr::from_ptr(setwise_pattern_name(entry)) };
        let has_map = setwise_pattern_forms(entry) & 1 == 1;
        assert_eq!((name.to_str(), has_map), (Ok(pattern.name()), true));
    }
    assert!(setwise_pattern_at(Door::C.patterns().count()).is_null());
}

#[test]
fn the_header_has_the_codes_of_the_library() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/setwise.h");
    let header = fs::read_to_string(path).unwrap();
    let words: Vec<&str> = header.split_whitespace().collect();
    let defined = words.windows(3).filter(|words| words[0].starts_with("SETWISE_ERROR_") && words[1] == "=");
    let defined: Vec<String> = defined.map(|words| words.join(" ").trim_end_matches(',').to_string()).collect();
    let expected: Vec<String> =
        Error::ALL.iter().map(|error| format!("{} = {}", error.name(), *error as c_int)).collect();
    assert_eq!(defined, expected);
    for code in -1..=Error::ALL.len() as c_int + 1 {
        // SAFETY: every message is a static text.
        let message = unsafe { CStr::from_ptr(setwise_error_message(code)) };
        assert!(!message.to_str().unwrap().is_empty());
    }
}
