//! The end of a program: which errors concern the usage or standard output, and the exit code.
//!
//! If the program that reads the output, such as `head`, has closed the pipe, a program ends without a message and with
//! exit code 0. Exit code 2 means an error in the usage, or a standard output that cannot be written. For any other
//! error, the exit code is 1.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::iter;
use std::process::ExitCode;

/// An error in the arguments of a program, or an output that cannot be written.
#[derive(Debug)]
pub struct Usage(String);

impl Usage {
    /// Creates an error with this message.
    pub fn new(message: impl ToString) -> Self {
        Self(message.to_string())
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Usage {}

/// The error of standard output. The cause is the I/O error.
#[derive(Debug)]
pub struct OutputError(io::Error);

impl From<io::Error> for OutputError {
    fn from(error: io::Error) -> Self {
        Self(error)
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot write standard output")
    }
}

impl Error for OutputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// Prints a line to standard output. Unlike `println!`, does not panic if this fails.
///
/// # Errors
///
/// Returns the error of standard output, for which [`end`] chooses the exit code.
pub fn print_line(line: fmt::Arguments<'_>) -> Result<(), OutputError> {
    Ok(writeln!(io::stdout(), "{line}")?)
}

/// Prints the error of a program to standard error, after `error: `, and returns the exit code. Prints nothing if the pipe
/// of the output is closed.
#[must_use]
pub fn end(error: &(dyn Error + 'static)) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(io::stderr(), "error: {}", message(error));
    ExitCode::from(if is_usage(error) { 2 } else { 1 })
}

/// Returns the exit code of a program that has printed only a text: its help or its version to standard output, or, if
/// `wrong` is true, a message about wrong arguments to standard error. If the text could not be printed, prints the reason.
#[must_use]
pub fn end_after_printing(printed: io::Result<()>, wrong: bool) -> ExitCode {
    match printed {
        _ if wrong => ExitCode::from(2),
        Err(error) => end(&OutputError(error)),
        Ok(()) => ExitCode::SUCCESS,
    }
}

/// Returns whether an error says that the reader of the output has closed the pipe.
#[must_use]
pub fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let kind = |cause: &(dyn Error + 'static)| cause.downcast_ref::<io::Error>().map(io::Error::kind);
    causes(error).any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}

/// Returns whether an error concerns the usage, or standard output.
#[must_use]
pub fn is_usage(error: &(dyn Error + 'static)) -> bool {
    causes(error).any(|cause| cause.is::<Usage>() || cause.is::<OutputError>())
}

/// Returns the message of an error and of its causes, with colons between them.
#[must_use]
pub fn message(error: &(dyn Error + 'static)) -> String {
    causes(error).map(|cause| cause.to_string()).collect::<Vec<_>>().join(": ")
}

/// Returns the error and its causes, the outermost first.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |&error| error.source())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct InFile(OutputError);

    impl fmt::Display for InFile {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("games.fen")
        }
    }

    impl Error for InFile {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn errors_of_the_usage_and_of_the_output_are_found_at_any_depth() {
        let full = || OutputError(io::ErrorKind::StorageFull.into());
        assert!(message(&full()).starts_with("cannot write standard output: "));
        assert!(message(&InFile(full())).starts_with("games.fen: cannot write standard output: "));
        assert!(is_usage(&full()) && is_usage(&InFile(full())) && is_usage(&Usage::new("no file given")));
        assert!(!is_usage(&io::Error::from(io::ErrorKind::StorageFull)));
    }

    #[test]
    fn a_closed_pipe_is_found_at_any_depth() {
        let closed = || OutputError(io::ErrorKind::BrokenPipe.into());
        assert!(is_broken_pipe(&closed()) && is_broken_pipe(&InFile(closed())));
        assert!(!is_broken_pipe(&OutputError(io::ErrorKind::StorageFull.into())));
    }
}
