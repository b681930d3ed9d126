//! The prover: its instructions against CPUs, its proofs of recorded loops, and faults planted in them.

mod cpu;
mod faults;
mod machine;
mod program;
mod recorded;
mod samples;
mod wasm;
