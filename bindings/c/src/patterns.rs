//! The table of patterns. A pattern is found by its number, which is the value of its constant in `setwise.h`.
//!
//! For `knight_moves`, the macros below generate this entry:
//!
//! ```text
//! Pattern {
//!     number: KnightMoves.number(), name: c"knight_moves", inputs: &[c"knights", c"own"], ..
//!     forms: Forms {
//!         map: Some(|backend, inputs, outputs, length| ..),       // calls form::map with the kernel
//!         counts: .., total: .., heat: ..
//!     },
//! }
//! ```

use std::ffi::{CStr, c_int, c_void};
use std::sync::LazyLock;

use setwise::Backend;
use setwise_patterns::{Inputs, Results, for_each_pattern, kernels::*};

use crate::error::Error;
use crate::form;

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
            name: literal(concat!(stringify!($name), "\0")),
            definition: literal(concat!($($definition,)+ "\0")),
            inputs: &[$(literal(concat!(stringify!($input), "\0"))),+],
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
        Forms { map: Some(form!(map_squares, $($pattern)+)), ..Forms::NONE }
    };
    ($inputs:ident Sets $($pattern:tt)+) => {
        Forms {
            map: Some(form!(map, $($pattern)+)),
            counts: Some(form!(counts, $($pattern)+)),
            total: Some(form!(total, $($pattern)+)),
            heat: Some(form!(heat, $($pattern)+)),
        }
    };
    ($inputs:ident Numbers $($pattern:tt)+) => {
        Forms { map: Some(form!(map, $($pattern)+)), total: Some(form!(total, $($pattern)+)), ..Forms::NONE }
    };
}

/// Makes a [`Form`] that calls a function of `form.rs`.
macro_rules! form {
    ($run:ident, [$($input:ident),+] [$($output:ident),+] $kernel:expr) => {
        |backend, inputs, outputs, length| {
            const IN: usize = [$(stringify!($input)),+].len();
            const OUT: usize = [$(stringify!($output)),+].len();
            // SAFETY: the caller promises what the form requires.
            unsafe { form::$run::<_, IN, OUT>($kernel, backend, inputs, outputs, length) }
        }
    };
}

for_each_pattern!(table);

/// Converts a literal to a text for C. The literal must end with a NUL and contain no other NUL.
pub(crate) const fn literal(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a literal must end with its only NUL"),
    }
}
