//! Compares every exported function of every pattern with the Rust library.
//!
//! The results of `map` are compared with the results of the Rust library. The expected counts, totals and heat maps
//! are computed from those results by plain loops. Each form is called through its named function and, on every ready
//! backend, through the function that takes any pattern.
#![allow(unsafe_code, reason = "calls of a C interface")]

use std::ffi::{CString, c_int, c_void};
use std::ptr;

use setwise::BackendId;
use setwise_c::any::{setwise_counts, setwise_heat, setwise_map, setwise_pattern_find, setwise_total};
use setwise_c::backend::{Backend, setwise_backend_find};
use setwise_c::error::OK;
use setwise_c::patterns::{self, Pattern};
use setwise_patterns::kernels::*;
use setwise_patterns::{Inputs as Arguments, Results, for_each_pattern};
use setwise_testkit::random::Sets;

/// A named function, such as `setwise_map_knight_moves`, with arrays as its arguments.
type Call<T> = fn(&[*const c_void], &[*mut T], usize) -> c_int;

/// A pattern of the catalogue.
struct Listed {
    name: &'static str,
    arguments: Arguments,
    inputs: usize,
    results: Results,
    outputs: usize,
    /// Computes the results with the Rust library.
    run: fn(&[&[u64]], &mut [&mut [u64]]),
    named: Named,
}

/// The named functions of a pattern.
#[derive(Default)]
struct Named {
    map: Option<Call<u64>>,
    counts: Option<Call<u8>>,
    total: Option<Call<u64>>,
    heat: Option<Call<u64>>,
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
                named: forms!($inputs $results $name [$($input),+] [$($result),+]),
            }),+]
        }
    };
}

macro_rules! forms {
    (Squares $results:ident $($pattern:tt)+) => { Named { map: Some(call!(map $($pattern)+)), ..Named::default() } };
    ($inputs:ident Sets $($pattern:tt)+) => {
        Named {
            map: Some(call!(map $($pattern)+)),
            counts: Some(call!(counts $($pattern)+)),
            total: Some(call!(total $($pattern)+)),
            heat: Some(call!(heat $($pattern)+)),
        }
    };
    ($inputs:ident Numbers $($pattern:tt)+) => {
        Named { map: Some(call!(map $($pattern)+)), total: Some(call!(total $($pattern)+)), ..Named::default() }
    };
}

macro_rules! call {
    ($form:ident $name:ident [$($input:ident),+] [$($output:ident),+]) => {
        |inputs, outputs, length| {
            let (&[$($input),+], &[$($output),+]) = (inputs, outputs) else { panic!("another number of columns") };
            // SAFETY: `check` passes columns of this length.
            unsafe { patterns::$name::$form($($input.cast(),)+ $($output,)+ length) }
        }
    };
}

for_each_pattern!(columns list);

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
            Arguments::Sets | Arguments::FixedNumber => (),
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

/// Runs a function and compares its outputs with `expected`. Each output has the length of the expected column.
fn check<T: Copy + Default + PartialEq + std::fmt::Debug>(
    what: &str,
    expected: &[Vec<T>],
    mut run: impl FnMut(&[*mut T]) -> c_int,
) {
    let mut outputs: Vec<Vec<T>> = expected.iter().map(|column| vec![T::default(); column.len()]).collect();
    let pointers: Vec<*mut T> = outputs.iter_mut().map(Vec::as_mut_ptr).collect();
    assert_eq!(run(&pointers), OK, "{what}");
    assert_eq!(outputs, expected, "{what}");
}

/// A function that runs one form of any pattern, such as `setwise_map`.
type General<T> =
    unsafe extern "C" fn(*const Backend, *const Pattern, *const *const c_void, *const *mut T, usize) -> c_int;

/// Checks the named function of a form. On every ready backend, also checks the function that takes any pattern.
fn check_form<T: Copy + Default + PartialEq + std::fmt::Debug>(
    name: &str,
    inputs: &Inputs,
    length: usize,
    expected: &[Vec<T>],
    call: Option<Call<T>>,
    general: General<T>,
) {
    let Some(call) = call else { return };
    check(name, expected, |outputs| call(&inputs.pointers, outputs, length));
    let text = CString::new(name).unwrap();
    let mut pattern = ptr::null();
    // SAFETY: the name has a NUL at its end.
    assert_eq!(unsafe { setwise_pattern_find(text.as_ptr(), &mut pattern) }, OK);
    for ready in BackendId::ready() {
        let text = CString::new(ready.id().name()).unwrap();
        let mut backend = ptr::null();
        // SAFETY: the name has a NUL at its end.
        assert_eq!(unsafe { setwise_backend_find(text.as_ptr(), &mut backend) }, OK);
        check(&format!("{name} on {}", ready.id()), expected, |outputs| {
            // SAFETY: there is a column of this length for each input and each output of the pattern.
            unsafe { general(backend, pattern, inputs.pointers.as_ptr(), outputs.as_ptr(), length) }
        });
    }
}

#[test]
fn every_function_of_every_pattern_gives_the_results_of_the_rust_library() {
    let mut forms = 0;
    let patterns = patterns();
    for pattern in &patterns {
        let calls = &pattern.named;
        forms += [calls.map.is_some(), calls.counts.is_some(), calls.total.is_some(), calls.heat.is_some()]
            .iter()
            .filter(|has| **has)
            .count();
        assert_eq!(calls.counts.is_some(), has_counts(pattern), "{}", pattern.name);
        assert!(calls.map.is_some(), "{}", pattern.name);
        assert_eq!(calls.total.is_some(), pattern.arguments != Arguments::Squares, "{}", pattern.name);
        for length in [0, 1, 3, 4, 7, 8, 9, 31, 64, 67, 300] {
            let inputs = Inputs::of(pattern, length);
            let columns: Vec<&[u64]> = inputs.words.iter().map(Vec::as_slice).collect();
            let mut results = vec![vec![0; length]; pattern.outputs];
            let mut outputs: Vec<&mut [u64]> = results.iter_mut().map(Vec::as_mut_slice).collect();
            (pattern.run)(&columns, &mut outputs);
            assert_eq!(inputs.bytes.is_empty(), pattern.arguments != Arguments::Squares);

            check_form(pattern.name, &inputs, length, &results, calls.map, setwise_map);
            let counts: Vec<Vec<u8>> =
                each(&results, |column| column.iter().map(|set| set.count_ones() as u8).collect());
            check_form(pattern.name, &inputs, length, &counts, calls.counts, setwise_counts);
            let value = |word: &u64| if pattern.results == Results::Sets { word.count_ones().into() } else { *word };
            let totals: Vec<Vec<u64>> = each(&results, |column| vec![column.iter().map(value).sum()]);
            check_form(pattern.name, &inputs, length, &totals, calls.total, setwise_total);
            let boards =
                |column: &Vec<u64>, square: u32| column.iter().filter(|set| *set >> square & 1 == 1).count() as u64;
            let heat = each(&results, |column| (0..64).map(|square| boards(column, square)).collect());
            check_form(pattern.name, &inputs, length, &heat, calls.heat, setwise_heat);
        }
    }
    assert!(forms > 3 * patterns.len(), "{forms} functions");
}

/// Returns whether the pattern must have the forms `counts` and `heat`.
fn has_counts(pattern: &Listed) -> bool {
    pattern.arguments != Arguments::Squares && pattern.results == Results::Sets
}

fn each<T, U>(columns: &[Vec<T>], compute: impl Fn(&Vec<T>) -> Vec<U>) -> Vec<Vec<U>> {
    columns.iter().map(compute).collect()
}

/// Runs two forms of a pattern on the same inputs in four threads at once. Every thread must compute the results that a
/// single thread computes.
#[test]
fn functions_can_be_called_from_several_threads() {
    let words: Vec<u64> = (1..5000_u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    let run = || {
        let (mut results, mut total) = (vec![0; words.len()], 0);
        // SAFETY: the columns have this length, and no other thread uses the results.
        let codes = [unsafe { patterns::knight_attacks::map(words.as_ptr(), results.as_mut_ptr(), words.len()) }, {
            // SAFETY: the column has this length.
            unsafe { patterns::knight_attacks::total(words.as_ptr(), &mut total, words.len()) }
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
