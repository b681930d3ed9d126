//! Prints errors on one line each and chooses exit codes.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::args::Args;

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

/// Prints help and version to standard output, and an error in the arguments on one line to standard error.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let _ = writeln!(io::stderr(), "error: {}", in_one_line(&error.into()));
                ExitCode::from(2)
            }
            _ => ExitCode::SUCCESS,
        };
    }
    let text = error.render().to_string();
    let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let _ = if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        io::stderr().write_all(text.as_bytes())
    } else {
        writeln!(io::stderr(), "{}{} (see --help)", first.join(" "), valid_commands(error))
    };
    ExitCode::from(2)
}

/// Lists the valid commands if the error is an unknown command.
fn valid_commands(error: &clap::Error) -> String {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return String::new();
    }
    let mut command = Args::command();
    for argument in std::env::args_os().skip(1) {
        match command.find_subcommand(&argument) {
            Some(inner) => command = inner.clone(),
            None => break,
        }
    }
    let names: Vec<&str> =
        command.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name).collect();
    format!("; commands are {}", names.join(", "))
}
