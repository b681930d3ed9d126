//! Checks that the header and the library define the same error codes, that a panic is an error, and that wrong columns are
//! refused by every form of every pattern. `cargo xtask capi --check` compares the constants of patterns.
#![allow(unsafe_code, reason = "calls of a C interface")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs;
use std::path::Path;
use std::ptr;

use setwise_c::any::{
    setwise_counts, setwise_heat, setwise_map, setwise_pattern_at, setwise_pattern_forms, setwise_pattern_input_bytes,
    setwise_pattern_inputs, setwise_pattern_outputs, setwise_total, setwise_unknown_name_message,
};
use setwise_c::error::{Error, OK, setwise_error_message};
use setwise_c::lists::setwise_count_pair_kinds;
use setwise_c::positions::Columns;
use setwise_c::reader::{Progress, setwise_read_fen};

#[test]
fn the_header_has_the_codes_of_the_library() {
    let header = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("include/setwise.h")).unwrap();
    let words: Vec<&str> = header.split_whitespace().collect();
    let defined = words.windows(3).filter(|words| words[0].starts_with("SETWISE_ERROR_") && words[1] == "=");
    let defined: Vec<String> = defined.map(|words| words.join(" ").trim_end_matches(',').to_string()).collect();
    let name = |error: &Error| {
        let letters = format!("{error:?}").chars().fold(String::new(), |name, letter| match letter {
            'A'..='Z' => name + "_" + &letter.to_string(),
            _ => name + &letter.to_uppercase().to_string(),
        });
        format!("SETWISE_ERROR{letters} = {}", *error as c_int)
    };
    let expected: Vec<String> = Error::ALL.iter().map(name).collect();
    assert_eq!(defined, expected);
    for code in -1..=Error::ALL.len() as c_int + 1 {
        // SAFETY: every message is a static text.
        let message = unsafe { CStr::from_ptr(setwise_error_message(code)) };
        assert!(!message.to_str().unwrap().is_empty());
    }
}

/// A value that panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

unsafe extern "C-unwind" fn panics(_: *mut c_void, _: usize, _: *const c_char, _: usize, _: *const c_char) -> c_int {
    std::panic::panic_any(Bomb)
}

/// A panic must not leave an exported function, whatever value the panic carries. All functions convert panics in the same
/// way. Here, a callback panics.
#[test]
fn a_panic_becomes_an_error() {
    let (mut words, mut bytes) = ([0; 8], [0]);
    let start = words.as_mut_ptr();
    let sets = [0, 1, 2, 3, 4, 5, 6, 7].map(|n| start.wrapping_add(n));
    let columns = Columns::new(sets, bytes.as_mut_ptr(), ptr::null_mut(), ptr::null_mut());
    let (text, none, mut progress) = (c"not a position", ptr::null_mut(), Progress::default());
    // SAFETY: each column has one element, and the text has 14 bytes.
    let code =
        unsafe { setwise_read_fen(ptr::null(), 0, text.as_ptr(), 14, &columns, 1, Some(panics), none, &mut progress) };
    assert_eq!(code, Error::Internal as c_int);
}

/// The forms of a pattern, in the order of their bits in `setwise_pattern_forms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Map,
    Counts,
    Total,
    Heat,
}

impl Form {
    const ALL: [Self; 4] = [Self::Map, Self::Counts, Self::Total, Self::Heat];

    /// Runs the form. `outputs` has a pointer for each output. `total` and `heat` use only the first, from which the words
    /// of all outputs follow each other.
    fn run(
        self,
        pattern: c_int,
        inputs: *const *mut u64,
        outputs: *const *mut u64,
        length: usize,
    ) -> Result<(), c_int> {
        let (auto, inputs) = (ptr::null(), inputs.cast());
        // SAFETY: the tests pass pointers to outputs, or null.
        let first = unsafe { outputs.as_ref() }.copied().unwrap_or(ptr::null_mut());
        let code = match self {
            // SAFETY: each pointer points to a column of this length, or the function refuses it.
            Self::Map => unsafe { setwise_map(auto, pattern, inputs, outputs, length) },
            // SAFETY: each pointer points to a column of this length, or the function refuses it.
            Self::Counts => unsafe { setwise_counts(auto, pattern, inputs, outputs.cast(), length) },
            // SAFETY: each pointer points to a column of this length or to enough words, or the function refuses it.
            Self::Total => unsafe { setwise_total(auto, pattern, inputs, first, length) },
            // SAFETY: each pointer points to a column of this length or to enough words, or the function refuses it.
            Self::Heat => unsafe { setwise_heat(auto, pattern, inputs, first, length) },
        };
        if code == OK { Ok(()) } else { Err(code) }
    }
}

/// Checks that a form of a pattern refuses each pointer that is wrong, and then writes nothing.
fn check_refusals(form: Form, pattern: c_int) {
    const LENGTH: usize = 80;
    let (inputs, outputs) = (setwise_pattern_inputs(pattern), setwise_pattern_outputs(pattern));
    let mut memory = vec![7; (inputs + outputs) * LENGTH];
    let start = memory.as_mut_ptr();
    let columns: Vec<*mut u64> = (0..inputs + outputs).map(|n| start.wrapping_add(n * LENGTH)).collect();
    let run = |columns: &[*mut u64], length| {
        let (inputs, outputs) = columns.split_at(inputs);
        form.run(pattern, inputs.as_ptr(), outputs.as_ptr(), length)
    };
    let is_reduced = matches!(form, Form::Total | Form::Heat);
    let used = inputs + if is_reduced { 1 } else { outputs };
    for n in 0..used {
        let is_output = n >= inputs;
        let refuses = |pointer: *mut u64, error: Error| {
            let mut changed = columns.clone();
            changed[n] = pointer;
            assert_eq!(run(&changed, LENGTH), Err(error as c_int), "{form:?} of {pattern:#x}, column {n}");
        };
        refuses(ptr::null_mut(), Error::NullPointer);
        let is_word = if is_output { form != Form::Counts } else { setwise_pattern_input_bytes(pattern, n) == 8 };
        if is_word {
            refuses(columns[n].wrapping_byte_add(4), Error::Misaligned);
        }
        // Inputs may overlap each other.
        for other in (0..used).filter(|other| *other != n && (is_output || *other >= inputs)) {
            refuses(columns[other], Error::Overlap);
            if !is_output {
                refuses(columns[other].wrapping_sub(1), Error::Overlap);
            }
        }
        if is_reduced && !is_output {
            let words = outputs * if form == Form::Heat { 64 } else { 1 };
            refuses(columns[inputs].wrapping_add(words - 1), Error::Overlap);
        }
    }
    for length in [usize::MAX, usize::MAX / 2 + 1] {
        assert_eq!(run(&columns, length), Err(Error::TooLong as c_int));
    }
    let (input, output) = (columns.as_ptr(), columns[inputs..].as_ptr());
    assert_eq!(form.run(pattern, ptr::null(), output, LENGTH), Err(Error::NullPointer as c_int));
    assert_eq!(form.run(pattern, input, ptr::null(), LENGTH), Err(Error::NullPointer as c_int));
    // Words are written even if there are no boards.
    let nulls = vec![ptr::null_mut(); columns.len()];
    assert_eq!(run(&nulls, 0), if is_reduced { Err(Error::NullPointer as c_int) } else { Ok(()) });
    if is_reduced {
        // The words overlap the last pointer of the array.
        let (mut array, mut last) = (columns.clone(), columns.clone());
        last[inputs] = array[inputs - 1..].as_mut_ptr().cast();
        assert_eq!(form.run(pattern, array.as_ptr(), last[inputs..].as_ptr(), LENGTH), Err(Error::Overlap as c_int));
        assert_eq!(array, columns);
    }
    assert!(memory.iter().all(|word| *word == 7), "something was written");
}

#[test]
fn wrong_columns_are_refused_by_every_form_of_every_pattern() {
    let patterns = (0..).map(|index| setwise_pattern_at(index)).take_while(|pattern| *pattern != 0);
    let mut checked = 0;
    for pattern in patterns {
        for (bit, form) in (0..).zip(Form::ALL) {
            if setwise_pattern_forms(pattern) >> bit & 1 == 1 {
                check_refusals(form, pattern);
                checked += 1;
            } else {
                let code = form.run(pattern, ptr::null(), ptr::null(), 0);
                assert_eq!(code, Err(Error::NoSuchForm as c_int), "{form:?} of {pattern:#x}");
            }
        }
    }
    assert!(checked > 200, "{checked} forms");
}

#[test]
fn a_count_that_overlaps_the_array_of_pointers_is_refused() {
    let mut sets = [3; 8];
    let start = sets.as_mut_ptr();
    let mut array = [0, 1, 2, 3, 4, 5, 6, 7].map(|n| start.wrapping_add(n).cast_const());
    let before = array;
    let pointers = array.as_mut_ptr();
    for length in [0, 1] {
        for n in [0, 3, 7] {
            let count = pointers.wrapping_add(n).cast();
            // SAFETY: there are eight columns of one word, and the function refuses the count.
            let code = unsafe { setwise_count_pair_kinds(ptr::null(), pointers.cast_const(), length, count) };
            assert_eq!(code, Error::Overlap as c_int);
        }
    }
    assert!(array == before && sets == [3; 8]);
}

#[test]
fn a_message_is_cut_between_two_characters() {
    let written = |size| {
        let mut message = [7; 8];
        // SAFETY: the name ends with a NUL, and the message has at least this number of bytes.
        let code = unsafe { setwise_unknown_name_message(c"aä".as_ptr(), message.as_mut_ptr().cast(), size) };
        assert_eq!(code, OK);
        message
    };
    assert_eq!(written(0), [7; 8]);
    assert_eq!(written(1), [0, 7, 7, 7, 7, 7, 7, 7]);
    assert_eq!(written(3), [b'\'', b'a', 0, 7, 7, 7, 7, 7]);
    assert_eq!(written(4), [b'\'', b'a', 0, 7, 7, 7, 7, 7], "the first byte of a character was written");
    assert_eq!(written(5), [b'\'', b'a', 0xC3, 0xA4, 0, 7, 7, 7]);
}
