//! Decides which errors concern the usage, prints errors, and chooses the exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use setwise_expressions::ExpressionError;
use setwise_files::ending::{OutputError, end_after_printing, is_broken_pipe, is_usage, message};

use crate::standard_output::stdout;

pub(crate) use setwise_files::ending::Usage;

/// Returns a usage error with this message.
pub(crate) fn usage(message: impl ToString) -> anyhow::Error {
    Usage::new(message).into()
}

/// Prints the error of a command to standard error and returns the exit code. If the program that reads the output has
/// closed the pipe, prints nothing and returns success.
pub(crate) fn of_command(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error.as_ref()) {
        return ExitCode::SUCCESS;
    }
    if let Some(error) = error.downcast_ref::<ExpressionError>() {
        // The message marks the place in the text of the expression, so it has several lines.
        let _ = writeln!(io::stderr(), "error: {error}");
        return ExitCode::from(2);
    }
    let (message, is_usage) = match of_output(error) {
        Some(error) => (message(&error), true),
        None => (message(error.as_ref()), is_usage(error.as_ref())),
    };
    let (prefix, code) = if is_usage { ("error: ", 2) } else { ("", 1) };
    let _ = writeln!(io::stderr(), "{prefix}{}", in_one_line(&message));
    ExitCode::from(code)
}

/// Returns a message on one line. It may quote an argument or a line of a file, which may contain control characters.
pub(crate) fn in_one_line(message: &str) -> String {
    message.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

/// Returns the error as an error of standard output, if it occurred there. Such an error is an I/O error without context,
/// whereas all other I/O errors carry the name of their file.
fn of_output(error: &anyhow::Error) -> Option<OutputError> {
    let error = error.downcast_ref::<io::Error>().filter(|_| error.chain().count() == 1)?;
    Some(io::Error::new(error.kind(), error.to_string()).into())
}

/// Prints the help, the version or the error message of clap, and returns the exit code. Help and version go to
/// standard output, and an error in the arguments goes to standard error.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    let printed = if error.use_stderr() { error.print() } else { stdout().and_then(|_| error.print()) };
    end_after_printing(printed, error.use_stderr())
}
