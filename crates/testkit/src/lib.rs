//! What setwise is tested and measured with: an oracle, a conformance suite, seeded sets, real games.
//!
//! - [`oracle`]: attacks and patterns by walking coordinates, no bit trick anywhere;
//! - [`conformance`]: what every backend must pass, and why passing it is a proof;
//! - [`counterexample`]: published formulas that are wrong, with the squares on which they fail;
//! - [`games`]: famous master games, embedded, replayed by `cozy-chess` into real positions;
//! - [`leapers`]: the modules that the code generator writes for fairy-chess leapers, as strangers take them home;
//! - [`positions`]: positions as sets, read from FEN or EPD lines;
//! - [`random`]: seeded sets that never change between versions;
//! - [`mod@reference`]: the sequence and the hash in which published check values are given;
//! - [`view`]: positions as one side sees them, the inputs of patterns by name.
#![forbid(unsafe_code)]

pub mod conformance;
pub mod counterexample;
pub mod games;
pub mod leapers;
pub mod oracle;
pub mod positions;
pub mod random;
pub mod reference;
pub mod view;

/// Tests the README's code as documentation. It stands here because the README is outside every published package.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
