//! Prints errors and chooses exit codes.

use std::io::{self, Write};
use std::process::ExitCode;

/// Returns whether the error is that the reader of the output has closed the pipe.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}

/// Returns whether standard output cannot be written. Only errors of standard output are bare I/O errors.
pub(crate) fn is_of_output(error: &anyhow::Error) -> bool {
    error.chain().count() == 1 && error.is::<io::Error>()
}

/// Returns the message of an error on one line.
pub(crate) fn in_one_line(error: &anyhow::Error) -> String {
    let message =
        if is_of_output(error) { format!("cannot write standard output: {error}") } else { format!("{error:#}") };
    // The message may quote an argument, which may contain line ends.
    message.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

/// Prints help and version to standard output, and an error in the arguments to standard error, in clap's own words.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    match error.print() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "error: {}", in_one_line(&error.into()));
            ExitCode::from(2)
        }
        _ if error.use_stderr() => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}
