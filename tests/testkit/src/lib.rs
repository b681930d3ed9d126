//! Tools for testing and measuring setwise: an oracle, a conformance suite, seeded sets, real games.
//!
//! - [`oracle`]: attacks and patterns by walking coordinates, without bit tricks;
//! - [`conformance`]: the suite that every backend must pass, and why passing it is a proof;
//! - [`counterexample`]: published formulas that are wrong, with the squares on which they fail;
//! - [`games`]: famous master games, embedded, replayed by `cozy-chess` into real positions;
//! - [`generated`]: writes and checks files that tests generate;
//! - [`leapers`]: three modules that the program writes for leapers, exactly as users get them;
//! - [`positions`]: positions as sets, read from FEN or EPD lines;
//! - [`random`]: seeded sets that never change between versions;
//! - [`mod@reference`]: the sequence and the hash that published check values use;
//! - [`skip`]: what a test does if this machine lacks something that it needs;
//! - [`view`]: positions from the point of view of one side, with the inputs of patterns by name.
#![forbid(unsafe_code)]

pub mod conformance;
pub mod counterexample;
pub mod games;
pub mod generated;
pub mod oracle;
pub mod positions;
pub mod random;
pub mod reference;
pub mod skip;
pub mod view;

/// Examples of the modules that `setwise gen leaper NAME --out NAME.rs` writes. The tests of `setwise-ir` compile those of all
/// leapers; the test `generate` of the program compares these with what it writes, and writes them anew:
/// `SETWISE_WRITE_PAGES=1 cargo test -p setwise-cli --test all modules`.
pub mod leapers {
    pub mod camel;
    pub mod king;
    pub mod knight;
}

/// Runs the code in the README as doc tests. It is here because the README is outside every published package.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
