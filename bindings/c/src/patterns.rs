//! The table of patterns. A pattern is found by its number, which is the value of its constant in `setwise.h`.
//!
//! For `knight_moves`, the macros below generate this entry:
//!
//! ```text
//! Pattern {
//!     number: KnightMoves.number(), name: c"knight_moves", inputs: &[c"knights", c"own"], ..
//!     forms: Forms {
//!         map: Some(|backend, inputs, outputs, length| ..),       // calls form::map with the kernel and arrays of pointers
//!         counts: .., total: .., heat: ..
//!     },
//! }
//! ```

use std::ffi::{CStr, c_int, c_void};
use std::sync::LazyLock;

use setwise::Backend;
use setwise_patterns::{Inputs, Results};
#[cfg(not(test))]
use setwise_patterns::{for_each_pattern, kernels::*};

use crate::column::array;
use crate::error::Error;
use crate::form;
use crate::handle;

/// A function that computes one form of a pattern. It takes an array of pointers to columns, each of which contains
/// words, or bytes if the inputs are squares, and the outputs.
pub(crate) type Form<Outputs> = unsafe fn(Backend, *const *const c_void, Outputs, usize) -> Result<(), Error>;

/// The forms that a pattern has. `map` and `counts` write a column for each output. The words of `total` and `heat` for
/// all outputs follow each other.
#[derive(Clone, Copy)]
pub(crate) struct Forms {
    pub(crate) map: Option<Form<*const *mut u64>>,
    pub(crate) counts: Option<Form<*const *mut u8>>,
    pub(crate) total: Option<Form<*mut u64>>,
    pub(crate) heat: Option<Form<*mut u64>>,
}

impl Forms {
    const NONE: Self = Self { map: None, counts: None, total: None, heat: None };
}

/// A pattern in the table.
pub(crate) struct Pattern {
    pub(crate) number: u32,
    pub(crate) name: &'static CStr,
    pub(crate) definition: &'static CStr,
    /// The names of the inputs.
    pub(crate) inputs: &'static [&'static CStr],
    pub(crate) inputs_are: Inputs,
    pub(crate) outputs: usize,
    pub(crate) results: Results,
    pub(crate) forms: Forms,
}

/// The patterns in ascending order of their numbers.
static BY_NUMBER: LazyLock<Vec<&Pattern>> = LazyLock::new(|| {
    let mut patterns: Vec<&Pattern> = PATTERNS.iter().collect();
    patterns.sort_unstable_by_key(|pattern| pattern.number);
    patterns
});

/// Returns the pattern with this number, or an error if there is none.
pub(crate) fn find(number: c_int) -> Result<&'static Pattern, Error> {
    let number = u32::try_from(number).map_err(|_| Error::UnknownPattern)?;
    let found = BY_NUMBER.binary_search_by_key(&number, |pattern| pattern.number);
    found.map(|index| BY_NUMBER[index]).map_err(|_| Error::UnknownPattern)
}

macro_rules! table {
    ($($variant:ident $name:ident $section:literal $inputs:ident[$($input:ident),+] ->
        $results:ident[$($result:ident),+] = $kernel:expr, $($definition:literal)+;)+) => {
        /// The table of patterns, in the order of the catalogue.
        pub(crate) static PATTERNS: &[Pattern] = &[$(Pattern {
            number: setwise_patterns::number(stringify!($name)),
            name: handle::literal(concat!(stringify!($name), "\0")),
            definition: handle::literal(concat!($($definition,)+ "\0")),
            inputs: &[$(handle::literal(concat!(stringify!($input), "\0"))),+],
            inputs_are: Inputs::$inputs,
            outputs: [$(stringify!($result)),+].len(),
            results: Results::$results,
            forms: forms!($inputs $results [$($input),+] [$($result),+] $kernel),
        }),+];
    };
}

/// The forms of a pattern. A pattern whose inputs are squares has only `map`. Other patterns have all four forms if their
/// results are sets, and `map` and `total` if their results are numbers.
macro_rules! forms {
    (Squares $results:ident $($pattern:tt)+) => {
        Forms { map: Some(columns!(map_squares, $($pattern)+)), ..Forms::NONE }
    };
    ($inputs:ident Sets $($pattern:tt)+) => {
        Forms {
            map: Some(columns!(map, $($pattern)+)),
            counts: Some(columns!(counts, $($pattern)+)),
            total: Some(words!(total, $($pattern)+)),
            heat: Some(words!(heat, $($pattern)+)),
        }
    };
    ($inputs:ident Numbers $($pattern:tt)+) => {
        Forms { map: Some(columns!(map, $($pattern)+)), total: Some(words!(total, $($pattern)+)), ..Forms::NONE }
    };
}

/// Makes a [`Form`] that writes a column for each output. It calls a function of `form.rs`.
macro_rules! columns {
    ($run:ident, [$($input:ident),+] [$($output:ident),+] $kernel:expr) => {
        |backend, inputs, outputs, length| {
            // SAFETY: the caller promises that the array has an element for each input and is not written during the
            // call.
            let inputs = unsafe { array(inputs, [$(stringify!($input)),+].len()) }?;
            // SAFETY: the caller promises that the array has an element for each output and is not written during the
            // call.
            let outputs = unsafe { array(outputs, [$(stringify!($output)),+].len()) }?;
            let (&[$($input),+], &[$($output),+]) = (inputs, outputs) else { return Err(Error::Internal) };
            // SAFETY: by the section "Columns" of `setwise.h`, every column has `length` elements, and the elements of
            // inputs are initialised. No other thread writes the inputs or uses the outputs.
            unsafe { form::$run($kernel, backend, [$($input.cast()),+], [$($output),+], length) }
        }
    };
}

/// Makes a [`Form`] that writes some words for each output. It calls a function of `form.rs`.
macro_rules! words {
    ($run:ident, [$($input:ident),+] [$($output:ident),+] $kernel:expr) => {
        |backend, inputs, outputs, length| {
            // SAFETY: the caller promises that the array has an element for each input and is not written during the
            // call.
            let inputs = unsafe { array(inputs, [$(stringify!($input)),+].len()) }?;
            let &[$($input),+] = inputs else { return Err(Error::Internal) };
            // SAFETY: by the section "Columns" of `setwise.h`, every column has `length` initialised elements, which no
            // other thread writes. The caller promises that the words exist and that nothing else uses them.
            unsafe { form::$run($kernel, backend, [$($input.cast()),+], outputs, length) }
        }
    };
}

#[cfg(not(test))]
for_each_pattern!(table);

// In unit tests, the table contains only the patterns of the test below, because compiling all patterns takes too long. The
// tests in the folder `tests` check all patterns.
#[cfg(test)]
pub(crate) use tests::PATTERNS;

#[cfg(test)]
mod tests {
    use std::ptr;

    use setwise::{Kernel, Lanes, Spread};

    use super::*;
    use crate::any::{setwise_counts, setwise_heat, setwise_map, setwise_total};

    #[derive(Clone, Copy)]
    struct Panics;

    impl Kernel<1, 1> for Panics {
        fn eval<S: Spread<V>, V: Lanes>(self, _: S, _: [V; 1]) -> [V; 1] {
            panic!("planted")
        }
    }

    table! {
        PlantedSets planted_sets "0" Sets[boards] -> Sets[squares] = Panics, "Panics.";
        PlantedNumbers planted_numbers "0" Sets[boards] -> Numbers[numbers] = Panics, "Panics.";
        PlantedLookup planted_lookup "0" Squares[squares] -> Sets[results] = Panics, "Panics.";
    }

    #[test]
    fn no_panic_leaves_an_exported_function() {
        let (boards, squares, mut words, mut bytes) = ([0_u64; 9], [0_u8; 9], [0; 64], [0; 9]);
        let (from, from_squares) = ([boards.as_ptr().cast()], [squares.as_ptr().cast()]);
        let (to, to_bytes, any) = ([words.as_mut_ptr()], [bytes.as_mut_ptr()], ptr::null());
        let [sets, numbers, lookup] = [0, 1, 2].map(|n: usize| PATTERNS[n].number.cast_signed());
        let codes = [
            // SAFETY: the input and the output have nine elements.
            unsafe { setwise_map(any, sets, from.as_ptr(), to.as_ptr(), 9) },
            // SAFETY: the columns have nine elements.
            unsafe { setwise_counts(any, sets, from.as_ptr(), to_bytes.as_ptr(), 9) },
            // SAFETY: the input has nine elements, and the output has more than one word.
            unsafe { setwise_total(any, sets, from.as_ptr(), to[0], 9) },
            // SAFETY: the input has nine elements, and the output has 64 words.
            unsafe { setwise_heat(any, sets, from.as_ptr(), to[0], 9) },
            // SAFETY: the input and the output have nine elements.
            unsafe { setwise_map(any, numbers, from.as_ptr(), to.as_ptr(), 9) },
            // SAFETY: the input has nine elements, and the output has more than one word.
            unsafe { setwise_total(any, numbers, from.as_ptr(), to[0], 9) },
            // SAFETY: the input and the output have nine elements.
            unsafe { setwise_map(any, lookup, from_squares.as_ptr(), to.as_ptr(), 9) },
        ];
        assert_eq!(codes, [Error::Internal as c_int; 7]);
    }

    #[test]
    fn only_the_numbers_of_patterns_are_found() {
        for pattern in PATTERNS {
            assert_eq!(find(pattern.number.cast_signed()).map(|found| found.name), Ok(pattern.name));
        }
        for wrong in [0, -1, c_int::MIN, c_int::MAX] {
            assert_eq!(find(wrong).map(|found| found.name), Err(Error::UnknownPattern), "{wrong}");
        }
    }
}
