//! The WebAssembly module that computes everything for the page in `bindings/web/page/`.
//!
//! The page passes text and receives text, like a user of the program `setwise`. An answer consists of lines, whose
//! fields are separated by tabs, so the page only has to split the answer. This is an example:
//!
//! ```text
//! page                                     module
//! "r3k3/8/... w - -"        --------->     overlays
//! "0x0"                                      |
//! "white_forks"                              v
//!                           <---------     "white_forks  squares  set  0x0004000000000000"
//! ```
//!
//! | function | text that it takes | answer |
//! |---|---|---|
//! | [`catalogue()`] | | a line for each feature and each pattern: kind, name, inputs, definition |
//! | [`check`] | a FEN | nothing, or the reason why the FEN is not a position |
//! | [`expression()`] | an expression | nothing, or the reason why the text is not an expression |
//! | [`moves()`] | a FEN | a line for each move of knights and kings: piece, move, legality |
//! | [`overlays()`] | a FEN, a painted set, names and expressions | a line for each result: name, result, `set` or `number`, value |
//! | [`explain()`] | a FEN, a painted set, a pattern or an expression, a formula | a line for each step, a line for each result, and a line with the number and depth of operations |
//! | [`lineup`] | | a line for each question and strategy of a race, and for each backend that cannot run |
//! | [`race()`] | a question, rounds, FENs | the number of boards and the minimum time of a sample; for each strategy: name, time, ratio, interval |
//!
//! A painted set that is not empty replaces a pattern's first input. The other inputs are taken from the position. The
//! program `setwise explain` takes either all inputs from a position or all inputs from the command line.
//!
//! The module is compiled twice, with simd128 and without. The page uses the module with simd128 if the browser accepts
//! it. `exports.rs` contains all functions that JavaScript calls, and is compiled only for WebAssembly. All other code
//! is compiled and tested on any machine.

mod catalogue;
mod explain;
#[cfg(target_arch = "wasm32")]
mod exports;
mod expression;
mod moves;
mod overlays;
mod question;
mod race;
mod request;

pub use catalogue::catalogue;
pub use explain::explain;
pub use expression::expression;
pub use moves::moves;
pub use overlays::{check, overlays};
pub use race::{lineup, race};
