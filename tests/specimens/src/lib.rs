//! Strategies that exist only for comparison with those of the library.
//!
//! All of them return correct results. Most were recommended in some source, and are slower than another one on every
//! CPU measured so far. The loops written by hand are for comparison with those that the compiler generates. The
//! laboratory measures all of them along with the library's own, and the tests run the same conformance suite on the
//! backends. A program that needs speed should depend on `setwise` alone.
//!
//! - [`Specimen`]: backends with other formulas or registers; [`AnyBackend`] is one of these or one of the library's;
//! - [`patterns`]: published forms of patterns;
//! - [`by_hand`]: whole loops in assembly, for comparison with those that the compiler generates;
//! - [`squares`]: methods of computing attacks from a column of single squares;
//! - [`popcount`]: every known method of counting the members of a set.
//!
//! ```
//! use setwise::patterns::KnightAttacks;
//! use setwise::backend::{Map, Runner};
//! use setwise_specimens::AnyBackend;
//!
//! let serial = AnyBackend::named("scalar-prefix-serial").unwrap();
//! let (knights, mut attacks) = ([0x42], [0]);
//! serial.run(Map { kernel: KnightAttacks, input: [&knights], output: [&mut attacks] });
//! assert_eq!(attacks, [0x00A5_1800]);
//! ```
#![forbid(unsafe_code)]

mod any;
mod backends;
pub mod by_hand;
pub mod patterns;
pub mod popcount;
mod spread;
pub mod squares;

pub use any::{AnyBackend, Entry, NoBackend, NotHere, entries};
pub use backends::Specimen;
pub use setwise_simd as simd;
pub use spread::{EightShiftsMaskedBefore, FourMasks, PrefixSerial};
