//! Tests of the prover: its instructions compared with CPUs, its proofs of recorded loops, and faults planted in them.

mod cpu;
mod faults;
mod machine;
mod program;
mod recorded;
mod samples;
mod wasm;
