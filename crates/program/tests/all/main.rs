//! Recording and proofs of the library's kernels, for every formula for attacks.

mod page;
mod recording;
mod spreads;
