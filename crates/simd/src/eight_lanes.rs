//! One board's eight directions in the lanes of a register, as a specimen.
//!
//! The natural thought: eight directions, eight lanes, one variable shift. It shows well what a register can do, and it
//! loses: the set must be broadcast, the lanes must be united again, and those two ways across the register cost more than
//! the shared scalar operations in between. `cargo bench` shows by how much, in throughput and in latency.

/// All eight directions of one board at once, each in a lane of its own, united at the end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EightLanes;
