//! Counts instructions with callgrind, for every backend that valgrind can emulate. The counts show how each backend
//! changes over time.
//!
//! `cargo lab counts` runs this benchmark. One row is one pass over 2,048 real boards. Counts cannot rank backends with
//! registers of different widths, because instructions of different widths do not take the same time. Valgrind does not
//! support AVX-512, so the backends with AVX-512 are never counted.

#![allow(missing_docs, unused_qualifications, reason = "the macros expand to public items with full paths")]

use std::hint::black_box;

// gungraun is the maintained continuation of iai-callgrind.
use gungraun::{library_benchmark, library_benchmark_group, main};
use setwise::backend::Runner;
use setwise::patterns::{AttackedSquares, Forks, KingAttacks, KnightAttacks, KnightMoves};
use setwise::{BackendId, Color, Kernel};
use setwise_benches::positions::RealPositions;
use setwise_benches::workload::BOARDS_IN_CACHE;
use setwise_specimens::AnyBackend;
use setwise_testkit::view::View;

/// One pass, ready to run; `None` if the emulated CPU cannot run the backend.
type Pass = Option<Box<dyn FnOnce() -> Vec<u64>>>;

/// Returns a pass that computes `kernel` on real boards with the backend `id`.
fn pass<K: Kernel<IN, 1> + 'static, const IN: usize>(kernel: K, take: fn(&View) -> [u64; IN], id: &BackendId) -> Pass {
    let backend = AnyBackend::named(id.name()).ok()?;
    let boards: Vec<[u64; IN]> =
        View::of_all(&RealPositions::embedded().positions).take(BOARDS_IN_CACHE).map(|view| take(&view)).collect();
    let input: [Vec<u64>; IN] = std::array::from_fn(|k| boards.iter().map(|board| board[k]).collect());
    let mut output = vec![0; boards.len()];
    Some(Box::new(move || {
        backend.map(kernel, input.each_ref().map(Vec::as_slice), [&mut output]);
        output
    }))
}

fn set_up_knights(id: &BackendId) -> Pass {
    pass(KnightAttacks, |view| [view.knights], id)
}

#[library_benchmark(setup = set_up_knights)]
#[benches::backend(iter = BackendId::ALL)]
fn knights(pass: Pass) -> Option<Vec<u64>> {
    black_box(pass).map(|pass| pass())
}

fn set_up_kings(id: &BackendId) -> Pass {
    pass(KingAttacks, |view| [view.king], id)
}

#[library_benchmark(setup = set_up_kings)]
#[benches::backend(iter = BackendId::ALL)]
fn kings(pass: Pass) -> Option<Vec<u64>> {
    black_box(pass).map(|pass| pass())
}

fn set_up_moves(id: &BackendId) -> Pass {
    pass(KnightMoves, |view| [view.knights, view.own], id)
}

#[library_benchmark(setup = set_up_moves)]
#[benches::backend(iter = BackendId::ALL)]
fn moves(pass: Pass) -> Option<Vec<u64>> {
    black_box(pass).map(|pass| pass())
}

fn set_up_forks(id: &BackendId) -> Pass {
    pass(Forks::<2>, |view| [view.targets()], id)
}

#[library_benchmark(setup = set_up_forks)]
#[benches::backend(iter = BackendId::ALL)]
fn forks(pass: Pass) -> Option<Vec<u64>> {
    black_box(pass).map(|pass| pass())
}

fn set_up_attacked(id: &BackendId) -> Pass {
    pass(AttackedSquares { side: Color::White }, View::attackers, id)
}

#[library_benchmark(setup = set_up_attacked)]
#[benches::backend(iter = BackendId::ALL)]
fn attacked(pass: Pass) -> Option<Vec<u64>> {
    black_box(pass).map(|pass| pass())
}

library_benchmark_group!(name = patterns; benchmarks = knights, kings, moves, forks, attacked);
main!(library_benchmark_groups = patterns);
