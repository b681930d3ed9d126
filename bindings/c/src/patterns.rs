//! Exports each form of each pattern as a separate function, and defines a table in which patterns are found by name.
//!
//! For `knight_moves`, the macros below generate this code:
//!
//! ```text
//! pub mod knight_moves {
//!     #[unsafe(export_name = "setwise_map_knight_moves")]
//!     pub unsafe extern "C" fn map(knights: *const u64, own: *const u64, squares: *mut u64, length: usize) -> c_int {
//!         status(|| unsafe { form::map(KnightMoves, backend::auto(), [knights, own], [squares], length) })
//!     }
//!     pub unsafe extern "C" fn counts(..) ..      // the same with bytes as outputs
//!     pub unsafe extern "C" fn total(..) ..
//!     pub unsafe extern "C" fn heat(..) ..
//!
//!     pub(super) const FORMS: Forms = Forms { map: Some(|backend, inputs, outputs, length| ..), counts: .. };
//! }
//!
//! static PATTERNS: &[Pattern] = &[Pattern { name: c"knight_moves", inputs: &[c"knights", c"own"], .., forms: knight_moves::FORMS }, ..];
//! ```
//!
//! The exported functions always use the automatic backend, because few callers need another one. `any.rs` has
//! functions that take a pattern and a backend as arguments.

use std::ffi::{CStr, c_int, c_void};

use setwise::Backend;
use setwise_patterns::{Inputs, Results};
#[cfg(not(test))]
use setwise_patterns::{for_each_pattern, kernels::*};

use crate::backend;
use crate::column::array;
use crate::error::{Error, status};
use crate::form;
use crate::handle;

/// A function that computes one form of a pattern. It takes arrays of pointers to columns. An input column contains
/// words, or bytes if the inputs are squares.
pub(crate) type Form<T> = unsafe fn(Backend, *const *const c_void, *const *mut T, usize) -> Result<(), Error>;

/// The forms that a pattern has.
#[derive(Clone, Copy)]
pub(crate) struct Forms {
    pub(crate) map: Option<Form<u64>>,
    pub(crate) counts: Option<Form<u8>>,
    pub(crate) total: Option<Form<u64>>,
    pub(crate) heat: Option<Form<u64>>,
}

impl Forms {
    const NONE: Self = Self { map: None, counts: None, total: None, heat: None };
}

/// A pattern in the table. In C, the type is opaque.
pub struct Pattern {
    pub(crate) name: &'static CStr,
    pub(crate) definition: &'static CStr,
    /// The names of the inputs.
    pub(crate) inputs: &'static [&'static CStr],
    pub(crate) inputs_are: Inputs,
    pub(crate) outputs: usize,
    pub(crate) results: Results,
    pub(crate) forms: Forms,
}

macro_rules! export {
    ($($variant:ident $name:ident $section:literal $inputs:ident[$($input:ident),+] ->
        $results:ident[$($result:ident),+] = $kernel:expr, $($definition:literal)+;)+) => {
        $(
            #[doc = concat!($($definition),+)]
            pub mod $name {
                use super::*;

                export_forms! { $inputs $results $name [$($input),+] [$($result),+] $kernel }
            }
        )+

        /// The table of patterns.
        pub(crate) static PATTERNS: &[Pattern] = &[$(Pattern {
            name: handle::literal(concat!(stringify!($name), "\0")),
            definition: handle::literal(concat!($($definition,)+ "\0")),
            inputs: &[$(handle::literal(concat!(stringify!($input), "\0"))),+],
            inputs_are: Inputs::$inputs,
            outputs: [$(stringify!($result)),+].len(),
            results: Results::$results,
            forms: $name::FORMS,
        }),+];
    };
}

/// Exports the forms of a pattern. A pattern whose inputs are squares has only `map`. Other patterns have all four
/// forms if their results are sets, and `map` and `total` if their results are numbers.
macro_rules! export_forms {
    (Squares $results:ident $($pattern:tt)+) => {
        export_form! { map as map_squares, u8 => u64, $($pattern)+ }
        pub(super) const FORMS: Forms = Forms { map: Some(by_array!(map_squares, $($pattern)+)), ..Forms::NONE };
    };
    ($inputs:ident Sets $($pattern:tt)+) => {
        export_form! { map as map, u64 => u64, $($pattern)+ }
        export_form! { counts as counts, u64 => u8, $($pattern)+ }
        export_form! { total as total, u64 => u64, $($pattern)+ }
        export_form! { heat as heat, u64 => u64, $($pattern)+ }
        pub(super) const FORMS: Forms = Forms {
            map: Some(by_array!(map, $($pattern)+)),
            counts: Some(by_array!(counts, $($pattern)+)),
            total: Some(by_array!(total, $($pattern)+)),
            heat: Some(by_array!(heat, $($pattern)+)),
        };
    };
    ($inputs:ident Numbers $($pattern:tt)+) => {
        export_form! { map as map, u64 => u64, $($pattern)+ }
        export_form! { total as total, u64 => u64, $($pattern)+ }
        pub(super) const FORMS: Forms = Forms {
            map: Some(by_array!(map, $($pattern)+)),
            total: Some(by_array!(total, $($pattern)+)),
            ..Forms::NONE
        };
    };
}

/// Exports one form of a pattern as a function, named after the form and the pattern.
macro_rules! export_form {
    ($form:ident as $run:ident, $from:ty => $to:ty, $name:ident [$($input:ident),+] [$($output:ident),+] $kernel:expr) => {
        #[doc = concat!("Implements `setwise_", stringify!($form), "_", stringify!($name), "` of `setwise.h`.")]
        ///
        /// # Safety
        ///
        /// The columns must meet the requirements of the section "Columns" of `setwise.h`.
        #[unsafe(export_name = concat!("setwise_", stringify!($form), "_", stringify!($name)))]
        pub unsafe extern "C" fn $form($($input: *const $from,)+ $($output: *mut $to,)+ length: usize) -> c_int {
            // SAFETY: by the section "Columns" of `setwise.h`, every column has `length` elements, except that totals
            // have one word and heat maps have 64. The elements of inputs are initialised. No other thread writes the
            // inputs or uses the outputs.
            status(|| unsafe { form::$run($kernel, backend::auto(), [$($input),+], [$($output),+], length) })
        }
    };
}

/// Makes a [`Form`] that calls a function of `form.rs` for one pattern.
macro_rules! by_array {
    ($run:ident, $name:ident [$($input:ident),+] [$($output:ident),+] $kernel:expr) => {
        |backend, inputs, outputs, length| {
            // SAFETY: the caller promises that the array has an element for each input and is not written during the
            // call.
            let inputs = unsafe { array(inputs, [$(stringify!($input)),+].len()) }?;
            // SAFETY: the caller promises that the array has an element for each output and is not written during the
            // call.
            let outputs = unsafe { array(outputs, [$(stringify!($output)),+].len()) }?;
            let (&[$($input),+], &[$($output),+]) = (inputs, outputs) else { return Err(Error::Internal) };
            // SAFETY: by the section "Columns" of `setwise.h`, every column has `length` elements, except that totals
            // have one word and heat maps have 64. The elements of inputs are initialised. No other thread writes the
            // inputs or uses the outputs.
            unsafe { form::$run($kernel, backend, [$($input.cast()),+], [$($output),+], length) }
        }
    };
}

#[cfg(not(test))]
for_each_pattern!(columns export);

// In unit tests, the table contains only the patterns of the test below, because compiling all patterns takes too long. The
// tests in the folder `tests` check all patterns.
#[cfg(test)]
pub(crate) use tests::PATTERNS;

#[cfg(test)]
#[allow(unreachable_pub, reason = "the macros that are tested make public items")]
mod tests {
    use setwise::{Kernel, Lanes, Spread};

    use super::*;

    #[derive(Clone, Copy)]
    struct Panics;

    impl Kernel<1, 1> for Panics {
        fn eval<S: Spread<V>, V: Lanes>(self, _: S, _: [V; 1]) -> [V; 1] {
            panic!("planted")
        }
    }

    export! {
        PlantedSets planted_sets "0" Sets[boards] -> Sets[squares] = Panics, "Panics.";
        PlantedNumbers planted_numbers "0" Sets[boards] -> Numbers[numbers] = Panics, "Panics.";
        PlantedLookup planted_lookup "0" Squares[squares] -> Sets[results] = Panics, "Panics.";
    }

    #[test]
    fn no_panic_leaves_an_exported_function() {
        let (boards, squares, mut words, mut bytes) = ([0; 9], [0; 9], [0; 64], [0; 9]);
        let (from, from_squares, to, to_bytes) =
            (boards.as_ptr(), squares.as_ptr(), words.as_mut_ptr(), bytes.as_mut_ptr());
        let (inputs, outputs) = ([from.cast()], [to]);
        let codes = [
            // SAFETY: the input has nine elements, and the output has more.
            unsafe { planted_sets::map(from, to, 9) },
            // SAFETY: the columns have nine elements.
            unsafe { planted_sets::counts(from, to_bytes, 9) },
            // SAFETY: the input has nine elements, and the output has more than one word.
            unsafe { planted_sets::total(from, to, 9) },
            // SAFETY: the input has nine elements, and the output has 64 words.
            unsafe { planted_sets::heat(from, to, 9) },
            // SAFETY: the input has nine elements, and the output has more.
            unsafe { planted_numbers::map(from, to, 9) },
            // SAFETY: the input has nine elements, and the output has more than one word.
            unsafe { planted_numbers::total(from, to, 9) },
            // SAFETY: the input has nine elements, and the output has more.
            unsafe { planted_lookup::map(from_squares, to, 9) },
            status(|| {
                let map = PATTERNS[0].forms.map.ok_or(Error::NoSuchForm)?;
                // SAFETY: there is one input with nine elements, and one output with more.
                unsafe { map(setwise::auto(), inputs.as_ptr(), outputs.as_ptr(), 9) }
            }),
        ];
        assert_eq!(codes, [Error::Internal as c_int; 8]);
    }
}
