//! The boundary between the page and the module. The page passes a text and receives a text, and the module copies
//! neither.
//!
//! ```text
//! page                                       module
//! address = input(length)                    reserves `length` bytes
//! writes the bytes of its text there
//! ok = overlays()                            reads them, stores the answer
//! reads output_length() bytes at output()
//! ```
//!
//! The page writes its text between two calls, when no function of the module borrows the input. A function that stores
//! an answer returns 1 if the answer is a result, and 0 if it is the reason why there is no result. A panic becomes a
//! trap. After a trap in one of these functions, the input is still borrowed, so every later call of `input` traps.
//!
//! This file has no unsafe blocks. The attribute `no_mangle` counts as unsafe, because two symbols could have the same
//! name. The `extern` block counts as unsafe, because its signatures must match the functions of the page
//! (`bindings/web/page/src/module.js`).
#![allow(unsafe_code, reason = "exports and imports of a WebAssembly module")]

use std::cell::RefCell;

use crate::{catalogue, check, explain, expression, lineup, moves, overlays, race};

thread_local! {
    /// The text that the page has written.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The answer of the last call.
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

// The functions that the page provides.
//
// SAFETY: the page passes functions with these signatures. The functions take and return numbers only.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Returns the time in milliseconds since an arbitrary start.
    safe fn clock() -> f64;
    /// Receives a sample of a race: the row and the nanoseconds per board.
    safe fn sample(row: u32, nanoseconds: f64);
}

/// Reserves `length` bytes for the text of the next call, and returns the address of these bytes.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Returns the address of the answer of the last call. The answer is UTF-8.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Returns the number of bytes of the answer of the last call.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(String::len)
}

/// Passes the text of the page to a function and stores the answer. Returns 1 if the answer is a result, and 0 if it is
/// the reason why there is no result.
fn answered(answer: impl FnOnce(&str) -> Result<String, String>) -> u32 {
    let result = INPUT.with_borrow(|input| match str::from_utf8(input) {
        Ok(text) => answer(text),
        Err(error) => Err(error.to_string()),
    });
    let is_result = u32::from(result.is_ok());
    OUTPUT.set(result.unwrap_or_else(|reason| reason));
    is_result
}

/// Exports one function under each name. The function passes the text of the page to the expression after `=`, and
/// stores the answer.
macro_rules! export {
    ($($name:ident = $answer:expr;)+) => {
        $(
            #[doc = concat!("Answers with [`", stringify!($name), "`](fn@crate::", stringify!($name), ").")]
            // SAFETY: no other function of the module has this name.
            #[unsafe(no_mangle)]
            extern "C" fn $name() -> u32 {
                answered($answer)
            }
        )+
    };
}

/// The exported functions. They are in a separate module because each has the same name as the function that it calls.
mod exported {
    use super::*;

    export! {
        catalogue = |_| Ok(super::catalogue());
        check = super::check;
        expression = super::expression;
        moves = super::moves;
        overlays = super::overlays;
        explain = super::explain;
        lineup = |_| Ok(super::lineup());
        race = |text| super::race(text, || clock(), |row, nanoseconds| sample(row as u32, nanoseconds));
    }
}
