//! The C interface of setwise, which `include/setwise.h` declares.
//!
//! A function that computes a pattern checks its arguments, calls the Rust library, and returns an error code:
//!
//! ```text
//! setwise_map(backend, SETWISE_KNIGHT_ATTACKS, {knights}, {squares}, length)
//!     catch a panic:                                              `error.rs`
//!         find the pattern, and its function for this form        `any.rs`, `patterns.rs`
//!         check the columns: null, alignment, length, overlap     `column.rs`
//!         backend.map(KnightAttacks, [slice], [slice])            `form.rs`
//!     0 or the code of the error
//! ```
//!
//! `named.rs` exports a few patterns as functions of their own. The patterns come from the catalogue that all bindings
//! share. `cargo xtask capi --header` writes the constants of the header from the same catalogue, and
//! `cargo xtask capi --check` compares the declarations with the symbols of the built library.
#![allow(unsafe_code, reason = "a C interface: exported symbols, and pointers of the caller")]
#![allow(clippy::missing_safety_doc, reason = "`setwise.h` says what the caller of each function promises")]

pub mod any;
pub mod backend;
mod column;
pub mod error;
pub mod expressions;
pub mod features;
mod form;
pub mod games;
pub mod lists;
pub mod named;
mod patterns;
pub mod positions;
pub mod reader;

use std::ffi::{CStr, c_char};

use crate::backend::Backend;
use crate::expressions::Expression;
use crate::features::Features;
use crate::games::Games;

const VERSION: &CStr = patterns::literal(concat!(env!("CARGO_PKG_VERSION"), "\0"));

/// Implements `setwise_version` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Implements `setwise_version_number` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_version_number() -> u32 {
    let [major, minor] = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")].map(number);
    (major * 1000 + minor) * 1000 + number(env!("CARGO_PKG_VERSION_PATCH"))
}

fn number(text: &str) -> u32 {
    text.parse().unwrap_or_default()
}

/// Implements `setwise_abi_version` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_abi_version() -> u32 {
    // `build.rs` defines this version.
    number(env!("SETWISE_ABI_VERSION"))
}

/// Checks two promises of `setwise.h`: all threads may share backends, and features, expressions and games may move between
/// threads.
const _: () = {
    const fn shared<T: Sync>() {}
    const fn moved<T: Send>() {}
    shared::<Backend>();
    moved::<Features>();
    moved::<Expression>();
    moved::<Games>();
};
