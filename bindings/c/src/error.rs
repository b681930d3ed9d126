//! Error codes, and the functions that convert panics to error codes.

use std::ffi::{CStr, c_char, c_int};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

macro_rules! errors {
    ($($error:ident = $code:literal $name:literal, $message:literal;)+) => {
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

            /// Returns the name of the code in `setwise.h`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$error => $name,)+
                }
            }

            const fn message(self) -> &'static CStr {
                match self {
                    $(Self::$error => $message,)+
                }
            }
        }
    };
}

errors! {
    NullPointer = 1 "SETWISE_ERROR_NULL_POINTER", c"a pointer is null";
    Misaligned = 2 "SETWISE_ERROR_MISALIGNED", c"a column or an array of pointers is not aligned to its elements";
    Overlap = 3 "SETWISE_ERROR_OVERLAP", c"an output overlaps another column";
    TooLong = 4 "SETWISE_ERROR_TOO_LONG", c"a column is longer than an object can be";
    UnknownName = 5 "SETWISE_ERROR_UNKNOWN_NAME", c"no backend, pattern or feature has this name; `setwise list` shows all names";
    UnknownBackend = 6 "SETWISE_ERROR_UNKNOWN_BACKEND", c"the pointer to a backend did not come from this library";
    NotReady = 7 "SETWISE_ERROR_NOT_READY", c"the library or the CPU lacks this backend";
    NoSuchForm = 8 "SETWISE_ERROR_NO_SUCH_FORM", c"the pattern does not have this form";
    UnknownRules = 9 "SETWISE_ERROR_UNKNOWN_RULES", c"no rules have this number";
    BadLine = 10 "SETWISE_ERROR_BAD_LINE", c"reading stopped after a line that is not a position";
    Full = 11 "SETWISE_ERROR_FULL", c"the columns are full, and the text has more positions";
    Internal = 12 "SETWISE_ERROR_INTERNAL", c"an internal error of the library";
    BadExpression = 13 "SETWISE_ERROR_BAD_EXPRESSION", c"the text is not an expression";
    NoRoom = 14 "SETWISE_ERROR_NO_ROOM", c"the memory for the elements of lists is too short";
    OffsetTooLarge = 15 "SETWISE_ERROR_OFFSET_TOO_LARGE", c"the lists have more elements than an offset of 32 bits can count";
    BadGame = 16 "SETWISE_ERROR_BAD_GAME", c"a game with an error was skipped";
    NotText = 17 "SETWISE_ERROR_NOT_TEXT", c"the text is compressed or is not in UTF-8";
    UnknownPattern = 18 "SETWISE_ERROR_UNKNOWN_PATTERN", c"the library has no pattern with this constant";
    UnknownPairs = 19 "SETWISE_ERROR_UNKNOWN_PAIRS", c"no kind of pairs has this number";
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A value that panics when it is dropped.
    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }

    #[test]
    fn a_panic_becomes_an_error_whatever_its_value() {
        assert_eq!(status(|| panic!("planted")), Error::Internal as c_int);
        assert_eq!(status(|| std::panic::panic_any(Bomb)), Error::Internal as c_int);
        assert_eq!(status(|| Err(Error::Overlap)), 3);
        assert_eq!(status(|| Ok(())), OK);
    }

    #[test]
    fn codes_and_messages_are_distinct() {
        for (n, error) in Error::ALL.iter().enumerate() {
            assert_eq!(*error as usize, n + 1);
            assert!(Error::ALL[..n].iter().all(|other| other.message() != error.message()));
        }
    }
}
