//! Checks that batches on several threads give the same results as on one thread.
#![cfg(feature = "rayon")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise::BackendId;
use setwise::patterns::{KnightDirections, KnightMoves};
use setwise_testkit::random::Sets;

/// The lengths of the columns, from no board to several chunks, most of them with a tail. The longest columns are
/// computed by several threads even if the calling thread is outside the pool.
const LENGTHS: [usize; 6] = [0, 1, (1 << 12) + 1, 1 << 14, (1 << 15) + 1, (5 << 15) + 77];

#[test]
fn threads_give_the_same_results_in_the_same_order() {
    let mut sets = Sets::seeded(15);
    let longest = LENGTHS[5];
    let (knights, own): (Vec<u64>, Vec<u64>) = (0..longest).map(|_| (sets.sparse(), sets.dense())).unzip();
    for backend in [Ok(setwise::auto()), BackendId::ScalarPrefix.detect()].into_iter().flatten() {
        for length in LENGTHS {
            let input = [&knights[..length], &own[..length]];
            let (mut one, mut many) = (vec![0; length], vec![1; length]);
            backend.map(KnightMoves, input, [&mut one]);
            backend.par_map(KnightMoves, input, [&mut many]);
            assert!(one == many, "map: {}, {length} boards", backend.id());
            let (mut one, mut many) = (vec![0; length], vec![1; length]);
            backend.counts(KnightMoves, input, [&mut one]);
            backend.par_counts(KnightMoves, input, [&mut many]);
            assert!(one == many, "counts: {}, {length} boards", backend.id());
            assert_eq!(backend.total(KnightMoves, input), backend.par_total(KnightMoves, input), "{}", backend.id());
            assert_eq!(backend.heat(KnightMoves, input), backend.par_heat(KnightMoves, input), "{}", backend.id());
        }
    }
}

/// Runs the test above inside the pool, where even shorter columns are distributed over several threads.
#[test]
fn threads_of_the_pool_give_the_same_results() {
    rayon::scope(|_| threads_give_the_same_results_in_the_same_order());
}

#[test]
fn several_results_stay_in_their_columns() {
    let mut sets = Sets::seeded(16);
    let knights: Vec<u64> = (0..100_000).map(|_| sets.sparse()).collect();
    let backend = setwise::auto();
    let mut one: [Vec<u64>; 8] = std::array::from_fn(|_| vec![0; knights.len()]);
    let mut many = one.clone();
    backend.map(KnightDirections, [&knights], one.each_mut().map(Vec::as_mut_slice));
    backend.par_map(KnightDirections, [&knights], many.each_mut().map(Vec::as_mut_slice));
    assert!(one == many);
    assert_eq!(backend.total(KnightDirections, [&knights]), backend.par_total(KnightDirections, [&knights]));
    assert_eq!(backend.heat(KnightDirections, [&knights]), backend.par_heat(KnightDirections, [&knights]));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn unequal_columns_panic_before_any_chunk_is_written() {
    let (long, short) = (vec![1; 100_000], vec![1; 99_999]);
    let mut moves = vec![7; 100_000];
    let run = AssertUnwindSafe(|| setwise::auto().par_map(KnightMoves, [&long, &short], [&mut moves]));
    assert!(catch_unwind(run).is_err());
    assert!(moves.iter().all(|&word| word == 7));
}
