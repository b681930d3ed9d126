//! Compares every form of every pattern with the Rust library. `fences.c` compares the backends with each other.
//!
//! The results of `map` are compared with the results of the Rust library. The expected counts, totals and heat maps
//! are computed from those results by plain loops.
#![allow(unsafe_code, reason = "calls of a C interface")]

use std::ffi::{CString, c_int, c_void};
use std::ptr;

use setwise::Kernel;
use setwise_c::any::{
    setwise_counts, setwise_heat, setwise_map, setwise_pattern_find, setwise_pattern_forms, setwise_total,
};
use setwise_c::backend::Backend;
use setwise_c::error::OK;
use setwise_c::named::setwise_knight_attacks;
use setwise_patterns::{Inputs as Arguments, Interface, Pattern, Results, Visitor, number};
use setwise_testkit::random::Sets;

/// Computes a pattern with the Rust library.
struct Expected<'a>(&'a [Vec<u64>]);

impl Visitor for Expected<'_> {
    const INTERFACE: Interface = Interface::C;
    type Out = Vec<Vec<u64>>;

    fn kernel<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(self, kernel: K) -> Self::Out {
        let input: [&[u64]; IN] = std::array::from_fn(|n| self.0[n].as_slice());
        let mut results: [Vec<u64>; OUT] = std::array::from_fn(|_| vec![0; input[0].len()]);
        setwise::auto().map(kernel, input, results.each_mut().map(Vec::as_mut_slice));
        results.into()
    }
}

/// The inputs of a pattern, as words for the Rust library. If the inputs are squares, C takes them as bytes, so they
/// are also kept as bytes.
struct Inputs {
    words: Vec<Vec<u64>>,
    bytes: Vec<Vec<u8>>,
}

impl Inputs {
    fn of(pattern: Pattern, length: usize) -> Self {
        let mut sets = Sets::seeded(length as u64);
        let inputs = 0..pattern.inputs().len();
        let mut words: Vec<Vec<u64>> = inputs.map(|_| (0..length).map(|_| sets.sparse()).collect()).collect();
        let mut bytes = Vec::new();
        let last = words.last_mut().unwrap().iter_mut().zip(0..);
        match pattern.inputs_are() {
            Arguments::Sets => (),
            Arguments::SetsAndNumber => last.for_each(|(word, n): (_, u64)| *word = n % 10),
            Arguments::SetsAndFlag => last.for_each(|(word, n): (_, u64)| *word = n % 3),
            Arguments::Squares => {
                // Bytes from 64 to 69 are not squares.
                let square = |word: &u64| (word >> 20) as u8 % 70;
                bytes = words.iter().map(|column| column.iter().map(square).collect::<Vec<u8>>()).collect();
                let set = |byte: &u8| if *byte < 64 { 1 << byte } else { 0 };
                words = bytes.iter().map(|column| column.iter().map(set).collect()).collect();
            }
        }
        Self { words, bytes }
    }

    /// Returns a pointer to each input.
    fn pointers(&self) -> Vec<*const c_void> {
        if self.bytes.is_empty() {
            self.words.iter().map(|column| column.as_ptr().cast()).collect()
        } else {
            self.bytes.iter().map(|column| column.as_ptr().cast()).collect()
        }
    }
}

/// A form that writes a column for each output.
type Columns<T> = unsafe extern "C" fn(*const Backend, c_int, *const *const c_void, *const *mut T, usize) -> c_int;

/// Compares a form that writes a column for each output with the expected columns.
fn check_columns<T>(pattern: Pattern, inputs: &Inputs, expected: &[Vec<T>], form: Columns<T>)
where
    T: Copy + Default + PartialEq + std::fmt::Debug,
{
    let (length, constant) = (expected[0].len(), number(pattern.name()).cast_signed());
    let mut outputs: Vec<Vec<T>> = vec![vec![T::default(); length]; expected.len()];
    let pointers: Vec<*mut T> = outputs.iter_mut().map(Vec::as_mut_ptr).collect();
    // SAFETY: there is a column of this length for each input and each output of the pattern.
    let code = unsafe { form(ptr::null(), constant, inputs.pointers().as_ptr(), pointers.as_ptr(), length) };
    assert_eq!((code, &outputs[..]), (OK, expected), "{pattern}");
}

/// A form that writes some words for each output, one output after another.
type Words = unsafe extern "C" fn(*const Backend, c_int, *const *const c_void, *mut u64, usize) -> c_int;

/// Compares a form that writes words with the expected words.
fn check_words(pattern: Pattern, inputs: &Inputs, length: usize, expected: &[u64], form: Words) {
    let (mut words, constant) = (vec![0; expected.len()], number(pattern.name()).cast_signed());
    // SAFETY: there is a column of this length for each input of the pattern, and the outputs have their words.
    let code = unsafe { form(ptr::null(), constant, inputs.pointers().as_ptr(), words.as_mut_ptr(), length) };
    assert_eq!((code, &words[..]), (OK, expected), "{pattern}");
}

/// Returns the forms that a pattern must have, as `setwise_pattern_forms` returns them.
fn expected_forms(pattern: Pattern) -> u32 {
    match (pattern.inputs_are(), pattern.results_are()) {
        (Arguments::Squares, _) => 1,
        (_, Results::Sets) => 15,
        (_, Results::Numbers) => 5,
    }
}

#[test]
fn every_form_of_every_pattern_gives_the_results_of_the_rust_library() {
    for pattern in Interface::C.patterns() {
        let (name, mut found) = (CString::new(pattern.name()).unwrap(), 0);
        // SAFETY: the name has a NUL at its end.
        assert_eq!(unsafe { setwise_pattern_find(name.as_ptr(), &mut found) }, OK);
        assert_eq!(found, number(pattern.name()).cast_signed());
        let forms = setwise_pattern_forms(found);
        assert_eq!(forms, expected_forms(pattern), "{pattern}");
        for length in [0, 1, 3, 4, 7, 8, 9, 31, 64, 67, 300] {
            let inputs = Inputs::of(pattern, length);
            let results = pattern.visit(Expected(&inputs.words));
            check_columns(pattern, &inputs, &results, setwise_map);
            if forms & 2 != 0 {
                let count = |column: &Vec<u64>| column.iter().map(|set| set.count_ones() as u8).collect();
                let counts: Vec<Vec<u8>> = results.iter().map(count).collect();
                check_columns(pattern, &inputs, &counts, setwise_counts);
            }
            if forms & 4 != 0 {
                let is_set = pattern.results_are() == Results::Sets;
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
