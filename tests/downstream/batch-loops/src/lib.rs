//! The batch loop of every backend for a few kernels. `cargo xtask asm`, `cargo lab ports` and `cargo prove` inspect
//! the assembly of the loops, and do not run the loops.

use std::hint::black_box;

use setwise::backend::{Strategy, Job, Runner};
#[cfg(feature = "legal-moves")]
use setwise::patterns::LegalMoveCount;
use setwise::patterns::{AttackedSquares, Forks, KingAttacks, KnightAttacks, KnightMoves};
use setwise::{Color, Kernel, Lanes, Spread};
use setwise_specimens::AnyBackend;

/// Runs one batch loop. The three commands find the function by the types in its name: lanes, spread
/// and kernel.
#[inline(never)]
fn batch_loop<V: Lanes, S: Spread<V>, K: Kernel<IN, 1>, const IN: usize>(
    backend: Strategy<V, S>,
    kernel: K,
    sets: [&[u64]; IN],
    results: &mut [u64],
) {
    backend.map(kernel, sets, [results]);
}

struct Loops;

impl Job for Loops {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        let (sets, own, mut results) = (black_box([0; 64]), black_box([0; 64]), [0; 64]);
        batch_loop(backend, KnightAttacks, [&sets], &mut results);
        black_box(&mut results);
        batch_loop(backend, KingAttacks, [&sets], &mut results);
        black_box(&mut results);
        batch_loop(backend, KnightMoves, [&sets, &own], &mut results);
        black_box(&mut results);
        batch_loop(backend, Forks::<2>, [&sets], &mut results);
        black_box(&mut results);
        batch_loop(backend, AttackedSquares { side: Color::White }, [&sets[..]; 8], &mut results);
        black_box(&mut results);
    }
}

/// The loop that counts legal moves. Compiling it takes longer than all other loops together, so it is compiled only for
/// `cargo xtask asm`, and only for the backends of the library.
#[cfg(feature = "legal-moves")]
struct LegalMoves;

#[cfg(feature = "legal-moves")]
impl Job for LegalMoves {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        let (sets, mut results) = (black_box([0; 64]), [0; 64]);
        batch_loop(backend, LegalMoveCount, [&sets[..]; 11], &mut results);
        black_box(&mut results);
    }
}

/// Calls every loop. This package is a library, so that the loops can also be compiled for targets without a linker.
pub fn run() {
    for (_, backend) in AnyBackend::ready() {
        backend.run(Loops);
    }
    #[cfg(feature = "legal-moves")]
    for backend in setwise::BackendId::ready() {
        backend.run(LegalMoves);
    }
}
