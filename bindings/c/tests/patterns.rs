//! Compares every form of every pattern, and every named function, with the Rust library.
//!
//! The results of `map` are compared with the results of the Rust library. The expected counts, totals and heat maps
//! are computed from those results by plain loops. Each form is called on every ready backend.
#![allow(unsafe_code, reason = "calls of a C interface")]

use std::ffi::{CString, c_int, c_void};
use std::ptr;

use setwise::BackendId;
use setwise_c::any::{
    setwise_counts, setwise_heat, setwise_map, setwise_pattern_find, setwise_pattern_forms, setwise_total,
};
use setwise_c::backend::{Backend, setwise_backend_find};
use setwise_c::error::OK;
use setwise_c::named::*;
use setwise_patterns::kernels::*;
use setwise_patterns::{Inputs as Arguments, Results, for_each_pattern, number};
use setwise_testkit::random::Sets;

/// A pattern of the catalogue.
struct Listed {
    name: &'static str,
    arguments: Arguments,
    inputs: usize,
    results: Results,
    outputs: usize,
    /// Computes the results with the Rust library.
    run: fn(&[&[u64]], &mut [&mut [u64]]),
}

macro_rules! list {
    ($($variant:ident $name:ident $section:literal $inputs:ident[$($input:ident),+] ->
        $results:ident[$($result:ident),+] = $kernel:expr, $($definition:literal)+;)+) => {
        fn patterns() -> Vec<Listed> {
            vec![$(Listed {
                name: stringify!($name),
                arguments: Arguments::$inputs,
                inputs: [$(stringify!($input)),+].len(),
                results: Results::$results,
                outputs: [$(stringify!($result)),+].len(),
                run: |inputs, outputs| {
                    let ([$($input),+], [$($result),+]) = (inputs, outputs) else { panic!("another number of columns") };
                    setwise::auto().map($kernel, [$(*$input),+], [$(&mut **$result),+]);
                },
            }),+]
        }
    };
}

for_each_pattern!(list);

/// A named function with its inputs as an array.
type Named = fn(&[*const u64], *mut u64, usize) -> c_int;

macro_rules! named {
    ($($name:ident($($input:ident),+);)+) => {
        /// The named functions, each with the name of its pattern.
        const NAMED: &[(&str, Named)] = &[$((stringify!($name), |inputs, output, length| {
            let &[$($input),+] = inputs else { panic!("another number of columns") };
            // SAFETY: the caller passes columns of this length.
            unsafe { $name($($input,)+ output, length) }
        })),+];
    };
}

named! {
    setwise_knight_attacks(a);
    setwise_knight_moves(a, b);
    setwise_knight_fill(a, b);
    setwise_king_attacks(a);
    setwise_king_moves(a, b);
    setwise_rook_attacks(a, b);
    setwise_bishop_attacks(a, b);
    setwise_white_pawn_attacks(a);
    setwise_black_pawn_attacks(a);
    setwise_forks(a);
    setwise_royal_forks(a, b);
    setwise_legal_move_count(a, b, c, d, e, f, g, h, i, j, k);
}

/// The inputs of a pattern, as words for the Rust library. If the inputs are squares, C takes them as bytes, so they
/// are also kept as bytes.
struct Inputs {
    words: Vec<Vec<u64>>,
    bytes: Vec<Vec<u8>>,
    pointers: Vec<*const c_void>,
}

impl Inputs {
    fn of(pattern: &Listed, length: usize) -> Self {
        let mut sets = Sets::seeded(length as u64);
        let inputs = 0..pattern.inputs;
        let mut words: Vec<Vec<u64>> = inputs.map(|_| (0..length).map(|_| sets.sparse()).collect()).collect();
        let mut bytes = Vec::new();
        match pattern.arguments {
            Arguments::Sets => (),
            Arguments::SetsAndNumber => {
                words.last_mut().unwrap().iter_mut().zip(0..).for_each(|(word, n): (_, u64)| *word = n % 10);
            }
            Arguments::SetsAndFlag => {
                words.last_mut().unwrap().iter_mut().zip(0..).for_each(|(word, n): (_, u64)| *word = n % 3);
            }
            Arguments::Squares => {
                // Bytes from 64 to 69 are not squares.
                bytes =
                    words.iter().map(|column| column.iter().map(|word| (word >> 20) as u8 % 70).collect()).collect();
                for (column, bytes) in words.iter_mut().zip(&bytes) {
                    let column = column.iter_mut().zip(bytes);
                    column.for_each(|(word, byte): (_, &u8)| *word = if *byte < 64 { 1 << byte } else { 0 });
                }
            }
        }
        let pointers = if bytes.is_empty() {
            words.iter().map(|column| column.as_ptr().cast()).collect()
        } else {
            bytes.iter().map(|column: &Vec<u8>| column.as_ptr().cast()).collect()
        };
        Self { words, bytes, pointers }
    }
}

/// Calls `each` with every ready backend and its name.
fn for_each_backend(mut each: impl FnMut(*const Backend, BackendId)) {
    for ready in BackendId::ready() {
        let text = CString::new(ready.id().name()).unwrap();
        let mut backend = ptr::null();
        // SAFETY: the name has a NUL at its end.
        assert_eq!(unsafe { setwise_backend_find(text.as_ptr(), &mut backend) }, OK);
        each(backend, ready.id());
    }
}

/// A form that writes a column for each output.
type Columns<T> = unsafe extern "C" fn(*const Backend, c_int, *const *const c_void, *const *mut T, usize) -> c_int;

/// Compares a form that writes a column for each output with the expected columns, on every ready backend.
fn check_columns<T>(pattern: &Listed, inputs: &Inputs, expected: &[Vec<T>], form: Columns<T>)
where
    T: Copy + Default + PartialEq + std::fmt::Debug,
{
    let length = expected[0].len();
    for_each_backend(|backend, id| {
        let mut outputs: Vec<Vec<T>> = vec![vec![T::default(); length]; expected.len()];
        let pointers: Vec<*mut T> = outputs.iter_mut().map(Vec::as_mut_ptr).collect();
        let constant = number(pattern.name).cast_signed();
        // SAFETY: there is a column of this length for each input and each output of the pattern.
        let code = unsafe { form(backend, constant, inputs.pointers.as_ptr(), pointers.as_ptr(), length) };
        assert_eq!((code, &outputs[..]), (OK, expected), "{} on {id}", pattern.name);
    });
}

/// A form that writes some words for each output, one output after another.
type Words = unsafe extern "C" fn(*const Backend, c_int, *const *const c_void, *mut u64, usize) -> c_int;

/// Compares a form that writes words with the expected words, on every ready backend.
fn check_words(pattern: &Listed, inputs: &Inputs, length: usize, expected: &[u64], form: Words) {
    for_each_backend(|backend, id| {
        let mut words = vec![0; expected.len()];
        let constant = number(pattern.name).cast_signed();
        // SAFETY: there is a column of this length for each input of the pattern, and the outputs have their words.
        let code = unsafe { form(backend, constant, inputs.pointers.as_ptr(), words.as_mut_ptr(), length) };
        assert_eq!((code, &words[..]), (OK, expected), "{} on {id}", pattern.name);
    });
}

/// Returns the forms that a pattern must have, as `setwise_pattern_forms` returns them.
fn expected_forms(pattern: &Listed) -> u32 {
    match (pattern.arguments, pattern.results) {
        (Arguments::Squares, _) => 1,
        (_, Results::Sets) => 15,
        (_, Results::Numbers) => 5,
    }
}

#[test]
fn every_form_of_every_pattern_gives_the_results_of_the_rust_library() {
    for pattern in &patterns() {
        let (name, mut found) = (CString::new(pattern.name).unwrap(), 0);
        // SAFETY: the name has a NUL at its end.
        assert_eq!(unsafe { setwise_pattern_find(name.as_ptr(), &mut found) }, OK);
        assert_eq!(found, number(pattern.name).cast_signed());
        let forms = setwise_pattern_forms(found);
        assert_eq!(forms, expected_forms(pattern), "{}", pattern.name);
        for length in [0, 1, 3, 4, 7, 8, 9, 31, 64, 67, 300] {
            let inputs = Inputs::of(pattern, length);
            let columns: Vec<&[u64]> = inputs.words.iter().map(Vec::as_slice).collect();
            let mut results = vec![vec![0; length]; pattern.outputs];
            let mut outputs: Vec<&mut [u64]> = results.iter_mut().map(Vec::as_mut_slice).collect();
            (pattern.run)(&columns, &mut outputs);
            assert_eq!(inputs.bytes.is_empty(), pattern.arguments != Arguments::Squares);

            check_columns(pattern, &inputs, &results, setwise_map);
            if forms & 2 != 0 {
                let count = |column: &Vec<u64>| column.iter().map(|set| set.count_ones() as u8).collect();
                let counts: Vec<Vec<u8>> = results.iter().map(count).collect();
                check_columns(pattern, &inputs, &counts, setwise_counts);
            }
            if forms & 4 != 0 {
                let is_set = pattern.results == Results::Sets;
                let value = |word: &u64| if is_set { word.count_ones().into() } else { *word };
                let totals: Vec<u64> = results.iter().map(|column| column.iter().map(value).sum()).collect();
                check_words(pattern, &inputs, length, &totals, setwise_total);
            }
            if forms & 8 != 0 {
                let boards =
                    |column: &Vec<u64>, square: u32| column.iter().filter(|set| **set >> square & 1 == 1).count();
                let heat = results.iter().flat_map(|column| (0..64).map(|square| boards(column, square) as u64));
                check_words(pattern, &inputs, length, &heat.collect::<Vec<u64>>(), setwise_heat);
            }
        }
    }
}

#[test]
fn named_functions_give_the_results_of_their_patterns() {
    let patterns = patterns();
    for (name, function) in NAMED {
        let name = name.strip_prefix("setwise_").unwrap();
        let pattern = patterns.iter().find(|pattern| pattern.name == name).unwrap();
        for length in [0, 1, 8, 67] {
            let inputs = Inputs::of(pattern, length);
            let columns: Vec<&[u64]> = inputs.words.iter().map(Vec::as_slice).collect();
            let (mut expected, mut output) = (vec![0; length], vec![0; length]);
            (pattern.run)(&columns, &mut [&mut expected]);
            let pointers: Vec<*const u64> = columns.iter().map(|column| column.as_ptr()).collect();
            assert_eq!((function(&pointers, output.as_mut_ptr(), length), &output), (OK, &expected), "{name}");
        }
    }
}

/// Runs two forms of a pattern on the same inputs in four threads at once. Every thread must compute the results that a
/// single thread computes.
#[test]
fn functions_can_be_called_from_several_threads() {
    let words: Vec<u64> = (1..5000_u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    let run = || {
        let (mut results, mut total) = (vec![0; words.len()], 0);
        let (inputs, pattern) = ([words.as_ptr().cast()], number("knight_attacks").cast_signed());
        // SAFETY: the columns have this length, and no other thread uses the results.
        let codes = [unsafe { setwise_knight_attacks(words.as_ptr(), results.as_mut_ptr(), words.len()) }, {
            // SAFETY: the column has this length.
            unsafe { setwise_total(ptr::null(), pattern, inputs.as_ptr(), &mut total, words.len()) }
        }];
        (codes, results, total)
    };
    let expected = run();
    assert_eq!(expected.0, [OK; 2]);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        threads.into_iter().for_each(|thread| assert_eq!(thread.join().unwrap(), expected));
    });
}
