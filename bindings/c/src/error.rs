//! Error codes, and the functions that convert panics to error codes.

use std::ffi::{CStr, c_char, c_int};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

macro_rules! errors {
    ($($error:ident = $code:literal $message:literal;)+) => {
        /// The reason why a function failed. `setwise.h` defines the codes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(i32)]
        #[allow(missing_docs, reason = "each is documented by its message")]
        pub enum Error {
            $($error = $code,)+
        }

        impl Error {
            /// All errors.
            pub const ALL: &[Self] = &[$(Self::$error,)+];

            const fn message(self) -> &'static CStr {
                match self {
                    $(Self::$error => $message,)+
                }
            }
        }
    };
}

errors! {
    NullPointer = 1 c"a pointer is null";
    Misaligned = 2 c"a column or an array of pointers is not aligned to its elements";
    Overlap = 3 c"an output overlaps another column";
    TooLong = 4 c"a column is longer than an object can be";
    UnknownName = 5 c"no backend, pattern or feature has this name; `setwise list` shows all names";
    UnknownBackend = 6 c"the pointer to a backend did not come from this library";
    NotReady = 7 c"the library or the CPU lacks this backend";
    NoSuchForm = 8 c"the pattern does not have this form";
    UnknownRules = 9 c"no rules have this number";
    BadLine = 10 c"reading stopped after a line that is not a position";
    Full = 11 c"the columns are full, and the text has more positions";
    Internal = 12 c"an internal error of the library";
    BadExpression = 13 c"the text is not an expression";
    NoRoom = 14 c"the memory for the elements of lists is too short";
    OffsetTooLarge = 15 c"the lists have more elements than an offset of 32 bits can count";
    BadGame = 16 c"a game with an error was skipped";
    NotText = 17 c"the text is compressed or is not in UTF-8";
    UnknownPattern = 18 c"the library has no pattern with this constant";
    UnknownPairs = 19 c"no kind of pairs has this number";
}

/// The code that a function returns if it succeeds.
pub const OK: c_int = 0;

/// Runs the body of an exported function, and returns [`OK`] or an error code. A panic becomes [`Error::Internal`].
#[inline]
pub(crate) fn status(run: impl FnOnce() -> Result<(), Error>) -> c_int {
    match caught(run) {
        Ok(Ok(())) => OK,
        Ok(Err(error)) => error as c_int,
        Err(error) => error as c_int,
    }
}

/// Runs a closure. A panic becomes [`Error::Internal`].
///
/// `AssertUnwindSafe` is justified because no code reads data that a panic has left partly written. Columns belong to
/// the caller, and evaluators write their buffers before they read them.
#[inline]
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Error> {
    // The value of a panic is not dropped, because dropping it might panic too.
    catch_unwind(AssertUnwindSafe(run)).map_err(mem::forget).map_err(|()| Error::Internal)
}

/// Implements `setwise_error_message` of `setwise.h`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_error_message(code: c_int) -> *const c_char {
    let message = match Error::ALL.iter().find(|error| **error as c_int == code) {
        Some(error) => error.message(),
        None if code == OK => c"no error",
        None => c"unknown error code",
    };
    message.as_ptr()
}
