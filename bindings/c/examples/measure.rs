//! Compares the times of calls through the C interface with the times of calls of the Rust library.
//!
//! ```text
//! cargo run --release -p setwise-c --example measure
//! ```
//!
//! The calls run in interleaved rounds in one process. Each call processes 2,048 boards, whose columns stay in the
//! caches of one core. The C functions are called through pointers whose targets the compiler does not know, as in a
//! program that uses a shared library.
#![allow(unsafe_code, reason = "calls of a C interface")]

use std::ffi::c_int;
use std::hint::black_box;

use setwise::Kernel;
use setwise::patterns::{AttackedSquares, KingAttacks, KnightAttacks, KnightMoves};
use setwise_c::error::OK;
use setwise_c::patterns as c;
use setwise_patterns::kernels::Forks;
use setwise_rounds::{Plan, measure};
use setwise_testkit::random::Sets;

const BOARDS: usize = 2048;

type In = *const u64;
type One<T> = unsafe extern "C" fn(In, *mut T, usize) -> c_int;
type Two<T> = unsafe extern "C" fn(In, In, *mut T, usize) -> c_int;
type Eight<T> = unsafe extern "C" fn(In, In, In, In, In, In, In, In, *mut T, usize) -> c_int;

fn main() {
    let mut sets = Sets::seeded(1);
    let mut column = || -> Vec<u64> { (0..BOARDS).map(|_| sets.sparse()).collect() };
    let (a, b) = (column(), column());
    one("map knight_attacks", KnightAttacks, c::knight_attacks::map, &a);
    one("map king_attacks", KingAttacks, c::king_attacks::map, &a);
    one("map forks", Forks::<2>, c::forks::map, &a);
    compare(
        "map knight_moves",
        |out: &mut Vec<u64>| setwise::auto().map(KnightMoves, [&a, &b], [out]),
        // SAFETY: all columns have `BOARDS` elements.
        |out| unsafe { black_box(c::knight_moves::map as Two<u64>)(a.as_ptr(), b.as_ptr(), out.as_mut_ptr(), BOARDS) },
    );
    compare(
        "map white_attacked_squares",
        |out: &mut Vec<u64>| {
            setwise::auto().map(
                AttackedSquares { side: setwise::Color::White },
                [&a, &b, &a, &b, &a, &b, &a, &b],
                [out],
            );
        },
        |out| {
            let [x, y] = [a.as_ptr(), b.as_ptr()];
            let map = black_box(c::white_attacked_squares::map as Eight<u64>);
            // SAFETY: all columns have `BOARDS` elements.
            unsafe { map(x, y, x, y, x, y, x, y, out.as_mut_ptr(), BOARDS) }
        },
    );
    compare(
        "counts knight_attacks",
        |out: &mut Vec<u8>| setwise::auto().counts(KnightAttacks, [&a], [out]),
        // SAFETY: both columns have `BOARDS` elements.
        |out| unsafe { black_box(c::knight_attacks::counts as One<u8>)(a.as_ptr(), out.as_mut_ptr(), BOARDS) },
    );
    compare(
        "total knight_attacks",
        |out: &mut Vec<u64>| [out[0]] = setwise::auto().total(KnightAttacks, [&a]),
        // SAFETY: the column has `BOARDS` elements, and the total has a word.
        |out| unsafe { black_box(c::knight_attacks::total as One<u64>)(a.as_ptr(), out.as_mut_ptr(), BOARDS) },
    );
    compare(
        "heat knight_attacks",
        |out: &mut Vec<u64>| {
            let [heat] = setwise::auto().heat(KnightAttacks, [&a]);
            out[..64].copy_from_slice(&heat);
        },
        // SAFETY: the column has `BOARDS` elements, and the heat map has 64 words.
        |out| unsafe { black_box(c::knight_attacks::heat as One<u64>)(a.as_ptr(), out.as_mut_ptr(), BOARDS) },
    );
}

/// Compares the times of the Rust function and the C function for a pattern with one input and one result.
fn one<K: Kernel<1, 1>>(name: &str, kernel: K, function: One<u64>, input: &[u64]) {
    compare(
        name,
        |out: &mut Vec<u64>| setwise::auto().map(kernel, [input], [out]),
        // SAFETY: both columns have `BOARDS` elements.
        |out| unsafe { black_box(function)(input.as_ptr(), out.as_mut_ptr(), BOARDS) },
    );
}

/// Measures the same computation in Rust and through the C interface, and prints both times and their ratio with its
/// interval. The results must be equal. Both versions write to the same memory, because the time depends on where in a
/// memory page the input and the output start.
fn compare<T: Copy + Default + PartialEq + std::fmt::Debug>(
    name: &str,
    rust: impl Fn(&mut Vec<T>),
    c: impl Fn(&mut Vec<T>) -> c_int,
) {
    let mut out = vec![T::default(); BOARDS];
    rust(&mut out);
    let expected = std::mem::replace(&mut out, vec![T::default(); BOARDS]);
    assert_eq!(c(&mut out), OK);
    assert_eq!(out, expected, "{name}");
    // The differences are so small that more rounds than usual are needed to measure them.
    let samples = measure(2, Plan { rounds: 101, ..Plan::USUAL }, |n| match n {
        0 => rust(black_box(&mut out)),
        _ => assert_eq!(c(black_box(&mut out)), OK),
    });
    let ratio = samples[1].against(&samples[0]);
    println!(
        "{name:30} {:8.1} ns {:8.1} ns  {:.3} [{:.3}, {:.3}]",
        samples[0].nanoseconds(),
        samples[1].nanoseconds(),
        ratio.median,
        ratio.interval[0],
        ratio.interval[1]
    );
}
