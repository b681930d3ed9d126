//! Every backend's batch loop for two kernels, to be looked at in assembly, not to be run.

use std::hint::black_box;

use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise::{Backend, BackendId, Kernel, Lanes, Spread, Visitor};

/// One loop. `cargo xtask asm` finds it by the types in its name: lanes, spread, kernel.
#[inline(never)]
fn batch_loop<V: Lanes, S: Spread<V>, K: Kernel<1, 1>>(backend: Backend<V, S>, kernel: K, sets: &[u64], results: &mut [u64]) {
    backend.map(kernel, [sets], [results]);
}

struct EveryLoop;

impl Visitor for EveryLoop {
    fn visit<V: Lanes, S: Spread<V>>(&mut self, _: BackendId, backend: Backend<V, S>) {
        let (sets, mut results) = (black_box([0; 64]), [0; 64]);
        batch_loop(backend, KnightAttacks, &sets, &mut results);
        black_box(&mut results);
        batch_loop(backend, KingAttacks, &sets, &mut results);
        black_box(&mut results);
    }
}

fn main() {
    setwise::visit_ready(&mut EveryLoop);
}
