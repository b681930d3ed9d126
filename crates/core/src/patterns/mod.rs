//! The patterns, each written once, as kernels for batches over any backend.

mod attacks;

pub use attacks::{KingAttacks, KnightAttacks};
