//! Decides which errors concern the usage, prints errors, and chooses the exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use setwise_expressions::ExpressionError;

/// An error in the arguments, or an output that cannot be written. Such an error ends the program with exit code 2.
/// Errors in the data have exit code 1.
#[derive(Debug)]
pub(crate) struct Usage(String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Returns a usage error with this message.
pub(crate) fn usage(message: impl ToString) -> anyhow::Error {
    Usage(message.to_string()).into()
}

/// Prints the error of a command to standard error and returns the exit code. If the program that reads the output has
/// closed the pipe, prints nothing and returns success.
pub(crate) fn of_command(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    if let Some(error) = error.downcast_ref::<ExpressionError>() {
        // The message marks the place in the text of the expression, so it has several lines.
        let _ = writeln!(io::stderr(), "error: {error}");
        return ExitCode::from(2);
    }
    let (prefix, code) = if error.is::<Usage>() || is_of_output(error) { ("error: ", 2) } else { ("", 1) };
    let _ = writeln!(io::stderr(), "{prefix}{}", in_one_line(&message(error)));
    ExitCode::from(code)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}

/// Returns whether an error occurred while writing to standard output. Such an error has no context, whereas all other
/// I/O errors carry the name of their file.
fn is_of_output(error: &anyhow::Error) -> bool {
    error.chain().count() == 1 && error.is::<io::Error>()
}

/// Returns the message of an error.
fn message(error: &anyhow::Error) -> String {
    if is_of_output(error) { format!("cannot write standard output: {error}") } else { format!("{error:#}") }
}

/// Returns a message on one line. It may quote an argument or a line of a file, which may contain control characters.
pub(crate) fn in_one_line(message: &str) -> String {
    message.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

/// Prints the help, the version or the error message of clap, and returns the exit code. Help and version go to
/// standard output, and an error in the arguments goes to standard error.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    match error.print() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "error: {}", in_one_line(&message(&error.into())));
            ExitCode::from(2)
        }
        _ if error.use_stderr() => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}
