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
use setwise_patterns::{Door, number};

/// The length of all columns.
const LENGTH: usize = 80;

/// Columns of the inputs and the outputs of a pattern, which do not overlap.
struct Columns {
    memory: Vec<u64>,
    inputs: usize,
    outputs: usize,
}

impl Columns {
    fn of(pattern: c_int) -> Self {
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

/// A form that writes a column for each output.
type Form<T> = unsafe extern "C" fn(*const Backend, c_int, *const *const c_void, *const *mut T, usize) -> c_int;

/// Checks that a form that writes a column for each output returns an error for each invalid pointer to a column. Returns
/// whether the pattern has the form.
fn check_columns<T>(pattern: c_int, form: Form<T>) -> bool {
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
    check_inputs(&inputs, &outputs, |inputs| run(inputs, &outputs, LENGTH));
    let fails = |n: usize, pointer, error: Error| {
        let mut changed = outputs.clone();
        changed[n] = pointer;
        assert_eq!(run(&inputs, &changed, LENGTH), error as c_int, "{error:?}");
    };
    for n in 0..outputs.len() {
        fails(n, ptr::null_mut(), Error::NullPointer);
        if size_of::<T>() > 1 {
            fails(n, outputs[n].wrapping_byte_add(4), Error::Misaligned);
        }
        for other in (0..outputs.len()).filter(|other| *other != n) {
            fails(n, outputs[other], Error::Overlap);
        }
    }
    let (nulls, none) = (vec![ptr::null(); inputs.len()], vec![ptr::null_mut(); outputs.len()]);
    assert_eq!(run(&nulls, &none, 0), OK);
    assert!(columns.memory.iter().all(|word| *word == 7), "something was written");
    true
}

/// Checks that a form returns an error for each invalid pointer to an input.
fn check_inputs<T>(inputs: &[*const c_void], outputs: &[*mut T], run: impl Fn(&[*const c_void]) -> c_int) {
    for n in 0..inputs.len() {
        let fails = |pointer, error: Error| {
            let mut changed = inputs.to_vec();
            changed[n] = pointer;
            assert_eq!(run(&changed), error as c_int, "{error:?}");
        };
        fails(ptr::null(), Error::NullPointer);
        for output in outputs {
            fails(output.cast_const().cast(), Error::Overlap);
            fails(output.wrapping_byte_sub(8).cast_const().cast(), Error::Overlap);
        }
    }
}

/// A form that writes some words for each output, one output after another.
type Words = unsafe extern "C" fn(*const Backend, c_int, *const *const c_void, *mut u64, usize) -> c_int;

/// Checks that a form that writes `count` words for each output returns an error for each invalid pointer. Returns whether
/// the pattern has the form.
fn check_words(pattern: c_int, form: Words, count: usize) -> bool {
    let mut columns = Columns::of(pattern);
    let (inputs, outputs) = columns.pointers::<u64>();
    // The columns of the outputs follow each other, so they have space for the words of all outputs.
    let words = outputs[0];
    let run = |inputs: &[*const c_void], words, length| {
        // SAFETY: each pointer points to a column of this length or to enough words, or the function refuses it.
        unsafe { form(ptr::null(), pattern, inputs.as_ptr(), words, length) }
    };
    let nulls = vec![ptr::null(); inputs.len()];
    if run(&nulls, ptr::null_mut(), 0) == Error::NoSuchForm as c_int {
        return false;
    }
    check_inputs(&inputs, &[words, words.wrapping_add(count * outputs.len() - 1)], |inputs| run(inputs, words, LENGTH));
    for (pointer, error) in [(ptr::null_mut(), Error::NullPointer), (words.wrapping_byte_add(4), Error::Misaligned)] {
        assert_eq!(run(&inputs, pointer, LENGTH), error as c_int);
        assert_eq!(run(&nulls, pointer, 0), error as c_int, "words are written even if there are no boards");
    }
    assert!(columns.memory.iter().all(|word| *word == 7), "something was written");
    assert_eq!(run(&nulls, words, 0), OK);
    let (written, rest) = columns.memory[inputs.len() * LENGTH..].split_at(count * outputs.len());
    assert!(written.iter().all(|word| *word == 0) && rest.iter().all(|word| *word == 7));
    true
}

#[test]
fn wrong_columns_are_refused_by_every_form_of_every_pattern() {
    let patterns: Vec<c_int> =
        (0..).map(|index| setwise_pattern_at(index)).take_while(|pattern| *pattern != 0).collect();
    assert!(patterns.len() > 60);
    for pattern in patterns {
        let has = [
            check_columns(pattern, setwise_map),
            check_columns(pattern, setwise_counts),
            check_words(pattern, setwise_total, 1),
            check_words(pattern, setwise_heat, 64),
        ];
        let forms = (0..).zip(has).map(|(bit, has)| u32::from(has) << bit).sum::<u32>();
        assert_eq!(setwise_pattern_forms(pattern), forms);
    }
}

/// Expressions find a pattern in the table by its index in the catalogue.
#[test]
fn the_table_of_patterns_is_in_the_order_of_the_catalogue() {
    for pattern in Door::C.patterns() {
        let entry = setwise_pattern_at(pattern as usize);
        assert_eq!(entry, number(pattern.name()).cast_signed(), "{pattern}");
        // SAFETY: `entry` is a pattern, and its name is a static text.
        let name = unsafe { CStr::from_ptr(setwise_pattern_name(entry)) };
        let has_map = setwise_pattern_forms(entry) & 1 == 1;
        assert_eq!((name.to_str(), has_map), (Ok(pattern.name()), true));
    }
    assert_eq!(setwise_pattern_at(Door::C.patterns().count()), 0);
}

#[test]
fn the_header_has_the_constants_of_all_patterns() {
    let header = header();
    let (_, constants) = header.split_once("enum setwise_pattern {").unwrap();
    let (constants, _) = constants.split_once('}').unwrap();
    for pattern in Door::C.patterns() {
        let constant = format!("SETWISE_{} = {:#010x},", pattern.name().to_uppercase(), number(pattern.name()));
        assert!(constants.contains(&constant), "{constant}");
    }
    assert_eq!(constants.matches('=').count(), Door::C.patterns().count());
}

/// Returns the header.
fn header() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("include/setwise.h")).unwrap()
}

#[test]
fn the_header_has_the_codes_of_the_library() {
    let header = header();
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
