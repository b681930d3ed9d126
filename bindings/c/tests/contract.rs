//! Checks that the header and the library define the same error codes, and that a panic is an error. `cargo xtask capi --check`
//! compares the constants of patterns.
#![allow(unsafe_code, reason = "calls of a C interface")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs;
use std::path::Path;
use std::ptr;

use setwise_c::error::{Error, setwise_error_message};
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

/// A panic must not leave an exported function, whatever its value. All functions convert panics in the same way. Here, a
/// callback panics.
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
